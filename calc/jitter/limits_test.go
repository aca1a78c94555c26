package jitter

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// TestLimitsLeftOut compares policies without their limits with policies whose limits are +Inf, for every type and
// every rule for the end.
func TestLimitsLeftOut(t *testing.T) {
	inf := math.Inf(1)
	for i, row := range Types {
		for stop := LookAhead; stop <= CountAndAge; stop++ {
			for variant := range 4 {
				left := New(0.3, 1.5)
				left.AttemptTime, left.Retries, left.Rule.Stop = 0.2, 7, stop
				left.Jitter = Jitter{Type: Type(i), Amount: max(row.MinAmount, min(row.MaxAmount, 0.5))}
				left.CapAfter, left.Feedback = variant&1 > 0, variant&2 > 0
				full := left
				full.Cap, full.Deadline, full.TotalTimeout = inf, inf, inf
				if (left.Validate() == nil) != (full.Validate() == nil) {
					t.Fatalf("%s: %v, %v", row.Name, left.Validate(), full.Validate())
				}
				if full.Validate() == nil {
					sameLimits(t, row.Name, left, full)
				}
			}
		}
	}
}

// sameLimits checks that two policies have the same delays and the same end.
func sameLimits(t *testing.T, name string, left, full Policy) {
	t.Helper()
	check := func(what string, got, want float64) {
		t.Helper()
		if got != want && got == got {
			t.Errorf("%s, %s: %v without limits, %v with infinite ones", name, what, got, want)
		}
	}
	if left.WithDefaults() != full {
		t.Errorf("%s: %+v", name, left.WithDefaults())
	}
	check("total", left.RetriesMade(), full.RetriesMade())
	check("call time", left.CallTime(), full.CallTime())
	check("until", left.CallLimit(), inf())
	check("latest", left.LatestStart(), full.LatestStart())
	check("start", left.StartOf(9), full.StartOf(9))
	check("cap", left.CapOf(1), inf())
	check("cap retry", left.CapRetry(), full.CapRetry())
	check("next delay", left.NextDelay(5), full.NextDelay(5))
	at, made := left.RetryStart(3, 1e9, 1e9+1)
	if fullAt, fullMade := full.RetryStart(3, 1e9, 1e9+1); at != fullAt || made != fullMade {
		t.Errorf("%s: retry 3 at %v, %v, with infinite limits at %v, %v", name, at, made, fullAt, fullMade)
	}
	a, b := left.Sampler(), full.Sampler()
	r, s := rand.New(rand.NewPCG(1, 2)), rand.New(rand.NewPCG(1, 2))
	var x, y, before, after float64
	for k := 1.0; k <= 7; k++ {
		x, before = a.Draw(k, before, r.Float64, r.NormFloat64)
		y, after = b.Draw(k, after, s.Float64, s.NormFloat64)
		check("draw", x, y)
		check("median", left.Following(k, 0.4).Quantile(0.5), full.Following(k, 0.4).Quantile(0.5))
	}
}

func inf() float64 { return math.Inf(1) }

// TestZeroDeadline checks that a deadline of 0 ends a policy if it was given, and only then.
func TestZeroDeadline(t *testing.T) {
	p := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2}, Retries: 5}
	if p.RetriesMade() != 5 || p.CallLimit() != inf() {
		t.Errorf("without a deadline: %v retries until %v", p.RetriesMade(), p.CallLimit())
	}
	p.ZeroDeadline = true
	if p.RetriesMade() != 0 || p.CallLimit() != 0 || p.CallTime() != 0 {
		t.Errorf("with a deadline of 0: %v retries until %v, %v", p.RetriesMade(), p.CallLimit(), p.CallTime())
	}
	if p.InitialDelay = 0; p.RetriesMade() != 5 {
		t.Errorf("at once: %v retries", p.RetriesMade())
	}
}

// TestWaitDemands checks which attempt times go with a wait after the last attempt until a deadline.
func TestWaitDemands(t *testing.T) {
	for _, c := range []struct {
		wait           bool
		attempt, until float64
		valid          bool
	}{
		{false, 1, 5, true}, {false, 0, 5, true}, {false, 1, 0, true},
		{true, 0, 5, true}, {true, 1, 5, false}, {true, 1, 0, true}, {true, 1, inf(), true},
	} {
		p := New(1, 2)
		p.WaitAfterLast, p.AttemptTime, p.Deadline = c.wait, c.attempt, c.until
		if err := p.Validate(); (err == nil) != c.valid {
			t.Errorf("%+v: %v", c, err)
		}
	}
}
