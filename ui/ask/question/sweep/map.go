package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// mostCells is the largest number of cells of a map.
const mostCells = 10_000

// Map answers with one of the results over two settings, by default with usual. turned lists further settings with a
// row on the screen.
func Map(results func() figure.Table, usual func() figure.Figure, turned []string) answer.Question {
	result := func(s *setting.Scenario) figure.Figure {
		if s.Of == "" {
			return usual()
		}
		r, _ := results().Find(s.Of)
		return r.LabelledFor(s)
	}
	q := answer.Question{
		Command: answer.Command{
			Examples: []string{"retune map --clients 400 --x factor=1.5..4:8 --y clients=250..500:5 --duration 2m",
				"retune map --x cap=1s..1h --y initial-delay=100ms..10s --of elapsed"},
			Name:  "map",
			Names: "heatmap heat-map phase phase-map phase-diagram",
			Short: "draw one result over two settings as a heat map",
			Long:  about,
		},
		SettingsRead: figure.SettingsRead(results, result),
		Screen: answer.Screen{
			Tab:       "map",
			Layout:    answer.Mapped,
			Fleet:     true,
			Rows:      append([]string{"of", "x", "y"}, turned...),
			HasCharts: true,
		},
		Computation: answer.Computation{Slow: answer.Slow},
	}
	q.OwnSettings = func() []setting.Setting { return []setting.Setting{setting.XAxis(), setting.YAxis(), Of(results)} }
	q.Lacks = func(s *setting.Scenario) string { return missingOffAxes(q, result(s), s) }
	q.Work = func(s *setting.Scenario, effort answer.Effort) answer.Work {
		return newMapping(q, result(s), s, effort)
	}
	q.Worked = func(_ *setting.Scenario, a answer.Answer) []string {
		x, y := len(a.Map.X.Values), len(a.Map.Y.Values)
		return []string{fmt.Sprintf("%d x %d = %d cells", x, y, x*y)}
	}
	q.Ask = func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Answer {
		return doAll(ctx, q.Work(s, effort))
	}
	return q
}

const about = `Draws a result over two settings: --x across and --y up. --of takes any result that retune help
results lists; the default is the verdict of the fleet. Each cell has its own values of the two
settings. A cell simulates a fleet once; a cell at the border simulates it until one verdict leads
by two standard errors, and the cell of the present settings as often as retune fleet. A coarse
map comes first.

    --x factor=1.1..4        40 values from 1.1 to 4, and 20 of --y
    --x factor=1.1..4:8      8 values
    --x outage=10s..60s:+5s  steps of 5s
    --of 'peak-load<1500/s'  with the border of the limit

Values are equal steps apart, or equal factors apart if the last is at least ten times the first.
One of them is the present value. The border runs between cells with different verdicts, or
between cells that keep and break the limit, where a fleet that does not recover keeps none;
retune solve finds it more exactly. --table map has the figures x, y and value of every cell.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021.`

// Of returns the setting that selects one of the results.
func Of(results func() figure.Table) setting.Setting {
	return setting.OfSetting(func() []string { return results().Names() }, func(name string) (string, unit.Kind, bool) {
		r, ok := results().Find(name)
		return r.Name, r.Unit, ok
	})
}

// doAll does all the work at once and returns its answer.
func doAll(ctx context.Context, w answer.Work) answer.Answer {
	w.Do(ctx, nil)
	return w.Answer()
}

// missingOffAxes names a setting that the result still needs and that is on no axis, or returns "".
func missingOffAxes(q answer.Question, r figure.Figure, given *setting.Scenario) string {
	s := *given
	for _, name := range []string{"x", "y", "sweep"} {
		if a, ok := q.Axis(name, &s); ok {
			s, _ = a.ScenarioAt(&s, a.Values[0])
		}
	}
	return r.Missing(&s)
}

// A mapping is a map as it is computed.
type mapping struct {
	answer.Map
	x, y   setting.Axis
	s      setting.Scenario
	figure figure.Figure
	onlyOf string // the name of the policy that has a map, where others have none
	effort answer.Effort

	values[answer.Value]                 // the cells of the map
	settled              []bool          // cells of a simulated fleet that have more than one run
	parts                values[float64] // where a border is on the way from one cell to the next
}

func newMapping(q answer.Question, r figure.Figure, given *setting.Scenario, effort answer.Effort) *mapping {
	s := *given
	m := &mapping{figure: r, effort: effort}
	if s.Versus != nil && !r.OfPair {
		s.Versus, m.onlyOf = nil, s.Names()[0]
	}
	if s.X == "" {
		s.X = "factor=1.1..4"
	}
	if s.Y == "" {
		s.Y = "retries=1..20"
		if r.Simulated() {
			s.Y = "clients=" + unit.Count.Exact(max(1,
				math.Round(s.Clients/10))) + ".." + unit.Count.Exact(10*s.Clients)
		}
	}
	m.s = s
	var okX, okY bool
	m.x, okX = q.Axis("x", &s)
	m.y, okY = q.Axis("y", &s)
	if m.none = m.refuse(okX && okY); m.none != nil {
		return m
	}
	m.x, m.y = m.x.ThroughCurrent(&s), m.y.ThroughCurrent(&s)
	m.describe()
	n := len(m.x.Values) * len(m.y.Values)
	m.values, m.parts, m.settled = newValues(n, absent), newValues[float64](2*n, nil), make([]bool, n)
	m.Cells = m.list
	for i := range m.Cells {
		m.Cells[i] = answer.Value{Number: math.NaN(), Status: answer.Pending}
	}
	if r.Simulated() || r.FromDistributions() {
		m.effort = answer.Rough
	}
	return m
}

