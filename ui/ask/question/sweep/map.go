package sweep

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// mostCells is the largest number of cells of a map.
const mostCells = 10_000

// Map answers with one of the results over two settings, by default with usual. turned lists further settings with a
// row on the screen.
func Map(results func() answer.Results, usual func() answer.Result, turned []string) answer.Question {
	q := answer.Question{
		Command: answer.Command{
			Try: []string{"retune map --clients 400 --x factor=1.5..4:8 --y clients=250..500:5 --duration 2m",
				"retune map --x cap=1s..1h --y initial-delay=100ms..10s --of elapsed"},
			Name:  "map",
			Names: "heatmap heat-map phase phase-map phase-diagram",
			Short: "draw one result over two settings as a heat map",
			Long:  about,
		},
		Extra: answer.Extra{
			Also: answer.Reading(results),
			Own:  func() []setting.Setting { return []setting.Setting{setting.Across(), setting.Up(), Of(results)} },
		},
		Screen: answer.Screen{
			Tab:    "map",
			Layout: answer.Mapped,
			Rows:   append([]string{"of", "x", "y"}, turned...),
			Draws:  true,
		},
		Computation: answer.Computation{Slow: answer.Slow},
	}
	result := func(s setting.Scenario) answer.Result {
		if s.Of == "" {
			return usual()
		}
		r, _ := results().Find(s.Of)
		return r.In(s)
	}
	q.Lacks = func(s setting.Scenario) string { return lacking(q, result(s), s) }
	q.Uses = func(s setting.Scenario) []string { return answer.Results{result(s)}.Takes() }
	q.From = func(s setting.Scenario) string { return result(s).Base }
	q.Work = func(s setting.Scenario, effort answer.Effort) answer.Work { return newMapping(q, result(s), s, effort) }
	q.Worked = func(_ setting.Scenario, a answer.Answer) []string {
		x, y := len(a.Map.X.Values), len(a.Map.Y.Values)
		return []string{fmt.Sprintf("%d x %d = %d cells", x, y, x*y)}
	}
	q.Ask = func(ctx context.Context, s setting.Scenario, effort answer.Effort) answer.Answer {
		return wholly(ctx, q.Work(s, effort))
	}
	return q
}

const about = `Draws a result over two settings: --x across and --y up. --of takes any result that retune help
results lists; the default is the verdict of the fleet. Each cell has its own values of the two
settings. A cell simulates a fleet once; a cell at the border simulates it until one verdict leads
by two runs, and the cell of the present settings as often as retune fleet. A coarse map comes
first.

    --x factor=1.1..4        40 values from 1.1 to 4, and 20 of --y
    --x factor=1.1..4:8      8 values
    --x outage=10s..60s:+5s  steps of 5s
    --of 'peak-load<1500/s'  with the border of the limit

Values are equal steps apart, or equal factors apart if the last is at least ten times the first.
One of them is the present value. The border runs between cells with different verdicts, or
between cells that keep and break the limit; retune solve finds it more exactly. --table map has
the figures x, y and value of every cell.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021.`

// Of returns the setting that selects one of the results.
func Of(results func() answer.Results) setting.Setting {
	return setting.Of(func() []string { return results().Names() }, func(name string) (string, unit.Kind, bool) {
		r, ok := results().Find(name)
		return r.Name, r.Unit, ok
	})
}

// wholly does all the work at once and returns its answer.
func wholly(ctx context.Context, w answer.Work) answer.Answer {
	w.Do(ctx, nil)
	return w.Answer()
}

// lacking names a setting that the result still needs and that is on no axis, or returns "".
func lacking(q answer.Question, r answer.Result, s setting.Scenario) string {
	for _, name := range []string{"x", "y", "sweep"} {
		if a, ok := q.Axis(name, s); ok {
			s, _ = a.Of(s, a.Values[0])
		}
	}
	return r.Missing(s)
}

// A mapping is a map as it is computed.
type mapping struct {
	answer.Map
	s     setting.Scenario
	r     answer.Result
	alone bool // policy B has no map

	values
	settled []bool             // cells of a simulated fleet at the border, which have more than one run
	parts   map[[2]int]float64 // position of the border between two cells, as a share of the way
}

func newMapping(q answer.Question, r answer.Result, s setting.Scenario, effort answer.Effort) *mapping {
	m := &mapping{r: r, parts: map[[2]int]float64{}}
	if s.Versus != nil && !r.OfPair {
		s.Versus, m.alone = nil, true
	}
	if s.X == "" {
		s.X = "factor=1.1..4"
	}
	if s.Y == "" {
		s.Y = "retries=1..20"
		if r.Base != "" {
			s.Y = "clients=" + unit.Count.Exact(max(1,
				math.Round(s.Clients/10))) + ".." + unit.Count.Exact(10*s.Clients)
		}
	}
	m.s = s
	var okX, okY bool
	m.X, okX = q.Axis("x", s)
	m.Y, okY = q.Axis("y", s)
	if m.none = m.refuse(q, okX && okY); m.none != nil {
		return m
	}
	m.X, m.Y = m.X.Through(s), m.Y.Through(s)
	m.describe()
	m.absent = func(i int) *answer.None { return absent(m.Cells[i]) }
	if r.Simulated() {
		effort, m.settled = answer.Rough, make([]bool, len(m.Cells))
	}
	if r.Drawn() {
		effort = answer.Rough
	}
	m.effort, m.known = effort, make([]bool, len(m.Cells))
	return m
}

