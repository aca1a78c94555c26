// Package question holds the table of everything that a user can ask.
//
// An [answer.Question] is a name, an explanation and a pure function from a [setting.Scenario] to an [answer.Answer].
// [Questions] lists them all. Subcommands and questions asked by a flag, the tabs of the screen, --explain, the README
// and the reports derive from it. A question only combines what calc computes; other packages turn numbers into text.
package question

import (
	"context"
	"slices"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	catalogue "retune/ui/ask/question/clients"
	"retune/ui/ask/question/compare"
	"retune/ui/ask/question/fleet"
	"retune/ui/ask/question/policy"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/question/stack"
	"retune/ui/ask/question/sweep"
	"retune/ui/ask/setting"
)

// Figures lists every figure that has a name.
var Figures = sync.OnceValue(func() figure.Table {
	return slices.Concat(policy.Figures(), fleet.Figures(), stack.Figures())
})

// Wanted lists the results that can be solved for: those that are numbers.
var Wanted = sync.OnceValue(func() figure.Table {
	return slices.DeleteFunc(slices.Clone(Figures()), func(r figure.Figure) bool { return r.PossibleWords != nil })
})

func verdict() figure.Figure { return fleet.Figures()[0] }

// compared compares A with other policies, by their delays, and by what else s asks about them.
var compared = compare.Question(policy.At.Rows, policy.CompareQuestion, fleet.Fleet.Computation, fleet.Asked)

// Questions lists all questions in display order. Each can be repeated for the values of one setting.
var Questions = swept(
	policy.At, policy.Schedule, compared, policy.Reconnect, policy.Jitter, policy.Success,
	fleet.Fleet, fleet.Levers, fleet.Contend, stack.Question, sweep.Map(Figures, verdict, fleet.Fleet.Rows),
	solve.SolveQuestion(Wanted), solve.What(Figures), plainly(solve.Recommend(policy.Traits, fitted)),
	plainly(policy.Ratio), plainly(policy.ToFactor),
)

// fitted returns s with the nearest policy that a client can express, the client's parameters, and what changes.
func fitted(given *setting.Scenario, client string) (_ setting.Scenario, values string, becomes []string) {
	s := *given
	f, _ := catalogue.To(&s, client)
	if p, err := f.Values.Policy(); err == nil {
		p.AttemptTime = s.AttemptTime
		s.Policy = p
	}
	names, texts := f.Parameters()
	for i, name := range names {
		values += " " + name + "=" + texts[i]
	}
	return s, strings.TrimSpace(values), f.Becomes
}

// plainly restricts a question to delays that grow by a factor, because its formulas need that. For other rules it has
// no answer.
func plainly(q answer.Question) answer.Question {
	ask := q.Ask
	q.Ask = func(ctx context.Context, s *setting.Scenario, e answer.Effort) answer.Answer {
		for _, p := range s.Policies() {
			if row := p.Jitter.Type.Row(); !p.ByDelayAlone() || row.Rare && p.Stateful() {
				return answer.Answer{None: &answer.None{
					Reason: q.Name + " needs a policy with initial delay, factor, cap and jitter alone; this client has other rules",
					Hint:   "schedule, --outage and solve take every rule"}}
			}
		}
		return ask(ctx, s, e)
	}
	return q
}

// swept adds --sweep to the questions. A map has its own axes.
func swept(list ...answer.Question) []answer.Question {
	for i, q := range list {
		if q.Work == nil {
			list[i] = sweep.Swept(q, Figures)
		}
	}
	return list
}

// Find returns the question with that name.
func Find(name string) (answer.Question, bool) {
	for _, q := range Questions {
		if q.Name == name {
			return q, true
		}
	}
	return answer.Question{}, false
}

// First returns the first question for which is returns true. There must be one.
func First(is func(answer.Question) bool) answer.Question {
	return Questions[slices.IndexFunc(Questions, is)]
}

// Schedule returns the question about every retry. These functions return the questions that other packages name.
func Schedule() answer.Question { return named("schedule") }

// Fleet returns the question about a fleet in an outage.
func Fleet() answer.Question { return named("fleet") }

// Map returns the question for a map of two settings.
func Map() answer.Question { return named("map") }

// What returns the question for one result.
func What() answer.Question { return named("what") }

func named(name string) answer.Question {
	return First(func(q answer.Question) bool { return q.Name == name })
}
