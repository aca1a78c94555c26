// Package target holds what is asked backwards: the value of a knob at which a result
// is what is wanted, a policy that keeps limits, and one result by its name. The
// results are handed in.
package target

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// SolveQuery turns a knob until one of the results is what is wanted.
func SolveQuery(results answer.Results) answer.Query {
	example := "" // the one of which there are the most
	for _, r := range results {
		if r.Like != nil {
			example = r.Name
		}
	}
	wanted := func(s knob.Scenario) answer.Result { r, _ := results.Find(s.Want); return r.In(s) }
	q := answer.Query{
		Try:    []string{"retune solve retries --elapsed-p99 30s -a 100ms --jitter full", "retune solve clients --time-to-recovery 2m", "retune solve factor --elapsed 72h -a 1m -n 12", "retune solve cap --reconnect-delay 1m --outage 1h -n none"},
		Worked: worked.Solve,
		Name:   "solve", Names: "goal-seek goalseek seek find target", Word: "turn",
		Short:  "the value of one setting that makes a result what you want",
		Takes:  append(results.Takes(), "turn"),
		Choose: "such as retune solve retries --elapsed-p99 30s, or of a fleet retune solve clients --time-to-recovery 2m; retune help results lists them",
		Lacks: func(s knob.Scenario) string {
			if r, ok := results.Find(s.Want); ok {
				return r.Missing(s)
			}
			return example
		},
		Uses: func(s knob.Scenario) []string {
			return append(answer.Results{wanted(s)}.Takes(), "at", "outage", "vs", "turn")
		},
		From: func(s knob.Scenario) string { return wanted(s).Base },
		Slow: answer.Slow,
		Long: aboutSolve,
		Ask: func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
			return askSolve(ctx, s, want{wanted(s)}, effort, false)
		},
		Brief: func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
			return askSolve(ctx, s, want{wanted(s)}, effort, true)
		},
	}
	for _, r := range results {
		q.Own = append(q.Own, r.Knob())
	}
	q.Like = func(name string) (knob.Knob, bool) {
		r, ok := results.Find(name)
		return r.Knob(), ok
	}
	return q
}

const aboutSolve = `Goal seek: retune solve KNOB --RESULT VALUE changes one knob of the policy or its fleet until the
result has the value. The table says what every other knob would have to be.

    --elapsed-p99 30s      the result is to be at most this: times, delays, ratios, retries, and
                           shares of failure; at least this: probabilities of success
    --elapsed-p99 '<30s'   the same, said; also <=, > and >=

A knob that is a whole number becomes the last that keeps the bound, none included; the next one
is named. Any other becomes the boundary itself, where the result is what is wanted, or jumps over
it. Where every place keeps the bound, the knob may stay where it is.

Every result is asked forwards by a bracketed root finder: inverse quadratic interpolation that
falls back to halving the bracket, in logarithms of the knob, of r - 1 for the factor. A result that
can jump or turn round (the reconnect delay of a fixed outage, figures of the retry at T) is scanned
first; of several places the one nearest to where the knob stands is given. At most some 450 values
are tried, most often a dozen.

For a result of a fleet values of two or three digits are tried, by the fluid model where it gives
expected values: outwards from where the knob stands, then between the first two of which one keeps
the bound. The two sides of the boundary are then worked out as retune fleet does, with the standard
errors of simulated means. What one more digit would tell is less than those, or is not looked for.

` + answer.Sources

// askSolve says nothing but the figures of the solution where these are asked for alone.
func askSolve(ctx context.Context, s knob.Scenario, w want, effort answer.Effort, alone bool) answer.Answer {
	k, _ := knob.Find(s.Turn)
	sol := Solve(ctx, s, w.Result, k, effort)
	var others []Solution
	if !alone && !(w.Simulated() && math.IsNaN(sol.Value)) { // a fleet without a value has none anywhere
		others = alternatives(ctx, s, w, sol)
	}
	switch {
	case ctx.Err() != nil:
		return answer.Stopped
	case !sol.Reached && alone:
		return answer.Answer{None: &answer.None{Reason: sol.Why}}
	case !sol.Reached:
		return answer.Answer{None: &answer.None{Reason: sol.Why, Hint: cmp.Or(longer(ctx, s, w, sol), hint(others))}}
	}
	a := answer.Answer{Groups: []answer.Group{{Title: "so that " + w.Clause(w.BoundWords(s)+" "+w.text(s)), Quantities: sol.figures(s, w)}}}
	if len(others) > 0 {
		a.Tables = []answer.Table{alternativesTable(s, w, others)}
	}
	a.Attempts = sol.Attempts
	for _, other := range others {
		a.Attempts += other.Attempts
	}
	a.Summary = sol.summary(s, w)
	if needs := sol.NeedsText(); needs != "" {
		a.Warn(answer.PolicyEnded, "the policy then ends before T: with "+needs+" it goes on", "at_s")
	}
	warnSolution(&a, s, w, sol, effort)
	return a
}

