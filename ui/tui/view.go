package tui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// View is the frame for the model.
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
	v.WindowTitle = "retune"
	if m.document != nil {
		v.WindowTitle += ": " + m.documentName()
	}
	v.Cursor = cursor
	return v
}

// frame paints the panels. The cursor is where a value is typed, if one is.
func (m Model) frame() (*canvas, *tea.Cursor) {
	c := newCanvas(m.width, m.height, m.options)
	l := m.layout()
	if l.tiny {
		m.paintTiny(c)
		return c, nil
	}
	m.paintHead(c, l)
	cursor := m.paintKnobs(c, l)
	if l.verdict.h > 0 {
		m.paintVerdict(c, l.verdict)
	}
	m.paintLevers(c, l.levers)
	m.paintSays(c, l.says)
	m.paintAnswers(c, l)
	if panel := m.component().paint; panel != nil {
		c.blank(l.panel())
		cursor = panel(m, c, l.panel())
	} else {
		for i, r := range l.charts {
			m.paintChart(c, r, l.first+i)
		}
		if l.table.h > 0 {
			m.paintTable(c, l.table)
		}
		m.paintHeat(c, l.heat)
	}
	m.paintFoot(c, l)
	return c, cursor
}

// paintTiny says which size is needed, and the command if there is room.
func (m Model) paintTiny(c *canvas) {
	y := 0
	for _, part := range wrap(fmt.Sprintf("retune needs %dx%d, has %dx%d", coreWidth, coreHeight, c.w, c.h), c.w) {
		c.text(0, y, c.w, part, warning)
		y++
	}
	for _, line := range m.commands() {
		for _, part := range wrap("$ "+line, c.w) {
			c.text(0, y, c.w, part, value)
			y++
		}
	}
}

// headKeys is what the first line of w cells ends with.
func headKeys(w int) string {
	switch {
	case w < 40:
		return "?"
	case w < fullWidth:
		return "? keys"
	}
	return "/ find  ? keys"
}

// paintHead paints the name of the program and of its views.
func (m Model) paintHead(c *canvas, l layout) {
	if l.tabs.titled {
		c.text(1, 0, tabsFrom, "retune", heading)
	}
	c.right(c.w-1, 0, headKeys(c.w), muted)
	for i, place := range l.tabs.places {
		r := muted
		if m.tab().Name == views[i].query {
			r = heading
		}
		c.text(place.x, 0, place.w, l.tabs.names[i], r)
	}
}

// paintFoot paints the commands, and the keys or what a value may be.
func (m Model) paintFoot(c *canvas, l layout) {
	c.blank(l.foot)
	y := l.foot.y
	for _, line := range m.commands() {
		for i, part := range wrap(line, c.w-3) {
			if i == 0 {
				c.text(0, y, c.w, " $", policyA)
			}
			if y < l.foot.y+l.foot.h {
				c.text(3, y, c.w-3, part, value)
			}
			y++
		}
	}
	if m.footCut() { // it goes on, and y copies it whole
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
			x := c.text(k.x, l.keys.y, c.w-k.x, k.label, keyName)
			c.text(x+1, l.keys.y, c.w-x-1, k.name, muted)
		}
	}
	if text := m.soFar(); text != "" { // at the end, where it moves nothing
		c.right(c.w-1, l.keys.y, "  "+text, warning)
	}
}

// footCut tells whether there is no room for the commands as a whole.
func (m Model) footCut() bool {
	n := 0
	for _, line := range m.commands() {
		n += len(wrap(line, m.width-3))
	}
	return n > m.footRoom()
}

// footOfTyping says what can be typed, or why it was refused.
func (m Model) footOfTyping(c *canvas, y int) {
	if reason := m.editor.reason; reason != "" {
		c.clipped(1, y, c.w-1, "✗ "+reason, warning)
		return
	}
	const keys = "  enter sets it, esc cancels"
	says := m.knob().Title() + ": " + m.knob().Range()
	c.clipped(1, y, c.w-1, says, label)
	if n := utf8.RuneCountInString(says) + 1; n+len(keys) <= c.w {
		c.text(n, y, c.w-n, keys, muted)
	}
}

// A footKey is a key at the foot of the screen, and what it does.
type footKey struct {
	x, w        int
	label, name string
	action      action
}

// footKeys is as many of the keys that work now as fit, the more wanted first. Of
// several keys for the same the first is enough.
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
