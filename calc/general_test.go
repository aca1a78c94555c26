package calc

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGeneralIsPlain compares the general code with the closed forms for plain policies.
func TestGeneralIsPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		p := Policy{InitialDelay: math.Exp(r.NormFloat64()), Factor: 1 + r.Float64()*r.Float64(),
			AttemptTime: float64(r.IntN(2)) * r.Float64(), Cap: math.Inf(1)}
		if r.IntN(2) == 0 {
			p.Cap = p.InitialDelay * (1 + 50*r.Float64())
		}
		n := float64(1 + r.IntN(60))
		T := p.Elapsed(n) * (1 + 0.01*r.Float64())
		elapsed := func(n float64) float64 { w := p.walk(); return w.to(n) }
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"delay", p.delayBy(n), p.Delay(n)}, {"elapsed", elapsed(n), p.Elapsed(n)},
			{"first at the cap", p.generalCapRetry(), p.CapRetry()},
		} {
			if !(c.got == c.want || math.Abs(c.got-c.want) <= 1e-11*c.want) {
				t.Errorf("%+v, retry %v: %s %v, want %v", p, n, c.what, c.got, c.want)
			}
		}
		if k, _ := p.generalRetryAt(T); k != p.RetriesBy(T) {
			t.Errorf("%+v at %v: %v retries, want %v", p, T, k, p.RetriesBy(T))
		}
		if i%12 > 0 || p.Factor > 1 && math.IsInf(p.Cap, 1) {
			continue
		}
		if got, want := elapsed(1e6), p.Elapsed(1e6); !(math.Abs(got-want) <= 1e-11*want) { // a million terms
			t.Errorf("%+v, elapsed far out: %v, want %v", p, got, want)
		}
	}
}

// TestGrowths compares every kind with its definition, and a sum of many terms with one computed retry by retry.
func TestGrowths(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		p    Policy
		want []float64
	}{
		{Policy{Growth: Growth{Shift: 1}}, []float64{2, 4, 8, 16}},
		{Policy{Growth: Growth{Offset: 15, Shift: 1}}, []float64{17, 19, 23, 31}},
		{Policy{Growth: Growth{Until: 2}}, []float64{1, 2, 4, 4, 4}},
		{Policy{Growth: Growth{Kind: Less, Shift: 1}}, []float64{1, 3, 7, 15}},
		{Policy{Growth: Growth{Kind: Less}}, []float64{0, 1, 3, 7}},
		{Policy{Growth: Growth{Kind: Polynomial, Step: 1, Power: 1}}, []float64{1, 2, 3, 4}},
		{Policy{Growth: Growth{Kind: Polynomial, Step: 1, Power: 1, Shift: -1}}, []float64{0, 1, 2, 3}},
		{Policy{Growth: Growth{Kind: Polynomial, Step: 1, Power: 2, Shift: 1, Offset: -1}}, []float64{1, 4, 9, 16}},
		{Policy{Growth: Growth{Kind: Fibonacci}}, []float64{1, 1, 2, 3, 5, 8, 13}},
		{Policy{Growth: Growth{Kind: Fibonacci, Shift: 1}}, []float64{1, 2, 3, 5, 8, 13}},
		{Policy{Growth: Growth{Kind: Doublings, Until: 3}, InitialDelay: 10, Cap: 300},
			[]float64{10, 20, 40, 80, 160, 240, 300, 300}},
		{Policy{Growth: Growth{Kind: Stepped, Step: 1e-3}, InitialDelay: 0.5, Factor: 1.5},
			[]float64{0.5, 0.75, 1.125, 1.687, 2.53, 3.795, 5.692, 8.538}},
		{Policy{Growth: Growth{Kind: Listed, List: NewList(5, 0, 1)}}, []float64{5, 0, 1, 1}},
		{Policy{Growth: Growth{Kind: Listed, List: NewList(5, 1, 3, 0, 8)}, Cap: 2}, []float64{2, 1, 2, 0, 2, 2}},
		{Policy{First: NoDelay}, []float64{0, 2, 4, 8}},
		{Policy{FirstUncapped: true, InitialDelay: 10, Cap: 3}, []float64{10, 3, 3}},
		{Policy{Floor: 3}, []float64{3, 3, 4, 8}},
		{Policy{Quantum: Quantum{Size: 3}}, []float64{0, 0, 3, 6, 15}},
		{Policy{Quantum: Quantum{Size: 3, Round: Nearest}}, []float64{0, 3, 3, 9, 15}},
		{Policy{Quantum: Quantum{Size: 3, Round: Up}}, []float64{3, 3, 6, 9, 18}},
	} {
		p := c.p
		for of, usual := range map[*float64]float64{&p.InitialDelay: 1, &p.Factor: 2, &p.Cap: inf} {
			if *of == 0 {
				*of = usual
			}
		}
		if err := p.Validate(); err != nil || p.Exponential() {
			t.Errorf("%+v: %v, plain %v", p, err, p.Exponential())
		}
		sum := 0.0
		for i, want := range c.want {
			k := float64(i + 1)
			if got := p.Delay(k); !(math.Abs(got-want) <= 1e-12*want) {
				t.Errorf("%+v: delay %v is %v, want %v", p, k, got, want)
			}
			sum += want + p.AttemptTime
			if got := p.Elapsed(k); !(math.Abs(got-sum) <= 1e-12*sum) {
				t.Errorf("%+v: retry %v starts at %v, want %v", p, k, got, sum)
			}
			if n := p.RetriesBy(sum); n < k || p.Elapsed(n) > sum*(1+1e-12) {
				t.Errorf("%+v: %v retries by %v", p, n, sum)
			}
		}
		if n := 40_000.0; p.Cap == inf && p.Elapsed(n) < 1e100 {
			for k := float64(len(c.want) + 1); k <= n; k++ {
				sum += p.Delay(k) + p.AttemptTime
			}
			if got := p.Elapsed(n); !(math.Abs(got-sum) <= 1e-9*sum) {
				t.Errorf("%+v: retry %v starts at %v, summed %v", p, n, got, sum)
			}
			if got := p.RetriesBy(sum * (1 + 1e-10)); got != n && p.Delay(n) > 0 {
				t.Errorf("%+v: %v retries by %v, want %v", p, got, sum, n)
			}
		}
	}
}

