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
		Try: []string{
			"retune solve retries --elapsed-p99 30s -a 100ms --jitter full",
			"retune solve clients --time-to-recovery 2m",
			"retune solve factor --elapsed 72h -a 1m -n 12",
			"retune solve cap --reconnect-delay 1m --outage 1h -n none",
		},
		Worked: worked.Solve,
		Name:   "solve", Names: "goal-seek goalseek seek find target", Word: "turn",
		Short: "the value of one setting that makes a result what you want",
		Takes: append(results.Takes(), "turn"),
		Choose: "such as retune solve retries --elapsed-p99 30s, or of a fleet retune solve clients --time-to-recovery 2m; " +
			"retune help results lists them",
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

For a result of a fleet values of two or three digits are tried, by four runs each: outwards from
where the knob stands, then between the first two of which one keeps the bound. The two sides of
the boundary are then worked out as retune fleet does, with the standard errors of simulated means.
What one more digit would tell is less than those, or is not looked for.

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
	goal := "so that " + w.Clause(w.BoundWords(s)+" "+w.text(s))
	a := answer.Answer{Groups: []answer.Group{{Title: goal, Quantities: sol.figures(s, w)}}}
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
		list = append(list, standardError("achieved se", kind, sol.AchievedError))
	}
	list = append(list, answer.Quantity{Name: "wanted", Kind: kind, A: s.Wanted, Far: true},
		answer.Quantity{Name: "bound", Words: w.BoundWords(s)})
	if w.Simulated() && !sol.All {
		next := answer.Quantity{Name: "next gives", Label: "which gives", Kind: kind, A: sol.Past, Limit: true}
		if !w.Floor {
			next.Status = answer.NotReached
		}
		list = append(list, answer.Quantity{Name: "next", Label: "the next value", Kind: sol.Unit, A: sol.Next, Limit: true},
			next)
		if sol.PastError > 0 {
			list = append(list, standardError("next gives se", kind, sol.PastError))
		}
	}
	return list
}

func standardError(name string, kind unit.Kind, se float64) answer.Quantity {
	return answer.Quantity{Name: name, Label: "± standard error", Kind: kind, A: se, Error: true}
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
		sol.warnEngine(a, s, w)
	case sol.All, whole && math.IsNaN(sol.Past): // as the sentence says
	case whole:
		add(answer.Solution, "%s %s gives %s, and %s would give %s", name,
			sol.place(sol.Value), kind.Apart(sol.Achieved, s.Wanted), sol.place(sol.Next), kind.Apart(sol.Past, s.Wanted))
	case sol.From < sol.To:
		add(answer.Solution, "every %s %s gives the same", name, sol.span(s))
	case !math.IsNaN(sol.Next):
		add(answer.Solution, "there the %s jumps: past %s it is %s", w.Called(),
			sol.Unit.Format(sol.Value), kind.Apart(sol.Past, s.Wanted))
	case !math.IsInf(sol.Value, 1) && !(off <= w.tolerance(s, effort)):
		add(answer.Approximate, "the result is off by %s of the target: no %s was found that comes nearer",
			unit.Number.Format(off), name)
	}
	if sol.More && !whole {
		add(answer.Solution, "other values of the %s do it too: this is the one nearest to %s", name, sol.Knob.Show(s))
	}
	// B no longer has it from A
	if vs, _ := knob.Find("vs"); s.Versus != nil && vs.Text(sol.Knob.At(s, sol.Value)) != vs.Text(s) {
		as := vs.Text(sol.Knob.At(s, sol.Value))
		add(answer.PolicyB, "policy B stays as it is: with the new %s it is --vs %s", name, as)
	}
	if w.Ended != nil {
		w.Ended(a, sol.With(s))
	}
	if w.Caution != nil {
		a.Warnings = append(a.Warnings, w.Caution(s)...)
	}
}

// warnEngine says how a result of a fleet is computed.
func (sol Solution) warnEngine(a *answer.Answer, s knob.Scenario, w want) {
	text := w.Engine(s, answer.Full)
	if len(a.Tables) > 0 {
		text += "; the other settings: " + w.Engine(s, answer.Rough)
	}
	a.Warn(answer.Engine, text, "engine")
	if sol.Ended {
		a.Warn(answer.Approximate, fmt.Sprintf("some values were not tried: a search tries %d", mostRough), sol.Knob.Key())
	}
}

// span is where every place does it: "from 31s to 1m3s".
func (sol Solution) span(s knob.Scenario) string {
	if limits, _ := sol.Knob.Span(s); limits.None && sol.To >= limits.Hi {
		return "from " + sol.Unit.Format(sol.From) + " on"
	}
	to := " to "
	if sol.Open {
		to = " to just below "
	}
	return "from " + sol.Unit.Format(sol.From) + to + sol.Unit.Format(sol.To)
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
