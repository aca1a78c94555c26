package grid

import (
	"cmp"
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
}

// mostHalvings is how often what is between two values of the grid is halved: the border is
// then known to a 32nd of their distance.
const mostHalvings = 5

// halvings is how often there is time for: for one of each edge that is crossed at least in a
// map of a fleet.
func (m *mapping) halvings() int {
	least, left := 1.0, cmp.Or(m.costs.most, mostSeconds)/m.mean-float64(len(m.cells)) // that there is time for
	if m.counted {
		least, left = 0, 0.8*m.left/m.mean
	}
	return int(max(least, min(mostHalvings, left/max(1, float64(len(m.edges))))))
}

// An edge is a part of a line of the grid between two cells that are next to each other.
type edge struct {
	column, row int // of its lower end
	up          bool
}

// crossed is the edges whose ends are of different classes.
func (m *mapping) crossed() (list []edge) {
	columns, rows := len(m.x.Values), len(m.y.Values)
	for row := range rows {
		for column := range columns {
			here := m.class(m.cells[row*columns+column])
			if column+1 < columns {
				if right := m.class(m.cells[row*columns+column+1]); here != "" && right != "" && right != here {
					list = append(list, edge{column, row, false})
				}
			}
			if row+1 < rows {
				if above := m.class(m.cells[(row+1)*columns+column]); here != "" && above != "" && above != here {
					list = append(list, edge{column, row, true})
				}
			}
		}
	}
	return list
}

// cross finds where on an edge the class changes, by bisection: where it first does if it
// changes more than once.
func (m *mapping) cross(ctx context.Context, e edge, halvings int) point {
	x, y := m.x.Values[e.column], m.y.Values[e.row]
	axis, lo, hi := m.x, x, 0.0
	next := m.at(e.column+1, e.row)
	if e.up {
		axis, lo, next = m.y, y, m.at(e.column, e.row+1)
	}
	if e.up {
		hi = m.y.Values[e.row+1]
	} else {
		hi = m.x.Values[e.column+1]
	}
	below, above := m.class(m.cells[m.cell(e.column, e.row)]), m.class(next)
	for range halvings {
		mid := axis.At(lo, hi, 0.5)
		if !(lo < mid && mid < hi) || ctx.Err() != nil {
			break
		}
		at := [2]float64{mid, y}
		if e.up {
			at = [2]float64{x, mid}
		}
		switch class := m.class(m.value(ctx, at[0], at[1])); class {
		case below:
			lo = mid
		case "": // it cannot be told
			continue
		default:
			hi, above = mid, class
		}
	}
	p := point{x: x, y: y, up: e.up, off: (hi - lo) / 2, below: below, above: above}
	if middle := (lo + hi) / 2; e.up {
		p.y = middle
	} else {
		p.x = middle
	}
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

// value is the result with the two knobs there.
func (m *mapping) value(ctx context.Context, x, y float64) answer.Value {
	s, err := place(m.s, m.x, m.y, x, y)
	return value(ctx, m.r, s, err, m.effort)
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
