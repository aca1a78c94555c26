// Package fleet describes a fleet of clients, their server and its outages as plain values, which calc/simulate
// simulates attempt by attempt. It also defines the [Result] of a run, and derives verdicts ([Result.Verdict]) and
// peaks ([Result.Peaks]) from it. Begin with [New] and [System.Validate], then pass the system to simulate.Judge.
//
// The simulation follows the rules on this page exactly.
//
// # An attempt
//
// Each attempt of a request starts at some time t and ends in one of four ways:
//
//	success     an answer came before the attempt was Timeout old
//	timeout    none had come by then: the client stops waiting at t + Timeout
//	failure     the server, or the breaker before it, said no: at once, at t
//	under way   it has not ended by the end of the run
//
// The end of the run is not included: an event that is due at the end is not simulated.
//
// After a failure or a timeout at time u the client retries: retry k starts at u + t_k, with t_k drawn by the policy.
// AttemptTime is ignored: the server determines how long an attempt takes. The client retries while k <= Retries, the
// retry starts at most Deadline after the start of the first attempt, and the budget allows it. Otherwise the request
// has failed for good: it is given up at u. If the server asks for a wait, Honor combines it with t_k.
//
// The other rules of a policy count from the start of the first attempt of each request: the deadline, the limit of
// starts, and the ticks at which retries start, whose phase is relative to that start. In closed traffic the count of
// retries continues after a success if the client then thinks for less than Rule.Reset.
//
// Under Feedback no delay is shorter than [Client.LeastDelay]. Otherwise the multiplied delays could shrink to 0 and
// the client would retry endlessly.
//
// # The server
//
// An attempt that timed out stays on the server until it is done and counts as abandoned, unless Cancel removes it at
// the timeout. An answer that comes exactly at the timeout is too late.
//
// # Budget and breaker
//
// Each process has one budget and one breaker, which its clients share. The clients, or the requests of open traffic,
// are spread over Client.Processes processes. A retry first asks the budget, and so may take tokens although the
// breaker then stops it. A stopped attempt counts as a failure: it takes a token from a Throttle budget.
package fleet

import (
	"math"

	"retune/calc/jitter"
)

// A System is a fleet with its traffic, clients, server and outages. Times are in seconds, rates per second, shares in
// [0, 1]; an absent limit is +Inf.
type System struct {
	Traffic
	Client
	Server   Server
	Outages  []Outage // in any order; outages of one kind do not overlap
	Duration float64  // length of the run, > 0; +Inf: until the fleet is settled, see calc/simulate.Judge
	Step     float64  // step of the series in a Result, > 0; the last step ends at the end of the run

	// FailureRate is the probability with which an attempt that the server would take fails at once, independently of
	// others, outage or not. In [0, 1).
	FailureRate float64

	// Window is the length of the window for peaks of the load, seconds, >= 0; 0: one second. See [Result.Attempts].
	Window float64
}

// New returns a fleet that is simulated until it is settled, with series in steps of a second.
func New(t Traffic, c Client, s Server, outages ...Outage) System {
	return System{Traffic: t, Client: c, Server: s, Outages: outages, Duration: math.Inf(1), Step: 1}
}

// TrafficKind is a source of first attempts.
type TrafficKind uint8

// The kinds of traffic.
const (
	Closed TrafficKind = iota // Clients think, try until they succeed or give up, and think again
	Open                      // independent requests in a Poisson stream, Rate per second
	Burst                     // Clients all make the first attempt within Spread and want one success each
)

// BurstSpan is the least time within which all clients of a burst begin, seconds. They come in random order.
const BurstSpan = 1e-3

// Starts returns the time within which the clients of a burst begin, seconds: Spread, but at least BurstSpan.
func (t Traffic) Starts() float64 { return max(t.Spread, BurstSpan) }

// Traffic describes the first attempts.
//
// A think time is exponential with mean Think. Every client of a closed fleet begins to think at time 0. During a
// Spike the rate of arrivals and the rate at which thinks end are multiplied by Share.
//
// Each client of a burst begins at a uniform random time from 0 to Spread.
type Traffic struct {
	Kind    TrafficKind
	Clients float64 // N, whole, >= 1; for Closed and Burst
	Think   float64 // mean, seconds, > 0; for Closed
	Rate    float64 // per second, > 0; for Open
	Spread  float64 // seconds, >= 0; for Burst, see [Traffic.Starts]
}

// A Client describes how each client makes its attempts.
type Client struct {
	jitter.Policy         // AttemptTime is not used
	Timeout       float64 // seconds, > 0; +Inf: none
	Cancel        bool    // an attempt that timed out leaves the server at once
	Budget        Budget
	Breaker       Breaker
	Honor         Honor // for the server's RetryAfter

	// Processes is the number of processes over which the clients are spread evenly. Each process has its own budget
	// and breaker. Whole; 0 and 1: all clients share one process.
	Processes float64

	// FirstFromThink uses the last think time as the delay from which the first retry's delay grows: the delay is
	// Policy.Next of the think time, or, if delays are independent, the delay before jitter of retry k is min(c, think
	// r^k). For Closed only.
	FirstFromThink bool
}

// ProcessCount returns Processes, or 1 if Processes is 0.
func (c Client) ProcessCount() float64 { return max(1, c.Processes) }

// Steps returns the number of steps of a run: Duration/Step, rounded up.
func (w System) Steps() int { return max(1, int(math.Ceil(w.Duration/w.Step-1e-9))) }
