// Package stack computes the effect of nested retries and timeouts on one request: attempts at the bottom, call time,
// and which calls can outlast the timeout around them. Begin with [Stack.Reach] for the bounds, and with
// [Stack.Simulate] for means and percentiles.
//
// Layers 1..k stand outside in. A call of layer i makes up to n_i + 1 attempts, and each attempt is a call of layer
// i+1; an attempt of layer k is an attempt at the bottom. Layer i has
//
//	t_1, t_2, ...  the waits before its retries, with their jitter, its retries n and its deadline D (package jitter)
//	p              the timeout of one attempt, seconds, or +Inf
//	W              the timeout of the whole call, seconds, or +Inf
//	cancel         whether the call below ends with the attempt that made it, or goes on unheard
//
// An attempt at the bottom takes s seconds and fails with probability q. With s = +Inf one that fails hangs until a
// timeout ends it, and one that succeeds takes no time.
//
// # Call time
//
// Attempt j of a call starts at T_j (T_0 = 0) and takes the time of the call below, h, cut off by what is left:
//
//	d_j     = min(p, W - T_j, h)             it fails if it is cut off
//	T_(j+1) = T_j + d_j + t_(j+1)            if attempt j failed, j < n, and D and W let it start
//	call    = T_j + d_j of the last attempt j; W, if W ends a wait
//
// The call below may take at most min(p, W - T_j) with cancel, any time without. It sees that as one more timeout of
// its whole call, so that an outer timeout ends everything below it.
//
// # Bounds
//
// The bounds hold when every attempt fails (q = 1), whatever is drawn. With the shortest waits the recursion gives the
// shortest call and, as earlier starts leave more room, the most attempts. The longest call of a layer is
//
//	H = max over j of min(L_j + min(p, H'), W),  L_j = min(L_(j-1) + min(p, H') + max t_j, D)
//
// over the attempts j that the shortest path makes, H' the longest call below. D enters as the rule of the client
// has it. Without timeouts, the attempts at the bottom are the product of n_i + 1.
//
// A call of layer i is inverted if H_i exceeds a p or W of a layer around it: its last retries serve no one.
//
// # Chance
//
// Means and percentiles are of simulated requests, attempt by attempt, with the standard error of a mean and, for a
// percentile p of N requests, half the distance of the order statistics p N -+ sqrt(p (1-p) N).
//
// Sources: Site Reliability Engineering, chapter 22 (64 attempts of 4 at each of 3 layers); M. Brooker, "Timeouts,
// retries, and backoff with jitter", Amazon Builders' Library (243 of 3 at each of 5).
package stack
