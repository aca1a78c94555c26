package question

import (
	"math"
	"slices"
	"strings"
	"testing"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
)

// same reports whether two results are equal up to rounding.
func same(x, y float64) bool {
	return x == y || math.IsNaN(x) && math.IsNaN(y) || math.Abs(x-y) <= 1e-9*math.Abs(y)
}

// TestWants checks that a result can be wanted if and only if it has a value, and that percentiles are found by name.
func TestWants(t *testing.T) {
	for _, w := range Wanted() {
		for _, name := range slices.Concat(w.Takes, w.Needs) {
			if k, ok := setting.Find(name); !ok || !k.OfQuestion || k.IsTarget {
				t.Errorf("%s reads %q, which is no question", w.Name, name)
			}
		}
		if !solving.Reads(w.Name) {
			t.Errorf("solve does not read --%s", w.Name)
		}
	}
	s := set(t, "jitter full")
	for name, p := range map[string]float64{"elapsed-p50": 0.5, "elapsed-p999": 0.999, "elapsed-p05": 0.05} {
		w, ok := Wanted().Find(name)
		if !ok || !same(valueOf(w, &s, answer.Full), startOf(t, &s, 10).Quantile(p)) {
			t.Errorf("%s is not the quantile of %v", name, p)
		}
	}
	for _, name := range []string{"", "elapsed-p", "elapsed-p5", "elapsed-p00", "elapsed-px", "bogus"} {
		if _, ok := Wanted().Find(name); ok {
			t.Errorf("%q can be wanted", name)
		}
	}
}

// noWants lists quantities that cannot be wanted: failures, the complement of successes; and the next retry, which is
// retries done plus one.
const noWants = "next-retry failure-probability"

// TestQuantitiesAreWants checks that everything on the screen can be wanted, and that its value is the number on the
// screen.
func TestQuantitiesAreWants(t *testing.T) {
	t.Parallel()
	for _, q := range []answer.Question{at, schedule, compared, reconnect} {
		seen := map[string]int{}
		for _, d := range drawsOf(q)[:rounds(q, 1500)] {
			s, effort, a := d.s, d.effort, d.a
			for _, x := range a.Quantities() {
				if k, ok := setting.Find(x.Name); ok && k.MayDiffer() { // a setting
					continue
				}
				if slices.Contains(strings.Fields(noWants), strings.ReplaceAll(x.Name, " ", "-")) {
					continue
				}
				w, ok := Wanted().ForQuantity(x)
				if !ok {
					t.Fatalf("%s: nobody can want %s", q.Name, x.Name)
				}
				v := valueOf(w, &s, effort)
				switch x.Name {
				case "retries done":
					if v = math.Floor(v); v != x.Number && math.Abs(valueOf(w, &s, effort)-math.Round(valueOf(w, &s, effort))) < 1e-6 {
						v = x.Number // rounding may put a retry at T before or after it
					}
				case "retries ratio approx":
					p := s
					p.AskAt = math.NaN()
					v = valueOf(w, &p, effort)
				}
				if !same(v, x.Number) {
					t.Fatalf("%s: %s is %v, and as the want %s %v, for %+v", q.Name, x.Name, x.Number, w.Name, v, s)
				}
				seen[w.Name]++
			}
		}
		if want := map[string]int{"at": 20, "schedule": 11, "compare": 21, "reconnect-delay": 8}[q.Name]; len(seen) < want {
			t.Errorf("%s shows %d wants only: %v", q.Name, len(seen), seen)
		}
	}
}

// solved returns the solution of a command line.
func solved(t *testing.T, settings ...string) solve.Solution {
	t.Helper()
	s := set(t, settings...)
	w, _ := Wanted().Find(s.Want)
	k, _ := setting.Find(s.Unknown)
	if name := solving.Missing(&s); name != "" {
		t.Fatalf("%q lacks %s", settings, name)
	}
	return solveFor(&s, w, k)
}

// TestPublishedQuestions answers three questions that people published.
func TestPublishedQuestions(t *testing.T) {
	// If a retry starts at 1000s, which delays are before and after it?
	s := set(t, "at 1000s")
	for name, want := range map[string]float64{"previous-delay": 500.5, "delay-after-retry": 1001} {
		s.Result = name
		if got := ask(what, &s).Quantities()[0].Number; !same(got, want) {
			t.Errorf("%s at 1000s is %v, want %v", name, got, want)
		}
	}
	// Which factor makes the delay at 1000s about 100s?
	if sol := solved(t, "at 1000s", "delay-after-retry 100s", "turn factor"); !sol.Reached || !same(sol.Value, 1.099) {
		t.Errorf("the factor is %+v, want 1.099", sol)
	}
	// For which setting does the retry after 1050s start at 1100s?
	for _, name := range []string{"initial-delay", "factor"} {
		sol := solved(t, "at 1050s", "next-retry-at 1100s", "turn "+name)
		k, _ := setting.Find(name)
		p := k.WithNumber(new(set(t)), sol.Value)
		elapsed := 0.0
		for n := 1.0; elapsed <= 1050; n++ {
			elapsed += p.InitialDelay * math.Pow(p.Factor, n-1)
		}
		if !sol.Reached || !(elapsed <= 1100 && elapsed > 1099) {
			t.Errorf("with %s %v the next retry starts at %v: %+v", name, sol.Value, elapsed, sol)
		}
	}
}

// TestQuantitiesAreFigures finds each quantity of an answer among the figures by its JSON key, so that whatever is
// printed can be asked for by name. The answers of a search, and of one formula for a factor, are about themselves.
func TestQuantitiesAreFigures(t *testing.T) {
	t.Parallel()
	const aboutTheAnswer = "state because engine scale"
	for _, q := range Questions {
		if slices.Contains([]string{"solve", "recommend", "map", "ratio", "to-factor"}, q.Name) {
			continue
		}
		for _, d := range drawsOf(q)[:rounds(q, 1500)] {
			for _, x := range d.a.Quantities() {
				if _, ok := setting.Find(x.Name); ok || slices.Contains(strings.Fields(aboutTheAnswer), x.Key()) {
					continue
				}
				if _, ok := Figures().Find(strings.TrimSuffix(x.Key(), "_relative")); !ok { // to the length of an outage
					t.Errorf("%s prints %s, which is no figure", q.Name, x.Key())
				}
			}
		}
	}
}
