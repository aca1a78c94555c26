package grid

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
)

// Swept is the query with a knob that has it asked for each value of another, and one for
// the result that is then wanted of it.
func Swept(q answer.Query, results answer.Results) answer.Query {
	ask, slow, explained := q.Ask, q.Slow, q.Worked
	q.Own = append(slices.Clip(q.Own), knob.Sweep(), Of(results))
	lacks := q.Lacks
	q.Lacks = func(s knob.Scenario) string {
		switch {
		case s.Of != "" && s.Sweep == "":
			return "sweep"
		case lacks != nil:
			return lacks(s)
		}
		return ""
	}
	q.Work = func(s knob.Scenario, effort answer.Effort) answer.Work {
		if s.Sweep == "" {
			return nil
		}
		return newSweep(q, ask, results, s, effort)
	}
	q.Ask = func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
		if w := q.Work(s, effort); w != nil {
			return wholly(ctx, w)
		}
		return ask(ctx, s, effort)
	}
	if slow != nil {
		q.Slow = func(s knob.Scenario, effort answer.Effort) bool { return s.Sweep != "" || slow(s, effort) }
	}
	if explained != nil {
		q.Worked = func(s knob.Scenario, a answer.Answer) []string {
			if s.Sweep != "" {
				return nil
			}
			return explained(s, a)
		}
	}
	return q
}

// A sweep is the answers to a query along an axis, in the making.
type sweep struct {
	q    answer.Query
	s    knob.Scenario
	axis knob.Axis
	ask  func(context.Context, knob.Scenario) answer.Answer
	one  bool // of one result, which is all that is asked

	values
	answers []answer.Answer
}

func newSweep(q answer.Query, ask func(context.Context, knob.Scenario, answer.Effort) answer.Answer,
	results answer.Results, s knob.Scenario, effort answer.Effort) *sweep {
	axis, ok := q.Axis("sweep", s)
	w := &sweep{q: q, s: s, axis: axis, one: s.Of != ""}
	if !ok {
		w.none = &answer.None{Reason: "the values of --sweep do not stand beside the other settings"}
		return w
	}
	if k := axis.Knob; k.Asks && !q.Reads(k.Name) {
		w.none = &answer.None{Reason: fmt.Sprintf("%s does not read --%s", q.Name, k.Name)}
		return w
	}
	w.ask = func(ctx context.Context, s knob.Scenario) answer.Answer { return ask(ctx, s, w.effort) }
	drawn := q.Base == ""
	switch r, _ := results.Find(s.Of); {
	case w.one && lacking(q, r, s) != "":
		w.none = &answer.None{Reason: fmt.Sprintf("the %s needs --%s", r.Called(), lacking(q, r, s))}
		return w
	case w.one:
		w.ask = func(ctx context.Context, s knob.Scenario) answer.Answer { return only(ctx, r.In(s), s, w.effort) }
		drawn = r.Drawn()
	case q.Brief != nil:
		w.ask = func(ctx context.Context, s knob.Scenario) answer.Answer { return q.Brief(ctx, s, w.effort) }
		drawn = false
	}
	w.do, w.absent = w.value, func(i int) *answer.None { return w.answers[i].None }
	w.answers = make([]answer.Answer, len(axis.Values))
	w.start(len(axis.Values), s, effort, drawn)
	return w
}

// only is the answer of one result; where it could not be asked, with the reason.
func only(ctx context.Context, r answer.Result, s knob.Scenario, effort answer.Effort) answer.Answer {
	policies := r.Of(s)
	a := answer.Answer{Pair: len(policies) > 1}
	a.Groups = []answer.Group{{Quantities: answer.Each(policies, func(s knob.Scenario) []answer.Quantity {
		q := answer.Quantity{Name: strings.ReplaceAll(r.Name, "-", " "), Label: r.Label, Kind: r.Unit, Better: r.Better,
			Among: r.Among}
		v := r.Value(ctx, s, effort)
		q.Set(v)
		a.Attempts += v.Attempts
		return []answer.Quantity{q}
	})}}
	q := a.Groups[0].Quantities[0]
	if a.None = absent(q.Of(0)); a.Pair && absent(q.Of(1)) == nil {
		a.None = nil
	}
	return a
}

// Do asks for each value.
func (w *sweep) Do(ctx context.Context, told func(done, all int) bool) {
	if w.none != nil {
		return
	}
	n := len(w.axis.Values)
	w.all(ctx, &counter{told: told, all: n}, upTo(n))
}

// value asks for value i.
func (w *sweep) value(ctx context.Context, i int) (keep func()) {
	a := answer.Answer{}
	if s, err := w.at(w.axis.Values[i]); err != nil {
		a.None = &answer.None{Reason: err.Error()}
	} else {
		a = w.figures(w.axis.Values[i], w.ask(ctx, s))
	}
	return func() { w.answers[i], w.attempts = a, w.attempts+a.Attempts }
}

// figures is an answer without the tables and charts that a sweep of figures does not show: they
// hold whole runs of a fleet, and samples of clients.
func (w *sweep) figures(x float64, a answer.Answer) answer.Answer {
	if slices.ContainsFunc(headline([]row{{x, a}}, w.one), w.shows) {
		a.Tables, a.Plot, a.Map, a.Bars = nil, nil, nil, nil
	}
	return a
}

