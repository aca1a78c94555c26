package fleet

import "math"

// A Verdict is the outcome of a run with its figures. Rates are per second, times in seconds.
type Verdict struct {
	Outcome  Outcome
	Reason   Reason // the reason, unless the fleet recovers in time
	Baseline Baseline

	Unfinished Unfinished // what is known without a verdict

	RecoveryTimes

	Peaks

	// RetryAmplification is the number of attempts started, including those that a breaker stopped, divided by the
	// number of requests started, at least 1. LoadRatio is the load from OutageStart (without an outage, from 0) to
	// the end of the run divided by the load of the baseline; NaN for a burst.
	RetryAmplification, LoadRatio float64

	// Started is the number of requests started by the end of the run, the sum of the other three, which count the
	// requests by their state at that time.
	Started, Succeeded, Failed, UnderWay float64

	// Answered is the number of requests answered in time from OutageStart (without an outage, from 0) to the end of
	// the run, divided by Asked, the number of requests started in that time, at most 1; NaN if none started.
	Answered, Asked float64

	// Lost is the share of requests that failed for good, for GaveUp.
	Lost float64

	// attempts that did not succeed: timeouts and failures, including attempts that a breaker stopped
	Wasted    float64
	Waiting   float64 // greatest share of clients between two attempts of a request; NaN for open traffic
	InFlight  float64 // mean number of attempts in the server from OutageEnd until recovery, or to the end of the run
	Abandoned float64 // share of these attempts whose clients had gone; 0 without attempts
}

// RecoveryTimes are the times at which a fleet is back after its outage, seconds from OutageEnd; NaN if never.
type RecoveryTimes struct {
	// Recovery is the time from OutageEnd until load and goodput are back to the baseline and stay so to the end of
	// the run; NaN if they do not. Back means a load less than a quarter higher and a goodput less than a tenth lower.
	// Random differences are ignored: up to five standard errors of a count, and relapses that last at most a tenth of
	// the time since recovery. For a burst it is the time until every client has succeeded or given up.
	Recovery float64

	// Success50, Success90 and Success99 are the times from OutageEnd until the goodput reaches that share of the
	// baseline, within three standard errors of a count, and stays there; NaN if never. In a simulated run a slow rise
	// may be dated where the goodput is up to a fifth lower, because it takes thousands of events to distinguish 99%
	// from less. For a burst they are the times until that share of all clients has succeeded.
	Success50, Success90, Success99 float64
}

// List returns the times in their order.
func (t RecoveryTimes) List() [4]float64 {
	return [4]float64{t.Recovery, t.Success50, t.Success90, t.Success99}
}

// Grace returns how long a recovery may take without being late, seconds: the duration of the outages, but at least
// ten latencies and two timeouts. A burst may take twice as long as the server needs to serve it, from the last
// start on.
func (w System) Grace() float64 {
	g := max(w.OutageEnd()-w.OutageStart(), 10*w.Server.ServiceTime)
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		g = max(g, 2*t)
	}
	if best, _ := w.Server.Best(w.Client.Timeout); w.Traffic.Kind == Burst && best > 1e-9*w.OutageEnd() {
		g = max(g, w.Traffic.Spread+2*w.Traffic.Clients/best)
	}
	return g
}

// Fine returns w with the given duration and with the step for verdicts: a twentieth of the outage, at least the
// service time and at most 1 s; without an outage ten service times, at most 1 s. The step is longer if there would be
// more than 100,000 steps, see [Coarse]. It does not depend on w.Step.
func (w System) Fine(duration float64) System {
	step := min(1, 10*w.Server.ServiceTime)
	if outage := w.OutageEnd() - w.OutageStart(); outage > 0 {
		step = min(1, max(w.Server.ServiceTime, outage/20))
	}
	w.Duration, w.Step = duration, Coarse(step, duration)
	return w
}

// Coarse returns the step, or a longer one if a run of the duration would have more than 100,000 steps: a whole number
// of seconds, or a whole part of a second.
func Coarse(step, duration float64) float64 {
	const most = 100_000
	switch least := duration / most; {
	case step >= least || math.IsInf(duration, 1):
		return step
	case least > 1:
		return math.Ceil(least)
	default:
		return 1 / math.Floor(1/least)
	}
}

// settledFor is how long load and goodput must have been normal for a fleet to be back, seconds.
const settledFor = 10

// Verdict returns the verdict on a run of w with the given baseline. The run is settled if by its end the fleet is
// back at its baseline, has nothing left to do, or does not improve any more. The resolution of the verdict is the step
// of the run, see [System.Fine].
func (r Result) Verdict(w System, base Baseline) Verdict {
	v := Verdict{Baseline: base, Peaks: r.Peaks(w)}
	r.count(&v, w)
	r.outcome(w, &v)
	return v
}

