package question

import (
	"math"
	"strings"
	"testing"

	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestToFactorWarnings checks the warnings of the answer.
func TestToFactorWarnings(t *testing.T) {
	s := setting.Default()
	s.AskAt, s.ToFactor = 1000, 1.1
	if w := ask(toFactor, &s).Notes(); len(w) != 0 {
		t.Errorf("a plain question is answered with %q", w)
	}
	s.Cap, s.Retries = 60, 100
	if w := ask(toFactor, &s).Notes(); len(w) != 1 {
		t.Errorf("with a cap the warnings are %q", w)
	}
	s.Retries = 10 // they end before T
	if w := ask(toFactor, &s).Notes(); len(w) != 2 || !strings.Contains(w[1], "after retry 10 at 5m3s") {
		t.Errorf("with a cap and few retries the warnings are %q", w)
	}
	s.Cap, s.ToFactor = math.Inf(1), 1
	if w := ask(toFactor, &s).Notes(); len(w) != 1 {
		t.Errorf("to a factor of 1 the warnings are %q", w)
	}
	s.Factor = 1 // log 1/log 1 is undefined
	a := ask(toFactor, &s)
	if w := a.Notes(); len(w) != 1 && !unit.Finite(find(t, a, "retries_ratio_approx").Number) {
		t.Errorf("from 1 to 1 the warnings are %q", w)
	}
}
