package fleet

import "math"

// A Tipping is where a fleet and its server tip over: from which load, how many
// attempts in the server, and which delay on an outage outlives itself. Attempts in the
// server are C, the latency with them L(C), N the clients, W the timeout and d
// the delay before a retry.
//
// The picture is this. A server that slows, or whose queue is long, answers too
// late; the client has gone, retries, and so adds to what slows the server. The
// load that is sustained by nothing but its own failures is N/(W+d): it stays if
// that keeps the latency above W. What applies where:
//
//	outage that refuses attempts, nothing is left in the server  ReturnDelay
//	outage that hangs, the server drops abandoned attempts       CancelDelay
//	outage that hangs, it works off abandoned attempts           RecoverableBacklog
//	open traffic, any outage                                     SafeRate
//	traffic that is too much without any outage                  load > Best
//
// Sources: Bronson et al., "Metastable Failures in Distributed Systems", HotOS
// 2021; Huang et al., "Metastable Failures in the Wild", OSDI 2022.
type Tipping struct {
	// Stable is the attempts in the server with the load of the traffic, see
	// [System.Normal], which it comes back to: NaN if it cannot take that, and for a burst.
	// Unstable is how many make that load fill it up; +Inf if none do.
	Stable, Unstable float64

	// Best is the greatest throughput of answers before the timeout, attempts per
	// second: see [Server.Best].
	Best float64

	// TimeoutAt is C_W, how many attempts in the server bring its latency to the
	// timeout, and TimeoutRate the throughput with them, C_W/W per second: 0 if
	// one attempt takes as long, +Inf if no number of attempts does.
	TimeoutAt, TimeoutRate float64

	// CancelDelay is the least fixed delay before a retry from which a fleet all
	// of whose attempts time out recovers by itself, if the server drops such attempts
	// at once, seconds.
	//
	//	d* = max(0, W (N/C_W - 1)),  from C = N W/(W + d) <= C_W
	//
	// It is on the safe side: chance carries C over the edge from delays a tenth
	// or two shorter. NaN for open traffic. Clients in step fail together, whatever
	// d, if N > C_W.
	CancelDelay float64

	// ReturnDelay is the least mean delay with which clients that all come back
	// from their waits are no more than the server can take, seconds: N/Best.
	// NaN for open traffic, whose waiting clients have no limit.
	ReturnDelay float64

	// RecoverableBacklog is how many attempts may be in the server when an outage ends, if it
	// works off abandoned attempts: fewer are done before their clients
	// retry.
	//
	//	L(C) < W + d,  d = LongDelay
	//
	// Delays that are shorter leave fewer.
	RecoverableBacklog float64

	// SafeRate is the greatest rate of open traffic that an outage cannot tip over,
	// requests per second.
	//
	//	min(Best, TimeoutRate/n),  n attempts of a request that all time out
	//
	// as retries, deadline and budget allow. Of a budget that always allows R retries at a
	// time to each of P processes it is no more than TimeoutRate - P R/timeout, and where
	// it allows R per second beside others (TimeoutRate - P R)/n, but no less than without a
	// budget. NaN for other traffic.
	SafeRate float64
}

// Tipping returns where the fleet and the server tip over.
func (w System) Tipping() Tipping {
	s, c, t, nan := w.Server, w.Client, w.Traffic, math.NaN()
	p := Tipping{Stable: nan, Unstable: nan, CancelDelay: nan, ReturnDelay: nan, SafeRate: nan}
	if load, _ := w.Normal(); t.Kind != Burst {
		p.Stable, p.Unstable = s.Equilibria(load)
	}
	p.Best, _ = s.Best(c.Timeout)
	p.TimeoutAt = s.Reaches(c.Timeout)
	p.TimeoutRate = p.TimeoutAt
	if 0 < p.TimeoutAt && p.TimeoutAt < math.Inf(1) {
		p.TimeoutRate /= c.Timeout
	}
	p.RecoverableBacklog = s.Reaches(c.Timeout + c.LongDelay())
	if t.Kind == Open {
		p.SafeRate = p.TimeoutRate / c.attemptsAtWorst()
		always := c.ProcessCount() * c.Budget.Reserve
		switch c.Budget.Kind {
		case Concurrent:
			p.SafeRate = max(min(p.SafeRate, p.TimeoutRate-always/c.Timeout), p.TimeoutRate/(1+c.retriesAtWorst()))
		case Expiring:
			p.SafeRate = max(p.SafeRate-always/c.attemptsAtWorst(), p.TimeoutRate/(1+c.retriesAtWorst()))
		}
		p.SafeRate = min(p.Best, p.SafeRate)
		return p
	}
	p.ReturnDelay = t.Clients / p.Best
	p.CancelDelay = 0
	if t.Clients > p.TimeoutAt {
		p.CancelDelay = c.Timeout * (t.Clients/p.TimeoutAt - 1)
	}
	return p
}
