package grid

import (
	"context"
	"math/bits"

	"retune/ui/answer"
)

// A lattice is every few of the values of an axis, and the last.
type lattice struct{ step, values int }

// latticeOf returns about the eighth part of so many values, or all where they are few.
func latticeOf(values int) lattice {
	return lattice{1 << max(0, bits.Len(uint(values/8))-1), values}
}

func (l lattice) has(i int) bool { return i%l.step == 0 || i == l.values-1 }

func (l lattice) finer() lattice { return lattice{max(1, l.step/2), l.values} }

// around returns the values of the lattice on both sides of i, or i twice if it is one of them.
func (l lattice) around(i int) [2]int {
	if l.has(i) {
		return [2]int{i, i}
	}
	from := i / l.step * l.step
	return [2]int{from, min(from+l.step, l.values-1)}
}

// survey computes the cells, and reports whether all are known. What becomes of a fleet is simulated in every
// few columns and rows first, and then in those halfway between. A cell whose neighbours of before are all the
// same is taken to be so too: settle computes it if it turns out to be next to a border.
func (m *mapping) survey(ctx context.Context, c *counter) bool {
	if m.settled == nil || m.r.Among == nil {
		return m.all(ctx, c, m.order())
	}
	x, y := latticeOf(len(m.x.Values)), latticeOf(len(m.y.Values))
	for before := (*[2]lattice)(nil); ; x, y = x.finer(), y.finer() {
		var list []int
		for place, i := range m.order() {
			column, row := i%x.values, i/x.values
			if m.known[i] || !(x.has(column) && y.has(row)) && place > 0 { // the first is the fleet as it is
				continue
			}
			if before == nil || !m.fill(i, before[0].around(column), before[1].around(row)) {
				list = append(list, i)
			}
		}
		if !m.all(ctx, c, list) {
			return false
		}
		if x.step == 1 && y.step == 1 {
			return true
		}
		before = &[2]lattice{x, y}
	}
}

// fill gives cell i the verdict of the cells in two columns and two rows, if they have the same.
func (m *mapping) fill(i int, columns, rows [2]int) bool {
	v := m.cells[m.cell(columns[0], rows[0])]
	for _, column := range columns {
		for _, row := range rows {
			if m.class(m.cells[m.cell(column, row)]) != m.class(v) {
				return false
			}
		}
	}
	if m.class(v) == "" {
		return false
	}
	m.held(func() {
		m.cells[i], m.known[i], m.filled[i] = answer.Value{Words: v.Words, Status: v.Status}, true, true
	})
	return true
}
