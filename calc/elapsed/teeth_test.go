package elapsed_test

import (
	"context"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestTeeth adds up draws of 41 values whose distances have nothing in common: they are no
// more than what memory holds, and nearly those of a draw from the range between.
func TestTeeth(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.01, Factor: 1.1, Cap: math.Inf(1)}, Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, Retries: 12, Deadline: math.Inf(1)}
	smooth := elapsed.New(context.Background(), p, elapsed.Coarse).Start(12)
	p.Rule.Teeth = 41
	d := elapsed.New(context.Background(), p, elapsed.Coarse).Start(12)
	if got, want := d.Mean(), smooth.Mean(); !(math.Abs(got-want) <= 1e-6*want) {
		t.Errorf("mean %v, want %v", got, want)
	}
	wider := math.Sqrt(42. / 40) // the deviation of 41 points to that of the range
	for _, share := range []float64{0.05, 0.5, 0.95} {
		if got, want := d.Quantile(share)-d.Mean(), (smooth.Quantile(share)-d.Mean())*wider; !(math.Abs(got-want) <= 0.03*math.Sqrt(d.Variance())) {
			t.Errorf("p%g is %v from the mean, want %v", 100*share, got, want)
		}
	}
}
