// Package system is a fleet of clients, the server that they send requests to, and what goes
// wrong: plain values that two engines work out, calc/fluid as a fluid model and
// calc/des attempt by attempt. It also holds what both of them give, a [Result], and what
// follows from one ([Judge], [Result.Peaks]) or from the server alone ([Server.Tipping]).
//
// The rules of this page are what both engines follow, to the letter; a rule
// that only one of them can follow is said there.
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
// allows. Otherwise the request has failed for good: it is given up at u.
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
// They belong to a process: the callers in it share them, and Client.Processes of
// them share out the clients, or the requests of open traffic. The budget is asked first and pays for retries that the breaker then stops. A stopped
// attempt fails: it takes a token of Throttle's.
package system

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
	Duration float64  // how long it is looked at, > 0
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
	Burst                     // Clients that all make the first attempt at time 0 and want one success each
)

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

	// Processes is over how many processes the clients are spread, as evenly as can
	// be: each has a budget and a breaker of its own. Whole; 0 and 1: all share one.
	Processes float64

	// FirstFromThink makes the last think the delay before the first retry: that
	// retry follows a delay of the think, as Policy.Next has it, or where delays are
	// independent the one before jitter of retry k is min(c, think r^k). Closed only.
	FirstFromThink bool
}

// BudgetKind names a rule that withholds retries.
type BudgetKind uint8

// The kinds of retry budget. All but the last two are buckets of tokens, full at time 0.
const (
	NoBudget BudgetKind = iota
	// Ratio puts Ratio tokens into the bucket at the start of every first attempt, as
	// many as it holds; a retry takes one at its start, and if there is none the
	// request is given up when that retry was due.
	Ratio
	// Throttle is gRPC's: every failure and timeout takes one token, down to 0,
	// every success puts in Ratio; a request is given up when an attempt of it ends
	// badly and not more than half of the bucket is left.
	Throttle
	// Quota is the AWS SDK's: a retry takes Cost tokens at its start, LateCost if it
	// follows a timeout, and if they are not there the request is given up then;
	// the success of a retry gives back what that retry took, that of a first attempt gives
	// back 1.
	Quota
	// Concurrent is Envoy's: when an attempt ends badly its request is given up unless one
	// retry more leaves no more of them than Reserve, or than Ratio of the attempts that
	// clients wait for. A retry counts from the end of the attempt before it to its own end,
	// the wait included; the attempt that has just ended does not count. With a Window the
	// Ratio is of the attempts that started within it.
	Concurrent
	// Expiring is Finagle's, and with OnSuccess that of Linkerd and tower: when an attempt
	// ends badly that would be retried, the retry is granted if those that were granted
	// within the Window, with it, are no more than
	//
	//	Ratio n + Reserve Window,  n first attempts started, or successes, within the Window
	//
	// and otherwise the request is given up. Nothing is put by for longer than that.
	Expiring
)

// A Budget is what retries draw on: a bucket of tokens, or places for retries.
type Budget struct {
	Kind    BudgetKind
	Ratio   float64 // tokens per first attempt, or per success: > 0; of Concurrent a share of the attempts, of Expiring of the requests, >= 0; not of Quota
	Reserve float64 // tokens that the bucket holds, >= 1; of Concurrent the retries that are allowed at any time, of Expiring those per second, >= 0

	// Window is how long what happened counts, seconds: > 0 of Expiring, >= 0 of Concurrent.
	// It counts by slots of a tenth of that, the first of which begins at time 0: what
	// happens in one counts until a Window after its end, or with FromStart after its start.
	Window    float64
	FromStart bool
	OnSuccess bool // of Expiring: successes are counted, not the first attempts that start

	Cost, LateCost float64 // tokens that a retry takes, and one after a timeout, >= 0; both 0: 5 and 10; of Quota
}

// Price returns how many tokens a retry takes, by whether it follows a timeout.
func (b Budget) Price(late bool) float64 {
	switch {
	case b.Kind == Ratio:
		return 1
	case b.Kind != Quota:
		return 0
	case b.Cost == 0 && b.LateCost == 0:
		b.Cost, b.LateCost = 5, 10
	}
	if late {
		return b.LateCost
	}
	return b.Cost
}

// A Breaker stops all attempts when too many go wrong. It counts the attempts that ended
// within the last Window, though none before it last closed. As soon as at least
// Least of them ended and the share of failures and timeouts among them is Share
// or more it opens for Pause; until then every attempt that would start fails at
// once, without reaching the server and without being counted itself. Then it
// closes.
type Breaker struct {
	Share  float64 // 0 < Share <= 1; 0: there is no breaker
	Window float64 // seconds, > 0
	Least  float64 // attempts, >= 1
	Pause  float64 // seconds, > 0
}

// Opens tells whether the breaker opens where so many attempts ended within the window
// and so many of them ended badly. Rounding is let go: 7 of 10 are a share of 0.7.
func (b Breaker) Opens(all, bad float64) bool {
	return all >= b.Least && bad >= b.Share*all*(1-1e-12)
}

// ServerKind names a server.
type ServerKind uint8

