package elapsed

import (
	"math"
	"slices"
)

// waits returns the measure of the reconnect delay of clients that start at any time of a measure, after an outage
// that ends in a period. interval returns the measure of their next interval, up to top seconds and independent of the
// start, on cells of the width of a lattice.
func (c *clients) waits(start lattice, s period, top float64, interval func(like lattice) lattice) lattice {
	first, last := start.span()
	if !(first <= last) || last+top < s.lo*(1-closePoint) {
		return lattice{}
	}
	cells, least := c.empty(top), top/float64(2*c.cells)
	age := c.age(start.within(cells, least), s, top)
	if len(age.mass)+len(age.points) == 0 {
		return age
	}
	age = age.within(cells, least)
	w := convolve(interval(age), age.flipped(0)).from(-closePoint * s.hi)
	for i := range w.points {
		w.points[i].x = max(0, w.points[i].x)
	}
	return w
}

// age returns the measure of the time from the last retry to the end of an outage in the period, for times up to about
// top, seconds.
func (c *clients) age(start lattice, s period, top float64) lattice {
	if s.IsFixed() {
		return start.from(s.hi - top*(1+closePoint) - 2*start.step).flipped(s.hi)
	}
	first, last := start.span()
	lo, hi := max(s.lo, first), min(s.hi, last+top)
	if !(lo < hi) {
		return lattice{}
	}
	if !start.whole && start.step > top/32 && len(start.mass) <= fewCells {
		return c.evenAge(start, s, top)
	}
	start = start.apart()
	start = start.within(lattice{step: top / float64(c.cells)}, (last-first+hi-lo)/float64(2*c.cells))
	start.whole = false
	ends := lattice{step: start.step, mass: make([]float64, int(math.Ceil((hi-lo)/start.step)))}
	ends.at = lo + ends.step/2
	before := s.upTo(lo)
	for j := range ends.mass {
		upTo := s.upTo(min(hi, ends.middle(j)+ends.step/2))
		ends.mass[j], before = upTo-before, upTo
	}
	return convolve(ends, start.flipped(0)).from(0).before(top+2*start.step, true)
}

// apart returns the measure with its cells converted to points if they are whole and few.
func (l lattice) apart() lattice {
	if !l.whole || len(l.mass) > mostPoints {
		return l
	}
	l.points = slices.Clone(l.points)
	for j, m := range l.mass {
		l.points = append(l.points, point{l.middle(j), m})
	}
	l.points, l.mass = mergedPoints(l.points), nil
	return l
}

// evenAge returns age for starts that are spread evenly over many intervals. The measure changes little from one age
// to the next, so it is computed at a few ages.
func (c *clients) evenAge(start lattice, s period, top float64) lattice {
	const knots = 16
	start = start.wider(top)
	by := func(age float64) (total float64) {
		for j, m := range start.mass {
			total += m * s.within(start.middle(j)+age, start.step)
		}
		return total
	}
	each := c.cells / 2 / knots
	l := lattice{step: top / float64(knots*each), mass: make([]float64, 0, knots*each)}
	l.at = l.step / 2
	before := by(0)
	for i := range knots {
		upTo := by(top * float64(i+1) / knots)
		for range each {
			l.mass = append(l.mass, (upTo-before)/float64(each))
		}
		before = upTo
	}
	return l
}

// wider returns the measure on cells about as wide as top, seconds, if it has many narrower cells.
func (l lattice) wider(top float64) lattice {
	for len(l.mass) > fewCells/4 && l.step < top/2 {
		l = l.coarsened()
	}
	return l
}
