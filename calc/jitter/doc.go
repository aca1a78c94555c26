// Package jitter is the law of exponential backoff with jitter: not a mean, and
// not a sample, but the distribution of every delay, of the time at which every
// retry starts, of the retries within a deadline, of the wait after a fault, and
// of the retries of many clients that knock at once. It is pure: no input or
// output, no clock, no state, the standard library only. It draws no random
// numbers but from the generator given to Sample, and, for the overshoot of a
// stateful plan, from one with a fixed seed.
//
// # The model
//
// The timeline, the symbols and the units are those of package calc. Here the
// delay t_n before retry n is a random variable around the envelope d_n, and so
// is the elapsed time:
//
//	t_n ~ Law around d_n           d_n = min(c, a r^(n-1))     cap before
//	t_n = min(c, X), X ~ Law       around a r^(n-1)            cap after
//	T_n = n s + t_1 + ... + t_n    the time at which retry n starts
//
//	a  first delay, seconds      c  cap, seconds; none = +Inf
//	r  factor, >= 1              s  call time, seconds
//
// Delays are independent, except in a stateful plan: see Policy.Stateful.
//
// # Elapsed time
//
// Mean and variance are sums. The distribution of a sum is found in one of three
// ways, and Schedule.Bound states how far its CDF may be off:
//
//	no jitter                  the numbers of package calc, to the last bit
//	up to four uniforms        in closed form, box.go: rounding, 1e-14
//	more uniforms              the Fourier series on the support, series.go,
//	                           with as many terms as a bound of the rest asks
//	                           for: rounding, 1e-14
//	cut at the cap or at 0     a mixture: the terms with few draws, which are
//	                           the rough ones, in closed form, terms.go, the
//	                           smooth rest as a series; 1e-9 or as stated
//	normals that are not cut   one normal: rounding, 1e-14
//	stateful                   carried on a grid, chain.go; as stated
//
// # Conventions
//
// All times are float64 seconds. What is passed is trusted: a Policy whose Policy
// passes Validate and whose Amount is in the range that Law states, probabilities
// in [0, 1], times finite and >= 0, unless said otherwise. A CDF is P(X <= x), a
// point included. A time within a few units in the last place of a point counts
// as the point. Overflow is +Inf. A question without an answer, such as the mean
// wait after a fault that the policy never outlives, is NaN.
//
// # Sources
//
// The laws: each file names who uses it; Brooker, "Exponential Backoff And
// Jitter", AWS Architecture Blog, 2015. Sums of uniforms: Feller, An
// Introduction to Probability Theory and Its Applications, vol. 2, 1971, chapter
// I.9 and, for the series, XIX.5. The limit of the sum of full jitter: Fabius,
// Z. Wahrscheinlichkeitstheorie 5 (1966).
package jitter
