package tui

import (
	"fmt"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/query"
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
	v.Cursor = cursor
	return v
}

// frame paints the panels. The cursor is where a value is typed, if one is.
func (m Model) frame() (*canvas, *tea.Cursor) {
	c := newCanvas(m.width, m.height, m.options.ASCII)
	l := m.layout()
	if l.tiny {
		m.paintTiny(c)
		return c, nil
	}
	m.paintHead(c, l)
	if m.help {
		m.paintHelp(c, rect{0, 1, c.w, l.foot.y - 1})
		m.paintFoot(c, l)
		return c, nil
	}
	cursor := m.paintKnobs(c, l)
	if l.verdict.h > 0 {
		m.paintVerdict(c, l.verdict)
	}
	switch {
	case m.goal != nil:
		cursor = m.paintGoal(c, l.goalPanel())
		if !l.narrow {
			m.paintAnswers(c, l)
		}
	case l.narrow:
		m.paintList(c, l.answers)
	default:
		for i, r := range l.charts {
			m.paintChart(c, r, l.first+i)
		}
		if l.table.h > 0 {
			m.paintTable(c, l.table)
		}
		m.paintAnswers(c, l)
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

// paintHead paints the name of the program and of its views.
func (m Model) paintHead(c *canvas, l layout) {
	c.text(1, 0, c.w-1, "retune", heading)
	for i, place := range l.tabs {
		q, _ := query.Find(views[i].query)
		name, r := " "+q.Tab+" ", muted
		if m.tab().Name == q.Name {
			name, r = "["+q.Tab+"]", heading
		}
		c.text(place.x, 0, place.w, name, r)
	}
	c.right(c.w-1, 0, "? keys", muted)
}

// paintFoot paints the commands, and the keys or what a value may be.
func (m Model) paintFoot(c *canvas, l layout) {
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
	if last := l.foot.y + l.foot.h; y > last && l.foot.h > 0 { // it goes on, and y copies it whole
		c.right(c.w, last-1, " …", warning)
	}
	y = l.keys.y
	switch {
	case m.goal != nil:
		m.paintGoalHelp(c, y)
	case m.editor != nil && m.editor.reason != "":
		c.clipped(1, y, c.w-1, "✗ "+m.editor.reason, warning)
	case m.editor != nil:
		x := c.text(1, y, c.w-1, m.knob().Name+": "+m.knob().Range()+"  ", label)
		c.text(x, y, c.w-x, "enter sets it, esc leaves it", muted)
	case m.note != "":
		c.clipped(1, y, c.w-1, m.note, label)
	default:
		m.paintKeys(c, y)
	}
}

// paintKeys paints as many of the keys that work now as fit, the more wanted
// first. Of several keys for the same the first of each pair is enough.
func (m Model) paintKeys(c *canvas, y int) {
	x := 1
	if m.stage == stale {
		x = c.text(x, y, c.w-x, m.soFar(), warning) + 2
	}
	names, keys := m.listed(func(a action) string { return a.brief })
	for i, name := range names {
		label := keys[i][0]
		if n := len(keys[i]); n == 4 || n == 2 && (name == "set" || name == "T" || name == "rows") {
			if utf8.RuneCountInString(label) > 1 {
				label += "/"
			}
			label += keys[i][n/2]
		}
		if x+utf8.RuneCountInString(label+name)+1 > c.w {
			continue
		}
		x = c.text(x, y, c.w-x, label, keyName)
		x = c.text(x+1, y, c.w-x-1, name, muted) + 2
	}
}
