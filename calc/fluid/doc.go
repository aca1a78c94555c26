// Package fleet solves a world as a flow: not clients and calls but how many of
// them are expected, on a grid of time. A billion clients cost what a hundred do.
// It is pure: no input or output, no clock, no state, no random numbers, the
// standard library only.
//
// # The flow
//
// What is known of the clients in a request is in which lane they are: which
// retry they made, or, where a delay depends on the one before, in which bin that
// delay was. A call that ends badly at time t puts its client into the next lanes,
// each with its law of delay, as boxes: uniform on [t + lo, t + hi]. A box is two
// marks in the ring of pending retries of its lane, however long it is.
//
// Calls that the server took in one cell of the grid are a cohort; they are
// answered, and time out, together or in part. What ends badly at a time-out is
// of the lanes of the cohort in proportion.
//
//	source -> calls -> budget -> breaker -> faults -> server -> successes -> source
//	            ^                  |          |         |
//	            +--- rings <- lanes <---------+---------+-- time-outs
//
// Every amount carries the mean of its times, so that what happens at one time
// stays there: without jitter and without thinks a wave of retries is a point,
// counted where calc/des counts it, on any grid.
//
// # What a flow is not
//
// It is the limit of many clients. Where one run differs from the other, because
// a threshold is met in some and missed in others (the C at which one look more is
// needed, the calls that open a breaker, the last worker, the last place in a
// second), the mean of many runs is between, and the flow is on one side. Clients
// that call in a random order within a cell are served in proportion, so that
// budgets and limits hold to the cell.
//
// # Errors
//
// The grid is second order where nothing jumps, and first order where thresholds
// are crossed; [Refine] measures it by halving. Bins of delays are evened out
// from retry to retry, which is in that measure; normal laws are 16 boxes of
// the right mean and variance. Sums are kept to rounding: calls that start are
// those that end or are under way, to 1e-12.
//
// # Sources
//
// The mean-field limit of many clients: Kurtz, J. Appl. Probab. 7 (1970). Collapse
// after an outage that is over: Bronson and others, Metastable Failures in
// Distributed Systems, HotOS 2021.
package fluid
