package occ

import "testing"

// BenchmarkGrid plays the published figure: 19 sizes, five laws, 100 runs each.
func BenchmarkGrid(b *testing.B) {
	for b.Loop() {
		calls := 0.0
		for n := 10; n <= 190; n += 10 {
			for law := range published(n) {
				r := Play(published(n)[law], 1, 100, 2, nil)
				calls += r.Calls * 100
			}
		}
		b.ReportMetric(calls, "calls")
	}
}
