package tui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// View returns the frame of the model.
func (m Model) View() (v tea.View) {
	defer func() {
		if err := recover(); err != nil {
			v = tea.NewView("")
			m.breakOff(err)
		}
	}()
	c, cursor := m.frame()
	v = tea.NewView(c.paint(&m.theme))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "retune: " + m.called()
	v.Cursor = cursor
	return v
}

// frame paints the blocks. It returns the cursor of the text being typed, if there is one.
func (m Model) frame() (*canvas, *tea.Cursor) {
	c := newCanvas(m.width, m.height, m.options)
	l := m.layout()
	if l.tiny {
		m.paintTiny(c)
		return c, nil
	}
	m.paintHead(c, l)
	if m.showsFleet() && m.answer.None == nil && m.missing() == "" && m.answer.Summary != "" {
		m.paintVerdict(c, l.says)
	} else {
		m.paintSays(c, l.says)
	}
	about := m.about()
	for end := len(about); end > 0 && utf8.RuneCountInString(about) > l.about.w; end = strings.LastIndex(about, "; ") {
		about = about[:end] // a part without room is left out whole
	}
	c.clipped(l.about.x, l.about.y, l.about.w, about, muted)
	panel, cursor := m.component().paint, (*tea.Cursor)(nil)
	if panel == nil || l.panel() == l.right && !l.narrow {
		cursor = m.paintSettings(c, l)
	}
	if panel != nil {
		cursor = panel(m, c, l.panel())
	}
	for _, b := range l.blocks {
		if panel == nil {
			b.paint(m, c, b.rect)
		}
	}
	m.paintFoot(c, l)
	return c, cursor
}

// paintTiny says how large the terminal must be.
func (m Model) paintTiny(c *canvas) {
	for y, part := range wrap(fmt.Sprintf("retune needs %dx%d, has %dx%d", coreWidth, coreHeight, c.w, c.h), c.w) {
		c.text(0, y, c.w, part, warning)
	}
}

// headKeys returns the keys at the end of the first line, for a width of w cells.
func headKeys(w int) string {
	if w < 40 {
		return "?"
	}
	return "? help"
}

// paintHead paints the names of the program, of its views and of what is shown, above a rule.
func (m Model) paintHead(c *canvas, l layout) {
	c.rule(1)
	if l.tabs.titled {
		c.text(1, 0, tabsFrom, "retune", muted)
	}
	c.right(c.w-1, 0, headKeys(c.w), muted)
	last := l.tabs.places[len(l.tabs.places)-1]
	name, end := m.called(), c.w-1-len(headKeys(c.w))-2
	if room := end - last.x - last.w - 2; room >= min(len(name), 8) {
		c.right(end, 0, clip(name, room), label)
	}
	for i, place := range l.tabs.places {
		r := muted
		if m.tab().Name == views[i].Name {
			r = focusBar
		}
		c.text(place.x, 0, place.w, l.tabs.names[i], r)
	}
}

// paintFoot paints the commands below a rule, and the keys or the range of a value.
func (m Model) paintFoot(c *canvas, l layout) {
	c.rule(l.foot.y - 1)
	lines, cut := m.footLines()
	c.text(1, l.foot.y, 1, "$", muted)
	for i, line := range lines {
		c.text(3, l.foot.y+i, c.w, line, value)
	}
	if cut { // the command continues; y copies it whole
		c.right(c.w, l.foot.y+l.foot.h-1, " …", warning)
	}
	switch foot := m.component().foot; {
	case m.note != "":
		c.clipped(1, l.keys.y, c.w-1, m.note, label)
	case foot != nil:
		foot(m, c, l.keys.y)
		return
	default:
		for _, k := range m.footKeys(c.w) {
			x := c.text(k.x, l.keys.y, c.w-k.x, k.label, focusBar)
			c.text(x+1, l.keys.y, c.w-x-1, k.name, muted)
		}
	}
	if text := m.soFar(); text != "" { // at the end, where it moves nothing
		c.right(c.w-1, l.keys.y, "  "+text, warning)
	}
}

// footLines returns the command in as many lines as there are to spare. It reports in cut whether it does not fit.
func (m Model) footLines() (lines []string, cut bool) {
	lines = wrap(m.command, m.width-3)
	room := max(1, m.height/14)
	return lines[:min(room, len(lines))], len(lines) > room
}

// footOfTyping says why the typed value was refused, or which keys end typing.
func (m Model) footOfTyping(c *canvas, y int) {
	if reason := m.editor.reason; reason != "" {
		c.clipped(1, y, c.w-1, "✗ "+reason, warning)
		return
	}
	c.clipped(1, y, c.w-1, "enter sets it, esc cancels", muted)
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
	if n := utf8.RuneCountInString(m.soFar()); n > 0 {
		w -= n + 3
	}
	for _, actions := range m.listed() {
		first := actions[0]
		var labels []string
		apart := ""
		for _, a := range actions {
			labels = append(labels, m.labels(a)[0])
			if utf8.RuneCountInString(labels[0]) > 1 {
				apart = "/"
			}
		}
		label := strings.Join(labels, apart)
		n := utf8.RuneCountInString(label+first.brief) + 1
		if x+n > w {
			continue
		}
		list = append(list, footKey{x, n, label, first.brief, actions[len(actions)-1]})
		x += n + 2
	}
	return list
}
