package jitter_test

import (
	"math"
	"testing"

	"retune/calc/jitter"
)

// web checks a law against itself: each of its figures by another.
func web(t *testing.T, what string, d jitter.Dist, bound float64) {
	t.Helper()
	lo, hi := d.Support()
	if d.Quantile(0) != lo || d.Quantile(1) != hi {
		t.Errorf("%s: quantiles 0 and 1 are %g, %g, the support %g, %g", what, d.Quantile(0), d.Quantile(1), lo, hi)
	}
	sd := math.Sqrt(d.Variance())
	step := 0x1p-49 * hi // what rounding can move x
	if math.IsInf(hi, 1) {
		step = 0x1p-49 * d.Mean()
	}
	near(t, what+" CDF below the support", d.CDF(lo-1e-9-2*step), 0, 0)
	near(t, what+" CDF at the end", d.CDF(hi), 1, 1e-15)
	if sd <= step { // as good as constant
		return
	}
	far := math.Min(hi, d.Mean()+12*sd)
	// Monotone, and the mean and the variance as integrals of 1-F.
	const steps = 4000
	h := (far - lo) / steps
	before, mean, square := d.CDF(lo), 0.0, 0.0
	for i := 1; i <= steps; i++ {
		x := lo + float64(i)*h
		now := d.CDF(x)
		if !(now >= before-1e-14-2*bound) || !(now <= 1) {
			t.Errorf("%s: CDF falls from %.17g to %.17g at %g", what, before, now, x)
			break
		}
		above := 1 - (before+now)/2
		mean += above * h
		square += 2 * above * (x - h/2 - d.Mean()) * h
		before = now
	}
	mean += lo
	square += (lo - d.Mean()) * (lo - d.Mean())
	// A CDF that jumps within a step of h is off by h there.
	near(t, what+" mean", mean, d.Mean(), 2*h+bound*(far-lo)+step)
	near(t, what+" variance", square, d.Variance(), 4*h*(far-lo)+2*bound*(far-lo)*(far-lo)+step*sd)
	slope := bound + 1e-12 + step/h*1e-3
	for q := 1e-6; q < 1; q = math.Min(q*1.7, q+0.03) {
		x := d.Quantile(q)
		if x < lo || x > hi {
			t.Errorf("%s: quantile %g = %g outside the support", what, q, x)
		}
		if by := d.CDF(x + step); !(by >= q-slope) {
			t.Errorf("%s: CDF at quantile %g = %.17g", what, q, by)
		}
		if below := d.CDF(x - 2*step - 1e-15); x > lo && !(below <= q+slope) {
			t.Errorf("%s: CDF left of quantile %g = %.17g", what, q, below)
		}
	}
	for _, x := range []float64{lo, hi} {
		if math.IsInf(x, 1) {
			continue
		}
		jump := d.CDF(x) - d.CDF(x-1e-12*(hi-lo)-2*step)
		near(t, what+" atom", d.Atom(x), jump, 1e-9+bound+4*step/sd)
	}
}

// Every law with itself: delay and elapsed time.
func TestWeb(t *testing.T) {
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		s := jitter.New(p, 20, jitter.Coarse)
		for _, k := range []int{1, 2, 3, 4, 5, 9, 20} {
			web(t, "delay", s.Delay(k), 0)
			web(t, "elapsed", s.Elapsed(k), s.Bound())
		}
	})
}

// What is computed with more effort differs by no more than was stated.
func TestBound(t *testing.T) {
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		coarse, fine := jitter.New(p, 12, jitter.Coarse), jitter.New(p, 12, jitter.Fine)
		if !(fine.Bound() <= coarse.Bound()) {
			t.Errorf("bound %g with effort, %g without", fine.Bound(), coarse.Bound())
		}
		for _, k := range []int{1, 2, 3, 4, 6, 9, 12} {
			a, b := coarse.Elapsed(k), fine.Elapsed(k)
			for q := 0.001; q < 1; q += 0.041 {
				x := b.Quantile(q)
				near(t, "CDF", a.CDF(x), b.CDF(x), coarse.Bound()+fine.Bound())
			}
		}
	})
}

// Twice the times, twice the percentiles: doubling is exact in float64, and so
// must be all but the rounding of the search.
func TestScaling(t *testing.T) {
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		twice := p
		twice.InitialDelay, twice.Cap, twice.AttemptTime = 2*p.InitialDelay, 2*p.Cap, 2*p.AttemptTime
		if p.Jitter.Type == jitter.Add || p.Jitter.Type == jitter.NormalAbsolute {
			twice.Jitter.Amount = 2 * p.Jitter.Amount
		}
		a, b := jitter.New(p, 10, jitter.Coarse), jitter.New(twice, 10, jitter.Coarse)
		for k := 1; k <= 10; k++ {
			for _, q := range levels {
				x := a.Elapsed(k).Quantile(q)
				near(t, "elapsed", b.Elapsed(k).Quantile(q), 2*x, 1e-13*x)
				x = a.Delay(k).Quantile(q)
				near(t, "delay", b.Delay(k).Quantile(q), 2*x, 0)
			}
			near(t, "mean", b.Elapsed(k).Mean(), 2*a.Elapsed(k).Mean(), 0)
			near(t, "variance", b.Elapsed(k).Variance(), 4*a.Elapsed(k).Variance(), 0)
		}
	})
}

// Longer first delays, larger factors, higher caps, longer calls and, upwards,
// more jitter never bring a retry forward.
func TestMonotone(t *testing.T) {
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		later := map[string]func(*jitter.Policy){
			"first":     func(p *jitter.Policy) { p.InitialDelay = math.Min(p.Cap, 1.1*p.InitialDelay) },
			"factor":    func(p *jitter.Policy) { p.Factor *= 1.05 },
			"cap":       func(p *jitter.Policy) { p.Cap *= 1.2 },
			"call time": func(p *jitter.Policy) { p.AttemptTime += 0.1 },
		}
		if k := p.Jitter.Type; k == jitter.Up || k == jitter.Add {
			later["amount"] = func(p *jitter.Policy) { p.Jitter.Amount *= 1.3 }
		}
		if p.Jitter.Type == jitter.NormalRelative && p.Jitter.Amount < 1 {
			return // its spread grows with the delay: low percentiles may fall
		}
		s := jitter.New(p, 10, jitter.Coarse)
		for name, change := range later {
			if p.Jitter.Type == jitter.NormalRelative {
				continue
			}
			q := p
			change(&q)
			u := jitter.New(q, 10, jitter.Coarse)
			for k := 1; k <= 10; k++ {
				for _, level := range levels {
					a, b := s.Elapsed(k).Quantile(level), u.Elapsed(k).Quantile(level)
					sd := math.Sqrt(s.Elapsed(k).Variance())
					if !(b >= a-1e-12*a-1e2*(s.Bound()+u.Bound())*sd) {
						t.Errorf("larger %s: quantile %g of retry %d falls from %.12g to %.12g", name, level, k, a, b)
					}
				}
			}
		}
	})
}
