package fleet

import (
	"math"

	"retune/calc/numeric"
)

// A Baseline is the normal state of a fleet without an outage, losses included: the means of a run without Outages
// once it is steady. Recovery is measured against it. All numbers are NaN for a burst, which is never steady.
type Baseline struct {
	Load     float64 // attempts per second that reach the server
	Goodput  float64 // requests answered in time, per second
	InFlight float64 // attempts in the server
	Waiting  float64 // clients between two attempts of one request
	Offered  float64 // goodput if the server answered every attempt in time, see [System.Offered]
	Stopped  float64 // attempts per second that an open breaker stops
	Sound    float64 // share of attempts that neither FailureRate nor a false timeout fails

	// Beyond is set if open traffic offers at least the server's greatest throughput in time, or if closed traffic
	// slows the server until all attempts time out.
	Beyond bool

	// Most is the greatest goodput of the server, which chance does not exceed for long, or 0 if it is not known.
	Most float64

	// LoadError and GoodputError are standard errors, 0 for expected values.
	LoadError, GoodputError float64
}

// Healthy returns the system whose run gives the [Baseline] of w: without outages, with the step of verdicts and long
// enough to be steady in the second half. The run has 4,000 requests unless they take longer than five minutes. It
// does not depend on the duration of w. A queue that is offered 1% too much holds a timeout's worth of work after 100
// timeouts, hence 100 W.
//
//	duration max(100 L, 5 Z, 5 Wait if the server asks for waits,
//	             20 times the least of W, 1,000 L and the latency with the load,
//	             100 W but at most 30,000 L and at least 10 W)
//
//	L  latency    Z  mean think    W  timeout, if finite
func (w System) Healthy() System {
	const most = 300
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
		h = max(h, min(4000/load, most))
	}
	w.Outages = nil
	if a := w.Server.RetryAfter; a.Least > 0 && w.Rejects() {
		h = max(h, 5*w.LongestWait())
	}
	return w.Fine(h)
}

// Baseline returns the means over the second half of a run of w without outages. For a simulated run it estimates
// their standard errors from ten parts of that time. The number of requests that begin per second has a closed form,
// which keeps chance small:
//
//	open      rate
//	closed    (N - C - B)/Z, C attempts in flight that are waited for, B clients that wait to retry
//
// Goodput and Load are this rate times the share of requests that succeed and times the attempts per request. Traffic
// beyond the server's capacity is never steady: then all means except Offered and Sound are NaN.
func (r Result) Baseline(w System) Baseline {
	nan := math.NaN()
	b := Baseline{Load: nan, Goodput: nan, InFlight: nan, Waiting: nan, Offered: nan}
	if w.Traffic.Kind == Burst {
		return b
	}
	b.Offered, b.Sound = w.Offered(), 1-w.fails()
	if w.Server.Law.Kind == Constant || !w.Client.Cancel { // else the load decides for how long workers are occupied
		b.Most, _ = w.Server.Best(w.Client.Timeout)
	}
	if b.Beyond = w.beyond(); b.Beyond || r.Len() == 0 {
		return b
	}
	from := r.Len() / 2
	all := r.between(w, from, r.Len())
	b.Load, b.Goodput, b.Stopped, b.InFlight, b.Waiting = all.Load, all.Goodput, all.Stopped, all.InFlight, all.Waiting
	const parts = 10
	var load, goodput numeric.Mean
	for i := range parts {
		n := r.Len() - from
		if lo, hi := from+i*n/parts, from+(i+1)*n/parts; lo < hi {
			part := r.between(w, lo, hi)
			load.Add(part.Load)
			goodput.Add(part.Goodput)
		}
	}
	if r.Whole {
		b.LoadError, b.GoodputError = load.Error(), goodput.Error()
	}
	for _, x := range []*float64{&b.Load, &b.Goodput, &b.LoadError, &b.GoodputError} {
		if math.IsNaN(*x) { // no request begins or ends
			*x = 0
		}
	}
	return b
}

// Stable returns the baseline of a slowing server from its stable equilibrium. ok is false unless the traffic is at
// most half of what the server can take. The latency is off by up to the time between two checks of the server.
func (w System) Stable() (b Baseline, ok bool) {
	load, latency := w.Normal()
	best, _ := w.Server.Best(w.Client.Timeout)
	ok = w.Server.Kind == Slowing && w.Traffic.Kind != Burst && w.FailureRate == 0 && 2*latency < w.Client.Timeout &&
		2*load <= best && w.Server.Law.Kind == Constant
	return Baseline{Load: load, Goodput: load, InFlight: load * latency, Offered: load, Sound: 1}, ok
}

// Known returns the baseline where it has a closed form: no attempt fails, service times are constant, and the server
// is so large that random peaks never fill it, so that all attempts have the same latency. ok is false elsewhere.
//
//	load = goodput    rate, or N/(Z + L)
//	in flight         C = load L, and C + 5 sqrt(C) is no more than the server takes at once
func (w System) Known() (b Baseline, ok bool) {
	s, t := w.Server, w.Traffic
	latency := s.ServiceTime
	if s.Kind == Slowing && !s.AtArrival {
		latency = math.Ceil(latency/s.CheckInterval-1e-9) * s.CheckInterval
	}
	load := t.Rate
	if t.Kind == Closed {
		load = t.Clients / (t.Think + latency)
	}
	ample := func(x, most float64) bool { return x+sure*math.Sqrt(x) <= most }
	inFlight := load * latency
	switch {
	case t.Kind == Burst || w.FailureRate > 0 || latency >= w.Client.Timeout || s.Law.Kind != Constant:
		return b, false
	case s.Kind == Slowing:
		ok = !s.Slows() || ample(inFlight, s.Concurrency)
	case s.Kind == Queue:
		ok = ample(inFlight, s.Workers)
	default:
		ok = ample(load, s.Capacity)
	}
	return Baseline{Load: load, Goodput: load, InFlight: inFlight, Offered: load, Sound: 1}, ok
}

