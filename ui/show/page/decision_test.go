package page

import (
	"math"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/files/scenario"
	"retune/ui/unit"
)

// reviewOf returns a review of policies in one outage with a limit of 10. Each policy has a figure, its standard error,
// and failed requests with a standard error of 10.
func reviewOf(policies map[string][3]float64, order string) Review {
	r := Review{File: scenario.File{Outages: []scenario.Section{{Name: "o"}}}}
	for name := range strings.SplitSeq(order, " ") {
		x := policies[name]
		r.File.Policies = append(r.File.Policies, scenario.Section{Name: name})
		c := scenario.Case{Policy: name, Outage: "o"}
		r.Cases = append(r.Cases, c)
		f := scenario.Finding{Figure: "x is " + unit.Number.Format(x[0]), Judgement: answer.Judgement{Number: x[0],
			Allowed: 10, Holds: x[0] <= 10, Open: math.Abs(x[0]-10) < 2*x[1], Error: x[1]}}
		r.Checks = append(r.Checks, scenario.Checked{Case: c, Limit: scenario.Limit{Text: "x <= 10"}, Finding: f})
		r.Fleets = append(r.Fleets, Part{Name: name + ", o"})
		r.Fleets[len(r.Fleets)-1].Answer = answer.Answer{Groups: []answer.Group{{Quantities: []answer.Quantity{
			{Name: "requests failed", Label: "requests failed for good", Better: answer.Less, InComparisons: true,
				Value: answer.Value{Number: x[2], Error: 10, Kind: unit.Number}}}}}}
		r.Calls = append(r.Calls, answer.Quantity{Name: "call time", Better: answer.Less,
			Value: answer.Amount(1, unit.Duration)})
	}
	return r
}

// TestDecision checks the recommended policy: the one that passes; of several the one with significantly the fewest
// failed requests; and none if none passes.
func TestDecision(t *testing.T) {
	policies := map[string][3]float64{"today": {15, 0, 100}, "cheap": {5, 0, 200}, "same": {5, 0, 195},
		"dear": {9, 0, 400}, "near": {9.5, 1, 50}, "roomy": {2, 0, 209}}
	for _, c := range []struct{ order, want string }{
		{"today dear",
			"today fails 1 of 1 check; dear passes its check. Recommended: dear. It is the only one that passes. Its price " +
				"against today: requests failed for good 400, not 100 in o (4x). Nearest to its limit: x <= 10 in o, 10% left."},
		{"dear cheap same",
			"dear passes its check; cheap passes its check; same passes its check. Recommended: cheap. Failed " +
				"requests differ by less than 5%, or by chance, and so does what is left to the limits: it is the first in the " +
				"file. It costs no more than dear, give or take 5% or 1s, in requests failed for good and call time. " +
				"Nearest to its limit: x <= 10 in o, 50% left."},
		{"same cheap dear", "Recommended: same. Failed requests differ"},
		{"near cheap",
			"near is not settled in 1 of 1 check; cheap passes its check. Recommended: cheap. It is the only " +
				"one that passes. Its price against near: requests failed for good 200, not 50 in o (4x)."},
		{"cheap dear", "Recommended: cheap. It has the fewest failed requests (200)."},
		{"cheap roomy", "Recommended: roomy. Failed requests differ by less than 5%, or by chance; it has the most left to " +
			"its nearest limit. It costs no more"},
		{"today near",
			"No policy passes: today fails 1 of 1 check; near is not settled in 1 of 1 check.|" +
				"To pass, today must meet: x <= 10 (now 15 in o).|To pass, near must meet: x <= 10 (now 9.5 in o)."},
		{"cheap", "cheap passes its check. Nearest"},
	} {
		d := reviewOf(policies, c.order).decide()
		if got := strings.Join(append([]string{d.text}, d.needs...), "|"); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.order, got, c.want)
		}
	}
	r := reviewOf(policies, "dear cheap roomy")
	r.Calls[2].Number = 100
	want := "Its price against dear: call time 1m40s, not 1s (100x). Against cheap: call time 1m40s, not 1s (100x)."
	if d := r.decide(); !strings.Contains(d.text, want) {
		t.Errorf("of three that pass: %s, want %s", d.text, want)
	}
	r = reviewOf(policies, "near today")
	r.Checks = append(r.Checks, r.Checks[1])
	want = "today fails 2 of 2 checks. The nearest is near."
	if d := r.decide(); !strings.HasSuffix(d.text, want) {
		t.Errorf("of two that fail: %s, want %s", d.text, want)
	}
	r = reviewOf(policies, "today cheap")
	r.Partial, r.Checks, r.Fleets, r.Calls, r.Cases = true, r.Checks[:1], r.Fleets[:1], r.Calls[:1], r.Cases[:1]
	if d := r.decide(); d.pick >= 0 || d.tone != answer.Doubtful {
		t.Errorf("what was stopped recommends: %s", d.text)
	}
	if _, err := r.Page().HTML(); err != nil {
		t.Error(err)
	}
}

// TestMatrix checks that limits that fail come first, and that a cell has the state, the figure and the margin.
func TestMatrix(t *testing.T) {
	r := reviewOf(map[string][3]float64{"a": {15, 0, 0}, "b": {5, 0, 0}}, "a b")
	for _, c := range r.Checks {
		c.Limit.Text, c.Finding.Holds, c.Finding.Number, c.Finding.Figure = "y <= 10", true, 1, "y is 1"
		r.Checks = append([]scenario.Checked{c}, r.Checks...)
	}
	m := r.matrix(1)
	if len(m.Rows) != 2 || strings.Join(m.Rows[0], "|") != "x <= 10|fails: 15, 50% over|holds: 5, 50% left" ||
		m.Heads[2] != "b, recommended" {
		t.Errorf("%q, %q", m.Heads, m.Rows)
	}
}

// TestPrice checks that the price names every cost that rises, times to recovery among them, each in its worst outage.
func TestPrice(t *testing.T) {
	r := reviewOf(map[string][3]float64{"fast": {5, 0, 100}, "slow": {4, 0, 102}}, "fast slow")
	for i, x := range [][2]float64{{19, 3.41}, {79, 107}} {
		group := &r.Fleets[i].Answer.Groups[0]
		group.Quantities = append(group.Quantities,
			answer.Quantity{Name: "time to recovery", Better: answer.Less, InComparisons: true,
				Value: answer.Amount(x[0], unit.Duration)},
			answer.Quantity{Name: "goodput 99", Label: "goodput back to 99% after", Value: answer.Amount(x[1], unit.Duration),
				Better: answer.Less})
	}
	want := "Its price against fast: goodput back to 99% after 1m47s, not 3.41s in o (31x); time to recovery 1m19s, " +
		"not 19s " +
		"in o (4.2x)."
	if got := r.price(1); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := r.price(0); got != "It costs no more than slow, give or take 5% or 1s, in requests failed for good, time "+
		"to recovery, goodput back to 99% after and call time." {
		t.Error(got)
	}
	q := r.Fleets[1].Answer.Groups[0].Quantities
	q[1].Number, q[1].Status = math.NaN(), answer.NotReached
	if got := r.price(1); !strings.Contains(got, "time to recovery never, not 19s in o") {
		t.Error(got)
	}
}
