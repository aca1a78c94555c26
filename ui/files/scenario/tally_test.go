package scenario

import (
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/unit"
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

// TestRunsWithoutTheFigure checks a limit on a mean over the runs that recover: it counts for all runs.
func TestRunsWithoutTheFigure(t *testing.T) {
	for _, c := range []struct {
		runs        answer.Tally
		limit       string
		holds, open bool
	}{
		{nil, "<= 30s", true, false},
		{answer.Tally{"": 199, "lost": 1}, "<= 30s", true, false},
		{answer.Tally{"": 19, "lost": 1}, "<= 30s", false, true},
		{answer.Tally{"": 12, "lost": 8}, "<= 30s", false, false},
		{answer.Tally{"": 12, "lost": 8}, "<= 10s", false, false},
		{answer.Tally{"": 12, "lost": 8}, "> 30s", true, false},
		{answer.Tally{"": 199, "lost": 1}, "> 30s", false, false},
	} {
		l, err := ParseLimit("time_to_recovery " + c.limit)
		if err != nil {
			t.Fatal(err)
		}
		q := answer.Quantity{Name: "time to recovery", Kind: unit.Duration, A: 18, Noise: 1, Tally: c.runs}
		if f, err := l.hold(answer.Answer{}, q, 0, 0.95); err != nil || f.Holds != c.holds || f.Open != c.open {
			t.Errorf("%v, %s: holds %v, open %v, %v", c.runs, c.limit, f.Holds, f.Open, err)
		}
	}
}