// The kinds of server. C is the number of attempts in it, abandoned ones included.
const (
	// Slowing answers an attempt at the first of its looks, one every CheckInterval seconds
	// from its start (or from the end of the hang in which it came), at which it
	// is at least as old as
	//
	//	L(C) = ServiceTime Slowdown^(max(0, C - Concurrency)/15)
	//
	// With AtArrival an attempt instead takes L(C), with C at its start, it included,
	// and no looks are taken.
	Slowing ServerKind = iota
	// Queue has Workers that serve attempts in the order in which they came, each in
	// ServiceTime; at most QueueSize attempts wait, and one that finds the queue full fails at once,
	// though in a hang none does. Its workers work at the speed of the moment: not at
	// all in a hang, at a part of it while slow.
	Queue
	// Limited accepts Capacity attempts in every whole second and answers each after
	// ServiceTime; the others fail at once. While slow it accepts floor((i+1) x) -
	// floor(i x) in second i, x = Capacity Share, so that no part of an attempt is lost.
	Limited
)

// A Server is what is called.
type Server struct {
	Kind          ServerKind
	ServiceTime   float64 // seconds, > 0
	Concurrency   float64 // attempts that do not slow it, >= 0; +Inf: it never slows; of Slowing
	Slowdown      float64 // factor for every 15 attempts more, >= 1; of Slowing
	CheckInterval float64 // seconds, > 0; of Slowing
	AtArrival     bool    // of Slowing
	Workers       float64 // whole, >= 1; of Queue
	QueueSize     float64 // whole, >= 0, or +Inf; of Queue
	Capacity      float64 // attempts per second, whole, >= 1; of Limited
}

// OutageKind names what goes wrong.
type OutageKind uint8

// The kinds of outage. A Spike is kept with them though the server stays up: it is of the
// traffic, and no outage of a server.
const (
	// Hang: the server takes attempts and answers none until it ends; then it goes
	// on with all of them. An attempt that came during it begins to be worked at when
	// it ends: that is when its looks, its age or its wait for a worker begin. One
	// that was there before goes on where it was, its age counting the hang: it is
	// looked at when the hang ends, and every CheckInterval from then on. With AtArrival
	// and a Limited server an answer that was due during the hang comes when it
	// ends; attempts that came during it take their latency from then, with C as it is
	// when those answers have left. A Limited server counts no attempt that comes in a
	// hang.
	Hang   OutageKind = iota
	Reject            // every attempt that starts fails at once; those in the server go on
	// Brownout: latencies are divided by Share, service rates and capacities multiplied.
	// It counts whether it is on when a latency is found: at the look, or else when
	// the server begins with the attempt.
	Brownout
	Errors // an attempt that starts fails at once with probability Share
	Spike  // traffic is multiplied by Share; see Traffic
)

// An Outage is one thing that goes wrong for a while: from At until At + Length, the
// start included and the end not.
type Outage struct {
	Kind   OutageKind
	At     float64 // seconds, >= 0
	Length float64 // seconds, >= 0
	Share  float64 // 0 < Share <= 1 of Brownout and Errors, > 0 of Spike
}

// End is when the outage is over.
func (f Outage) End() float64 { return f.At + f.Length }

// OutageAt returns the outage of that kind that is on at time t.
func (w *System) OutageAt(kind OutageKind, t float64) (f Outage, on bool) {
	for _, f := range w.Outages {
		if f.Kind == kind && f.At <= t && t < f.End() {
			return f, true
		}
	}
	return Outage{}, false
}

// On tells whether an outage of that kind is on at time t.
func (w *System) On(kind OutageKind, t float64) bool {
	_, on := w.OutageAt(kind, t)
	return on
}

// Share returns the share of the outage of that kind that is on at time t, or
// without one: 1 for Brownout and Spike, 0 for Errors.
func (w *System) Share(kind OutageKind, t float64) float64 {
	f, on := w.OutageAt(kind, t)
	if !on && kind != Errors {
		return 1
	}
	return f.Share
}

// NextEdge is when after time t an outage begins or ends next, and +Inf if none does.
func (w *System) NextEdge(t float64) float64 {
	next := math.Inf(1)
	for _, f := range w.Outages {
		for _, edge := range [2]float64{f.At, f.End()} {
			if edge > t {
				next = min(next, edge)
			}
		}
	}
	return next
}

// Steps is how many steps a run has: Duration/Step, rounded up.
func (w System) Steps() int { return max(1, int(math.Ceil(w.Duration/w.Step-1e-9))) }

// OutageEnd is when the last outage is over, spikes included, and 0 without one:
// from when on recovery is measured.
func (w System) OutageEnd() float64 {
	end := 0.0
	for _, f := range w.Outages {
		end = max(end, f.End())
	}
	return end
}

// OutageStart is when the first outage begins, and the end of the run without one.
func (w System) OutageStart() float64 {
	start := w.Duration
	for _, f := range w.Outages {
		start = min(start, f.At)
	}
	return start
}

// LatencyAt returns the latency of a slowing server with c attempts in it, seconds,
// while nothing is wrong.
//
//	L(C) = L0 f^(max(0, C - Concurrency)/15)
//
// It is +Inf once that overflows.
func (s *Server) LatencyAt(c float64) float64 {
	over := c - s.Concurrency
	if !(over > 0) {
		return s.ServiceTime
	}
	return s.ServiceTime * math.Exp(math.Log(s.Slowdown)*over/15)
}
