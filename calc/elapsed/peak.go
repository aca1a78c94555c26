package elapsed

import (
	"cmp"
	"context"
	"math"
	"slices"

	"retune/calc/jitter"
)

// Peak returns the largest expected number of retries that one client starts within
// any window, over the length of the window, and where that window begins. N clients
// that make their first attempt together make N times that; as w tends to 0 it is the
// peak rate.
//
//	max over x of (1/w) sum over k of P(x <= T_k <= x+w)
//
//	starts  distributions of T_1, T_2, ...
//	w       length of the window, seconds, > 0
//	sampled whether the distributions are samples
//	rate    per second and client
//	at      x, seconds
//
// Windows are tried that begin or end at a quantile of some T_k, at an end of its
// support or at a point, or have a quantile in their middle, unless the quantiles tell that
// they hold less than others; then the best are moved by golden sections. Of a distribution
// that is sampled only the quantiles are taken, since a denser look would see the chance in
// the sample. Once ctx is done it ends with no peak.
func Peak(ctx context.Context, starts []jitter.Dist, w float64, sampled bool) (rate, at float64) {
	const parts, coarse, finalists = 96, 64, 12
	type retry struct { // its start
		d      jitter.Dist
		strata strata  // instead, if it is sampled
		lo, hi float64 // between which all of it is but 1e-9
		most   float64 // that any window holds of it
	}
	type window struct{ x, h, count float64 }
	var retries []retry
	var tries []window
	for _, d := range starts {
		if ctx.Err() != nil {
			return 0, 0
		}
		lo, hi := d.Support()
		r := retry{d: d, lo: lo, hi: hi}
		if sampled {
			r.strata = newStrata(d, coarse)
		}
		if hi > lo {
			r.lo, r.hi = d.Quantile(1e-9), d.Quantile(1-1e-9)
		}
		if math.IsInf(r.lo, 1) {
			break
		}
		q := make([]float64, parts+2)
		q[0], q[parts+1] = lo, min(hi, r.hi)
		quantile := rising(d)
		for i := range parts {
			q[i+1] = quantile((float64(i) + 0.5) / parts)
		}
		for i, j := 0, 0; i <= parts; i++ { // windows that begin after q_i, by q_(i+1) at the latest
			for j <= parts && q[j] <= q[i+1]+w {
				j++
			}
			to := (float64(j) - 0.5) / parts
			if j > parts {
				to = 1
			}
			r.most = max(r.most, to-max(0, float64(i)-0.5)/parts)
		}
		if r.most += 1e-5; r.strata != nil { // and what the ends of a window are off by
			r.most += 2. / coarse
		}
		retries = append(retries, r)
		for i, x := range q {
			h := max(x-q[max(0, i-1)], q[min(parts+1, i+1)]-x)
			tries = append(tries, window{x: x, h: h}, window{x: x - w, h: h}, window{x: x - w/2, h: h})
		}
	}
	count := func(x float64) (total float64) {
		if ctx.Err() != nil {
			return 0
		}
		for i := range retries {
			r := &retries[i]
			switch {
			case r.lo > x+w || r.hi < x:
			case r.strata != nil:
				total += r.strata.below((x+w)*(1+4*nearby)) - r.strata.below(x)
			default:
				total += r.d.CDF(x+w) - r.d.CDF(x) + r.d.Atom(x)
			}
		}
		return total
	}
	best := window{count: -1}
	try := func(x, h float64) window {
		t := window{x, h, count(x)}
		if t.count > best.count+1e-13 {
			best = t
		}
		return t
	}
	var top []window // those that hold most, descending
	for _, t := range tries {
		x, most := max(0, t.x), 0.0
		for i := range retries {
			r := &retries[i]
			if r.lo <= x+w && x <= r.hi {
				most += r.most
			}
		}
		if len(top) == finalists && most < top[finalists-1].count {
			continue
		}
		t = try(x, t.h)
		i, _ := slices.BinarySearchFunc(top, t.count, func(a window, count float64) int { return cmp.Compare(count, a.count) })
		if top = slices.Insert(top, i, t); len(top) > finalists {
			top = top[:finalists]
		}
	}
	for _, t := range top {
		const golden = 0.6180339887498949
		a, b := max(0, t.x-t.h), t.x+t.h
		c, d := try(b-golden*(b-a), 0), try(a+golden*(b-a), 0)
		for b-a > 1e-7*(w+math.Abs(a)) && b-a > 1e-9*t.h {
			if c.count >= d.count {
				b, d = d.x, c
				c = try(b-golden*(b-a), 0)
			} else {
				a, c = c.x, d
				d = try(a+golden*(b-a), 0)
			}
		}
	}
	if best.count < 0 {
		return 0, 0
	}
	return best.count / w, best.x
}
