package des

import (
	"math"
	"sort"

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
	requests, tokens := e.requests(0, w.Duration), w.Client.Budget.Reserve*e.processes()
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

// Seconds returns about how long one core is busy with one run, seconds, for the
// attempts, the ticks and the steps of it: within a factor of 3 on the processors of
// 2020 to 2025 where Attempts is right.
func Seconds(w system.System) float64 {
	c := newClock(w)
	return c.busy(inOrder(w), Attempts(w))
}

// busy returns how long one core takes for so many attempts, seconds.
func (c *clock) busy(inOrder bool, attempts float64) float64 {
	attempt := 50e-9
	if inOrder {
		attempt = 150e-9
	}
	return attempt*attempts + 10e-9*float64(c.ticks) + 300e-9*float64(c.steps) + 1e-9*float64(c.bins)
}

// Memory returns about how much memory so many runs on so many cores take at once
// at most, bytes, and rather too much.
func Memory(w system.System, runs, cores int) float64 {
	e := newEstimate(w)
	c, server := newClock(w), serverOf(w.Server)
	event := 8 * float64(words(w))
	events := 0.0
	switch {
	case server == constant && !protected(w.Client):
	case w.Traffic.Kind == system.Open:
		events = e.concurrent()
	default:
		events = w.Traffic.Clients
	}
	lists := 256 + float64(c.ticks)/blockTicks
	if server == polled || server == atArrival {
		lists += min(float64(c.ticks), float64(c.units(w.Client.Timeout)/c.tick.unit)+2)
	}
	run := 1.1 * (event*events + min(events, lists)*8*chunkWords)
	switch server {
	case queued:
		inServer := e.inQueue()
		if (w.Client.Cancel || math.IsInf(w.Client.Timeout, 1)) && events > 0 { // a client has one there
			inServer = min(inServer, events)
		}
		run += 2 * 16 * math.Exp2(math.Ceil(math.Log2(1+inServer))) // two of doubling memories, and what those were before
	case polled, atArrival:
		run += 32 * float64(c.ticks)
	}
	if protected(w.Client) {
		run += 88 * e.processes()
		if w.Client.Budget.Window > 0 {
			run += 200 * e.processes()
		}
		if w.Client.Breaker.Share > 0 {
			run += 3 * 12 * min(Attempts(w), e.processes()*float64(c.ticks)*min(1, w.Client.Breaker.Window/w.Duration))
		}
	}
	const series = 12
	run += (128+8*series)*float64(c.steps) + 16*float64(c.bins)
	sum := 24*(series+1)*float64(c.steps) + 8*float64(c.bins)
	cores = max(1, min(runs, cores))
	held := 8 * series * float64(c.steps) * float64(min(runs, 4*cores)) // results: see num.Replicate
	return float64(cores)*run + held + sum
}

// An estimate is what follows from a system before it is simulated.
type estimate struct {
	system.System
	fails   float64 // from when on all attempts fail, seconds
	latency float64 // that an attempt has at least, seconds
	starts  []start // of retries where all fail, rising; those between are evenly spread
	gap     float64 // between two retries after those
}

// A start is when retry n starts after the first attempt, on the average, seconds.
type start struct{ n, at float64 }

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

	atOnce := w.Client.Breaker.Share > 0 || w.FailureRate > 0 || w.Server.Kind == system.Limited ||
		w.Server.Kind == system.Queue && !math.IsInf(w.Server.QueueSize, 1)
	for _, f := range w.Outages {
		atOnce = atOnce || f.Kind == system.Reject || f.Kind == system.Errors
	}
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

// mostStarts is how many retries are worked out; few are, one by one, and then as many at
// once as their delays grow or shrink by no more than alike.
const mostStarts, single, alike = 5000, 64, 0.01

// retries finds when the retries of a request start whose attempts all fail, on the
// average, each after so many seconds.
func (e *estimate) retries(wait float64) {
	p := e.Client.Policy
	if e.Client.FirstFromThink {
		p.InitialDelay = e.Traffic.Think * p.Factor
	}
	chain := p.Jitter.Type.Row().Path == nil && p.Stateful() && !p.Rule.Sorted
	delay := func(k, last, ratio, m float64) float64 { // before retry k, m after one of last
		switch {
		case p.Jitter.Type.Row().Path != nil:
			return p.Path(k).Mean()
		case chain && m == 1:
			return max(typical(p.Next(last, k == 1)), e.Client.LeastDelay())
		case chain:
			return last * math.Pow(ratio, m)
		}
		return p.Retry(k).Mean()
	}
	t, last, ratio, m := 0.0, 0.0, 0.0, 1.0
	e.starts = nil
	for k := 0.0; k < p.Retries && len(e.starts) < mostStarts; {
		m = min(m, p.Retries-k)
		d := delay(k+m, last, ratio, m)
		if m > 1 && !(math.Abs(d-last) <= alike*last) {
			m = 1
			d = delay(k+1, last, ratio, 1)
		}
		mean := d
		if m > 1 {
			mean = (last + d) / 2
		} else {
			ratio = d / last
		}
		e.gap = wait + min(max(mean, 1e-9), 1e300)
		k, t = k+m, t+m*e.gap
		e.starts = append(e.starts, start{k, t})
		if t > min(p.Deadline, e.Duration) || math.Abs(d-last) <= 1e-6*m*d && (p.Usual() || k >= p.SameFrom()) {
			return
		}
		if off := math.Abs(d-last) / (m*d + 1e-9); k >= single {
			m = max(1, min(2*m, math.Floor(alike/2/off)))
		}
		last = d
	}
}

// typical returns the geometric mean of a delay, about, which is what adds up where one
// delay is multiplied for the next.
func typical(d jitter.Dist) float64 {
	const parts = 16
	sum := 0.0
	for i := range parts {
		sum += math.Log(max(d.Quantile((float64(i)+0.5)/parts), 1e-9))
	}
	return math.Exp(sum / parts)
}

// after returns the last start that is not late, or the first attempt, and the gap after it.
func (e *estimate) after(late func(start) bool) (last start, gap float64) {
	i := sort.Search(len(e.starts), func(i int) bool { return late(e.starts[i]) })
	if i > 0 {
		last = e.starts[i-1]
	}
	if i == len(e.starts) {
		return last, e.gap
	}
	return last, (e.starts[i].at - last.at) / (e.starts[i].n - last.n)
}

// within returns how many attempts a request makes in its first t seconds.
func (e *estimate) within(t float64) float64 {
	t = min(t, e.Client.Deadline)
	last, gap := e.after(func(s start) bool { return s.at > t })
	if len(e.starts) == 0 {
		return 1
	}
	return 1 + min(e.Client.Retries, last.n+math.Floor((t-last.at)/gap))
}

// start returns when retry n starts after the first attempt, seconds.
func (e *estimate) start(n float64) float64 {
	last, gap := e.after(func(s start) bool { return s.n > n })
	return last.at + (n-last.n)*gap
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

// concurrent returns how many requests of an open stream are under way at the same
// time at most.
func (e *estimate) concurrent() (most float64) {
	lifetime := e.Duration
	if n := e.within(e.Duration); n > e.Client.Retries { // it is given up in time
		lifetime = min(lifetime, e.Client.Timeout*n)
		lifetime += e.start(n - 1)
	}
	lifetime = min(lifetime, e.Client.Deadline+e.Client.Timeout, e.Duration)
	ends := []float64{e.Duration}
	for _, f := range e.Outages {
		if f.Kind == system.Spike {
			ends = append(ends, f.End(), f.At+lifetime)
		}
	}
	for _, end := range ends {
		end = min(end, e.Duration)
		most = max(most, e.requests(max(0, end-e.Server.ServiceTime), end), e.requests(max(e.fails, end-lifetime), end))
	}
	return most
}

// inQueue returns how many attempts are in a queue at the same time at most: no more than
// it has room for, or than have come when a hang ends.
func (e *estimate) inQueue() float64 {
	most := e.Server.Workers + e.Server.QueueSize
	for _, f := range e.Outages {
		if f.Kind == system.Hang {
			w := e.System
			w.Duration, w.Server.QueueSize = min(w.Duration, f.End()), math.Inf(1)
			most = max(most, Attempts(w))
		}
	}
	return min(most, Attempts(e.System))
}

// processes returns P.
func (e *estimate) processes() float64 { return max(1, e.Client.Processes) }
