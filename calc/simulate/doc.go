// Package simulate is the discrete-event simulation of a system: every attempt of every client, from a seed. It
// answers what means cannot: single runs, their spread, small fleets, queues near their limit, budgets and breakers.
// Package fleet defines the rules of a system.
//
// Begin with [Judge], which returns the verdict of a fleet, or with [Repeat] for the series of single runs.
//
// # Exact, and how far
//
// Time is counted in whole units of a nanosecond (from 18 minutes on 10, from 3 hours 100, and so on), and every
// attempt starts and ends at its own time. So without jitter all numbers equal the closed forms, and the sums over a
// run are exact: no attempt and no request is lost,
//
//	First + Retries = Goodput + Failures + Timeouts + attempts under way
//	First           = Goodput + GivenUp + requests under way
//
// The order of time is kept to a tick: a twentieth of the latency, at most 5 ms and a hundred-thousandth of the
// duration, for a crowd (100,000 clients or a million requests before a server that slows, without budget and breaker)
// at least 2 ms, but no longer than the timeout. Events in the same tick are simulated in any order where the order
// changes nothing. With a queue, a limited server, a budget or a breaker the first client gets what the next one does
// not, and they are simulated in order of time. Attempts leave a slowing server at the start of a tick, and a
// breaker's window slides by ticks.
//
// A limit of 2^20 - 1 retries or more counts as none. Result.Bin is System.PeakBin rounded to a unit.
//
// # How it is fast
//
// An event holds all that its client remembers, in one to four words of memory, and the calendar has lists of events
// by tick: no client is ever looked up. The end of most attempts is known at their start, so that most attempts are
// one event. A server that polls its attempts polls all that came in one tick together. One run has one thread; a
// [Study] makes several runs at once.
package simulate
