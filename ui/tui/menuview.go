package tui

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// menuHead and menuFoot are the lines of a panel besides its items: the filter above, and two lines about the chosen
// item below.
const menuHead, menuFoot = 1, 2

func (u *menu) inSight(in rect) (from, n int) {
	count, room := len(u.matches()), max(1, in.h-menuHead-menuFoot)
	from = first(u.pick, count, room)
	return from, min(room, count-from)
}

// paintMenu paints the menu; the cursor is in the filter.
func (m Model) paintMenu(c *canvas, r rect) *tea.Cursor {
	u, in := m.menu, r.inside()
	list := u.matches()
	from, n := u.inSight(in)
	note := partOf(from+1, from+n, len(list))
	c.titled(r, clip(u.title, r.w-2-len(note)), note)
	sign := "/ "
	if u.value {
		sign = "= "
	}
	x := c.text(in.x+1, in.y, 2, sign, focusBar)
	shown := u.filter
	if over := utf8.RuneCountInString(shown) - (in.w - 5); over > 0 {
		shown = string([]rune(shown)[over:])
	}
	x = c.text(x, in.y, in.w-4, shown, value)
	cursor := tea.NewCursor(x, in.y)
	if u.reason != "" {
		c.clipped(x+2, in.y, in.x+in.w-x-2, "✗ "+u.reason, warning)
	}
	if len(list) == 0 {
		if u.filter != "" {
			c.clipped(in.x+2, in.y+1, in.w-3, "nothing matches", warning)
		}
		return cursor
	}
	m.paintItems(c, in, from, list[from:from+n])
	return cursor
}

// paintItems paints the items in sight and the description of the chosen one.
func (m Model) paintItems(c *canvas, in rect, from int, list []item) {
	u, n := m.menu, len(list)
	var kinds, names, nows, helps int
	for _, it := range u.items {
		kinds = max(kinds, utf8.RuneCountInString(it.kind))
		names = max(names, utf8.RuneCountInString(it.name))
		nows = max(nows, utf8.RuneCountInString(c.plain(it.now)))
		helps = max(helps, len(it.help), len(it.why))
	}
	if nows = min(nows, 16); nows+helps > 0 { // otherwise there are only names
		names = min(names, max(10, in.w/4, in.w-kinds-nows-4))
	}
	for i, it := range list {
		y, text := in.y+menuHead+i, label
		if from+i == min(u.pick, len(u.matches())-1) {
			c.put(in.x, y, '▸', focusBar)
			text = focusBar
		} else if it.why != "" {
			text = muted
		}
		x := in.x + 2
		about, look := it.help, muted
		if it.why != "" {
			about, look = it.why, warning
		}
		for _, column := range []struct {
			w    int
			text string
			role role
		}{{kinds, it.kind, muted}, {names, it.name, text}, {nows, it.now, value}, {in.x + in.w, about, look}} {
			room := min(column.w, in.x+in.w-x)
			if column.w > 0 && room >= min(utf8.RuneCountInString(column.text), 20) {
				c.clipped(x, y, room, column.text, column.role)
				x += column.w + 2
			}
		}
	}
	m.paintChosen(c, in, names, n)
}

// paintChosen paints the description of the chosen item below the n items in sight; names is the width of their names.
func (m Model) paintChosen(c *canvas, in rect, names, n int) {
	it, _ := m.menu.chosen()
	about := it.help
	if it.why != "" {
		about = it.why + ". " + about
	}
	if utf8.RuneCountInString(it.name) > names { // the name is cut in the list
		about = strings.TrimSuffix(it.name+": "+about, ": ")
	}
	for i, line := range wrapTo(about, in.w-2, menuFoot) {
		if y := in.y + in.h - menuFoot + i; y > in.y+n {
			c.text(in.x+1, y, in.w-2, line, label)
		}
	}
}

// grabMenu takes the item at x and y.
func (m Model) grabMenu(l layout, x, y int) (Model, tea.Cmd) {
	in := l.panel().inside()
	from, n := m.menu.inSight(in)
	i := y - in.y - menuHead
	if !in.has(x, y) || i < 0 || i >= n {
		return m, nil
	}
	u := *m.menu
	u.pick = from + i
	m.menu = &u
	return m.takeItem()
}

// first returns the first of n lines in sight, so that the i-th is in the middle.
func first(i, n, room int) int { return max(0, min(i-room/2, n-room)) }
