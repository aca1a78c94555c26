package elapsed_test

import (
	"math"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestIdleDeadline gives policies in which a delay depends on the previous one a deadline that no client reaches. The
// figures must be those without it, for every rule by which a deadline ends the retries.
func TestIdleDeadline(t *testing.T) {
	for _, kind := range []jitter.Type{jitter.Decorrelated, jitter.Smooth} {
		for _, stop := range []jitter.Stop{jitter.LookAhead, jitter.LookBehind, jitter.Clip} {
			p := jitter.New(1, 2)
			p.Cap, p.Retries, p.AttemptTime = 9, 6, 0.5
			p.Jitter = jitter.Jitter{Type: kind}
			free := elapsed.New(p, elapsed.Coarse)
			p.Rule.Stop, p.Deadline = stop, 6*9.5+1
			c := elapsed.New(p, elapsed.Coarse)
			for k := 1; k <= 6; k++ {
				for _, at := range []float64{3, 12, math.Inf(1)} {
					is, err := c.StartedBy(t.Context(), k, at)
					want, err2 := free.StartedBy(t.Context(), k, at)
					if err != nil || err2 != nil || !(math.Abs(is-want) <= 1e-12) {
						t.Errorf("%v, %v: retry %d starts by %v with probability %v, want %v (%v, %v)", kind, stop, k, at, is,
							want, err, err2)
					}
				}
			}
			last, err := c.Last(t.Context())
			want, err2 := free.Last(t.Context())
			if err != nil || err2 != nil || last.Mean() != want.Mean() || last.Quantile(0.9) != want.Quantile(0.9) {
				t.Errorf("%v, %v: the last retry is at %v, want %v (%v, %v)", kind, stop, last, want, err, err2)
			}
		}
	}
}

// TestManyRetries checks how far the times of stateful policies are simulated: to MostUncapped without a cap, and with
// a cap to any retry, with the mean of a sum of delays that are alike.
func TestManyRetries(t *testing.T) {
	p := jitter.New(1, 2)
	p.Retries, p.Jitter = 5000, jitter.Jitter{Type: jitter.Decorrelated}
	c := elapsed.New(p, elapsed.Coarse)
	const most = elapsed.MostUncapped
	for k, known := range map[int]bool{most: true, most + 1: false, 5000: false} {
		if _, err := c.Start(t.Context(), k); (err == nil) != known {
			t.Errorf("without a cap, the start of retry %d: %v", k, err)
		}
	}
	p.Cap = 10
	c = elapsed.New(p, elapsed.Coarse)
	var at [2]float64
	for i, k := range []int{1000, 5000} {
		d, err := c.Start(t.Context(), k)
		if err != nil {
			t.Fatal(err)
		}
		at[i] = d.Mean()
	}
	delay, err := c.Delay(t.Context(), 3000)
	if err != nil || !(math.Abs((at[1]-at[0])/4000-delay.Mean()) <= 1e-6*delay.Mean()) {
		t.Errorf("4000 retries take %v, each %v (%v)", at[1]-at[0], delay.Mean(), err)
	}
}