// figures is the solution as quantities.
func (sol Solution) figures(s knob.Scenario, w want) []answer.Quantity {
	k := sol.Knob
	kind := w.Kind(s)
	list := []answer.Quantity{{Name: k.Name, Symbol: k.Symbol, Kind: sol.Unit, A: sol.Value, Label: k.Says()}}
	list[0].Limit = true // where only none does it
	if sol.From < sol.To {
		list = append(list, answer.Quantity{Name: k.Name + " from", Kind: sol.Unit, A: sol.From},
			answer.Quantity{Name: k.Name + " to", Kind: sol.Unit, A: sol.To, Limit: true})
	}
	list = append(list, answer.Quantity{Name: "achieved", Kind: kind, A: sol.Achieved, Far: true, Limit: true})
	if sol.AchievedError > 0 {
		list = append(list, answer.Quantity{Name: "achieved se", Label: "± standard error", Kind: kind, A: sol.AchievedError, Error: true})
	}
	list = append(list, answer.Quantity{Name: "wanted", Kind: kind, A: s.Wanted, Far: true}, answer.Quantity{Name: "bound", Words: w.BoundWords(s)})
	if w.Simulated() && !sol.All {
		list = append(list, answer.Quantity{Name: "next", Label: "the next value", Kind: sol.Unit, A: sol.Next, Limit: true},
			answer.Quantity{Name: "next gives", Label: "which gives", Kind: kind, A: sol.Past, Limit: true, Status: map[bool]answer.Status{true: answer.NotReached}[!w.Floor]})
		if sol.PastError > 0 {
			list = append(list, answer.Quantity{Name: "next gives se", Label: "± standard error", Kind: kind, A: sol.PastError, Error: true})
		}
	}
	return list
}

// warnSolution says in which ways a solution is not one number that does it.
func warnSolution(a *answer.Answer, s knob.Scenario, w want, sol Solution, effort answer.Effort) {
	kind, name := w.Kind(s), sol.Knob.Says()
	add := func(code answer.Code, format string, args ...any) {
		a.Warn(code, fmt.Sprintf(format, args...), sol.Knob.Key())
	}
	whole := sol.Unit == unit.Count
	switch off := math.Abs(sol.Achieved/s.Wanted - 1); {
	case w.Simulated():
		text := w.Engine(s, answer.Full)
		if len(a.Tables) > 0 {
			text += "; the other settings: " + w.Engine(s, answer.Rough)
		}
		a.Warn(answer.Engine, text, "engine")
		if sol.Ended {
			add(answer.Approximate, "some values were not tried: a search tries %d", mostRough)
		}
	case sol.All: // as the sentence says
	case whole:
		if !math.IsNaN(sol.Past) {
			add(answer.Solution, "%s %s gives %s, and %s would give %s", name, sol.place(sol.Value), kind.Apart(sol.Achieved, s.Wanted),
				sol.place(sol.Next), kind.Apart(sol.Past, s.Wanted))
		}
	case sol.From < sol.To:
		add(answer.Solution, "every %s %s gives the same", name, sol.span(s))
	case !math.IsNaN(sol.Next):
		add(answer.Solution, "there the %s jumps: past %s it is %s", w.Called(), sol.Unit.Format(sol.Value), kind.Apart(sol.Past, s.Wanted))
	case !math.IsInf(sol.Value, 1) && !meets(sol.Achieved, s.Wanted) && !(effort == answer.Rough && off <= sketchy) && !(w.slow(s) && off <= w.far(s)):
		add(answer.Approximate, "the result is off by %s of the target: no %s was found that comes nearer", unit.Number.Format(off), name)
	}
	if sol.More && !whole {
		add(answer.Solution, "other values of the %s do it too: this is the one nearest to %s", name, sol.Knob.Show(s))
	}
	if vs, _ := knob.Find("vs"); sol.Reached && s.Versus != nil {
		if as := vs.Text(sol.Knob.At(s, sol.Value)); as != vs.Text(s) { // B no longer has it from A
			add(answer.PolicyB, "policy B stays as it is: with the new %s it is --vs %s", name, as)
		}
	}
	if w.Ended != nil {
		w.Ended(a, sol.With(s))
	}
	if w.Caution != nil {
		a.Warnings = append(a.Warnings, w.Caution(s)...)
	}
}

// show moves a place at the very end of those that give the same to one of three digits,
// where as it is shown it would not.
func (sol *Solution) show(give func(float64) float64) {
	same := func(x float64) bool {
		shown, err := sol.Unit.Parse(sol.Unit.Format(x))
		return err == nil && give(shown) == sol.Achieved
	}
	sol.Open = !same(sol.To)
	for _, round := range []func(float64) float64{math.Floor, math.Ceil} {
		unit := math.Pow(10, 2-math.Floor(math.Log10(sol.Value)))
		if x := round(sol.Value*unit) / unit; !same(sol.Value) && x >= sol.From && x <= sol.To && same(x) {
			sol.Value = x
		}
	}
}

