// Package elapsed is when the retries of a policy with jitter start: the distribution
// of the elapsed time T_k, of the last retry that retries and deadline leave, of the
// delay that is being waited at a time, of the reconnect delay after an outage, and of
// one request whose attempts fail at a rate. It is pure, and draws no random numbers
// but from a generator that it is given or one with a fixed seed.
//
// # The model
//
//	t_k ~ a type of jitter around d_k    d_k = min(c, a r^(k-1)), see package jitter
//	T_k = k s + t_1 + ... + t_k          the time at which retry k starts; T_0 = 0
//
// # The map
//
// New chooses by the policy, and Clients.Error says how far a CDF may be off:
//
//	nothing is drawn                certain.go: the numbers of package calc, exact
//	independent delays              independent.go, which chooses by k as follows
//	a delay follows another         package sampled: 1/sqrt(clients), and more beyond the walk
//	the policy ends otherwise       sampled for what it does until then, independent.go for T_k
//
// The distribution of T_k, the first that holds; each has E (x-T_k)+^p/p!, p = 0, 1, 2:
//
//	all delays are whole quanta     quanta.go: discrete Fourier transform, 1e-12
//	delays are 0 or c after m       settled.go: T_m and a binomial number of caps, as T_m
//	k < 3                           stage.go: points, uniforms (parts.go), the rest on a grid (grid.go)
//	delays grow without a cap       limit.go: T_k of many retries is T_K of fewer, but for its scale
//	psi falls fast enough           series.go by the psi of waves.go, 1e-8 (coarse 1e-5)
//	k <= 4000                       stage.go: retry by retry, 2e-6 (coarse 2e-5) and what the grid misses
//	else                            series.go with the error that it states
//
// Mean, deviation and support of T_k are exact at any k (sums.go, where two delays stand
// for a run of nearly equal ones). A delay as a mixture, with its psi: delay.go.
//
// What is asked about times, by whether the clients have lost step at about that time:
//
//	lost, and intervals grow by little     renewal.go: the age of an interval, 1e-5 (coarse 1e-4)
//	delays are 0 or c                      capped.go, settled.go: the renewal measure of T_m and caps
//	else                                   joint.go: sum over k of P(T_k <= x, T_(k+1) <= y)
//	retries by t, probability of retry k   joint.go
//	last retry, delay waited at t          last.go, a distribution by its CDF alone: shape.go
//	outage: reconnect delay, wasted        reconnect.go over the ends of ends.go; 5e-4 if these are random
//	    exponential, without a deadline    memoryless.go: geometric sums, exact
//	    many retries within a range        leap.go: all at once, exact but for the ends of the range
//	    the longest                        longest.go
//	after an outage about T, and its limit near.go
//	one request whose attempts fail        success.go
//	two clients at the same time           collide.go on strata.go, 0.003
//	most retries within a window           peak.go
//
// # Conventions
//
// All times are float64 seconds. What is passed is trusted: a policy that passes
// Validate, k >= 1, probabilities in [0, 1], times finite and >= 0, unless said
// otherwise. A CDF is P(X <= x), a point included; a time within a few units in the
// last place of a point counts as the point. Overflow is +Inf.
//
// # Sources
//
// Feller, An Introduction to Probability Theory and Its Applications, vol. 2, 1971,
// chapters I.9 (sums of uniforms), XI (renewal theory) and XV (characteristic functions). The limit
// of the sum of full jitter: Fabius, Z. Wahrscheinlichkeitstheorie 5 (1966).
package elapsed
