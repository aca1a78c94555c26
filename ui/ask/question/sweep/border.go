package sweep

import (
	"context"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// crossed returns the pairs of neighbouring cells of different classes, the left or lower one first.
func (m *mapping) crossed() (list [][2]int) {
	columns := len(m.X.Values)
	for i := range m.Cells {
		for _, next := range []int{i + 1, i + columns} {
			if next >= len(m.Cells) || next == i+1 && next%columns == 0 {
				continue
			}
			if here, there := m.classAt(i), m.classAt(next); here != "" && there != "" && here != there {
				list = append(list, [2]int{i, next})
			}
		}
	}
	return list
}

// halvings is the number of bisections between two cells. The border is exact to an eighth of a cell.
const halvings = 2

// bisect finds where between two cells of different classes the class changes, as a share of the way.
func (m *mapping) bisect(ctx context.Context, pair [2]int) (share, attempts float64) {
	lo, hi := 0.0, 1.0
	for range halvings {
		share = (lo + hi) / 2
		x, y := m.between(pair, share)
		v := m.valueAt(ctx, x, y, 1, m.effort)
		attempts += v.Attempts
		if m.class(v) == m.classAt(pair[0]) {
			lo = share
		} else {
			hi = share
		}
	}
	return (lo + hi) / 2, attempts
}

// between returns the values of the axes a share of the way from one cell to the next.
func (m *mapping) between(pair [2]int, share float64) (x, y float64) {
	columns := len(m.X.Values)
	return m.X.At(m.X.Values[pair[0]%columns], m.X.Values[pair[1]%columns], share),
		m.Y.At(m.Y.Values[pair[0]/columns], m.Y.Values[pair[1]/columns], share)
}

// classAt returns the class of a cell, or "" if it is not computed.
func (m *mapping) classAt(i int) string { return m.class(m.Cells[i]) }

// class returns what the cells on one side of a border have in common: their word, or whether they keep the limit. It
// returns "" without either.
func (m *mapping) class(v answer.Value) string {
	if v.Words != "" {
		return v.Words
	}
	x, ok := number(v)
	switch {
	case !ok || m.Limit == "":
		return ""
	case m.r.Keeps(m.s, x):
		return keeps
	}
	return breaks
}

// The classes of numbers with a limit.
const keeps, breaks = "keeps", "breaks"

// valueAt returns the result at x and y from at most the given number of runs.
func (m *mapping) valueAt(ctx context.Context, x, y, runs float64, effort answer.Effort) answer.Value {
	s, err := place(m.s, m.X, m.Y, x, y)
	s.Runs = min(s.Runs, runs)
	return value(ctx, m.r, s, err, effort)
}

// place returns s with the settings of both axes at x and y. It sets the second first if the first is not allowed
// before it.
func place(s setting.Scenario, ax, ay setting.Axis, x, y float64) (setting.Scenario, error) {
	t, err := ax.Of(s, x)
	if err == nil {
		return ay.Of(t, y)
	}
	if t, err = ay.Of(s, y); err != nil {
		return s, err
	}
	return ax.Of(t, x)
}
