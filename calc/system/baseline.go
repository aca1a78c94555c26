package system

import (
	"math"

	"retune/calc/num"
)

// A Baseline is what the fleet does without an outage, losses included: the
// means of a run of the same engine without Outages once it is steady. It is what
// recovery is measured against. All are NaN for a burst, which is never steady.
type Baseline struct {
	Load     float64 // attempts per second that reach the server
	Goodput  float64 // requests answered in time, per second
	InFlight float64 // attempts in the server
	Waiting  float64 // clients between two attempts of one request
	Offered  float64 // goodput if the server answered every attempt in time: see [System.Offered]
	Stopped  float64 // attempts per second that an open breaker stops
	Sound    float64 // share of the attempts that FailureRate does not fail
	Beyond   bool    // open traffic offers more than the server answers in time at its best, or closed traffic slows it until all time out

	// The standard errors of Load and Goodput; 0 of expected values.
	LoadError, GoodputError float64
}

// Healthy returns w without its outages, with the step of verdicts and a duration
// long enough to be steady in the second half: what a [Baseline] is read from. It has
// 4,000 requests unless that takes longer than the duration of w, on which nothing else
// depends. A queue that is fed 1% more than it takes holds a timeout's worth of
// work after 100 of them.
//
//	duration max(100 L, 5 Z, 20 times the least of W, 1,000 L and the latency with the load, 100 W but at most 30,000 L and at least 10 W)
//
//	L  latency    Z  mean think    W  timeout, if finite
func (w System) Healthy() System {
	load, latency := w.Normal()
	h := 100 * w.Server.ServiceTime
	if w.Traffic.Kind == Closed {
		h = max(h, 5*w.Traffic.Think)
	}
	h = max(h, 20*min(latency, w.Client.Timeout, 1000*w.Server.ServiceTime))
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		h = max(h, max(10*t, min(100*t, 3e4*w.Server.ServiceTime)))
	}
	if load > 0 {
		h = max(h, min(4000/load, w.Duration))
	}
	w.Outages = nil
	return w.Fine(h)
}

// Baseline returns the means over the second half of a run of w without outages, with the
// errors of a simulated one: those of the means of a tenth of that time each.
func (r Result) Baseline(w System) Baseline {
	if w.Traffic.Kind == Burst {
		nan := math.NaN()
		return Baseline{Load: nan, Goodput: nan, InFlight: nan, Waiting: nan, Offered: nan}
	}
	b := Baseline{Offered: w.Offered(), Sound: 1 - w.FailureRate}
	switch best, _ := w.Server.Best(w.Client.Timeout); {
	case w.Traffic.Kind == Open:
		b.Beyond = best > 0 && b.Offered > best*(1+1e-9)
	case w.Server.Kind == Slowing && w.Server.ServiceTime < w.Client.Timeout:
		_, latency := w.Normal()
		b.Beyond = math.IsInf(latency, 1)
	}
	from := r.Len() / 2
	n := float64(r.Len() - from)
	const parts = 10
	var load, goodput [parts]num.Mean
	for i := from; i < r.Len(); i++ {
		b.Load += r.Load(i) / n
		b.Goodput += r.Goodput[i] / r.Step / n
		b.Stopped += r.Stopped[i] / r.Step / n
		b.InFlight += r.InFlight[i] / n
		b.Waiting += r.Waiting[i] / n
		part := (i - from) * parts / (r.Len() - from)
		load[part].Add(r.Load(i))
		goodput[part].Add(r.Goodput[i] / r.Step)
	}
	if r.Whole {
		b.LoadError, b.GoodputError = errorOf(load[:]), errorOf(goodput[:])
	}
	return b
}

// errorOf returns the standard error of a mean from the means of its parts.
func errorOf(parts []num.Mean) float64 {
	var all num.Mean
	for i := range parts {
		all.Add(parts[i].Value()) // NaN, which is left out, of those that a run of few steps has not
	}
	return all.Error()
}

// MeanOf returns the means of the baselines of so many independent runs.
func MeanOf(runs []Baseline) Baseline {
	b := Baseline{Offered: runs[0].Offered, Sound: runs[0].Sound, Beyond: runs[0].Beyond}
	n := float64(len(runs))
	for _, r := range runs {
		b.Load += r.Load / n
		b.Goodput += r.Goodput / n
		b.Stopped += r.Stopped / n
		b.InFlight += r.InFlight / n
		b.Waiting += r.Waiting / n
		b.LoadError = math.Hypot(b.LoadError, r.LoadError/n)
		b.GoodputError = math.Hypot(b.GoodputError, r.GoodputError/n)
	}
	return b
}

// Short tells whether the goodput is more than a tenth below what is offered, and not by
// chance, which is three standard errors.
func (b Baseline) Short() bool { return b.Goodput+3*b.GoodputError < (1-fewer)*b.Offered }

// Overloaded tells whether the traffic is too much without any outage. Either open traffic
// offers more than the server takes, be it by little: in the end what is too much is lost, or
// its retries grow without limit; or closed traffic slows the server until all time out. Or the
// goodput is short, and more than a twentieth of the attempts are stopped by a breaker or not answered in
// time, besides those that fail at random. Where fewer are, a budget or a deadline ends
// requests of which attempts fail at random, however large the server.
func (b Baseline) Overloaded() bool {
	return b.Beyond || b.Short() && b.Goodput+3*b.GoodputError < (1-fewer/2)*b.Sound*(b.Load+b.Stopped)
}

// Offered returns the goodput if the server answered every attempt in time but
// for those that FailureRate fails, per second; NaN for a burst.
//
//	open      rate (1 - q^(n+1))
//	closed    N (1 - q^(n+1)) / (Z + L (1-q^(n+1))/(1-q) + sum over k = 1..n of q^k E d_k)
//
//	q  failure rate     n  retries     d_k  delays, at their means
//	L  latency with the load of the traffic, see [System.Normal]
//
// Deadline, budget and breaker are left out.
func (w System) Offered() float64 {
	q := w.FailureRate
	load, latency := w.Normal()
	switch {
	case w.Traffic.Kind == Burst:
		return math.NaN()
	case w.Traffic.Kind == Open:
		return load * w.Served()
	case q == 0:
		return load
	case math.IsInf(latency, 1):
		latency = w.Server.ServiceTime
	}
	return w.Traffic.Clients * w.Served() / (w.Traffic.Think + latency*Tries(q, w.Client.Retries) + w.Client.Waits(q))
}
