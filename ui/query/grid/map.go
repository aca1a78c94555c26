package grid

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// mostCells is how many cells a map may have.
const mostCells = 10_000

// Map answers with one of the results over two knobs. turned is the questions that have a
// row on the screen beside those of its own.
func Map(results answer.Results, fleet answer.Result, turned []string) answer.Query {
	of := Of(results)
	q := answer.Query{
		Try: []string{"retune map --clients 400 --x factor=1.5..4:8 --y clients=250..500:5 --duration 2m",
			"retune map --x cap=1s..1h --y initial-delay=100ms..10s --of elapsed"},
		Name: "map", Names: "heatmap heat-map phase phase-map phase-diagram",
		Short: "one result over two settings, as a heat map",
		Tab:   "map", Layout: answer.Mapped, Screen: append([]string{of.Name, "x", "y"}, turned...),
		Takes: results.Takes(),
		Own:   []knob.Knob{knob.Across(), knob.Up(), of},
		Slow:  answer.Slow, Draws: true,
		Long: about,
	}
	result := func(s knob.Scenario) answer.Result {
		if s.Of == "" {
			return fleet
		}
		r, _ := results.Find(s.Of)
		return r.In(s)
	}
	q.Lacks = func(s knob.Scenario) string { return lacking(q, result(s), s) }
	q.Uses = func(s knob.Scenario) []string { return answer.Results{result(s)}.Takes() }
	q.From = func(s knob.Scenario) string { return result(s).Base }
	q.Work = func(s knob.Scenario, effort answer.Effort) answer.Work { return newMapping(q, result(s), s, effort) }
	q.Worked = func(s knob.Scenario, _ answer.Answer) []string {
		return newMapping(q, result(s), s, answer.Rough).worked()
	}
	q.Ask = func(ctx context.Context, s knob.Scenario, effort answer.Effort) answer.Answer {
		return wholly(ctx, q.Work(s, effort))
	}
	return q
}

const about = `A result over two settings: --x across and --y up, --of any of those that retune help results
lists; without it the verdict of a fleet. A cell is the fleet or the policy with the two settings at
its values, as retune what works it out. A fleet is simulated once, at the border until one verdict
leads by two runs, and as it is as often as retune fleet does. Of a large map every few columns and
rows come first, and a cell between equal ones that is not at the border is not simulated.

    --x factor=1.1..4        40 values from 1.1 to 4, and 20 of --y
    --x factor=1.1..4:8      8 values
    --x outage=10s..60s:+5s  steps of 5s
    --of 'peak-load<1500/s'  and the line up to where the limit is kept

Values are equal steps apart, or from ten times as much on equal factors; one of them is that of the
setting as it is. Where the verdict changes between two cells, or a limit is broken, the border is
found by bisection, to a 32nd of the distance:

    border = (lo + hi)/2 ± (hi - lo)/2   with one verdict at lo and the other at hi

The map has the figures x, y and value of every cell in --table map, and the border in --table
border: both sides of each point are worked out.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021.`

// Of is the knob that asks for one of the results.
func Of(results answer.Results) knob.Knob {
	return knob.Of(results.Names(), func(name string) (string, unit.Kind, bool) {
		r, ok := results.Find(name)
		return r.Name, r.Unit, ok
	})
}

// wholly is the answer of a work that is done at once.
func wholly(ctx context.Context, w answer.Work) answer.Answer {
	w.Do(ctx, nil)
	return w.Answer()
}

// lacking is the question that the result still needs: none that is on an axis.
func lacking(q answer.Query, r answer.Result, s knob.Scenario) string {
	for _, name := range []string{"x", "y", "sweep"} {
		if a, ok := q.Axis(name, s); ok {
			s, _ = a.Of(s, a.Values[0])
		}
	}
	return r.Missing(s)
}

// A mapping is a map in the making.
type mapping struct {
	s     knob.Scenario
	r     answer.Result
	x, y  knob.Axis
	alone bool // there is a B, of which there is no map

	values
	cells  []answer.Value
	edges  []edge // that the border crosses, once all cells are known
	points []point
	found  []bool // which of them
	whole  bool

	settled []bool // cells of a simulated fleet that have more runs than one, as they lie at the border
	filled  []bool // cells that are not simulated, as they lie between equal ones
}

