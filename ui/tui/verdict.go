package tui

import (
	"fmt"
	"strings"
)

// A paragraph is what is said of a policy's fleet in words.
type paragraph struct {
	text   string
	role   role
	indent int
	least  int // lines that it takes even if it is shorter
}

// longNote is as long as what is said of the runs usually gets.
const longNote = "simulated 20 of 20 times: recovers late in 99.99%, back after 59.99s ± 59.99s"

// verdict is of each policy how its fleet comes out, and how its runs did so
// far. These have their lines before they are there, so that nothing jumps.
func (m Model) verdict(w int) (list []paragraph) {
	notes := []string{"", ""}
	if m.scenario.Versus == nil && !m.answer.Pair {
		notes = notes[:1]
	}
	if m.simulation != nil {
		copy(notes, m.notes)
	}
	note := func(i int) {
		text := notes[i]
		switch {
		case text == "" && m.simulation != nil:
			text = "being simulated..."
		case text == "" && m.stage == exact:
			text = "not simulated: that would take too long"
		}
		if len(notes) > 1 && text != "" {
			text = string("AB"[i]) + " " + text
		}
		list = append(list, paragraph{text, muted, 2, len(wrap(longNote, w-2))})
	}
	if m.answer.None != nil {
		list = append(list, paragraph{m.answer.None.Reason, warning, 0, 1})
		for i := range notes {
			note(i)
		}
		return list
	}
	if m.answer.Summary == "" { // nothing has been asked yet
		return nil
	}
	list = append(list, paragraph{m.answer.Summary, tones[m.answer.Tone], 0, 1})
	for i := range notes {
		note(i)
	}
	return list
}

// lines is the paragraph in lines of w cells: as many as it needs, or at most
// room, of which the last is cut.
func (p paragraph) lines(w, room int) []string {
	lines := wrap(p.text, w-p.indent)
	for len(lines) < p.least {
		lines = append(lines, "")
	}
	if len(lines) > room {
		rest := strings.TrimRight(strings.Join(lines[room-1:], " "), " ")
		lines = append(lines[:room-1:room-1], clip(rest, w-p.indent))
	}
	return lines
}

// placeVerdict shares out a place among the verdict and what comes below it,
// which wants at least so many lines: the verdict gives way down to a line for
// each paragraph, and then it has the whole place.
func (m Model) placeVerdict(r rect, least int) (verdict, rest rect) {
	whole, list := 2, m.verdict(r.w-4)
	for _, p := range list {
		whole += len(p.lines(r.w-4, r.h))
	}
	h := min(whole, max(r.h-least, 2+len(list)))
	if m.answer.None != nil || r.h-h < least-1 {
		h = r.h
	}
	return rect{r.x, r.y, r.w, h}, rect{r.x, r.y + h, r.w, r.h - h}
}

// paintVerdict paints it.
func (m Model) paintVerdict(c *canvas, r rect) {
	note := ""
	switch n := len(m.answer.Warnings); {
	case n > 0 && m.layout().answers.h < 3: // where they would stand
		note = fmt.Sprintf("!%d", n)
	default:
		note = m.soFar()
	}
	c.box(r, "verdict", note)
	in := r.inside()
	list := m.verdict(in.w - 2)
	y, spare := in.y, in.h-len(list)
	for _, p := range list {
		lines := p.lines(in.w-2, max(1, 1+spare))
		for _, line := range lines {
			if y < in.y+in.h {
				c.text(in.x+1+p.indent, y, in.w-2-p.indent, line, m.aged(p.role))
			}
			y++
		}
		spare -= len(lines) - 1
	}
}
