package jitter

import (
	"math"

	"retune/calc/outage"
)

// Overshoot returns the law of the wait after a fault, X independent of the
// jitter.
//
//	P(w <= y, T_n >= X) = sum over k < n of P(T_k < X, T_(k+1) <= X+y) - P(T_(k+1) < X)
//	E (w; T_n >= X) = sum over k < n of (s + E t_(k+1)) P(T_k < X) - E X + E (X - T_n)+
//	retries in vain = sum over k = 1..n of P(T_k < X)
//
// T_0 = 0 is call 0. The first line holds as one and only one k < n has T_k < X
// <= T_(k+1), the second is Wald's identity: whether delay k+1 is waited
// depends on T_k alone. With the delay uniform on (lo, lo+w)
//
//	P(T_k < X, T_(k+1) <= X+y) = (1/w) integral of P(T_k <= X + min(0, v)) dv
//	                             from y-s-lo-w to y-s-lo
//
// and the integral is a term-by-term one of the series. So it is if X is uniform,
// once more integrated; if X is exponential all is elementary; if it is
// log-uniform it is integrated by Gauss's rule, to about 1e-7, and to 1e-5 in
// probability for the quantiles.
//
// Where the law is stateful the figures come from clients played one by one,
// with a fixed seed; see played.
func (s *Schedule) Overshoot(f outage.Outage) outage.Reconnect {
	if f.A == f.B && f.Kind != outage.Exponential {
		f.Kind = outage.Fixed
	}
	switch {
	case s.plan.Stateful():
		return s.played(f)
	case f.Kind == outage.Fixed && !s.plan.Jitter.Draws():
		return s.certain(f.A)
	}
	fronts := s.fronts(f)
	n := s.Len()
	var o outage.Reconnect
	started := make([]float64, n+1) // P(T_k < X)
	for k, front := range fronts {
		started[k] = front.mean(0, 0)
	}
	mean := total{-f.Mean(), 0}
	for k := range n {
		mean = mean.plus((s.plan.AttemptTime + s.delays[k].Mean()) * started[k])
		o.Wasted += started[k+1]
	}
	mean = mean.plus(fronts[n].mean(0, 1))
	o.GaveUp = started[n]
	met := 1 - o.GaveUp
	if !(met > 1e-12) {
		nan := math.NaN()
		o.Mean, o.P50, o.P95, o.P99, o.Max, o.RelativeMean = nan, nan, nan, nan, nan, nan
		return o
	}
	o.Mean = math.Max(0, mean.value()) / met
	o.RelativeMean = s.relative(f, fronts) / met
	if f.Kind == outage.Fixed {
		o.RelativeMean = o.Mean / f.A
	}
	o.Max = s.worst(f)
	by := func(y float64) float64 {
		total := 0.0
		for k := range n {
			if started[k] < 1e-16 {
				break
			}
			if started[k+1] < 1 {
				total += s.within(fronts[k], started[k], s.delays[k], y) - started[k+1]
			}
		}
		return total / met
	}
	hi := o.Max
	for h := 2 * o.Mean; h > 0 && h < hi; h *= 2 {
		if by(h) >= 0.99 {
			hi = h
		}
	}
	o.P50 = root(by, 0.5, 0, hi)
	o.P95 = root(by, 0.95, o.P50, hi)
	o.P99 = root(by, 0.99, o.P95, hi)
	return o
}

// fronts returns the fault as seen from retries 0 to n.
func (s *Schedule) fronts(f outage.Outage) []front {
	fronts := make([]front, s.Len()+1)
	fronts[0] = newFront(f, constant(0), 1)
	for k, d := range s.delays {
		laplace := 0.0
		if f.Kind == outage.Exponential {
			laplace = fronts[k].laplace * discounted(d, f.A) * math.Exp(-s.plan.AttemptTime/f.A)
		}
		fronts[k+1] = newFront(f, s.elapsed[k].(law), laplace)
	}
	return fronts
}

