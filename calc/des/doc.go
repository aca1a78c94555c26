// Package sim plays every call of a world, one by one, by a seed. It is the
// engine for what a mean does not tell: single runs, their spread, small fleets,
// budgets and breakers. What happens in a world is said in package world.
//
// # Exact, and how far
//
// Time is counted in whole units of a nanosecond (from 18 minutes on 10, from 3
// hours 100, and so on), and every call starts and ends at its own time. So
// without jitter all numbers are those of the closed forms, and the sums of a
// step are exact: no call is lost,
//
//	First + Retries = Successes + Failures + Timeouts + UnderWay
//
// The order of time is kept to a tick: a twentieth of the latency, at most 5 ms and
// a hundred-thousandth of the horizon, for a crowd at least 2 ms and up to 5 ms, but
// no longer than the time-out.
// What happens in the same tick is played in any order where that changes nothing;
// before a queue, a limited server, a budget or a breaker, where the first one gets
// what the next one does not, in the order of time. What leaves a server that slows
// leaves it at the start of a tick, and a breaker's window slides by ticks.
//
// A crowd before a server that slows (from 100,000 clients, or a million
// requests, on, without budget and breaker) is played in 4 parts, whatever the
// number of cores. They share the number of calls in the server as it was at the
// start of the tick, and each takes it that the others did in the tick what it
// did itself.
//
// A client that may retry a million times may retry for ever.
//
// # How it is fast
//
// An event holds all that its client has to remember, in one word of the memory
// or two, and the queue is lists of events by tick: nothing is ever looked up.
// What a client does next is known at the start of a call, so that most calls are
// one event; a server that looks at calls looks at all that came in a tick at
// once. Where no client feels another there is no queue: each is played to the
// end by itself, from dice of its own.
package des
