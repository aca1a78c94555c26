package sweep

import (
	"context"

	"retune/ui/ask/answer"
)

// A border is between a cell and the next one to the right, with twice the index of the cell as its number, or above,
// with one more.

// sides returns the cells on both sides of a border.
func (m *mapping) sides(border int) (from, to int) {
	from = border / 2
	if border%2 == 0 {
		return from, from + 1
	}
	return from, from + len(m.X.Values)
}

// crossed returns the borders between cells of different classes.
func (m *mapping) crossed() (list []int) {
	for b := range m.parts.list {
		from, to := m.sides(b)
		if to >= len(m.Cells) || b%2 == 0 && to%len(m.X.Values) == 0 {
			continue
		}
		if here, there := m.class(m.Cells[from]), m.class(m.Cells[to]); here != "" && there != "" && here != there {
			list = append(list, b)
		}
	}
	return list
}

// halvings is the number of bisections between two cells. The border is exact to an eighth of a cell.
const halvings = 2

// bisect finds where between two cells the class changes, as a share of the way.
func (m *mapping) bisect(ctx context.Context, border int) (share, attempts float64) {
	from, _ := m.sides(border)
	lo, hi := 0.0, 1.0
	for range halvings {
		share = (lo + hi) / 2
		at := m.between(border, share)
		v := m.value(ctx, at[0], at[1], 1, m.effort)
		if attempts += v.Attempts; m.class(v) == m.class(m.Cells[from]) {
			lo = share
		} else {
			hi = share
		}
	}
	return (lo + hi) / 2, attempts
}

// between returns the values of the axes a share of the way across a border.
func (m *mapping) between(border int, share float64) [2]float64 {
	from, to := m.sides(border)
	x, y := m.at(from)
	nextX, nextY := m.at(to)
	return [2]float64{m.x.Interpolate(x, nextX, share), m.y.Interpolate(y, nextY, share)}
}

// The classes of numbers with a limit say what they are, without a subject. lost is a number that is within the limit,
// of a fleet that does not recover.
const keeps, breaks, lost = "keeps the limit", "breaks the limit", "does not recover"

// class returns what the cells on one side of a border have in common: their word, or whether they keep the limit of a
// fleet that recovers. It returns "" without either.
func (m *mapping) class(v answer.Value) string {
	if v.Words != "" {
		return v.Words
	}
	if _, ok := v.LimitNumber(); !ok || m.Limit == "" {
		return ""
	}
	if v.State != answer.Unfinished && v.Course != answer.Final {
		// a cell is drawn on the side of the limit on which it is most likely
		v.Error, v.Runs = 0, answer.Runs{}
		if v.Tally[""] > 0 && v.State == answer.Settled {
			v.Tally = nil
		}
	}
	switch j := m.figure.Condition(&m.s).Judge(v); {
	case j.Lost:
		return lost
	case j.Open:
		return ""
	case j.Holds:
		return keeps
	}
	return breaks
}
