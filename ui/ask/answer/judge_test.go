package answer

import (
	"math"
	"slices"
	"strings"
	"testing"

	"retune/ui/unit"
)

// judged writes a judgement as one word.
func judged(j Judgement) string {
	switch {
	case j.Lost && (j.Holds || j.Open):
		return "contradiction"
	case j.Lost:
		return "lost"
	case j.Open && j.Why == "" && j.Runs == 0 && !(j.Error > 0):
		return "open without a reason"
	case j.Open:
		return "open"
	case j.Holds:
		return "holds"
	}
	return "fails"
}

// TestJudge walks all states and courses of a figure with both kinds of bounds, on either side of the bound and next to
// it. The four words of a row are for an upper bound that the figure keeps, breaks, and equals within its error, and
// for a lower bound that it keeps.
func TestJudge(t *testing.T) {
	recovered, dead := Runs{Settled: 20}, Runs{Lost: 20}
	for _, c := range []struct {
		origin Origin
		want   [4]string
	}{
		{Origin{}, [4]string{"holds", "fails", "open", "holds"}},
		{Origin{Settled, Rises, recovered}, [4]string{"holds", "fails", "open", "holds"}},
		{Origin{Settled, Varies, recovered}, [4]string{"holds", "fails", "open", "holds"}},
		{Origin{Settled, Final, recovered}, [4]string{"holds", "fails", "open", "holds"}},
		{Origin{Lost, Rises, dead}, [4]string{"lost", "fails", "lost", "lost"}},
		{Origin{Lost, Varies, dead}, [4]string{"lost", "fails", "lost", "lost"}},
		{Origin{Lost, Final, dead}, [4]string{"holds", "fails", "open", "holds"}},
		{Origin{Unfinished, Rises, Runs{Unfinished: 20}}, [4]string{"open", "fails", "open", "holds"}},
		{Origin{Unfinished, Varies, Runs{Unfinished: 20}}, [4]string{"open", "open", "open", "open"}},
		{Origin{Unfinished, Final, Runs{Unfinished: 20}}, [4]string{"holds", "fails", "open", "holds"}},
		// of one run there is no error, but a baseline has its own
		{Origin{Settled, Rises, Runs{Settled: 1}}, [4]string{"open", "open", "open", "open"}},
		{Origin{Lost, Rises, Runs{Lost: 1}}, [4]string{"lost", "open", "lost", "lost"}},
		{Origin{Settled, Final, Runs{Settled: 1}}, [4]string{"holds", "fails", "open", "holds"}},
		// some runs do not recover: 3 of 20 are too many at two standard errors, 1 of 20 shows nothing, 1 of 200 is few
		{Origin{Settled, Rises, Runs{Settled: 17, Lost: 3}}, [4]string{"lost", "fails", "open", "lost"}},
		{Origin{Settled, Rises, Runs{Settled: 19, Lost: 1}}, [4]string{"open", "fails", "open", "open"}},
		{Origin{Settled, Rises, Runs{Settled: 19, Unfinished: 1}}, [4]string{"open", "fails", "open", "open"}},
		{Origin{Settled, Rises, Runs{Settled: 199, Lost: 1}}, [4]string{"holds", "fails", "open", "holds"}},
	} {
		v := Value{Number: 100, Error: 2, Origin: c.origin}
		if c.origin.one() {
			v.Error = 0
		}
		for i, at := range []Condition{{Compare: "<=", Number: 110}, {Compare: "<", Number: 90}, {Compare: "<", Number: 101},
			{Compare: ">=", Number: 80}} {
			at.Share = 0.95
			if c.origin.one() && i == 2 {
				at.Number = 100.5
			}
			if got := judged(at.Judge(v)); got != c.want[i] {
				t.Errorf("100 ± %g %+v %s %g: %s, want %s", v.Error, c.origin, at.Compare, at.Number, got, c.want[i])
			}
			// allowing lost fleets turns a loss into what the comparison says, and changes nothing else
			at.AllowLost = true
			switch got := judged(at.Judge(v)); {
			case got == "lost", c.want[i] != "lost" && c.want[i] != "open" && got != c.want[i]:
				t.Errorf("100 %+v %s %g, lost fleets allowed: %s", c.origin, at.Compare, at.Number, got)
			case c.want[i] == "lost" && i != 2 && !c.origin.one() && got != "holds":
				t.Errorf("100 %+v %s %g, lost fleets allowed: %s, want holds", c.origin, at.Compare, at.Number, got)
			}
		}
	}
}

// TestJudgeAbsent holds bounds against values that are absent or known on one side alone.
func TestJudgeAbsent(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		v    Value
		want [2]string // at most 50; at least 50
	}{
		{Value{Number: nan, Status: NotReached, Why: "never"}, [2]string{"fails", "holds"}},
		{Value{Number: nan, Status: Unbounded}, [2]string{"fails", "holds"}},
		{Value{Number: nan, Status: NotApplicable, Why: "it has ended"}, [2]string{"open", "open"}},
		{Value{Number: nan, Status: Unknown, Why: "too many attempts"}, [2]string{"open", "open"}},
		{Value{Number: nan, Status: NotReached, Why: "never", Origin: Origin{State: Lost, Runs: Runs{Lost: 9}}},
			[2]string{"fails", "lost"}},
		{Value{Number: nan, Status: NotReached, Why: "never", Origin: Origin{State: Unfinished, Runs: Runs{Unfinished: 9}}},
			[2]string{"open", "open"}},
		{Value{Number: 40, UpperBound: math.Inf(1)}, [2]string{"open", "open"}},
		{Value{Number: 60, UpperBound: math.Inf(1)}, [2]string{"fails", "holds"}},
		{Value{Number: 40, UpperBound: 45}, [2]string{"holds", "fails"}},
		{Value{Number: 40, UpperBound: 55}, [2]string{"open", "open"}},
		{Value{Number: 60, UpperBound: 65}, [2]string{"fails", "holds"}},
	} {
		for i, compare := range []string{"<=", ">="} {
			if got := judged(Condition{Compare: compare, Number: 50, Share: 0.95}.Judge(c.v)); got != c.want[i] {
				t.Errorf("%+v %s 50: %s, want %s", c.v, compare, got, c.want[i])
			}
		}
	}
}