// span is where every place does it: "from 31s to 1m3s".
func (sol Solution) span(s knob.Scenario) string {
	if limits, _ := sol.Knob.Span(s); limits.None && sol.To >= limits.Hi {
		return "from " + sol.Unit.Format(sol.From) + " on"
	}
	return "from " + sol.Unit.Format(sol.From) + map[bool]string{true: " to just below ", false: " to "}[sol.Open] + sol.Unit.Format(sol.To)
}

// alternatives is what every knob but that of sol would have to be. Rough values find it where exact
// ones come of a sample, and in a fleet; of a policy it is then asked forwards by an exact one.
func alternatives(ctx context.Context, s knob.Scenario, w want, sol Solution) (list []Solution) {
	effort, attempts := answer.Full, sol.Attempts
	if w.noise(s) > 0 {
		effort = answer.Rough
	}
	for _, k := range Offered(s, w.Result) {
		if k.Name == sol.Knob.Name || attempts > answer.MostAttempts {
			continue
		}
		if effort == answer.Rough && !w.Simulated() && w.reads(k) && !w.Steady(s, k) { // some hundred samples
			list = append(list, Solution{Knob: k, Unit: k.Unit(s), Value: math.NaN(), Why: "not searched, since it takes long: run retune solve " + k.Name})
			continue
		}
		other := Solve(ctx, s, w.Result, k, effort)
		attempts += other.Attempts
		switch {
		case !w.Simulated() && effort == answer.Rough && other.Reached:
			other.confirm(ctx, s, w)
		case w.Simulated() && !other.Reached && finite(other.Achieved):
			other.Why = fmt.Sprintf("the nearest is %s, at %s", w.Kind(s).Format(other.Achieved), other.place(other.Value))
		}
		list = append(list, other)
	}
	return list
}

// confirm asks forwards by an exact value what was found by rough ones.
func (sol *Solution) confirm(ctx context.Context, s knob.Scenario, w want) {
	const near = 1e-3
	sol.Achieved = w.Value(ctx, sol.Knob.At(s, sol.Value), answer.Full).Number
	if !w.Keeps(s, sol.Achieved) && !(math.Abs(sol.Achieved-s.Wanted) <= near*math.Abs(s.Wanted)) {
		sol.Reached, sol.Why = false, "found only approximately: run retune solve "+sol.Knob.Name
	}
}

// alternativesTable shows them.
func alternativesTable(s knob.Scenario, w want, list []Solution) answer.Table {
	return answer.Table{Name: "alternatives", Len: len(list), Rows: "knob", Label: func(i int) string { return list[i].Knob.Name },
		Columns: []answer.Column{
			{Name: "value", KindOf: func(i int) unit.Kind { return list[i].Unit }, Read: func(i int) string {
				if !list[i].Reached {
					return "-"
				}
				return list[i].Unit.Unbounded(list[i].Value)
			}},
			{Name: "unit", Detail: true, Words: func(i int) string { return list[i].Unit.Symbol() }},
			{Name: "reachable", Truth: true},
			{Name: "why", Words: func(i int) string {
				switch sol := list[i]; {
				case sol.All:
					return "so does any other" + sol.since(s)
				case sol.Reached && sol.From < sol.To:
					return "so does every other " + sol.span(s)
				case sol.Reached && sol.Next == sol.Value:
					return "past it the result jumps to " + w.Kind(s).Format(sol.Past)
				}
				return list[i].Why
			}},
		},
		Row: func(i int) []float64 {
			if !list[i].Reached {
				return []float64{math.NaN(), 0, 0, 0}
			}
			return []float64{list[i].Value, 0, 1, 0}
		}}
}

// longer is what else would do it in a policy that does not end too soon, or "".
func longer(ctx context.Context, s knob.Scenario, w want, sol Solution) string {
	if sol, ok := lasting(ctx, s, w.Result, sol, answer.Full); ok {
		return fmt.Sprintf("with %s %s does it", sol.NeedsText(), sol.phrase())
	}
	return ""
}

// hint is the first of the other knobs that does it.
func hint(list []Solution) string {
	for _, sol := range list {
		if sol.Reached {
			return sol.phrase() + map[bool]string{true: " do it", false: " does it"}[sol.Knob.Things[0] != "" && sol.Value != 1]
		}
	}
	return ""
}

// article is a name behind a or an.
func article(name string) string {
	if name != "" && strings.ContainsRune("aeiou", rune(name[0])) {
		return "an " + name
	}
	return "a " + name
}
