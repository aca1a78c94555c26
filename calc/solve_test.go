package calc_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/calc"
)

func TestFactorForRatioAt(t *testing.T) {
	for _, c := range []struct {
		p              calc.Policy
		ratio, T, want float64
	}{
		{calc.Policy{InitialDelay: 1, Cap: inf}, 0.1, 1000, 1.099},               // 1 + .1 - 1/1000
		{calc.Policy{InitialDelay: 1, Cap: inf}, 1024. / 1023, 1023, 2},          // retry 10 of r = 2
		{calc.Policy{InitialDelay: 1, Cap: inf, AttemptTime: 2}, 8. / 13, 13, 2}, // retry 3: 3*2 + 1+2+4
		// the same, exactly at the cap
		{calc.Policy{InitialDelay: 1, Cap: 8, AttemptTime: 2}, 8. / 13, 13, 2},
		{calc.Policy{InitialDelay: 1, Cap: 8, AttemptTime: 2}, 1. / 13, 13, 1},                // X = a
		{calc.Policy{InitialDelay: 5, Cap: 5, AttemptTime: 2}, 0.05, 100, 1},                  // a = c
		{calc.Policy{InitialDelay: 0.1, Cap: inf, AttemptTime: 100}, 1e4 / 100.1, 100.1, 1e5}, // retry 1: a r = 1e4
	} {
		got, err := c.p.FactorForRatioAt(c.ratio, c.T)
		if err != nil {
			t.Errorf("%v ratio %g at %g: %v", c.p, c.ratio, c.T, err)
		}
		near(t, "factor", got, c.want, 4e-15)
	}
}

// TestFactorRoundTrip checks that the factor gives the wanted ratio. A relative error of the factor changes the next
// delay by n(T) times as much, and errors of T and of ln r by ln(X/a) times as much.
func TestFactorRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	for i := range 10000 {
		p := randomPolicy(rnd, i%3 == 0, i%2 == 0)
		T := (p.InitialDelay + p.AttemptTime) * logUniform(rnd, 0.5, 1e9)
		ratio := p.InitialDelay / T * logUniform(rnd, 1, 1e12)
		if !math.IsInf(p.Cap, 1) {
			ratio = p.InitialDelay / T * logUniform(rnd, 1, p.Cap/p.InitialDelay)
		}
		r, err := p.FactorForRatioAt(ratio, T)
		if err != nil {
			t.Errorf("%v ratio %g at %g: %v", p, ratio, T, err)
			continue
		}
		p.Factor = r
		near(t, "ratio", p.Ratio(T), ratio, (8+p.RetryAt(T)+2*math.Log(ratio*T/p.InitialDelay))*0x1p-52)
	}
}

// TestFactorAtCap checks that for X = c the smallest factor is returned: a smaller one gives less, a larger one no
// more.
func TestFactorAtCap(t *testing.T) {
	for _, s := range []float64{0, 0.5, 20} {
		p := calc.Policy{InitialDelay: 1, Cap: 60, AttemptTime: s}
		r, err := p.FactorForRatioAt(60./300, 300)
		if err != nil {
			t.Fatal(err)
		}
		at := func(r float64) float64 { p.Factor = r; return p.NextDelay(300) }
		near(t, "next delay", at(r), 60, 1e-14)
		if d := at(r * (1 - 1e-6)); !(d < 60*(1-1e-6)) {
			t.Errorf("s = %g: a smaller factor gives %g as well", s, d)
		}
		near(t, "next delay of a larger factor", at(r*2), 60, 0)
	}
}

func TestNoAnswer(t *testing.T) {
	plain := calc.Policy{InitialDelay: 1, Cap: 60}
	calls := calc.Policy{InitialDelay: 1, Cap: 60, AttemptTime: 0.5}
	for _, c := range []struct {
		p        calc.Policy
		ratio, T float64
		want     calc.NoAnswer
	}{
		{plain, 0.05, 10, calc.NoAnswer{Miss: calc.TooShort, Ratio: 0.1, Factor: 1}},
		{plain, 0.75, 100, calc.NoAnswer{Miss: calc.TooLong, Ratio: 0.6, Factor: 1.59}},
		{calc.Policy{Cap: 60}, 0.1, 10, calc.NoAnswer{Miss: calc.NoGrowth, Ratio: 0, Factor: 1}},
		{plain, 0.1, 0, calc.NoAnswer{Miss: calc.TooShort, Ratio: inf, Factor: 1}},
		{calc.Policy{InitialDelay: 1, Cap: inf, AttemptTime: 1000}, 10, 1,
			calc.NoAnswer{Miss: calc.TooSteep, Ratio: 1, Factor: 1}},
		// The largest ratio is 60, but no finite factor gives it.
		{calc.Policy{InitialDelay: 1, Cap: 60, AttemptTime: 1000}, 100, 1,
			calc.NoAnswer{Miss: calc.TooLong, Ratio: 60, Factor: inf}},
	} {
		r, err := c.p.FactorForRatioAt(c.ratio, c.T)
		var no *calc.NoAnswer
		if !errors.As(err, &no) {
			t.Errorf("%v ratio %g at %g: factor %g, error %v, want a NoAnswer", c.p, c.ratio, c.T, r, err)
			continue
		}
		close := no.Factor == c.want.Factor || math.Abs(no.Factor-c.want.Factor) <= 1e-12
		if no.Miss != c.want.Miss || no.Ratio != c.want.Ratio || !close ||
			!strings.HasPrefix(no.Error(), "no factor: ") {
			t.Errorf("%v ratio %g at %g: got %+v (%v), want %+v", c.p, c.ratio, c.T, *no, no, c.want)
		}
	}
	// The nearest ratios in errors are possible, despite rounding.
	for T := 0.05; T < 3000; T *= 1.037 {
		for _, p := range []calc.Policy{plain, calls} {
			for _, ratio := range []float64{p.InitialDelay / T, p.Cap / T} {
				r, err := p.FactorForRatioAt(ratio, T)
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				p.Factor = r
				if err := p.Validate(); err != nil {
					t.Errorf("ratio %g at %g: %v", ratio, T, err)
				}
				near(t, "nearest ratio", p.Ratio(T), ratio, 2e-14)
			}
		}
	}
}