// ended returns how many requests of the run have started, how many have ended, and how many of these failed for good.
func (r Result) ended() (started, ended, failed float64) {
	for i := range r.Len() {
		started += r.First[i]
		failed += r.GivenUp[i]
		ended += r.Goodput[i] + r.GivenUp[i]
	}
	return started, ended, failed
}

// times returns the recovery times and the first step that is normal again. Step after is the first that no outage
// touches.
func (r Result) times(w System, base Baseline, after int) (t RecoveryTimes, normal int) {
	since := func(step int) float64 {
		if step >= r.Len() {
			return math.NaN()
		}
		if t := float64(step)*r.Step - w.OutageEnd(); t > 1e-9*w.OutageEnd() { // else a rounding error
			return t
		}
		return 0
	}
	good := newSteady(r.Goodput, r.Whole, base.Goodput*r.Step, after, 1, fewer)
	normal = r.settled(w, good, base.Load)
	t = RecoveryTimes{since(normal), since(good.reaches(0.5)), since(good.reaches(0.9)), since(good.reaches(0.99))}
	return t, normal
}

// burstTimes returns the recovery times of a burst in which ended requests have ended, and the first step after
// recovery.
func (r Result) burstTimes(w System, ended float64) (t RecoveryTimes, normal int) {
	n := w.Traffic.Clients
	t.Recovery, normal = math.NaN(), r.Len()
	if ended >= n {
		t.Recovery = max(0, r.LastEnd-w.OutageEnd())
		normal = min(normal, int(math.Ceil((w.OutageEnd()+t.Recovery)/r.Step)))
	}
	at := func(share float64) float64 {
		served := max(0, r.served(share*n)-w.OutageEnd()) // NaN stays
		if served > t.Recovery {
			return t.Recovery
		}
		return served
	}
	t.Success50, t.Success90, t.Success99 = at(0.5), at(0.9), at(0.99)
	return t, normal
}

// count sets the figures of v that are counted over the whole run.
func (r Result) count(v *Verdict, w System) {
	attempts, from, load := 0.0, r.from(w), 0.0
	answered := 0.0
	for i := range r.Len() {
		v.Started += r.First[i]
		v.Succeeded += r.Goodput[i]
		v.Failed += r.GivenUp[i]
		v.Wasted += r.Failures[i] + r.Timeouts[i]
		v.Waiting = max(v.Waiting, r.Waiting[i]/w.Traffic.Clients)
		attempts += r.First[i] + r.Retries[i]
		if i >= from {
			load += r.Load(i) * r.Step
			v.Asked, answered = v.Asked+r.First[i], answered+r.Goodput[i]
		}
	}
	v.UnderWay = max(0, v.Started-v.Succeeded-v.Failed)
	v.Answered = min(1, answered/v.Asked) // 0/0 is NaN
	v.RetryAmplification = 1
	if v.Started > 0 {
		v.RetryAmplification = attempts / v.Started
	}
	v.LoadRatio = load / (w.Duration - float64(from)*r.Step) / v.Baseline.Load // NaN of a burst
	if w.Traffic.Kind == Open {
		v.Waiting = math.NaN()
	}
}

// settled returns the first step from which on load and goodput stay normal. It returns Len if the time from that step
// to the end is shorter than the longest window, in which chance decides, or than settledFor.
func (r Result) settled(w System, good steady, load float64) int {
	attempts := make([]float64, r.Len())
	for i := range attempts {
		attempts[i] = r.Load(i) * r.Step
	}
	_, i := good.since()
	_, calm := newSteady(attempts, r.Whole, load*r.Step, good.first, -1, more).since()
	i = max(i, calm)
	least := 0
	if len(w.Outages) > 0 {
		least = int(math.Ceil(settledFor / r.Step))
	}
	if i+max(good.window, least) > r.Len() {
		return r.Len()
	}
	return i
}

// served returns when n clients of a burst have succeeded, seconds, or NaN if they never do. It rounds a fractional n
// to the nearest client. Successes in a step count as spread evenly over the step.
func (r Result) served(n float64) float64 {
	left := n - 0.5
	for i, ends := range r.Goodput {
		if ends > left {
			return (float64(i) + left/ends) * r.Step
		}
		left -= ends
	}
	return math.NaN()
}

// from returns the step in which the outage begins, or 0 without an outage.
func (r Result) from(w System) int {
	if len(w.Outages) == 0 {
		return 0
	}
	return min(int(w.OutageStart()/r.Step+1e-6), r.Len()-1)
}
