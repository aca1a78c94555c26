// Package calc is the mathematics of exponential backoff without jitter: how long a
// client waits before a retry, when the retry starts, and the way back from a time to a
// retry, a factor or a comparison. It is pure: no input or output, no clock, no state,
// no random numbers, the standard library only, and no unit but the second.
//
// Begin with [Policy.Delay] and [Policy.Elapsed]; [Policy.RetryAt] goes the other way. Package jitter adds jitter and
// the end of a policy.
//
// # The model
//
// A client makes its first attempt at time 0. Each attempt fails after s, the client
// waits, and the next one starts.
//
//	attempt 1     retry 1               retry 2                                retry 3
//	  |---s---|--d_1--|---s---|---d_2-----|---s---|------------d_3---------------|
//	  0              T_1                 T_2                                    T_3
//
//	d_n = min(c, a r^(n-1))    the delay before jitter of retry n, n = 1, 2, ...
//	S_n = d_1 + ... + d_n      the time spent waiting
//	T_n = n s + S_n            elapsed: the time at which retry n starts; T_0 = 0
//
//	a  initial delay, seconds, >= 0; 0 is a retry at once
//	r  factor, >= 1; r = 1 is a fixed interval
//	c  cap, seconds, >= a; none = +Inf, or left out
//	s  attempt time, seconds, >= 0: how long one failing attempt takes
//	q  r - 1
//	y  ln r, computed as log1p(q), which keeps its digits as r tends to 1
//	m  number of delays below the cap; retry m+1 is the first to wait a full c
//	   (CapRetry), +Inf when the cap is never reached
//
// # Real clients
//
// A policy of these four numbers is [Policy.Exponential]. Further rules of real clients are fields of the policy,
// independent of each other and without effect by default: another [Growth], a different [First] delay, a floor, a
// [Quantum]. The methods hold for all of them (general.go); those that solve for a factor, and the accuracy promised
// below, are for plain policies.
//
// # Between the retries
//
// Questions about a time T that is no retry instant use the smooth curve through the
// points (n, T_n), in two pieces that meet at n = m:
//
//	T(n) = n s + (a/q) (e^(n y) - 1)       n <= m    (r = 1: n (s + a))
//	T(n) = T_m + (n-m) (s + c)             n >= m
//
// Its inverse n(T) is [Policy.RetryAt]. For every n, capped or not,
//
//	d_(n+1) = min(c, a + q S_n)
//
// so at s = 0 the next delay is min(c, a + q T), with no logarithm at all: the ratio of
// next delay to elapsed tends to q, from above as a/T.
//
// # Conventions
//
// All times are float64 seconds. A retry number is a float64 holding a whole number, since n(T) can exceed an int64.
// Arguments are trusted: a Policy that passes [Policy.Validate], n whole and >= 0, T >= 0, unless stated otherwise.
// Overflow is +Inf, also in a power r^n.
//
// Results have a relative error of at most 1e-12 compared with the exact formula for the given float64 arguments. A
// difference of two times has an error of at most 1e-12 of the larger one. Times are up to 1e300 s.
//
// A factor such as 1.1 is not a float64: the nearest one moves T_n by up to n 1.1e-16 of
// it, so that T = 3.31 typed by a person can fall just short of T_3. A time therefore
// counts as T_n when n(T) is so near to n:
//
//	|n(T) - n| <= n min(2+n, 1024) 2^-52
//
// # Sources
//
// The sums are geometric series. expm1 and log1p for small arguments: Higham, Accuracy
// and Stability of Numerical Algorithms, 2nd ed., 2002, chapter 1. Capped exponential
// backoff as a rule for clients: Brooker, "Exponential Backoff And Jitter", AWS
// Architecture Blog, 2015.
package calc
