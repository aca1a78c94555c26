package elapsed

import (
	"math"

	"retune/calc/num"
)

// lattice reports whether all delays are 0 or c in the end, and twoDelays whether they are from
// where the stages end: see caps.
func (e *independent) lattice() bool {
	return e.policy.CapAfter && e.policy.Factor > 1 && !math.IsInf(e.policy.Cap, 1) && e.policy.Usual()
}

func (e *independent) twoDelays() bool { return e.lattice() && float64(e.walkTo) == e.settled-1 }

// onlyCaps returns between which times all intervals are s or s + c, and the policy still goes on
// for all clients; none if they never are. How the clients start then counts for ever.
func (e *independent) onlyCaps() (from, to float64) {
	if !e.twoDelays() || e.settled-1 > e.policy.Retries {
		return math.Inf(1), math.Inf(1)
	}
	first := e.sum(e.walkTo)
	from, to = first.mean+9*first.sd+2*(e.policy.AttemptTime+e.policy.Cap), math.Inf(1)
	if !math.IsInf(e.policy.Retries, 1) {
		lo, _ := e.bounds(int(e.policy.Retries))
		to = lo - e.delay(e.settled).top()
	}
	return from, to
}

// capped returns the share of ends within onlyCaps.
func (e *independent) capped(o ends) share {
	s, period, all := e.policy.AttemptTime, e.policy.AttemptTime+e.policy.Cap, o.total()
	d := e.delay(e.settled)
	mu := s + d.mean
	o = o.finer(e.policy.Deadline-period, 64)
	left, w := func(_ int, y float64) float64 { return e.left(d, y) }, (d.sd*d.sd/mu+mu)/2 // mean of w
	if l, after := e.scattered(o); l != nil {
		left, w = l, after
	}
	if math.IsNaN(w) {
		w = num.Area(func(y float64) (later float64) {
			for i, m := range o.m {
				later += m / all * (1 - left(i, y))
			}
			return later
		}, 0, period, 1e-6*period, 12)
	}
	wasted := all * (float64(e.walkTo-1) + (o.first()/all+w-e.sum(e.walkTo).mean)/mu) // Wald's identity: w after X is the next one
	return share{all: all, mean: all * w, wasted: wasted, by: e.leftOf(o, period, left)}
}

// scattered returns P(w <= y) of the ends i of o where intervals are s or s + c, and the mean
// of w, NaN if it is not known. A wide range sees the clients at any time of an interval;
// then it returns nil.
//
//	P(w > y) = sum over intervals I of P(I) U(x+y-I, x)    U(a, b) retries expected from a until b
func (e *independent) scattered(o ends) (left func(i int, y float64) float64, mean float64) {
	q, s := e.noDelay(), e.policy.AttemptTime
	longest, first, last := s+e.policy.Cap, o.x[0], o.x[len(o.x)-1]
	most := 64.0
	if s == 0 { // retries start at a time and multiples of c after it, however many they are
		most = mostPlaces / 2
	}
	if last-first > most*longest {
		n := len(o.m) - 1
		e.off(longest / 4 * (o.m[0]/(o.x[1]-first) + o.m[n]/(last-o.x[n])))
		return nil, 0
	}
	l := e.retries(first-1.02*longest, last, math.Inf(1))
	if first == last {
		started := l.moment(math.Nextafter(first, 0)*(1-4*slack), 0)
		after := func(interval float64) float64 { // the integral of U(x+y-I, x) over y
			return interval*started - l.moment(first, 1) + l.moment(first-interval, 1)
		}
		return func(_ int, y float64) float64 { return 1 - e.pause(l, first, y, started) }, q*after(s) + (1-q)*after(longest)
	}
	return func(i int, y float64) float64 {
		u, v := o.x[i], o.x[i+1]
		over := func(interval float64) float64 { // the integral of U(x+y-I, x) from u to v
			z := max(0, interval-y)
			return l.moment(v, 1) - l.moment(v-z, 1) - l.moment(u, 1) + l.moment(u-z, 1)
		}
		return min(1, max(0, 1-(q*over(s)+(1-q)*over(longest))/(v-u)))
	}, math.NaN()
}

// off says that a CDF may be off by as much.
func (e *independent) off(by float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.worst = max(e.worst, by)
}
