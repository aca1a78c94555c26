package jitter

import "math"

// Peak returns the largest expected number of retries that one client starts
// within any window, over the length of the window, and where that window
// begins. N clients that made call 0 together make N times that; as w tends to
// 0 it is the peak rate.
//
//	max over x of (1/w) sum over k of P(x <= T_k <= x+w)
//
//	w     length of the window, seconds, > 0
//	rate  per second and client
//	at    x, seconds
//
// The scan tries windows that begin or end where some T_k begins, ends, or has
// a point, and 48 steps between, then refines around the best.
func (s *Schedule) Peak(w float64) (rate, at float64) {
	count := func(x float64) float64 {
		total := 0.0
		for _, d := range s.elapsed {
			lo, hi := d.Support()
			if lo > x+w || hi < x {
				continue
			}
			total += d.CDF(x+w) - d.CDF(x) + d.Atom(x)
		}
		return total
	}
	best, step := -1.0, 0.0
	try := func(x, h float64) {
		if n := count(x); n > best+1e-13 {
			best, at, step = n, x, h
		}
	}
	for _, d := range s.elapsed {
		lo, hi := d.Support()
		if reach := 6 * math.Sqrt(d.Variance()); math.IsInf(hi, 1) {
			hi = d.Mean() + reach
		}
		const steps = 48
		h := (hi - lo) / steps
		for i := range steps + 1 {
			x := lo + float64(i)*h
			try(x, h)
			try(math.Max(0, x-w), h)
			if h == 0 {
				break
			}
		}
	}
	if best < 0 {
		return 0, 0
	}
	for step > 1e-9*(w+at) {
		x := at
		try(math.Max(0, x-step/2), step/2)
		try(x+step/2, step/2)
		if at == x {
			step /= 2
		}
	}
	return best / w, at
}
