package elapsed

import (
	"math"
	"testing"

	"retune/calc/jitter"
)

// TestPutUpTo checks that narrow cells of which few are needed are few, and have the probability of a uniform delay.
func TestPutUpTo(t *testing.T) {
	p := jitter.New(1, 2)
	p.Jitter.Type = jitter.Full
	for _, h := range []float64{1e-6, 1e-7} {
		l := putUpTo(p.Retry(1), h, 50*h)
		if got := l.before(50*h, true).total(); len(l.mass) > 60 || !(math.Abs(got-50*h) <= 1e-3*h) {
			t.Errorf("%d cells of %v s have %v, want %v", len(l.mass), h, got, 50*h)
		}
	}
}
