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
// Where the delays are independent, the distribution of T_k is a Fourier series by the
// product of their characteristic functions (series.go), which falls fast after a few
// retries; until then it is carried from one retry to the next by the exact convolution
// of a CDF on a grid with the pieces of the delay (stage.go). Means, variances and
// supports are exact sums at any k; where delays grow slowly two of them stand for many
// (sums.go). Once clients have lost step and the delays that may be waited are nearly
// alike, renewal theory says what is left of one (renewal.go). Else what depends on two
// retries in turn is a sum over k of
//
//	P(T_k <= x, T_(k+1) <= y)
//
// which has a closed form in the integrals of the CDF of T_k (joint.go). Where the
// next delay depends on the one before, the clients are a sample: package sampled. So they
// are for how many retries are made where a policy ends otherwise than by its retries and
// a deadline that looks ahead; when each would start is still exact then.
//
// Sums of delays in quanta are exact, by the discrete Fourier transform (quanta.go), unless
// there are too many values: then each delay is spread over its range, and the error says
// so. So it is where one delay of more than 64 values follows T_k.
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
