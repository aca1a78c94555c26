package tui

import (
	"cmp"
	"context"
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// The view that compares policies has a row for each of them: its call time as a box, and what becomes of its
// fleet, which is simulated once the rest is answered.

// A ranking is how boxes are ordered, and the figures of fleets beside those of policies.
type ranking struct {
	order   int // the column that orders the rows; 0: as they are answered
	ranks   fleetFigures
	follows int // the generation whose fleets are being simulated
	naming  int // the policy that is being named
}

// A fleetFigures message is the figures of the fleets of a generation, by policy and by [fleetColumns].
type fleetFigures struct {
	generation int
	figures    [][]float64
}

// fleetColumns is the figures of a fleet that stand beside a policy.
var fleetColumns = []struct{ result, head string }{{"peak-load", "peak"}, {"longest-outage", "survives"}}

// noRoom is why no further policy can be kept.
const noRoom = "five are kept: C drops the last"

// keep keeps a policy beside the present one.
func (m Model) keep(s setting.Scenario) Model {
	if !m.scenario.Room() {
		m.note = noRoom
		return m
	}
	m = m.turnTo(m.scenario.Keep(s))
	names := m.scenario.Names()
	m.note = "kept as " + names[len(names)-1] + ": N gives it another name, F6 compares"
	return m
}

// nameKept has the policy of the chosen row named, or the one that was kept last.
func (m Model) nameKept() Model {
	at := len(m.scenario.Versus)
	if m.tab().Layout == answer.Ranked && m.mode == choosingBox {
		if at = m.boxed()[m.pickedBox()].Of; at == 0 {
			m.note = "the present policy is named once c keeps it"
			return m
		}
	}
	m = m.nameFile(policyNamed, m.scenario.Names()[at])
	m.ranking.naming = at
	return m
}

// policyNamed is the format of a name that is a policy's.
const policyNamed = "policy"

// ordered orders the rows by the n-th column from the present one.
func (m Model) ordered(n int) Model {
	m.order = turned(m.order+n+len(m.chart(0).Columns)+1, len(m.chart(0).Columns)+1)
	return m
}

// ranked is a chart of boxes with the figures of fleets, the best first by the chosen column.
func (m Model) ranked(c answer.Chart) answer.Chart {
	own := len(c.Columns)
	c.Boxes, c.Columns = slices.Clone(c.Boxes), slices.Clone(c.Columns)
	if m.tab().Layout == answer.Ranked {
		for j, column := range fleetColumns {
			w, _ := question.Results.Find(column.result)
			c.Columns = append(c.Columns, answer.Column{Name: column.head, Kind: w.Unit})
			for i, b := range c.Boxes {
				figure := math.NaN()
				if b.Of < len(m.ranks.figures) {
					figure = m.ranks.figures[b.Of][j]
				}
				c.Boxes[i].Figures = append(slices.Clip(b.Figures), figure)
			}
		}
	}
	if at := m.order - 1; at >= 0 && at < len(c.Columns) {
		slices.SortStableFunc(c.Boxes, func(x, y answer.Box) int {
			if at >= own {
				if w, _ := question.Results.Find(fleetColumns[at-own].result); w.Better == answer.More {
					x, y = y, x
				}
			}
			return cmp.Compare(x.Figures[at], y.Figures[at])
		})
		c.Columns[at].Name = "▾" + c.Columns[at].Name
	}
	return c
}

// workOutRanks simulates the fleets of the policies, once it is their turn.
func (m Model) workOutRanks() (Model, tea.Cmd) {
	if m.tab().Layout != answer.Ranked || m.missing() != "" || m.stage != exact || m.ranking.follows == m.generation {
		return m, nil
	}
	m.ranking.follows = m.generation
	generation, policies := m.generation, m.scenario.Policies()
	return m, m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		list := fleetFigures{generation: generation}
		for _, p := range policies {
			asked := inquiry{"fleet figures", questionOf(p)}
			list.figures = append(list.figures, answer.Once(ctx, asked, func() (row []float64) {
				for _, column := range fleetColumns {
					w, _ := question.Results.Find(column.result)
					v := w.Value(ctx, p, answer.Full)
					if v.Status == answer.Unbounded {
						v.Number = math.Inf(1)
					}
					row = append(row, v.Number)
				}
				return row
			}))
		}
		return list
	})
}
