package elapsed

import (
	"math"
	"slices"

	"retune/calc/jitter"
)

// put returns the distribution on cells of width h, seconds. A point at either end of its support stays a point. Each
// cell gets the rest of its probability from the CDF, and all cells are moved so that the mean is exact.
func put(d jitter.Dist, h float64) lattice { return putUpTo(d, h, math.Inf(1)) }

// manyCells is the number of cells beyond which putUpTo leaves out those that are not needed.
const manyCells = 1 << 18

// putUpTo is put for a caller that needs the cells up to most seconds. Of many cells it returns no others, unmoved.
func putUpTo(d jitter.Dist, h, most float64) lattice {
	lo, hi := reach(d)
	if !(hi > lo) {
		return pointAt(lo)
	}
	l := lattice{step: h}
	low, high := d.Atom(lo), d.Atom(hi)
	for _, p := range []point{{lo, low}, {hi, high}} {
		if p.p > slightMass {
			l.points = append(l.points, p)
		}
	}
	rest := 1 - low - high
	if !(rest > slightMass) {
		return l
	}
	n := int(max(1, math.Ceil((hi-lo)/h*(1-1e-9))))
	l.at = lo + (hi-lo)/2 - float64(n-1)/2*h
	needed := n
	if n > manyCells {
		needed = int(max(0, min(float64(n), math.Ceil((most-l.at)/h)+2)))
	}
	l.mass = make([]float64, needed)
	before := 0.0
	for j := range l.mass {
		upTo := rest
		if x := l.middle(j) + h/2; j < n-1 && x < hi {
			upTo = max(0, d.CDF(x)-low)
		}
		l.mass[j], before = upTo-before, upTo
	}
	if needed < n {
		return l
	}
	mean := (d.Mean() - low*lo - high*hi) / rest
	if off := mean - (lattice{at: l.at, step: h, mass: l.mass}).mean(); math.Abs(off) < h {
		l.at += off
	}
	return l
}

// putWhole returns a distribution whose values are all lo + n q, n whole.
func putWhole(d jitter.Dist, lo, q float64) lattice {
	_, hi := reach(d)
	l := lattice{at: lo, step: q, mass: make([]float64, 1+int(math.Round((hi-lo)/q))), whole: true}
	before := 0.0
	for j := range l.mass {
		upTo := d.CDF(l.middle(j) + q/2)
		l.mass[j], before = upTo-before, upTo
	}
	return l
}

// reach returns an interval that holds all of a distribution except negligible tails, seconds.
func reach(d jitter.Dist) (lo, hi float64) {
	lo, hi = d.Support()
	if d.Atom(lo) < slightMass {
		lo = d.Quantile(slightMass)
	}
	if math.IsInf(hi, 1) || d.Atom(hi) < slightMass {
		hi = min(hi, d.Quantile(1-slightMass))
	}
	return lo, hi
}

// coarsened returns the measure on cells twice as wide. It splits the mass of every second cell between the two
// neighbours, which keeps the mean.
func (l lattice) coarsened() lattice {
	mass := make([]float64, len(l.mass)/2+1)
	for j, m := range l.mass {
		if j%2 == 0 {
			mass[j/2] += m
		} else {
			mass[j/2], mass[j/2+1] = mass[j/2]+m/2, mass[j/2+1]+m/2
		}
	}
	l.mass, l.step, l.whole = mass, 2*l.step, false
	return l
}

// trimmed returns the measure without the cells of negligible mass at its ends.
func (l lattice) trimmed() lattice {
	from, to := 0, len(l.mass)
	for sum := 0.0; from < to; from++ {
		if sum += l.mass[from]; sum > slightMass {
			break
		}
	}
	for sum := 0.0; from < to; to-- {
		if sum += l.mass[to-1]; sum > slightMass {
			break
		}
	}
	l.at, l.mass = l.middle(from), l.mass[from:to]
	return l
}

// onCells returns the middle of the first cell, the mass of all cells and points on cells alone, and the mass of the
// points on these cells. A point is split between its two neighbours, which keeps the mean.
func (l lattice) onCells() (at float64, all, spots []float64) {
	if len(l.points) == 0 {
		return l.at, l.mass, nil
	}
	first, last := l.points[0].x, l.points[len(l.points)-1].x
	if len(l.mass) == 0 {
		l.at = first
	}
	ahead := max(0, int(math.Ceil((l.at-first)/l.step)))
	at = l.at - float64(ahead)*l.step
	spots = make([]float64, max(ahead+len(l.mass), int((last-at)/l.step)+2))
	for _, p := range l.points {
		u := max(0, (p.x-at)/l.step)
		j := int(u)
		spots[j] += p.p * (1 - (u - float64(j)))
		spots[j+1] += p.p * (u - float64(j))
	}
	all = slices.Clone(spots)
	for j, m := range l.mass {
		all[ahead+j] += m
	}
	return at, all, spots
}

// mergedPoints returns the points in ascending order. It merges points at the same time and drops points of negligible
// mass.
func mergedPoints(list []point) []point {
	slices.SortFunc(list, func(a, b point) int { return int(math.Copysign(1, a.x-b.x)) })
	var merged []point
	for _, p := range list {
		if last := len(merged) - 1; last >= 0 && p.x-merged[last].x <= closePoint*math.Abs(p.x) {
			merged[last].p += p.p
		} else {
			merged = append(merged, p)
		}
	}
	return slices.DeleteFunc(merged, func(p point) bool { return p.p < slightMass })
}
