package advice

import (
	"context"
	"errors"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/calc/numeric"
	"retune/calc/simulate"
)

// deviations is the number of standard errors of a decision.
const deviations = 2

// A search looks for an edge.
type search struct {
	Search
	ctx          context.Context
	now          *simulate.Study                  // study of the present fleet
	present      float64                          // its number
	change       func(v *fleet.System, x float64) // sets the number to x
	sameBaseline bool                             // only outages change
	whole        bool                             // the number is whole
	left         float64                          // attempts that may still be simulated
	tried        map[float64]*simulate.Study
	err          error // the first error, which ends the search
}

func (q Search) search(ctx context.Context, now *simulate.Study, present float64,
	change func(*fleet.System, float64)) *search {
	return &search{Search: q, ctx: ctx, now: now, present: present, change: change, left: now.Left(),
		tried: map[float64]*simulate.Study{}}
}

// reuse takes over the runs of the present fleet, if they are settled.
func (s *search) reuse() {
	if s.now.Open() > 0 || len(s.now.Each) == 0 {
		return
	}
	study := s.at(s.present)
	study.Each = append(study.Each, s.now.Each...)
}

// at returns the study of the fleet with the number at x. Each run ends when the fleet has settled.
func (s *search) at(x float64) *simulate.Study {
	study := s.tried[x]
	if study == nil {
		v := s.now.System
		s.change(&v, x)
		v.Duration = math.Inf(1)
		study = s.now.Like(v, s.left, s.sameBaseline)
		s.tried[x] = study
	}
	return study
}

// simulate simulates the fleet with the number at x until it has so many runs, and counts those that recover and those
// that are not settled.
func (s *search) simulate(x float64, runs int) (back, open, all int) {
	study := s.at(x)
	if more := runs - len(study.Each); more > 0 && s.err == nil {
		before := study.Attempts
		study.Allow(s.left)
		if s.err = study.More(s.ctx, more); s.err == nil && study.Stopped {
			s.err = simulate.ErrLimit
		}
		s.left -= study.Attempts - before
	}
	for _, v := range study.Each {
		switch {
		case v.Outcome.Back():
			back++
		case v.Outcome == fleet.Unsettled:
			open++
		}
	}
	return back, open, len(study.Each)
}

// quick reports whether the fleet recovers with the number at x in two of three runs.
func (s *search) quick(x float64) bool {
	back, _, all := s.simulate(x, 2)
	if back == 1 {
		back, _, all = s.simulate(x, 3)
	}
	return 2*back > all
}

// sure is 1 if the fleet recovers with the number at x, -1 if it does not, and 0 if as many runs as
// are worth it do not show it.
func (s *search) sure(x float64) int {
	most, _ := s.effort()
	for runs := 4; s.err == nil; runs *= 2 {
		if runs == 64 { // as many as show a share of 95% if all recover
			runs = 76
		}
		back, open, all := s.simulate(x, min(runs, most))
		if is := numeric.Reaches(back, open, all, s.Share, deviations); is != 0 || all >= most {
			return is
		}
	}
	return 0
}

// heavy reports whether so many runs with the number at further as decide a value exceed the limit of attempts, judged
// by the load of the baseline and by the runs at x that recover.
func (s *search) heavy(x, further float64) bool {
	study := s.at(x)
	attempts := 0.0
	if load := study.Base.Load; load > 0 {
		attempts = load * further / study.Scale
	}
	for _, v := range study.Each {
		if v.Outcome.Back() && study.Attempts > 0 { // else they are runs of the present fleet, which may be longer
			attempts = max(attempts, v.Started*v.RetryAmplification/study.Scale*further/x)
		}
	}
	const runs = 250
	return attempts > s.now.Left()/runs
}

// scan tries all values of a list, which begins at the safe side, until the present value is passed and a run would be
// too large. It returns the first edge, and whether a later value recovers again.
func (s *search) scan(list []float64) (Edge, error) {
	var back []bool
	first := -1 // the first value with which the fleet does not recover
	for i, x := range list {
		if i > 0 && x > s.present && s.heavy(list[i-1], x) {
			break
		}
		recovers := s.quick(x)
		if errors.Is(s.err, simulate.ErrLimit) && first >= 0 { // the edge before is known
			s.err = nil
			break
		}
		if back = append(back, recovers); !recovers && first < 0 {
			first = i
		}
	}
	list = list[:len(back)]
	if first < 0 {
		first = len(list)
	}
	e := s.refine(list, first)
	e.Again = s.again(e, list, back)
	return e, s.ended(e)
}

// again returns the first value of a list beyond an edge with which the fleet surely recovers again, or NaN. back has
// for each value whether a few runs recover.
func (s *search) again(e Edge, list []float64, back []bool) float64 {
	if !math.IsNaN(e.Next) {
		for i, x := range list {
			if s.err == nil && back[i] && x > e.Next && s.sure(x) > 0 {
				return x
			}
		}
	}
	return math.NaN()
}