// shows tells whether the table has a figure, which the axis may be.
func (w *sweep) shows(q answer.Quantity) bool {
	return q.Name != strings.ReplaceAll(w.axis.Knob.Name, "-", " ")
}

// at is the scenario of one value: of A, and of B where the knob is not what they differ in.
func (w *sweep) at(x float64) (knob.Scenario, error) {
	s := w.s
	s.Sweep, s.Versus = "", nil
	s, err := w.axis.Of(s, x)
	if err != nil || w.s.Versus == nil {
		return s, err
	}
	b, err := w.s.B(), error(nil)
	if !slices.ContainsFunc(knob.Different(w.s), func(k knob.Knob) bool { return k.Name == w.axis.Knob.Name }) {
		b, err = w.axis.Of(b, x)
	}
	b.Sweep, b.Versus, s.Versus = "", nil, &b
	return s, err
}

// Answer is a table with a row for each value, and a chart of the first of its figures.
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
	a.Summary = w.summary(rows, charts,
		len(heads) > 0 && !slices.ContainsFunc(heads, func(q answer.Quantity) bool { return changes(rows, q) }))
	w.shortfalls(&a, "values", "sweep")
	w.warn(&a, rows)
	return a
}

// charts is a chart of the first figure that has two different numbers.
func (w *sweep) charts(rows []row, heads []answer.Quantity) []answer.Chart {
	for _, q := range heads {
		if !varies(rows, func(r row) float64 { return finiteOf(r.figure(q.Name).Of(0)) }) {
			continue
		}
		c := along(w.axis, q.Called(), q.Kind)
		for of := range policies(rows, q) {
			c.Curves = append(c.Curves, curve(rows, func(r row) float64 { return finiteOf(r.figure(q.Name).Of(of)) }))
		}
		if w.one && !math.IsNaN(w.s.Wanted) {
			c.Limit = answer.Limit{Name: "limit", Y: w.s.Wanted}
		}
		return []answer.Chart{c}
	}
	return nil
}

// finiteOf is a value that is a number, or NaN.
func finiteOf(v answer.Value) float64 {
	if v.Status != "" || v.Words != "" {
		return math.NaN()
	}
	return v.Number
}

// varies tells whether a figure of the rows has two different numbers.
func varies(rows []row, of func(row) float64) bool {
	first := math.NaN()
	for _, r := range rows {
		switch x := of(r); {
		case math.IsNaN(first):
			first = x
		case x != first && !math.IsNaN(x):
			return true
		}
	}
	return false
}

// curve joins a figure of the rows by straight lines, with gaps where it has no value.
func curve(rows []row, of func(row) float64) answer.Curve {
	return answer.Curve{Cap: math.Inf(1), Capped: math.NaN(), Y: func(x float64) float64 {
		i := sort.Search(len(rows), func(i int) bool { return rows[i].x >= x })
		switch {
		case i == len(rows):
			return math.NaN()
		case rows[i].x == x || i == 0:
			if i == 0 && x < rows[0].x {
				return math.NaN()
			}
			return of(rows[i])
		}
		lo, hi := rows[i-1], rows[i]
		share := (x - lo.x) / (hi.x - lo.x)
		return of(lo) + (of(hi)-of(lo))*share
	}}
}

// summary says what is asked, and for the first figure between which values it moves, if any does.
func (w *sweep) summary(rows []row, charts []answer.Chart, idle bool) string {
	first, last := w.axis.Kind.Format(rows[0].x), w.axis.Kind.Format(rows[len(rows)-1].x)
	text := fmt.Sprintf("%s of the %s, from %s to %s", answer.Counted(float64(len(rows)), "value", "values"),
		w.axis.Name(), first, last)
	switch {
	case idle && len(rows) > 1:
		return text + ": all give the same."
	case len(charts) == 0 || len(charts[0].Curves) == 0:
		return text + "."
	}
	c := charts[0]
	least, most := rows[0].x, rows[0].x
	for _, r := range rows {
		y := c.Curves[0].Y(r.x)
		if !(c.Curves[0].Y(least) <= y) && !math.IsNaN(y) {
			least = r.x
		}
		if !(c.Curves[0].Y(most) >= y) && !math.IsNaN(y) {
			most = r.x
		}
	}
	at := func(x float64) string {
		return fmt.Sprintf("%s at %s %s", c.Y.Format(c.Curves[0].Y(x)), w.axis.Name(), w.axis.Kind.Format(x))
	}
	return fmt.Sprintf("%s: %s from %s to %s.", text, c.Title, at(least), at(most))
}

// warn repeats what the answers warn of, each once, and why rows have none.
func (w *sweep) warn(a *answer.Answer, rows []row) {
	seen := map[string]bool{}
	const most = 6
	add := func(code answer.Code, message string, keys []string) {
		if !seen[message] && len(seen) < most {
			seen[message] = true
			a.Warn(code, message, keys...)
		}
	}
	for _, r := range rows {
		if r.None != nil {
			add(answer.Absent, fmt.Sprintf("%s %s: %s", w.axis.Name(), w.axis.Kind.Format(r.x), r.None.Reason),
				[]string{"sweep"})
		}
	}
	for _, r := range rows {
		for _, n := range r.Warnings {
			if n.Code != answer.Absent {
				add(n.Code, n.String(), n.Keys)
			}
		}
	}
}
