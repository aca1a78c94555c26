package policy

import (
	"context"
	"slices"
	"testing"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// TestSamples checks that the sample clients depend only on the seed, and stay in the support of their distribution.
func TestSamples(t *testing.T) {
	s := setting.Default()
	s.Jitter, s.Cap = jitter.Jitter{Type: jitter.Spread, Amount: 0.5}, 20
	samples := func(s setting.Scenario) [][2]float64 {
		return byRetry(s, timelines(context.Background(), s, answer.Full)).Curves[0].Samples
	}
	first := samples(s)
	if len(first) != sampled*10 || !slices.Equal(first, samples(s)) {
		t.Fatalf("drawn twice, %d points differ", len(first))
	}
	l := timelines(context.Background(), s, answer.Full)[0].times
	for _, p := range first {
		if lo, hi := l.Delay(int(p[0])).Support(); !(p[1] >= lo && p[1] <= hi) {
			t.Errorf("retry %v waits %v, but its range is %v to %v", p[0], p[1], lo, hi)
		}
	}
	other := s
	other.Seed = 2
	if slices.Equal(first, samples(other)) {
		t.Error("another seed draws the same clients")
	}
}
