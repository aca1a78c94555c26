package policy

import (
	"context"
	"math"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A figure is a figure of a policy, and the words of the result that has its value: see [answer.Naming]. A figure
// without help is no result.
type figure struct {
	answer.Quantity
	names, help, gives, phrase string
	but                        func(*answer.Result) // sets what the result does not share with its group; or nil
}

// A common holds what all figures of a group have in common.
type common answer.Quantity

// of returns a figure. words are the other names of its result, the help, Gives and Phrase.
func (c common) of(name, symbol string, kind unit.Kind, a float64, words ...string) figure {
	words = append(words, "", "", "", "")
	f := figure{Quantity: answer.Quantity(c), names: words[0], help: words[1], gives: words[2], phrase: words[3]}
	f.Name, f.Symbol, f.Kind, f.A = name, symbol, kind, a
	return f
}

// The methods below return the figure with something that it does not share with its group.

func (f figure) set(v answer.Value) figure {
	f.Quantity.Set(v)
	return f
}

func (f figure) called(label string) figure {
	f.Label = label
	return f
}

func (f figure) shown(text bool) figure {
	f.Detail = !text
	return f
}

func (f figure) ranks(best string) figure {
	f.Ranks = best
	return f
}

func (f figure) tells() figure {
	f.Tells = true
	return f
}

func (f figure) asResult(but func(*answer.Result)) figure {
	f.but = but
	return f
}

// endless gives the reason why the figure has no bound, if it is infinite.
func (f figure) endless(why string) figure {
	if math.IsInf(f.A, 1) {
		f.Why, f.Status = why, answer.Unbounded
	}
	return f
}

// grouped returns a group of figures for all policies. Only sentences about several mention figures.
func grouped(title string, lines []timeline, of func(timeline) []figure) answer.Group {
	return answer.Group{Title: title, Quantities: answer.Each(lines, func(l timeline) (list []answer.Quantity) {
		var others [][]figure
		all := of(l)
		for _, rough := range l.rougher {
			if l.why() != nil { // neither has the others an answer
				break
			}
			others = append(others, of(rough))
		}
		for i, f := range all {
			f.Tells = f.Tells && len(lines) > 1
			f.Off = estimate(f.A, f.Kind, len(others), func(k int) float64 { return others[k][i].A })
			list = append(list, f.Quantity)
		}
		return list
	})}
}

// result returns the result of the figure, with what it has in common with others.
func (f figure) result(r answer.Result, value func(timeline) answer.Value) answer.Result {
	r.Name, r.Names, r.Unit, r.Help = strings.ReplaceAll(f.Name, " ", "-"), f.names, f.Kind, f.help
	r.Gives, r.Phrase, r.Better, r.Ranks, r.Floor = f.gives, f.phrase, f.Better, f.Ranks, f.Better == answer.More
	r.Value = func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
		return value(unrolled(ctx, s, effort))
	}
	r.Binds = func(s setting.Scenario) string { return binds(s, answer.Results{r}.Takes()) }
	if f.but != nil {
		f.but(&r)
	}
	return r
}

// titled returns a change of a result: its name and label differ from those of its figure.
func titled(name, label string) func(*answer.Result) {
	return func(r *answer.Result) {
		r.Shows, r.Name, r.Label = []string{strings.ReplaceAll(r.Name, "-", " ")}, name, label
	}
}

// jumps is a change of a result that counts retries, or belongs to one retry.
func jumps(r *answer.Result) { r.NotMonotone = always }
