package elapsed

import (
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A step is a retry k and the next one, seen from a time x: those with T_k before x.
type step struct {
	t      law     // of T_k
	d      *delay  // before retry k+1
	s      float64 // attempt time, seconds
	x      float64
	before float64 // P(T_k < x), or P(T_k <= x)
	first  bool    // k = 0
}

// step returns the step from retry k, T_k < x, or T_k <= x if closed.
func (e *independent) step(k int, x float64, closed bool) step {
	t := step{t: e.law(k), d: e.delay(k + 1), s: e.policy.AttemptTime, x: x, first: k == 0}
	if t.before = t.t.below(x); closed {
		t.before = t.t.moment(x, 0)
	}
	return t
}

// by returns P(T_k < x, T_(k+1) <= y), x <= y, and for p = 1 the integral of that over
// y, E (y - T_(k+1))+ of those with T_k < x. The delay t, attempt included, is averaged
// over:
//
//	T_k < x        for t <= y - x
//	T_k <= y - t   for a longer one
//
// For a piece U(lo, hi) the mean of the second is (G(y-lo) - G(y-hi))/(hi-lo), G the
// integral of the CDF of T_k.
func (t *step) by(y float64, p int) float64 {
	x, l, d := t.x, t.t, t.d
	y -= t.s + d.ref
	if t.first && p == 0 && x > 0 { // T_0 = 0, and the delay has its exact CDF
		return d.CDF(y + d.ref)
	}
	sure := func(wait float64) float64 { // E (y-wait-T)+^p of those with T < x, for wait <= y-x
		if p == 0 {
			return t.before
		}
		return l.moment(x, 1) + t.before*(y-wait-x)
	}
	total := 0.0
	edge, up := math.NaN(), 0.0
	for _, b := range d.pieces {
		if b.Lo == b.Hi {
			if b.Lo <= y-x+slack*math.Abs(y) {
				total += b.Weight * sure(b.Lo)
			} else {
				total += b.Weight * l.moment(y-b.Lo, p)
			}
			continue
		}
		whole := 0.0
		if knee := math.Min(b.Hi, y-x); knee > b.Lo {
			whole = (knee - b.Lo) * sure((knee+b.Lo)/2)
		}
		if knee := math.Max(b.Lo, y-x); knee < b.Hi {
			if knee != edge {
				up = l.moment(y-knee, p+1)
			}
			down := l.moment(y-b.Hi, p+1)
			whole += up - down
			edge, up = b.Hi, down
		}
		total += b.Weight * whole / (b.Hi - b.Lo)
	}
	return total
}

// bounds returns between which times T_k lies but for about 1e-13, seconds, without
// walking there.
func (e *independent) bounds(k int) (lo, hi float64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t := e.sumOf(k)
	if k < len(e.stages) {
		return e.stages[k].near()
	}
	return math.Max(t.lo, t.mean-(9+10*math.Abs(t.g[3]))*t.sd), math.Min(t.hi, t.mean+(9+10*math.Abs(t.g[3]))*t.sd)
}

// before returns the last retry that has surely started by time x, of n at most; that
// is 0 if none has.
func (e *independent) before(x float64) int {
	surely := func(k int) bool { _, hi := e.bounds(k); return hi < x }
	lo, hi := 0, 1 // surely(lo), not surely(hi)
	for surely(hi) && hi < 1<<52 && e.ctx.Err() == nil {
		lo, hi = hi, 2*hi
	}
	for hi-lo > 1 {
		if mid := lo + (hi-lo)/2; surely(mid) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return int(min(float64(lo), e.policy.Retries))
}

// allowed reports whether the policy makes retry k if there is time for it.
func (e *independent) allowed(k int) bool { return float64(k) <= e.policy.Retries }

// none is a probability that counts for nothing.
const none = 1e-15

func (e *independent) StartedBy(k int, t float64) float64 {
	t = math.Min(t, e.policy.Deadline)
	switch {
	case !e.allowed(k) || t < 0:
		return 0
	case k == 0:
		return 1
	}
	if lo, hi := e.bounds(k); t < lo && lo > 0 {
		return 0
	} else if t >= hi && hi > lo {
		return 1
	}
	return e.law(k).moment(t, 0)
}

func (e *independent) AtLeast(k int) float64 { return e.StartedBy(k, math.Inf(1)) }

func (e *independent) RetriesBy(t float64) float64 {
	t = math.Min(t, e.policy.Deadline)
	if math.IsInf(t, 1) {
		return e.policy.Retries
	}
	if n, ok := e.renewals(t); ok {
		if e.lattice() && e.policy.AttemptTime == 0 {
			return e.inStep(math.Nextafter(t, math.Inf(1))).wasted
		}
		return n
	}
	return e.count(func(k int) float64 { return e.StartedBy(k, t) }, t)
}

// count returns the sum of the probabilities that retry k = 1, 2, ... of the policy
// has started by about t.
func (e *independent) count(started func(k int) float64, t float64) float64 {
	k := e.before(t)
	total := float64(k)
	for e.ctx.Err() == nil {
		k++
		if !e.allowed(k) {
			break
		}
		p := started(k)
		if total += p; p < none {
			break
		}
	}
	return total
}

// window returns the retries k between the last that has surely started by x and the
// first that surely has not, of n at most.
func (e *independent) window(x float64) (from, to int) {
	from = e.before(x)
	for to = from + 1; e.allowed(to) && e.ctx.Err() == nil; to++ {
		if lo, _ := e.bounds(to); lo > x || e.law(to).moment(x, 0) < none {
			break
		}
	}
	return from, to
}

func (e *independent) Waiting(t float64) (jitter.Dist, float64) {
	if t > e.policy.Deadline {
		return nil, 0
	}
	if _, ok := e.renewals(t); ok && !(e.lattice() && e.policy.AttemptTime == 0) {
		if _, d, mu, _, _ := e.alike(); t+d.hi+e.policy.AttemptTime <= e.policy.Deadline {
			return newShape(func(y float64) float64 { return e.seen(d, y) / mu }, d.lo, d.hi), 1
		}
	}
	from, to := e.window(t)
	by := func(y float64) (total float64) { // P(next delay <= y, and it is waited at t)
		for k := from; k < to && e.allowed(k+1); k++ {
			total += e.waiting(k, t, y)
		}
		return total
	}
	p := by(math.Inf(1))
	if !(p > 1e-12) {
		return nil, 0
	}
	lo, hi := math.Inf(1), 0.0
	for k := from; k < to && e.allowed(k+1); k++ {
		a, b := e.one(k + 1).Support()
		lo, hi = math.Min(lo, a), math.Max(hi, math.Min(b, e.policy.Deadline))
	}
	return newShape(func(y float64) float64 { return by(y) / p }, lo, hi), p
}

// seen returns E (s + t; t <= y): a delay is seen in proportion to its interval.
func (e *independent) seen(d *delay, y float64) (total float64) {
	for _, b := range d.pieces {
		lo, hi := b.Lo+d.ref, math.Min(b.Hi+d.ref, y)
		switch {
		case b.Lo == b.Hi && lo <= y:
			total += b.Weight * (e.policy.AttemptTime + lo)
		case lo < hi:
			total += b.Weight * (hi - lo) / (b.Hi - b.Lo) * (e.policy.AttemptTime + (lo+hi)/2)
		}
	}
	return total
}

// waiting returns P(T_k <= t < T_(k+1) <= D, and the delay between is <= y).
func (e *independent) waiting(k int, t, y float64) float64 {
	l, d, s, end := e.law(k), e.delay(k+1), e.policy.AttemptTime, e.policy.Deadline
	total := 0.0
	for _, b := range d.pieces {
		lo, hi := b.Lo+d.ref, b.Hi+d.ref
		if lo == hi {
			if lo <= y {
				total += b.Weight * math.Max(0, l.moment(math.Min(t, end-s-lo), 0)-l.moment(t-s-lo, 0))
			}
			continue
		}
		top := math.Min(hi, y)
		if top <= lo {
			continue
		}
		whole := 0.0
		if knee := math.Min(top, end-s-t); knee > lo {
			whole = (knee - lo) * l.moment(t, 0)
		}
		if knee := math.Max(lo, end-s-t); knee < top {
			whole += l.moment(end-s-knee, 1) - l.moment(end-s-top, 1)
		}
		whole -= l.moment(t-s-lo, 1) - l.moment(t-s-top, 1)
		total += b.Weight * math.Max(0, whole) / (hi - lo)
	}
	return total
}

func (e *independent) Last() jitter.Dist {
	n, end := e.policy.Retries, e.policy.Deadline
	if math.IsInf(end, 1) {
		if math.IsInf(n, 1) {
			return nil
		}
		if n == 0 {
			return jitter.Constant(0)
		}
		return e.Start(int(n))
	}
	if _, ok := e.renewals(end); ok && !e.lattice() { // the age of an interval seen at the deadline
		_, d, mu, cv, _ := e.alike()
		last := newShape(func(x float64) float64 { return 1 - e.left(end-x) }, math.Max(0, end-d.hi-e.policy.AttemptTime), end)
		last.mean = end - mu*(1+cv*cv)/2
		return last
	}
	from, to := e.window(end)
	if from == int(n) && e.allowed(from) {
		if from == 0 {
			return jitter.Constant(0)
		}
		return e.Start(from)
	}
	lo, hi := 0.0, 0.0
	mean := end // less the integral of the CDF
	for k := from; k < to; k++ {
		if mean -= e.law(k).moment(end, 1); e.allowed(k + 1) {
			mean += e.restBy(k, end)
		}
		if a, _ := e.law(k).Support(); k == from {
			lo = a
		}
		_, b := e.law(k).Support()
		hi = math.Max(hi, math.Min(end, b))
	}
	by := func(x float64) (total float64) {
		for k := from; k < to; k++ {
			if l := e.law(k); e.allowed(k + 1) {
				if p := l.moment(x, 0); p > none {
					t := e.step(k, x, true)
					total += p - t.by(end, 0)
				}
			} else {
				total += l.moment(x, 0)
			}
		}
		return total
	}
	last := newShape(by, lo, hi)
	last.mean = mean
	return last
}

// restBy returns E (D - T_k; T_(k+1) <= D), with u = D - s - t
//
//	E (D - T; T <= u) = (D-u) F(u) + G(u),    over a piece: ((D-u) G(u) + 2 H(u)) / (hi-lo)
func (e *independent) restBy(k int, end float64) (total float64) {
	l, d := e.law(k), e.delay(k+1)
	for _, b := range d.pieces {
		from, to := end-e.policy.AttemptTime-d.ref-b.Hi, end-e.policy.AttemptTime-d.ref-b.Lo
		if from == to {
			total += b.Weight * ((end-to)*l.moment(to, 0) + l.moment(to, 1))
			continue
		}
		whole := (end-to)*l.moment(to, 1) + 2*l.moment(to, 2) - (end-from)*l.moment(from, 1) - 2*l.moment(from, 2)
		total += b.Weight * whole / (b.Hi - b.Lo)
	}
	return total
}

// A shape is a distribution by its CDF alone: the mean and the variance are integrals
// of it.
type shape struct {
	cdf            func(x float64) float64
	lo, hi         float64
	mean, variance float64
}

// newShape returns the distribution with that CDF on [lo, hi], seconds; hi may be +Inf.
func newShape(cdf func(x float64) float64, lo, hi float64) *shape {
	s := &shape{cdf: cdf, lo: lo, hi: hi}
	a, b := lo, hi
	if math.IsInf(hi, 1) {
		for b = math.Max(1e-9, 2*lo); cdf(b) < 1-1e-12 && b < 1e300; b *= 2 {
		}
	}
	upTo := func(x float64) float64 {
		if x >= b {
			return 1
		}
		return cdf(x)
	}
	a, b = num.Least(upTo, 1e-13, a, b), num.Least(upTo, 1-1e-12, a, b)
	const cells = 256
	inner := b - 1e-12*math.Abs(b) // a point at the upper end is not to be seen from the last cell
	g := newGrid(a, math.Max((b-a)/cells, 1e-300), cells, func(x float64) float64 { return cdf(math.Max(a, math.Min(x, inner))) })
	if b > a {
		s.mean = b - g.sum[cells]
		s.variance = math.Max(0, 2*g.sum2[cells]-g.sum[cells]*g.sum[cells])
	} else {
		s.mean = a
	}
	return s
}

func (s *shape) Mean() float64               { return s.mean }
func (s *shape) Variance() float64           { return s.variance }
func (s *shape) Support() (lo, hi float64)   { return s.lo, s.hi }
func (s *shape) Sample(r *rand.Rand) float64 { return s.Quantile(r.Float64()) }

func (s *shape) CDF(x float64) float64 {
	switch {
	case x < s.lo:
		return 0
	case x >= s.hi:
		return 1
	}
	return math.Min(1, math.Max(0, s.cdf(x)))
}

func (s *shape) Atom(x float64) float64 {
	return math.Max(0, s.CDF(x)-s.CDF(math.Nextafter(x, math.Inf(-1))*(1-4*slack)))
}

func (s *shape) Quantile(q float64) float64 {
	switch {
	case q <= 0:
		return s.lo
	case q >= 1:
		return s.hi
	}
	hi := s.hi
	if math.IsInf(hi, 1) {
		for hi = s.mean + 1e-300; s.CDF(hi) < q; hi *= 2 {
		}
	}
	return num.Least(s.CDF, q, s.lo, hi)
}
