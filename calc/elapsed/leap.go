package elapsed

import (
	"math"
	"sort"

	"retune/calc/num"
)

// A leap is n steps from retry k to the next, nearly alike and each within one part of ends of
// order 1: w is uniform there.
type leap struct {
	n       int
	d       *delay  // about the middle
	density float64 // of the ends, summed over the steps
	mean    float64 // sum of each interval times the measure of T_k < X, seconds
	wasted  float64 // sum of the measures of T_(k+1) < X
	began   float64 // the last of them
}

// leap returns the steps after retry k that are taken at once; none of fixed ends or where the
// deadline may come between. With f(T) the measure of T < X, which falls evenly from f_0 to f_n
// while E T_k grows by x, and f_m that of the retry in the middle
//
//	sum of E t_(j+1) f(T_j)  x (f_0 + f_n)/2 + density/2 sum of (E t)^2
//	sum of f(T_(j+1))        n (f_0 + 4 f_m + f_n)/6 - (f_0 - f_n)/2
func (e *independent) leap(o ends, k int) (l leap) {
	lo, _ := e.bounds(k)
	i := sort.SearchFloat64s(o.x, lo) - 1
	if o.order() == 0 || i < 0 || i >= len(o.m) {
		return l
	}
	end := min(o.x[i+1], e.policy.Deadline)
	beyond := func(n float64) bool { _, hi := e.bounds(k + int(n)); return !(hi < end) || e.ctx.Err() != nil }
	if beyond(1) {
		return l
	}
	n, _ := num.FirstWhole(beyond, 1, e.alike(float64(k+1), min(e.policy.Retries-float64(k), 1<<50))+1)
	if n--; n > 1 {
		n -= math.Mod(n, 2)
	}
	density := o.m[i] / (o.x[i+1] - o.x[i])
	after := 0.0
	for _, m := range o.m[i+1:] {
		after += m
	}
	from, to, mid := e.sum(k).mean, e.sum(k+int(n)).mean, e.sum(k+int(n/2)).mean
	f := func(t float64) float64 { return density*(o.x[i+1]-t) + after }
	d := e.delay(float64(k) + (n+1)/2)
	mu := e.policy.AttemptTime + d.mean
	l = leap{n: int(n), d: d, density: n * density, mean: (to-from)*(f(from)+f(to))/2 + density/2*n*mu*mu, wasted: f(to), began: f(to)}
	if n > 1 {
		l.wasted = n*(f(from)+4*f(mid)+f(to))/6 - (f(from)-f(to))/2
	}
	return l
}
