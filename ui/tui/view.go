package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"retune/ui/show/chart"
)

// View returns the frame of the model.
func (m Model) View() (v tea.View) {
	defer func() {
		if err := recover(); err != nil {
			v = tea.NewView("")
			m.breakOff(err)
		}
	}()
	c := m.frame()
	v = tea.NewView(c.paint(&m.theme))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "retune: " + m.facts().title
	v.Cursor = c.cursor
	return v
}

// frame paints the blocks.
func (m Model) frame() canvas {
	c := newCanvas(m.width, m.height, m.options)
	for _, b := range m.layout().blocks {
		b.paint(m, c.in(b.rect))
	}
	return c
}

// paintTiny says how large the terminal must be.
func (m Model) paintTiny(c canvas) {
	c.wrapped(0, 0, max(1, c.h), fmt.Sprintf("retune needs %dx%d, has %dx%d", coreWidth, coreHeight, c.w, c.h), warning)
}

// paintAbout paints the help for the focused setting. A part without room is left out whole.
func (m Model) paintAbout(c canvas) {
	about := m.facts().about
	for end := len(about); end > 0 && chart.Width(about) > c.w; end = strings.LastIndex(about, "; ") {
		about = about[:end]
	}
	c.clipped(0, 0, c.w, about, muted)
}

// headKeys returns the keys at the end of the first line, for a width of w cells.
func headKeys(w int) string {
	if w < 40 {
		return "?"
	}
	return "? help"
}

// paintHead paints the names of the program, of its views and of what is shown, above a rule.
func (m Model) paintHead(c canvas) {
	c.rule(1)
	tabs := m.layout().tabs
	if tabs.titled {
		c.text(1, 0, "retune", muted)
	}
	c.right(c.w-1, 0, headKeys(c.w), muted)
	last := tabs.places[len(tabs.places)-1]
	name, end := m.facts().title, c.w-1-len(headKeys(c.w))-2
	if room := end - last.x - last.w - 2; room >= min(len(name), 8) {
		c.right(end, 0, clip(name, room), label)
	}
	for i, q := range m.tabs() {
		r := muted
		if m.tab().Name == q.Name {
			r = focusBar
		}
		c.text(tabs.places[i].x, 0, tabs.names[i], r)
		c.on(tabs.places[i], func(m Model, _, _ int) Model { return m.browse().toView(q.Name) })
	}
}

// paintFoot paints the commands below a rule, and the keys or a message in their place.
func (m Model) paintFoot(c canvas) {
	c.rule(0)
	lines, cut := m.footLines()
	c.text(1, 1, "$", muted)
	for i, line := range lines {
		c.text(3, 1+i, line, value)
	}
	keys := c.h - 1
	if cut { // the command continues; y copies it whole
		c.right(c.w, keys-1, " …", warning)
	}
	switch {
	case m.note != "":
		c.clipped(1, keys, c.w-1, m.note, label)
	case m.mode == typing && m.editor.reason != "":
		c.clipped(1, keys, c.w-1, "✗ "+m.editor.reason, warning)
		return
	case m.mode == typing:
		c.clipped(1, keys, c.w-1, "enter sets it, esc cancels", muted)
		return
	default:
		for _, k := range m.footKeys(c.w) {
			c.text(1+c.text(k.x, keys, k.label, focusBar), keys, k.name, muted)
			c.on(rect{k.x, keys, k.w, 1}, func(m Model, _, _ int) Model { return m.take(k.action) })
		}
	}
	if text := m.soFar(); text != "" { // at the end, where it moves nothing
		c.right(c.w-1, keys, "  "+text, warning)
	}
}

// footLines returns the command in as many lines as there are to spare. It reports in cut whether it does not fit.
func (m Model) footLines() (lines []string, cut bool) {
	lines = wrap(m.command, m.width-3)
	room := max(1, m.height/14)
	return lines[:min(room, len(lines))], len(lines) > room
}

// A footKey is a key at the foot of the screen with its name and action.
type footKey struct {
	x, w        int
	label, name string
	action      action
}

// footKeys returns as many of the working keys as fit, the most important first. Of several keys for one action, the
// first is listed.
func (m Model) footKeys(w int) (list []footKey) {
	x := 1
	if n := chart.Width(m.soFar()); n > 0 {
		w -= n + 3
	}
	for _, actions := range m.listed() {
		first := actions[0]
		var labels []string
		apart := ""
		for _, a := range actions {
			labels = append(labels, m.signs(a.keys[0]))
			if chart.Width(labels[0]) > 1 {
				apart = "/"
			}
		}
		label := strings.Join(labels, apart)
		n := chart.Width(label+first.brief) + 1
		if x+n > w {
			continue
		}
		list = append(list, footKey{x, n, label, first.brief, actions[len(actions)-1]})
		x += n + 2
	}
	return list
}
