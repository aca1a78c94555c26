package advice

import (
	"context"
	"math"

	"retune/calc/fleet"
	"retune/calc/simulate"
)

// A Cause is what can keep a fleet down, or late, after its outage. Each is removed by one of the levers of [List].
type Cause uint8

// The causes.
const (
	NoCause   Cause = iota
	Retries         // without retries the fleet recovers
	Abandoned       // it recovers if the server drops attempts that timed out
	Waves           // it recovers with full jitter, and has none
)

// Removes returns the cause that the lever removes from the fleet w.
func (l Lever) Removes(w fleet.System) Cause {
	switch {
	case l.System.Retries == 0 && w.Retries > 0:
		return Retries
	case l.System.Cancel && !w.Cancel:
		return Abandoned
	case l.System.Client.Jitter.Draws() && !w.Client.Jitter.Draws():
		return Waves
	}
	return NoCause
}

// trials is the number of runs of a fleet without a cause that must all recover. cheap is a number of attempts that are
// simulated at once.
const trials, cheap = 4, 5e5

// Causes returns the causes without which the fleet of a study recovers in each of a few runs, late or not, and the
// attempts that were simulated. It tries only retries for a fleet that is late, which must then recover in time. It
// simulates about as many attempts as the study at most. What does not fit is not named.
func Causes(ctx context.Context, now *simulate.Study) (list []Cause, attempts float64) {
	w, late := now.System, now.Verdict.Outcome == fleet.RecoversLate
	for _, l := range List(w) {
		cause := l.Removes(w)
		if cause == NoCause || late && cause != Retries || attempts > max(cheap, now.Attempts) {
			continue
		}
		v := l.System
		v.Duration = math.Inf(1)                                 // each run ends when the fleet is settled
		trial := now.Trial(v, 2*max(cheap, now.Attempts), false) // the limit is of the longest run
		recovers := true
		for i := 0; i < trials && recovers; i++ {
			err := trial.More(ctx, 1)
			recovers = err == nil && !trial.Stopped && len(trial.Each) > i
			if recovers {
				o := trial.Each[i].Outcome
				recovers = o == fleet.Recovers || o.Back() && !late
			}
		}
		if attempts += trial.Attempts; recovers {
			list = append(list, cause)
		}
	}
	return list, attempts
}
