// Package elapsed has the distribution of the elapsed time T_k at which retry k of a policy
// with jitter starts, and what follows from it: the last retry, the delay under way at a time,
// the reconnect delay after an outage, and a request whose attempts fail at a rate. It is pure.
//
// Begin with [New], and with Last of the [Clients] that it returns for the time of the last retry, or Reconnect for an
// outage.
//
// # The model
//
//	t_k ~ a type of jitter around d_k    d_k = min(c, a r^(k-1)), see package jitter
//	T_k = k s + t_1 + ... + t_k          the time at which retry k starts; T_0 = 0
//
// # How a p99 comes about
//
// A lattice (lattice.go) is a distribution on at most 8,192 cells of one width, or 1,024 for
// the screen, with exact points beside them: a delay without chance, or the delays that a limit
// collects at the cap, are points.
//
//  1. The delay before retry k goes onto cells by its CDF, and all cells move so that the mean
//     is exact (put.go).
//  2. T_k is T_(k-1) plus one delay: a convolution by the Fourier transform (convolve.go).
//     When a sum no longer fits, the cells become twice as wide. This is the walk (independent.go).
//  3. Beyond 64 retries T_k is E T_k + z sd T_k. Mean and deviation are exact sums; z has the
//     shape of T_64, with its skewness and kurtosis reduced to the values of the sum (limit.go).
//  4. The 99th percentile is where the sum of the cells passes 0.99, by a straight line within
//     a cell (law.go).
//
// # Where a delay depends on the one before
//
//  1. The delays alone are a Markov chain (chain.go): on a grid of the last delay (grid.go), the
//     distribution of the next is a sum over its cells. So are the moments of T_k.
//  2. T_k depends on the delay too. 131,072 clients are simulated (8,192 for the screen), which
//     draw from equal strata in shuffled orders (sample.go). They give the percentiles. Without
//     a cap, and with smooth jitter, half of them go on from retry 17, a quarter from 33, and so on.
//  3. Beyond 64 retries whose delays are alike T_k is as in limit.go.
//  4. Questions about a time look at each client at that time (crossing.go). Once delays are
//     alike, clients leap over the retries that do not matter (leap.go).
//
// # What is asked about a time
//
// The answers come from steps (steps.go): the clients that have started retry k by time x and whose next interval ends
// after x. A window has the steps that matter between two times.
//
//	retries by t           P(T_k <= t), all k added up
//	the last retry         P(T_k in dx) P(interval > D - x)
//	delay under way at t   P(interval in di) P(t - i < T_k <= t)
//	reconnect delay        A = X - T_k > 0, then w = interval - A >= 0: two convolutions
//	time to success        q^k (1-q) P(T_k <= t), all k added up
//
// Many retries with the same distribution of delays become one step as soon as their starts are spread evenly: then
// the rest of an interval does not depend on the past of the client (the renewal theorem). So an outage of 86,000
// retries costs no more than one of ten.
//
// A gate applies the deadline to a step: retry k+1 is made if T_k < starts and T_(k+1) <= by.
//
// # The map
//
//	elapsed.go      the questions, and what a deadline lets pass
//	independent.go  T_k of independent delays: lattice.go, put.go, convolve.go, limit.go, law.go
//	sample.go       clients of delays that depend on the one before; crossing.go, leap.go
//	chain.go        the delays alone, and the moments of T_k: grid.go, piecewise.go
//	free.go         these moments without a cap, where few clients decide and no grid has them
//	certain.go      no chance: the numbers of package calc
//	steps.go        which retry clients wait for at a time
//	outage.go       the end of an outage; period.go: its ends between two times
//	reconnect.go    what follows an outage; age.go: the time since the last retry at its end
//	comeback.go     the clients that come back after it, with intervals cut at the deadline
//	once.go         one draw for all delays of a call; onceoutage.go
//	last.go         the last retry, the delay under way, retries by a time; counts.go: by many times
//	success.go      one request whose attempts fail
//	collide.go      two clients at the same time; most retries within a window
//	near.go         after an outage about T, and its limit
//
// # Precision
//
// Probabilities are accurate to 1e-4, means and deviations to 0.1 %. If a delay depends on the previous one, delays
// and the mean of T_k are accurate to 0.1 %, and percentiles of T_k and the figures after an outage to 5e-4 of the
// clients or 0.5 %. For times beyond 1e150 s only the mean is known. Parted jitter collects delays at whole seconds,
// which are spread over a few thousandths of their range: P(T_k <= D) may lack half of the clients that start exactly
// at D.
//
// Some questions have no answer: with a limit of starts, after 256 delays that are either 0 or the cap, with more than
// 1,024 different delays that may come next, and beyond 256 retries of stateful jitter without a cap.
//
// # Conventions
//
// All times are float64 seconds. Arguments are trusted: a policy that passes Validate, k >= 1, probabilities in [0,
// 1], times finite and >= 0, unless stated otherwise. A CDF is P(X <= x), x included; a time within 1e-12 of a point
// counts as the point. Overflow is +Inf.
//
// # Sources
//
// Feller, An Introduction to Probability Theory and Its Applications, vol. 2, 1971, chapter XI
// (renewal theory). Cornish and Fisher, Moments and cumulants in the specification of
// distributions, Revue de l'Institut International de Statistique 5 (1938).
package elapsed
