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
			{Name: "requests failed", Label: "requests failed for good", Better: answer.Less, Tells: true, Kind: unit.Number,
				A: x[2]},
			{Name: "requests failed se", Error: true, Kind: unit.Number, A: 10}}}}}
		r.Calls = append(r.Calls, answer.Quantity{Name: "call time", Kind: unit.Duration, A: 1, Better: answer.Less})
	}
	return r
}

// TestDecision checks the recommended policy: the one that passes; of several the one with significantly the fewest
// failed requests; and none if none passes.
func TestDecision(t *testing.T) {
	policies := map[string][3]float64{"today": {15, 0, 100}, "cheap": {5, 0, 200}, "same": {5, 0, 195},
		"dear": {9, 0, 400}, "near": {9.5, 1, 50}}
	for _, c := range []struct{ order, want string }{
		{"today dear",
			"today fails 1 of 1 check; dear passes its check. Recommended: dear. Its price: 300% more requests failed for " +
				"good than today in o (400, not 100). Nearest to its limit: x <= 10 in o, 10% left."},
		{"dear cheap same",
			"dear passes its check; cheap passes its check; same passes its check. Recommended: cheap. It costs no more " +
				"failed requests, attempts or call time than dear. Nearest to its limit: x <= 10 in o, 50% left."},
		{"same cheap dear", "Recommended: same. It costs no more failed requests, attempts or call time than cheap."},
		{"near cheap",
			"near is not settled in 1 of 1 check; cheap passes its check. Recommended: cheap. Its price: 300% more " +
				"requests failed for good than near in o (200, not 50)."},
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
	r := reviewOf(policies, "today cheap")
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
