package calc

import (
	"math"

	"retune/calc/num"
)

// RetryAt returns n(T), the real number of retries at elapsed time T: the
// solution n of
//
//	T = n s + (a/q) (e^(n y) - 1)     T <= T_m    (r = 1: T = n (s + a))
//	T = T_m + (n-m) (s + c)           T >= T_m
//
//	T  elapsed, seconds, >= 0, or +Inf
//
// At s = 0 the first line gives n = ln(1 + qT/a)/ln r. At a retry instant, by the
// tolerance of the package comment, the result is exactly whole.
//
// Of a policy that is not plain it is the straight line between two retries.
func (p Policy) RetryAt(t float64) float64 {
	if !p.Plain() {
		n, f := p.generalRetryAt(t)
		return n + f
	}
	k, f := p.locate(t)
	n := math.Round(k + f)
	if math.Abs(p.Elapsed(n)-t) <= p.slack(n)*t {
		return n
	}
	return k + f
}

// RetriesBy returns the number of retries started by elapsed time T, seconds, >= 0, or
// +Inf, the one that starts at T included: the largest whole n with
//
//	T_n <= T (1 + (2 + min(n, m)) 2^-52)    (r = 1: T (1 + 2^-51))
//
// The allowance adds at most the retry nearest to T, also where n > 6e7 retries make it
// wider than a gap.
func (p Policy) RetriesBy(t float64) float64 {
	if !p.Plain() {
		n, _ := p.generalRetryAt(t)
		return n
	}
	k, f := p.locate(t)
	n := math.Round(k + f)
	if p.reached(n, t) {
		return n
	}
	return n - 1
}

// reached reports whether retry n has started by time t, with the tolerance of
// RetriesBy.
func (p Policy) reached(n, t float64) bool {
	return p.Elapsed(n)-t <= p.slack(n)*t
}

// slack returns the relative tolerance in T at retry n.
func (p Policy) slack(n float64) float64 {
	const ulp = 0x1p-52
	if p.Factor == 1 {
		return 2 * ulp // 1 is exact: only a, s and T are rounded
	}
	return (2 + min(n, p.CapRetry()-1)) * ulp
}

// NextRetryAt returns the time of the first retry after elapsed time T, both in seconds.
//
//	T_(N+1),  N = RetriesBy(T)
func (p Policy) NextRetryAt(t float64) float64 {
	return p.Elapsed(p.RetriesBy(t) + 1)
}

// NextDelay returns the delay that comes after a retry at elapsed time T, both in
// seconds: that before jitter at n(T) + 1. At T = T_n it is d_(n+1).
//
//	min(c, a r^n(T)) = min(c, a + q (T - s n(T)))     (s = 0: min(c, a + q T))
//
// Of a policy that is not plain it is the straight line between two retries.
func (p Policy) NextDelay(t float64) float64 {
	if !p.Plain() {
		n, f := p.generalRetryAt(t)
		return p.delayAt(n+1, f)
	}
	if p.AttemptTime == 0 {
		return min(p.Cap, math.FMA(p.Factor-1, t, p.InitialDelay))
	}
	// The second form loses every digit when the attempts take far longer than
	// the delays, T - s n(T) << T; the first does not.
	k, f := p.locate(t)
	return min(p.Cap, p.smooth(k+1, f))
}

// PreviousDelay returns the delay that led to a retry at elapsed time T, both in
// seconds: that before jitter at n(T). At T = T_n it is d_n. Before the first retry,
// T < T_1, there is none: NaN.
//
//	min(c, a r^(n(T)-1))     (s = 0, T <= T_m: (a + q T)/r)
func (p Policy) PreviousDelay(t float64) float64 {
	if !p.Plain() {
		n, f := p.generalRetryAt(t)
		if n < 1 {
			return math.NaN()
		}
		return p.delayAt(n, f)
	}
	if !p.reached(1, t) {
		return math.NaN()
	}
	k, f := p.locate(t)
	if k == 0 {
		k, f = 1, f-1
	}
	return min(p.Cap, p.smooth(k, f))
}

// Ratio returns the next delay over the elapsed time at elapsed time T, seconds, a
// number without unit; +Inf at T = 0. For large T it tends to r-1 without a cap, and to
// 0 as c/T with one.
//
//	NextDelay(T)/T     (s = 0, no cap: q + a/T)
func (p Policy) Ratio(t float64) float64 {
	return p.NextDelay(t) / t
}

// smooth returns a r^(n+f-1) for whole n >= 1 and a real rest f. Only e^(f y)
// is inexact, by |f y| units in the last place, and f is the part of a retry.
func (p Policy) smooth(n, f float64) float64 {
	_, y := p.growth()
	return p.uncapped(n) * math.Exp(f*y)
}

// locate returns n(T) in two parts, n(T) = k + f with k whole, so that the
// fraction keeps its own digits: a r^n(T) needs n(T) to more than 53 bits.
// Below the cap 0 <= f <= 1 but for rounding; from T_m on k = m and f is the
// rest.
func (p Policy) locate(t float64) (k, f float64) {
	if math.IsInf(t, 1) {
		return t, 0
	}
	if m := p.CapRetry() - 1; !math.IsInf(m, 1) {
		if rest := (double{t, 0}).minus(p.elapsed(m)).hi; rest > 0 {
			return m, rest / (p.Cap + p.AttemptTime)
		}
	}
	k = math.Floor(p.bound(t))
	f = p.after(k, t)
	if f < 0 { // the bound was not the answer: count again from the right retry
		k = math.Floor(k + f)
		f = p.after(k, t)
	}
	return k, f
}

// bound returns an upper bound of n(T) below the cap, which is n(T) itself, but for
// rounding, if s = 0 or r = 1: attempts alone, or delays alone, would have used up T.
func (p Policy) bound(t float64) float64 {
	q, y := p.growth()
	if q == 0 {
		return t / (p.InitialDelay + p.AttemptTime)
	}
	grown := math.Log1p(q * t / p.InitialDelay)
	if math.IsInf(grown, 1) { // the quotient overflows long before n does
		grown = math.Log(q) + logRatio(t, p.InitialDelay)
	}
	if p.AttemptTime == 0 {
		return grown / y
	}
	return min(t/p.AttemptTime, grown/y)
}

// after returns the real number f of retries between T_k and T, whole k >= 0,
// as if there were no cap: the solution of
//
//	f s + w (e^(f y) - 1) = T - T_k,   w = a r^k / q
//
// Without attempt time it has a closed form. With it the left side increases with f,
// and each term alone gives an upper bound.
func (p Policy) after(k, t float64) float64 {
	q, y := p.growth()
	waited := p.sum(k)
	// T itself may be near overflow: subtract the parts, do not add them.
	rest := (double{t, 0}).minus(waited).minus(twoProd(k, p.AttemptTime)).hi
	switch {
	case q == 0:
		return rest / (p.InitialDelay + p.AttemptTime)
	case math.IsInf(waited.hi, 1):
		return -1 // n(T) is next to the overflow, and the bound was rounded past it
	}
	// All in units of w, which is finite whenever S_k is.
	w := waited.hi + p.InitialDelay/q
	rest /= w
	if p.AttemptTime == 0 {
		return math.Log1p(rest) / y
	}
	s := p.AttemptTime / w
	most := 0.0 // where the bound was not the answer
	if rest > 0 {
		most = min(rest/s, math.Log1p(rest)/y)
	}
	return num.Least(func(f float64) float64 { return f*s + math.Expm1(f*y) }, rest, min(0, -k), most)
}
