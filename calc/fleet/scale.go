package fleet

import "math"

// A large fleet behaves like a small one with a server to match: random deviations fall with the square root of its
// size. So a large fleet is simulated at a scale, with k times fewer clients, and the counts are multiplied by k. See
// [System.At].

// The smallest sizes of a scaled fleet. Chance decides in smaller ones: 60 requests per second on 7 workers fail in 42
// % of the runs, thirty times as many of both in none.
const (
	leastClients = 2000
	leastRate    = 500 // requests per second, and attempts per second that a limited server accepts
	leastPlaces  = 100 // workers, or attempts in a slowing server at its greatest throughput
)

// mostRounded is the greatest relative change by rounding a whole number at a scale, and of the capacity that the
// traffic leaves.
const mostRounded = 0.02

// With fewer tokens, or fewer calls before a breaker may open, chance rules a process.
const leastTokens, leastCalls = 10, 20

// At returns w at a scale of 1/k, k >= 1. Clients, rate, capacity, workers, places in the queue and
// concurrency are divided by k. A slowing server's slowdown is raised to k, so that
//
//	L(C) = L0 f^(max(0, C - C0)/15) = L0 (f^k)^(max(0, C/k - C0/k)/15)
//
// Processes are divided too, down to one. If a process has fewer clients then, its tokens and the calls that its
// breaker needs are divided by the same factor, but not below leastTokens and leastCalls. Whole numbers are rounded.
func (w System) At(k float64) System {
	t, s, c := &w.Traffic, &w.Server, &w.Client
	t.Clients, t.Rate = max(1, math.Round(t.Clients/k)), t.Rate/k
	s.Workers, s.QueueSize = max(1, math.Round(s.Workers/k)), math.Round(s.QueueSize/k)
	s.Capacity = max(1, math.Round(s.Capacity/k))
	s.Concurrency, s.Slowdown, s.PerAttempt = s.Concurrency/k, math.Pow(s.Slowdown, k), s.PerAttempt*k
	processes := c.ProcessCount()
	c.Processes = max(1, math.Round(processes/k))
	fewer := max(1, k*c.Processes/processes)
	tokens := leastTokens * max(1, c.Budget.Price(false), c.Budget.Price(true))
	c.Budget.Reserve = max(math.Round(c.Budget.Reserve/fewer), min(c.Budget.Reserve, tokens))
	c.Breaker.Least = max(math.Round(c.Breaker.Least/fewer), min(c.Breaker.Least, leastCalls))
	return w
}

// MostScale returns the greatest whole k, at most limit, at which the fleet may be simulated, see [System.At]. It is 1
// for a fleet that must be simulated at full size.
func (w System) MostScale(limit float64) float64 {
	most := min(limit, w.sizes(leastClients, leastRate, leastPlaces))
	for k := math.Floor(most); k > 1; k = min(k-1, math.Floor(0.99*k)) {
		if w.roundsTo(w.At(k), k) {
			return k
		}
	}
	return 1
}

// ForcedScale returns a scale of at least least at which the fleet is simulated if a question would make too many
// attempts otherwise: the first whole number that divides the workers or the capacity, see [System.At]. Chance then
// decides more often than in the whole fleet. It is 0 if the fleet would have fewer than 200 clients or 50 requests per
// second, or the server fewer than ten places or 50 attempts per second.
func (w System) ForcedScale(least float64) float64 {
	most := w.sizes(200, 50, 10)
	for k := math.Ceil(least); k <= most; k++ {
		exact := w.Server.Kind != Queue || math.Mod(w.Server.Workers, k) == 0
		exact = exact && (w.Server.Kind != Limited || math.Mod(w.Server.Capacity, k) == 0)
		if exact && w.roundsTo(w.At(k), k) {
			return k
		}
	}
	return 0
}

// sizes returns the greatest scale at which the fleet has so many clients, or so many requests per second, and its
// server so many places, or accepts that rate.
func (w System) sizes(clients, rate, places float64) (most float64) {
	most = w.Traffic.Clients / clients
	if w.Traffic.Kind == Open {
		most = w.Traffic.Rate / rate
	}
	switch s := w.Server; s.Kind {
	case Queue:
		most = min(most, s.Workers/places)
	case Limited:
		most = min(most, s.Capacity/rate)
	default:
		_, at := s.Best(math.Inf(1))
		at = min(at, s.Concurrency+s.ServiceTime/s.PerAttempt) // +Inf without PerAttempt
		most = min(most, at/places)
	}
	return most
}

