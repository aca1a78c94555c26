package solve_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// TestOffersOfSlowJitter checks that rough offers are near the full solutions, and need no more values.
func TestOffersOfSlowJitter(t *testing.T) {
	t.Parallel()
	s := set(t, "jitter equal", "retries 5", "cap 20s")
	w, _ := question.Wanted().Find("elapsed-p99")
	s.Want, s.Wanted = w.Name, 1.13*valueOf(w, &s, answer.Full)
	asked, value := 0, w.Compute
	w.Compute = func(ctx context.Context, s *setting.Scenario, e answer.Effort) answer.Value {
		asked++
		return value(ctx, s, e)
	}
	for _, name := range []string{"initial-delay", "cap"} {
		k, _ := setting.Find(name)
		asked = 0
		exact, most := solveFor(&s, w, k), 0
		most, asked = asked, 0
		rough := solve.Solve(t.Context(), &s, w, k, answer.Rough)
		if !exact.Reached || !rough.Reached || !(math.Abs(rough.Value/exact.Value-1) <= 0.02) {
			t.Errorf("%s: %v, roughly %v", name, exact, rough)
		}
		if asked >= most || asked > 60 {
			t.Errorf("%s: asked %d times, roughly %d times", name, most, asked)
		}
	}
}

// TestCapFrom moves settings away from where they gave T_m, and solves for T_m as a bound.
func TestCapFrom(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	w, _ := question.Wanted().Find("cap-from")
	for range fewer(300) {
		s := plain(rng)
		s.Factor, s.Cap = 1.05+rng.ExpFloat64(), s.InitialDelay*(1+math.Exp(rng.NormFloat64()*3))
		s.Want, s.Wanted = w.Name, valueOf(w, &s, answer.Full)
		for _, name := range []string{"initial-delay", "factor", "cap", "attempt-time"} {
			k, _ := setting.Find(name)
			if x, _ := k.Number(&s); s.Wanted > 0 && s.CapRetry() <= 1000 && (name != "attempt-time" || x > 0) {
				from := k.WithNumber(&s, x*(1+rng.Float64()/2))
				sol := solveFor(&from, w, k)
				jumps := name == "initial-delay" || name == "factor" // it jumps as the number of delays below the cap changes
				y := valueOf(w, new(k.WithNumber(&s, sol.Value)), answer.Full)
				if !sol.Reached && !jumps || sol.Reached && !keeps(w, &s, y) ||
					!sol.AllKeep && !(math.Abs(y-s.Wanted) <= 0.02*s.Wanted) && !jumps {
					t.Errorf("%s %v, now %v: %v of %v, %v, %v, wanted %v, for %+v", name, x, k.CurrentNumber(&from), y, sol.Value,
						sol.AllKeep,
						sol.Why, s.Wanted, s.Policy.Policy)
				}
			}
		}
	}
}

func BenchmarkCapFrom(b *testing.B) {
	s := setting.Default()
	s.Cap, s.Want, s.Wanted = 64, "cap-from", 136.4995072
	w, _ := question.Wanted().Find(s.Want)
	k, _ := setting.Find("factor")
	for b.Loop() {
		solveFor(&s, w, k)
	}
}

// TestOffersLift checks the limits that an offer lifts: without them it keeps the bound, with them it does not.
func TestOffersLift(t *testing.T) {
	for _, settings := range [][]string{{"outage 1h", "retries 3"}, {"outage 1h", "retries 3", "deadline 10m"},
		{"outage 20m", "retries none", "deadline 10m"}} {
		s := set(t, settings...)
		w, _ := question.Wanted().Find("reconnect-delay")
		s.Want, s.Wanted, s.Bound = w.Name, 30, setting.AtMost
		keeps := func(s *setting.Scenario) bool { return keeps(w, s, valueOf(w, s, answer.Full)) }
		seen := 0
		for _, k := range solve.CandidateSettings(&s, w) {
			sol := solve.SolveLiftingLimits(t.Context(), &s, w, k, answer.Full)
			if sol.LiftedLimits == nil {
				continue
			}
			seen++
			if !sol.Reached || !keeps(new(sol.ScenarioWith(&s))) || keeps(new(sol.Setting.WithNumber(&s, sol.Value))) {
				t.Errorf("%v: %s %v with %s: %+v", settings, sol.Setting.Name, sol.Value, sol.NeedsText(), sol)
			}
		}
		if seen == 0 {
			t.Errorf("%v: nothing else is offered", settings)
		}
	}
}

// TestOutlasts checks that the solution for an outage has as many retries as it takes: retries one second apart and an
// outage of 10.5 s.
func TestOutlasts(t *testing.T) {
	for outage, want := range map[string]string{"10.5s": "With 11 retries", "0.5s": "With 1 retry "} {
		s := set(t, "initial-delay 1s", "factor 1", "retries 4", "outage "+outage)
		s.Unknown, s.Want, s.Wanted, s.Bound = "retries", "gave-up", 0, setting.AtMost
		if said := ask(solving, &s).Summary; !strings.HasPrefix(said, want) {
			t.Errorf("%s: %q", outage, said)
		}
	}
}

// TestAlternativesOnRequest checks that an answer of all rows, such as JSON, asks for as many values as text does if
// each takes long, and that the table of all settings is there on request and for closed forms.
func TestAlternativesOnRequest(t *testing.T) {
	for name, slow := range map[string]bool{"elapsed": false, "elapsed-p99": true, "time-to-recovery": true} {
		s := set(t, "retries 5", "cap 20s", "jitter full", "traffic open", "rate 60", "runs 1")
		w, _ := question.Wanted().Find(name)
		s.Want, s.Wanted, s.Unknown = w.Name, 100, "retries"
		asked, value := 0, w.Compute
		w.Compute = func(ctx context.Context, s *setting.Scenario, e answer.Effort) answer.Value {
			if asked++; name == "time-to-recovery" { // as a fleet with few retries or none
				return answer.Amount(50+20*s.Retries, unit.Duration)
			}
			return value(ctx, s, e)
		}
		q := solve.SolveQuestion(func() figure.Table { return figure.Table{w} })
		counts, tables := map[answer.Wants]int{}, map[answer.Wants]int{}
		text, rows, all := answer.Wants{}, answer.Wants{Rows: true}, answer.Wants{Rows: true, Tables: true}
		for _, wants := range []answer.Wants{text, rows, all} {
			asked = 0
			a := q.Ask(answer.WithWants(t.Context(), wants), &s, answer.Full)
			if a.None != nil {
				t.Fatalf("%s: %s", name, a.None.Reason)
			}
			counts[wants], tables[wants] = asked, len(a.Tables)
		}
		if slow != (counts[rows] == counts[text]) || counts[all] <= counts[text] {
			t.Errorf("%s: %d values for text, %d for all rows, %d for all tables", name, counts[text], counts[rows], counts[all])
		}
		if tables[text] != 0 || slow != (tables[rows] == 0) || tables[all] != 1 {
			t.Errorf("%s: %d tables in text, %d with all rows, %d on request", name, tables[text], tables[rows], tables[all])
		}
	}
}
