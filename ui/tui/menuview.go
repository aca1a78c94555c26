package tui

import (
	"cmp"
	"retune/ui/show/chart"
	"strings"
)

// menuHead and menuFoot are the lines of a panel besides its items: the filter above, and two lines about the chosen
// item below.
const menuHead, menuFoot = 1, 2

// inSight returns the first of the items in sight, and their number, below the title of a panel.
func (u menu) inSight(lines int) (from, n int) {
	count, room := len(u.found), max(1, lines-menuHead-menuFoot)
	from = first(u.pick, count, room)
	return from, min(room, count-from)
}

// paintMenu paints the menu; the cursor is in the typed text.
func (m Model) paintMenu(c canvas) {
	u := m.menu
	if m.goal != nil {
		u.title = m.offersTitle()
	}
	from, n := u.inSight(c.inside().h)
	note := partOf(from+1, from+n, len(u.found))
	c = c.titled(clip(u.title, c.w-2-len(note)), note)
	x := c.text(1, 0, cmp.Or(u.sign, "/ "), focusBar)
	x += m.editor.paint(c.in(rect{c.x + x, c.y, c.w - 1 - x, 1}))
	reason := m.editor.reason
	switch {
	case len(u.found) > 0:
		if reason != "" {
			c.clipped(x+2, 0, c.w, "✗ "+reason, warning)
		}
		m.paintItems(c, from, u.found[from:from+n])
	case u.value != nil:
		c.wrapped(1, 2, max(1, c.h-2), reason, warning)
	case m.editor.text != "":
		c.clipped(2, 1, c.w, "nothing matches", warning)
	}
}

// paintItems paints the items in sight and the description of the chosen one.
func (m Model) paintItems(c canvas, from int, list []item) {
	u := m.menu
	var kinds, names, nows, helps int
	for _, it := range u.items {
		kinds = max(kinds, chart.Width(it.kind))
		names = max(names, chart.Width(it.name))
		nows = max(nows, chart.Width(c.plain(it.now)))
		helps = max(helps, len(it.help), len(it.why))
	}
	if nows = min(nows, 16); nows+helps > 0 { // otherwise there are only names
		names = min(names, max(10, c.w/4, c.w-kinds-nows-4))
	}
	for i, it := range list {
		y, text := menuHead+i, label
		c.on(rect{0, y, c.w, 1}, func(m Model, _, _ int) Model {
			m.menu.pick = from + i
			return m.takeItem()
		})
		if from+i == min(u.pick, len(u.found)-1) {
			c.put(0, y, '▸', focusBar)
			text = focusBar
		} else if it.why != "" {
			text = muted
		}
		x := 2
		about, look := it.help, muted
		if it.why != "" {
			about, look = it.why, warning
		}
		for _, column := range []struct {
			w    int
			text string
			role role
		}{{kinds, it.kind, muted}, {names, it.name, text}, {nows, it.now, value}, {c.w, about, look}} {
			room := min(column.w, c.w-x)
			if column.w > 0 && room >= min(chart.Width(column.text), 20) {
				c.clipped(x, y, room, column.text, column.role)
				x += column.w + 2
			}
		}
	}
	m.paintChosen(c, names, len(list))
}

// paintChosen paints the description of the chosen item below the n items in sight; names is the width of their names.
func (m Model) paintChosen(c canvas, names, n int) {
	it := m.menu.chosen()
	about := it.help
	if it.why != "" {
		about = it.why + ". " + about
	}
	if chart.Width(it.name) > names { // the name is cut in the list
		about = strings.TrimSuffix(it.name+": "+about, ": ")
	}
	if y := max(c.h-menuFoot, n+1); y < c.h {
		c.wrapped(1, y, c.h-y, about, label)
	}
}

// first returns the first of n lines in sight, so that the i-th is in the middle.
func first(i, n, room int) int { return max(0, min(i-room/2, n-room)) }
