// Package fluid solves a fleet as a fluid model: not clients and attempts but how many
// of them are expected, on a grid of time. A billion clients cost what a hundred do.
// It is pure: no input or output, no clock, no state, no random numbers, the
// standard library only.
//
// # The model
//
// What is known of the clients in a request is their state: which retry they made,
// or, where a delay depends on the one before, in which bin that delay was. An
// attempt that ends badly at time t puts its client into the next states, each with
// its distribution of delay, a mixture of uniforms on [t + Lo, t + Hi]. Each is two
// marks in the delay line of its state, however long it is.
//
// Attempts that the server took in one cell of the grid are a cohort; they are
// answered, and time out, together or in part. What ends badly at a timeout is
// of the states of the cohort in proportion.
//
//	source -> attempts -> budget -> breaker -> outages -> server -> successes -> source
//	             ^                     |          |         |
//	             +--- delays <- states +----------+---------+-- timeouts
//
// Every batch carries the mean of its times, so that what happens at one time
// stays there: without jitter and without thinks a wave of retries is a point,
// counted where calc/des counts it, on any grid.
//
// Budgets and breakers belong to a process. Every process sees an equal part of the
// traffic, so that all buckets are as full and all breakers open together: they are
// one bucket and one breaker, so many times as large.
//
// # What the model is not
//
// It is the limit of many clients. Where one run differs from the other, because
// a threshold is met in some and missed in others (the attempts in the server at which
// one look more is needed, the failures that open a breaker, the last worker, the last
// place in a second, the last token of a process), the mean of many runs is between,
// and the model is on one side. [Caveat] says so from the system alone. Clients
// whose attempts come in a random order within a cell are served in proportion, so that
// budgets and limits hold to the cell; which of a burst's attempts come first is lost.
//
// # Errors and cost
//
// The grid is second order where nothing jumps, and first order where thresholds
// are crossed; [Refine] measures it by halving. Bins of delays are evened out
// from retry to retry, which is in that measure; normal jitter is 16 uniforms of
// the right mean and variance. Sums are kept to rounding: attempts that start are
// those that end or are under way, to 1e-12. Verdicts are read from runs on a grid
// of their own ([Judge]). What would take too long is refused before it begins ([Cost]).
//
// # Sources
//
// The mean-field limit of many clients: Kurtz, J. Appl. Probab. 7 (1970). Collapse
// after an outage that is over: Bronson and others, Metastable Failures in
// Distributed Systems, HotOS 2021.
package fluid
