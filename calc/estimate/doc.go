// Package estimate finds the policy that made the attempts of a log: which type of jitter, with which initial delay,
// factor, cap and amount, which number of retries and which deadline, and how certain each of them is. Begin with [Log]
// and [Of].
//
// # Likelihood
//
// A delay t before retry k has the distribution F of [jitter.Policy.Following]. A log has y = t + s + e: s is a
// constant overhead, and e the noise of clocks, timers and networks. The density of y is a mean of
//
//	(F(y-s+w) - F(y-s-w)) / 2w
//
// over eight widths w, such that e has nearly the distribution of Laplace, exp(-|e|/h)/2h, with somewhat longer tails.
// It needs no density of F, which may have jumps. 0.5 % are a constant, for delays that no law explains. Where a
// deadline ends the retries, a delay is known to be one that the deadline let pass, and its density is divided by F at
// the time that was left.
//
// # Criterion
//
// The candidates are the rows of jitter.Types, each without a cap and with one before or after the jitter. The best has
// the least
//
//	-log L + p log n      p parameters, n delays
//
// It counts a parameter twice as much as the criterion of Schwarz ("Estimating the dimension of a model", Annals of
// Statistics 6, 1978), because the end of a range is found to 1/n and not to 1/sqrt n. A type that only one or two
// clients use counts as one parameter more, and is tried only if no other type agrees with the log; then a list of
// delays is. Types with the same law are one candidate.
//
// # Agreement
//
// A policy does not agree with a log if the delays of a retry differ from their distribution by more than chance and by
// more than 3 % of them (Kolmogorov's test, and chi-square over bins), if the delays of requests differ more than those
// within a request, if more than 2 % are outside the range, or if requests give up after other numbers of retries.
//
// # Intervals
//
// The 95 % interval of a parameter has the values for which the log likelihood, maximised over all other parameters, is
// less than a number below its maximum. Twice the logarithm of the ratio has a chi-square distribution with two degrees
// of freedom at the end of a range (Smith, "Maximum likelihood estimation in a class of nonregular cases", Biometrika
// 72, 1985), so that the number for p ends is the 95 % quantile of a gamma distribution with shape p. Half of the noise
// is added on both sides: its law is not known.
package estimate