// spares reports whether v, which is w at a scale of 1/k, has the spare capacity of w, up to mostRounded: rounding the
// workers or the capacity by 1% at a utilisation of 98% would halve it or add half.
func (w System) spares(v System, k float64) bool {
	s, offered, off := w.Server, w.Offered(), 0.0
	capacity := func(s Server) float64 {
		if s.Kind == Limited {
			return s.Capacity
		}
		return s.Workers / s.ServiceTime
	}
	if s.Kind == Slowing || w.Traffic.Kind == Burst {
		return true
	}
	if n := w.Traffic.Clients; w.Traffic.Kind == Closed {
		off = offered * math.Abs(k*v.Traffic.Clients-n) / n
	}
	off += math.Abs(capacity(s) - k*capacity(v.Server))
	return off <= mostRounded*math.Abs(capacity(s)-offered) || off <= 1e-9*offered
}

// roundsTo reports whether v, which is w at a scale of 1/k, differs from w in size alone. No whole number may be
// rounded by more than mostRounded or held at its minimum, except tokens that are few for the clients.
func (w System) roundsTo(v System, k float64) bool {
	near := func(x, y float64) bool { return x == y || math.Abs(x-y) <= mostRounded*x }
	if !w.spares(v, k) {
		return false
	}
	c, d := w.Client, v.Client
	processes := c.ProcessCount()
	if processes > k && !near(processes, k*d.Processes) {
		return false
	}
	if w.Server.Kind == Queue && (!near(w.Server.Workers, k*v.Server.Workers) ||
		!near(w.Server.QueueSize, k*v.Server.QueueSize)) {
		return false
	}
	fewer := max(1, k*d.Processes/processes)
	if b := c.Breaker; b.Share > 0 && !near(b.Least, fewer*d.Breaker.Least) {
		return false
	}
	const few = 0.005
	size := w.Traffic.Clients
	if w.Traffic.Kind == Open {
		size = 10 * w.Traffic.Rate
	}
	return c.Budget.Kind == NoBudget || near(c.Budget.Reserve, fewer*d.Budget.Reserve) ||
		fewer*d.Budget.Reserve*processes <= few*size
}

// Enlarged converts the verdict on a fleet at a scale of 1/k to the whole fleet.
func (v Verdict) Enlarged(k float64) Verdict {
	for _, x := range []*float64{&v.Started, &v.Succeeded, &v.Failed, &v.UnderWay, &v.Wasted, &v.InFlight,
		&v.Unfinished.Goodput, &v.Unfinished.Backlog, &v.Unfinished.Growth} {
		*x *= k
	}
	v.Baseline, v.Peaks = v.Baseline.Enlarged(k), v.Peaks.Enlarged(k)
	return v
}

// Enlarged converts the peaks of a fleet at a scale of 1/k to the whole fleet.
func (p Peaks) Enlarged(k float64) Peaks {
	p.Load, p.AfterLoad = k*p.Load, k*p.AfterLoad
	return p
}

// Enlarged converts the baseline of a fleet at a scale of 1/k to the whole fleet.
func (b Baseline) Enlarged(k float64) Baseline {
	numbers := []*float64{&b.Load, &b.Goodput, &b.InFlight, &b.Waiting, &b.Offered, &b.Stopped, &b.Most, &b.LoadError,
		&b.GoodputError}
	for _, x := range numbers {
		*x *= k
	}
	return b
}

// Enlarged converts the run of a fleet at a scale of 1/k to the whole fleet. It changes the series of r.
func (r Result) Enlarged(k float64) Result {
	if k == 1 {
		return r
	}
	for _, series := range r.Series() {
		if series == &r.Latency {
			continue
		}
		for i := range *series {
			(*series)[i] *= k
		}
	}
	for i := range r.Attempts {
		r.Attempts[i] *= k
	}
	r.UnderWay *= k
	return r
}
