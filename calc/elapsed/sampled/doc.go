// Package sampled has the distribution of elapsed time for stateful jitter, where
// a delay depends on the delay before it: decorrelated jitter, and every type with
// feedback. It follows a sample of clients, and counts. It is pure: the same
// arguments give the same figures.
//
// # The sample
//
// N clients are carried from retry to retry. At each, one draws from each of the N
// equal parts of [0, 1], in an order shuffled anew (Latin hypercube sampling): the
// first delay is right to 1/N, and a CDF of what depends on several is no worse than
// that of N independent clients. Source: McKay, Beckman, Conover, "A comparison of
// three methods for selecting values of input variables", Technometrics 21 (1979).
//
// # Many retries
//
// A walk has 128 retries, or four, sixteen or sixty-four times as many with fewer
// clients where the delays have not settled by then. Beyond it, where they have, the
// rest of the way is a sum of many delays with the mean and the variance that the
// second half of the walk shows, and is walked again along such halves near a time
// that is asked for. Where they have not, the logarithm of the delay goes on as it did.
package sampled