// between returns the means over steps a to b-1 of a steady run, a < b. Goodput is NaN if no request ends.
func (r Result) between(w System, a, b int) (m Baseline) {
	var first, attempts, good, ended, abandoned float64
	n := float64(b - a)
	for i := a; i < b; i++ {
		first += r.First[i]
		attempts += r.Load(i) * r.Step
		good += r.Goodput[i]
		ended += r.Goodput[i] + r.GivenUp[i]
		abandoned += r.AbandonedInFlight[i] / n
		m.Stopped += r.Stopped[i] / r.Step / n
		m.InFlight += r.InFlight[i] / n
		m.Waiting += r.Waiting[i] / n
	}
	requests := w.Traffic.Rate
	if w.Traffic.Kind == Closed {
		requests = (w.Traffic.Clients - (m.InFlight - abandoned) - m.Waiting) / w.Traffic.Think
	}
	m.Load, m.Goodput = requests*attempts/first, requests*good/ended
	if first == 0 { // all attempts are retries
		m.Load = attempts / (n * r.Step)
	}
	return m
}

// beyond reports whether open traffic offers at least the server's greatest throughput in time, or closed traffic
// slows the server until all attempts time out. It is false for random service times with Cancel: the load then
// decides for how long an attempt occupies a worker.
func (w System) beyond() bool {
	switch best, _ := w.Server.Best(w.Client.Timeout); {
	case w.Server.Law.Kind != Constant && w.Client.Cancel:
		return false
	case w.Traffic.Kind == Open:
		return best > 0 && w.Offered() >= best*(1-1e-9)
	case w.Server.Kind == Slowing && w.Server.ServiceTime < w.Client.Timeout && w.Server.Law.Kind == Constant:
		_, latency := w.Normal()
		return math.IsInf(latency, 1)
	}
	return false
}

// MeanOf returns the mean of the baselines of independent runs.
func MeanOf(runs []Baseline) Baseline {
	b := Baseline{Offered: runs[0].Offered, Sound: runs[0].Sound, Beyond: runs[0].Beyond, Most: runs[0].Most}
	var load, goodput numeric.Mean
	n := float64(len(runs))
	for _, r := range runs {
		b.Load += r.Load / n
		b.Goodput += r.Goodput / n
		b.Stopped += r.Stopped / n
		b.InFlight += r.InFlight / n
		b.Waiting += r.Waiting / n
		b.LoadError = math.Hypot(b.LoadError, r.LoadError/n)
		b.GoodputError = math.Hypot(b.GoodputError, r.GoodputError/n)
		load.Add(r.Load)
		goodput.Add(r.Goodput)
	}
	if len(runs) > 20 { // enough for the error to come from their spread
		b.LoadError, b.GoodputError = load.Error(), goodput.Error()
	}
	return b
}

// Short reports whether the goodput is more than a tenth below what is offered, beyond three standard errors.
func (b Baseline) Short() bool { return b.high() < (1-fewer)*b.Offered }

// high returns the goodput and three standard errors, but no more than the server can take.
func (b Baseline) high() float64 {
	high := b.Goodput + 3*b.GoodputError
	if b.Most > 0 {
		return min(high, b.Most)
	}
	return high
}

// Overloaded reports whether the traffic is too much without any outage. That is so if Beyond is set: even a small
// excess is lost in the end, or its retries grow without limit. It is also so if the goodput is short and, besides the
// attempts that fail at random, a breaker stops or the server fails to answer in time more than a twentieth of the
// attempts. If there are fewer, a budget or a deadline ends requests whose attempts fail at random, however large the
// server is.
func (b Baseline) Overloaded() bool {
	return b.Beyond || b.Short() && b.high() < (1-fewer/2)*b.Sound*(b.Load+b.Stopped)
}

// Offered returns the goodput per second if no attempt waited in the server: FailureRate and false timeouts fail some.
// It is NaN for a burst.
//
//	open      rate (1 - q^(n+1))
//	closed    N (1 - q^(n+1)) / (Z + L (1-q^(n+1))/(1-q) + sum over k = 1..n of q^k E d_k)
//
//	q  share of attempts that fail     n  retries     d_k  delays, at their means
//	L  latency with the load of the traffic, see [System.Normal], at most the timeout if the service time is random
//
// Offered ignores deadline, budget and breaker.
func (w System) Offered() float64 {
	q := w.fails()
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
	if s := w.Server; s.Law.Kind != Constant {
		latency += s.ServiceTime * (s.Law.Until(w.Client.Timeout/s.ServiceTime) - 1)
	}
	return w.Traffic.Clients * w.Served() / (w.Traffic.Think + latency*Tries(q, w.Client.Retries) + w.Client.Waits(q))
}
