package scenario

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/show/report"
	"retune/ui/unit"
)

// TestWorse walks pairs of a figure in the baseline and now. A check is worse if its figure moved towards the limit or
// beyond it, or if its verdict is a worse one, whatever the state of the check.
func TestWorse(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	number := func(x, e float64) Finding { return findingOf("", x, e) }
	word := func(w string) Finding { return findingOf(w, nan, 0) }
	for _, c := range []struct {
		limit    string
		was, now Finding
		worse    bool
	}{
		{"recovers", word("recovers"), word("recovers"), false},
		{"verdict != metastable", word("recovers"), word("recovers late"), true}, // the limit holds both times
		{"verdict != metastable", word("recovers late"), word("no verdict"), true},
		{"recovers", word("recovers late"), word("metastable"), true}, // it fails both times
		{"recovers", word("no verdict"), word("overloaded"), true},
		{"recovers", word("metastable"), word("overloaded"), false},
		{"recovers", word("overloaded"), word("metastable"), false},
		{"recovers", word("metastable"), word("recovers late"), false},
		{"recovers", word("no verdict"), word("recovers late"), true}, // it was not known to fail
		{"verdict != metastable", word("no verdict"), word("recovers late"), false},

		{"peak_load < 100/s", number(50, 0), number(51, 0), true},
		{"peak_load < 100/s", number(50, 0), number(51, 1), false}, // by chance
		{"peak_load < 100/s", number(50, 0), number(49, 0), false},
		{"peak_load < 100/s", number(150, 0), number(151, 0), true}, // it fails both times
		{"peak_load < 100/s", number(150, 0), number(inf, 0), true}, // without a margin: never
		{"peak_load < 100/s", number(inf, 0), number(150, 0), false},
		{"peak_load < 100/s", number(inf, 0), number(inf, 0), false},
		{"peak_load > 100/s", number(150, 0), number(140, 0), true},
		{"peak_load > 100/s", number(150, 0), number(160, 0), false},
		{"peak_load > 100/s", number(90, 0), number(inf, 0), false},
		{"peak_load <= 0/s", number(5, 0), number(50, 0), true}, // no share of 0
		{"peak_load <= 0/s", number(5, 0), number(6, 1), false},
		{"peak_load <= 0/s", number(5, 0), number(4, 0), false},
		{"peak_load > 0/s", number(5, 0), number(4, 0), true},
	} {
		l, err := ParseLimit(c.limit)
		if err != nil {
			t.Fatal(err)
		}
		before, after := Checked{Limit: l, Finding: c.was}, Checked{Limit: l, Finding: c.now}
		for _, of := range []*Checked{&before, &after} {
			of.Finding.Allowed, _ = unit.Rate.Parse(l.Value)
			of.Finding.Holds = of.Finding.Word == "recovers" || of.Finding.Word != "metastable" && l.Compare == "!=" ||
				l.Compare == "<" && of.Finding.Number < of.Finding.Allowed ||
				l.Compare == ">" && of.Finding.Number > of.Finding.Allowed
			of.Finding.Open = of.Finding.Word == "no verdict"
		}
		list := []Checked{after}
		since, gone := baselineOf(t, before).Compare(list)
		if (list[0].How != "") != c.worse || gone != nil || list[0].Breaks() != c.worse ||
			strings.Contains(since, "nothing") == c.worse {
			t.Errorf("%s from %v %s to %v %s: %q, %s", c.limit, c.was.Number, c.was.Word, c.now.Number, c.now.Word, list[0].How,
				since)
		}
	}
}

func findingOf(word string, x, e float64) Finding {
	f := Finding{Word: word, Kind: unit.Rate, Figure: "the figure is " + word}
	if f.Number, f.Error = x, e; word == "" {
		f.Figure += unit.Rate.Format(x)
	}
	return f
}

