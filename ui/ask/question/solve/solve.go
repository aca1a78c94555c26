// Package solve has the inverse questions: the value of a setting at which a result has a wanted value, and a policy
// that keeps limits. It also answers with one result by its name. The caller passes the results.
package solve

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question/explain"
	"retune/ui/ask/setting"
)

// SolveQuestion answers with the value of a setting at which a result has the wanted value.
func SolveQuestion(results func() figure.Table) answer.Question {
	wanted := func(s *setting.Scenario) figure.Figure { r, _ := results().Find(s.Want); return r.LabelledFor(s) }
	extra := figure.SettingsRead(results, wanted, "at", "outage", "vs", "turn")
	extra.UsedSettings = func(s *setting.Scenario) []string {
		uses := append(figure.Table{wanted(s)}.Takes(), "turn", s.Unknown)
		if wanted(s).OfPair {
			uses = append(uses, "vs")
		}
		return uses
	}
	extra.OwnSettings = func() (list []setting.Setting) {
		for _, r := range results() {
			list = append(list, r.Setting())
		}
		return list
	}
	extra.FindSetting = func(name string) (setting.Setting, bool) {
		r, ok := results().Find(name)
		return r.Setting(), ok
	}
	return answer.Question{
		Command: answer.Command{
			Examples: []string{
				"retune solve retries --elapsed-p99 30s -a 100ms --jitter full",
				"retune solve clients --time-to-recovery 2m",
				"retune solve factor --elapsed 72h -a 1m -n 12",
				"retune solve cap --reconnect-delay 1m --outage 1h -n none",
			},
			Name:     "solve",
			Names:    "goal-seek goalseek seek find target",
			Argument: "turn",
			Short:    "find the value of a setting that gives the result you want",
			MissingHint: "such as retune solve retries --elapsed-p99 30s, to outlast an outage use " +
				"retune solve retries --gave-up 1% --outage 90s, " +
				"for a fleet retune solve clients --time-to-recovery 2m; " +
				"retune what longest-outage finds the longest outage; retune help results lists the targets",
			Long: aboutSolve,
		},
		Scope: answer.Scope{
			Takes: []string{"turn"},
			Lacks: func(s *setting.Scenario) string {
				r, ok := results().Find(s.Want)
				if !ok {
					return varied(results())
				}
				if name := r.Missing(s); name != s.Unknown {
					return name
				}
				return ""
			},
		},
		SettingsRead: extra,
		Computation: answer.Computation{
			Worked: explain.Solve,
			Slow:   answer.Slow,
			Ask: func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
				return askSolve(ctx, s, want{wanted(s)}, effort)
			},
		},
	}
}

// varied returns the name of the last result whose name has variants.
func varied(results figure.Table) (name string) {
	for _, r := range results {
		if r.FindMore != nil {
			name = r.Name
		}
	}
	return name
}

const aboutSolve = `retune solve SETTING --RESULT VALUE finds the last value of one setting with which the
result keeps a bound.

    --elapsed-p99 30s      at most 30s: times, delays, ratios, retries and shares of failure;
                           probabilities of success have a lower bound
    --elapsed-p99 '<30s'   the same, explicitly; also <=, > and >=

The answer is a whole number, or has four digits for a closed form, three for a distribution and
two for a fleet. As printed it keeps the bound, with two standard errors or the error of the
distribution to spare, and the next value does not. If every value keeps the bound, the setting
need not change.

The search tries the present value and the wanted one, then round values (1, 2, 5) further away,
until one keeps the bound and its neighbour does not. It narrows that interval by secants and
bisection. If a result rises and falls, other values may keep the bound as well. Distributions and
fleets are computed roughly at first, and fully on both sides of the boundary.

A fleet that is down does not keep a bound. Without jitter the wait after an outage depends on the
times of the retries: --outage 1h means the worst outage of up to 1h, --outage exactly=1h that
length alone. --table all adds the value that every other setting would need.

` + answer.Sources

// askSolve answers a solve question.
func askSolve(ctx context.Context, given *setting.Scenario, w want, effort answer.Effort) answer.Answer {
	s := *given
	if s.Relative && w.Absolute != nil {
		absolute, why := w.Absolute(ctx, &s)
		if why != "" {
			return answer.Answer{None: &answer.None{Reason: why}}
		}
		s = absolute
	}
	k, _ := setting.Find(s.Unknown)
	if layer, _, ok := strings.Cut(k.Name, "."); ok && !slices.Contains(s.LayerNames(), layer) {
		return answer.Answer{None: &answer.None{Reason: "there is no layer " + layer,
			Hint: "the layers are " + answer.JoinWords(s.LayerNames())}}
	}
	widened := ""
	if over, ok := Widened(&s, w.Figure); ok && k.Name != "outage" {
		s, widened = over, over.SentenceText("outage")
	}
	sol := Solve(ctx, &s, w.Figure, k, effort)
	switch {
	case ctx.Err() != nil:
		return answer.Cancelled
	case !sol.Reached:
		return answer.Answer{None: &answer.None{Reason: sol.Why, Hint: hint(ctx, &s, w, sol)}}
	}
	goal := "target: " + w.Clause(w.BoundWords(&s)+" "+w.text(&s))
	a := answer.Answer{Groups: []answer.Group{{Title: goal, Quantities: sol.figures(&s, w)}}, Attempts: sol.Attempts,
		Tables: alternatives(ctx, &s, w, sol), Outage: widened}
	a.Summary = sol.summary(&s, w)
	sol.warn(&a, &s, w)
	return a
}

