package query

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/ui/knob"
)

// BenchmarkSolveClosed is a solution in closed form, alone and as the whole
// answer with what the other knobs would have to be.
func BenchmarkSolveClosed(b *testing.B) {
	s := knob.Default()
	s.AskAt, s.Cap, s.Turn, s.Want, s.Wanted = 1000, 300, "factor", "delay-after-retry", 100
	w, _ := Wanted.Find(s.Want)
	k, _ := knob.Find(s.Turn)
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			solveFor(s, w, k)
		}
	})
	b.Run("by search", func(b *testing.B) {
		searched := w
		searched.Factor = nil
		for b.Loop() {
			solveFor(s, searched, k)
		}
	})
	b.Run("answer", func(b *testing.B) {
		for b.Loop() {
			ask(solve, s)
		}
	})
}

// TestFactorByFormula compares the factor of a closed form with a search for it.
func TestFactorByFormula(t *testing.T) {
	k, _ := knob.Find("factor")
	rnd := rand.New(rand.NewPCG(1, 2))
	for i := range 40 {
		s := knob.Default()
		s.AskAt, s.Cap, s.AttemptTime = 100+1000*rnd.Float64(), 300, float64(i%3)
		s.Want, s.Wanted = "delay-after-retry", 1.5+200*rnd.Float64()
		if i%2 == 0 {
			s.Want, s.Wanted = "ratio", s.Wanted/s.AskAt
		}
		w, _ := Wanted.Find(s.Want)
		sol := solveFor(s, w, k)
		w.Factor = nil
		want := solveFor(s, w, k)
		if !sol.Reached || !want.Reached || !(math.Abs(sol.Value-want.Value) <= 1e-9*want.Value) {
			t.Errorf("%s %g at %g: factor %v, by search %v", s.Want, s.Wanted, s.AskAt, sol.Value, want.Value)
		}
	}
}

// BenchmarkSolveJitter is the factor for a 99th percentile at 20 retries.
func BenchmarkSolveJitter(b *testing.B) {
	for _, kind := range []string{"full", "spread=0.5", "equal", "add=1s", "full, cap after"} {
		b.Run(kind, func(b *testing.B) {
			s := knob.Default()
			name := kind
			if kind == "full, cap after" {
				name, s.CapAfter = "full", true
			}
			j, _ := knob.Find("jitter")
			if err := j.Set(&s, name); err != nil {
				b.Fatal(err)
			}
			s.Retries, s.Cap, s.Want, s.Wanted = 20, 60, "elapsed-p99", 300
			w, _ := Wanted.Find(s.Want)
			k, _ := knob.Find("factor")
			for b.Loop() {
				if sol := solveFor(s, w, k); !sol.Reached {
					b.Fatal(sol.Why)
				}
			}
		})
	}
}