// roughly finds an edge with few runs, see [search.walk].
func (s *search) roughly(list []float64) Edge {
	i := s.from(list)
	nan := math.NaN()
	switch {
	case i == 0:
		return Edge{nan, list[0], nan}
	case i == len(list):
		return Edge{list[i-1], nan, nan}
	}
	lo, hi := s.bisect(list[i-1], list[i])
	return Edge{lo, hi, nan}
}

// walk tries the values of a list, which begins at the safe side, from the present one on: outwards while the fleet
// recovers, or back until it does.
func (s *search) walk(list []float64) (Edge, error) {
	e := s.refine(list, s.from(list))
	return e, s.ended(e)
}

// from returns the first value of a list with which the fleet does not recover, of those beyond the present one or
// before it: see [search.walk].
func (s *search) from(list []float64) int {
	i := 0
	for i < len(list)-1 && list[i] != s.present {
		i++
	}
	if s.quick(list[i]) {
		for i++; i < len(list) && s.quick(list[i]) && s.err == nil; i++ {
		}
	} else {
		for ; i > 0 && !s.quick(list[i-1]) && s.err == nil; i-- {
		}
	}
	return i
}

// bisect returns two neighbours between lo and hi, as far as few runs show.
func (s *search) bisect(lo, hi float64) (float64, float64) {
	for s.err == nil {
		x, ok := s.between(lo, hi)
		if !ok {
			break
		}
		if s.quick(x) {
			lo = x
		} else {
			hi = x
		}
	}
	return lo, hi
}

// ended returns why there is no edge, or nil. Without the attempts to decide a value nothing is known.
func (s *search) ended(e Edge) error {
	if errors.Is(s.err, simulate.ErrLimit) {
		return errors.New("the search reached its limit of attempts")
	}
	if s.err == nil && s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	return s.err
}

// refine finds the edge between two neighbours of a list, of which the fleet recovers with the first and not with the
// second, number i, as far as few runs show: by bisection with few runs, and then with as many as decide. Chance has
// decided near the edge, so both sides may move outwards.
func (s *search) refine(list []float64, i int) Edge {
	nan := math.NaN()
	e := Edge{nan, nan, nan}
	if i == 0 {
		if s.sure(list[0]) < 0 {
			e.Next = list[0]
		}
		return e
	}
	lo, hi := list[i-1], list[min(i, len(list)-1)]
	if i < len(list) {
		lo, hi = s.bisect(lo, hi)
	}
	at, bad := s.safer(list, lo, hi)
	_, rounds := s.effort()
	for range rounds {
		x, ok := s.between(at, bad)
		if math.IsNaN(at) || !ok || s.err != nil {
			break
		}
		if s.sure(x) > 0 {
			at = x
		} else {
			bad = x
		}
	}
	if e.At = at; i < len(list) || bad != at {
		e.Next = s.worse(list, bad)
	}
	return e
}

// safer returns the value nearest to lo, on its safe side, with which the fleet surely recovers, NaN if there is none,
// and the one next to it that was tried and does not.
func (s *search) safer(list []float64, lo, hi float64) (at, bad float64) {
	at, bad = lo, hi
	for times := 1 + s.Rel; s.err == nil; times *= times {
		if s.sure(at) > 0 {
			return at, bad
		}
		if bad = at; at == list[0] {
			break
		}
		at = s.away(list, at, times, -1)
	}
	return math.NaN(), bad
}

// worse returns the value nearest to x, on the other side, with which the fleet surely does not recover, or NaN.
func (s *search) worse(list []float64, x float64) float64 {
	last := list[len(list)-1]
	for times := 1 + s.Rel; s.err == nil; times *= times {
		if s.sure(x) < 0 {
			return x
		}
		if x == last {
			break
		}
		x = s.away(list, x, times, 1)
	}
	return math.NaN()
}

// away returns a value that many times further on, to the end of the list if side is 1, or to its beginning if -1.
func (s *search) away(list []float64, x, times float64, side int) float64 {
	first, last := list[0], list[len(list)-1]
	end, rises := last, last > first
	if side < 0 {
		end = first
	}
	if rises == (side < 0) {
		times = 1 / times
	}
	y := s.grid(x * times)
	if y == x && s.whole {
		y += math.Copysign(1, times-1)
	}
	if times < 1 && y <= end || times > 1 && y >= end || y == x {
		return end
	}
	return y
}

// between returns a value of the grid between lo and hi. ok is false if they are near enough or nothing is between.
func (s *search) between(lo, hi float64) (x float64, ok bool) {
	if math.Abs(hi-lo) <= s.Rel*max(lo, hi) {
		return 0, false
	}
	if x = s.grid(math.Sqrt(lo * hi)); min(lo, hi) == 0 || x <= min(lo, hi) || x >= max(lo, hi) {
		x = s.grid((lo + hi) / 2)
	}
	return x, min(lo, hi) < x && x < max(lo, hi)
}

// grid returns the value of the grid next to x.
func (s *search) grid(x float64) float64 {
	if x = round(x); s.whole {
		return max(1, math.Round(x))
	}
	return x
}

// gridded returns the values of a list on the grid, and the present one.
func (s *search) gridded(list []float64) []float64 {
	for i, x := range list {
		if x != s.present {
			list[i] = s.grid(x)
		}
	}
	return slices.Compact(list)
}
