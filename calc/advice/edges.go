package advice

import (
	"context"
	"errors"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
)

// An Edge is the value up to which a fleet recovers, in time or late, as one number grows. The fleet recovers in all of
// [few] runs at At - Error and in none at At + Error, unless the search reached its limit of attempts. At is +Inf if it
// recovers at all values tried, and 0 if at none. An Error of +Inf means that the limit of attempts ended the search:
// the fleet recovers at least up to At.
type Edge struct{ At, Error float64 }

// ends returns the edge between lo and hi.
func ends(lo, hi float64) Edge { return Edge{At: (lo + hi) / 2, Error: (hi - lo) / 2} }

// Outage returns the index of the outage that [LongestOutage] is about: the first that is not a spike, or else the
// first; -1 if there is none.
func Outage(w fleet.System) int {
	if i := slices.IndexFunc(w.Outages, func(f fleet.Outage) bool { return f.Kind != fleet.Spike }); i >= 0 {
		return i
	}
	return min(0, len(w.Outages)-1)
}

// LongestOutage returns the longest outage that the fleet of a study survives, in seconds, to a relative error of rel:
// see [Outage]. It tries outages up to the duration and up to four times the present one.
func LongestOutage(ctx context.Context, now *simulate.Study, rel float64) (Edge, error) {
	w := now.System
	i := Outage(w)
	if i < 0 {
		return Edge{}, errors.New("there is no outage")
	}
	if now.Base.Overloaded() {
		return Edge{}, nil
	}
	s := newSearch(now, func(v *fleet.System, x float64) {
		v.Outages = slices.Clone(w.Outages)
		v.Outages[i].Length = x
	})
	s.sameBaseline = true
	length := w.Outages[i].Length
	return s.upTo(ctx, length, max(w.Duration, 4*length), rel)
}

// MostTraffic returns the largest factor for the clients or the rate of a fleet with which it recovers, to a relative
// error of rel. It tries 1/1024 to 1024.
func MostTraffic(ctx context.Context, now *simulate.Study, rel float64) (Edge, error) {
	s := newSearch(now, func(v *fleet.System, x float64) {
		v.Traffic.Rate *= x
		v.Traffic.Clients = max(1, math.Round(v.Traffic.Clients*x))
	})
	return s.upTo(ctx, 1, 1024, rel)
}

// LeastCapacity returns the largest divisor of the server's capacity with which the fleet of a study recovers, to a
// relative error of rel: see [Edge]. It tries 1/1024 to 1024. Below 1 the server needs more capacity.
func LeastCapacity(ctx context.Context, now *simulate.Study, rel float64) (Edge, error) {
	s := newSearch(now, func(v *fleet.System, x float64) { v.Server = scaled(v.Server, 1/x) })
	return s.upTo(ctx, 1, 1024, rel)
}

// Spread returns jitter that is a share x of the delay: the type of the system if its amount is such a share, else
// [jitter.Spread].
func Spread(w fleet.System, x float64) jitter.Jitter {
	j := w.Client.Jitter
	if row := j.Type.Row(); row.Unit != jitter.Share || row.Least >= x {
		j = jitter.Jitter{Type: jitter.Spread}
	}
	j.Amount = x
	return j
}

// LeastJitter returns the smallest jitter, as a share of the delay, with which the fleet of a study recovers, to a
// relative error of rel: see [Spread]. At is 0 if the fleet recovers with the smallest share tried, 1/1000. It is an
// error if the fleet does not recover with jitter over all of the delay.
func LeastJitter(ctx context.Context, now *simulate.Study, rel float64) (Edge, error) {
	s := newSearch(now, func(v *fleet.System, x float64) { v.Client.Jitter = Spread(*v, 1/x) })
	recovers, err := s.survives(ctx, 1, 2, 2)
	if err == nil && !recovers {
		err = errors.New("not even jitter over all of the delay is enough")
	}
	if err != nil {
		return Edge{}, err
	}
	e, err := s.between(ctx, 1, math.Inf(1), 1, 1000, rel)
	if err != nil || math.IsInf(e.At, 1) {
		return Edge{}, err
	}
	return ends(1/(e.At+e.Error), 1/(e.At-e.Error)), nil
}

