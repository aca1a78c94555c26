package fleet

import "math"

// Outcome is the state of a fleet after its outage.
type Outcome uint8

// The outcomes.
const (
	// Recovers: load and goodput are back to the baseline for ten seconds at least.
	Recovers Outcome = iota
	// RecoversLate: the fleet recovers, but takes longer than [System.Grace].
	RecoversLate
	// Unsettled: there is no verdict, because the run ends before the fleet is settled, see [Unfinished].
	Unsettled
	// Metastable: the outage is over, and the fleet does not improve any more, see [Result.Verdict].
	Metastable
	// Overloaded: even without an outage the traffic is more than the server can take, see [Baseline.Overloaded].
	Overloaded
	// GaveUp: a burst has no work left, and more than a hundredth of its requests failed for good.
	GaveUp
)

func (o Outcome) String() string {
	return [...]string{"recovers", "recovers late", "no verdict", "metastable", "overloaded", "gave up"}[o]
}

// Back reports whether the fleet is back to normal by the end of the run.
func (o Outcome) Back() bool { return o <= RecoversLate }

// State is how final the figures of a run are.
type State uint8

// The states.
const (
	StateSettled    State = iota // the fleet is back, or a burst has no work left
	StateLost                    // the fleet stays down, and counts grow for as long as the run lasts
	StateUnfinished              // the run ended before the fleet was settled, and figures can still change
)

func (s State) String() string { return [...]string{"settled", "lost", "unfinished"}[s] }

// State returns the state of the figures of a run with the outcome.
func (o Outcome) State() State {
	switch o {
	case Unsettled:
		return StateUnfinished
	case Metastable, Overloaded:
		return StateLost
	}
	return StateSettled
}

// outcome sets the outcome, its reason and the recovery times of a run.
func (r Result) outcome(w System, v *Verdict) {
	nan, base := math.NaN(), v.Baseline
	v.RecoveryTimes = RecoveryTimes{nan, nan, nan, nan}
	after := int(math.Ceil(w.OutageEnd()/r.Step - 1e-6)) // the first step that no outage touches
	normal := r.Len()                                    // the first step that is normal again
	started, ended, failed := r.ended()
	switch {
	case w.Traffic.Kind == Burst:
		v.RecoveryTimes, normal = r.burstTimes(w, ended)
	case after < r.Len() && base.Goodput > 0:
		v.RecoveryTimes, normal = r.times(w, base, after)
	}
	v.InFlight, v.Abandoned = r.inside(after, normal)
	if r.Stuck || !r.back(w, base) {
		v.Recovery = nan
	}
	switch {
	case base.Overloaded():
		v.Outcome, v.Recovery = Overloaded, nan
	case w.Traffic.Kind == Burst && !math.IsNaN(v.Recovery) && failed > 0.01*started:
		v.Outcome, v.Lost = GaveUp, failed/started
	case v.Recovery <= w.Grace():
		v.Outcome = Recovers
	case v.Recovery > w.Grace():
		v.Outcome = RecoversLate
	case r.lost(w, base):
		v.Outcome = Metastable
	default:
		v.Outcome = Unsettled
		v.Unfinished = r.unfinished(w, base)
	}
	if v.Outcome != Recovers {
		v.Reason = r.reason(w, v.Outcome, after, normal, v.Abandoned)
	}
}
