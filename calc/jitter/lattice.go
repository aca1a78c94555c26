package jitter

import (
	"math"

	"retune/calc"
)

// Evenly asks Components of a distribution of points at one distance for its spread,
// however few values it has.
const Evenly = -1

// listed is how many values of a lattice are told apart as points; more are spread
// evenly, which moves none by more than half a step.
const listed = 64

// A rung is n times that are equally likely: lo, lo+step, ..., seconds.
type rung struct {
	weight, lo, step float64
	n                float64
	certain          bool // it is what one time is rounded to
}

func (r rung) hi() float64 { return r.lo + (r.n-1)*r.step }

// A lattice is the distribution of a time that is a multiple of a quantum, less a fixed
// time: its rungs ascend, and the last of one may be the first of the next.
type lattice []rung

// inQuanta returns what rounding makes of a mixture: of t the multiple of the quantum that
// s + t comes to, less s.
//
// Of a uniform from lo to hi all multiples are equally likely that a whole quantum comes
// to; the first and the last have what is left.
func inQuanta(m mixture, q calc.Quantum, s float64) lattice {
	var l lattice
	add := func(r rung) {
		if last := len(l) - 1; last >= 0 && r.n == 1 && l[last].n == 1 && l[last].lo == r.lo && l[last].certain == r.certain {
			l[last].weight += r.weight
		} else if r.weight > 0 && r.n > 0 {
			l = append(l, r)
		}
	}
	size := q.Size
	at := func(i float64) float64 { return max(0, i*size-s) }
	for _, b := range m {
		lo, hi := (b.Lo+s)/size, (b.Hi+s)/size
		if hi > 1<<52 { // the quanta are finer than numbers are
			n := 1.0
			if b.Lo < b.Hi && !math.IsInf(b.Hi, 1) {
				n += 1 << 52
			}
			add(rung{b.Weight, b.Lo, (b.Hi - b.Lo) / max(1, n-1), n, n == 1})
			continue
		}
		if b.Lo == b.Hi {
			add(rung{b.Weight, at(place(lo, q.Round)), size, 1, true})
			continue
		}
		// Down: i from floor(lo) to below hi; nearest and up are that of a shifted range.
		switch q.Round {
		case calc.Nearest:
			lo, hi = lo+0.5, hi+0.5
		case calc.Up:
			lo, hi = lo+1, hi+1
		}
		from, to := math.Floor(near(lo)), math.Ceil(near(hi))-1 // the last one that is drawn
		width := hi - lo
		if from >= to {
			add(rung{b.Weight, at(from), size, 1, false})
			continue
		}
		head, tail := min(1, from+1-lo), min(1, hi-to)
		first, last := from, to
		if head < 1-1e-12 {
			add(rung{b.Weight * head / width, at(from), size, 1, false})
			first++
		}
		if tail < 1-1e-12 {
			last--
		}
		if n := last - first + 1; n > 0 {
			add(rung{b.Weight * n / width, at(first), size, n, false})
		}
		if tail < 1-1e-12 {
			add(rung{b.Weight * tail / width, at(to), size, 1, false})
		}
	}
	return l
}

// near returns the whole number that x is but for rounding, or x.
func near(x float64) float64 {
	if n := math.Round(x); math.Abs(x-n) <= 0x1p-40*max(1, math.Abs(n)) {
		return n
	}
	return x
}

// place returns the whole number that x is rounded to.
func place(x float64, r calc.Rounding) float64 {
	switch x = near(x); r {
	case calc.Down:
		return math.Floor(x)
	case calc.Nearest:
		return math.Floor(x + 0.5)
	}
	return math.Ceil(x)
}

// values returns how many values there are.
func (l lattice) values() (n float64) {
	for _, r := range l {
		n += r.n
	}
	return n
}

func (l lattice) Support() (lo, hi float64) { return l[0].lo, l[len(l)-1].hi() }

func (l lattice) Mean() (mean float64) {
	for _, r := range l {
		mean += r.weight * (r.lo + (r.n-1)*r.step/2)
	}
	return mean
}

// Variance adds (n^2-1)/12 step^2 of each rung.
func (l lattice) Variance() (total float64) {
	mean := l.Mean()
	for _, r := range l {
		off := r.lo + (r.n-1)*r.step/2 - mean
		total += r.weight * (off*off + (r.n*r.n-1)/12*r.step*r.step)
	}
	return total
}

// count returns how many values of the rung are at most x, a time within rounding of a
// value being the value.
func (r rung) count(x float64) float64 {
	tiny := 1e-13 * max(math.Abs(x), r.hi())
	switch {
	case x+tiny < r.lo:
		return 0
	case r.n == 1 || x+tiny >= r.hi():
		return r.n
	}
	return min(r.n, math.Floor((x-r.lo+tiny)/r.step)+1)
}

func (l lattice) CDF(x float64) (p float64) {
	if _, hi := l.Support(); x >= hi {
		return 1
	}
	for _, r := range l {
		p += r.weight * r.count(x) / r.n
	}
	return p
}

func (l lattice) Quantile(q float64) float64 {
	if q <= 0 {
		return l[0].lo
	}
	for _, r := range l {
		if q <= r.weight*(1+1e-15) {
			i := math.Ceil(near(q/r.weight*r.n)) - 1
			return r.lo + max(0, min(r.n-1, i))*r.step
		}
		q -= r.weight
	}
	_, hi := l.Support()
	return hi
}

func (l lattice) Atom(x float64) (p float64) {
	for _, r := range l {
		if n := r.count(x); n > 0 {
			if v := r.lo + (n-1)*r.step; math.Abs(v-x) <= 1e-13*max(math.Abs(x), r.hi()) {
				p += r.weight / r.n
			}
		}
	}
	return p
}

// Components returns the values as points if they are few, and else each rung spread by half
// a step beyond its first and last value, but for a first one of 0: so the mean is that of
// the values, and the variance nearly.
func (l lattice) Components(n int) (list []Component) {
	all := n != Evenly && l.values() <= max(listed, float64(n))
	for _, r := range l {
		if !all && !r.certain {
			lo, weight := r.lo-r.step/2, r.weight
			if r.lo == 0 && r.n > 1 { // a point, as there are no delays below 0
				list = append(list, Component{weight / r.n, 0, 0})
				lo, weight = r.step/2, weight*(1-1/r.n)
			}
			list = append(list, Component{weight, max(0, lo), r.hi() + r.step/2})
			continue
		}
		for i := range int(r.n) {
			x := r.lo + float64(i)*r.step
			list = append(list, Component{r.weight / r.n, x, x})
		}
	}
	return list
}
