// Package jitter has the types of jitter and the distribution of one delay. It is pure: no input or output, no clock,
// no state, the standard library only. The caller passes the source of random numbers.
//
// Begin with [New], and with [Policy.Retry] for the distribution of a delay. Package elapsed takes it from there.
//
// # The model
//
// The delay t_n before retry n is a random variable around the delay before jitter d_n. A row of the table Types
// defines its distribution:
//
//	t_n ~ around d_n           d_n = min(c, a r^(n-1))     cap before
//	t_n = min(c, X), X ~       around a r^(n-1)            cap after
//
//	a  initial delay, seconds      c  cap, seconds; none = +Inf
//	r  factor, >= 1
//
// The jitter of such a policy is ByDelayAlone. Rule has further rules of real clients, for draws and for the end of a
// policy. With them the distribution of t_n no longer depends on d_n alone, and Retry(n) returns it.
//
// Delays are independent, except for a stateful policy: see Policy.Stateful. Package elapsed has elapsed times. No
// other code distinguishes types, so that a new type is one row.
//
// # Conventions
//
// All times are float64 seconds. Arguments are trusted: a Policy that passes Validate, probabilities in [0, 1], times
// finite and >= 0, unless stated otherwise. A CDF is P(X <= x), x included. Overflow is +Inf.
package jitter
