package chart

import (
	"math"
	"unicode/utf8"
)

// An ending is the named end of a line, a curve or the edge of a fill.
type ending struct {
	name string
	role Role
	x, y float64
}

// endings returns the ends at the last of the columns that has a value; NaN if none has one.
func (p Plot) endings(x scale, columns int) (list []ending) {
	add := func(name string, role Role, f func(float64) float64) {
		if name == "" {
			return
		}
		e := ending{name, role, math.NaN(), math.NaN()}
		for col := columns - 1; col >= 0 && math.IsNaN(e.y); col-- {
			e.x = x.centre(col, columns)
			e.y = f(e.x)
		}
		list = append(list, e)
	}
	for _, l := range p.Lines {
		add(l.Name, l.Role, func(float64) float64 { return l.Y })
	}
	for _, c := range p.Curves {
		add(c.Name, c.Role, c.Y)
	}
	for _, f := range p.Fills {
		add(f.HiName, f.Role, f.Hi)
		add(f.LoName, f.Role, f.Lo)
	}
	return list
}

// margin returns the width that the names need to the right of the plot, where they hide nothing.
func (p Plot) margin() int {
	width := 0
	for _, e := range p.endings(scale{}, 0) {
		width = max(width, utf8.RuneCountInString(e.name)+1)
	}
	return width
}
