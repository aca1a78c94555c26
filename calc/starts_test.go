package calc

import (
	"math"
	"testing"
)

// TestStarts compares starts computed from the previous one, in any order, with sums of separately computed delays.
func TestStarts(t *testing.T) {
	for _, p := range []Policy{
		{InitialDelay: 0.1, Factor: 1.3, Cap: 1e9, AttemptTime: 0.02, First: NoDelay},
		{InitialDelay: 3e-9, Factor: 999.5, Cap: math.Inf(1), Floor: 1e-9},
		{InitialDelay: 0.4, Factor: 1.000001, Cap: 0.40005, Growth: Growth{Shift: 3, Offset: 0.1}},
		{InitialDelay: 0.2, Factor: 1.7, Cap: math.Inf(1), Growth: Growth{Kind: Stepped, Step: 0.001}},
		{InitialDelay: 0.2, Factor: 1.1, Cap: 60, Growth: Growth{Kind: Stepped, Shift: 1}},
		{InitialDelay: 1, Factor: 1, Cap: math.Inf(1), Growth: Growth{Kind: Fibonacci}},
	} {
		starts, sum := p.Starts(), 0.0
		for k := 1.0; k <= 300 && !math.IsInf(sum, 1); k++ {
			sum += p.AttemptTime + p.Delay(k)
			if got := starts(k); !(math.Abs(got-sum) <= 1e-13*sum) && got != sum {
				t.Fatalf("%+v: retry %g starts at %g, want %g", p, k, got, sum)
			}
		}
		if got, want := starts(2), 2*p.AttemptTime+p.Delay(1)+p.Delay(2); !(math.Abs(got-want) <= 1e-15*want) {
			t.Errorf("%+v: retry 2 starts at %g, want %g", p, got, want)
		}
	}
}
