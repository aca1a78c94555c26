// Package fleet is a fleet of clients, the server that they send requests to, and what goes
// wrong: plain values that calc/simulate simulates, attempt by attempt. It also holds what a run
// gives, a [Result], and what follows from one ([Judge], [Result.Peaks]) or from the server
// alone ([System.Tipping]).
//
// The rules of this page are what the simulation follows, to the letter.
//
// # An attempt
//
// The first attempt of a request starts at some time t. Each ends in one of four ways:
//
//	success     an answer came before the attempt was Timeout old
//	timeout    none had come by then: the client stops waiting at t + Timeout
//	failure     the server, or the breaker before it, said no: at once, at t
//	under way   it has not ended by the end of the run
//
// The end of the run is not included: what is due just then is not simulated.
//
// After a failure or a timeout at time u the client retries: retry k starts at u
// + t_k, t_k drawn by the policy (its AttemptTime counts for nothing: here an attempt takes
// the time that it takes). It does so while k <= Retries, while the start of the
// retry is not more than Deadline after the start of the first attempt, and while the budget
// allows. Otherwise the request has failed for good: it is given up at u. If the server asks for a wait,
// t_k is what Honor makes of the two.
//
// The other rules of a policy count from the start of the first attempt of each request:
// how the deadline ends it, the limit of starts, and the ticks at which retries start, one of
// which is a phase before that start. In closed traffic the count of retries goes on over a
// success after which the client thinks for less than Rule.Reset.
//
// Under Feedback no delay is shorter than [Client.LeastDelay]: what is multiplied
// could come to nothing, and the client retry without end.
//
// # The server
//
// What a client no longer waits for stays on the server until it is done, and
// counts as abandoned, unless Cancel takes it off when the client times out. An
// answer that comes exactly at the timeout comes too late.
//
// # Budget and breaker
//
// They belong to a process, whose clients share them: the clients, or the requests of open
// traffic, are spread over Client.Processes of them. The budget is asked first and pays for
// retries that the breaker then stops. A stopped attempt fails: it takes a token of
// Throttle's.
package fleet

import (
	"math"

	"retune/calc/jitter"
)

// A System is everything that happens to a fleet. Times are in seconds, rates per
// second, shares in [0, 1]; an absent limit is +Inf.
type System struct {
	Traffic
	Client
	Server   Server
	Outages  []Outage // in any order; those of a kind do not overlap
	Duration float64  // how long it is looked at, > 0; +Inf: until it is settled, see calc/simulate.Judge
	Step     float64  // of the series in a Result, > 0; the last one ends at the end of the run

	// FailureRate is the share of attempts that fail at any time, outage or not: an
	// attempt that the server would take fails at once with this probability, each
	// by itself. In [0, 1).
	FailureRate float64

	// Window is the span within which a peak of the load is counted, seconds, >= 0;
	// 0: one second. See [Result.Attempts].
	Window float64
}

// TrafficKind is where first attempts come from.
type TrafficKind uint8

// The kinds of traffic.
const (
	Closed TrafficKind = iota // Clients that think, try until success or given up, and think again
	Open                      // a Poisson stream of independent requests, Rate per second
	Burst                     // Clients that all make the first attempt within BurstSpan and want one success each
)

// BurstSpan is how long it takes until all clients of a burst have begun, seconds: each begins at a time that
// is uniform in it, so that they come in random order.
const BurstSpan = 1e-3

// Traffic is where first attempts come from.
//
// A think is exponential with mean Think; at time 0 every client of a closed
// fleet begins one. While a Spike lasts, arrivals come Share times as often and
// thinks end Share times as soon: the hazard is multiplied.
type Traffic struct {
	Kind    TrafficKind
	Clients float64 // N, whole, >= 1; of Closed and Burst
	Think   float64 // mean, seconds, > 0; of Closed
	Rate    float64 // per second, > 0; of Open
}

// A Client is how each client makes its attempts.
type Client struct {
	jitter.Policy         // AttemptTime is not used
	Timeout       float64 // > 0; +Inf: a client waits for ever
	Cancel        bool    // an attempt that timed out leaves the server at once
	Budget        Budget
	Breaker       Breaker
	Honor         Honor // of the server's RetryAfter

	// Processes is over how many processes the clients are spread, as evenly as can
	// be: each has a budget and a breaker of its own. Whole; 0 and 1: all share one.
	Processes float64

	// FirstFromThink makes the last think the delay before the first retry: that
	// retry follows a delay of the think, as Policy.Next has it, or where delays are
	// independent the one before jitter of retry k is min(c, think r^k). Closed only.
	FirstFromThink bool
}

// ProcessCount is Processes, or 1 where it is 0.
func (c Client) ProcessCount() float64 { return max(1, c.Processes) }

// Steps is how many steps a run has: Duration/Step, rounded up.
func (w System) Steps() int { return max(1, int(math.Ceil(w.Duration/w.Step-1e-9))) }
