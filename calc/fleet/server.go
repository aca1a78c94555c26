package fleet

import "math"

// ServerKind is a kind of server.
type ServerKind uint8

// The kinds of server. C is the number of attempts in the server, abandoned ones included.
const (
	// Slowing checks each attempt every CheckInterval seconds from its start (or from the end of the hang in which
	// it came) and answers it at the first check at which its age is at least
	//
	//	L(C) = ServiceTime Slowdown^(max(0, C - Concurrency)/15)
	//
	// or, with PerAttempt, ServiceTime + PerAttempt max(0, C - Concurrency).
	//
	// With AtArrival an attempt instead takes L(C), with C at its start and including itself, and there are no checks.
	// ServiceTime may then be random: it is drawn at the start.
	Slowing ServerKind = iota
	// Queue has Workers that serve attempts in order of arrival, each in a service time. At most QueueSize attempts wait.
	// An attempt that finds the queue full fails at once, except in a hang, in which the queue takes all. Workers stop
	// in a hang and are slower in a brownout.
	Queue
	// Limited accepts Capacity attempts in every whole second and answers each after ServiceTime; the others fail at
	// once. In a brownout it accepts floor((i+1) x) - floor(i x) attempts in second i, with x = Capacity Share, so
	// that no fraction is lost.
	Limited
)

// A Server is the server that the fleet calls.
type Server struct {
	Kind        ServerKind
	ServiceTime float64 // mean, seconds, > 0
	Law         Law     // of the service time; for Queue, Limited and, with AtArrival, Slowing
	// attempts in the server up to which it is not slowed, >= 0; +Inf: it never slows; for Slowing
	Concurrency   float64
	Slowdown      float64 // factor for every 15 further attempts, >= 1; for Slowing
	PerAttempt    float64 // seconds for every further attempt, instead of Slowdown; 0: Slowdown holds; for Slowing
	CheckInterval float64 // seconds, > 0; for Slowing
	AtArrival     bool    // for Slowing
	Workers       float64 // whole, >= 1; for Queue
	QueueSize     float64 // whole, >= 0, or +Inf; for Queue
	Capacity      float64 // attempts per second, whole, >= 1; for Limited
	RetryAfter    RetryAfter
}

// NewQueue returns a server with that many workers and a queue of any length. Each attempt takes the service time,
// seconds.
func NewQueue(workers, serviceTime float64) Server {
	return Server{Kind: Queue, Workers: workers, ServiceTime: serviceTime, QueueSize: math.Inf(1)}
}

// LatencyAt returns the latency of a slowing server with c attempts in it, seconds, outside a brownout.
//
//	L(C) = L0 f^(max(0, C - Concurrency)/15), or L0 + p max(0, C - Concurrency) with p PerAttempt
//
// It is +Inf if the result overflows.
func (s *Server) LatencyAt(c float64) float64 { return s.latencyAt(c, math.Log(s.Slowdown)) }

// Latency returns [Server.LatencyAt] as a function that computes the logarithm of Slowdown once.
func (s *Server) Latency() func(c float64) float64 {
	log := math.Log(s.Slowdown)
	return func(c float64) float64 { return s.latencyAt(c, log) }
}

// latencyAt is LatencyAt given the logarithm of Slowdown.
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

// Slowed returns the latency of an attempt whose service time is x times the mean, seconds, if an attempt with the mean
// service time takes latency: x latency, or latency + (x - 1) ServiceTime with PerAttempt.
func (s *Server) Slowed(latency, x float64) float64 {
	if s.PerAttempt > 0 {
		return max(0, latency+(x-1)*s.ServiceTime)
	}
	return x * latency
}

// Slows reports whether any number of attempts makes a slowing server slower.
func (s *Server) Slows() bool {
	return !math.IsInf(s.Concurrency, 1) && (s.PerAttempt > 0 || s.Slowdown > 1)
}