// refuse returns the reason why the map cannot be made, or nil.
func (m *mapping) refuse(ok bool) *answer.None {
	if !ok {
		return &answer.None{Reason: "an axis cannot be combined with other settings"}
	}
	if m.x.Setting.Name == m.y.Setting.Name {
		return &answer.None{Reason: "both axes are " + m.x.Setting.Name,
			Hint: "choose another setting for --x or --y; --sweep of other commands varies one setting"}
	}
	for _, a := range []setting.Axis{m.x, m.y} {
		if why := unmoved(a, m.figure, &m.s); why != "" {
			return &answer.None{Reason: why}
		}
	}
	if nx, ny := len(m.x.Values), len(m.y.Values); nx*ny > mostCells {
		return &answer.None{Reason: fmt.Sprintf("a map has at most %d cells, not %d", mostCells, nx*ny),
			Hint: fmt.Sprintf("fewer values, as in --x %s=...:%d --y %s=...:%d", m.x.Setting.Name, min(nx, 100),
				m.y.Setting.Name,
				min(ny, 50))}
	}
	return nil
}

// unmoved returns why the setting of an axis has no effect on the result, or "".
func unmoved(a setting.Axis, r figure.Figure, s *setting.Scenario) string {
	k := a.Setting
	if k.OfQuestion && !slices.Contains(figure.Table{r}.Takes(), k.Name) {
		return fmt.Sprintf("the %s does not depend on --%s", r.DisplayName(), k.Name)
	}
	at, err := a.ScenarioAt(s, a.Values[len(a.Values)-1])
	if err == nil && r.Simulated() && k.Idle != nil && k.Idle(&at) != "" {
		return "--" + k.Name + " has no effect " + k.Idle(&at)
	}
	return ""
}

// Do computes the cells, coarse ones first. Cells of a simulated fleet get one run; cells at the border get more,
// repeatedly as the border moves. Then it locates the border between cells.
func (m *mapping) Do(ctx context.Context, progress func(done, all int) bool) {
	if m.none != nil {
		return
	}
	runs := math.Inf(1)
	if m.figure.Simulated() {
		runs = 1
	}
	cell := func(i int) (answer.Value, float64) {
		runs, effort := runs, m.effort
		// the cell of the present fleet, which other questions answer too
		if m.figure.Simulated() && m.Current[0] >= 0 && i == m.Cell(m.Current[0], m.Current[1]) {
			runs, effort = math.Inf(1), answer.Full
		}
		x, y := m.at(i)
		v := m.value(ctx, x, y, runs, effort)
		m.settled[i] = m.settled[i] || runs > 1 && ctx.Err() == nil
		return v, v.Attempts
	}
	list := m.unknown(coarseFirst(len(m.X.Values), len(m.Y.Values)))
	for m.each(ctx, progress, list, cell) {
		if list, runs = m.unsettled(), math.Inf(1); len(list) == 0 {
			m.parts.each(ctx, progress, m.parts.unknown(m.crossed()), func(b int) (float64, float64) {
				return m.bisect(ctx, b)
			})
			return
		}
	}
}

// at returns the values of the axes at a cell.
func (m *mapping) at(i int) (x, y float64) {
	return m.X.Values[i%len(m.X.Values)], m.Y.Values[i/len(m.X.Values)]
}

// value returns the result at x and y from at most the given number of runs.
func (m *mapping) value(ctx context.Context, x, y, runs float64, effort answer.Effort) answer.Value {
	s, err := m.place(&m.s, x, y)
	if err != nil {
		return answer.Number(math.NaN(), err.Error())
	}
	s.Runs = min(s.Runs, runs)
	return m.figure.Evaluate(ctx, &s, effort)
}

// place returns s with the settings of both axes at x and y.
func (m *mapping) place(s *setting.Scenario, x, y float64) (setting.Scenario, error) {
	return m.y.ScenarioAt(new(m.x.Setting.WithNumber(s, x)), y)
}

// unsettled returns the cells of a simulated fleet at the border that have only one run.
func (m *mapping) unsettled() (list []int) {
	for _, b := range m.crossed() {
		from, to := m.sides(b)
		for _, i := range []int{from, to} {
			if m.figure.Simulated() && !m.settled[i] && !slices.Contains(list, i) {
				list = append(list, i)
			}
		}
	}
	return list
}

// Answer returns the map computed so far.
func (m *mapping) Answer() answer.Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.parts.mu.Lock()
	defer m.parts.mu.Unlock()
	if none := m.without(); none != nil {
		return answer.Answer{None: none}
	}
	p := m.picture()
	a := answer.Answer{Map: &p, Tables: []answer.Table{m.table(p)}}
	a.Groups = []answer.Group{{Title: "map", Quantities: m.figures()}}
	a.Summary, a.Tone = m.summary()
	m.shortfalls(&a, "cells", "map")
	if m.onlyOf != "" {
		a.Warn(answer.NoEffect, "--vs has no effect: the map shows "+m.onlyOf+" alone", "vs")
	}
	if m.figure.Simulated() {
		a.Warn(answer.Approximate, m.simulated(), "map")
	}
	if m.figure.FromDistributions() && m.s.Stateful() {
		a.Warn(answer.Approximate, "each value comes from fewer clients than an answer of its own: it may be off by about 2%",
			"map")
	}
	if n, first := m.absences(); n > 0 {
		a.Warn(answer.Absent, answer.Counted(float64(n), "cell has", "cells have")+" no value: "+first.Reason, "map")
	}
	return a
}

// simulated says how the cells are simulated.
func (m *mapping) simulated() string {
	one := m.s
	one.Runs = 1
	return fmt.Sprintf("each cell is %s; a cell at the border is %s; the cell of the present settings is %s",
		m.figure.Method(&one, answer.Rough),
		m.figure.Method(&m.s, answer.Rough), m.figure.Method(&m.s, answer.Full))
}
