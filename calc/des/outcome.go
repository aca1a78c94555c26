package des

import (
	"context"
	"errors"

	"retune/calc/system"
)

// outcomes adds so many runs of which only the outcome is asked. Each goes on only until that is known: a
// fleet that is back for as long as this takes twice in time stays so.
func (s *Study) outcomes(ctx context.Context, runs int) error {
	whole := s.scaled.Fine(s.scaled.Duration)
	parts := []system.System{whole}
	if end := whole.OutageEnd(); len(whole.Outages) > 0 {
		if soon := end + max(2*whole.Grace(), 30); soon < 0.7*whole.Duration {
			parts = []system.System{s.scaled.Fine(soon), whole}
		}
	}
	for range runs {
		v := system.Verdict{Baseline: s.base, Outcome: system.Overloaded, Reason: system.ReasonOverload}
		known := s.base.Overloaded()
		for i := 0; i < len(parts) && !known; i++ {
			w := parts[i]
			q := batch{system: w, seed: Seed(s.options.Seed, len(s.Each)), runs: 1, cores: 1, most: s.Left(), horizon: whole.Duration}
			err := q.repeat(ctx, func(r []system.Result) {
				v = r[0].Verdict(w, s.base)
				known = r[0].Stuck || v.Outcome.Back()
			}, w.Step)
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