// TestJudgeRuns checks the share of runs that decides a bound on a word, and on a time that some runs do not reach. 76
// runs without a failure show 95% at two standard errors.
func TestJudgeRuns(t *testing.T) {
	for _, c := range []struct {
		tally      Tally
		unfinished int
		not        bool
		want       string
		runs       float64
	}{
		{Tally{"recovers": 75}, 0, false, "open", 76},
		{Tally{"recovers": 76}, 0, false, "holds", 0},
		{Tally{"recovers": 20}, 0, false, "open", 76},
		{Tally{"recovers": 70, "metastable": 30}, 0, false, "fails", 0},
		{Tally{"recovers": 38, "metastable": 2}, 0, false, "open", math.Inf(1)},
		{Tally{"metastable": 76}, 0, true, "fails", 0},
		{Tally{"recovers": 76}, 0, true, "holds", 0},
		{Tally{"recovers": 76, "no verdict": 4}, 4, false, "open", -1}, // they may become either
		{Tally{"recovers": 76, "no verdict": 4}, 4, true, "open", -1},
		{Tally{"metastable": 40, "no verdict": 2}, 2, false, "fails", 0},
	} {
		v := Value{Words: "recovers", Tally: c.tally, Origin: Origin{State: Settled, Course: Final,
			Runs: Runs{Settled: c.tally["recovers"], Lost: c.tally["metastable"], Unfinished: c.unfinished}}}
		at := Condition{Compare: "=", Word: "recovers", Share: 0.95}
		if c.not {
			at.Compare, at.Word = "!=", "metastable"
		}
		if j := at.Judge(v); judged(j) != c.want ||
			c.runs >= 0 && j.Runs != c.runs && !(math.IsInf(c.runs, 1) && j.Runs > 1e6) {
			t.Errorf("%v %s %s: %s with %g runs, want %s with %g", c.tally, at.Compare, at.Word, judged(j), j.Runs, c.want,
				c.runs)
		}
	}
	for _, c := range []struct {
		runs Runs
		at   Condition
		want string
	}{
		{Runs{Settled: 200}, Condition{Compare: "<=", Number: 30}, "holds"},
		{Runs{Settled: 199, Lost: 1}, Condition{Compare: "<=", Number: 30}, "holds"},
		{Runs{Settled: 19, Lost: 1}, Condition{Compare: "<=", Number: 30}, "open"},
		{Runs{Settled: 19, Unfinished: 1}, Condition{Compare: "<=", Number: 30}, "open"},
		{Runs{Settled: 12, Lost: 8}, Condition{Compare: "<=", Number: 30}, "fails"},
		{Runs{Settled: 12, Lost: 8}, Condition{Compare: "<=", Number: 10}, "fails"},
		{Runs{Settled: 12, Lost: 8}, Condition{Compare: ">", Number: 30}, "lost"},
		{Runs{Settled: 199, Lost: 1}, Condition{Compare: ">", Number: 30}, "fails"},
	} {
		v := Value{Number: 18, Error: 1, Kind: unit.Duration, Origin: Origin{State: Settled, Runs: c.runs},
			Tally: Tally{"": c.runs.Settled, "never": c.runs.All() - c.runs.Settled}}
		c.at.Share = 0.95
		if j := c.at.Judge(v); judged(j) != c.want {
			t.Errorf("18 ± 1 in %+v %s %g: %s, want %s", c.runs, c.at.Compare, c.at.Number, judged(j), c.want)
		}
	}
}

// TestKeeps checks comparisons up to rounding: a figure that equals the bound but for its last bit keeps "at most" and
// "at least", and neither "<" nor ">".
func TestKeeps(t *testing.T) {
	for _, c := range []struct {
		x, bound float64
		kind     unit.Kind
		holds    string
	}{
		{0.1 + 0.2, 0.3, unit.Number, "<= >= = =="},
		{0.3 * (1 - 1e-8), 0.3, unit.Number, "< <= !="},
		{0.3 * (1 + 1e-8), 0.3, unit.Number, "> >= !="},
		{1 - 1e-12, 1, unit.Share, "< <= !="}, // no share is nearly all
		{math.Inf(1), 3, unit.Number, "> >= !="},
		{0, 0, unit.Number, "<= >= = =="},
	} {
		for _, compare := range []string{"<", "<=", ">", ">=", "=", "==", "!="} {
			want := slices.Contains(strings.Fields(c.holds), compare)
			bound := Condition{Compare: compare, Number: c.bound, Kind: c.kind}
			if got := bound.Judge(Value{Number: c.x}); got.Holds != want ||
				got.Open {
				t.Errorf("%v %s %v: %+v, want %v", c.x, compare, c.bound, got, want)
			}
		}
	}
}