// TestList checks that lists of the same times are equal, and return the times.
func TestList(t *testing.T) {
	l := NewList(1, 0.1, math.Inf(1))
	if l != NewList(1, 0.1, math.Inf(1)) || l == NewList(1, 0.1) || l.Len() != 3 || l.At(1) != 0.1 ||
		l.All()[2] != math.Inf(1) {
		t.Errorf("the list is %v", l.All())
	}
}

// TestRefusedRules checks invalid rules.
func TestRefusedRules(t *testing.T) {
	ok := Policy{InitialDelay: 1, Factor: 2, Cap: 10}
	for i, do := range []func(p *Policy){
		func(p *Policy) { p.Growth.Kind = GrowthKind(len(Growths)) }, func(p *Policy) { p.Growth.Shift = 0.5 },
		func(p *Policy) { p.Growth.Shift = -2 },
		func(p *Policy) { p.Growth.Kind = Listed },
		func(p *Policy) { p.Growth.Kind, p.Growth.List = Listed, NewList(1, -1) },
		func(p *Policy) { p.Growth.Step = math.NaN() }, func(p *Policy) { p.Growth.Power = 17 },
		func(p *Policy) { p.Growth.Offset = math.Inf(1) },
		func(p *Policy) { p.Growth.Until = 1.5 }, func(p *Policy) { p.First = 3 }, func(p *Policy) { p.Floor = 11 },
		func(p *Policy) { p.Floor = math.NaN() },
		func(p *Policy) { p.Quantum.Size = -1 }, func(p *Policy) { p.Quantum.Round = 3 },
		func(p *Policy) { p.Cap, p.FirstUncapped = -1, true }, func(p *Policy) { p.Cap = 0.5 },
	} {
		p := ok
		if do(&p); p.Validate() == nil {
			t.Errorf("rule %d passes: %+v", i, p)
		}
	}
}
