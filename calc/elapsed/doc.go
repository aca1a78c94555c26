// Package elapsed is when the retries of a policy with jitter start: the distribution of the
// elapsed time T_k, of the last retry that retries and deadline leave, of the delay that is
// being waited at a time, of the reconnect delay after an outage, and of one request whose
// attempts fail at a rate. It is pure.
//
// # The model
//
//	t_k ~ a type of jitter around d_k    d_k = min(c, a r^(k-1)), see package jitter
//	T_k = k s + t_1 + ... + t_k          the time at which retry k starts; T_0 = 0
//
// # How a p99 comes about
//
// A lattice (lattice.go) is a distribution on at most 8,192 cells of one width, or 1,024 for
// a screen, with exact points beside them: a delay that no draw decides, or that a limit piles
// up at the cap, is a point.
//
//  1. The delay before retry k is put on cells by its CDF, and all cells are moved so that
//     the mean is exact (put).
//  2. T_k is T_(k-1) and one delay more: a convolution by the Fourier transform (convolve.go).
//     When a sum no longer fits, cells become twice as wide.
//  3. Beyond 256 retries T_k is E T_k + z sd T_k. Mean and deviation are exact sums; z has the
//     shape of T_256, whose distance from the normal distribution shrinks as the sum comes
//     nearer to it (independent.go).
//  4. The 99th percentile is where the sums of the cells pass 0.99, by a straight line within
//     a cell (law.go).
//
// # Where a delay depends on the one before
//
//  1. The delays alone are a chain (chain.go): on a grid of the last delay, the distribution of
//     the next is a sum over its cells.
//  2. T_k needs the delay beside it: a coarser grid has for each cell of the delay the CDF of
//     T_k, straight between 512 knots (walk.go). The next delay mixes the cells, and then moves
//     each by its interval.
//  3. Within a cell T_k still depends on the delay. Each CDF is therefore moved and stretched
//     to the mean and the variance that the chain has for its cell (stateful.go).
//  4. Beyond the walk T_k has its last shape, nearer to the normal distribution.
//
// # What is asked about a time
//
// All of it comes from steps (steps.go): the clients that have started retry k by time x, and
// whose next interval ends after it. A window has the steps that matter between two times.
//
//	retries by t           P(T_k <= t), all k added up
//	the last retry         P(T_k in dx) P(interval > D - x)
//	the delay waited at t  P(interval in di) P(t - i < T_k <= t)
//	reconnect delay        A = X - T_k > 0, then w = interval - A >= 0: two convolutions
//	time to success        q^k (1-q) P(T_k <= t), all k added up
//
// Many retries with delays that are alike are one step, as soon as the times at which any
// client starts one are spread evenly: then the rest of an interval does not depend on how the
// client came to it (the renewal theorem). So an outage of 86,000 retries costs no more than
// one of ten.
//
// A deadline lets a step pass or not (gate): retry k+1 is made if T_k < starts and
// T_(k+1) <= by.
//
// # The map
//
//	process.go      what is known of T_k, whatever policy it is of
//	independent.go  the process of independent delays
//	stateful.go     the process of delays that depend on the one before, by chain.go and walk.go
//	free.go         its moments without a cap, which no grid has
//	path.go         the process of smooth jitter
//	piecewise.go    a CDF that is straight between knots; curve.go adds a delay to it
//	certain.go      nothing is drawn: the numbers of package calc
//	elapsed.go      the questions
//	steps.go        who waits for which retry at a time
//	period.go       the ends of an outage between two times
//	reconnect.go    outages, wasted retries
//	last.go         the last retry, the delay waited, retries by a time
//	success.go      one request whose attempts fail
//	collide.go      two clients at the same time; most retries within a window
//	near.go         after an outage about T, and its limit
//
// # Precision
//
// Probabilities are right to 1e-4, means and deviations to 0.1 %. Where a delay depends on the
// one before, delays and the mean of T_k are right to 0.1 %, and percentiles of T_k and what
// follows an outage to 5e-4 of the clients or 0.5 %. Refused are more than 128 retries there
// without a cap, a limit of the
// starts within a time, delays that are 0 or the cap alone after 256 of them, and more than
// 1,024 retries with different delays that may come next.
//
// # Conventions
//
// All times are float64 seconds. What is passed is trusted: a policy that passes Validate,
// k >= 1, probabilities in [0, 1], times finite and >= 0, unless said otherwise. A CDF is
// P(X <= x), a point included; a time within 1e-12 of a point counts as the point. Overflow is
// +Inf.
//
// # Sources
//
// Feller, An Introduction to Probability Theory and Its Applications, vol. 2, 1971, chapter XI
// (renewal theory). Cornish and Fisher, Moments and cumulants in the specification of
// distributions, Revue de l'Institut International de Statistique 5 (1938).
package elapsed
