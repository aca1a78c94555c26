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
	left         float64                          // attempts that may still be simulated, steps included
	reserve      float64                          // attempts among these for a later part of the search
	last         bool                             // the value that is decided may use all attempts, not half of them
	first        *simulate.Study                  // of the value that was tried first
	tried        map[float64]*simulate.Study
	decided      map[float64]int // see sure; without 0
	spent        bool            // a run did not fit the limit of attempts
	err          error           // the first other error, which ends the search
}

func (q Search) search(ctx context.Context, now *simulate.Study, present float64,
	change func(*fleet.System, float64)) *search {
	s := &search{Search: q, ctx: ctx, now: now, present: present, change: change, left: q.Attempts,
		tried: map[float64]*simulate.Study{}, decided: map[float64]int{}}
	if s.left == 0 {
		s.left = EdgeAttempts
	}
	return s
}

// at returns the study of the fleet with the number at x. Each run ends when the fleet has settled.
func (s *search) at(x float64) *simulate.Study {
	study := s.tried[x]
	if study == nil {
		v := s.now.System
		s.change(&v, x)
		v.Duration = math.Inf(1)
		if s.first == nil {
			s.first = s.now.Trial(v, s.left, false)
			study = s.first
		} else {
			study = s.first.Trial(v, s.left, s.sameBaseline)
		}
		s.tried[x] = study
	}
	return study
}

