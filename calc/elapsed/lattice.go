package elapsed

import (
	"math"
	"slices"
)

// A lattice is a measure on time: cells of equal width, and exact points beside them. Its total need not be 1: it may
// be the share of clients that go on, or an expected number of retries. It is immutable.
type lattice struct {
	at     float64   // middle of cell 0, seconds
	step   float64   // width h of a cell, seconds, > 0
	mass   []float64 // mass of each cell, spread evenly over the cell
	points []point   // in ascending order
	whole  bool      // all mass of a cell is at its middle: every time is at + a whole number of steps
}

// A point is a time with a positive probability.
type point struct{ x, p float64 }

// Limits of what is kept.
const (
	slightMass = 1e-13   // mass of a tail or a point that is dropped
	closePoint = 1e-12   // relative distance up to which two times count as equal
	mostPoints = 1 << 10 // greatest number of points beside the cells
)

// pointAt returns the measure of a fixed time, seconds.
func pointAt(x float64) lattice { return lattice{step: 1, points: []point{{x, 1}}} }

// middle returns the middle of cell j, seconds.
func (l lattice) middle(j int) float64 { return l.at + float64(j)*l.step }

// total returns the mass of all cells and points.
func (l lattice) total() float64 {
	sum := 0.0
	for _, m := range l.mass {
		sum += m
	}
	for _, p := range l.points {
		sum += p.p
	}
	return sum
}

// span returns the interval that holds all mass, seconds; lo > hi if there is none.
func (l lattice) span() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	if len(l.mass) > 0 {
		half := l.half()
		lo, hi = l.at-half, l.middle(len(l.mass)-1)+half
	}
	if n := len(l.points); n > 0 {
		lo, hi = min(lo, l.points[0].x), max(hi, l.points[n-1].x)
	}
	return lo, hi
}

// half returns how far the mass of a cell reaches on each side of its middle, seconds.
func (l lattice) half() float64 {
	if l.whole {
		return 0
	}
	return l.step / 2
}

// moments returns the sums of the mass times 1, x and x^2 around a time c: the total,
// its mean distance from c, and its mean squared distance, not divided by the total.
func (l lattice) moments(c float64) (total, first, second float64) {
	within := l.half() * l.half() / 3 // variance of the mass inside a cell
	for j, m := range l.mass {
		x := l.middle(j) - c
		total, first, second = total+m, first+m*x, second+m*(x*x+within)
	}
	for _, p := range l.points {
		x := p.x - c
		total, first, second = total+p.p, first+p.p*x, second+p.p*x*x
	}
	return total, first, second
}

// mean returns the mean, seconds, of a measure with some mass.
func (l lattice) mean() float64 {
	c, _ := l.span()
	total, first, _ := l.moments(c)
	return c + first/total
}

// variance returns the variance, seconds squared, of a measure with some mass.
func (l lattice) variance() float64 {
	total, _, second := l.moments(l.mean())
	return second / total
}

// shifted returns the measure x seconds later.
func (l lattice) shifted(x float64) lattice {
	l.at += x
	l.points = slices.Clone(l.points)
	for i := range l.points {
		l.points[i].x += x
	}
	return l
}

// weighted returns the measure with the mass at x times f(x).
func (l lattice) weighted(f func(x float64) float64) lattice {
	l.mass, l.points = slices.Clone(l.mass), slices.Clone(l.points)
	for j := range l.mass {
		l.mass[j] *= f(l.middle(j))
	}
	for i := range l.points {
		l.points[i].p *= f(l.points[i].x)
	}
	return l
}

// scaled returns the measure with all mass times f.
func (l lattice) scaled(f float64) lattice { return l.weighted(func(float64) float64 { return f }) }

// stretched returns the measure with every time x moved to to + f (x - from).
func (l lattice) stretched(from, f, to float64) lattice {
	l.at, l.step = to+f*(l.at-from), f*l.step
	l.points = slices.Clone(l.points)
	for i := range l.points {
		l.points[i].x = to + f*(l.points[i].x-from)
	}
	return l
}

// before returns the part of the measure before x, seconds. at includes a point at x.
func (l lattice) before(x float64, at bool) lattice {
	if math.IsInf(x, 1) {
		return l
	}
	limit := earlier(x)
	if at {
		limit = x + closePoint*math.Abs(x)
	}
	kept := slices.IndexFunc(l.points, func(p point) bool { return p.x > limit })
	if kept >= 0 {
		l.points = l.points[:kept:kept]
	}
	if len(l.mass) == 0 { // it may have no step
		return l
	}
	u := (limit-l.at)/l.step + 0.5
	if l.whole {
		u = math.Floor(u + 0.5)
	}
	if n := int(max(0, min(math.Ceil(u), float64(len(l.mass))))); n < len(l.mass) || u < float64(n) {
		l.mass = slices.Clone(l.mass[:n])
		if n == 0 {
			return l
		}
		kept := min(1, u-float64(n-1)) // kept share of the last cell, whose middle moves
		part := l.mass[n-1] * kept
		early := 0.0
		if n > 1 {
			early = part * (1 - kept) / 2
			l.mass[n-2] += early
		}
		l.mass[n-1] = part - early
	}
	return l
}

// from returns the part of the measure from x on, seconds, including points at x.
func (l lattice) from(x float64) lattice { return l.flipped(0).before(-x, true).flipped(0) }

// after returns the part of the measure after x, seconds, without points at x.
func (l lattice) after(x float64) lattice { return l.flipped(0).before(-x, false).flipped(0) }

// earlier returns the last time that is before x, seconds.
func earlier(x float64) float64 { return math.Nextafter(x-closePoint*math.Abs(x), math.Inf(-1)) }

// flipped returns the measure of x - T.
func (l lattice) flipped(x float64) lattice {
	l.mass, l.points = slices.Clone(l.mass), slices.Clone(l.points)
	slices.Reverse(l.mass)
	slices.Reverse(l.points)
	l.at = x - l.middle(max(0, len(l.mass)-1))
	for i := range l.points {
		l.points[i].x = x - l.points[i].x
	}
	return l
}
