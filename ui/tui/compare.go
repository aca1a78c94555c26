package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
	"retune/ui/unit"
)

// The view that compares policies has their delays and their retries in time above, and the figures that decide below.
// What differs between their settings is in the last line.

// outcomes are the figures that decide between policies, with their names where there is little room; the first present
// one of the names counts.
var outcomes = []struct {
	name, short string
	of          []string
}{
	{"back after the outage", "back after", []string{"reconnect delay mean"}},
	{"gave up", "gave up", []string{"gave up"}},
	{"wasted retries", "wasted", []string{"wasted retries"}},
	{"call time p99", "call p99", []string{"call time p99", "call time max"}},
}

// deciding returns those figures, followed by those of the fleets once they are known.
func (m Model) deciding() (list []answer.Quantity) {
	for _, o := range outcomes {
		if q, ok := m.quantity(o.of...); ok {
			q.Label, q.Symbol = o.name, o.short
			list = append(list, m.never(q))
		}
	}
	if m.tab().ListsPolicies {
		list = append(list, m.ranks...)
	}
	return list
}

// never returns the delay until clients are back, where it is absent because all clients give up: it is never reached.
func (m Model) never(q answer.Quantity) answer.Quantity {
	gaveUp, _ := m.quantity("gave up")
	gone := func(i int) bool { return q.Of(i).Status == answer.NotApplicable && gaveUp.Of(i).Number == 1 }
	own, others := gone(0), slices.Clone(q.Others)
	for i := range others {
		if gone(i + 1) {
			others[i].Status = answer.NotReached
		}
	}
	if q.Others = others; own {
		q.Status = answer.NotReached
	}
	return q
}

// placeCompare places the pictures, the figures that decide and what differs. Where there is much room, the pictures
// stand side by side, and all figures below them.
func (l *layout) placeCompare(m Model, r rect) {
	rows := 1 + len(outcomes) + len(fleetColumns)
	if r.w >= 140 && r.h >= 2*leastPicture {
		pictures, below := split(r, r.h/2)
		left, right := pictures.beside(pictures.w/2 - 1)
		l.addChart(0, left)
		l.addChart(1, right)
		_, below = split(below, 1)
		decisive, rest := split(below, rows)
		left, right = decisive.beside(decisive.w/2 - 1)
		l.add(block{paint: Model.paintOutcome}, left)
		l.add(block{paint: Model.paintDiffering}, right)
		_, rest = split(rest, 1)
		l.placeFigures(m, rest)
		return
	}
	differs := 0
	if r.h >= leastPicture {
		differs = 3
	}
	pictures, below := split(r, r.h-rows-differs)
	l.placeDelaysAndTimes(m, pictures)
	if differs > 0 {
		_, below = split(below, 1)
	}
	figures, last := split(below, rows)
	l.add(block{paint: Model.paintOutcome}, figures)
	l.add(block{paint: Model.paintDiffering}, last)
}

// placeDelaysAndTimes places the delays of the policies, and the times of their retries below them. Where there is room
// for one picture only, it is the times, and the delays where even these have no line for each policy.
func (l *layout) placeDelaysAndTimes(m Model, r rect) {
	const lowest = leastChart - 1 // with one line less it has no axis
	n, times := len(m.answer.Policies), linesOfTimes(m)
	if r.h-times-n >= 8 {
		times += n + 1
	}
	switch above, below := split(r, r.h-times); {
	case above.h >= lowest:
		l.addChart(0, above)
		l.addChart(1, below)
	case r.h >= linesOfTimes(m):
		l.addChart(1, r)
	case r.h >= lowest:
		l.addChart(0, r)
	}
}

// outcome returns the rows of the figures that decide, in short where there is little room: a head, a value for each
// policy, and the better one.
func (m Model) outcome(c canvas, short bool) (rows [][]string) {
	const longest = 12
	heads := []string{"OUTCOME"}
	for _, name := range m.answer.Policies {
		heads = append(heads, clip(name, longest))
	}
	rows = append(rows, append(heads, "better"))
	for _, q := range m.deciding() {
		name := q.DisplayName()
		if short {
			name = cmp.Or(q.Symbol, name)
		}
		row := []string{"  " + name}
		for i := range m.answer.Policies {
			text := q.Text(i)
			if short {
				text = strings.Replace(text, "at least ", ">= ", 1)
			}
			row = append(row, c.plain(text))
		}
		rows = append(rows, append(row, clip(report.Better(m.answer, q), longest)))
	}
	return rows
}

