package compare

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// figureOf returns a figure of which less is better, in seconds, with a value for each policy.
func figureOf(name string, values ...float64) answer.Quantity {
	q := answer.Quantity{Name: name, Value: answer.Amount(values[0], unit.Duration), Better: answer.Less,
		InComparisons: true}
	for _, x := range values[1:] {
		q.Others = append(q.Others, answer.Quantity{Name: name, Value: answer.Amount(x, unit.Duration)})
	}
	return q
}

// versus returns the scenario that compares the default policy with others.
func versus(t *testing.T, others ...string) setting.Scenario {
	t.Helper()
	s := setting.Default()
	vs, _ := setting.Find("vs")
	if err := vs.Set(&s, strings.Join(others, setting.PolicySeparator)); err != nil {
		t.Fatal(err)
	}
	return s
}

// compared returns the answer of a comparison of which the parts answer with these figures.
func compared(s setting.Scenario, fleets bool, fleet answer.Answer, figures ...answer.Quantity) answer.Answer {
	policies := answer.Computation{
		Ask: func(context.Context, *setting.Scenario, answer.Effort) answer.Answer {
			return answer.Answer{Policies: s.Names(), Summary: "Both retry.", Charts: []answer.Chart{{Title: "a curve"}},
				Groups: []answer.Group{{Title: "policies", Quantities: figures}}}
		},
		Slow: func(s *setting.Scenario, _ answer.Effort) bool { return s.Factor == 3 },
	}
	of := answer.Computation{Ask: func(context.Context, *setting.Scenario, answer.Effort) answer.Answer { return fleet }}
	q := Question(nil, policies, of, func(*setting.Scenario) bool { return fleets })
	return q.Ask(context.Background(), &s, answer.Full)
}

// TestSummary compares figures whose best policy is seen at a glance. A difference counts above a tenth.
func TestSummary(t *testing.T) {
	two, three, same := versus(t, "r=3"), versus(t, "r=3", "r=1.5"), versus(t, "clients=50")
	for _, c := range []struct {
		s       setting.Scenario
		figures []answer.Quantity
		want    string
	}{
		{two, []answer.Quantity{figureOf("wait", 2, 1)}, "Both retry. B is better in wait (1s vs 2s)."},
		{two, []answer.Quantity{figureOf("wait", 1, 2), figureOf("load", 2, 1)},
			"Both retry. A is better in wait (1s vs 2s); B in load (1s vs 2s)."},
		{two, []answer.Quantity{figureOf("wait", 1, 2), figureOf("load", 2, 1), figureOf("end", 2, 1)},
			"Both retry. B is better in load (1s vs 2s) and end (1s vs 2s); A in wait (1s vs 2s)."},
		{two, []answer.Quantity{figureOf("wait", 1, 1.09)}, "Both retry."},
		{two, []answer.Quantity{figureOf("wait", 1, 1.2)}, "Both retry. A is better in wait (1s vs 1.2s)."},
		{two, []answer.Quantity{figureOf("wait", 1, 1)}, "A and B give the same results."},
		{two, []answer.Quantity{figureOf("a", 1, 2), figureOf("b", 1, 2), figureOf("c", 1, 2), figureOf("d", 1, 2),
			figureOf("e", 1, 2)},
			"Both retry. A is better in a (1s vs 2s), b (1s vs 2s), c (1s vs 2s) and d (1s vs 2s)."},
		{three, []answer.Quantity{figureOf("wait", 4, 1, 2)}, "Both retry. B is best in wait (1s vs 4s and 2s)."},
		{three, []answer.Quantity{figureOf("wait", 2, 1, 2)}, "Both retry. B is best in wait (1s vs 2s)."},
		{same, []answer.Quantity{figureOf("wait", 1, 1.05)}, "Neither A nor B is better overall."},
		{same, []answer.Quantity{figureOf("wait", 1, 2)}, "A is better in wait (1s vs 2s)."},
	} {
		if a := compared(c.s, false, answer.Answer{}, c.figures...); a.Summary != c.want {
			t.Errorf("%q, want %q", a.Summary, c.want)
		}
	}
	single := figureOf("one for all", 1, 2)
	single.Shared, single.InComparisons = true, false
	if a := compared(two, false, answer.Answer{}, single); !strings.Contains(a.Summary, "the same results") {
		t.Errorf("a figure that is one for all differs: %q", a.Summary)
	}
	quiet := figureOf("wait", 1, 2)
	quiet.InComparisons, quiet.Detail = false, true
	told := figureOf("load", 1, 1.01)
	told.Detail = true
	a := compared(two, false, answer.Answer{}, quiet, told)
	if a.Summary != "Both retry." || !a.Groups[1].Quantities[0].Detail || a.Groups[1].Quantities[1].Detail {
		t.Errorf("%q, %+v", a.Summary, a.Groups[1])
	}
}

