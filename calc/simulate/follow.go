package simulate

import (
	"context"
	"errors"
	"math"
	"slices"

	"retune/calc/fleet"
)

// healthy sets the baseline: the mean of as many runs without an outage as it takes for chance not to
// matter.
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
	const enough, most = 10_000, 200 // attempts, runs
	calm := s.scaled.Healthy()
	calm.Duration = min(calm.Duration, max(4*s.scaled.Duration, 20*s.scaled.Server.ServiceTime))
	load, latency := s.scaled.Normal()
	if s.options.Outcome { // what is not yet steady by then is close to its tipping point
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

// Follow sets the verdict, once runs have been made. Where most are not back by the end, one of them goes on
// beyond it, for at most followed attempts.
func (s *Study) Follow(ctx context.Context) error {
	const followed = 5e6
	s.Summarize()
	if !waits(s.Verdict.Outcome) {
		return nil
	}
	left := min(followed, s.options.Attempts-s.Attempts)
	v, err := fleet.Judge(s.scaled, s.base, func(w fleet.System) (run fleet.Result, err error) {
		q := batch{system: w, seed: Seed(s.options.Seed, s.usual()), runs: 1, cores: 1, most: left}
		err = q.repeat(ctx, func(r []fleet.Result) { run = r[0] }, w.Step)
		for i := range run.Len() {
			left -= run.First[i] + run.Retries[i]
		}
		return run, err
	})
	if err != nil {
		return ctx.Err() // it would be too long: the verdict is the trend
	}
	peaks := s.Verdict.Peaks
	s.Verdict, s.Followed = v.Enlarged(s.Scale), true
	s.Verdict.Peaks = peaks
	s.Each = slices.Clone(s.Each)
	for i := range s.Each { // they are of a kind
		if waits(s.Each[i].Outcome) {
			s.Each[i].Outcome = v.Outcome
		}
	}
	return nil
}

// waits tells whether a fleet is not back by the end of the run and may or may not be later.
func waits(o fleet.Outcome) bool { return o == fleet.Draining || o == fleet.Metastable }
