package fleet

import "math"

// A Tipping has the tipping points of a fleet and its server: the load, the number of attempts in the server and the
// delay at which the effects of an outage outlast it. C is the number of attempts in the server, L(C) the latency with
// them, N the number of clients, W the timeout and d the delay before a retry.
//
// A slow server, or one with a long queue, answers too late. Its clients time out and retry, which slows the server
// further. If all attempts time out the load is N/(W+d). The overload persists if that load keeps the latency above W.
// The number to use:
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
	// Stable is the number of attempts in the server in its stable equilibrium with the load of the traffic, see
	// [System.Normal]. It is NaN if the server cannot take the load, and for a burst. Unstable is the number above
	// which that load fills up the server; +Inf if there is none.
	Stable, Unstable float64

	// Best is the greatest throughput of answers before the timeout, attempts per
	// second: see [Server.Best].
	Best float64

	// TimeoutAt is C_W, the number of attempts in the server at which its latency reaches the timeout. TimeoutRate is
	// the throughput with C_W attempts, C_W/W per second. Both are 0 if one attempt takes as long as the timeout, and
	// +Inf if no number of attempts does.
	TimeoutAt, TimeoutRate float64

	// CancelDelay is the least fixed delay before a retry, seconds, with which a fleet recovers by itself after all
	// its attempts have timed out, if the server drops such attempts at once.
	//
	//	d* = max(0, W (N/C_W - 1)),  from C = N W/(W + d) <= C_W
	//
	// It is conservative: random changes of C let the fleet recover from delays a tenth or two shorter. It is NaN for
	// open traffic. Synchronized clients fail together for any d if N > C_W.
	CancelDelay float64

	// ReturnDelay is the least mean delay with which the server can take all waiting clients when they come back,
	// seconds: N/Best. It is NaN for open traffic, in which the number of waiting clients has no limit.
	ReturnDelay float64

	// RecoverableBacklog is the number of attempts in the server at the end of an outage below which it recovers, if
	// it works off abandoned attempts: it finishes them before their clients retry.
	//
	//	L(C) < W + d,  d = LongDelay
	//
	// Shorter delays lower it.
	RecoverableBacklog float64

	// SafeRate is the greatest rate of open traffic from which the fleet recovers after any outage, requests per
	// second.
	//
	//	min(Best, TimeoutRate/n),  n attempts of a request that all time out
	//
	// with n limited by retries, deadline and budget. If the budget always allows each of P processes R retries at a
	// time, SafeRate is at most TimeoutRate - P R/timeout. If it always allows R further retries per second, SafeRate
	// is (TimeoutRate - P R)/n. In both cases it is at least its value without a budget. It is NaN for other traffic.
	SafeRate float64
}

// Tipping returns the tipping points of the fleet and its server.
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
