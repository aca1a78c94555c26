package fleet

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestCallTime compares percentiles of the call time with the sum over the retries of a policy without jitter, at an
// exponential service time S of mean 1 and the timeout W:
//
//	P(call <= t) = sum over k of q^k P(S <= min(t - k(W + d), W)), and q^(n+1) from k = n on
func TestCallTime(t *testing.T) {
	const timeout, delay, retries = 2.0, 0.5, 3.0
	w := System{Client: Client{Timeout: timeout, Policy: jitter.Policy{
		Policy: calc.Policy{InitialDelay: delay, Factor: 1, Cap: math.Inf(1)}, Retries: retries, Deadline: math.Inf(1)}},
		Server: Server{Kind: Queue, ServiceTime: 1, Law: Law{Kind: Exponential}}}
	q := math.Exp(-timeout)
	below := func(x float64) (p float64) {
		for k := 0.0; k <= retries; k++ {
			start := k * (timeout + delay)
			p += math.Pow(q, k) * -math.Expm1(-max(0, min(x-start, timeout)))
			if k == retries && x >= start+timeout {
				p += math.Pow(q, k+1)
			}
		}
		return p
	}
	c, ok := w.CallTimes()
	if !ok {
		t.Fatal("there is no call time")
	}
	for _, p := range []float64{0.01, 0.5, 0.86, 0.87, 0.9, 0.95, 0.99, 0.999} {
		x, se := c.Quantile(p)
		if got := below(x); !(math.Abs(got-p) <= 4*q/724+1e-9) {
			t.Errorf("P(call <= %g ± %g) is %g, want %g", x, se, got, p)
		}
	}
	// The deadline ends a call after its first attempt, the total timeout within the second.
	w.Client.Deadline = 1
	c, _ = w.CallTimes()
	if x, se := c.Quantile(0.9); !(x == timeout && se == 0) {
		t.Errorf("with a deadline the p90 is %g ± %g, want %g", x, se, timeout)
	}
	w.Client.Deadline, w.Client.TotalTimeout = math.Inf(1), 2.6
	c, _ = w.CallTimes()
	if x, _ := c.Quantile(0.999); !(x == 2.6) {
		t.Errorf("with a total timeout the p99.9 is %g, want 2.6", x)
	}
	w.Client.Timeout = 0.01
	if _, ok = w.CallTimes(); ok {
		t.Error("99% of the attempts time out, and there is a call time")
	}
}
