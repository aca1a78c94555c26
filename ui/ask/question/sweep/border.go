package sweep

import (
	"context"
	"math"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// crossed is the pairs of cells next to each other that are of different classes.
func (m *mapping) crossed() (list [][2]int) {
	columns := len(m.x.Values)
	for i := range m.cells {
		for _, next := range []int{i + 1, i + columns} {
			if next >= len(m.cells) || next == i+1 && next%columns == 0 {
				continue
			}
			if here, there := m.classAt(i), m.classAt(next); here != "" && there != "" && here != there {
				list = append(list, [2]int{i, next})
			}
		}
	}
	return list
}

// border is the points halfway between cells of different classes.
func (m *mapping) border() (list [][2]float64) {
	columns := len(m.x.Values)
	for _, pair := range m.crossed() {
		i, j := pair[0], pair[1]
		x, y := m.x.Values[i%columns], m.y.Values[i/columns]
		if j == i+1 {
			x = m.x.At(x, m.x.Values[j%columns], 0.5)
		} else {
			y = m.y.At(y, m.y.Values[j/columns], 0.5)
		}
		list = append(list, [2]float64{x, y})
	}
	return list
}

// classAt is the class of a cell, "" while it is not known.
func (m *mapping) classAt(i int) string {
	if !m.known[i] {
		return ""
	}
	return m.class(m.cells[i])
}

// class is what the cells on one side of a border have in common: words, or whether they
// keep the limit; "" where there is neither.
func (m *mapping) class(v answer.Value) string {
	if v.Words != "" {
		return v.Words
	}
	x, ok := number(v)
	switch {
	case !ok || !m.limited():
		return ""
	case m.r.Keeps(m.s, x):
		return keeps
	}
	return breaks
}

// The classes of numbers that have a limit.
const keeps, breaks = "keeps", "breaks"

// limited tells whether a limit is asked for.
func (m *mapping) limited() bool { return !math.IsNaN(m.s.Wanted) }

// valueAt is the result of a cell.
func (m *mapping) valueAt(ctx context.Context, i int, runs float64, effort answer.Effort) answer.Value {
	s, err := place(m.s, m.x, m.y, m.x.Values[i%len(m.x.Values)], m.y.Values[i/len(m.x.Values)])
	s.Runs = min(s.Runs, runs)
	return value(ctx, m.r, s, err, effort)
}

// place is s with the settings of two axes there: the first first, or the second where the
// first is not allowed before it.
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
