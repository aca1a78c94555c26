package system

import "math"

// Outcome is how a fleet comes out of its faults.
type Outcome uint8

// A fleet recovers late if that takes longer than the whole outage did, or than 10
// steps of the series if that is more: then the clients, and no longer what went
// wrong, are the greater part of the trouble. The steps let faults shorter than
// the picture shows pass. A burst may take twice as long as the server needs for it.
const (
	Recovers Outcome = iota
	RecoversLate
	Collapses // has not recovered by the horizon
)

func (o Outcome) String() string {
	return [...]string{"recovers", "recovers late", "collapses"}[o]
}

// A Verdict is what became of a fleet. Rates are per second, times in seconds.
type Verdict struct {
	Outcome Outcome
	Reason  Reason // why, unless it recovers in time

	// Recovery is the time from OutageEnd until load and successes are back to
	// normal and stay so to the horizon; NaN if it collapses. Normal is a load less
	// than a quarter higher and successes less than a tenth fewer. What chance can
	// make is let go: five standard errors of a count, and relapses that last no
	// more than a tenth of the time since. For a burst it is the time until nobody
	// who has not given up is left without success.
	Recovery float64

	// Success50, 90 and 99 are the times from OutageEnd until the successes per
	// second have reached that share of NormalSuccess, within three standard errors
	// of a count; NaN if never. In a played run a slow rise is dated where it is at up
	// to a fifth less, as to tell 99% from less takes thousands of events. For a burst
	// they are the times until that share of all clients had success.
	Success50, Success90, Success99 float64

	Normal        float64 // load without any fault, see [Server.Normal]; NaN for a burst
	NormalSuccess float64 // successes then: the load, but at most what the server can answer in time; NaN for a burst

	Peak   float64 // greatest load over one step from OutageStart on; without a fault, of all
	PeakAt float64 // start of that step

	// Amplification is the load from OutageStart (without a fault, from 0) to the
	// horizon over that of the same fleet without retries, in calls.
	//
	//	closed    N/(Z/spike + L) a second, L the normal latency
	//	open      rate times spike a second
	//	burst     N in all
	//
	// A fleet without retries makes one call per request, whether it fails or not;
	// that a client of a closed fleet thinks again a little sooner after a refusal
	// than after an answer, and later after a time-out, is left out. Calls 0 of the
	// run itself are not what it is compared with: clients that are busy with
	// retries make fewer of them, so that load over calls 0 grows without bound in
	// a fleet that collapses.
	Amplification float64

	InVain   float64 // calls that did not succeed: failures, those that the breaker stopped included, and time-outs
	Waiting  float64 // greatest share of the clients between two calls of a request; NaN for open traffic
	InServer float64 // mean of the calls in the server from OutageEnd until recovery, or to the horizon
	Stale    float64 // share of those that nobody waited for; 0 if there were none
}

// Verdict returns what became of the fleet of w in its run.
func (r Result) Verdict(w System) Verdict {
	best, _ := w.Server.Best(w.Client.Timeout)
	nan := math.NaN()
	v := Verdict{Recovery: nan, Success50: nan, Success90: nan, Success99: nan}
	load, latency := w.Server.Normal(w.Traffic)
	v.Normal, v.NormalSuccess = load, math.Min(load, best)
	v.Peak, v.PeakAt = r.peak(w)
	v.Amplification = r.amplification(w, load, latency)
	for i := range r.Len() {
		v.InVain += r.Failures[i] + r.Timeouts[i]
		v.Waiting = math.Max(v.Waiting, r.Waiting[i]/w.Traffic.Clients)
	}

	after := int(math.Ceil(w.OutageEnd()/r.Step - 1e-6)) // the first step that no fault touches
	normal := r.Len()                                    // the first that is normal again
	late := math.Max(w.OutageEnd()-w.OutageStart(), 10*r.Step)
	since := func(step int) float64 {
		if step >= r.Len() {
			return nan
		}
		return math.Max(0, float64(step)*r.Step-w.OutageEnd())
	}
	switch {
	case w.Traffic.Kind == Burst:
		n := w.Traffic.Clients
		late = math.Max(late, 2*n/best)
		normal = r.served(n, true)
		v.Success50 = since(r.served(0.5*n, false))
		v.Success90 = since(r.served(0.9*n, false))
		v.Success99 = since(r.served(0.99*n, false))
	case after < r.Len() && v.NormalSuccess > 0:
		good := newSteady(r.Successes, v.NormalSuccess*r.Step, after, 1, fewer)
		normal = r.settled(good, load)
		v.Success50 = since(good.reaches(0.5))
		v.Success90 = since(good.reaches(0.9))
		v.Success99 = since(good.reaches(0.99))
	}
	if w.Traffic.Kind == Open {
		v.Waiting = nan
	}
	v.Recovery = since(normal)
	switch {
	case math.IsNaN(v.Recovery):
		v.Outcome = Collapses
	case v.Recovery > late:
		v.Outcome = RecoversLate
	}
	v.InServer, v.Stale = r.inside(after, normal)
	if v.Outcome != Recovers {
		v.Reason = r.reason(after, normal, v.Stale, latency >= w.Client.Timeout || load > best)
	}
	return v
}

// settled returns the first step from which on load and successes stay normal, or
// Len if no such time is as long as the longest window: then nobody can tell.
func (r Result) settled(good steady, load float64) int {
	calls := make([]float64, r.Len())
	for i := range calls {
		calls[i] = r.Load(i) * r.Step
	}
	i := max(good.since(), newSteady(calls, load*r.Step, good.first, -1, more).since())
	if i+good.window > r.Len() {
		return r.Len()
	}
	return i
}

// served returns the step at whose start n clients of a burst have had their
// success, or Len if they never have; those who have given up may count. The flow
// serves parts of clients: half of one is left out.
func (r Result) served(n float64, givenUp bool) int {
	have := 0.0
	for i := range r.Len() {
		if have > n-0.5 {
			return i
		}
		have += r.Successes[i]
		if givenUp {
			have += r.GivenUp[i]
		}
	}
	return r.Len()
}

// peak returns the greatest load of a step from the start of the outage on.
func (r Result) peak(w System) (load, at float64) {
	for i := r.from(w); i < r.Len(); i++ {
		if x := r.Load(i); x > load {
			load, at = x, float64(i)*r.Step
		}
	}
	return load, at
}

// from returns the step in which the outage begins, or 0 without a fault.
func (r Result) from(w System) int {
	if len(w.Faults) == 0 {
		return 0
	}
	return int(w.OutageStart()/r.Step + 1e-6)
}

// amplification is Verdict.Amplification, with the normal load and latency.
func (r Result) amplification(w System, load, latency float64) float64 {
	calls := 0.0
	for i := r.from(w); i < r.Len(); i++ {
		calls += r.Load(i) * r.Step
	}
	if w.Traffic.Kind == Burst {
		return calls / w.Traffic.Clients
	}
	start := float64(r.from(w)) * r.Step
	base := load * math.Max(0, w.Horizon-start)
	for _, f := range w.Faults {
		if f.Kind == Spike {
			during := load * f.Share
			if w.Traffic.Kind == Closed {
				during = w.Traffic.Clients / (w.Traffic.Think/f.Share + latency)
			}
			base += (during - load) * math.Max(0, math.Min(f.End(), w.Horizon)-f.At)
		}
	}
	return calls / base
}
