package policy

import (
	"context"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A row is a figure of a policy, and the words of the result with its name: see [answer.Naming]. A figure without help
// is no result.
type row struct {
	name, symbol               string
	kind                       unit.Kind
	a                          float64
	names, help, gives, phrase string
}

// A figure is a row of a group of figures as a quantity.
type figure struct {
	answer.Quantity
	row
}

// figures returns the rows as quantities that have all else in common.
func figures(common answer.Quantity, rows ...row) []figure {
	list := make([]figure, len(rows))
	for i, r := range rows {
		common.Name, common.Symbol, common.Kind, common.A = r.name, r.symbol, r.kind, r.a
		list[i] = figure{common, r}
	}
	return list
}

// grouped returns a group of figures for all policies.
func grouped(title string, lines []timeline, of func(timeline) []figure) answer.Group {
	return answer.Group{Title: title, Quantities: answer.Each(lines, func(l timeline) (list []answer.Quantity) {
		for _, f := range of(l) {
			list = append(list, f.Quantity)
		}
		return list
	})}
}

// told are the figures that sentences about several policies mention.
var told = []string{"reconnect delay p99", "wasted retries", "gave up", "success probability", "mean attempts",
	"time to success p99"}

// tell marks the named figures for the sentences and the sweeps that have few figures.
func tell(a answer.Answer, names []string) {
	for _, g := range a.Groups {
		for i := range g.Quantities {
			g.Quantities[i].Tells = g.Quantities[i].Tells || slices.Contains(names, g.Quantities[i].Name)
		}
	}
}

// finish adds what all answers about a policy have.
func finish(a *answer.Answer, lines []timeline) {
	if a.Policies != nil {
		tell(*a, told)
	}
	a.WarnAbsent()
	warnJitter(a, lines)
}

// renamed are the names and labels of results that differ from those of their figures.
var renamed = map[string][2]string{
	"last retry at":       {"elapsed", "elapsed time"},
	"last retry mean":     {"elapsed-mean", "elapsed time mean"},
	"last retry p99":      {"elapsed-p99", "elapsed time p99"},
	"reconnect delay max": {"reconnect-delay", ""},
	"call time max":       {"call-time-max", "longest call time"},
}

// result returns the result of the figure, with what it has in common with others.
func (f figure) result(common answer.Result, value func(timeline) answer.Value) answer.Result {
	r := common
	r.Name, r.Names, r.Unit, r.Help = strings.ReplaceAll(f.name, " ", "-"), f.names, f.kind, f.help
	r.Gives, r.Phrase, r.Better, r.Ranks = f.gives, f.phrase, f.Better, f.Ranks
	if to, ok := renamed[f.name]; ok {
		r.Name, r.Label, r.Shows = to[0], to[1], []string{f.name}
	}
	r.Value = func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Value {
		return value(unrolled(ctx, s, effort))
	}
	r.Binds = func(s setting.Scenario) string { return binds(s, answer.Results{r}.Takes()) }
	r = special(r)
	return r
}