func newMapping(q answer.Query, r answer.Result, s knob.Scenario, effort answer.Effort) *mapping {
	m := &mapping{r: r}
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
	m.x, okX = q.Axis("x", s)
	m.y, okY = q.Axis("y", s)
	if m.none = m.refuse(q, okX && okY); m.none != nil {
		return m
	}
	m.x, m.y = m.x.Through(s), m.y.Through(s)
	m.cells = make([]answer.Value, len(m.x.Values)*len(m.y.Values))
	m.do = func(ctx context.Context, i int) func() {
		v := m.valueOf(ctx, i)
		return func() { m.cells[i], m.attempts = v, m.attempts+v.Attempts }
	}
	m.absent = func(i int) *answer.None { return absent(m.cells[i]) }
	if r.Simulated() {
		effort, m.settled, m.filled = answer.Rough, make([]bool, len(m.cells)), make([]bool, len(m.cells))
	}
	m.start(len(m.cells), s, effort, r.Drawn())
	return m
}

// refuse says why there is no such map, or is nil.
func (m *mapping) refuse(q answer.Query, ok bool) *answer.None {
	if !ok {
		return &answer.None{Reason: "an axis does not stand beside the other settings"}
	}
	if m.x.Knob.Name == m.y.Knob.Name {
		return &answer.None{Reason: "both axes are " + m.x.Knob.Name,
			Hint: "retune " + q.Name + " --of " + m.r.Name + " --sweep takes one setting"}
	}
	for _, a := range []knob.Axis{m.x, m.y} {
		if why := unmoved(a, m.r, m.s); why != "" {
			return &answer.None{Reason: why}
		}
	}
	if nx, ny := len(m.x.Values), len(m.y.Values); nx*ny > mostCells {
		return &answer.None{Reason: fmt.Sprintf("a map has at most %d cells, and these are %d", mostCells, nx*ny),
			Hint: fmt.Sprintf("fewer values, as in --x %s=...:%d --y %s=...:%d", m.x.Knob.Name, min(nx, 100),
				m.y.Knob.Name,
				min(ny, 50))}
	}
	return nil
}

// unmoved says why the knob of an axis has no effect on the result, or "".
func unmoved(a knob.Axis, r answer.Result, s knob.Scenario) string {
	k := a.Knob
	if k.Asks && !slices.Contains(answer.Results{r}.Takes(), k.Name) {
		return fmt.Sprintf("the %s does not depend on --%s", r.Called(), k.Name)
	}
	at, err := a.Of(s, a.Values[len(a.Values)-1])
	if err == nil && r.Base != "" && k.Idle != nil && k.Idle(at) != "" {
		return "--" + k.Name + " has no effect " + k.Idle(at)
	}
	return ""
}

func (m *mapping) cell(column, row int) int { return row*len(m.x.Values) + column }

// Do works out the cells, and then the border.
func (m *mapping) Do(ctx context.Context, told func(done, all int) bool) {
	if m.none != nil {
		return
	}
	c := counter{told: told, all: len(m.cells)}
	if !m.survey(ctx, &c) {
		return
	}
	m.settle(ctx, &c)
	m.held(func() {
		if m.found == nil {
			m.edges = m.crossed()
			m.points, m.found = make([]point, len(m.edges)), make([]bool, len(m.edges))
		}
	})
	c.before = len(m.cells)
	c.more(len(m.edges))
	m.each(ctx, &c, upTo(len(m.edges)), m.found, func(i int) func() {
		p := m.cross(ctx, m.edges[i])
		return func() { m.points[i], m.found[i], m.attempts = p, true, m.attempts+p.attempts }
	})
	m.held(func() { m.whole = !slices.Contains(m.found, false) })
}

