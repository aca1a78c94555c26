package levers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"retune/calc/fluid"
	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/system"
)

// An Edge is up to where a fleet recovers, late or not, as one number grows: At, with
// its Error. At is +Inf if it recovers from all that were tried, and 0 if from none. An
// error of +Inf says that no more could be tried in the time: it recovers at least up to
// At.
type Edge struct{ At, Error float64 }

// EdgeSeconds is what the search for an edge may take where nothing else is asked, seconds of
// the work that is counted: see [num.Within]. All that takes such a number does the most that
// it has time for, and refuses what takes too long before it begins.
const EdgeSeconds = 2.0

// Outage returns the place among the outages of the one that [LongestOutage] is about:
// the first that is no spike, or else the first; -1 if there is none.
func Outage(w system.System) int {
	if i := slices.IndexFunc(w.Outages, func(f system.Outage) bool { return f.Kind != system.Spike }); i >= 0 {
		return i
	}
	return min(0, len(w.Outages)-1)
}

// LongestOutage returns for how long the outage may last, seconds, to a share rel of
// it: see [Outage]. Up to 16 times the
// duration is tried. The fleet gets the time that the system leaves it after its outages, or as
// long as they last or its clients can wait if that is more.
func LongestOutage(ctx context.Context, w system.System, rel, seconds float64) (Edge, error) {
	base, err := fluid.Baseline(ctx, w)
	if err != nil {
		return Edge{}, err
	}
	return longestOutage(ctx, w, base, rel, seconds)
}

// longestOutage is LongestOutage with the baseline.
func longestOutage(ctx context.Context, w system.System, base system.Baseline, rel, seconds float64) (Edge, error) {
	i := Outage(w)
	if i < 0 {
		return Edge{}, fmt.Errorf("there is no outage")
	}
	if base.Overloaded() {
		return Edge{}, nil
	}
	s := newSearch(ctx, w, seconds, func(v *system.System, x float64) {
		v.Outages = slices.Clone(w.Outages)
		v.Outages[i].Length = x
	})
	s.base = &base
	return s.upTo(w.Duration/64, 16*w.Duration, rel)
}

// MostTraffic returns how many times its clients or its rate the fleet may have and
// recover, to a share rel of it. From 1/1024 to 1024 times are tried.
func MostTraffic(ctx context.Context, w system.System, rel, seconds float64) (Edge, error) {
	return newSearch(ctx, w, seconds, func(v *system.System, x float64) {
		v.Traffic.Rate *= x
		v.Traffic.Clients = max(1, math.Round(v.Traffic.Clients*x))
	}).upTo(1, 1024, rel)
}

// LeastCapacity returns by how many times less the server may take so that the fleet
// recovers, to a share rel of it: see [Edge]. From 1/1024 to 1024 times are tried;
// what is less than 1 is how much more is needed.
func LeastCapacity(ctx context.Context, w system.System, rel, seconds float64) (Edge, error) {
	return newSearch(ctx, w, seconds, func(v *system.System, x float64) { v.Server = scaled(w.Server, 1/x) }).upTo(1, 1024, rel)
}

// Spread returns the jitter with a share x of the delay: the type that the system has, if its
// amount is such a share, else [jitter.Spread].
func Spread(w system.System, x float64) jitter.Jitter {
	j := w.Client.Jitter
	if row := j.Type.Row(); row.Unit != jitter.Share || row.Least >= x {
		j = jitter.Jitter{Type: jitter.Spread}
	}
	j.Amount = x
	return j
}

// LeastJitter returns the least share of the delay over which it must be spread for the fleet
// to recover, to a share rel of it: see [Spread]. At is 0 if it recovers with none, as far
// down as a thousandth. The error may be that all of the delay is not enough.
func LeastJitter(ctx context.Context, w system.System, rel, seconds float64) (Edge, error) {
	base, err := fluid.Baseline(ctx, w)
	if err != nil {
		return Edge{}, err
	}
	s := newSearch(ctx, w, seconds, func(v *system.System, x float64) { v.Client.Jitter = Spread(w, 1/x) })
	s.base = &base
	switch back, err := s.survives(1); {
	case err != nil:
		return Edge{}, err
	case !back:
		return Edge{}, errors.New("not even jitter over all of the delay is enough")
	}
	e, err := s.upTo(1, 1000, rel)
	switch {
	case err != nil:
		return e, err
	case math.IsInf(e.At, 1):
		return Edge{}, nil
	}
	return Edge{At: 1 / e.At, Error: e.Error / (e.At * e.At)}, nil
}

