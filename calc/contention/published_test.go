package contention

import (
	"flag"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// published returns the five policies of the AWS post with n clients.
func published(n int) [5]System {
	policy := func(first float64, kind jitter.Type, none bool) System {
		policy := calc.Policy{InitialDelay: first, Factor: 2, Cap: 2}
		return System{Clients: n, Policy: jitter.Policy{Policy: policy, Jitter: jitter.Jitter{Type: kind, Amount: 3}},
			NoDelay: none, HopMean: 0.010, HopSD: 0.002}
	}
	return [5]System{policy(0.010, jitter.None, false), policy(0.005, jitter.Decorrelated, false),
		policy(0.010, jitter.Equal, false), policy(0.010, jitter.Full, false), policy(0.010, jitter.None, true)}
}

// times multiplies the number of runs: see .ci/run.
var times = flag.Int("times", 1, "how many times as many runs are made")

var names = [5]string{"exponential", "decorrelated", "equal", "full", "no delay"}

// TestPublished compares with an independent port of the published simulator, which moves every message separately: the
// means of its attempts and times with their standard errors.
func TestPublished(t *testing.T) {
	type figure struct{ attempts, attemptsSE, ms, msSE float64 }
	for _, c := range []struct {
		n, runs int
		want    [5]figure
	}{
		{10, 1000, [5]figure{{50.84, .04, 3478, 13}, {37.68, .02, 437.7, .9}, {42.53, .03, 727.6, 1.8},
			{39.06, .02, 463.5, 1}, {50.92, .04, 380.4, .3}}},
		{100, 80, [5]figure{{1855.6, .6, 63467, 38}, {1002.1, .3, 4598, 7}, {812.2, .1, 6611, 7},
			{795.9, .1, 4924, 5}, {2422, .3, 2027.8, .4}}},
		// from 100 runs; their standard errors
		{1000, 6, [5]figure{{74728, 60, 308234, 650}, {23426, 29, 26012, 91}, {14737, 5, 27019, 90},
			{16994, 7, 24327, 64}, {188044, 70, 15727, 6}}}, // were not printed and are from this package
	} {
		if c.runs *= *times; testing.Short() {
			c.runs /= 10
		}
		for i, w := range published(c.n) {
			if testing.Short() && c.n > 100 {
				continue
			}
			got, want := Run(t.Context(), w, 1, c.runs, 2), c.want[i]
			if z := (got.Attempts - want.attempts) / math.Hypot(got.AttemptsSE, want.attemptsSE); !(math.Abs(z) <= 4) {
				t.Errorf("%d clients, %s: %.2f ± %.2f attempts, want %.2f: %.1f standard errors",
					c.n, names[i], got.Attempts, got.AttemptsSE, want.attempts, z)
			}
			if z := (got.Time*1000 - want.ms) / math.Hypot(got.TimeSE*1000, want.msSE); !(math.Abs(z) <= 4) {
				t.Errorf("%d clients, %s: %.4f ± %.4f s, want %.1f ms: %.1f standard errors",
					c.n, names[i], got.Time, got.TimeSE, want.ms, z)
			}
		}
	}
}

// TestFew runs one and two clients, whose number of attempts is not random: the second of two always fails once.
func TestFew(t *testing.T) {
	two := [5]float64{91.9, 92.1, 89.4, 86.9, 81.9} // ms, as published, with errors of 0.1
	for i := range names {
		for n, want := range map[int]struct{ attempts, ms float64 }{1: {1, 40}, 2: {3, two[i]}} {
			got := Run(t.Context(), published(n)[i], 1, 2000, 2)
			if got.Attempts != want.attempts || got.AttemptsSE != 0 {
				t.Errorf("%d clients, %s: %v ± %v attempts, want %v", n, names[i], got.Attempts, got.AttemptsSE,
					want.attempts)
			}
			if !(math.Abs(got.Time*1000-want.ms) <= 0.4) {
				t.Errorf("%d clients, %s: %v s, want %v ms", n, names[i], got.Time, want.ms)
			}
		}
	}
}