// TestCallTimes checks that a shorter call is a merit only if no client gives up before the end of the outage.
func TestCallTimes(t *testing.T) {
	s := versus(t, "r=3")
	for _, c := range []struct {
		gaveUp []answer.Quantity
		merit  bool
	}{{nil, false}, {[]answer.Quantity{figureOf("gave up", 0, 0)}, true}, {[]answer.Quantity{figureOf("gave up", 0, 0.1)},
		false}, {[]answer.Quantity{figureOf("gave up", 0.1, 0)}, false},
		{[]answer.Quantity{figureOf("gave up", 0, math.NaN())}, false}} {
		a := compared(s, false, answer.Answer{}, append(c.gaveUp, figureOf("call time mean", 2, 1),
			figureOf("wait", 1, 1))...)
		call, _ := a.Figure("call time mean")
		wait, _ := a.Figure("wait")
		if (call.Better == answer.Less) != c.merit || wait.Better != answer.Less {
			t.Errorf("%+v: %v", c.gaveUp, call.Better)
		}
	}
}

// TestFleets checks what the answer takes from the one about the fleets.
func TestFleets(t *testing.T) {
	s := versus(t, "r=3,clients=50")
	fleet := answer.Answer{Tone: answer.Bad, Groups: []answer.Group{{Title: "fleet", Quantities: []answer.Quantity{
		figureOf("peak", 3, 4)}}}, Charts: []answer.Chart{{Title: "load"}, {Title: "boxes", Boxes: make([]answer.Box, 2)}}}
	fleet.Warn(answer.Trivial, "the fleet is small")
	fleet.Warn(answer.Absent, "a figure is absent")
	a := compared(s, true, fleet, figureOf("wait", 1, 1))
	var titles, charts, said []string
	for _, g := range a.Groups {
		titles = append(titles, g.Title)
	}
	for _, c := range a.Charts {
		charts = append(charts, c.Title)
	}
	for _, w := range a.Warnings {
		said = append(said, w.String())
	}
	if a.Tone != answer.Bad || !slices.Equal(titles, []string{"what differs", "policies", "fleet"}) ||
		!slices.Equal(charts, []string{"boxes", "load", "a curve"}) || len(said) != 1 ||
		!strings.Contains(said[0], "the fleet is small") || !strings.Contains(a.Summary, "A is better in peak (3s vs 4s)") {
		t.Errorf("%v, %q, %q, %q, %q", a.Tone, titles, charts, said, a.Summary)
	}
	if a := compared(s, false, fleet, figureOf("wait", 1, 1)); len(a.Groups) != 2 {
		t.Errorf("without a question about a fleet there are %d groups", len(a.Groups))
	}
	none := answer.Answer{None: &answer.None{Reason: "too many clients"}}
	if a := compared(s, true, none, figureOf("wait", 1, 1)); len(a.Warnings) != 1 ||
		!strings.Contains(a.Warnings[0].String(), "the fleet: too many clients") {
		t.Errorf("%+v", a.Warnings)
	}
}

// TestSettings checks which settings stand first: those that differ, and those of the policy that are asked for.
func TestSettings(t *testing.T) {
	a := compared(versus(t, "r=3,jitter=full", "cap=20s"), false, answer.Answer{}, figureOf("wait", 1, 1, 1))
	for name, want := range map[string][3]float64{"factor": {2, 3, 2}, "cap": {math.Inf(1), math.Inf(1), 20},
		"initial delay": {1, 1, 1}} {
		q, ok := a.Figure(name)
		for i, x := range want {
			if v := q.For(i).Number; !ok || v != x && !(math.IsInf(x, 1) && !(v < math.MaxFloat64)) {
				t.Errorf("%s of policy %d is %v, want %v", name, i, v, x)
			}
		}
		if q.Detail && name != "initial delay" {
			t.Errorf("%s differs and is a detail", name)
		}
	}
	if q, ok := a.Figure("jitter"); !ok || q.Words != "none" || q.For(1).Words != "full" || q.Kind != unit.Count {
		t.Errorf("%+v", q)
	}
	if _, ok := a.Figure("clients"); ok {
		t.Error("the clients of fleets that are not asked for are listed")
	}
}

// TestSlow checks that a fleet is slow, and otherwise the policies decide; and that a cancelled question stops.
func TestSlow(t *testing.T) {
	policies := answer.Computation{Slow: func(s *setting.Scenario, _ answer.Effort) bool { return s.Factor == 3 },
		Ask: func(context.Context, *setting.Scenario, answer.Effort) answer.Answer {
			return answer.Answer{Summary: "late"}
		}}
	q := Question(nil, policies, answer.Computation{}, func(s *setting.Scenario) bool { return s.Runs == 7 })
	s := setting.Default()
	for _, c := range []struct {
		factor, runs float64
		want         bool
		uses         int
	}{{2, 1, false, 4}, {3, 1, true, 4}, {2, 7, true, 1 + len(setting.OfFleet())}} {
		s.Factor, s.Runs = c.factor, c.runs
		if q.Slow(&s, answer.Full) != c.want || len(q.UsedSettings(&s)) != c.uses {
			t.Errorf("%+v: slow is %v, it uses %q", c, q.Slow(&s, answer.Full), q.UsedSettings(&s))
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.Runs = 1
	if a := q.Ask(ctx, &s, answer.Full); a.Summary == "late" {
		t.Error("a cancelled question answers")
	}
}