// simulate simulates the fleet with the number at x until it has so many runs, and counts those that recover and those
// that are not settled.
func (s *search) simulate(x float64, runs int) (back, open, all int) {
	study := s.at(x)
	if more := runs - len(study.Each); more > 0 && !s.over() {
		before := study.Work
		study.Allow(s.left - s.reserve)
		err := study.More(s.ctx, more)
		s.left -= study.Work - before
		switch {
		case errors.Is(err, simulate.ErrLimit) || err == nil && study.Stopped: // the run that did not fit counts too
			s.spent, s.left = true, s.reserve
		default:
			s.err = err
		}
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

// over reports whether nothing more can be simulated.
func (s *search) over() bool { return s.spent || s.err != nil }

// cost returns the number of attempts of a run with the number at x, judged by the runs that were made, or 0 without.
func (s *search) cost(x float64) float64 {
	if study := s.tried[x]; study != nil && len(study.Each) > 0 {
		return study.Work / float64(len(study.Each))
	}
	return 0
}

// quick reports whether the fleet recovers with the number at x in two of three runs.
func (s *search) quick(x float64) bool {
	back, _, all := s.simulate(x, 2)
	if back == 1 {
		back, _, all = s.simulate(x, 3)
	}
	return 2*back > all
}

// sure is 1 if the fleet recovers with the number at x, -1 if it does not, and 0 if mostRuns do not show it, or not
// with half of the attempts that are left.
func (s *search) sure(x float64) int {
	if is, ok := s.decided[x]; ok {
		return is
	}
	for runs := 4; !s.over(); runs = min(2*runs, mostRuns) {
		if runs == 64 { // as many as show a share of 95% if all recover
			runs = 76
		}
		back, _, all := s.simulate(x, 2)
		least := runs
		if 2*back > all { // so many decide it at the earliest
			least = max(runs, surelyBack(s.Share))
		}
		if share := map[bool]float64{true: 1, false: 0.5}[s.last]; float64(least-all)*s.cost(x) > share*s.left {
			break
		}
		back, open, all := s.simulate(x, runs)
		if is := numeric.Reaches(back, open, all, s.Share, deviations); is != 0 {
			s.decided[x] = is
			return is
		} else if all >= mostRuns {
			break
		}
	}
	return 0
}

// surelyBack returns the least number of runs that show a share if all of them recover, at most mostRuns.
func surelyBack(share float64) int {
	n := 1
	for ; n < mostRuns && numeric.Reaches(n, 0, n, share, deviations) <= 0; n++ {
	}
	return n
}

// worth reports whether to try the number at x in a scan: two runs fit the attempts of the scan, and, if so many runs
// will have to decide it as show that it recovers, these fit the others.
func (s *search) worth(nearer, x float64, decide bool) bool {
	return s.fits(2, nearer, x, s.left-s.reserve) &&
		(!decide || s.fits(surelyBack(s.Share), nearer, x, s.reserve))
}

// fits reports whether so many runs with the number at x cost at most so many attempts, judged by those at a value
// nearer to the safe side.
func (s *search) fits(runs int, nearer, x, attempts float64) bool {
	return float64(runs)*s.cost(nearer)*max(1, x/nearer) <= attempts
}

// scan tries all values of a list, which begins at the safe side, with part of the attempts: up to the present value,
// and on as long as the runs that decide a value are not too large. It returns the first edge, and whether a later
// value recovers again.
func (s *search) scan(list []float64) (Edge, error) {
	var back []bool
	first := -1 // the first value with which the fleet does not recover
	s.reserve = 0.6 * s.left
	for i, x := range list {
		if i > 0 && !s.worth(list[i-1], x, first < 0 && x > s.present) {
			break
		}
		recovers := s.quick(x)
		if s.over() {
			break
		}
		if back = append(back, recovers); !recovers && first < 0 {
			first = i
		}
	}
	s.reserve, s.spent = 0, false
	list = list[:len(back)]
	if first < 0 {
		first = len(list)
	}
	s.refine(list, first)
	e := s.edge(list)
	if !math.IsNaN(e.Next) {
		for i, x := range list {
			if back[i] && x > e.Next && math.IsNaN(e.Again) && s.sure(x) > 0 {
				e.Again = x
			}
		}
		e.Most = s.most(list, back, e.Next)
	}
	return e, s.ended(e)
}

// most returns the last value of a list, from the first after next on, up to which more than half of the runs surely
// recover; NaN if there is none. back has whether few runs did.
func (s *search) most(list []float64, back []bool, next float64) float64 {
	last := math.NaN()
	for i, x := range list {
		if x <= next {
			continue
		}
		if !back[i] || !s.mostly(x) {
			break
		}
		last = x
	}
	return last
}

// mostly reports whether up to 80 runs show that more than half of them recover with the number at x.
func (s *search) mostly(x float64) bool {
	for runs := 20; runs <= 80 && s.fits(runs, x, x, s.left); runs *= 2 {
		back, open, all := s.simulate(x, runs)
		if is := numeric.Reaches(back, open, all, 0.5, deviations); is != 0 {
			return is > 0
		}
	}
	return false
}

// roughly finds an edge with few runs, see [search.walk].
func (s *search) roughly(list []float64) Edge {
	list, i := s.from(list)
	nan := math.NaN()
	switch {
	case len(list) == 0:
		return Edge{nan, nan, nan, nan}
	case i == 0:
		return Edge{nan, list[0], nan, nan}
	case i == len(list):
		return Edge{list[i-1], nan, nan, nan}
	}
	lo, hi := s.bisect(list[i-1], list[i])
	return Edge{lo, hi, nan, nan}
}

// walk tries the values of a list, which begins at the safe side, from the present one on: outwards while the fleet
// recovers, or back until it does.
func (s *search) walk(list []float64) (Edge, error) {
	list, i := s.from(list)
	s.spent = false
	s.refine(list, i)
	e := s.edge(list)
	return e, s.ended(e)
}

// from returns the first value of a list with which the fleet does not recover, of those beyond the present one or
// before it, and the list as far as its values can be simulated: see [search.walk].
func (s *search) from(list []float64) (_ []float64, i int) {
	for i < len(list)-1 && list[i] != s.present {
		i++
	}
	if s.quick(list[i]) {
		for i++; i < len(list) && !s.over(); i++ {
			if !s.fits(surelyBack(s.Share), list[i-1], list[i], s.left/2) {
				return list[:i], i
			}
			if !s.quick(list[i]) {
				break
			}
		}
	} else {
		for ; i > 0 && !s.quick(list[i-1]) && !s.over(); i-- {
		}
	}
	if s.over() {
		return list[:i], i
	}
	return list, i
}

// bisect returns two neighbours between lo and hi, as far as few runs show.
func (s *search) bisect(lo, hi float64) (float64, float64) {
	for !s.over() {
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

// ended returns why there is no edge, or nil.
func (s *search) ended(e Edge) error {
	switch {
	case s.err != nil:
		return s.err
	case s.ctx.Err() != nil:
		return s.ctx.Err()
	case math.IsNaN(e.At) && math.IsNaN(e.Next) && s.left < EdgeAttempts/2:
		return errors.New("the search reached its limit of attempts")
	}
	return nil
}

// refine decides values on both sides of the edge between two neighbours of a list, of which the fleet recovers with
// the first and not with the second, number i, as far as few runs show: by bisection with few runs, and then with as
// many as decide. Chance has decided near the edge, so both sides may move outwards.
func (s *search) refine(list []float64, i int) {
	switch {
	case len(list) == 0:
		return
	case i == 0:
		s.sure(list[0])
		return
	case i == len(list):
		s.last = true
		for i--; i >= 0 && s.sure(list[i]) == 0 && !s.over(); i-- {
		}
		if s.last = false; i <= 0 || s.decided[list[i]] >= 0 {
			return
		} // unlike few runs
	}
	lo, hi := s.bisect(list[i-1], list[i])
	s.sure(hi) // few runs decide it
	at, bad := s.safer(list, lo, hi)
	for range 3 {
		x, ok := s.between(at, bad)
		if math.IsNaN(at) || !ok || s.over() {
			break
		}
		if s.sure(x) > 0 {
			at = x
		} else {
			bad = x
		}
	}
	s.worse(list, bad)
}

// edge returns the edge that the decided values show: the last with which the fleet recovers before the first with
// which it does not.
func (s *search) edge(list []float64) Edge {
	nan := math.NaN()
	e := Edge{nan, nan, nan, nan}
	if len(list) == 0 {
		return e
	}
	var values []float64
	for x := range s.decided {
		values = append(values, x)
	}
	slices.Sort(values)
	if list[0] > list[len(list)-1] {
		slices.Reverse(values)
	}
	for _, x := range values {
		if s.decided[x] < 0 {
			e.Next = x
			break
		}
		e.At = x
	}
	return e
}

// safer returns the value nearest to lo, on its safe side, with which the fleet surely recovers, NaN if there is none,
// and the one next to it that was tried and does not.
func (s *search) safer(list []float64, lo, hi float64) (at, bad float64) {
	at, bad = lo, hi
	defer func() { s.last = false }()
	for times := 1 + s.Rel; !s.over(); times *= times {
		if s.last = times > 1.3; s.sure(at) > 0 {
			return at, bad
		}
		if bad = at; at == list[0] {
			break
		}
		at = s.away(list, at, times, -1)
	}
	return math.NaN(), bad
}

// worse looks for a value from x on, on the other side, with which the fleet surely does not recover.
func (s *search) worse(list []float64, x float64) {
	last := list[len(list)-1]
	for times := 1 + s.Rel; !s.over() && s.sure(x) >= 0 && x != last; times *= times {
		x = s.away(list, x, times, 1)
	}
}
