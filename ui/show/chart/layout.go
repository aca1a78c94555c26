package chart

import (
	"math"
)

// A layout holds the scales of a plot, the values of its curves and the labels of its y axis.
type layout struct {
	x, y    scale
	samples [][]float64 // of each curve
	labels  []label
}

// layout returns the layout of the plot in so many columns and rows.
func (p Plot) layout(columns, rows int) layout {
	l := layout{x: newScale(p.X)} // without a range: an empty frame
	for _, c := range p.Curves {
		l.samples = append(l.samples, p.sample(c, l.x, columns))
	}
	l.y = newScale(p.yAxis(l, columns))
	l.labels = p.yLabels(l.y, rows)
	return l
}

// sample evaluates a curve at the centre of every column, or its peak over the column. A curve drawn in dots is
// evaluated for every column of dots.
func (p Plot) sample(c Curve, x scale, columns int) []float64 {
	if p.Glyphs == Braille {
		columns *= dotsWide
	}
	at := make([]float64, columns)
	for col := range at {
		at[col] = c.at(x, col, columns)
	}
	return at
}

// at evaluates a curve at the centre of a column, or its peak over the column.
func (c Curve) at(x scale, col, columns int) float64 {
	if c.Peaks == nil {
		return c.Y(x.centre(col, columns))
	}
	return c.Peaks(x.edge(col, columns), x.edge(col+1, columns))
}

// values evaluates a function at the centre of every column.
func values(f func(float64) float64, x scale, columns int) []float64 {
	at := make([]float64, columns)
	for col := range at {
		at[col] = f(x.centre(col, columns))
	}
	return at
}

// edges evaluates a fill at the centre of every column, clipped to the y axis; NaN is a gap.
func (f Fill) edges(x, y scale, columns int) (lo, hi []float64) {
	lo, hi = values(f.Lo, x, columns), values(f.Hi, x, columns)
	for col := range lo {
		lo[col], hi[col] = max(lo[col], y.Lo), min(hi[col], y.Hi)
		if !(lo[col] <= hi[col]) {
			lo[col], hi[col] = math.NaN(), math.NaN()
		}
	}
	return lo, hi
}

// An ending is the named end of a line, a curve or the edge of a fill.
type ending struct {
	name string
	role Role
	x, y float64
}

// endings returns the ends at the last of the columns that has a value; NaN if none has one.
func (p Plot) endings(x scale, columns int) (list []ending) {
	addEach := func(name string, role Role, at func(col int) float64) {
		e := ending{name, role, math.NaN(), math.NaN()}
		for col := columns - 1; col >= 0 && math.IsNaN(e.y); col-- {
			e.x, e.y = x.centre(col, columns), at(col)
		}
		if name != "" {
			list = append(list, e)
		}
	}
	add := func(name string, role Role, f func(float64) float64) {
		addEach(name, role, func(col int) float64 { return f(x.centre(col, columns)) })
	}
	for _, l := range p.Lines {
		add(l.Name, l.Role, func(float64) float64 { return l.Y })
	}
	for _, c := range p.Curves {
		addEach(c.Name, c.Role, func(col int) float64 { return c.at(x, col, columns) })
	}
	for _, f := range p.Fills {
		add(f.HiName, f.Role, f.Hi)
		add(f.LoName, f.Role, f.Lo)
	}
	return list
}

// margin returns the width that the names need to the right of the plot, where they hide nothing: the widest, or the
// curves' beside each other if that is not much. It does not depend on the heights of the curves, so that it stays
// while they move.
func (p Plot) margin() int {
	const much = 16
	width, both := 0, 0
	for _, c := range p.Curves {
		if c.Name != "" {
			both += Width(c.Name) + len(", ")
		}
	}
	if both <= much {
		width = max(both-1, 0)
	}
	for _, e := range p.endings(scale{}, 0) {
		width = max(width, Width(e.name)+1)
	}
	return width
}
