package simulate

import (
	"context"
	"errors"

	"retune/calc/fleet"
)

// outcomes adds runs for their outcome alone. Each run ends as soon as its outcome is known.
func (s *Study) outcomes(ctx context.Context, runs int) error {
	w := s.scaled.Fine(s.scaled.Duration)
	for range runs {
		v := fleet.Verdict{Baseline: s.base, Outcome: fleet.Overloaded, Reason: fleet.ReasonOverload}
		if !s.base.Overloaded() {
			q := batch{system: w, seed: Seed(s.options.Seed, len(s.Each)), runs: 1, cores: 1, most: s.Left(),
				settled: s.settled(w)}
			err := q.repeat(ctx, func(r []fleet.Result) { v = r[0].Verdict(upTo(w, r[0]), s.base) }, w.Step)
			if s.Attempts += v.Started * v.RetryAmplification; errors.Is(err, ErrLimit) && len(s.Each) > 0 {
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

// upTo returns w up to the end of a result, which may be before its own.
func upTo(w fleet.System, r fleet.Result) fleet.System {
	w.Duration = min(w.Duration, float64(r.Len())*r.Step)
	return w
}

// settled returns what tells whether the outcome of a run of w is known. The server answers no more, or the
// fleet is back: 30 s after the outage, or twice the time after which it would be late, and then after twice
// as long each time. It is taken to stay so.
func (s *Study) settled(w fleet.System) func(*simulation) bool {
	after, end := max(2*w.Grace(), 30), uint64(0)
	return func(r *simulation) bool {
		if r.isStuck() {
			r.stuck = true
			return true
		}
		if r.tickStart < end {
			return false
		}
		now := end
		end = r.step.of(r.units(w.OutageEnd()+after)) * r.step.unit
		if len(w.Outages) == 0 || float64(end) > 0.7*float64(r.duration) {
			end = never
		}
		if after *= 2; now == 0 {
			return false
		}
		part := *r
		part.end = now
		result := part.result(w.Step)
		if !result.Verdict(upTo(w, result), s.base).Outcome.Back() {
			return false
		}
		r.end = now
		return true
	}
}

// Decide makes runs until one outcome leads by so many, or all runs of the options are made.
func (s *Study) Decide(ctx context.Context, by int) error {
	for len(s.Each) < s.options.Runs && !s.Stopped {
		if _, lead := s.counts(); lead >= by {
			break
		}
		if err := s.More(ctx, 1); err != nil {
			return err
		}
	}
	s.Summarize()
	return nil
}
