// Package sampled has the distribution of elapsed time for stateful jitter, where
// a delay depends on the delay before it: decorrelated jitter, and every type with
// feedback. It follows a sample of clients that covers the distribution evenly.
// It is pure: the same arguments give the same figures.
//
// # The sample
//
// N clients are carried from retry to retry. Before each step they are sorted into
// about N^(1/3) batches by the time they have reached, and by their last delay
// within a batch; the client of rank i then draws with the i-th number of the van
// der Corput sequence, moved by one random shift:
//
//	u_i = frac(reversed bits of i / 2^32 + shift)
//
// so that neighbours, whose futures are alike, draw numbers spread evenly over
// [0, 1]. A CDF of 32,768 such clients is as good as that of a million that draw
// independently: see Clients.Error. Source: L'Ecuyer, Lécot, Tuffin, "A randomized
// quasi-Monte Carlo simulation method for Markov chains", Operations Research 56
// (2008).
//
// # Many retries
//
// The walk goes in stages, each of twice the retries of the one before and half of
// its clients. It ends when the distribution of the delay has settled (see settle.go),
// as all chains with a cap do: the rest of the way is then a sum of many delays of
// one distribution, with the mean, variance and skewness that the sample shows. Or
// when the delays have died out, as feedback makes them where they shrink on
// average: then elapsed time stands still.
package sampled
