package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
)

// Swept adds two settings to a question: one repeats it for each value of another setting, and one selects the result
// to show.
func Swept(q answer.Question, results func() figure.Table) answer.Question {
	own, ask, explained := q.Owned, q.Ask, q.Worked
	q.OwnSettings = sync.OnceValue(func() []setting.Setting { return append(own(), setting.Sweep(), Of(results)) })
	lacks := q.Lacks
	q.Lacks = func(s *setting.Scenario) string {
		switch {
		case s.Of != "" && s.Sweep == "":
			return "sweep"
		case lacks != nil:
			return lacks(s)
		}
		return ""
	}
	q.Work = func(s *setting.Scenario, effort answer.Effort) answer.Work {
		if s.Sweep == "" {
			return nil
		}
		return newSweep(q, ask, results, s, effort)
	}
	q.Ask = func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
		if w := q.Work(s, effort); w != nil {
			return doAll(ctx, w)
		}
		return ask(ctx, s, effort)
	}
	if explained != nil {
		q.Worked = func(s *setting.Scenario, a answer.Answer) []string {
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
	s    setting.Scenario
	axis setting.Axis
	ask  func(context.Context, *setting.Scenario) answer.Answer
	one  bool // only one result is asked for

	values[answer.Answer]
}

func newSweep(q answer.Question, ask func(context.Context, *setting.Scenario, answer.Effort) answer.Answer,
	results func() figure.Table, s *setting.Scenario, effort answer.Effort) *sweep {
	axis, ok := q.Axis("sweep", s)
	w := &sweep{s: *s, axis: axis, one: s.Of != ""}
	if !ok {
		w.none = &answer.None{Reason: "the values of --sweep cannot be combined with other settings"}
		return w
	}
	if k := axis.Setting; k.OfQuestion && !q.Reads(k.Name) {
		w.none = &answer.None{Reason: fmt.Sprintf("%s does not read --%s", q.Name, k.Name)}
		return w
	}
	if r, _ := results().Find(s.Of); w.one {
		if name := missingOffAxes(q, r, s); name != "" {
			w.none = &answer.None{Reason: fmt.Sprintf("the %s needs --%s", r.DisplayName(), name)}
			return w
		}
		ask = only(r.LabelledFor(s))
	}
	w.ask = func(ctx context.Context, s *setting.Scenario) answer.Answer { return ask(ctx, s, effort) }
	w.values = newValues(len(axis.Values), func(a answer.Answer) *answer.None { return a.None })
	return w
}

// only returns the Ask of a question about one result. If no policy has the result, the answer has the reason.
func only(r figure.Figure) func(context.Context, *setting.Scenario, answer.Effort) answer.Answer {
	return func(ctx context.Context, s *setting.Scenario, effort answer.Effort) (a answer.Answer) {
		policies := r.Scenarios(s)
		if len(policies) > 1 {
			a.Policies = s.Names()
		}
		q := answer.MergeQuantities(policies, func(s setting.Scenario) []answer.Quantity {
			v := r.Evaluate(ctx, &s, effort)
			a.Attempts += v.Attempts
			return []answer.Quantity{r.Quantity(v)}
		})[0]
		a.Groups = []answer.Group{{Quantities: []answer.Quantity{q}}}
		for i := range policies {
			if a.None = absent(q.Of(i)); a.None == nil {
				break
			}
		}
		return a
	}
}

// Do computes the answer for each value.
func (w *sweep) Do(ctx context.Context, progress func(done, all int) bool) {
	if w.none != nil {
		return
	}
	ask := func(i int) (answer.Answer, float64) { return w.value(ctx, w.axis.Values[i]) }
	if !w.each(ctx, progress, w.unknown(upTo(len(w.list))), ask) || !math.IsInf(w.s.Duration, 1) {
		return
	}
	w.s.Duration = w.longest() // figures side by side must cover the same time
	w.each(ctx, progress, slices.DeleteFunc(upTo(len(w.list)), func(i int) bool {
		return w.list[i].Duration == 0 || w.list[i].Duration == w.s.Duration
	}), ask)
}

// longest returns the longest simulated time of the fleets in seconds, or +Inf without a fleet.
func (w *sweep) longest() (seconds float64) {
	for _, a := range w.list {
		seconds = max(seconds, a.Duration)
	}
	if seconds == 0 {
		return math.Inf(1)
	}
	return seconds
}

// value computes the answer at x, and how many attempts are simulated for it.
func (w *sweep) value(ctx context.Context, x float64) (answer.Answer, float64) {
	s, err := w.at(x)
	if err != nil {
		return answer.Answer{None: &answer.None{Reason: err.Error()}}, 0
	}
	a := w.figuresOnly(w.ask(answer.WithWants(ctx, answer.Wants{}), &s))
	return a, a.Attempts
}

// figuresOnly removes the tables and charts that a sweep of figures does not show, because they hold whole runs of a
// fleet and samples of clients.
func (w *sweep) figuresOnly(a answer.Answer) answer.Answer {
	if len(w.shown([]row{{Answer: a}})) > 0 {
		a.Tables, a.Charts, a.Map, a.Bars = nil, nil, nil, nil
	}
	return a
}

// at returns the scenario for one value. It sets the other policies too, unless they differ from A in this setting.
func (w *sweep) at(x float64) (setting.Scenario, error) {
	s := w.s
	s.Sweep, s.Versus = "", nil
	s, err := w.axis.ScenarioAt(&s, x)
	apart := slices.ContainsFunc(setting.DifferingSettings(&w.s), func(k setting.Setting) bool {
		return k.Name == w.axis.Setting.Name
	})
	for _, b := range w.s.Policies()[1:] {
		if err == nil && !apart {
			b, err = w.axis.ScenarioAt(&b, x)
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
	if none := w.without(); none != nil {
		return answer.Answer{None: none}
	}
	var rows []row
	for i, a := range w.list {
		if w.known[i] {
			rows = append(rows, row{w.axis.Values[i], a})
		}
	}
	a := answer.Answer{}
	if longest := w.longest(); !math.IsInf(longest, 1) {
		a.Duration = longest
	}
	text := fmt.Sprintf("%s of the %s, from %s to %s", answer.Counted(float64(len(rows)), "value", "values"),
		w.axis.Name(), w.axis.Kind.Format(rows[0].x), w.axis.Kind.Format(rows[len(rows)-1].x))
	if figures := w.figures(rows); len(figures) > 0 {
		a.Tables = []answer.Table{w.table(rows, figures)}
		var course string
		a.Charts, course = w.chart(rows, figures)
		text += course
	} else {
		a.Tables, a.Charts = stacked(w.axis, rows)
	}
	a.Summary = text + "."
	w.shortfalls(&a, "values", "sweep")
	w.warn(&a, rows)
	return a
}

// warn repeats each warning of the answers once, and says why rows have no answer.
func (w *sweep) warn(a *answer.Answer, rows []row) {
	const most = 6
	add := func(code answer.Code, message string, keys ...string) {
		if len(a.Warnings) < most {
			a.Warn(code, message, keys...)
		}
	}
	for _, r := range rows {
		if r.None != nil {
			add(answer.Absent, fmt.Sprintf("%s %s: %s", w.axis.Name(), w.axis.Kind.Format(r.x), r.None.Reason), "sweep")
		}
	}
	for _, r := range rows {
		for _, n := range r.Warnings {
			if n.Code != answer.Absent {
				add(n.Code, n.String(), n.Keys...)
			}
		}
	}
}
