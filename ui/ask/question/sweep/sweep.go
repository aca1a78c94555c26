package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// Swept adds two settings to a question: one repeats it for each value of another setting, and one selects the result
// to show.
func Swept(q answer.Question, results answer.Results) answer.Question {
	ask, slow, explained := q.Ask, q.Slow, q.Worked
	q.Own = append(slices.Clip(q.Own), setting.Sweep(), Of(results))
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
	results answer.Results, s setting.Scenario, effort answer.Effort) *sweep {
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
	switch r, _ := results.Find(s.Of); {
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

// charts returns a chart of the first figure that has two different numbers.
func (w *sweep) charts(rows []row, heads []answer.Quantity) []answer.Chart {
	for _, q := range heads {
		if !varies(rows, func(r row) float64 { return finiteOf(r.figure(q.Name).Of(0)) }) {
			continue
		}
		c := along(w.axis, q.Called(), q.Kind)
		n := policies(rows, q)
		for _, joined := range []joint{straight(c.LogX, false), straight(c.LogX, true)} {
			if q.Kind == unit.Count {
				joined = steps
			}
			c.Curves = nil
			for of := range n {
				figure := func(r row) float64 { return finiteOf(r.figure(q.Name).Of(of)) }
				c.Curves = append(c.Curves, curve(rows, figure, joined))
			}
			if !c.Log(answer.ByData) {
				break
			}
		}
		if last := rows[len(rows)-1].figure(q.Name); n == 1 && last.Of(0).Status == answer.NotReached {
			c.Ends = "never from here on"
		}
		if w.one && !math.IsNaN(w.s.Wanted) {
			c.Limit = answer.Limit{Name: "limit", Y: w.s.Wanted}
		}
		return []answer.Chart{c}
	}
	return nil
}

// finiteOf returns the number of a value, or NaN.
func finiteOf(v answer.Value) float64 {
	if v.Status != "" || v.Words != "" {
		return math.NaN()
	}
	return v.Number
}

// varies reports whether a figure has two different numbers in the rows.
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

// A joint interpolates a figure between two neighbouring rows.
type joint func(lo, hi row, x, from, to float64) float64

// steps keeps the value of the row before, because counts have no values in between.
func steps(_, _ row, _, from, _ float64) float64 { return from }

// straight returns a joint that is a straight line on linear or logarithmic axes.
func straight(logX, logY bool) joint {
	return func(lo, hi row, x, from, to float64) float64 {
		share := (x - lo.x) / (hi.x - lo.x)
		if logX {
			share = math.Log(x/lo.x) / math.Log(hi.x/lo.x)
		}
		if logY { // NaN from 0, which a logarithmic axis lacks
			return from * math.Pow(to/from, share)
		}
		return from + (to-from)*share
	}
}

// curve joins a figure of the rows, with gaps where it has no value.
func curve(rows []row, of func(row) float64, joined joint) answer.Curve {
	return answer.Curve{Cap: math.Inf(1), Capped: math.NaN(), Y: func(x float64) float64 {
		i := sort.Search(len(rows), func(i int) bool { return rows[i].x >= x })
		switch {
		case i == len(rows) || i == 0 && x < rows[0].x:
			return math.NaN()
		case rows[i].x == x:
			return of(rows[i])
		}
		return joined(rows[i-1], rows[i], x, of(rows[i-1]), of(rows[i]))
	}}
}

// summary describes the sweep, and the range of the first figure that varies.
func (w *sweep) summary(rows []row, heads []answer.Quantity, charts []answer.Chart) string {
	idle := len(heads) > 0 && !slices.ContainsFunc(heads, func(q answer.Quantity) bool { return changes(rows, q) })
	first, last := w.axis.Kind.Format(rows[0].x), w.axis.Kind.Format(rows[len(rows)-1].x)
	text := fmt.Sprintf("%s of the %s, from %s to %s", answer.Counted(float64(len(rows)), "value", "values"),
		w.axis.Name(), first, last)
	switch {
	case idle && len(rows) > 1:
		return text + ": no difference."
	case len(charts) == 0 || len(charts[0].Curves) == 0:
		return text + "."
	}
	c := charts[0]
	least, most := rows[0], rows[0]
	y := func(r row) float64 { return c.Curves[0].Y(r.x) }
	for _, r := range rows {
		if !(y(least) <= y(r)) && !math.IsNaN(y(r)) {
			least = r
		}
		if !(y(most) >= y(r)) && !math.IsNaN(y(r)) {
			most = r
		}
	}
	of := heads[slices.IndexFunc(heads, func(q answer.Quantity) bool { return q.Called() == c.Title })].Name
	at := func(r row) string {
		return fmt.Sprintf("%s at %s %s", r.figure(of).Text(0), w.axis.Name(), w.axis.Kind.Format(r.x))
	}
	return fmt.Sprintf("%s: %s from %s to %s.", text, c.Title, at(least), at(most))
}

// warn repeats each warning of the answers once, and says why rows have no answer.
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
