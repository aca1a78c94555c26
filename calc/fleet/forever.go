package fleet

import "math"

// This file has what arithmetic knows of a fleet whose attempts all time out: how many arrive for ever, and how many
// the server finishes meanwhile.

// failing returns the load in the long run while every attempt times out, attempts per second.
//
//	open           rate m
//	closed         N m/(Z + m W + sum of d_k over k < m)     N/(W + d) if the retries have no limit
//	burst          N/(W + d) if the retries have no limit, else 0
//
//	m  attempts of a request    W  timeout    Z  think time    d_k, d  mean delays, before retry k and after many
//
// It is 0 if the delays grow without limit.
func (w System) failing() float64 {
	c, t := w.Client, w.Traffic
	m := c.attemptsAtWorst()
	switch {
	case t.Kind == Open:
		return t.Rate * m
	case math.IsInf(m, 1):
		return t.Clients / (c.Timeout + max(c.LongDelay(), 0))
	case t.Kind == Burst:
		return 0
	}
	waits := (m - 1) * c.meanDelay(1, 0) // of a budget: m is below 2
	if c.Budget.Kind == NoBudget {
		c.Retries = m - 1
		waits = c.Waits(1)
	}
	return t.Clients * m / (t.Think + m*c.Timeout + waits)
}

// Drains reports whether the backlog of an unbounded queue falls in the long run, whatever happened: what arrives is
// less than it serves, even if every attempt times out. It knows nothing of a fleet with a breaker or a deadline.
//
//	open      rate (n+1), or rate (1+b) with a budget that is a share b of the requests
//	closed    the greatest N (k+1)/(Z + k W + L0 + d_1 + ... + d_k), k = 0..n, and N/(W + d) if n has no limit
func (w System) Drains() bool {
	s, c, t := w.Server, w.Client, w.Traffic
	if s.Kind != Queue || !math.IsInf(s.QueueSize, 1) || c.Breaker.Share > 0 || !math.IsInf(c.WithDefaults().Deadline, 1) {
		return false
	}
	capacity := s.Workers / s.ServiceTime
	n := c.Retries
	if b := c.Budget; b.Kind == Ratio {
		n = min(n, b.Ratio)
	}
	if t.Kind == Open {
		return t.Rate*(1+n) < capacity
	}
	if t.Kind == Burst || w.FailureRate > 0 || s.FalseTimeouts(c.Timeout) == 1 {
		return false
	}
	const enough = 4096
	waits, delay := t.Think, 0.0
	if s.Law.Kind == Constant { // any part of a random service time may be in time
		waits += s.ServiceTime
	}
	for k := 0.0; k <= min(c.Retries, enough); k++ {
		if t.Clients*(k+1)/waits >= capacity {
			return false
		}
		delay = c.meanDelay(k+1, delay)
		waits += c.Timeout + delay
	}
	return c.Retries <= enough || t.Clients/(c.Timeout+c.LongDelay()) < capacity
}

// finishes returns the greatest throughput of the server with c attempts in it or more, attempts per second, and the
// number of attempts from which on it answers too late.
func (w System) finishes(c float64) (rate, late float64) {
	s := w.Server
	late = s.Reaches(w.Client.Timeout)
	if s.Kind == Slowing && s.Law.Kind != Constant { // from where on even the shortest service time is too long
		late = s.reaches(w.Client.Timeout, s.Law.Least())
	}
	switch {
	case s.Kind == Queue:
		return s.Workers / s.ServiceTime, w.Client.Timeout * s.Workers / s.ServiceTime
	case s.Kind == Limited || !s.Slows():
		return math.Inf(1), math.Inf(1)
	case s.PerAttempt > 0:
		return max(c/s.LatencyAt(c), 1/s.PerAttempt), late
	}
	if _, peak := s.Best(math.Inf(1)); c < peak {
		c = peak
	}
	return c / s.LatencyAt(c), late
}

// sure reports whether the fleet is lost by a sure sign: no attempt was answered in time in the second half of the time
// since the outage, from step from on, in which every waiting client came back at least once; the backlog grew, or the
// queue is full; and what arrives for ever exceeds what the server finishes, both in that time and by arithmetic. The
// backlog then grows for ever, and every attempt times out. A chance excursion of M attempts back to a server that
// answers in time has a probability of about
//
//	exp(-2 M (1 - mu/a)/(1 + V)),  a attempts arrive and mu are finished per second, each in a time of variance V
//	                               over its squared mean
//
// There is no such sign with a breaker, which stops an unknown part of the attempts, if the server drops attempts that
// timed out, or if clients wait as long as it asks.
func (r Result) sure(w System, from int) bool {
	c := w.Client
	if c.Breaker.Share > 0 || c.Cancel || w.Server.RetryAfter.Least > 0 && w.Rejects() {
		return false
	}
	first := (from + r.Len()) / 2
	lasts := float64(r.Len()-first) * r.Step
	if lasts < max(FirstCheckpoint/3, w.LongestWait()+c.Timeout, w.Traffic.Think) || first > r.returned() {
		return false
	}
	least := math.Inf(1)
	for i := first; i < r.Len(); i++ {
		if r.Goodput[i] > 0 {
			return false
		}
		least = min(least, r.InFlight[i])
	}
	finished, late := w.finishes(least)
	all := r.level(first, r.Len())
	load, chance := all.load, math.Sqrt(all.load/lasts)
	middle := (first + r.Len()) / 2
	if room := w.Server.Workers + w.Server.QueueSize; w.Server.Kind == Queue && least >= 0.9*room {
		least = min(least, room) // what a hang has added to a full queue is worked off
	} else if r.level(middle, r.Len()).inFlight <= r.level(first, middle).inFlight {
		return false
	}
	const surely = 30 // exp(-30) is 1e-13
	arrives := min(load-3*chance, w.failing())
	excess := 1 - 1.02*finished/arrives
	return excess > 0 && 2*(least-late)*excess >= surely*(1+w.Server.Law.Variance())
}
