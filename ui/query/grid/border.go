package grid

import (
	"context"
	"math"

	"retune/ui/answer"
	"retune/ui/knob"
)

// A point is where the border between two classes of a map crosses a line of its grid.
type point struct {
	x, y         float64
	up           bool    // the line goes up, along which y changes; else x does
	off          float64 // the border is that near, below or above
	below, above string  // what is on either side, worked out there
	attempts     float64 // that were simulated for it
}

// halvings is how often the span between two values of the grid is halved: the border is then
// known to a 32nd of their distance, and that of a simulated fleet to an 8th.
func (m *mapping) halvings() int {
	if m.r.Simulated() {
		return 3
	}
	return 5
}

// An edge is a part of a line of the grid between two cells that are next to each other.
type edge struct {
	column, row int // of its lower end
	up          bool
}

// ends is the cells at the ends of an edge, and the axis along it; ok is false where it leads off
// the grid.
func (m *mapping) ends(e edge) (from, to int, along knob.Axis, ok bool) {
	from = m.cell(e.column, e.row)
	if e.up {
		return from, from + len(m.x.Values), m.y, e.row+1 < len(m.y.Values)
	}
	return from, from + 1, m.x, e.column+1 < len(m.x.Values)
}

// crossed is the edges whose ends are of different classes.
func (m *mapping) crossed() (list []edge) {
	for i := range m.cells {
		for _, up := range []bool{false, true} {
			e := edge{i % len(m.x.Values), i / len(m.x.Values), up}
			if from, to, _, ok := m.ends(e); ok {
				if here, next := m.class(m.cells[from]), m.class(m.cells[to]); here != "" && next != "" &&
					here != next {
					list = append(list, e)
				}
			}
		}
	}
	return list
}

// cross finds where on an edge the class changes, by bisection: where it first does if it
// changes more than once.
func (m *mapping) cross(ctx context.Context, e edge) point {
	from, to, axis, _ := m.ends(e)
	p := point{x: m.x.Values[e.column], y: m.y.Values[e.row], up: e.up, below: m.class(m.cells[from]),
		above: m.class(m.cells[to])}
	place, i := &p.x, e.column
	if e.up {
		place, i = &p.y, e.row
	}
	lo, hi := axis.Values[i], axis.Values[i+1]
	for range m.halvings() {
		mid := axis.At(lo, hi, 0.5)
		if !(lo < mid && mid < hi) || ctx.Err() != nil {
			break
		}
		*place = mid
		v := m.valueAt(ctx, p.x, p.y)
		p.attempts += v.Attempts
		switch class := m.class(v); class {
		case p.below:
			lo = mid
		case "": // it cannot be told
			continue
		default:
			hi, p.above = mid, class
		}
	}
	*place, p.off = (lo+hi)/2, (hi-lo)/2
	return p
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

// valueAt is the result with the two knobs there.
func (m *mapping) valueAt(ctx context.Context, x, y float64) answer.Value {
	s, err := place(m.s, m.x, m.y, x, y)
	return value(ctx, m.r, s, err, m.effort)
}

// valueOf is the result of a cell, by one run where it is simulated, but for the cell that the other
// questions are about.
func (m *mapping) valueOf(ctx context.Context, i int) answer.Value {
	s, err := place(m.s, m.x, m.y, m.x.Values[i%len(m.x.Values)], m.y.Values[i/len(m.x.Values)])
	if now := m.now(); m.settled == nil {
		return value(ctx, m.r, s, err, m.effort)
	} else if now[0] >= 0 && i == m.cell(now[0], now[1]) {
		return value(ctx, m.r, s, err, answer.Full)
	}
	s.Runs = 1
	return value(ctx, m.r, s, err, answer.Rough)
}

// place is s with the knobs of two axes there: the first first, or the second where the
// first is not allowed before it.
func place(s knob.Scenario, ax, ay knob.Axis, x, y float64) (knob.Scenario, error) {
	t, err := ax.Of(s, x)
	if err == nil {
		return ay.Of(t, y)
	}
	if t, err = ay.Of(s, y); err != nil {
		return s, err
	}
	return ax.Of(t, x)
}
