// Package jitter has the types of jitter and the distribution of one delay. It is pure:
// no input or output, no clock, no state, the standard library only; random numbers come from
// the generator that the caller passes.
//
// # The model
//
// The delay t_n before retry n is a random variable around the delay before jitter d_n,
// by one row of the table Types:
//
//	t_n ~ around d_n           d_n = min(c, a r^(n-1))     cap before
//	t_n = min(c, X), X ~       around a r^(n-1)            cap after
//
//	a  initial delay, seconds      c  cap, seconds; none = +Inf
//	r  factor, >= 1
//
// Such a policy is Usual. The other rules of real clients, for draws and for the end of a policy, are in Rule; then
// Retry(n) has the distribution of t_n, which no longer depends on d_n alone.
//
// Delays are independent, except for a stateful policy: see Policy.Stateful. Elapsed times
// are in package elapsed. No other code tells types apart, so that a new type is one row.
//
// # Conventions
//
// All times are float64 seconds. What is passed is trusted: a Policy that passes
// Validate, probabilities in [0, 1], times finite and >= 0, unless said otherwise. A CDF
// is P(X <= x), a point included. Overflow is +Inf.
package jitter
