package scenario

import (
	"testing"

	"retune/ui/ask/answer"
)

// TestTally checks the number of runs that decide a limit on a verdict. 76 runs without a failure show 95% at two
// standard errors.
func TestTally(t *testing.T) {
	for _, c := range []struct {
		runs        answer.Tally
		not         bool
		holds, open bool
	}{
		{answer.Tally{"recovers": 75}, false, true, true},
		{answer.Tally{"recovers": 76}, false, true, false},
		{answer.Tally{"recovers": 70, "metastable": 30}, false, false, false},
		{answer.Tally{"recovers": 396, "recovers late": 4}, false, true, false},
		{answer.Tally{"recovers": 38, "metastable": 2}, false, true, true},
		{answer.Tally{"metastable": 76}, true, false, false},
		{answer.Tally{"recovers": 76}, true, true, false},
	} {
		word := "recovers"
		if c.not {
			word = "metastable"
		}
		if f := (Finding{}).among(c.runs, "recovers", word, c.not, 0.95); f.Holds != c.holds || f.Open != c.open {
			t.Errorf("%v, not %v: holds %v, open %v", c.runs, c.not, f.Holds, f.Open)
		}
	}
	if f := (Finding{}).among(answer.Tally{"recovers": 20}, "recovers", "recovers", false, 0.95); f.Runs != 76 {
		t.Errorf("20 runs without a failure need %g, want 76", f.Runs)
	}
}