// Widened returns s with every outage up to the given length, if the result depends on the exact times of the retries
// of a policy without jitter.
func Widened(s *setting.Scenario, w figure.Figure) (setting.Scenario, bool) {
	if w.OverOutages == nil || s.Jitter.Draws() || s.Exactly {
		return *s, false
	}
	return w.OverOutages(s)
}

// figures returns the solution as quantities.
func (sol Solution) figures(s *setting.Scenario, w want) []answer.Quantity {
	k, kind := sol.Setting, w.Kind(s)
	at := func(name string, x float64) answer.Quantity { // without a limit it reads "none"
		return answer.Quantity{Name: name, Value: answer.OrNone(x, sol.Unit)}
	}
	gives := func(name string, y, se float64, state answer.State) []answer.Quantity {
		q := answer.Quantity{Name: name, Value: answer.OrNone(y, kind).WithDigits(w.digits(s))}
		if q.Error = se; se > 0 {
			q.Sample = answer.Sampled
		}
		list := []answer.Quantity{q}
		if state != "" {
			list = append(list, answer.Quantity{Name: name + " state", Value: answer.Word(string(state)), Detail: true})
		}
		return list
	}
	list := []answer.Quantity{at(k.Name, sol.Value)}
	list[0].Symbol, list[0].Label = k.Symbol, k.SentenceName()
	if sol.AllKeep {
		list = append(list, at(k.Name+" from", sol.From), at(k.Name+" to", sol.To))
	}
	achieved := gives("achieved", sol.Achieved, sol.AchievedError, sol.State)
	achieved[0].InYears = true
	list = append(append(list, achieved...),
		answer.Quantity{Name: "wanted", Value: answer.Value{Kind: kind, Number: s.Wanted, InYears: true}, Detail: true},
		answer.Quantity{Name: "bound", Value: answer.Word(w.BoundWords(s)), Detail: true})
	if math.IsNaN(sol.Next) {
		return list
	}
	next, past := at("next", sol.Next), gives("next gives", sol.NextResult, sol.NextError, sol.NextState)
	next.Label, past[0].Label = "the next value", "which gives"
	next.Detail, past[0].Detail = true, true
	if w.Simulated() && !w.LowerBound {
		past[0].Status = answer.NotReached
	}
	return append(append(list, next), past...)
}

// warn lists the limitations of a solution.
func (sol Solution) warn(a *answer.Answer, s *setting.Scenario, w want) {
	name := sol.Setting.SentenceName()
	add := func(code answer.Code, text string) { a.Warn(code, text, sol.Setting.Key()) }
	if w.Simulated() {
		text := w.Method(s, answer.Full)
		if float64(sol.Runs) > s.Runs {
			text += fmt.Sprintf("; %d times with %s", sol.Runs, sol.phrase())
		}
		a.Warn(answer.Engine, text, "engine")
	}
	if !sol.AllKeep && !w.Steady(s, sol.Setting) {
		add(answer.Solution, fmt.Sprintf("other values of the %s may also keep the bound", name))
	}
	if sol.WithinError {
		add(answer.Approximate, "the margin to the bound is smaller than the error of the result")
	}
	if sol.Truncated {
		add(answer.Approximate, "some values were not tried, because they take too long")
	}
	if w.WarnEnded != nil {
		w.WarnEnded(a, new(sol.ScenarioWith(s)))
	}
	if w.Warnings != nil {
		a.Warnings = append(a.Warnings, w.Warnings(s)...)
	}
}

// hint suggests another way to keep the bound: the same setting in a policy that does not end, or another setting if it
// is found quickly. Settings with fewer retries come first.
func hint(ctx context.Context, s *setting.Scenario, w want, sol Solution) string {
	if longer, ok := sol.withoutLimits(ctx, s, w.Figure, answer.Full); ok {
		return fmt.Sprintf("%s works with %s", longer.phrase(), longer.NeedsText())
	}
	switch {
	case w.Simulated():
		return "retune levers shows which changes help"
	case w.slow(s):
		return ""
	}
	list := CandidateSettings(s, w.Figure)
	slices.SortStableFunc(list, func(a, b setting.Setting) int { return len(b.Nouns[0]) - len(a.Nouns[0]) })
	for _, k := range list {
		if other := Solve(ctx, s, w.Figure, k, answer.Full); other.Reached && other.Value > 0 {
			return "use " + other.phrase()
		}
	}
	return ""
}
