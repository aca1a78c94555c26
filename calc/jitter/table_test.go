package jitter

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// policies is every type with its usual amount, cap before and after.
func policies() (list []Policy) {
	inf := math.Inf(1)
	for i, row := range Types {
		for _, after := range []bool{false, true} {
			for _, c := range []float64{2, 3, inf} {
				list = append(list, Policy{Policy: calc.Policy{InitialDelay: 2, Factor: 1.5, Cap: c},
					Jitter:   Jitter{Type: Type(i), Amount: row.Default, From: row.DefaultFrom},
					CapAfter: after, Retries: inf, Deadline: inf})
			}
		}
	}
	return list
}

// TestTypes checks every method of every type: the distribution of one delay is compared with draws from it, with a
// Sampler and with its own components.
func TestTypes(t *testing.T) {
	walk(t, 0)
}

// TestNewType adds rows of new types and checks them in the same way.
func TestNewType(t *testing.T) {
	before := Types
	defer func() { Types = before }()
	Types = append(append([]Row{}, before...),
		Row{Name: "tents", Formula: "U(0, d/4) or U(d/2, 2d)", Unit: Share, Default: 0.3, MaxAmount: 1,
			CDF: func(x DrawArgs) func(t float64) float64 {
				return func(t float64) float64 {
					z, j := t/x.Delay, x.Amount
					return j*clamp(4*z) + (1-j)*clamp((z-0.5)/1.5)
				}
			}},
		Row{Name: "centred", Formula: "U(d-m, d+m)", Unit: Seconds, Default: 0.5, MaxAmount: 1,
			Bounds: func(x DrawArgs) (float64, float64) { return x.Delay - x.Amount, x.Delay + x.Amount }})
	walk(t, Type(len(before)))
}

// With feedback a delay depends on the previous one. A type that also depends on the number of the retry is refused,
// and so is a type for which a longer delay may give a shorter draw.
func TestFeedbackNeedsNoNumber(t *testing.T) {
	for _, p := range policies() {
		p.Feedback, p.CapAfter, p.Cap = true, false, math.Inf(1)
		if row := p.Jitter.Type.Row(); row.After != nil || row.Path != nil {
			continue
		}
		a, b := p.delayOf(2, 2.5), p.delayOf(7, 2.5)
		same := a.Mean() == b.Mean() && a.Variance() == b.Variance() && !p.Jitter.Type.Row().NotMonotone
		if err := p.Validate(); (err == nil) != same {
			t.Errorf("%s: same %v, %v", p.Jitter.Type.Row().Name, same, err)
		}
	}
}

