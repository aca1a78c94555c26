package solve_test

import (
	"testing"

	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// BenchmarkSolveClosed solves a closed form, alone and as the whole answer with the alternatives.
func BenchmarkSolveClosed(b *testing.B) {
	s := setting.Default()
	s.AskAt, s.Cap, s.Unknown, s.Want, s.Wanted = 1000, 300, "factor", "delay-after-retry", 100
	w, _ := question.Wanted().Find(s.Want)
	k, _ := setting.Find(s.Unknown)
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			solveFor(&s, w, k)
		}
	})
	b.Run("answer", func(b *testing.B) {
		for b.Loop() {
			ask(solving, &s)
		}
	})
}

// BenchmarkSolveJitter solves for the factor that gives a 99th percentile with 20 retries.
func BenchmarkSolveJitter(b *testing.B) {
	for _, kind := range []string{"full", "spread=0.5", "equal", "add=1s", "full, cap after"} {
		b.Run(kind, func(b *testing.B) {
			s := setting.Default()
			name := kind
			if kind == "full, cap after" {
				name, s.CapAfter = "full", true
			}
			j, _ := setting.Find("jitter")
			if err := j.Set(&s, name); err != nil {
				b.Fatal(err)
			}
			s.Retries, s.Cap, s.Want, s.Wanted = 20, 60, "elapsed-p99", 300
			w, _ := question.Wanted().Find(s.Want)
			k, _ := setting.Find("factor")
			for b.Loop() {
				if sol := solveFor(&s, w, k); !sol.Reached {
					b.Fatal(sol.Why)
				}
			}
		})
	}
}
