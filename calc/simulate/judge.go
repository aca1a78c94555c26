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
func Judge(ctx context.Context, w fleet.System, o Options) (*Study, error) {
	if !math.IsInf(w.Duration, 1) {
		return atScale(ctx, w, o)
	}
	duration, err := Settling(ctx, w, o)
	if err != nil {
		return nil, err
	}
	var s *Study
	for after := duration - w.OutageEnd(); ; after *= 2 {
		w.Duration = w.OutageEnd() + after
		t, err := atScale(ctx, w, o)
		if errors.Is(err, ErrLimit) && s != nil { // s is the best study so far
			s.Stopped = true
			return s, nil
		}
		if err != nil {
			return nil, err
		}
		if s = t; s.Open() == 0 || s.Stopped || 2*after > fleet.MostLook {
			return s, nil
		}
		o.Attempts = s.Left()
	}
}

// Settling returns the duration in which one run of the fleet is settled, seconds: the end of its outages and FirstLook
// times a power of two.
func Settling(ctx context.Context, w fleet.System, o Options) (duration float64, err error) {
	o.Scale, o.Runs, o.Outcome = scaleOf(w, o), 1, true
	s := NewStudy(w, o)
	if err := s.More(ctx, 1); err != nil && !errors.Is(err, ErrLimit) {
		return 0, err
	}
	after := fleet.FirstLook
	for after < s.lasted && 2*after <= fleet.MostLook {
		after *= 2
	}
	return w.OutageEnd() + after, nil
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
		if errors.Is(err, ErrLimit) { // s is the best study so far
			s.Stopped = true
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
