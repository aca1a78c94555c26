package grid

import (
	"context"
	"slices"

	"retune/ui/knob"
)

// Of how many values it is tried what they take, and for how long all of them, seconds.
const (
	tried  = 5
	trying = 1.0
)

// pace is what some values take over their estimates: they are worked out first, one by one, as
// far as so many seconds lead. ok is false where that was stopped before they all were.
func (b *budget) pace(ctx context.Context, seconds float64, some []int, estimate func(i int) float64, do func(ctx context.Context, i int), ended func() bool) (pace float64, ok bool) {
	took, all, left := 0.0, 0.0, seconds
	for n, i := range some {
		one, share := estimate(i), left/float64(len(some)-n)
		if _, known := b.costs[i]; !known {
			over := !b.in(ctx, share, func(ctx context.Context) { do(ctx, i) })
			if ended() {
				return 1, false
			}
			if over {
				b.cost(i, max(one, share))
			}
		}
		left = max(0, left-min(share, b.costs[i]))
		took, all = took+b.costs[i], all+one
	}
	if !(all > 0) {
		return 1, true
	}
	return took / all, true
}

// among is those of some values that are tried.
func among(some []int) (list []int) {
	for _, i := range spread(len(some), tried) {
		list = append(list, some[i])
	}
	return list
}

// some is some of the values, and which they are.
func (w *sweep) some() (list []knob.Scenario, which []int) {
	n := len(w.axis.Values)
	for k := range min(n, judged) {
		i := k * (n - 1) / max(1, min(n, judged)-1)
		if s, err := w.at(w.axis.Values[i]); err == nil {
			list, which = append(list, s), append(which, i)
		}
	}
	return list, which
}

// affords refuses values of a fleet that take too long.
func (w *sweep) affords(ctx context.Context, c *counter) {
	some, which := w.some()
	whole := true
	_, none := w.costs.afford(some, len(w.answers), w.effort, func(seconds float64) (pace float64) {
		pace, whole = w.budget.pace(ctx, seconds, among(which), func(i int) float64 { return w.costs.seconds(some[slices.Index(which, i)], w.effort) }, func(ctx context.Context, i int) { c.each(ctx, []int{i}, w.known, w.value(ctx)) }, func() bool { return c.ended(ctx) })
		return pace
	}, w.fewer)
	if whole {
		w.budget.judged = true
		w.held(func() { w.none = none })
	}
}

// some is some of the cells, and which they are: those in the middle of equal parts.
func (m *mapping) some() (list []knob.Scenario, which []int) {
	for _, row := range spread(len(m.y.Values), 4) {
		for _, column := range spread(len(m.x.Values), 4) {
			if s, err := place(m.s, m.x, m.y, m.x.Values[column], m.y.Values[row]); err == nil {
				list, which = append(list, s), append(which, m.cell(column, row))
			}
		}
	}
	return list, which
}

// affords refuses a map of a fleet that takes too long.
func (m *mapping) affords(ctx context.Context, c *counter) {
	some, which := m.some()
	whole, of := true, costsOf(m.r)
	takes, none := of.afford(some, len(m.cells), m.effort, func(seconds float64) (pace float64) {
		pace, whole = m.budget.pace(ctx, seconds, among(which), func(i int) float64 {
			return of.seconds(some[slices.Index(which, i)], m.effort)
		}, func(ctx context.Context, i int) { m.work(c, []int{i})(ctx) }, func() bool { return c.ended(ctx) })
		return pace
	}, m.fewer)
	if whole {
		m.budget.judged = true
		m.held(func() { m.none, m.takes = none, takes })()
	}
}
