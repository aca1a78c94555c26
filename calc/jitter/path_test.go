package jitter

import (
	"math"
	"math/rand/v2"
	"sort"
	"testing"

	"retune/calc"
)

// TestPath compares mean and variance of the steps of a path with sums over a fine grid,
// and the sum of the means without a cap with the end of the path.
func TestPath(t *testing.T) {
	for _, c := range []float64{math.Inf(1), 5, 1.2, 0.3} {
		p := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: c}, Jitter: Jitter{Type: Smooth}}
		f := func(x float64) float64 { return math.Pow(2, x) * math.Tanh(math.Sqrt(4*x)) / 1.4 }
		sum := 0.0
		for k := 1.0; k <= 5; k++ {
			const n = 1000
			m1, m2 := 0.0, 0.0
			var ends [100]float64
			for j := range ends {
				ends[j] = f(k - 1 + (float64(j)+0.5)/100)
			}
			for i := range n {
				u := math.Pow((float64(i)+0.5)/n, 2) // in w = sqrt u, so that du = 2 w dw
				du := 2 * (float64(i) + 0.5) / n / n
				if k == 1 {
					x := math.Min(c, f(u))
					m1, m2 = m1+x*du, m2+x*x*du
					continue
				}
				begin := f(k - 2 + u)
				for _, end := range ends {
					x := math.Min(c, end-begin)
					m1, m2 = m1+x*du/100, m2+x*x*du/100
				}
			}
			d := p.Path(k)
			sum += d.Mean()
			if !(math.Abs(d.Mean()-m1) <= 3e-5*m1) || !(math.Abs(d.Variance()-(m2-m1*m1)) <= 1e-4*m2) {
				t.Errorf("cap %v, retry %v: mean %v and variance %v, summed %v and %v", c, k, d.Mean(), d.Variance(), m1,
					m2-m1*m1)
			}
		}
		end := 0.0
		for i := range 1000 {
			end += f(4+(float64(i)+0.5)/1000) / 1000
		}
		if math.IsInf(c, 1) && !(math.Abs(sum-end) <= 1e-4*end) {
			t.Errorf("the means add up to %v, and the path ends at %v", sum, end)
		}
		if mean := p.Path(70).Mean(); c < end && mean != c {
			t.Errorf("far beyond a cap of %v the mean is %v", c, mean)
		}
	}
}

// TestPathQuantile counts pairs of draws on a grid below the quantiles of a step.
func TestPathQuantile(t *testing.T) {
	for _, r := range []float64{1 + 1e-9, 1.0001, 2, 10} {
		p := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: r, Cap: math.Inf(1)}, Jitter: Jitter{Type: Smooth}}
		f := func(x float64) float64 { return math.Pow(r, x) * math.Tanh(math.Sqrt(4*x)) / 1.4 }
		for _, k := range []float64{2, 5, 300} {
			d := p.Path(k)
			for _, q := range []float64{0.05, 0.5, 0.95} {
				const n = 250
				x, below := d.Quantile(q), 0.0
				for i := range n {
					before := f(k - 2 + (float64(i)+0.5)/n)
					j := sort.Search(n, func(j int) bool { return f(k-1+(float64(j)+0.5)/n)-before > x })
					below += float64(j) / n / n
				}
				if !(math.Abs(below-q) <= 0.003) || !(math.Abs(d.CDF(x)-q) <= 1e-6) {
					t.Errorf("factor %v, retry %v: %v of %v is below it, CDF %v", r, k, below, q, d.CDF(x))
				}
			}
		}
	}
}

// TestPathEnds compares the least and the greatest sum of delays with sums of random places and of places at the ends.
func TestPathEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 40))
	for range 40 {
		p := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1 + 2*r.Float64(), Cap: 0.3 + 5*r.Float64()},
			Jitter: Jitter{Type: Smooth}}
		if r.IntN(4) == 0 {
			p.Cap = math.Inf(1)
		}
		k := 1 + r.IntN(5)
		least, most, low, high := math.Inf(1), 0.0, 0.0, 0.0
		low, high = p.PathEnds(k)
		f := func(x float64) float64 {
			return math.Pow(p.Factor, x) * math.Tanh(2*math.Sqrt(x)) / 1.4
		}
		for range 20_000 {
			sum, before := 0.0, 0.0
			for j := range k {
				u := r.Float64()
				if r.IntN(2) == 0 {
					u = float64(r.IntN(2))
				}
				at := f(float64(j) + u)
				sum, before = sum+min(p.Cap, at-before), at
			}
			least, most = min(least, sum), max(most, sum)
		}
		if !(low <= least*(1+1e-12) && least <= low+0.02*(1+low)) || !(high >= most*(1-1e-12) && most >= high*0.97) {
			t.Errorf("%+v: %d delays add up to %v to %v, simulated %v to %v", p.Policy, k, low, high, least, most)
		}
	}
}
