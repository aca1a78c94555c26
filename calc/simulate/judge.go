package simulate

import (
	"context"
	"errors"
	"math"

	"retune/calc/fleet"
)

// leastScale is the least scale that is tried. Two scales must be simulated, and below it the full fleet is as quick.
const leastScale = 4

// scaleOf returns the scale at which Judge begins.
func scaleOf(w fleet.System, o Options) float64 {
	if o.Scale > 0 {
		return o.Scale
	}
	if k := w.MostScale(math.Inf(1)); k >= leastScale {
		return k
	}
	return 1
}

// Judge returns the study of a fleet with all its runs. If the Duration is +Inf it simulates the fleet until all runs
// are settled, for at most MostLook after its outages, and the study has the Duration that this took.
//
// The limit of attempts first costs runs. If not even one run fits half of it, the other half is for a simulation at a
// larger scale than [fleet.System.MostScale] allows, see [fleet.System.ForcedScale], and Forced is set. If it does not
// fit then either, the study ends before the fleet is settled, without a verdict. The error is ErrLimit if not even a
// short run fits.
func Judge(ctx context.Context, w fleet.System, o Options) (*Study, error) {
	o = o.complete()
	for forced := false; ; forced = true {
		part, next := o, w.ForcedScale(4*scaleOf(w, o))
		if o.Scale > 0 && !forced { // this scale was asked for
			next = 0
		}
		if next > 0 {
			part.Attempts /= 2
		}
		s, err := settle(ctx, w, part, next == 0)
		if err == nil {
			s.Forced = forced
			return s, nil
		}
		if !errors.Is(err, ErrLimit) || next == 0 {
			return nil, err
		}
		o.Attempts -= part.Attempts
		o.Scale = next
	}
}

// settle is [Judge] without a forced scale. If short is set the study may end before the fleet is settled. Each attempt
// at a duration may use half of what is left, so that a longer one remains possible. It may use three quarters once
// unsettled runs have been continued to learn how long they take.
func settle(ctx context.Context, w fleet.System, o Options, short bool) (*Study, error) {
	if !math.IsInf(w.Duration, 1) {
		return atScale(ctx, w, o)
	}
	left := o.Attempts
	o.Attempts = left / 2
	duration, used, err := settling(ctx, w, o)
	if errors.Is(err, ErrLimit) && short {
		used, err = o.Attempts, nil
	}
	if err != nil {
		return nil, err
	}
	left -= used
	var best *Study
	after, part := duration-w.OutageEnd(), 0.5
	for {
		w.Duration, o.Attempts = w.OutageEnd()+after, part*left
		s, err := atScale(ctx, w, o)
		switch limit := errors.Is(err, ErrLimit) && short; {
		case limit && best != nil:
			return best, nil
		case limit:
			o.Attempts = left
			return shorter(ctx, w, o)
		case err != nil:
			return nil, err
		}
		if best = s; s.Open() == 0 || after >= fleet.LastCheckpoint {
			return s, nil
		}
		left -= s.Attempts
		o.Attempts = left / 2
		next, used, err := longest(ctx, w, o, s)
		if err != nil {
			return nil, err
		}
		left -= used
		after, part = max(fleet.NextCheckpoint(after), next), 0.75
	}
}

// openTried is the number of unsettled runs of a study that are continued to learn how long they take.
const openTried = 2

// longest returns the checkpoint at which the last of up to openTried unsettled runs of a study s is settled, seconds
// after the outages, and the number of attempts that this took. A longer study then has all its runs at once instead of
// at each checkpoint in between. The limit of attempts ends it early: the checkpoint is then that of the runs made.
func longest(ctx context.Context, w fleet.System, o Options, s *Study) (checkpoint, attempts float64, err error) {
	w.Duration = math.Inf(1)
	seed := o.Seed
	tried := 0
	for i, v := range s.Each {
		if v.Outcome != fleet.Unsettled || tried == openTried {
			continue
		}
		tried++
		o.Seed, o.Scale = Seed(seed, i), s.Scale
		duration, used, err := settling(ctx, w, o)
		o.Attempts -= used
		attempts += used
		if errors.Is(err, ErrLimit) {
			break
		}
		if err != nil {
			return 0, attempts, err
		}
		checkpoint = max(checkpoint, duration-w.OutageEnd())
	}
	return checkpoint, attempts, nil
}

// shorter returns the study of a fleet over a shorter time that fits the limit of attempts.
func shorter(ctx context.Context, w fleet.System, o Options) (*Study, error) {
	for after := w.Duration - w.OutageEnd(); ; {
		after = max(after/2, fleet.FirstCheckpoint)
		w.Duration = w.OutageEnd() + after
		if s, err := atScale(ctx, w, o); !errors.Is(err, ErrLimit) || after == fleet.FirstCheckpoint {
			return s, err
		}
	}
}

// Settling returns the duration in which one run of the fleet is settled, seconds: the end of its outages and one of
// [fleet.System.Checkpoints].
func Settling(ctx context.Context, w fleet.System, o Options) (duration float64, err error) {
	duration, _, err = settling(ctx, w, o)
	if errors.Is(err, ErrLimit) {
		err = nil
	}
	return duration, err
}

// settling is Settling with the number of attempts that it took.
func settling(ctx context.Context, w fleet.System, o Options) (duration, attempts float64, err error) {
	o.Scale, o.Runs, o.Outcome = scaleOf(w, o), 1, true
	s := NewStudy(w, o)
	err = s.More(ctx, 1)
	return w.OutageEnd() + fleet.CheckpointFrom(s.lasted), s.Attempts, err
}

// atScale returns the study of a fleet over its Duration. If no scale is given, it simulates a large fleet at a scale
// and at half of that scale. While the two do not agree it halves the scale again, down to 1. The result is the study
// at the smaller scale, which has more clients.
func atScale(ctx context.Context, w fleet.System, o Options) (*Study, error) {
	auto := o.Scale == 0
	o.Scale = scaleOf(w, o)
	s := NewStudy(w, o)
	if err := s.More(ctx, o.Runs); err != nil {
		return nil, err
	}
	for auto && s.Scale > 1 && !s.Stopped && !s.base.Beyond {
		o.Scale = w.MostScale(math.Floor(s.Scale / 2))
		o.Attempts = s.options.Attempts - s.Attempts
		t := NewStudy(w, o)
		err := t.More(ctx, o.Runs)
		if errors.Is(err, ErrLimit) || t.Stopped { // s is the best study so far
			break
		}
		if err != nil {
			return nil, err
		}
		agree := s.agrees(t)
		t.Attempts += s.Attempts
		if s = t; agree {
			break
		}
	}
	s.Summarize()
	return s, nil
}
