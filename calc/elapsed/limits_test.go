package elapsed_test

import (
	"math"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestLimitsLeftOut compares the figures of policies without their limits with those of infinite limits: a type of
// each engine, and each rule for the end.
func TestLimitsLeftOut(t *testing.T) {
	ctx, inf := t.Context(), math.Inf(1)
	for _, j := range []jitter.Jitter{{}, {Type: jitter.Full}, {Type: jitter.Full, OncePerCall: true},
		{Type: jitter.Decorrelated, Amount: 3}, {Type: jitter.NormalRelative, Amount: 0.2}} {
		for stop := jitter.LookAhead; stop <= jitter.CountAndAge; stop++ {
			left := jitter.New(0.5, 2)
			left.Retries, left.Jitter, left.Rule.Stop, left.AttemptTime = 6, j, stop, 0.1
			full := left
			full.Cap, full.Deadline, full.TotalTimeout = inf, inf, inf
			a, b := elapsed.New(left, elapsed.Coarse), elapsed.New(full, elapsed.Coarse)
			x, y := must(a.Last(ctx)), must(b.Last(ctx))
			if stop == jitter.CountAndAge { // it only ends at a deadline
				if x != nil || y != nil {
					t.Errorf("%+v ends: %v, %v", j, x, y)
				}
				continue
			}
			if x.Quantile(0.99) != y.Quantile(0.99) || x.Mean() != y.Mean() || !(x.Mean() > 1) {
				t.Errorf("%+v, %d: last retry at %v, with infinite limits at %v", j, stop, x.Mean(), y.Mean())
			}
			o := elapsed.Outage{A: 5, B: 5}
			if x, y := must(a.Reconnect(ctx, o)), must(b.Reconnect(ctx, o)); x != y || !(x.Mean > 0) {
				t.Errorf("%+v, %d: %+v, with infinite limits %+v", j, stop, x, y)
			}
			q, r := must(elapsed.NewSuccess(ctx, left, 0.5, a)), must(elapsed.NewSuccess(ctx, full, 0.5, b))
			if q.Mean != r.Mean {
				t.Errorf("%+v, %d: success after %v, with infinite limits %v", j, stop, q.Mean, r.Mean)
			}
		}
	}
	left, full := jitter.New(0.5, 2), jitter.New(0.5, 2)
	full.Cap = inf
	left.Jitter, full.Jitter = jitter.Jitter{Type: jitter.Full}, jitter.Jitter{Type: jitter.Full}
	if x, y := must(elapsed.ScaleFree(ctx, left)), must(elapsed.ScaleFree(ctx, full)); x != y || x == 0 {
		t.Errorf("scale free %v, with an infinite cap %v", x, y)
	}
}
