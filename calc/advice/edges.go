package advice

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strconv"

	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
)

// An Edge is the value up to which a fleet recovers, in time or late, as one number goes from its safe side to the
// other. All three values were simulated until their runs decided, see [Search].
type Edge struct {
	At    float64 // the last value with which the fleet recovers; NaN: it does not recover with the safest one tried
	Next  float64 // the first value after it with which it does not; NaN: none was found in the range that was searched
	Again float64 // a value after Next with which it recovers again, because verdicts are not monotone; NaN: none found

	// Most is the last value after Next up to which most of the runs recover, though fewer than the Share; NaN: none. The
	// share of the runs then falls so slowly that chance decides over a wide range.
	Most float64
}

// A Search says how an edge is found. With a value the fleet recovers if at least a Share of its runs does, and does
// not if fewer do, at two standard errors, see [numeric.Reaches]. Runs are added up to 400; if they do not decide, or
// not within the limit of attempts, the value is on neither side.
//
// Every value is tried with the same seeds, and the values lie on a grid of three digits. So an edge does not depend on
// the present value from which the search begins, as long as verdicts are monotone.
type Search struct {
	Share    float64
	Rel      float64 // distance of the two sides relative to the value, where the runs decide so finely
	Attempts float64 // limit of the attempts of one search; 0: EdgeAttempts
}

// mostRuns is the largest number of runs that decide a verdict. EdgeAttempts is the limit of the attempts of a search.
const mostRuns, EdgeAttempts = 400, 1.5e7

// MainOutage returns the index of the outage that [Search.LongestOutage] is about: the first that is not a spike, or
// else the first; -1 if there is none.
func MainOutage(w fleet.System) int {
	if i := slices.IndexFunc(w.Outages, func(f fleet.Outage) bool { return f.Kind != fleet.Spike }); i >= 0 {
		return i
	}
	return min(0, len(w.Outages)-1)
}

// LongestOutage returns the longest outage that the fleet of a study survives, in seconds: see [MainOutage]. It tries
// outages from 0.1 s on, in steps of about 1.5, up to the present one and on to an hour, as long as so many runs as
// decide a value are in the limit of attempts. Then it knows whether verdicts are monotone. The edge depends on the
// fleet and its seed alone, not on the runs of the study.
func (q Search) LongestOutage(ctx context.Context, now *simulate.Study) (Edge, error) {
	s, err := q.outages(ctx, now)
	if err != nil {
		return Edge{}, err
	}
	const hour = 3600
	return s.scan(ladder(0.1, max(hour, 4*s.present), s.present))
}

// outages returns the search for the longest outage.
func (q Search) outages(ctx context.Context, now *simulate.Study) (*search, error) {
	w := now.System
	i := MainOutage(w)
	if i < 0 {
		return nil, errors.New("there is no outage")
	}
	if now.Base.Overloaded() {
		return nil, errors.New("the fleet is overloaded without any outage")
	}
	s := q.search(ctx, now, w.Outages[i].Length, func(v *fleet.System, x float64) {
		v.Outages = slices.Clone(w.Outages)
		v.Outages[i].Length = x
	})
	s.sameBaseline = true
	return s, nil
}

// MostTraffic returns the most clients of a fleet, or requests per second of open traffic, with which it recovers. It
// tries up to a thousand times more or fewer than there are.
func (q Search) MostTraffic(ctx context.Context, now *simulate.Study) (Edge, error) {
	traffic := &now.System.Traffic
	x, whole := traffic.Clients, true
	if traffic.Kind == fleet.Open {
		x, whole = traffic.Rate, false
	}
	s := q.search(ctx, now, x, func(v *fleet.System, x float64) {
		if whole {
			v.Traffic.Clients = x
		} else {
			v.Traffic.Rate = x
		}
	})
	s.whole = whole
	return s.walk(s.gridded(ladder(x/1000, 1000*x, x)))
}

// LeastCapacity returns the least capacity of the server, see [Capacity], with which the fleet of a study recovers. It
// tries up to a thousand times more or less than there is.
func (q Search) LeastCapacity(ctx context.Context, now *simulate.Study) (Edge, error) {
	_, x := Capacity(&now.System.Server)
	s := q.search(ctx, now, *x, func(v *fleet.System, x float64) {
		_, at := Capacity(&v.Server)
		*at = x
	})
	s.whole = true
	list := s.gridded(ladder(max(1, *x/1000), 1000*max(1, *x), *x))
	slices.Reverse(list)
	return s.walk(list)
}

// ShareJitter returns jitter that is a share x of the delay: the type of the system if its amount is such a share, else
// [jitter.Spread]. It returns no jitter for 0.
func ShareJitter(w fleet.System, x float64) jitter.Jitter {
	j := w.Client.Jitter
	if row := j.Type.Row(); row.Unit != jitter.Share || row.MinAmount >= x {
		j = jitter.Jitter{Type: jitter.Spread}
	}
	if j.Amount = x; x == 0 {
		return jitter.Jitter{}
	}
	return j
}

// LeastJitter returns the smallest jitter, as a share of the delay, with which the fleet of a study recovers: see
// [ShareJitter]. It is 0 if the fleet recovers without jitter. It is an error if the fleet does not recover with jitter
// over all of the delay.
func (q Search) LeastJitter(ctx context.Context, now *simulate.Study) (Edge, error) {
	s := q.search(ctx, now, math.NaN(), func(v *fleet.System, x float64) { v.Client.Jitter = ShareJitter(*v, x) })
	if s.sure(0) > 0 {
		return Edge{0, math.NaN(), math.NaN(), math.NaN()}, s.err
	}
	list := ladder(1e-3, 1, 1)
	slices.Reverse(list)
	e := Edge{At: math.NaN(), Most: math.NaN()}
	var err error
	if s.quick(1) && !s.over() {
		e, err = s.walk(append(list, 0))
	}
	if err == nil && s.err == nil && math.IsNaN(e.At) {
		err = errors.New("not even jitter over all of the delay is enough")
	}
	return e, cmp.Or(err, s.err)
}

// steps are the values of a ladder in each decade.
var steps = []float64{1, 1.5, 2, 3, 5, 7}

// ladder returns round values from lo to hi with about the same ratio, and x, in order.
func ladder(lo, hi, x float64) (list []float64) {
	for decade := math.Floor(math.Log10(lo)); math.Pow(10, decade) <= hi; decade++ {
		for _, m := range steps {
			if y := round(m * math.Pow(10, decade)); y >= lo*(1-1e-9) && y <= hi*(1+1e-9) {
				list = append(list, y)
			}
		}
	}
	if x > 0 {
		list = append(list, x)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// round returns x with three significant digits.
func round(x float64) float64 {
	y, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', 2, 64), 64)
	return y
}
