package elapsed_test

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// fiveStarts lets 5 attempts start within 10 s, which are d to d + 1 s apart.
func fiveStarts(d float64) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: d, Factor: 1, Cap: inf},
		Jitter:  jitter.Jitter{Type: jitter.Add, Amount: 1},
		Retries: inf, Deadline: inf, Rule: jitter.Rule{Starts: jitter.Starts{Most: 5, Within: 10}}}
}

// TestStarts checks that a limit of starts that may end clients at random has no answer.
func TestStarts(t *testing.T) {
	if _, err := elapsed.New(fiveStarts(1.9), elapsed.Fine).RetriesBy(t.Context(), inf); err == nil {
		t.Error("a limit of the starts is counted")
	}
}

// TestFewComeBack checks the share that gives up if few clients come back: four delays of 0 to 1 s add up to at least
// 3.8 s with probability 0.2^4/24.
func TestFewComeBack(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf},
		Jitter: jitter.Jitter{Type: jitter.Full}, Retries: 4, Deadline: inf}
	r := must(elapsed.New(p, elapsed.Coarse).Reconnect(t.Context(), elapsed.OutageOf(3.8)))
	if want := 1 - math.Pow(0.2, 4)/24; !(math.Abs(r.GaveUp-want) < 1e-6) {
		t.Errorf("%v give up, want %v", r.GaveUp, want)
	}
}

// TestNoRetries checks that a client without retries starts its first attempt by every rule of a deadline.
func TestNoRetries(t *testing.T) {
	for _, stop := range []jitter.Stop{jitter.LookAhead, jitter.LookBehind, jitter.Clip, jitter.CountAndAge} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf},
			Jitter: jitter.Jitter{Type: jitter.Full}, Deadline: 10, Rule: jitter.Rule{Stop: stop}}
		if share := must(elapsed.New(p, elapsed.Coarse).StartedBy(t.Context(), 0, inf)); share != 1 {
			t.Errorf("rule %v: a share of %g starts, want all", stop, share)
		}
	}
}

// TestAtOnce checks that relative jitter around a delay of 0 is 0, so that endless retries take no time, but that a
// fixed time is added to it.
func TestAtOnce(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf,
		Growth: calc.Growth{Kind: calc.Listed, List: calc.NewList(0)}},
		Jitter: jitter.Jitter{Type: jitter.Full}, Retries: inf, Deadline: 5}
	if got := must(elapsed.New(p, elapsed.Fine).RetriesBy(t.Context(), 1)); !math.IsInf(got, 1) {
		t.Errorf("%v retries at once", got)
	}
	p.AttemptTime = 0.1
	if got := must(elapsed.New(p, elapsed.Fine).RetriesBy(t.Context(), 1.05)); got != 10 {
		t.Errorf("%v retries of 0.1 s by 1.05 s", got)
	}
	if p.Jitter = (jitter.Jitter{Type: jitter.Add, Amount: 1}); p.Certain() {
		t.Error("up to 1 s more is certain")
	}
}
