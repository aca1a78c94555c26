package fleet

import "math"

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
	// or, with PerAttempt, ServiceTime + PerAttempt max(0, C - Concurrency).
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
	PerAttempt    float64 // seconds for every attempt more, instead of Slowdown; 0: Slowdown holds; of Slowing
	CheckInterval float64 // seconds, > 0; of Slowing
	AtArrival     bool    // of Slowing
	Workers       float64 // whole, >= 1; of Queue
	QueueSize     float64 // whole, >= 0, or +Inf; of Queue
	Capacity      float64 // attempts per second, whole, >= 1; of Limited
	RetryAfter    RetryAfter
}

// LatencyAt returns the latency of a slowing server with c attempts in it, seconds,
// while nothing is wrong.
//
//	L(C) = L0 f^(max(0, C - Concurrency)/15), or L0 + p max(0, C - Concurrency) with p PerAttempt
//
// It is +Inf once that overflows.
func (s *Server) LatencyAt(c float64) float64 { return s.latencyAt(c, math.Log(s.Slowdown)) }

// Latency returns [Server.LatencyAt] for many numbers of attempts.
func (s *Server) Latency() func(c float64) float64 {
	log := math.Log(s.Slowdown)
	return func(c float64) float64 { return s.latencyAt(c, log) }
}

// latencyAt is LatencyAt with the logarithm of the slowdown.
func (s *Server) latencyAt(c, log float64) float64 {
	over := c - s.Concurrency
	if !(over > 0) {
		return s.ServiceTime
	}
	if s.PerAttempt > 0 {
		return s.ServiceTime + s.PerAttempt*over
	}
	return s.ServiceTime * math.Exp(log*over/15)
}

// Slows reports whether any number of attempts makes a slowing server slower.
func (s *Server) Slows() bool {
	return !math.IsInf(s.Concurrency, 1) && (s.PerAttempt > 0 || s.Slowdown > 1)
}
