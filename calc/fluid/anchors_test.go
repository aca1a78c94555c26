package fluid

import (
	"fmt"
	"math"
	"testing"

	"retune/calc/jitter"
	"retune/calc/system"
)

// TestRejecting is a closed fleet at a server that accepts 1000 attempts a second.
// All attempts fail with the same probability p, which solves
//
//	N/mu = Z + L + sum over k >= 1 of p^k E d_k
//
// The theory has attempts accepted evenly; here those early in the second are, so
// that successes, thinks and attempts bunch, the more the nearer the server is to
// coping.
func TestRejecting(t *testing.T) {
	for _, x := range []struct{ n, p, tol float64 }{
		{2000, 0.6470, 0.05}, {5000, 0.7682, 0.025}, {20000, 0.8835, 0.005}, {100000, 0.9612, 0.001},
	} {
		// The figure is that of the formula.
		rest, power := x.n/1000-1, 1.0
		for k, d := 0, 0.1; k < 2000; k, d = k+1, math.Min(10, 2*d) {
			power *= x.p
			rest -= power * d / 2
		}
		near(t, fmt.Sprintf("theory, N = %g", x.n), rest/x.n*1000, 0, 0.005)

		w := refusing(policy(0.1, 2, 10, jitter.Full, 0), 200)
		w.Traffic = system.Traffic{Kind: system.Closed, Clients: x.n, Think: 1}
		w.Server = system.Server{Kind: system.Limited, ServiceTime: 0.001, Capacity: 1000}
		w.Outages = nil
		s := solved(w, 0.02)
		near(t, fmt.Sprintf("N = %g", x.n), sum(s.Failures[100:])/(sum(s.First[100:])+sum(s.Retries[100:])), x.p, x.tol)
		near(t, "successes", sum(s.Goodput[100:])/100, 1000, 1)
	}
}

// TestThinksLast holds that no client is lost where the length of its think matters
// and answers come in the cell in which they were due or the next.
func TestThinksLast(t *testing.T) {
	for _, grid := range []float64{0.05, 0.2} {
		w := standard(exponential)
		w.Client.FirstFromThink, w.Outages = true, nil
		s := solved(w, grid)
		near(t, fmt.Sprintf("load on a grid of %g", grid), s.Load(290), 1000/10.1, 0.1)
	}
}

// TestMetastable is the fleet whose server finishes what nobody waits for: after
// a hang of 10 s it comes back only if clients wait long between retries, with
// thresholds as found by playing every attempt, and L(1980) - 2 s = 55 s for the last.
func TestMetastable(t *testing.T) {
	for _, x := range []struct {
		n, delay float64
		back     bool
	}{{1000, 3, false}, {1000, 10, true}, {1500, 10, false}, {1500, 30, true}, {2000, 30, false}, {2000, 100, true}} {
		w := standard(policy(x.delay, 1, inf, jitter.None, 0))
		w.Traffic.Clients, w.Duration = x.n, 600
		w.Outages = []system.Outage{{Kind: system.Hang, At: 60, Length: 10}}
		s := solved(w, 0)
		calm := x.n / 10.1
		if back := s.Goodput[599] > 0.9*calm; back != x.back {
			t.Errorf("N = %g, d = %g: recovers %t, want %t", x.n, x.delay, back, x.back)
		}
		if x.delay == 100 {
			first := 70
			for first < 600 && s.Goodput[first] < s.First[first]/2 {
				first++
			}
			near(t, "recovery", float64(first-70), 55, 3)
		}
	}
}

// TestHerdAfterRefusals: all clients come back at once, more than the server can
// answer in time or not. The thresholds were found by playing every attempt.
func TestHerdAfterRefusals(t *testing.T) {
	for _, x := range []struct {
		n, delay float64
		back     bool
	}{{1000, 0.3, false}, {1000, 1, true}, {1500, 1, false}, {1500, 3, true}, {2000, 1, false}, {2000, 3, true}} {
		w := standard(policy(x.delay, 1, inf, jitter.Spread, 0.2))
		w.Traffic.Clients, w.Duration = x.n, 400
		w.Outages = []system.Outage{{Kind: system.Reject, At: 60, Length: 60}}
		s := solved(w, 0)
		if back := s.Goodput[399] > 0.9*x.n/10.1; back != x.back {
			t.Errorf("N = %g, d = %g: recovers %t, want %t", x.n, x.delay, back, x.back)
		}
	}
}
