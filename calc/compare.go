package calc

import "math"

// RetriesRatioApprox returns how many times as many retries factor r2 makes as factor r in the same elapsed time
// without a cap, in the limit of a long time.
//
//	ln r / ln r2    r, r2 >= 1
//
// It converges only as 1/ln T: with r = 2, r2 = 1.1, a = 1 and T = 1000 it is 7.27 while the exact ratio is 4.86. It is
// +Inf if r2 = 1, and 1 if r = r2, even at 1.
func RetriesRatioApprox(r, r2 float64) float64 {
	if r == r2 {
		return 1 // 0/0 at r = r2 = 1 too
	}
	return math.Log1p(r-1) / math.Log1p(r2-1)
}

// RetriesRatio returns how many times as many retries policy q makes as policy p by
// elapsed time T, seconds, >= 0, both counted as real numbers.
//
//	q.RetryAt(T) / p.RetryAt(T)
//
// At T = 0 it is the limit from the right, the ratio of the slopes of n(T):
//
//	(s_p + v_p)/(s_q + v_q),   v = a ln(r)/(r-1)     (v = a if r = 1 or a = c)
//
// Without caps and attempt times it tends to RetriesRatioApprox; with caps reached, to
// (c_p + s_p)/(c_q + s_q).
func RetriesRatio(p, q Policy, t float64) float64 {
	if t == 0 {
		return p.firstGap() / q.firstGap()
	}
	return q.RetryAt(t) / p.RetryAt(t)
}

// firstGap returns dT/dn of the smooth curve T(n) at n = 0, seconds per retry.
func (p Policy) firstGap() float64 {
	q := p.Factor - 1
	if q == 0 || p.InitialDelay >= p.MostDelay() {
		return p.AttemptTime + p.InitialDelay
	}
	return p.AttemptTime + p.InitialDelay*(math.Log1p(q)/q)
}
