package query

import (
	"context"
	"fmt"
	"math"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

var solve = answer.Query{
	Name: "solve", Word: "turn",
	Short: "the value of one knob at which a result is what is wanted",
	Takes: append([]string{"at", "outage", "failure-rate", "vs", "turn"}, knob.Wants()...),
	Lacks: lacksForSolve,
	Slow:  slowAlways,
	Ask:   askSolve,
	Long: `Goal seek: retune solve KNOB --RESULT VALUE changes one knob of the policy until the result has
the value. The table says what every other knob would have to be.

    --elapsed-p99 30s      the result shall be at most this: times, delays, ratios, retries, and
                           shares of failure; at least this: probabilities of success
    --elapsed-p99 '<30s'   the same, said; also <=, > and >=

A knob that is a whole number becomes the last that keeps the bound, none included; the next one
is named. Any other becomes the boundary itself, where the result is what is wanted, or jumps over
it. Where every place keeps the bound, the knob may stay where it is.

Every result is asked forwards by a bracketed root finder: inverse quadratic interpolation that
falls back to halving the bracket, in logarithms of the knob, of r - 1 for the factor. A result that
can jump or turn round (the reconnect delay of a fixed outage, figures of the retry at T) is scanned
first; of several places the one nearest to where the knob stands is given. The slower a result is
to compute, the fewer values are tried, and the fewer of the other knobs.

` + sources,
}

// lacksForSolve is the question without which a want means nothing in s.
func lacksForSolve(s knob.Scenario) string {
	w, ok := FindWant(s.Want)
	if !ok {
		return "delay-after-retry"
	}
	return w.Lacks(s)
}

// Lacks is the question that s must ask for the want to mean something, or "".
func (w Want) Lacks(s knob.Scenario) string {
	for _, name := range w.Needs {
		if k, _ := knob.Find(name); !k.Asked(s) {
			return name
		}
	}
	if w.fails && s.FailureRate == 0 {
		return "failure-rate"
	}
	if (w.Name == "reconnect-delay" || w.Name == "reconnect-delay-mean") && !s.Relative && !finite(s.AskAt) && !s.HasOutage() {
		return "at"
	}
	return ""
}

func askSolve(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	w, _ := FindWant(s.Want)
	k, _ := knob.Find(s.Turn)
	sol := Solve(ctx, s, w, k, effort)
	others := alternatives(ctx, s, w, k)
	if !sol.Reached {
		return answer.Answer{None: &answer.None{Reason: sol.Why, Hint: hint(others)}}
	}
	kind := wantedKind(s, w)
	list := []answer.Quantity{{Name: k.Name, Symbol: k.Symbol, Kind: sol.Unit, A: sol.Value, Label: Called(k)}}
	list[0].Limit = true // where only none does it
	if sol.From < sol.To {
		list = append(list, answer.Quantity{Name: k.Name + " from", Kind: sol.Unit, A: sol.From},
			answer.Quantity{Name: k.Name + " to", Kind: sol.Unit, A: sol.To, Limit: true})
	}
	list = append(list, answer.Quantity{Name: "achieved", Kind: kind, A: sol.Achieved, As: "achieved"},
		answer.Quantity{Name: "wanted", Kind: kind, A: s.Wanted, As: "wanted"},
		answer.Quantity{Name: "bound", Words: w.boundWords(s)})
	a := answer.Answer{Groups: []answer.Group{{Title: "for " + w.phrase(s) + ", " + w.boundWords(s), Quantities: list}}, Tables: []answer.Table{alternativesTable(s, w, others)}}
	warnSolution(&a, s, w, sol, effort)
	return a
}

// warnSolution says in which ways a solution is not one number that does it.
func warnSolution(a *answer.Answer, s knob.Scenario, w Want, sol Solution, effort answer.Effort) {
	kind, name := wantedKind(s, w), Called(sol.Knob)
	add := func(code answer.Code, format string, args ...any) {
		a.Warn(code, fmt.Sprintf(format, args...), sol.Knob.Key())
	}
	whole := sol.Unit == unit.Count
	switch off := math.Abs(sol.Achieved/s.Wanted - 1); {
	case sol.All:
		add(answer.Solution, "any %s does it: where it stands the %s is %s", name, w.called(), kind.Format(sol.Achieved))
	case whole:
		if !math.IsNaN(sol.Past) {
			add(answer.Solution, "%s %s gives %s, and %s would give %s", name, sol.place(sol.Value), kind.Format(sol.Achieved),
				sol.place(sol.Next), kind.Format(sol.Past))
		}
	case sol.From < sol.To:
		add(answer.Solution, "every %s %s gives the same", name, sol.span(s))
	case !math.IsNaN(sol.Next):
		add(answer.Solution, "there the %s jumps: past %s it is %s", w.called(), sol.Unit.Format(sol.Value), kind.Format(sol.Past))
	case !meets(sol.Achieved, s.Wanted) && !(effort == answer.Rough && off <= sketchy) && !(off <= w.far(s) && w.cost(s, answer.Full)*100 > finely):
		add(answer.Approximate, "the result is off by %s of what is wanted: no number for the %s comes nearer", unit.Number.Format(off), name)
	}
	if sol.More && !whole {
		add(answer.Solution, "other values of the %s do it too: this is the one nearest to %s", name, sol.Knob.Show(s))
	}
	if vs, _ := knob.Find("vs"); sol.Reached && s.Versus != nil {
		if as := vs.Text(sol.Knob.At(s, sol.Value)); as != vs.Text(s) { // B no longer has it from A
			add(answer.PolicyB, "policy B stays as it is: with the new %s it is --vs %s", name, as)
		}
	}
	if w.Name == "ratio" && finite(s.Cap) && !finite(s.AskAt) {
		add(answer.CapBinds, "the cap keeps the delay at %s, and from then on the ratio falls", unit.Duration.Format(s.Cap))
	}
	if strings.HasPrefix(w.Name, "reconnect-delay") && s.Outage.IsFixed() && s.HasOutage() {
		add(answer.Timing, "after an outage of exactly %s the wait depends on where the retries fall: ask over a range, as with --outage log=%s..%s",
			unit.Duration.Format(s.Outage.A), unit.Duration.Format(s.Outage.A/10), unit.Duration.Format(s.Outage.A))
	}
}

// span is where every place does it: "from 31s to 1m3s".
func (sol Solution) span(s knob.Scenario) string {
	if limits, _ := sol.Knob.Span(s); limits.None && sol.To >= limits.Hi {
		return "from " + sol.Unit.Format(sol.From) + " on"
	}
	return "from " + sol.Unit.Format(sol.From) + " to " + sol.Unit.Format(sol.To)
}

// alternatives is what every other knob would have to be, as exactly as there is
// room for. What was found by quick values is asked forwards by an exact one.
func alternatives(ctx context.Context, s knob.Scenario, w Want, except knob.Knob) []Solution {
	left, value := besides, w.Value
	w.Value = func(s knob.Scenario, effort answer.Effort) float64 {
		left -= w.cost(s, effort)
		return value(s, effort)
	}
	effort := answer.Full
	if w.cost(s, answer.Full)*250 > besides {
		effort = answer.Rough
	}
	var list []Solution
	for _, k := range knob.Turnable() {
		_, has := k.Span(s)
		switch {
		case k.Name == except.Name:
			continue
		case has && left < 12*w.cost(s, answer.Rough):
			list = append(list, Solution{Knob: k, Unit: k.Unit(s), Value: math.NaN(), Why: "not looked for, to save time: ask retune solve " + k.Name})
			continue
		}
		sol := Solve(ctx, s, w, k, effort)
		if effort == answer.Rough && sol.Reached {
			sol.Achieved = w.Value(k.At(s, sol.Value), answer.Full)
			const near = 1e-3
			if !w.keeps(s, sol.Achieved) && !(math.Abs(sol.Achieved-s.Wanted) <= near*math.Abs(s.Wanted)) {
				sol.Reached, sol.Why = false, "only nearly found, to save time: ask retune solve "+k.Name
			}
		}
		list = append(list, sol)
	}
	return list
}

// alternativesTable shows them.
func alternativesTable(s knob.Scenario, w Want, list []Solution) answer.Table {
	return answer.Table{Name: "alternatives", Aside: true, Len: len(list), Rows: "knob", Label: func(i int) string { return list[i].Knob.Name },
		Columns: []answer.Column{
			{Name: "value", KindOf: func(i int) unit.Kind { return list[i].Unit }},
			{Name: "reachable", Truth: true},
			{Name: "why", Words: func(i int) string {
				switch sol := list[i]; {
				case sol.All:
					return "so does any other"
				case sol.Reached && sol.From < sol.To:
					return "so does every other " + sol.span(s)
				case sol.Reached && sol.Next == sol.Value:
					return "past it the result jumps to " + wantedKind(s, w).Format(sol.Past)
				}
				return list[i].Why
			}},
		},
		Row: func(i int) []float64 {
			if !list[i].Reached {
				return []float64{math.NaN(), 0, 0}
			}
			return []float64{list[i].Value, 1, 0}
		}}
}

// hint is the first of the other knobs that does it.
func hint(list []Solution) string {
	for _, sol := range list {
		if sol.Reached {
			return fmt.Sprintf("a %s of %s does it", Called(sol.Knob), sol.place(sol.Value))
		}
	}
	return ""
}

var what = answer.Query{
	Name: "what", Word: "result",
	Short: "one result of the policy, by its name",
	Takes: []string{"at", "outage", "failure-rate", "vs", "result"},
	Lacks: func(s knob.Scenario) string {
		w, _ := FindWant(s.Result)
		return w.Lacks(s)
	},
	Slow: slowAlways,
	Ask:  askWhat,
	Long: `retune what RESULT answers forwards what retune solve KNOB --RESULT VALUE asks backwards. The
results are those that solve --help lists.

    elapsed              T_n, n the retries that retries or deadline leave
    elapsed-p99          the 99th percentile of T_n; so every percentile
    starts-by            P(T_n <= T)
    reconnect-delay      s + the longest delay that jitter makes of t(T)
    reconnect-delay-mean E (s+d)^2 / 2 E (s+d), d that delay; the outage ends at random within

With --outage the reconnect delay is that after the outage.

` + sources,
}

func askWhat(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
	w, _ := FindWant(s.Result)
	k, _ := knob.Find(w.Name)
	const why = "the policy has none"
	of := func(s knob.Scenario) []answer.Quantity {
		list := []answer.Quantity{{Name: w.called(), Kind: k.Kind(), A: w.Value(s, effort), Why: why}}
		if w.shares() && (finite(s.AskAt) || s.HasOutage()) {
			s.Relative = true
			list = append(list, answer.Quantity{Name: w.called() + " relative", Kind: unit.Share, A: w.Value(s, effort), Why: why})
		}
		return list
	}
	// The ratio to B is itself one number for the pair.
	a := answer.Answer{Pair: s.Versus != nil && w.Name != "retries-ratio"}
	list := of(s)
	if a.Pair {
		for i, b := range of(s.B()) {
			list[i].B = b.A
		}
	}
	a.Groups = []answer.Group{{Title: "the policy's", Quantities: list}}
	a.WarnAbsent()
	return a
}

// shares tells whether the want may be a share of the elapsed time.
func (w Want) shares() bool { return w.Name == "reconnect-delay" || w.Name == "reconnect-delay-mean" }
