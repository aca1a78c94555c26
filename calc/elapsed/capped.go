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
	if s == 0 || e.noDelay() < hidden {                                                    // all intervals are a multiple of one: the clients keep to T_m and that
		left, w = func(i int, y float64) float64 { return e.inStep(o.x[i], o.x[min(i+1, len(o.x)-1)], y) }, math.NaN()
	} else if l, after := e.scattered(o); l != nil {
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

// inStep returns P(w <= y) of X uniform from u to v, or u, so far beyond the retry m
// after which all intervals are 0 or c, that the clients keep to T_m and multiples of c.
// Over a whole number of them w is uniform; for the rest, and y < c
//
//	P(w <= y) = sum over j of P(X - j c <= T_m <= X + y - j c)
func (e *independent) inStep(u, v, y float64) (total float64) {
	l, c := e.distribution(e.walkTo), e.policy.AttemptTime+e.policy.Cap
	if y >= c {
		return 1
	}
	lo, hi := l.near()
	whole := math.Floor((v - u) / c)
	rest := max(0, v-u-whole*c)
	if whole > 1e6 {
		return y / c
	}
	for j := math.Floor((u - hi) / c); u+rest-j*c >= lo-c; j++ {
		x := u - j*c
		if u == v {
			total += max(0, l.moment(x+y, 0)-l.below(x))
		} else {
			total += l.moment(x+rest+y, 1) - l.moment(x+y, 1) - l.moment(x+rest, 1) + l.moment(x, 1)
		}
	}
	if u < v {
		total = (total + whole*y) / (v - u)
	}
	return min(1, max(0, total))
}

// scattered returns P(w <= y) of the ends i of o where intervals are s or s + c, and the mean
// of w, NaN if it is not known. A wide range sees the clients at any time of an interval;
// then it returns nil.
//
//	P(w > y) = sum over intervals I of P(I) U(x+y-I, x)    U(a, b) retries expected from a until b
func (e *independent) scattered(o ends) (left func(i int, y float64) float64, mean float64) {
	const most = 64
	q, s := e.noDelay(), e.policy.AttemptTime
	longest, first, last := s+e.policy.Cap, o.x[0], o.x[len(o.x)-1]
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
	from := first - 1.01*longest // left of a grid there is nothing
	sum := gridOf(from, (last-from)/float64(2*e.cells), 2*e.cells, func(x float64) float64 { return l.moment(x, 1) })
	return func(i int, y float64) float64 {
		u, v := o.x[i], o.x[i+1]
		over := func(interval float64) float64 { // the integral of U(x+y-I, x) from u to v
			z := max(0, interval-y)
			return sum.moment(v, 0) - sum.moment(v-z, 0) - sum.moment(u, 0) + sum.moment(u-z, 0)
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
