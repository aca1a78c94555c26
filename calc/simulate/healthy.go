package simulate

import (
	"context"
	"errors"
	"math"

	"retune/calc/fleet"
)

// healthy sets the baseline, the mean of enough runs without an outage to make random errors small.
func (s *Study) healthy(ctx context.Context) error {
	s.base = fleet.Result{}.Baseline(s.scaled)
	s.Base = s.base
	if s.System.Traffic.Kind == fleet.Burst || s.base.Beyond {
		return nil
	}
	base, ok := s.scaled.Known()
	if !ok && s.options.Outcome {
		base, ok = s.scaled.Stable()
	}
	if ok {
		s.base, s.Base = base, base.Enlarged(s.Scale)
		return nil
	}
	const enough, most, longest = 10_000, 200, 1200 // attempts, runs, seconds
	calm := s.scaled.Healthy()
	calm.Duration = min(calm.Duration, max(longest, 20*s.scaled.Server.ServiceTime))
	load, latency := s.scaled.Normal()
	if s.options.Outcome { // a fleet that is not steady by then is close to its tipping point
		w := s.scaled
		calm.Duration = min(calm.Duration, max(20*min(w.Client.Timeout, latency), 5*w.Traffic.Think,
			50*w.Server.ServiceTime, 2*enough/load))
	}
	calm = calm.Fine(calm.Duration)
	runs := int(max(1, min(most, math.Ceil(enough/(load*calm.Duration)))))
	q := batch{system: calm, seed: s.options.Seed, runs: runs, cores: s.options.Cores,
		most: max(s.options.Attempts, 1e6)}
	var all []fleet.Baseline
	err := q.repeat(ctx, func(r []fleet.Result) { all = append(all, r[0].Baseline(calm)) }, calm.Step)
	if err != nil && (!errors.Is(err, ErrLimit) || len(all) == 0) {
		return err
	}
	s.base = fleet.MeanOf(all)
	s.Base = s.base.Enlarged(s.Scale)
	return nil
}