// within returns P(T_k < X, T_k + s + D <= X + y), D the next delay, which is
// the mean over D of P(T_k <= X + min(0, y-s-D)).
func (s *Schedule) within(f front, started float64, d Dist, y float64) float64 {
	y -= s.plan.AttemptTime
	at := func(wait float64) float64 {
		if wait <= y {
			return started
		}
		return f.mean(y-wait, 0)
	}
	switch d := d.(type) {
	case constant:
		return at(float64(d))
	case uniform:
		from, to := y-d.hi, y-d.lo
		total := 0.0
		if from < 0 {
			total = f.mean(math.Min(0, to), 1) - f.mean(from, 1)
		}
		if to > 0 {
			total += started * (to - math.Max(0, from))
		}
		total *= (1 - d.atom) / (d.hi - d.lo)
		if d.atom > 0 {
			total += d.atom * at(d.hi)
		}
		return total
	case normal:
		return d.expect(y, at)
	}
	panic("jitter: a law that depends on the delay before")
}

// relative returns E (w/X; T_n >= X), Wald's identity with every term over X.
// It diverges when X may be next to 0, as w then is nearly T_1.
func (s *Schedule) relative(f outage.Outage, fronts []front) float64 {
	var q int
	var norm float64
	switch {
	case f.Kind == outage.Uniform && f.A > 0:
		q, norm = 1, f.B-f.A
	case f.Kind == outage.LogUniform:
		q, norm = 2, math.Log(f.B/f.A)
	default:
		return math.Inf(1)
	}
	total := fronts[s.Len()].over(0, 1, q, f.A, f.B)
	for k, d := range s.delays {
		total += (s.plan.AttemptTime + d.Mean()) * fronts[k].over(0, 0, q, f.A, f.B)
	}
	return total/norm - 1
}

// worst returns the longest possible wait: the longest step across X from a
// T_k below it, over all k and all X. The earliest X beyond the least T_k
// leaves the longest.
func (s *Schedule) worst(f outage.Outage) float64 {
	a, b := f.Support()
	most, lo, hi := 0.0, 0.0, 0.0
	for k, d := range s.delays {
		x := math.Max(a, lo)
		if x > b || x == b && lo == b {
			break
		}
		_, step := d.Support()
		most = math.Max(most, math.Min(x, hi)+s.plan.AttemptTime+step-x)
		lo, hi = s.elapsed[k].Support()
	}
	return most
}

// certain returns the overshoot of a schedule that draws nothing after a fault
// that ends at x: the numbers of package calc.
func (s *Schedule) certain(x float64) outage.Reconnect {
	next := s.plan.RetriesBy(x)
	at := s.plan.RetryAt(x)
	vain := next
	wait := 0.0
	if at == next { // a retry starts at x, or so close to it that rounding decides
		vain--
	} else {
		next++
		wait = s.plan.Elapsed(next) - x
	}
	n := float64(s.Len())
	if next > n {
		return outage.None(n)
	}
	return outage.Reconnect{Mean: wait, P50: wait, P95: wait, P99: wait, Max: wait, RelativeMean: wait / x, Wasted: math.Max(0, vain)}
}

// ScaleFree returns the mean overshoot relative to the length of the fault,
// E (w/X), of a policy without a cap that never ends, the fault of unknown
// length: X log-uniform, and long against the first delay.
//
//	E (t_(k+1)) E (1/T_k) / ln r - 1     k large, s = 0
//
// None: (r-1)/ln r - 1. Where the jitter or the call time is a fixed time it no
// longer matters in the limit. It is 0 with a cap, and NaN for r = 1 and for
// stateful laws.
func (p Policy) ScaleFree() float64 {
	switch {
	case p.Factor == 1 || p.Stateful():
		return math.NaN()
	case !math.IsInf(p.Cap, 1):
		return 0
	}
	r := p.Factor
	switch p.Jitter.Type {
	case None, Add, NormalAbsolute:
		return (r-1)/math.Log1p(r-1) - 1
	}
	p.AttemptTime = 0
	normals := p.Jitter.Type == NormalRelative
	b := newBuilder(p.cut(), normals, Fine)
	for e := 1.0; e > 1e-17; e /= r { // T_k over a r^(k-1), largest delay first
		b.add(p.One(e))
	}
	l := b.law()
	lo, hi := l.Quantile(1e-12), l.Quantile(1)
	if normals {
		hi = l.Quantile(1 - 1e-15)
	}
	inverse := 1/hi + integrate(func(x float64) float64 { return l.CDF(x) / (x * x) }, lo, hi, 64)
	return p.One(r).Mean()*inverse/math.Log1p(r-1) - 1
}
