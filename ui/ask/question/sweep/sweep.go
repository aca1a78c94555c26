package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// Swept adds two settings to a question: one repeats it for each value of another setting, and one selects the result
// to show.
func Swept(q answer.Question, results func() answer.Results) answer.Question {
	own, ask, slow, explained := q.Owned, q.Ask, q.Slow, q.Worked
	q.Own = sync.OnceValue(func() []setting.Setting { return append(own(), setting.Sweep(), Of(results)) })
	lacks := q.Lacks
	q.Lacks = func(s setting.Scenario) string {
		switch {
		case s.Of != "" && s.Sweep == "":
			return "sweep"
		case lacks != nil:
			return lacks(s)
		}
		return ""
	}
	q.Work = func(s setting.Scenario, effort answer.Effort) answer.Work {
		if s.Sweep == "" {
			return nil
		}
		return newSweep(q, ask, results, s, effort)
	}
	q.Ask = func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
		if w := q.Work(s, effort); w != nil {
			return wholly(ctx, w)
		}
		return ask(ctx, s, effort)
	}
	if slow != nil {
		q.Slow = func(s setting.Scenario, effort answer.Effort) bool { return s.Sweep != "" || slow(s, effort) }
	}
	if explained != nil {
		q.Worked = func(s setting.Scenario, a answer.Answer) []string {
			if s.Sweep != "" {
				return nil
			}
			return explained(s, a)
		}
	}
	return q
}

// A sweep holds the answers to a question along an axis as they are computed.
type sweep struct {
	q    answer.Question
	s    setting.Scenario
	axis setting.Axis
	ask  func(context.Context, setting.Scenario) answer.Answer
	one  bool // only one result is asked for

	values
	answers []answer.Answer
}

func newSweep(q answer.Question, ask func(context.Context, setting.Scenario, answer.Effort) answer.Answer,
	results func() answer.Results, s setting.Scenario, effort answer.Effort) *sweep {
	axis, ok := q.Axis("sweep", s)
	w := &sweep{q: q, s: s, axis: axis, one: s.Of != ""}
	if !ok {
		w.none = &answer.None{Reason: "the values of --sweep cannot be combined with other settings"}
		return w
	}
	if k := axis.Setting; k.Asks && !q.Reads(k.Name) {
		w.none = &answer.None{Reason: fmt.Sprintf("%s does not read --%s", q.Name, k.Name)}
		return w
	}
	w.ask = func(ctx context.Context, s setting.Scenario) answer.Answer { return ask(ctx, s, w.effort) }
	switch r, _ := results().Find(s.Of); {
	case w.one && lacking(q, r, s) != "":
		w.none = &answer.None{Reason: fmt.Sprintf("the %s needs --%s", r.Called(), lacking(q, r, s))}
		return w
	case w.one:
		w.ask = func(ctx context.Context, s setting.Scenario) answer.Answer { return only(ctx, r.In(s), s, w.effort) }
	case q.Brief != nil:
		w.ask = func(ctx context.Context, s setting.Scenario) answer.Answer { return q.Brief(ctx, s, w.effort) }
	}
	w.absent = func(i int) *answer.None { return w.answers[i].None }
	w.answers = make([]answer.Answer, len(axis.Values))
	w.effort, w.known = effort, make([]bool, len(axis.Values))
	return w
}

// only returns an answer with one result. If the result cannot be computed, it has the reason.
func only(ctx context.Context, r answer.Result, s setting.Scenario, effort answer.Effort) answer.Answer {
	policies := r.Of(s)
	a := answer.Answer{}
	if len(policies) > 1 {
		a.Policies = s.Names()
	}
	a.Groups = []answer.Group{{Quantities: answer.Each(policies, func(s setting.Scenario) []answer.Quantity {
		q := answer.Quantity{Name: strings.ReplaceAll(r.Name, "-", " "), Label: r.Label, Kind: r.Unit, Better: r.Better,
			Among: r.Among}
		v := r.At(ctx, s, effort)
		q.Set(v)
		a.Attempts += v.Attempts
		return []answer.Quantity{q}
	})}}
	q := a.Groups[0].Quantities[0]
	for i := range policies {
		if a.None = absent(q.Of(i)); a.None == nil {
			break
		}
	}
	return a
}

