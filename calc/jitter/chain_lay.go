package jitter

import (
	"math"
	"slices"
)

// A jump is where a derivative of the density of the delay jumps: the density
// itself for 0.
type jump struct {
	at         float64 // seconds
	derivative int
}

// unseen is the share of the law, and of its second moment, that is left
// behind at each end of the grid.
const unseen = 1e-14

// live returns the weights that count, by index: without the ends that carry
// next to nothing, neither of the law nor of its square.
func (w *walk) live() []int {
	if w.g == nil {
		return []int{0}
	}
	first, last := 0, len(w.g.x)-1
	square := 0.0
	for k, p := range w.m {
		if p != 0 {
			square += math.Abs(p) * w.g.at(k) * w.g.at(k)
		}
	}
	for p, q := 0.0, 0.0; first < last; first++ {
		p += math.Abs(w.m[first])
		q += math.Abs(w.v[first])
		if p > unseen || q > unseen*w.variance() {
			break
		}
	}
	for p, q := 0.0, 0.0; last > first; last-- {
		p += math.Abs(w.m[last])
		q += math.Abs(w.m[last]) * w.g.x[last] * w.g.x[last]
		if p > unseen || q > unseen*square {
			break
		}
	}
	var live []int
	for k := range w.m {
		atom := k >= len(w.g.x)
		if !atom && first <= k && k <= last && w.m[k] != 0 || atom && w.m[k] > 1e-300 {
			live = append(live, k)
		}
	}
	return live
}

// below returns the delay that is exceeded with probability 1-q, to a node.
func (w *walk) below(q float64) float64 {
	end := len(w.g.x)
	sum := w.m[end]
	if sum >= q {
		return 0
	}
	for k := range end {
		if sum += w.m[k]; sum >= q {
			return w.g.x[k]
		}
	}
	return min(w.g.top, w.g.edge[len(w.g.edge)-1])
}

// next lays the grid of the next delay, from the least to the greatest that the
// delays that count can lead to. Edges are
//
//	where its density jumps    at the ends of a draw around one value: after an
//	                           atom, or around the cap
//	where a derivative jumps   at the ends of draws around such a point
//	where the cap begins       see kinks
//
// The scale is ln(t + floor): even in the logarithm down to a small share of
// the low delays, or to the standard deviation of a normal draw around them.
func (w *walk) next(live []int, finer float64) *panels {
	lo, hi := math.Inf(1), 0.0
	var around []float64 // values with a probability of their own
	low := w.first
	var jumps []jump
	if w.g == nil {
		around = append(around, w.first)
	} else {
		zero := w.m[len(w.g.x)]
		low = w.around(w.below(zero + 0.01*(1-zero)))
		for _, j := range w.jumps {
			if w.growth*j.at < w.limit && j.derivative < w.res.bends && !w.normal() {
				a, b := w.ends(w.around(j.at))
				jumps = append(jumps, jump{a, j.derivative + 1}, jump{b, j.derivative + 1})
			}
		}
		for k := len(w.g.x); k < len(w.m); k++ {
			if w.m[k] > 0 {
				around = append(around, w.base(k))
			}
		}
		if last := w.g.edge[len(w.g.edge)-1]; w.growth*last > w.limit {
			around = append(around, w.limit)
		}
	}
	for _, k := range live {
		a, b := w.ends(w.base(k))
		lo, hi = min(lo, a), max(hi, b)
	}
	for _, x := range around {
		for _, at := range w.marks(nil, x) {
			jumps = append(jumps, jump{at, 0})
		}
	}
	marks := w.kinks(nil)
	jumps = distinct(jumps)
	for _, j := range jumps {
		marks = append(marks, j.at)
	}
	w.jumps = jumps
	lo, hi = min(lo, w.top), min(hi, w.top)
	if !(hi > lo) { // everything is at one point, which is the cap
		lo, hi = lo/2, lo
	}
	floor := max(w.res.floor*low, 1e-30*hi)
	if w.normal() {
		floor = max(w.res.floor*low, w.sigma(low)/(2*w.growth))
	}
	width := min(w.res.width, math.Log((hi+floor)/(lo+floor))/float64(w.res.panels)) / finer
	return newPanels(lo, hi, w.top, marks, floor, width, w.res.gap*width)
}

// distinct sorts the jumps and keeps, of those at one place, the sharpest.
func distinct(jumps []jump) []jump {
	slices.SortFunc(jumps, func(a, b jump) int {
		switch {
		case a.at < b.at:
			return -1
		case a.at > b.at:
			return 1
		}
		return a.derivative - b.derivative
	})
	var out []jump
	for _, j := range jumps {
		if n := len(out); n > 0 && j.at-out[n-1].at <= 1e-12*j.at {
			out[n-1].derivative = min(out[n-1].derivative, j.derivative)
			continue
		}
		out = append(out, j)
	}
	return out
}
