package fleet

import "math"

// Judge returns the verdict of w by an engine. It runs w to its end in the step
// of verdicts, and where the fleet is not back then, goes on for several times as long
// after the outage and then, if the backlog falls, to eight times that: so that the
// outcome is that of the fleet and not that of the moment at which one looks. What is
// counted is what happened by the end of the run, and a fleet that goes on as if back before that
// end, so shortly that nobody could tell, is back.
//
// run is the engine: it may refuse with an error where a run would be too long, and
// the verdict is then the trend of the last one that it made. The error is that of
// the first run.
func Judge(w System, base Baseline, run func(System) (Result, error)) (Verdict, error) {
	fine := w.Fine(w.Duration)
	r, err := run(fine)
	if err != nil {
		return Verdict{}, err
	}
	v := r.Verdict(fine, base)
	if o := v.Outcome; o != Draining && o != Metastable {
		return v, nil
	}
	if w.Traffic.Kind == Burst { // is it the outage?
		calm := w
		calm.Outages = nil
		calm = calm.Fine(w.patience())
		if r, err := run(calm); err == nil && len(w.Outages) > 0 && r.Verdict(calm, base).Outcome == Metastable {
			v.Outcome, v.Estimate, v.Reason = Overloaded, math.NaN(), r.reason(calm, Overloaded, 0, r.Len(), 0)
			return v, nil
		}
	}
	for _, times := range [2]float64{1, 8} {
		long := w.longer(times)
		if long.Duration <= w.Duration {
			continue
		}
		r, err := run(long)
		if err != nil {
			break
		}
		u := r.Verdict(long, base)
		if v.goesOn(u, w.Duration-w.OutageEnd()); u.Outcome != Draining {
			break
		}
	}
	if w.OutageEnd() >= w.Duration && v.Outcome == Draining {
		v.Reason = ReasonOutage
	}
	return v, nil
}

// goesOn sets what becomes of the fleet by the verdict of a longer run, if the run itself ends so many seconds
// after the outage.
func (v *Verdict) goesOn(longer Verdict, end float64) {
	v.Outcome, v.Estimate = longer.Outcome, longer.Estimate
	switch {
	case longer.Outcome.Back() && longer.Recovery <= end: // what was left of the run did not tell
		v.Reason, v.RecoveryTimes = longer.Reason, longer.RecoveryTimes
	case longer.Outcome.Back():
		v.Outcome, v.Estimate = Draining, longer.Recovery
	case longer.Outcome == GaveUp:
		v.Reason, v.Lost = longer.Reason, longer.Lost
	}
}

// longer is w for so many times as long after the outage as one has patience.
func (w System) longer(times float64) System { return w.Fine(w.OutageEnd() + times*w.patience()) }

// patience is how long after the outage Judge looks at a fleet that is not back by
// the end of the run, seconds: four times what is left of the run then, and at least eight times
// the outage or the timeout and 16 times what a client waits at the cap, but
// at most 64 times the duration or what is before the end of the outage.
func (w System) patience() float64 {
	p := max(4*(w.Duration-w.OutageEnd()), 8*w.Grace())
	p = max(p, 2*w.Duration)
	if !math.IsInf(w.Client.Cap, 1) {
		p = max(p, 16*w.Client.Cap)
	}
	return min(p, 64*max(w.Duration, w.OutageEnd()))
}
