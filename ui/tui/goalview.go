package tui

import (
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/query"
	"retune/ui/report"
)

// paintGoal paints the panel in which a result is asked for backwards: the
// results, or once it is said what one shall be, the knobs that can be turned.
func (m Model) paintGoal(c *canvas, r rect) *tea.Cursor {
	if m.goal.asked != nil {
		m.paintOffers(c, r)
		return nil
	}
	list := m.goals()
	in := r.inside()
	from := first(m.goal.pick, len(list), in.h)
	last := min(len(list), from+in.h)
	c.box(r, "solve for", partOf(from+1, last, len(list)))
	// Names, what they are now, and what the chosen one shall be: there is no
	// room for the last in a narrow panel, where it stands over what it is now.
	longest := 0
	for _, q := range list {
		longest = max(longest, utf8.RuneCountInString(q.Called()))
	}
	const field = 10
	name := min(longest, in.w-2-2-valueWidth-field)
	end := in.x + 2 + name + 2 + valueWidth
	typed := end + 1
	if in.w < 44 {
		name, end = in.w-2-2-valueWidth, in.x+in.w-1
		typed = end - valueWidth - 1
	}
	var cursor *tea.Cursor
	for i := from; i < last; i++ {
		q, y, text := list[i], in.y+i-from, label
		if i == m.goal.pick {
			c.put(in.x, y, '▸', focusBar)
			text = focusBar
		}
		if i != m.goal.pick || typed > end {
			now := report.Values(q, m.answer.Pair && !q.Single)[0]
			c.right(end, y, now, value)
			c.clipped(in.x+2, y, min(name, end-in.x-4-utf8.RuneCountInString(now)), q.Called(), text)
		} else {
			c.clipped(in.x+2, y, name, q.Called(), text)
		}
		if i == m.goal.pick {
			c.put(typed, y, '→', muted)
			e, end := m.goal.editor, in.x+in.w
			x := typed + 2
			x, cursor = e.paint(c, rect{x, y, end - x, 1})
			if room := end - x - 2; e.reason != "" && room > 12 {
				c.clipped(x+2, y, room, "✗ "+e.reason, warning)
			}
		}
	}
	return cursor
}

// first is the first of n lines in sight, so that the i-th is in the middle.
func first(i, n, room int) int { return max(0, min(i-room/2, n-room)) }

// An offerPlace is where an offer stands, and the lines of what is said of it.
type offerPlace struct {
	area  rect
	lines []string
}

// offerPlaces gives each offer a line, and of the lines that are left as many
// as its remark has. Where they are more than there is room for, the chosen one
// is in sight and those out of sight have no place.
func (a *asked) offerPlaces(in rect) []offerPlace {
	if !a.reachable() { // above stands what comes nearest
		in = rect{in.x, in.y + 1, in.w, in.h - 1}
	}
	places := make([]offerPlace, len(a.offers))
	from := first(a.choice, len(places), in.h)
	y, spare := in.y, in.h-len(places)
	for i := from; i < min(len(places), from+in.h); i++ {
		w := in.w - 2 - nameWidth - 2
		if a.offers[i].Reached {
			w -= valueWidth + 2
		}
		lines := wrapTo(a.remark(a.offers[i]), max(1, w), max(0, spare)+1)
		spare -= len(lines) - 1
		places[i] = offerPlace{rect{in.x, y, in.w, len(lines)}, lines}
		y += len(lines)
	}
	return places
}

// paintOffers paints where each knob would have to stand.
func (m Model) paintOffers(c *canvas, r rect) {
	a := m.goal.asked
	title := "solve for " + a.want.Called() + " " + a.text
	if utf8.RuneCountInString(title)+6 > r.w {
		title = a.want.Called() + " " + a.text
	}
	note := ""
	if a.busy && len(a.offers) > 0 {
		if note = "checking..."; len(a.todo) > 0 {
			note = "solving..."
		}
	}
	c.box(r, title, note)
	in := r.inside()
	if a.offers == nil {
		c.text(in.x+2, in.y, in.w-2, "solving...", muted)
		return
	}
	if !a.reachable() {
		c.clipped(in.x+2, in.y, in.w-2, a.unreached(), warning)
	}
	for i, p := range a.offerPlaces(in) {
		if p.area.h == 0 {
			continue
		}
		sol, name := a.offers[i], label
		if !sol.Reached {
			name = muted
		}
		if i == a.choice {
			c.put(in.x, p.area.y, '▸', focusBar)
			name = focusBar
		}
		c.text(in.x+2, p.area.y, nameWidth, sol.Knob.Title(), name)
		x := in.x + 2 + nameWidth + 1
		if sol.Reached {
			x += valueWidth
			c.right(x, p.area.y, sol.Unit.Format(sol.Value), value)
			x++
		}
		for j, line := range p.lines {
			c.text(x, p.area.y+j, in.x+in.w-x, line, muted)
		}
	}
}

// paintGoalHelp paints what can be done while a result is asked for.
func (m Model) paintGoalHelp(c *canvas, y int) {
	a := m.goal.asked
	if a == nil {
		w, _ := query.Wanted.Of(m.goals()[m.goal.pick])
		k := w.Knob()
		if reason := m.goal.editor.reason; reason != "" {
			c.clipped(1, y, c.w-1, "✗ "+reason, warning)
			return
		}
		x := c.text(1, y, c.w-1, k.Title()+": "+k.Range()+"  ", label)
		c.clipped(x, y, c.w-x, "↑↓ choose, enter: next, esc cancels", muted)
		return
	}
	x := 1
	switch sol, ok := a.chosen(); {
	case ok && !sol.Reached:
		c.clipped(1, y, c.w-1, "✗ "+sol.Why, warning)
		return
	case ok:
		sets := "enter sets " + sol.Knob.Title() + " to " + sol.Unit.Format(sol.Value)
		if needs := sol.NeedsText(); needs != "" {
			sets += ", " + needs
		}
		x = c.text(x, y, c.w-x, clip(sets, c.w-x)+"  ", label)
	}
	keys := "↑↓ choose, esc goes back"
	if _, ok := m.wider(); ok {
		keys = "r over a range of outages, " + keys
	}
	if utf8.RuneCountInString(keys) <= c.w-x {
		c.text(x, y, c.w-x, keys, muted)
	}
}

// goalAt is the line of the results or the offer at a place of the panel, or -1.
func (m Model) goalAt(in rect, x, y int) int {
	if !in.has(x, y) {
		return -1
	}
	if a := m.goal.asked; a != nil {
		for i, p := range a.offerPlaces(in) {
			if p.area.has(x, y) {
				return i
			}
		}
		return -1
	}
	n := len(m.goals())
	if i := first(m.goal.pick, n, in.h) + y - in.y; i < n {
		return i
	}
	return -1
}