// afterwards is how long a fleet is looked at after its outage, seconds.
func afterwards(w system.System) float64 {
	after := max(w.Duration-w.OutageEnd(), w.Duration/4)
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		after = max(after, 30*t)
	}
	if best, _ := w.Server.Best(w.Client.Timeout); w.Traffic.Kind == system.Burst && best > 0 {
		after = max(after, min(2*w.Traffic.Clients/best, 16*w.Duration))
		if !math.IsInf(w.Client.Retries, 1) { // whether they last is known when all have ended
			after = max(after, min(2*w.Client.Waits(1), 16*w.Duration))
		}
	}
	return after
}

// A search is for an edge.
type search struct {
	ctx           context.Context
	system        system.System
	change        func(v *system.System, x float64) // to x of the number
	base          *system.Baseline                  // nil: every system that is tried has its own
	after         float64                           // see afterwards
	seconds, left float64                           // of work: in all, and those that are left
	pace          float64                           // what the last one that was tried took, over its estimate; 0: none was
}

func newSearch(ctx context.Context, w system.System, seconds float64, change func(*system.System, float64)) *search {
	return &search{ctx: ctx, system: w, change: change, after: afterwards(w), seconds: seconds, left: seconds}
}

// with returns the system with the number at x.
func (s *search) with(x float64) system.System {
	v := s.system
	s.change(&v, x)
	return v
}

// at returns the run of the system with the number at x that is tried, and what that takes,
// seconds.
func (s *search) at(x float64) (v system.System, seconds float64) {
	v = s.with(x)
	if s.base == nil {
		seconds = fluid.BaselineSeconds(v)
	}
	// What gathered in an outage takes as long again for a server that can take twice the traffic,
	// and without a cap clients wait about r-1 times as long as the outage lasted.
	outage := v.OutageEnd() - v.OutageStart()
	v.Duration = v.OutageEnd() + max(s.after, outage, min(2*max(1, v.Client.Factor-1)*outage, 10*v.Client.Cap))
	return v, seconds + fluid.VerdictSeconds(v)
}

// survives tells whether the fleet recovers with the number at x; the error may be that there is
// no time left to find out.
func (s *search) survives(x float64) (bool, error) {
	v, estimate := s.at(x)
	seconds := estimate
	switch {
	case s.pace > 0:
		seconds *= s.pace
	case seconds > s.left:
		seconds *= fluid.Pace(v)
	}
	tooLong := func(seconds float64) error {
		return fmt.Errorf("the edge takes too long to find: each of about 20 systems to be tried takes the fluid model %.1f s; a duration of %.3g s is short enough",
			seconds, v.Duration/4*s.seconds/20/seconds)
	}
	if seconds > s.left {
		return false, tooLong(seconds)
	}
	ctx, work, release := num.Within(s.ctx, s.left)
	defer release()
	survives, err := s.run(ctx, x, v)
	s.left -= work.Seconds()
	if estimate > 0 {
		s.pace = work.Seconds() / estimate
	}
	if work.Over() && s.ctx.Err() == nil {
		return false, tooLong(work.Seconds())
	}
	return survives, err
}

// run is survives by the run v, without a look at the time.
func (s *search) run(ctx context.Context, x float64, v system.System) (bool, error) {
	base := s.base
	if base == nil {
		own, err := fluid.Baseline(ctx, s.with(x))
		if err != nil {
			return false, err
		}
		base = &own
	}
	if base.Overloaded() {
		return false, nil
	}
	u, err := fluid.OutcomeBy(ctx, v, *base)
	return u.Outcome.Back() || u.Outcome == system.Draining, err
}

// upTo finds the edge between 0 and top: from first on by doubling, and then by halving
// what is between where the fleet recovers and where it does not.
func (s *search) upTo(first, top, rel float64) (Edge, error) {
	lo, hi := 0.0, math.Inf(1)
	for math.IsInf(hi, 1) || hi > 1e-3 && hi-lo > rel*hi {
		x, found := (lo+hi)/2, !math.IsInf(hi, 1)
		if !found {
			x = min(max(first, 2*lo), top)
		}
		back, err := s.survives(x)
		switch {
		case err != nil && (lo == 0 && !found || s.ctx.Err() != nil):
			return Edge{}, err
		case err != nil && found: // too long or too large a run
			return Edge{At: (lo + hi) / 2, Error: (hi - lo) / 2}, nil
		case err != nil:
			return Edge{lo, math.Inf(1)}, nil
		case back && x >= top:
			return Edge{At: math.Inf(1)}, nil
		case back:
			lo = x
		default:
			hi = x
		}
	}
	if hi <= 1e-3 {
		return Edge{Error: hi}, nil
	}
	return Edge{At: (lo + hi) / 2, Error: (hi - lo) / 2}, nil
}
