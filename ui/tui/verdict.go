package tui

import (
	"fmt"

	"retune/ui/answer"
)

// A paragraph is what is said of a policy's fleet in words.
type paragraph struct {
	text   string
	brief  string // for where that has no room; or ""
	role   role
	indent int
}

// verdict is of each policy how its fleet comes out, and how its runs did so
// far. These have their lines before they are there, so that nothing jumps.
func (m Model) verdict() (list []paragraph) {
	switch {
	case m.answer.None != nil:
		list = append(list, paragraph{text: m.answer.None.Reason, role: warning})
	case m.answer.Summary == "": // nothing has been asked yet
		return nil
	default:
		list = append(list, paragraph{text: m.answer.Summary, brief: m.answer.Brief, role: tones[m.answer.Tone]})
	}
	of := []string{"A ", "B "}
	if m.scenario.Versus == nil && !m.answer.Pair {
		of = []string{""}
	}
	for i, name := range of {
		var note answer.Saying
		if i < len(m.notes) {
			note = m.notes[i]
		}
		switch {
		case note.Full == "" && m.simulation != nil:
			note.Full = "being simulated..."
		}
		for _, text := range []*string{&note.Full, &note.Brief} {
			if *text != "" {
				*text = name + *text
			}
		}
		list = append(list, paragraph{note.Full, note.Brief, muted, 2})
	}
	return list
}

// lines is the paragraph in lines of w cells: as many as it needs, or in a few words, or at
// most room, of which the last is cut.
func (p paragraph) lines(w, room int) []string {
	text := p.text
	if p.brief != "" && len(wrap(text, w-p.indent)) > room {
		text = p.brief
	}
	return wrapTo(text, w-p.indent, room)
}

// verdictLines is it in so many lines of w cells, in a place that does not depend on how
// long it is: the first paragraph has what the others leave. What is cut can be read on
// the pages of the answers.
func (m Model) verdictLines(w, h int) (list []paragraph, cut bool) {
	all := m.verdict()
	for i, p := range all {
		room := 1
		if i == 0 {
			room = max(1, h-len(all)+1)
		}
		cut = cut || len(wrap(p.text, w-p.indent)) > room
		for _, line := range p.lines(w, room) {
			list = append(list, paragraph{line, "", p.role, p.indent})
		}
	}
	return list, cut
}

// paintVerdict paints it.
func (m Model) paintVerdict(c *canvas, r rect) {
	note := ""
	if n := len(m.answer.Warnings); n > 0 && m.layout().answers.h < 3 { // where they would stand
		note = fmt.Sprintf("!%d", n)
	}
	c.box(r, "verdict", note)
	in := r.inside()
	list, _ := m.verdictLines(in.w-2, in.h)
	for i, p := range list[:min(len(list), in.h)] {
		c.text(in.x+1+p.indent, in.y+i, in.w-2-p.indent, p.text, m.aged(p.role))
	}
	m.paintEdges(c, r)
}

// paintEdges paints how far the fleet in view is from its edges on the border of a box.
func (m Model) paintEdges(c *canvas, r rect) {
	if edges := m.edges(r.w - 6); edges != "" {
		c.text(r.x+2, r.y+r.h-1, r.w-4, " "+edges+" ", m.agedLever(label))
	}
}