// Do computes the answer for each value.
func (w *sweep) Do(ctx context.Context, progress func(done, all int) bool) {
	if w.none != nil {
		return
	}
	ask := func(i int) func() { return w.value(ctx, i) }
	if !w.each(ctx, progress, w.unknown(upTo(len(w.axis.Values))), ask) || !math.IsInf(w.s.Duration, 1) {
		return
	}
	w.s.Duration = w.longest() // figures side by side must cover the same time
	shorter := slices.DeleteFunc(upTo(len(w.answers)), func(i int) bool {
		return w.answers[i].Duration == 0 || w.answers[i].Duration == w.s.Duration
	})
	w.each(ctx, progress, shorter, ask)
}

// longest returns the longest simulated time of the fleets in seconds, or +Inf without a fleet.
func (w *sweep) longest() (seconds float64) {
	for _, a := range w.answers {
		seconds = max(seconds, a.Duration)
	}
	if seconds == 0 {
		return math.Inf(1)
	}
	return seconds
}

// value computes the answer for value i.
func (w *sweep) value(ctx context.Context, i int) (keep func()) {
	a := answer.Answer{}
	if s, err := w.at(w.axis.Values[i]); err != nil {
		a.None = &answer.None{Reason: err.Error()}
	} else {
		a = w.figures(w.axis.Values[i], w.ask(ctx, s))
	}
	return func() { w.answers[i], w.known[i], w.attempts = a, true, w.attempts+a.Attempts }
}

// figures removes the tables and charts that a sweep of figures does not show, because they hold whole runs of a fleet
// and samples of clients.
func (w *sweep) figures(x float64, a answer.Answer) answer.Answer {
	if slices.ContainsFunc(headline([]row{{x, a}}, w.one), w.shows) {
		a.Tables, a.Plot, a.Map, a.Bars = nil, nil, nil, nil
	}
	return a
}

// shows reports whether the table shows a figure, which it does not if it is the axis.
func (w *sweep) shows(q answer.Quantity) bool {
	return q.Name != strings.ReplaceAll(w.axis.Setting.Name, "-", " ")
}

// at returns the scenario for one value. It sets the other policies too, unless they differ from A in this setting.
func (w *sweep) at(x float64) (setting.Scenario, error) {
	s := w.s
	s.Sweep, s.Versus = "", nil
	s, err := w.axis.Of(s, x)
	apart := slices.ContainsFunc(setting.Different(w.s), func(k setting.Setting) bool {
		return k.Name == w.axis.Setting.Name
	})
	for _, b := range w.s.Policies()[1:] {
		if err == nil && !apart {
			b, err = w.axis.Of(b, x)
		}
		b.Sweep = ""
		s.Versus = append(s.Versus, b)
	}
	return s, err
}

// Answer returns a table with a row for each value, and a chart of the first figure.
func (w *sweep) Answer() answer.Answer {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.none != nil {
		return answer.Answer{None: w.none}
	}
	var rows []row
	for i, a := range w.answers {
		if w.known[i] {
			rows = append(rows, row{w.axis.Values[i], a})
		}
	}
	if len(rows) == 0 {
		return answer.Stopped
	}
	if none := w.allAbsent(); none != nil {
		return answer.Answer{None: none}
	}
	a := answer.Answer{}
	if longest := w.longest(); !math.IsInf(longest, 1) {
		a.Duration = longest
	}
	var charts []answer.Chart
	heads := slices.DeleteFunc(headline(rows, w.one), func(q answer.Quantity) bool { return !w.shows(q) })
	if len(heads) > 0 {
		a.Tables = []answer.Table{w.table(rows, heads)}
		charts = w.charts(rows, heads)
	} else {
		a.Tables, charts = stacked(w.axis, rows)
	}
	if charts != nil {
		a.Plot = func() []answer.Chart { return charts }
	}
	a.Summary = w.summary(rows, heads, charts)
	w.shortfalls(&a, "values", "sweep")
	w.warn(&a, rows)
	return a
}
