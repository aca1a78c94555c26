package tui

import (
	"cmp"
	"context"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// The view that compares policies has a row for each: its call time as a box, and figures of its fleet, which is
// simulated after the rest is answered.

// A ranking is the order of the boxes, and the figures of the fleets.
type ranking struct {
	order int         // the column that orders the rows; 0: as answered
	ranks [][]float64 // figures of the fleets, by policy and by [fleetColumns]
}

// fleetColumns are the figures of a fleet shown beside a policy.
var fleetColumns = []struct{ result, head string }{{"peak-load", "peak"}, {"longest-outage", "survives"}}

// fleetResult returns the result in column j of [fleetColumns].
func fleetResult(j int) answer.Result {
	w, _ := question.Results().Find(fleetColumns[j].result)
	return w
}

// noRoom is the reason why no further policy can be kept.
const noRoom = "five are kept: C drops the last"

// keep keeps a policy for comparison with the present one.
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

// nameKept asks for a name of the policy in the chosen row, or of the policy kept last.
func (m Model) nameKept() Model {
	at := len(m.scenario.Versus)
	if m.tab().Layout == answer.Ranked && m.mode == picking {
		if at = m.boxed()[m.picked()[1]].Of; at == 0 {
			m.note = "the present policy is named once c keeps it"
			return m
		}
	}
	return m.naming("what the policy is called", m.scenario.Names()[at], func(m Model, name string) Model {
		s, err := m.scenario.Naming(at, name)
		if err != nil {
			return m.refused(err.Error())
		}
		return m.browse().turnTo(s)
	})
}

// ordered orders the rows by the column n places from the present one.
func (m Model) ordered(n int) Model {
	m.order = wrapped(m.order+n, len(m.chart(0).Columns)+1)
	return m
}

// ranked returns a chart of boxes with the figures of fleets, ordered by the chosen column, the best first.
func (m Model) ranked(c answer.Chart) answer.Chart {
	own := len(c.Columns)
	c.Boxes, c.Columns = slices.Clone(c.Boxes), slices.Clone(c.Columns)
	if m.tab().Layout == answer.Ranked {
		for j, column := range fleetColumns {
			c.Columns = append(c.Columns, answer.Column{Name: column.head, Kind: fleetResult(j).Unit})
			for i, b := range c.Boxes {
				figure := math.NaN()
				if b.Of < len(m.ranks) {
					figure = m.ranks[b.Of][j]
				}
				c.Boxes[i].Figures = append(slices.Clip(b.Figures), figure)
			}
		}
	}
	if at := m.order - 1; at >= 0 && at < len(c.Columns) {
		slices.SortStableFunc(c.Boxes, func(x, y answer.Box) int {
			if at >= own && fleetResult(at-own).Better == answer.More {
				x, y = y, x
			}
			return cmp.Compare(x.Figures[at], y.Figures[at])
		})
		c.Columns[at].Name = "▾" + c.Columns[at].Name
	}
	return c
}

// workOutRanks simulates the fleets of the policies after the other answers.
func (m Model) workOutRanks() Model {
	if m.tab().Layout != answer.Ranked || m.missing() != "" || m.stage != exact || m.followed == m.generation {
		return m
	}
	m.followed = m.generation
	policies := m.scenario.Policies()
	compute := func(ctx context.Context) (list [][]float64) {
		for _, p := range policies {
			asked := inquiry{"fleet figures", questionOf(p)}
			list = append(list, answer.Once(ctx, asked, func() (row []float64) {
				for j := range fleetColumns {
					v := fleetResult(j).Value(ctx, p, answer.Full)
					if v.Status == answer.Unbounded {
						v.Number = math.Inf(1)
					}
					row = append(row, v.Number)
				}
				return row
			}))
		}
		return list
	}
	return follow(m, inquiry{"figures of fleets", questionOf(m.scenario)}, compute, func(m Model, list [][]float64) Model {
		m.ranks = list
		return m
	})
}
