package calc

import "math"

// RetryAt returns n(T), the real number of retries at elapsed time T: the
// solution n of
//
//	T = n s + (a/q) (e^(n y) - 1)     T <= T_m    (r = 1: T = n (s + a))
//	T = T_m + (n-m) (s + c)           T >= T_m
//
//	T  elapsed, seconds, >= 0, or +Inf
//
// At s = 0 the first line gives n = ln(1 + qT/a)/ln r. At a retry instant, by the
// tolerance of the package comment, the result is exactly whole. At a = s = 0, where all
// retries start at once, it is +Inf.
//
// If the policy is not plain, n(T) is linear between two retries.
func (p Policy) RetryAt(t float64) float64 {
	if !p.Exponential() {
		n, f := p.generalRetryAt(t)
		return n + f
	}
	x := p.onCurve(t)
	if n := math.Round(x); math.Abs(x-n) <= slack(n) {
		return n
	}
	return x
}

// slack returns the difference of n(T) from n up to which T counts as T_n.
func slack(n float64) float64 {
	return min(1e-3, n*min(2+n, 1024)*0x1p-52)
}

// RetriesBy returns the number of retries that start by elapsed time T, seconds, >= 0, or +Inf, including one that
// starts at T: the whole part of RetryAt.
func (p Policy) RetriesBy(t float64) float64 {
	return math.Floor(p.RetryAt(t))
}

// NextRetryAt returns the time of the first retry after elapsed time T, both in seconds.
//
//	T_(N+1),  N = RetriesBy(T)
func (p Policy) NextRetryAt(t float64) float64 {
	return p.Elapsed(p.RetriesBy(t) + 1)
}

// NextDelay returns the delay that follows a retry at elapsed time T, both in seconds: the delay before jitter at n(T)
// + 1. At T = T_n it is d_(n+1).
//
//	min(c, a r^n(T)) = min(c, a + q (T - s n(T)))     (s = 0: min(c, a + q T))
//
// If the policy is not plain, it is linear between two retries.
func (p *Policy) NextDelay(t float64) float64 {
	switch {
	case !p.Exponential():
		n, f := p.generalRetryAt(t)
		return p.delayAt(n+1, f)
	case p.InitialDelay == 0:
		return 0
	case p.AttemptTime == 0:
		return min(p.MostDelay(), p.InitialDelay+(p.Factor-1)*t)
	}
	// The second form loses all digits if the attempts take far longer than the delays, T - s n(T) << T. The first does
	// not.
	return min(p.MostDelay(), p.smooth(p.RetryAt(t)))
}

// PreviousDelay returns the delay that led to a retry at elapsed time T, both in seconds: the delay before jitter at
// n(T). At T = T_n it is d_n. Before the first retry, T < T_1, it is NaN.
//
//	min(c, a r^(n(T)-1))     (s = 0, T <= T_m: (a + q T)/r)
func (p Policy) PreviousDelay(t float64) float64 {
	n := p.RetryAt(t)
	switch {
	case n < 1:
		return math.NaN()
	case p.Exponential():
		return min(p.MostDelay(), p.smooth(n-1))
	}
	whole := math.Floor(n)
	return p.delayAt(whole, n-whole)
}

// Ratio returns the next delay divided by the elapsed time at elapsed time T, seconds; +Inf at T = 0. For large T it
// tends to r-1 without a cap, and to 0 as c/T with one.
//
//	NextDelay(T)/T     (s = 0, no cap: q + a/T)
func (p Policy) Ratio(t float64) float64 {
	if t == 0 {
		return math.Inf(1)
	}
	return p.NextDelay(t) / t
}

// smooth returns a r^x for real x >= -1.
func (p *Policy) smooth(x float64) float64 {
	if x >= 0 && x == math.Trunc(x) {
		return p.uncapped(x + 1)
	}
	return p.times(math.Exp(x * math.Log1p(p.Factor-1)))
}

// onCurve returns n(T) without the tolerance of RetryAt.
func (p *Policy) onCurve(t float64) float64 {
	q, every := p.Factor-1, p.InitialDelay+p.AttemptTime
	switch {
	case every == 0 || math.IsInf(t, 1):
		return math.Inf(1)
	case q == 0 || p.InitialDelay == 0:
		return t / every
	case p.InitialDelay+q*t > p.MostDelay(): // T may be beyond T_m
		m := p.plainCapRetry() - 1
		if rest := t - p.Elapsed(m); rest > 0 {
			return m + rest/(p.MostDelay()+p.AttemptTime)
		}
	}
	y := math.Log1p(q)
	n := math.Log1p(q*t/p.InitialDelay) / y // for delays alone
	if p.AttemptTime == 0 {
		return n
	}
	// T(n) is convex and both starts are at or above the solution, so Newton's method converges from above.
	n = min(n, t/p.AttemptTime)
	w := p.InitialDelay / q
	for range 100 {
		grown := w * math.Expm1(n*y)
		step := (n*p.AttemptTime + grown - t) / (p.AttemptTime + y*(w+grown))
		n -= step
		if !(step > 1e-15*n) {
			break
		}
	}
	return n
}
