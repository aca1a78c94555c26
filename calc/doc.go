// Package calc is the mathematics of exponential backoff without jitter: how
// long a client waits before a retry, when the retry starts, and the way back
// from a time to a retry, a factor or a comparison. It is pure: no input or
// output, no clock, no state, the standard library only. It draws no random
// numbers, knows no units but the second, and prints nothing.
//
// # The model
//
// A client makes its first attempt at time 0. While attempts fail it retries: each takes
// s, the client waits, the next call starts.
//
//	attempt 1     retry 1               retry 2                                retry 3
//	  |---s---|--d_1--|---s---|---d_2-----|---s---|------------d_3---------------|
//	  0              T_1                 T_2                                    T_3
//
//	d_n = min(c, a r^(n-1))    the delay before jitter of retry n, n = 1, 2, ...
//	S_n = d_1 + ... + d_n      the time spent waiting
//	T_n = n s + S_n            elapsed: the time at which retry n starts; T_0 = 0
//
//	a  first delay, seconds, > 0
//	r  factor, >= 1; r = 1 is a fixed interval
//	c  cap, seconds, >= a; none = +Inf
//	s  call time, seconds, >= 0: how long one failing call takes
//
// With a = 1, r = 2 and no cap the waits are 1, 2, 4 and the retries start at
// 1, 3, 7 (s = 0) or at 1+s, 3+2s, 7+3s. A policy of n retries makes n+1 calls.
//
// The formulas use three abbreviations:
//
//	q = r-1      how much the wait grows per retry
//	y = ln r     computed as log1p(q), which keeps its digits as r tends to 1
//	m            the number of waits below the cap; retry m+1 is the first to
//	             wait a full c (CapRetry), +Inf when the cap is never reached
//
// # Between the retries
//
// Questions about a time T that is no retry instant use the smooth curve
// through the points (n, T_n), in two pieces that meet at n = m:
//
//	T(n) = n s + (a/q) (e^(n y) - 1)       n <= m    (r = 1: n (s + a))
//	T(n) = T_m + (n-m) (s + c)             n >= m
//
// Its inverse n(T) is [Policy.RetryAt]. It increases without a jump, and is
// whole where a retry starts. For every n, capped or not,
//
//	d_(n+1) = min(c, a + q S_n)
//
// so at s = 0 the next delay is min(c, a + q T), with no logarithm at all: the
// ratio of next delay to elapsed tends to q, from above as a/T.
//
// # Conventions
//
// All times are float64 seconds. A retry number is a float64 holding a whole
// number, since n(T) can exceed an int64; beyond 2^53 not every whole number
// exists. Methods trust their arguments: a Policy that passes
// [Policy.Validate], n whole and n >= 0, T finite and T >= 0, unless they say
// otherwise. What they return outside that domain is not specified.
//
// Overflow is +Inf, deliberately. A result whose exact value exceeds
// math.MaxFloat64 (1.8e308) is +Inf, and no result becomes +Inf because of an
// intermediate one: a r^n is formed with the exponent of two kept apart. With
// a cap nothing overflows that the cap would have cut.
//
// Results are those of the exact formula for the float64 arguments given, with
// a relative error below 1e-14 while n ln r <= 50 and below 2e-13 from there
// to overflow. Delay and Elapsed are rounded once from about 30 digits.
//
// A factor such as 1.1 is not a float64. The nearest one is up to 1.1e-16 away
// and moves T_n by up to n times as much, so that T = 3.31 typed by a person
// can fall just short of T_3. A time therefore counts as being at T_n when it
// is within
//
//	|T - T_n| <= T (2 + min(n, m)) 2^-52    (r = 1: T 2^-51)
//
// and is not nearer to another retry. See [Policy.RetriesBy].
//
// # Sources
//
// The sums are geometric series. expm1 and log1p for small arguments: Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed., 2002, chapter 1.
// Double-double arithmetic: Dekker, Numer. Math. 18 (1971); Joldes,
// Muller, Popescu, ACM TOMS 44 (2017). Capped exponential backoff as a rule
// for clients: Brooker, "Exponential Backoff And Jitter", AWS Architecture
// Blog, 2015.
package calc
