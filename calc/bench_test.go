package calc_test

import (
	"math"
	"testing"
	"time"

	"retune/calc"
)

var (
	sink     float64
	ten, n39 = 1.1, 39.0
)

// BenchmarkClosed compares the closed forms with math.Pow(1.1, 39), in one run.
func BenchmarkClosed(b *testing.B) {
	free := calc.Policy{InitialDelay: 1, Factor: 1.1, Cap: math.Inf(1)}
	capped, calls := free, free
	capped.Cap = 30
	calls.AttemptTime = 0.25
	for _, c := range []struct {
		name string
		most float64 // goal, in units of math.Pow; 0: none
		f    func() float64
	}{
		{"Delay", 2, func() float64 { return free.Delay(40) }},
		{"Delay, capped", 2, func() float64 { return capped.Delay(40) }},
		{"Delay, 10^6 retries", 2, func() float64 { return free.Delay(1e6) }},
		{"Elapsed", 3, func() float64 { return free.Elapsed(40) }},
		{"Elapsed, capped", 3, func() float64 { return capped.Elapsed(40) }},
		{"NextDelay", 1. / 3, func() float64 { return free.NextDelay(1000) }},
		{"RetryAt", 6, func() float64 { return free.RetryAt(1000) }},
		{"RetryAt, capped", 6, func() float64 { return capped.RetryAt(1000) }},
		{"RetryAt, attempt time", 0, func() float64 { return calls.RetryAt(1000) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			const batch = 1000
			var own, pow time.Duration
			for b.Loop() { // alternately, so that a busy machine slows both
				start := time.Now()
				for range batch {
					sink = c.f()
				}
				middle := time.Now()
				for range batch {
					sink = math.Pow(ten, n39)
				}
				own, pow = own+middle.Sub(start), pow+time.Since(middle)
			}
			b.ReportMetric(float64(own.Nanoseconds())/batch/float64(b.N), "ns/op")
			b.ReportMetric(own.Seconds()/pow.Seconds(), "x-Pow")
			b.ReportMetric(c.most, "x-Pow-goal")
		})
	}
}
