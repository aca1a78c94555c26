package jitter_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// Pairs of clients against pairs played one by one.
func TestPairWithin(t *testing.T) {
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		const n = 6
		draws := 20_000
		if testing.Short() {
			draws = 2000
		}
		s := jitter.New(p, n, jitter.Coarse)
		r := rand.New(rand.NewPCG(6, 28))
		a, b := make([]float64, n), make([]float64, n)
		windows := []float64{0, 0.01, 0.1, 1}
		hits := make([][n]int, len(windows))
		for range draws {
			play(r, p, a)
			play(r, p, b)
			apart := 0.0
			for k := range n {
				apart += a[k] - b[k]
				for i, w := range windows {
					if math.Abs(apart) <= w+1e-12 {
						hits[i][k]++
					}
				}
			}
		}
		for k := 1; k <= n; k++ {
			for i, w := range windows {
				got := s.PairWithin(k, w)
				if w == 0 && (p.Jitter.Type == jitter.NormalRelative || p.Jitter.Type == jitter.NormalAbsolute) {
					continue // points only: within says it is for w above its step
				}
				near(t, fmt.Sprint("pair ", k, " within ", w), float64(hits[i][k-1])/float64(draws), got,
					5*math.Sqrt(math.Max(0, got*(1-got))/float64(draws))+1e-3)
			}
		}
	})
}

// By hand: full jitter at retry 1 within w is 2w/d - (w/d)^2; and the birthdays.
func TestCollide(t *testing.T) {
	s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 2, Factor: 2, Cap: inf}, Jitter: jitter.Jitter{Type: jitter.Full}}, 3, jitter.Coarse)
	near(t, "pair", s.PairWithin(1, 0.5), 0.5-0.0625, 1e-15)
	near(t, "pair, all", s.PairWithin(1, 2), 1, 0)
	near(t, "two", jitter.Collide(0.3, 2), 0.3, 1e-16)
	near(t, "one", jitter.Collide(0.3, 1), 0, 0)
	near(t, "birthdays", jitter.Collide(1./365, 23), 1-math.Pow(364./365, 253), 1e-14)
	near(t, "sure", jitter.Collide(1, 5), 1, 0)
	near(t, "tiny", jitter.Collide(1e-20, 1000), 499500e-20, 2e-29)
}

// maths.md B7: the peak rate per client as the window shrinks, a = 1.
func TestPeak(t *testing.T) {
	for _, c := range []struct {
		law              jitter.Jitter
		factor, rate, at float64
	}{
		// Full: sum over k of 1/((k-1)! r^(k(k-1)/2)).
		{jitter.Jitter{Type: jitter.Full}, 2, 1 + 1./2 + 1./2/8 + 1./6/64 + 1./24/1024 + 1./120/32768, 1},
		{jitter.Jitter{Type: jitter.Full}, 1.5, 1.830, 1},
		{jitter.Jitter{Type: jitter.Full}, 3, 1.352, 1},
		{jitter.Jitter{Type: jitter.Equal}, 2, 2, 0.5},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, 2, 2.5, 0.8},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.5}, 2, 1, 0.5},
	} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: c.factor, Cap: inf}, Jitter: c.law}
		rate, at := jitter.New(p, 20, jitter.Coarse).Peak(1e-5)
		near(t, fmt.Sprint(c.law, " peak"), rate, c.rate, 6e-4)
		if c.law.Type == jitter.Full {
			near(t, "peak at", at, c.at, 1e-4)
		}
	}
	// Without jitter a window as long as the first two gaps holds three retries.
	none := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}}, 10, jitter.Coarse)
	rate, at := none.Peak(6)
	near(t, "none", rate, 3./6, 0)
	if !(at <= 1) || !(at+6 >= 7) {
		t.Errorf("at %g", at)
	}
	// And the scan finds what a finer one finds.
	eachPlan(t, func(t *testing.T, p jitter.Policy) {
		const n = 10
		s := jitter.New(p, n, jitter.Coarse)
		w := 0.3
		rate, at := s.Peak(w)
		count := func(x float64) float64 {
			total := 0.0
			for k := 1; k <= n; k++ {
				d := s.Elapsed(k)
				total += d.CDF(x+w) - d.CDF(x) + d.Atom(x)
			}
			return total
		}
		near(t, "rate at its place", count(at), rate*w, 1e-12)
		for i := range 3000 {
			if x := float64(i) * 0.005; !(count(x) <= rate*w+2e-3+4*n*s.Bound()) {
				t.Errorf("%g retries from %g on, the peak is %g", count(x), x, rate*w)
			}
		}
	})
}
