package des

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/system"
)

// Attempts returns about how many attempts one run makes, and rather too many: it
// depends on the system alone and is known at once.
//
// Before the first outage an attempt fails with the failure rate only; from then on,
// and from the start if nine tenths of what the server can take are asked of it or these
// failures open a breaker, all attempts fail to the end of the run, each as soon as one
// can. Retries follow by the mean delays. Budgets limit the retries; a breaker limits
// nothing, since what it stops is an event as well.
func Attempts(w system.System) float64 {
	e := newEstimate(w)
	n := e.attempts()
	retries := math.Inf(1)
	requests, tokens := e.requests(0, w.Duration), w.Client.Budget.Reserve*e.ProcessCount()
	switch b := w.Client.Budget; b.Kind {
	case system.Ratio:
		retries = tokens + b.Ratio*requests
	case system.Throttle:
		retries = tokens/2 + b.Ratio*requests
	case system.Quota:
		retries = (tokens+requests)/5 + requests // what a successful retry took is given back, once a request
	case system.Expiring:
		retries = tokens*(w.Duration+b.Window) + b.Ratio*requests // as in windows that follow each other
	}
	return min(n, requests+retries)
}

// An estimate is what follows from a system before it is simulated.
type estimate struct {
	system.System
	fails   float64 // from when on all attempts fail, seconds
	latency float64 // that an attempt has at least, seconds
	starts  []start // of retries where all fail, rising; those between are evenly spread
	gap     float64 // between two retries after those
}

// opens tells whether a breaker opens when nothing but a share of the attempts fails: as
// that share is enough, or one failure.
func opens(b system.Breaker, failures float64) bool {
	return b.Share > 0 && failures > 0 && (failures >= b.Share || b.Opens(b.Least, 1))
}

func newEstimate(w system.System) *estimate {
	e := &estimate{System: w, fails: min(w.OutageStart(), w.Duration)}
	e.Client.Deadline *= 1 + 1e-12 // so that rounding loses no retry that starts just then
	demand := w.Traffic.Rate
	if w.Traffic.Kind == system.Closed {
		demand = w.Traffic.Clients / (w.Traffic.Think + w.Server.ServiceTime)
	}
	if w.Traffic.Kind == system.Burst {
		demand = math.MaxFloat64
	}
	late := w.Server.Kind == system.Slowing && !w.Server.AtArrival && // it answers at its looks only
		math.Ceil(w.Server.ServiceTime/w.Server.CheckInterval)*w.Server.CheckInterval >= w.Client.Timeout
	if most, _ := w.Server.Best(w.Client.Timeout); late || !(demand < 0.9*most) || w.FailureRate > 0.5 || opens(w.Client.Breaker, w.FailureRate) {
		e.fails = 0
	}

	atOnce := w.FailsAtOnce() > 0
	wait := 0.0 // that an attempt takes at least
	if !atOnce {
		wait = min(w.Client.Timeout, w.Duration)
	}
	e.latency = min(w.Server.ServiceTime, w.Client.Timeout)
	if atOnce {
		e.latency = 0
	}
	if p := e.Client.WithoutIdleStops(); p.Rule.Stop == jitter.CountAndAge {
		n := p.Retries
		e.Client.Retries = math.Inf(1)
		e.retries(wait)
		e.Client.Retries, e.Client.Deadline = max(n, e.within(p.Deadline)-1), math.Inf(1)
	} else {
		e.Client.Retries, e.Client.Deadline = p.Retries, p.Deadline
	}
	e.retries(wait)
	return e
}

// over returns the integral from a time to another of a rate that depends on what the
// traffic is multiplied by.
func (e *estimate) over(from, to float64, rate func(share float64) float64) float64 {
	n := max(0, to-from) * rate(1)
	for _, f := range e.Outages {
		if f.Kind == system.Spike {
			n += max(0, min(to, f.End())-max(from, f.At)) * (rate(f.Share) - rate(1))
		}
	}
	return n
}

// requests returns how many requests begin from a time to another: no fewer than if
// all succeed.
func (e *estimate) requests(from, to float64) float64 {
	switch t := e.Traffic; {
	case t.Kind == system.Open:
		return e.over(from, to, func(share float64) float64 { return t.Rate * share })
	case t.Kind == system.Closed:
		return e.over(from, to, func(share float64) float64 { return t.Clients / (t.Think/share + e.latency) })
	case from <= 0:
		return t.Clients
	}
	return 0
}

// attempts returns how many attempts there are, budget or not.
func (e *estimate) attempts() float64 {
	q := e.FailureRate
	healthy := e.requests(0, e.fails) * min(1/(1-q), 1+e.Client.Retries)
	switch {
	case e.Traffic.Kind == system.Burst && e.fails == 0:
		return e.Traffic.Clients * e.within(e.Duration)
	case e.Traffic.Kind == system.Burst:
		return healthy
	case e.fails == 0:
		healthy = 0
	}
	left := e.Duration - e.fails
	if e.Traffic.Kind == system.Open {
		const parts = 64
		failing := 0.0
		for i := range parts {
			from := e.fails + left*float64(i)/parts
			failing += e.requests(from, from+left/parts) * e.within(e.Duration-from)
		}
		return healthy + failing
	}
	// A client either thinks and begins again, after n failures at most, or retries
	// all the time.
	most := e.within(math.Inf(1))
	lasts := 0.0 // a request that fails for good
	if n := most - 1; n > 0 && !math.IsInf(n, 1) {
		lasts = e.start(n)
	}
	failing := e.over(e.fails, e.Duration, func(share float64) float64 {
		begins := e.Traffic.Think / share
		rate := 1 / (begins + e.latency)
		if !math.IsInf(most, 1) {
			rate = max(rate, most/(begins+lasts))
		}
		return rate
	})
	return healthy + e.Traffic.Clients*max(failing, e.within(left))
}
