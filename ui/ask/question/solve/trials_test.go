package solve_test

import (
	"math"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// fleetOf returns a small fleet with these settings, the wanted result and the setting to solve for.
func fleetOf(t *testing.T, settings ...string) (s setting.Scenario, r figure.Figure, k setting.Setting) {
	t.Helper()
	s = setting.Preset("outage")
	s.Clients, s.Duration, s.ServerOutage.At, s.Server.Concurrency = 100, 100, 10, 3
	for _, setting := range settings {
		name, text, _ := strings.Cut(setting, " ")
		k, ok := solving.Setting(name)
		if !ok {
			t.Fatal(name)
		}
		if err := k.Set(&s, text); err != nil {
			t.Fatal(setting, err)
		}
	}
	r, _ = question.Wanted().Find(s.Want)
	k, _ = setting.Find(s.Unknown)
	return s, r, k
}

// TestSolveFleet compares the boundary with a dense scan of the setting from its present value.
func TestSolveFleet(t *testing.T) {
	for name, settings := range map[string][]string{
		"longer delays":     {"turn initial-delay", "peak-load <25/s", "jitter full"},
		"a budget":          {"turn budget", "retry-amplification <1.1"},
		"fewer clients":     {"turn clients", "time-to-recovery <30s"},
		"more capacity":     {"turn workers", "server queue", "workers 2", "time-to-recovery <20s"},
		"a rate limit":      {"turn capacity", "server rate-limited", "capacity 50", "time-to-recovery <20s"},
		"a shorter outage":  {"turn outage", "outage-kind refuse", "peak-load <36/s"},
		"how many may fail": {"turn failure-rate", "retry-amplification 1.5", "outage 0s"},
	} {
		t.Run(name, func(t *testing.T) {
			if *times == 1 && (name == "fewer clients" || name == "longer delays") {
				t.Skip("it simulates for seconds; TestSolveFleetSimulated solves for longer delays")
			}
			t.Parallel()
			s, r, k := fleetOf(t, settings...)
			sol := solveFor(&s, r, k)
			if !sol.Reached || sol.AllKeep || !unit.Finite(sol.Value+sol.Next) && k.Name != "budget" {
				t.Fatalf("no boundary: %+v", sol)
			}
			// runs: of the search at first, or more than it makes, of which the mean decides
			keepsIn := func(x, runs, margin float64) bool {
				at := k.WithNumber(&s, x)
				at.Runs = runs
				v := r.Compute(t.Context(), &at, answer.Full)
				if v.Status == answer.NotReached {
					v.Number = math.Inf(1)
				}
				if !math.IsInf(v.Number, 0) { // a margin in standard errors
					v.Number -= margin * v.Error * float64(r.Side(&s))
				}
				return keeps(r, &s, v.Number) && v.State != answer.Lost
			}
			keeps := func(x float64) bool { return keepsIn(x, s.Runs, 2) }
			if !keepsIn(sol.Value, min(200, 50*float64(*times)), 0) || keeps(sol.Next) && sol.WhyNextFails == "" {
				t.Errorf("%s at %v and not at %v: %v, %v", k.Name, sol.Value, sol.Next, keeps(sol.Value), keeps(sol.Next))
			}
			again := k.WithNumber(&s, sol.Value)
			again.Runs = float64(sol.Runs)
			if v := valueOf(r, &again, answer.Full); v != sol.Achieved {
				t.Errorf("%d runs give %v, not %v", sol.Runs, v, sol.Achieved)
			}
			now, edge := k.CurrentNumber(&s), sol.Value // the boundary nearest to the present value
			if keeps(now) == false {
				edge = sol.Next
			}
			if math.IsInf(now, 1) { // all values below are compared with none
				now = 1
			}
			points := min(8, 1+2**times)
			for i := 1; i < points; i++ {
				x := now + (edge-now)*float64(i)/float64(points)
				if span, _ := k.NumberRange(&s); span.Whole {
					x = math.Round(x)
				}
				if keeps(x) != keeps(edge) {
					t.Fatalf("the boundary is said to be at %v, but it is passed between %v and %v", sol.Value, k.CurrentNumber(&s), x)
				}
			}
			// values between two whose errors overlap are not tried
			if near := math.Abs(sol.Next/sol.Value - 1); !(near <= 0.3) && sol.NextResult-sol.Achieved > 4*sol.NextError &&
				sol.Unit.Format(math.Abs(sol.Next-sol.Value)) != "1" {
				t.Errorf("%v and %v are no neighbours", sol.Value, sol.Next)
			}
		})
	}
}

// TestSolveFleetSimulated checks that the simulated result keeps its bound on one side and not on the other, with the
// runs of the question fleet.
func TestSolveFleetSimulated(t *testing.T) {
	s, r, k := fleetOf(t, "turn initial-delay", "peak-load <24/s", "runs 4")
	sol := solveFor(&s, r, k)
	s.Runs = 40
	in := r.Compute(t.Context(), new(k.WithNumber(&s, sol.Value)), answer.Full)
	out := r.Compute(t.Context(), new(k.WithNumber(&s, sol.Next)), answer.Full)
	s.Runs = 4
	if !sol.Reached || !(in.Number < 24 && out.Number+2*out.Error >= 24 && in.Error > 0 &&
		sol.Achieved+2*sol.AchievedError < 24 && math.Abs(sol.Achieved-in.Number) <= 3*in.Error) {
		t.Errorf("%v at %v, %v at %v: %+v and %+v", sol.Achieved, sol.Value, sol.NextResult, sol.Next, in, out)
	}
	a := ask(solving, &s)
	if a.None != nil || !strings.Contains(a.Summary, "; with ") || !strings.Contains(a.Summary, " ± ") {
		t.Errorf("%q, %+v", a.Summary, a.None)
	}
}

// TestSolveFleetUnreached checks the reasons for having no solution.
func TestSolveFleetUnreached(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it long, and it solves one thing after another")
	}
	for want, settings := range map[string][]string{
		"has no effect with --server slowing":                                  {"turn workers", "peak-load <15/s"},
		"no budget from 0.1% to none gives a peak load of 1/s: the nearest is": {"turn budget", "peak-load <1/s"},
		"no cap from 1s to none gives a time to recovery of 20s": {"turn cap", "time-to-recovery <20s",
			"timeout 50ms"},
	} {
		if *times == 1 && settings[0] == "turn cap" {
			continue // it takes seconds
		}
		s, r, k := fleetOf(t, settings...)
		if sol := solveFor(&s, r, k); sol.Reached || !strings.Contains(sol.Why, want) {
			t.Errorf("%v: %q", settings, sol.Why)
		}
	}
	huge, _, _ := fleetOf(t, "turn budget", "peak-load <15/s", "traffic open", "rate 1000000/s", "duration 1000s")
	if a := ask(solving, &huge); a.None == nil || !strings.Contains(a.None.Reason,
		"there is no peak load with any budget: one run is more than the limit") {
		t.Errorf("too much is answered: %q, %+v", a.Summary, a.None)
	}
	s, _, k := fleetOf(t, "turn budget", "peak-load <1000/s")
	r, _ := question.Wanted().Find("peak-load")
	if sol := solveFor(&s, r, k); !sol.AllKeep || !sol.Reached || sol.To != math.Inf(1) {
		t.Errorf("any does it: %+v", sol)
	}
}

// TestOfferedFleet checks that settings without an effect and points in time are not offered, and that a result of a
// policy only gets settings of the policy.
func TestOfferedFleet(t *testing.T) {
	s, r, _ := fleetOf(t, "turn budget", "peak-load <15/s")
	seen := map[string]bool{}
	for _, k := range solve.CandidateSettings(&s, r) {
		seen[k.Name] = true
	}
	for _, name := range []string{"initial-delay", "budget", "clients", "concurrency", "outage", "timeout"} {
		if !seen[name] {
			t.Errorf("%s is not offered", name)
		}
	}
	for _, name := range []string{"workers", "capacity", "rate", "outage-at", "runs", "seed", "duration", "window"} {
		if seen[name] {
			t.Errorf("%s is offered", name)
		}
	}
}