// refuse returns the reason why the map cannot be made, or nil.
func (m *mapping) refuse(q answer.Question, ok bool) *answer.None {
	if !ok {
		return &answer.None{Reason: "an axis cannot be combined with other settings"}
	}
	if m.X.Setting.Name == m.Y.Setting.Name {
		return &answer.None{Reason: "both axes are " + m.X.Setting.Name,
			Hint: "retune " + q.Name + " --of " + m.r.Name + " --sweep takes one setting"}
	}
	for _, a := range []setting.Axis{m.X, m.Y} {
		if why := unmoved(a, m.r, m.s); why != "" {
			return &answer.None{Reason: why}
		}
	}
	if nx, ny := len(m.X.Values), len(m.Y.Values); nx*ny > mostCells {
		return &answer.None{Reason: fmt.Sprintf("a map has at most %d cells, not %d", mostCells, nx*ny),
			Hint: fmt.Sprintf("fewer values, as in --x %s=...:%d --y %s=...:%d", m.X.Setting.Name, min(nx, 100),
				m.Y.Setting.Name,
				min(ny, 50))}
	}
	return nil
}

// unmoved returns why the setting of an axis has no effect on the result, or "".
func unmoved(a setting.Axis, r answer.Result, s setting.Scenario) string {
	k := a.Setting
	if k.Asks && !slices.Contains(answer.Results{r}.Takes(), k.Name) {
		return fmt.Sprintf("the %s does not depend on --%s", r.Called(), k.Name)
	}
	at, err := a.Of(s, a.Values[len(a.Values)-1])
	if err == nil && r.Base != "" && k.Idle != nil && k.Idle(at) != "" {
		return "--" + k.Name + " has no effect " + k.Idle(at)
	}
	return ""
}

// Do computes the cells, coarse ones first. Cells of a simulated fleet get one run; cells at the border get more,
// repeatedly as the border moves. Then it locates the border between cells.
func (m *mapping) Do(ctx context.Context, progress func(done, all int) bool) {
	if m.none != nil {
		return
	}
	cell := func(runs float64, settled bool) func(i int) func() {
		return func(i int) func() {
			runs, effort := runs, m.effort
			// the cell of the present settings, which other questions answer too
			if m.settled != nil && m.Now[0] >= 0 && i == m.Cell(m.Now[0], m.Now[1]) {
				runs, effort = math.Inf(1), answer.Full
			}
			v := m.valueAt(ctx, m.X.Values[i%len(m.X.Values)], m.Y.Values[i/len(m.X.Values)], runs, effort)
			return func() {
				m.Cells[i], m.known[i], m.attempts = v, true, m.attempts+v.Attempts
				if settled {
					m.settled[i] = true
				}
			}
		}
	}
	runs := math.Inf(1)
	if m.settled != nil {
		runs = 1
	}
	if !m.each(ctx, progress, m.unknown(coarseFirst(len(m.X.Values), len(m.Y.Values))), cell(runs, false)) {
		return
	}
	for list := m.unsettled(); len(list) > 0; list = m.unsettled() {
		if !m.each(ctx, progress, list, cell(math.Inf(1), true)) {
			return
		}
	}
	pairs := slices.DeleteFunc(m.crossed(), func(pair [2]int) bool { _, found := m.parts[pair]; return found })
	m.each(ctx, progress, upTo(len(pairs)), func(i int) func() {
		share, attempts := m.bisect(ctx, pairs[i])
		return func() { m.parts[pairs[i]], m.attempts = share, m.attempts+attempts }
	})
}

// unsettled returns the cells of a simulated fleet at the border that have only one run.
func (m *mapping) unsettled() (list []int) {
	if m.settled == nil {
		return nil
	}
	for _, pair := range m.crossed() {
		for _, i := range pair {
			if !m.settled[i] && !slices.Contains(list, i) {
				list = append(list, i)
			}
		}
	}
	return list
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// Answer returns the map computed so far.
func (m *mapping) Answer() answer.Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.none != nil {
		return answer.Answer{None: m.none}
	}
	switch done := m.count(); {
	case done == 0:
		return answer.Stopped
	case done == len(m.Cells) && m.allAbsent() != nil:
		return answer.Answer{None: m.allAbsent()}
	}
	p := m.picture()
	a := answer.Answer{Map: &p, Tables: []answer.Table{m.table(p)}}
	a.Groups = []answer.Group{{Title: "map", Quantities: m.figures(p)}}
	a.Summary, a.Tone = m.summary()
	m.shortfalls(&a, "cells", "map")
	if m.alone {
		a.Warn(answer.NoEffect, "--vs has no effect: the map shows A alone", "vs")
	}
	if m.r.Simulated() {
		a.Warn(answer.Approximate, m.simulated(), "map")
	}
	if m.r.Drawn() && m.s.Stateful() {
		a.Warn(answer.Approximate, "each value is of fewer clients than one asked for alone: it may be off by about 2%",
			"map")
	}
	m.warnAbsent(&a)
	return a
}

// simulated says how the cells are simulated.
func (m *mapping) simulated() string {
	one := m.s
	one.Runs = 1
	return fmt.Sprintf("each cell is %s; a cell at the border is %s; the cell of the present settings is %s",
		m.r.Engine(one, answer.Rough),
		m.r.Engine(m.s, answer.Rough), m.r.Engine(m.s, answer.Full))
}

// warnAbsent warns about the number of cells without a value, with the reason of the first.
func (m *mapping) warnAbsent(a *answer.Answer) {
	var first *answer.None
	count := 0.0
	for _, v := range m.Cells {
		if none := absent(v); none != nil {
			first = cmp.Or(first, none)
			count++
		}
	}
	if first != nil {
		a.Warn(answer.Absent, answer.Counted(count, "cell has", "cells have")+" no value: "+first.Reason, "map")
	}
}