// A search looks for an edge.
type search struct {
	now          *simulate.Study                  // study of the present fleet
	change       func(v *fleet.System, x float64) // sets the number to x
	sameBaseline bool                             // only outages change
	left         float64                          // attempts that may still be simulated
}

func newSearch(now *simulate.Study, change func(*fleet.System, float64)) *search {
	return &search{now: now, change: change, left: now.Left()}
}

// at returns the fleet with the number at x.
func (s *search) at(x float64) fleet.System {
	v := s.now.System
	s.change(&v, x)
	v.Duration = math.Inf(1) // each run ends when the fleet has settled
	return v
}

// survives simulates the fleet with the number at x until so many runs recover, or so many do not, and reports which.
func (s *search) survives(ctx context.Context, x float64, back, lost int) (bool, error) {
	study := s.now.Like(s.at(x), s.left, s.sameBaseline)
	defer func() { s.left -= study.Attempts }()
	for {
		err := study.More(ctx, 1)
		if err == nil && study.Stopped {
			err = simulate.ErrLimit
		}
		if err != nil {
			return false, err
		}
		if study.Each[len(study.Each)-1].Outcome.Back() {
			back--
		} else {
			lost--
		}
		if min(back, lost) == 0 {
			return back == 0, nil
		}
	}
}

// upTo finds the edge between 0 and top, starting at the present number.
func (s *search) upTo(ctx context.Context, now, top, rel float64) (Edge, error) {
	recovers := s.now.Verdict.Outcome.Back()
	if s.now.Verdict.Outcome == fleet.Unsettled {
		var err error
		if recovers, err = s.survives(ctx, now, 2, 2); errors.Is(err, simulate.ErrLimit) {
			return Edge{0, math.Inf(1)}, nil
		} else if err != nil {
			return Edge{}, err
		}
	}
	lo, hi := 0.0, now
	if recovers {
		lo, hi = now, math.Inf(1)
	}
	return s.between(ctx, lo, hi, now, top, rel)
}

// between finds the edge above lo, where the fleet recovers, and below hi, where it does not, by doubling and then
// bisecting with the majority of three runs. It gives up below first/1024 and at top. Chance may have decided near the
// edge, so both ends move outwards until all runs agree, or to where they began.
func (s *search) between(ctx context.Context, lo, hi, first, top, rel float64) (Edge, error) {
	least, most := lo, min(hi, top)
	for math.IsInf(hi, 1) || hi > first/1024 && hi-lo > rel*hi {
		if lo >= top {
			return Edge{At: math.Inf(1)}, nil
		}
		x := (lo + hi) / 2
		if math.IsInf(hi, 1) {
			x = min(2*lo, top)
		}
		recovers, err := s.survives(ctx, x, 2, 2)
		switch stopped := errors.Is(err, simulate.ErrLimit); {
		case stopped && math.IsInf(hi, 1):
			return Edge{lo, math.Inf(1)}, nil
		case stopped && lo == 0:
			return Edge{}, errors.New("the search reached its limit of attempts before any value recovered")
		case stopped:
			return ends(lo, hi), nil
		case err != nil:
			return Edge{}, err
		case recovers:
			lo = x
		default:
			hi = x
		}
	}
	if lo == 0 {
		return Edge{Error: hi}, nil
	}
	step := hi - lo
	lo = s.outwards(ctx, lo, -step, least, few, 1)
	hi = s.outwards(ctx, hi, step, most, 1, few)
	return ends(lo, hi), ctx.Err()
}

// outwards returns the number nearest to x, up to limit, at which so many runs recover before so many do not, or the
// other way round. It steps twice as far each time, until the search is stopped.
func (s *search) outwards(ctx context.Context, x, step, limit float64, back, lost int) float64 {
	for ; step*(limit-x) > 0; step *= 2 {
		if recovers, err := s.survives(ctx, x, back, lost); err != nil || recovers == (back > lost) {
			return x
		}
		x += step
	}
	return limit
}
