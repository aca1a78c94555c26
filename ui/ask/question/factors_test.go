package question

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/ui/ask/setting"
)

// TestRatioGivesTheRatio asks about T with the factor that was found.
func TestRatioGivesTheRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	answered := 0
	for range 3000 {
		s := moderate(rng)
		s.AskAt = s.InitialDelay * math.Exp(rng.Float64()*8)
		s.Want, s.Wanted = "ratio", math.Exp(rng.NormFloat64()*2)
		a := ask(ratio, s)
		want := s.Wanted * s.AskAt
		if a.None != nil {
			// A factor exists for every delay between the initial delay and the cap, unless the attempts leave no time
			// for retries.
			if want > s.InitialDelay*1.001 && want < s.Cap*0.999 && s.AskAt > 2*s.AttemptTime {
				t.Fatalf("no factor gives a delay of %v between %v and %v: %s", want, s.InitialDelay, s.Cap, a.None.Reason)
			}
			if a.None.Reason == "" || a.None.Hint == "" {
				t.Fatalf("no answer without a reason and something better: %+v", a.None)
			}
			continue
		}
		answered++
		if got := find(t, a, "factor").A; got != 1+s.Wanted {
			t.Fatalf("the factor for %v in the long run is %v", s.Wanted, got)
		}
		b := s
		b.Factor = find(t, a, "factor_at_elapsed").A
		if b.Factor > 1e6 {
			continue // too steep: the last digit of the factor is several digits of the delay
		}
		b.Want, b.Wanted = "", math.NaN()
		// The delay depends on r^n, which loses a factor of n ln r of the precision of r.
		found := ask(at, b)
		if got := find(t, found, "ratio").A; !(math.Abs(got-s.Wanted) <= 1e-9*s.Wanted) {
			t.Fatalf("with factor %v the ratio at %v is %v, wanted %v, for %+v", b.Factor, s.AskAt, got, s.Wanted, s)
		}
		if got := find(t, a, "delay_after_retry_s").A; !near(got, find(t, found, "delay_after_retry_s").A) {
			t.Fatalf("the next delay is %v and %v", got, find(t, found, "delay_after_retry_s").A)
		}
	}
	if answered < 500 {
		t.Errorf("only %d of the questions had an answer", answered)
	}
}

// TestToFactorAgreesWithAt asks about both factors separately.
func TestToFactorAgreesWithAt(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range fewer(2000) {
		s := moderate(rng)
		s.AskAt = s.InitialDelay * math.Exp(rng.Float64()*8)
		s.ToFactor = 1 + rng.Float64()*3
		a := ask(toFactor, s)
		other := s
		other.Factor = s.ToFactor
		from, to := find(t, ask(at, s), "retries_real").A, find(t, ask(at, other), "retries_real").A
		if find(t, a, "retries").A != from || find(t, a, "retries_to").A != to {
			t.Fatalf("retries %v and %v, asked by themselves %v and %v", find(t, a, "retries").A, find(t, a, "retries_to").A,
				from, to)
		}
		if got := find(t, a, "retries_ratio").A; !near(got, to/from) {
			t.Fatalf("the ratio of %v to %v is %v", to, from, got)
		}
		if got := find(t, a, "retries_ratio_approx").A; s.Factor > 1 && !near(got, math.Log(s.Factor)/math.Log(s.ToFactor)) {
			t.Fatalf("the approximation from %v to %v is %v", s.Factor, s.ToFactor, got)
		}
	}
}

// TestApproximationComesTrue checks that the approximation converges slowly, from one side, as the help says.
func TestApproximationComesTrue(t *testing.T) {
	s := setting.Default()
	s.ToFactor = 1.1
	last := math.Inf(1)
	for _, elapsed := range []float64{1e3, 1e6, 1e12, 1e24, 1e48, 1e96} {
		s.AskAt = elapsed
		a := ask(toFactor, s)
		off := math.Abs(find(t, a, "retries_ratio").A - find(t, a, "retries_ratio_approx").A)
		if !(off < last*0.9) {
			t.Errorf("at %v the exact ratio is %v from the approximation, before %v", elapsed, off, last)
		}
		last = off
	}
	if !(last < 0.6) {
		t.Errorf("in the end it is %v off", last)
	}
}

// TestToFactorWarnings checks the warnings of the answer.
func TestToFactorWarnings(t *testing.T) {
	s := setting.Default()
	s.AskAt, s.ToFactor = 1000, 1.1
	if w := ask(toFactor, s).Notes(); len(w) != 0 {
		t.Errorf("a plain question is answered with %q", w)
	}
	s.Cap, s.Retries = 60, 100
	if w := ask(toFactor, s).Notes(); len(w) != 1 {
		t.Errorf("with a cap the warnings are %q", w)
	}
	s.Retries = 10 // they end before T
	if w := ask(toFactor, s).Notes(); len(w) != 2 || !strings.Contains(w[1], "after retry 10 at 5m3s") {
		t.Errorf("with a cap and few retries the warnings are %q", w)
	}
	s.Cap, s.ToFactor = math.Inf(1), 1
	if w := ask(toFactor, s).Notes(); len(w) != 1 {
		t.Errorf("to a factor of 1 the warnings are %q", w)
	}
	s.Factor = 1 // log 1/log 1 is undefined
	if w := ask(toFactor, s).Notes(); len(w) != 1 && !finite(find(t, ask(toFactor, s), "retries_ratio_approx").A) {
		t.Errorf("from 1 to 1 the warnings are %q", w)
	}
}