// settle computes the cells at the border of a simulated fleet again, by as many runs as it takes, and
// those at the border that these then have.
func (m *mapping) settle(ctx context.Context, c *counter) {
	for again := m.settled != nil && m.found == nil; again; {
		var list []int
		for _, e := range m.crossed() {
			from, to, _, _ := m.ends(e)
			for _, i := range []int{from, to} {
				if !m.settled[i] && !slices.Contains(list, i) {
					list = append(list, i)
				}
			}
		}
		c.more(len(list))
		again = len(list) > 0 && m.each(ctx, c, list, m.settled, func(i int) func() {
			v := m.valueAt(ctx, m.x.Values[i%len(m.x.Values)], m.y.Values[i/len(m.x.Values)])
			return func() {
				m.cells[i], m.settled[i], m.filled[i], m.attempts = v, true, false, m.attempts+v.Attempts
			}
		})
		c.before += len(list)
	}
}

// order is that in which cells are worked out.
func (m *mapping) order() []int {
	order := coarseFirst(len(m.x.Values), len(m.y.Values))
	if now := m.now(); now[0] >= 0 { // which one asks about first
		at := m.cell(now[0], now[1])
		order = slices.Insert(slices.DeleteFunc(order, func(i int) bool { return i == at }), 0, at)
	}
	return order
}

// border is the points that are found so far.
func (m *mapping) border() (list []point) {
	for i, p := range m.points {
		if m.found[i] {
			list = append(list, p)
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

// Answer is the map as far as it is worked out.
func (m *mapping) Answer() answer.Answer {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.none != nil {
		return answer.Answer{None: m.none}
	}
	cells, known := slices.Clone(m.cells), slices.Clone(m.known)
	done := 0
	for _, is := range known {
		if is {
			done++
		}
	}
	switch {
	case done == 0:
		return answer.Stopped
	case done == len(cells) && m.allAbsent() != nil:
		return answer.Answer{None: m.allAbsent()}
	}
	a := answer.Answer{Map: m.picture(cells, known)}
	a.Tables = []answer.Table{m.table(cells, known)}
	if m.bordered() {
		a.Tables = append(a.Tables, m.borderTable(m.border()))
	}
	a.Groups = []answer.Group{{Title: "map", Quantities: m.figures(cells, known)}}
	a.Summary, a.Tone = m.summary(cells, known)
	m.shortfalls(&a, "cells", "map")
	if done == len(cells) && !m.whole {
		a.Warn(answer.Partial,
			fmt.Sprintf("only %d of %d points of the border are worked out", len(m.border()), len(m.edges)), "border")
	}
	if m.alone {
		a.Warn(answer.NoEffect, "the map is of A alone: --vs has no effect on it", "vs")
	}
	if m.r.Simulated() {
		a.Warn(answer.Approximate, m.simulated(), "map")
	}
	m.warnAbsent(&a, cells, known)
	return a
}

// simulated says which cells are simulated, and how.
func (m *mapping) simulated() string {
	one, cells, n := m.s, "each cell is", len(m.cells)
	for _, filled := range m.filled {
		if filled {
			n--
		}
	}
	if one.Runs = 1; n < len(m.cells) {
		cells = fmt.Sprintf("the cells between equal ones are not simulated; each of the other %d is", n)
	}
	return fmt.Sprintf("%s %s, at the border %s, and as it is %s", cells,
		m.r.Engine(one, answer.Rough), m.r.Engine(m.s, answer.Rough), m.r.Engine(m.s, answer.Full))
}

// bordered tells whether the classes of the cells have a border.
func (m *mapping) bordered() bool { return m.limited() || m.r.Among != nil }

// warnAbsent says why cells have no value that could not be asked: for each reason once.
func (m *mapping) warnAbsent(a *answer.Answer, cells []answer.Value, known []bool) {
	count := map[string]int{}
	var reasons []string
	for i, v := range cells {
		if !known[i] || absent(v) == nil {
			continue
		}
		if count[v.Why]++; count[v.Why] == 1 {
			reasons = append(reasons, v.Why)
		}
	}
	const most = 3
	for i, why := range reasons {
		if i == most {
			a.Warn(answer.Absent, fmt.Sprintf("and %d other reasons", len(reasons)-most), "map")
			break
		}
		a.Warn(answer.Absent,
			answer.Counted(float64(count[why]), "cell has", "cells have")+" no value: "+strings.TrimSuffix(why,
				"."), "map")
	}
}
