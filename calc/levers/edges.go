package levers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"retune/calc/fluid"
	"retune/calc/jitter"
	"retune/calc/system"
)

// An Edge is up to where a fleet recovers, late or not, as one number grows: At, with
// its Error. At is +Inf if it recovers from all that were tried, and 0 if from none. An
// error of +Inf says that no more could be tried in the time: it recovers at least up to
// At.
type Edge struct{ At, Error float64 }

// edgeSeconds is what the search for one edge may take, by the estimate, and
// leverSeconds that for the longest outage with one lever.
const (
	edgeSeconds  = 4.0
	leverSeconds = 1.2
)

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
// duration is tried. The fleet gets the time that the system leaves it after its outages,
// or as much as its clients can wait if that is more.
//
// It refuses what takes too long before it begins.
func LongestOutage(ctx context.Context, w system.System, rel float64) (Edge, error) {
	base, err := fluid.Baseline(ctx, w)
	if err != nil {
		return Edge{}, err
	}
	return longestOutage(ctx, w, base, rel, edgeSeconds)
}

// longestOutage is LongestOutage with the baseline, and so many seconds for it.
func longestOutage(ctx context.Context, w system.System, base system.Baseline, rel, seconds float64) (Edge, error) {
	i := Outage(w)
	if i < 0 {
		return Edge{}, fmt.Errorf("there is no outage")
	}
	if base.Overloaded() {
		return Edge{}, nil
	}
	s := search{ctx: ctx, left: seconds, test: func(x float64) (system.System, system.Baseline, error) {
		v := w
		v.Outages = slices.Clone(w.Outages)
		v.Outages[i].Length = x
		return v, base, nil
	}, after: afterwards(w)}
	return s.upTo(w.Duration/64, 16*w.Duration, rel)
}

// MostTraffic returns how many times its clients or its rate the fleet may have and
// recover, to a share rel of it. From 1/1024 to 1024 times are tried.
func MostTraffic(ctx context.Context, w system.System, rel float64) (Edge, error) {
	return factorEdge(ctx, w, rel, func(v *system.System, x float64) {
		v.Traffic.Rate *= x
		v.Traffic.Clients = max(1, math.Round(v.Traffic.Clients*x))
	})
}

// LeastCapacity returns by how many times less the server may take so that the fleet
// recovers, to a share rel of it: see [Edge]. From 1/1024 to 1024 times are tried;
// what is less than 1 is how much more is needed.
func LeastCapacity(ctx context.Context, w system.System, rel float64) (Edge, error) {
	return factorEdge(ctx, w, rel, func(v *system.System, x float64) { v.Server = scaled(w.Server, 1/x) })
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
func LeastJitter(ctx context.Context, w system.System, rel float64) (Edge, error) {
	base, err := fluid.Baseline(ctx, w)
	if err != nil {
		return Edge{}, err
	}
	s := search{ctx: ctx, left: edgeSeconds, test: func(x float64) (system.System, system.Baseline, error) {
		v := w
		v.Client.Jitter = Spread(w, 1/x)
		return v, base, nil
	}, after: afterwards(w)}
	switch back, ok, err := s.survives(1); {
	case err != nil:
		return Edge{}, err
	case !ok:
		return Edge{}, s.errTooLong(1)
	case !back:
		return Edge{}, errors.New("not even jitter over all of the delay is enough")
	}
	e, err := s.upTo(1, 1000, rel)
	switch {
	case err != nil:
		return Edge{}, err
	case math.IsInf(e.At, 1):
		return Edge{}, nil
	}
	return Edge{At: 1 / e.At, Error: e.Error / (e.At * e.At)}, nil
}

// factorEdge is the edge of a factor by which a system is changed, which is 1 as it is.
func factorEdge(ctx context.Context, w system.System, rel float64, change func(*system.System, float64)) (Edge, error) {
	s := search{ctx: ctx, left: edgeSeconds, test: func(x float64) (system.System, system.Baseline, error) {
		v := w
		change(&v, x)
		base, err := fluid.Baseline(ctx, v)
		return v, base, err
	}, after: afterwards(w)}
	return s.upTo(1, 1024, rel)
}

// afterwards is how long a fleet is looked at after its outage, seconds.
func afterwards(w system.System) float64 {
	after := max(w.Duration-w.OutageEnd(), w.Duration/4)
	if t := w.Client.Timeout; !math.IsInf(t, 1) {
		after = max(after, 30*t)
	}
	if best, _ := w.Server.Best(w.Client.Timeout); w.Traffic.Kind == system.Burst && best > 0 {
		after = max(after, min(2*w.Traffic.Clients/best, 16*w.Duration))
	}
	return after
}

// A search is for an edge.
type search struct {
	ctx   context.Context
	test  func(x float64) (system.System, system.Baseline, error)
	after float64
	left  float64 // estimated seconds of work that may still be done
}

// survives tells whether the fleet recovers with the number at x; ok is false if there
// is no time left to find out.
func (s *search) survives(x float64) (survives, ok bool, err error) {
	v, base, err := s.test(x)
	if err != nil {
		return false, false, err
	}
	// Without a cap clients wait about as long as the outage lasted.
	waits := min(2*(v.OutageEnd()-v.OutageStart()), 10*v.Client.Cap)
	v = v.Fine(v.OutageEnd() + max(s.after, waits))
	seconds := fluid.VerdictSeconds(v)
	if seconds > s.left/2 {
		return false, false, nil
	}
	s.left -= seconds
	o, err := fluid.OutcomeBy(s.ctx, v, base)
	return o.Back() || o == system.Draining, true, err
}

// errTooLong says that not even one test fits the time.
func (s *search) errTooLong(x float64) error {
	v, _, _ := s.test(x)
	v = v.Fine(v.OutageEnd() + s.after)
	return fmt.Errorf("the edge takes too long to find: each of about 20 systems to be tried takes the fluid model %.1f s; a duration of %.3g s is short enough",
		fluid.VerdictSeconds(v), v.Duration/4*edgeSeconds/20/fluid.VerdictSeconds(v))
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
		back, ok, err := s.survives(x)
		switch {
		case err != nil:
			return Edge{}, err
		case !ok && found:
			return Edge{At: (lo + hi) / 2, Error: (hi - lo) / 2}, nil
		case !ok && lo == 0:
			return Edge{}, s.errTooLong(x)
		case !ok:
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