// paintOutcome paints the figures that decide, with a column for each policy and the better one of each figure. They
// are shortened if not all policies have room. A column without room is left out whole.
func (m Model) paintOutcome(c canvas) {
	const least = 7
	policies, rows := len(m.answer.Policies), m.outcome(c, false)
	ends := c.columns(rows, least)
	if len(ends) <= policies {
		rows = m.outcome(c, true)
		ends = c.columns(rows, least)
	}
	heads, looks := []role{heading}, []role{label}
	for i := range policies {
		heads, looks = append(heads, answer.Roles[i]), append(looks, m.aged(value))
	}
	c.table(rows, ends, append(heads, fine), append(looks, m.aged(label)))
	if shown := len(ends) - 1; shown > 0 && shown < policies {
		c.text(len("OUTCOME "), 0, fmt.Sprintf("%d/%d", shown, policies), muted)
	}
}

// paintDiffering paints the settings that differ, with the value of each policy, and the number of those that do not.
func (m Model) paintDiffering(c canvas) {
	if len(m.answer.Groups) == 0 {
		return
	}
	var list []string
	equal := 0
	for _, q := range m.answer.Groups[0].Quantities {
		if q.Equal() {
			equal++
			continue
		}
		var texts []string
		for i := range m.answer.Policies {
			texts = append(texts, q.Text(i))
		}
		list = append(list, q.DisplayName()+" "+strings.Join(texts, " / "))
	}
	if len(list) == 0 {
		return
	}
	text := func(n int) string {
		text := "DIFFERS  " + strings.Join(list[:n], "   ")
		if n < len(list) {
			text += fmt.Sprintf("   + %d more (i)", len(list)-n)
		} else if equal > 0 {
			text += fmt.Sprintf("   (%d the same)", equal)
		}
		return text
	}
	n := len(list)
	for n > 1 && len(wrap(text(n), c.w)) > c.h {
		n--
	}
	c.wrapped(0, 0, c.h, text(n), m.aged(label))
}

// listsKept reports whether the policies are rows of the panel.
func (m Model) listsKept() bool { return m.tab().ListsPolicies && len(m.scenario.Versus) > 0 }

// chosenPolicy returns the index of the policy whose settings are shown and changed: 0 for the present one.
func (m Model) chosenPolicy() int {
	if !m.listsKept() {
		return 0
	}
	return min(m.policy, len(m.scenario.Versus))
}

// edits returns the scenario with the chosen policy as the present one.
func (m Model) edits() setting.Scenario { return m.edited(m.scenario) }

// edited returns the scenario with the policies in their places, from one with the chosen policy as the present one. It
// is its own inverse.
func (m Model) edited(s *setting.Scenario) setting.Scenario {
	if i := m.chosenPolicy(); i > 0 {
		return s.SwapPolicy(i)
	}
	return *s
}

// choosePolicy chooses a policy of the panel.
func (m Model) choosePolicy(i int) Model {
	m.policy, m.onPolicy = max(0, min(i, len(m.scenario.Versus))), true
	return m
}

// choosePolicyBy chooses the policy n rows further down.
func (m Model) choosePolicyBy(n int) Model { return m.choosePolicy(m.chosenPolicy() + n) }

// takePolicy makes the chosen policy the present one. The u key undoes this.
func (m Model) takePolicy() Model {
	i := m.chosenPolicy()
	if i == 0 {
		m.note = "it is the present policy"
		return m
	}
	m.policy = 0
	return m.turnTo(new(m.scenario.SwapPolicy(i)))
}

// dropPolicy drops the chosen policy, or the one that was kept last.
func (m Model) dropPolicy() Model {
	i := m.chosenPolicy()
	if i == 0 {
		i = len(m.scenario.Versus)
	}
	m.policy = 0
	return m.turnTo(new(m.scenario.RemovePolicy(i)))
}

// paintKept paints the policies as rows.
func (m Model) paintKept(c canvas) {
	names, at := m.facts().names, m.chosenPolicy()
	c.titled("POLICIES", fmt.Sprintf("%d of %d", at+1, len(names)))
	for i, name := range names {
		look := answer.Roles[i]
		if i == at && m.onPolicy {
			c.put(0, 1+i, '▸', focusBar)
			look = focusBar
		} else if i == at {
			c.put(0, 1+i, '•', focusBar)
		}
		c.clipped(2, 1+i, c.w-2, unit.Count.Format(float64(i+1))+" "+name, look)
		c.on(rect{0, 1 + i, c.w, 1}, func(m Model, _, _ int) Model { return m.browse().choosePolicy(i) })
	}
	if m.scenario.CanAddPolicy() {
		c.text(2, 1+len(names), "+ keep another", muted)
		c.right(c.w-2, 1+len(names), "c", focusBar)
	}
}
