package simulate

import (
	"context"
	"errors"
	"math"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// outcomes adds runs for their outcome alone. Each run ends as soon as it is settled, or after MostLook.
func (s *Study) outcomes(ctx context.Context, runs int) error {
	for range runs {
		v := fleet.Verdict{Baseline: s.base, Outcome: fleet.Overloaded, Reason: fleet.ReasonOverload}
		if !s.base.Overloaded() {
			var err error
			if v, err = s.outcome(ctx, Seed(s.options.Seed, len(s.Each))); errors.Is(err, ErrLimit) && len(s.Each) > 0 {
				s.Stopped = true
				return nil
			} else if err != nil {
				return err
			}
		}
		s.Each = append(s.Each, v.Enlarged(s.Scale))
	}
	return nil
}

// outcome makes one run until it is settled, or for the Duration of the fleet if that is finite. It judges the run
// while it goes on. If the run is not settled within sixteen times FirstLook, outcome repeats it with a limit sixteen
// times as long, and so on.
func (s *Study) outcome(ctx context.Context, seed uint64) (v fleet.Verdict, err error) {
	for after := 16 * fleet.FirstCheckpoint; ; after *= 16 {
		w := s.scaled.Fine(min(s.scaled.Duration, s.scaled.OutageEnd()+min(after, fleet.LastCheckpoint)))
		q := batch{system: w, seed: seed, runs: 1, cores: 1, most: s.Left(), settled: s.settled(w)}
		steps := 0
		err = q.repeat(ctx, func(r []fleet.Result) {
			steps = max(r[0].Len(), len(r[0].Attempts))
			short := upTo(w, r[0])
			v, s.lasted = r[0].Verdict(short, s.base), short.Duration-w.OutageEnd()
			if w.Traffic.Kind == fleet.Burst && !math.IsNaN(v.Recovery) {
				s.lasted = v.Recovery
			}
		}, w.Step)
		attempts := v.Started * v.RetryAmplification
		s.Attempts += attempts
		s.Work += attempts + perStep*float64(steps)
		if err != nil || v.Outcome != fleet.Unsettled || after >= fleet.LastCheckpoint || w.Duration == s.scaled.Duration {
			return v, err
		}
	}
}

// upTo returns w up to the end of a result, which may be before its own.
func upTo(w fleet.System, r fleet.Result) fleet.System {
	w.Duration = min(w.Duration, float64(r.Len())*r.Step)
	return w
}

// settled returns a function that reports whether a run of w is settled: the server answers no more, or the verdict at
// one of [fleet.System.Checkpoints] is final.
func (s *Study) settled(w fleet.System) func(*simulation) bool {
	checkpoints := w.Checkpoints()
	return func(r *simulation) bool {
		if r.isStuck(false) {
			r.stuck, r.end = true, max(1, r.step.of(r.tickStart))*r.step.unit
			return true
		}
		if len(checkpoints) < 2 || r.tickStart < r.units(checkpoints[0]) { // the last checkpoint is the end of the run
			return false
		}
		part := *r
		part.end = r.step.of(r.units(checkpoints[0])) * r.step.unit
		checkpoints = checkpoints[1:]
		result := part.result(w.Step)
		if part.end == 0 || result.Verdict(upTo(w, result), s.base).Outcome == fleet.Unsettled {
			return false
		}
		r.end = part.end
		return true
	}
}

// Decide makes runs until one outcome is the most frequent by two standard errors, see [Study.decided], or all runs of
// the options are made.
func (s *Study) Decide(ctx context.Context) error {
	for len(s.Each) < s.options.Runs && !s.Stopped && !s.decided() {
		if err := s.More(ctx, 1); err != nil {
			return err
		}
	}
	s.Summarize()
	return nil
}

// decided reports whether more or less than half of the runs recover, by Wilson's interval of two standard errors, and
// whether one outcome is in the same way more frequent than each other one that recovers too, or does not either.
func (s *Study) decided() bool {
	const half, z = 0.5, 2
	all, back := len(s.Each), 0
	count := s.counts()
	for o, n := range count {
		if o.Back() {
			back += n
		}
	}
	most := max(back, all-back)
	if numeric.Reaches(most, 0, all, half, z) <= 0 {
		return false
	}
	for _, n := range count {
		if n > most/2 && numeric.Reaches(n, 0, most, half, z) > 0 {
			return true
		}
	}
	return false
}
