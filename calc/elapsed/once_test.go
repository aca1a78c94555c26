package elapsed_test

import (
	"context"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestOnce compares clients that draw once with the closed form: T_k is the sum of the delays before jitter times one
// number, here of U(1, 1.5), so that CoAP's last transmission is U(30, 45) s after the first (RFC 7252, 4.8).
func TestOnce(t *testing.T) {
	ctx := context.Background()
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 2, Factor: 2, Cap: math.Inf(1)},
		Jitter: jitter.Jitter{Type: jitter.Up, Amount: 0.5, OncePerCall: true}, Retries: 4, Deadline: math.Inf(1)}
	last, err := elapsed.New(p, elapsed.Fine).Start(ctx, 4)
	if err != nil {
		t.Fatal(err)
	}
	for q, want := range map[float64]float64{0.05: 30.75, 0.5: 37.5, 0.95: 44.25, 0.99: 44.85} {
		if got := last.Quantile(q); !(math.Abs(got-want) <= 5e-3) {
			t.Errorf("the last transmission at %v: %v, want %v", q, got, want)
		}
	}
	if sd := math.Sqrt(last.Variance()); !(math.Abs(sd-math.Sqrt(15*15/12.)) <= 1e-3) {
		t.Errorf("deviation %v", sd)
	}
	if _, hi := last.Support(); hi != 45 {
		t.Errorf("the last transmission at %v at most", hi)
	}
	// The outage of 20 s ends between retries 2 and 4: of a client that draws x retry 3 starts at 14 x, retry 4 at
	// 30 x. Up to x = 20/14 retry 4 comes next, then retry 3.
	x := 20 / 14.0
	before, after := (x-1)/0.5, (1.5-x)/0.5
	want := before*(30*(1+x)/2-20) + after*(14*(x+1.5)/2-20)
	r, err := elapsed.New(p, elapsed.Fine).Reconnect(ctx, elapsed.OutageOf(20))
	if err != nil || !(math.Abs(r.Mean-want) <= 1e-3*want) || !(math.Abs(r.Wasted-(3*before+2*after)) <= 1e-3) {
		t.Errorf("after an outage: %+v (%v), want %v, wasted %v", r, err, want, 3*before+2*after)
	}
	// A client that draws 20/14 makes retry 3 just before 20 s and retry 4 at 30 * 20/14 s.
	if !(math.Abs(r.Max-(30*x-20)) <= 1e-6) {
		t.Errorf("the longest delay is %v, want %v", r.Max, 30*x-20)
	}
	if late, err := elapsed.New(p, elapsed.Fine).Reconnect(ctx, elapsed.OutageOf(40)); err != nil || late.Max != 5 {
		t.Errorf("the longest delay after 40 s is %v (%v)", late.Max, err)
	}
	// With a deadline of 40 s only clients below x = 40/30 make retry 4.
	p.Deadline = 40
	if got, err := elapsed.New(p, elapsed.Fine).StartedBy(ctx, 4, 40); err != nil || !(math.Abs(got-2./3) <= 1e-3) {
		t.Errorf("retry 4 by the deadline: %v (%v), want 2/3", got, err)
	}
	p.Jitter.Type = jitter.Decorrelated
	if p.Jitter.Amount = 3; p.Validate() == nil {
		t.Error("one draw for all is taken with jitter that follows from the delay before")
	}
}

// TestOnceWaitsWithinTheRange checks that the delay that clients wait in ends at the longest delay, and that the
// quantiles at 0 and 1 of a start are the ends of its support, in the walk and far beyond it.
func TestOnceWaitsWithinTheRange(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.01, Factor: 1, Cap: math.Inf(1)}, Retries: math.Inf(1),
		Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.5, OncePerCall: true}, Deadline: math.Inf(1)}
	d, _, err := elapsed.New(p, elapsed.Fine).Waiting(context.Background(), 0.025)
	if err != nil {
		t.Fatal(err)
	}
	if _, hi := d.Support(); !(math.Abs(hi-0.015) <= 1e-12) {
		t.Errorf("clients wait for up to %v s, want 0.015", hi)
	}
	for _, once := range []bool{true, false} {
		p.Jitter.OncePerCall = once
		c := elapsed.New(p, elapsed.Fine)
		for _, k := range []int{1, 3, 100} {
			start := must(c.Start(t.Context(), k))
			lo, hi := start.Support()
			if start.Quantile(0) != lo || start.Quantile(1) != hi {
				t.Errorf("once %v, retry %d starts from %v to %v s, and its quantiles at 0 and 1 are %v and %v", once, k, lo, hi,
					start.Quantile(0), start.Quantile(1))
			}
		}
	}
}

// TestOnceCollides compares the probability that two clients collide with closed forms for one number x of U(1, 1.5):
// without a cap T_4 = 30 x is uniform over 15 s; with a cap of 1.25 half of the clients start together at every retry,
// and the others are uniform before.
func TestOnceCollides(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 2, Factor: 2, Cap: math.Inf(1)},
		Jitter: jitter.Jitter{Type: jitter.Up, Amount: 0.5, OncePerCall: true}, Retries: 4, Deadline: math.Inf(1)}
	uniform := must(elapsed.New(p, elapsed.Fine).Start(t.Context(), 4))
	p.InitialDelay, p.Factor, p.Cap, p.CapAfter = 1, 1, 1.25, true
	capped := must(elapsed.New(p, elapsed.Fine).Start(t.Context(), 3))
	if got := capped.Atom(3.75); !(math.Abs(got-0.5) <= 1e-9) {
		t.Errorf("a share of %v starts at the cap, want 0.5", got)
	}
	for _, w := range []float64{0, 0.1, 0.3, 0.7} {
		apart := 1 - w/15
		if got := elapsed.Collide(uniform, w, 2); !(math.Abs(got-(1-apart*apart)) <= 1e-5) {
			t.Errorf("without a cap two collide within %v s with probability %v, want %v", w, got, 1-apart*apart)
		}
		apart = 1 - w/0.75 // of two before the cap, and of one before it from one at it
		want := 1 - (apart*apart+2*apart)/4
		if got := elapsed.Collide(capped, w, 2); !(math.Abs(got-want) <= 1e-5) {
			t.Errorf("with a cap two collide within %v s with probability %v, want %v", w, got, want)
		}
	}
}