// walk checks all methods of a policy for the types from one on.
func walk(t *testing.T, from Type) {
	const draws = 10_000
	for _, p := range policies() {
		if p.Jitter.Type < from {
			continue
		}
		name := fmt.Sprintf("%s, cap %g, after %v", p.Jitter.Type.Row().Name, p.Cap, p.CapAfter)
		if err := p.Validate(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		r := rand.New(rand.NewPCG(1, 2))
		s := p.Sampler()
		one := func() (Dist, func() float64) {
			follow := func(k, memory float64) func() float64 {
				return func() float64 { x, _ := s.Draw(k, memory, r.Float64, r.NormFloat64); return x }
			}
			switch {
			case p.Jitter.Type.Row().Path != nil:
				return p.Path(3), func() float64 {
					_, u := s.Draw(2, 0, r.Float64, r.NormFloat64)
					return follow(3, u)()
				}
			case p.Stateful():
				return p.Next(2, false), follow(2, 2)
			case !p.ByDelayAlone():
				return p.Retry(3), func() float64 { x, _ := s.Draw(3, 0, r.Float64, r.NormFloat64); return x }
			}
			return p.One(2.5), func() float64 { return s.Around(2.5, r.Float64, r.NormFloat64) }
		}
		d, fast := one()
		lo, hi := d.Support()
		for _, way := range []struct {
			name string
			n    int
			draw func(u float64) float64
			// strata are more accurate than as many random draws
		}{{"Quantile", 250, d.Quantile}, {"Sampler", draws, func(float64) float64 { return fast() }}} {
			mean, square, fourth, below, n := 0.0, 0.0, 0.0, 0.0, way.n
			mid, centre := d.Quantile(0.3), d.Mean()
			for i := range n {
				x := way.draw((float64(i) + r.Float64()) / float64(n))
				if !(x >= lo && x <= hi) {
					t.Fatalf("%s: %s drew %v, outside of %v to %v", name, way.name, x, lo, hi)
				}
				z := (x - centre) * (x - centre)
				mean += x / float64(n)
				square += z / float64(n)
				fourth += z * z / float64(n)
				if x <= mid {
					below += 1 / float64(n)
				}
			}
			sd := math.Sqrt(d.Variance())
			if !(math.Abs(mean-d.Mean()) <= 5*sd/math.Sqrt(draws)+1e-8) ||
				!(math.Abs(square-sd*sd) <= 5*math.Sqrt(fourth/draws)+1e-8) {
				t.Errorf("%s: mean %v and variance %v, %s has %v and %v", name, d.Mean(), sd*sd, way.name, mean, square)
			}
			if !(math.Abs(below-d.CDF(mid)) <= 5*0.5/math.Sqrt(draws)) {
				t.Errorf("%s: CDF %v, %s has %v", name, d.CDF(mid), way.name, below)
			}
		}
		for _, q := range []float64{0.001, 0.2, 0.5, 0.9, 0.999} {
			x := d.Quantile(q)
			if !(d.CDF(x) >= q-1e-9 && d.CDF(x)-d.Atom(x) <= q+1e-9) {
				t.Errorf("%s: the quantile of %v is %v, where the CDF is %v with an atom of %v", name, q, x, d.CDF(x),
					d.Atom(x))
			}
		}
	}
}

// TestNormal compares the moments of a normal delay between two limits with integrals of
// its CDF.
func TestNormal(t *testing.T) {
	for _, c := range []struct{ mu, sd, limit float64 }{
		{1, 0.1, math.Inf(1)}, {1, 2, math.Inf(1)}, {1, 0.5, 1.2}, {5, 1, 1}, {1, 30, 1}, {3, 1, 0.01},
		{1e3, 300, 10},
	} {
		d := gaussian(c.mu, c.sd).atMost(c.limit).atLeast(0)
		if least, most := d.Support(); least != 0 || most != c.limit {
			t.Errorf("%v is from %v to %v", c, least, most)
		}
		hi := math.Min(c.limit, c.mu+12*c.sd)
		const n = 50_000
		m1, m2 := 0.0, 0.0
		for i := range n {
			x := hi * (float64(i) + 0.5) / n
			up := math.Erfc((x-c.mu)/c.sd/math.Sqrt2) / 2
			m1 += up * hi / n
			m2 += 2 * x * up * hi / n
		}
		if !(math.Abs(d.Mean()-m1) <= 1e-4*m1) || !(math.Abs(d.Variance()-(m2-m1*m1)) <= 1e-3*m2) {
			t.Errorf("%v: mean %v and variance %v, integrated %v and %v", c, d.Mean(), d.Variance(), m1, m2-m1*m1)
		}
	}
}

// TestQuanta compares rounded draws with their distribution.
func TestQuanta(t *testing.T) {
	for _, round := range []calc.Rounding{calc.Down, calc.Nearest, calc.Up} {
		for _, d := range []piecewise{uniform(0, 7), uniform(0.3, 2.9), uniform(1, 3).atMost(2.5), constant(2.6),
			gaussian(5, 1).atLeast(0)} {
			const n = 40_000
			got, mean := d.inQuanta(calc.Quantum{Size: 0.5, Round: round}), 0.0
			counts := map[float64]float64{}
			for i := range n {
				x := 0.5 * multiple(2*d.Quantile((float64(i)+0.5)/n), round)
				mean += x / n
				counts[x] += 1. / n
			}
			for x, share := range counts {
				if !(math.Abs(got.Atom(x)-share) <= 3./n) {
					t.Errorf("rounding %d of %v: %v with probability %v, counted %v", round, d.x, x, got.Atom(x), share)
				}
			}
			if !(math.Abs(got.Mean()-mean) <= 20./n) {
				t.Errorf("rounding %d of %v: mean %v, counted %v", round, d.x, got.Mean(), mean)
			}
		}
	}
}
