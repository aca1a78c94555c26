package contention

import "testing"

// BenchmarkGrid runs the published figure: 19 sizes, five jitter types, 100 runs each.
func BenchmarkGrid(b *testing.B) {
	for b.Loop() {
		attempts := 0.0
		for n := 10; n <= 190; n += 10 {
			for name := range published(n) {
				r := Run(b.Context(), published(n)[name], 1, 100, 2)
				attempts += r.Attempts * 100
			}
		}
		b.ReportMetric(attempts, "attempts")
	}
}