// baselineOf returns the checks as a baseline, through the JSON of a table of checks.
func baselineOf(t *testing.T, list ...Checked) Baseline {
	t.Helper()
	a := Report{Checks: list}.Answer()
	var rows []string
	for i := range list {
		cells := a.Tables[0].Row(i)
		var fields []string
		for j, c := range a.Tables[0].Columns {
			value, _ := json.Marshal(cells[j].Words)
			if x := cells[j].Number; !c.IsWords {
				if value = []byte("null"); unit.Finite(x) {
					value = fmt.Append(nil, x)
				}
			}
			if c.IsYesNo {
				value = []byte("true")
			}
			fields = append(fields, fmt.Sprintf("%q: %s", c.Name, value))
		}
		rows = append(rows, "{"+strings.Join(fields, ", ")+"}")
	}
	text := `{"schema": 3, "query": "check", "tables": {"checks": [` + strings.Join(rows, ",") + "]}}"
	b, err := ReadBaseline([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestGone checks that checks of the baseline which are gone are named, and fail if that is wanted.
func TestGone(t *testing.T) {
	l, _ := ParseLimit("peak_load < 3/s")
	held := Finding{Figure: "peak load is 1/s"}
	held.Holds, held.Number, held.Allowed = true, 1, 3
	a := Checked{Case: Case{Policy: "a"}, Limit: l, Finding: held}
	b := a
	b.Case.Policy = "b"
	r := Report{Checks: []Checked{a}}
	if r.Since, r.Gone = baselineOf(t, a, b).Compare(r.Checks); r.Since !=
		"Since the baseline nothing got worse; 1 check gone (b: peak_load < 3/s)." {
		t.Error(r.Since)
	}
	for r.Strict = false; ; r.Strict = true {
		state, _ := r.Outcome()
		var junit, sarif bytes.Buffer
		if err := errors.Join(r.JUnit(&junit), r.SARIF(&sarif, "1")); err != nil {
			t.Fatal(err)
		}
		if fails := state == Fails; fails != r.Strict || strings.Contains(junit.String(), "<failure") != r.Strict ||
			strings.Contains(sarif.String(), `"level": "error"`) != r.Strict ||
			!strings.Contains(sarif.String(), `"baselineState": "absent"`) {
			t.Errorf("strict %v: %s\n%s\n%s", r.Strict, state, junit.String(), sarif.String())
		}
		if r.Strict {
			break
		}
	}
}

// TestDoubt checks that a check which held in the baseline and is inconclusive now leaves a build undecided.
func TestDoubt(t *testing.T) {
	l, _ := ParseLimit("peak_load < 3/s")
	held := Finding{Figure: "peak load is 1/s"}
	held.Holds, held.Number, held.Allowed = true, 2.9, 3
	open := held
	open.Open, open.Error = true, 0.2
	for was, want := range map[*Finding]State{&held: Inconclusive, &open: Holds} {
		r := Report{Checks: []Checked{{Limit: l, Finding: open}}}
		r.Since, r.Gone = baselineOf(t, Checked{Limit: l, Finding: *was}).Compare(r.Checks)
		if state, why := r.Outcome(); state != want {
			t.Errorf("it was %+v: %s %s", was, state, why)
		}
	}
}

// TestBaselineRefused checks that what is no baseline of this format is refused.
func TestBaselineRefused(t *testing.T) {
	for text, want := range map[string]string{
		`{`:                               "not JSON",
		`{"schema": 3, "query": "fleet"}`: "not the answer of retune check or review",
		`{"schema": 6, "query": "check", "tables": {"checks": []}}`:                  "it has version 6 of the JSON format",
		`{"query": "check", "tables": {"checks": []}}`:                               "it has version 0",
		`{"schema": 3, "query": "check", "tables": {}}`:                              "it has no table of checks",
		`{"schema": 3, "query": "check", "tables": {"checks": [{"state": "fine"}]}}`: " has the unknown state",
	} {
		if _, err := ReadBaseline([]byte(text)); err == nil || !strings.HasPrefix(strings.TrimPrefix(err.Error(),
			"this is "), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestStopped stops a computation after each of its outcomes. The checks that were not made are in every format, and
// nothing of it counts as passed.
func TestStopped(t *testing.T) {
	const text = "limits = ['elapsed < 1h', 'retries_made <= 10']\n[policies.a]\n[policies.b]\n[policies.c]\n"
	f, err := Read("r.toml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	cases, _ := f.Cases()
	for stop := range len(cases) {
		ctx, cancel := context.WithCancel(t.Context())
		if stop == 0 {
			cancel()
		}
		outcomes, err := Run(ctx, cases, f.Limits, false, func(_ *Outcome, n, _ int) {
			if n == stop {
				cancel()
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		r := Report{Checks: Checks(outcomes, cases, f.Limits)}
		left := 2 * (len(cases) - stop)
		state, why := r.Outcome()
		a := r.Answer()
		if len(r.Checks) != 6 || r.Left() != left || state != NotMade || !strings.HasPrefix(a.Summary, why) ||
			why != fmt.Sprintf("Stopped after %d of 6 checks.", 6-left) || a.Tone != answer.Doubtful ||
			a.Value("not made", 0).Number != float64(left) {
			t.Errorf("stopped after %d: %+v: %s, %s, %+v", stop, r.Checks, state, why, a)
		}
		var junit, sarif bytes.Buffer
		if err := errors.Join(r.JUnit(&junit), r.SARIF(&sarif, "1")); err != nil {
			t.Fatal(err)
		}
		var suites report.Suites
		if err := xml.Unmarshal(junit.Bytes(), &suites); err != nil {
			t.Fatal(err)
		}
		errs := 0
		for _, s := range suites.Suites {
			errs += s.Errors
		}
		if errs != left || strings.Count(junit.String(), "<error message=") != left ||
			!strings.Contains(sarif.String(), `"executionSuccessful": false`) || !strings.Contains(sarif.String(), why) {
			t.Errorf("%s\n%s", junit.String(), sarif.String())
		}
		if b := baselineOf(t, r.Checks...); len(b) != 6-left {
			t.Errorf("the baseline has %d checks", len(b))
		}
	}
}
