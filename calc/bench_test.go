package calc_test

import (
	"math"
	"testing"

	"retune/calc"
)

var sink float64

func bench(b *testing.B, f func(p calc.Policy) float64) {
	for _, c := range []struct {
		name string
		p    calc.Policy
	}{
		{"plain", calc.Policy{InitialDelay: 1, Factor: 1.0001, Cap: math.Inf(1)}},
		{"capped", calc.Policy{InitialDelay: 1, Factor: 1.0001, Cap: 60}},
		{"capped,calls", calc.Policy{InitialDelay: 1, Factor: 1.0001, Cap: 60, AttemptTime: 0.25}},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				sink = f(c.p)
			}
		})
	}
}

func BenchmarkDelay40(b *testing.B) {
	bench(b, func(p calc.Policy) float64 { return p.Delay(40) })
}

func BenchmarkDelay1e6(b *testing.B) {
	bench(b, func(p calc.Policy) float64 { return p.Delay(1e6) })
}

func BenchmarkElapsed40(b *testing.B) {
	bench(b, func(p calc.Policy) float64 { return p.Elapsed(40) })
}

func BenchmarkElapsed1e6(b *testing.B) {
	bench(b, func(p calc.Policy) float64 { return p.Elapsed(1e6) })
}

func BenchmarkRetryAt(b *testing.B) {
	bench(b, func(p calc.Policy) float64 { return p.RetryAt(1000) })
}

func BenchmarkNextDelay(b *testing.B) {
	bench(b, func(p calc.Policy) float64 { return p.NextDelay(1000) })
}
