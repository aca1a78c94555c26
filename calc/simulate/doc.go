// Package simulate is the discrete-event simulation of a system: every attempt of every
// client, by a seed. It is the engine for what a mean does not tell: single runs, their
// spread, small fleets, queues near their limit, budgets and breakers. What happens in
// a system is defined in package fleet.
//
// # Exact, and how far
//
// Time is counted in whole units of a nanosecond (from 18 minutes on 10, from 3 hours
// 100, and so on), and every attempt starts and ends at its own time. So without jitter
// all numbers are those of the closed forms, and the sums over a run are exact: no
// attempt is lost, and no request,
//
//	First + Retries = Goodput + Failures + Timeouts + attempts under way
//	First           = Goodput + GivenUp + requests under way
//
// The order of time is kept to a tick: a twentieth of the latency, at most 5 ms and a
// hundred-thousandth of the duration, for a crowd (100,000 clients or a million requests
// before a server that slows, without budget and breaker) at least 2 ms, but no longer
// than the timeout. What happens in the same tick is simulated in any order where that
// changes nothing; before a queue, a limited server, a budget or a breaker, where the
// first one gets what the next one does not, in the order of time. What leaves a server
// that slows leaves it at the start of a tick, and a breaker's window slides by ticks.
//
// A client that may retry a million times may retry for ever. Result.Bin is what
// System.PeakBin says, to a unit.
//
// # How it is fast
//
// An event holds all that its client has to remember, in one word of the memory to
// three, and the calendar is lists of events by tick: nothing is ever looked up. What a
// client does next is known at the start of an attempt, so that most attempts are one
// event; a server that polls its attempts does so with all that came in a tick at once.
// One run has one thread; a [Study] makes several runs at once.
package simulate
