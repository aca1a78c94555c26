package tui

import (
	"cmp"
	"context"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// A ranking is the order of boxes, the chosen policy, and the figures of the fleets of all policies, which are
// simulated after the rest is answered.
type ranking struct {
	order    int               // the column that orders boxes; 0: as answered
	ranks    []answer.Quantity // figures of the fleets, as [fleetColumns]; nil: not known yet
	policy   int               // the policy chosen in the panel
	onPolicy bool              // the focus is on it, not on a setting
}

// fleetColumns are the figures of a fleet shown beside a policy.
var fleetColumns = []struct{ result, head, short string }{
	{"peak-load", "peak load", "peak"}, {"longest-outage", "survives an outage of", "survives"}}

// noRoom is the reason why no further policy can be kept.
const noRoom = "five are kept: C drops the last"

// keep keeps a policy for comparison with the present one.
func (m Model) keep(s *setting.Scenario) Model {
	if !m.scenario.CanAddPolicy() {
		m.note = noRoom
		return m
	}
	m = m.turnTo(new(m.scenario.AddPolicy(s)))
	names := m.scenario.Names()
	m.note = "kept as " + names[len(names)-1] + ": N gives it another name, F6 compares"
	return m
}

// nameKept asks for a name of the policy in the chosen row, or of the policy kept last.
func (m Model) nameKept() Model {
	at := len(m.scenario.Versus)
	if m.listsKept() && m.onPolicy {
		if at = m.policy; at == 0 {
			m.note = "the present policy is named once c keeps it"
			return m
		}
	}
	return m.naming("what the policy is called", m.scenario.Names()[at], func(m Model, name string) Model {
		s, err := m.scenario.RenamePolicy(at, name)
		if err != nil {
			return m.refused(err.Error())
		}
		return m.browse().turnTo(&s)
	})
}

// ordered orders the rows by the column n places from the present one.
func (m Model) ordered(n int) Model {
	m.order = wrapped(m.order+n, len(m.chart(0).Columns)+1)
	return m
}

// ranked returns a chart of boxes ordered by the chosen column, the least first.
func (m Model) ranked(c answer.Chart) answer.Chart {
	c.Boxes, c.Columns = slices.Clone(c.Boxes), slices.Clone(c.Columns)
	if at := m.order - 1; at >= 0 && at < len(c.Columns) {
		slices.SortStableFunc(c.Boxes, func(x, y answer.Box) int { return cmp.Compare(x.Figures[at], y.Figures[at]) })
		c.Columns[at].Name = "▾" + c.Columns[at].Name
	}
	return c
}

// workOutRanks simulates the fleets of the policies after the other answers.
func (m Model) workOutRanks() Model {
	if !m.tab().ListsPolicies || m.missing() != "" || m.stage != exact || m.followed == m.scenario {
		return m
	}
	m.followed, m.ranks = m.scenario, nil
	policies := m.scenario.Policies()
	compute := func(ctx context.Context) []answer.Quantity {
		return answer.MergeQuantities(policies, func(p setting.Scenario) []answer.Quantity {
			asked := inquiry{"fleet figures", questionOf(&p)}
			return answer.Cached(ctx, asked, func() []answer.Quantity { return fleetFigures(ctx, &p) })
		})
	}
	return follow(m, inquiry{"figures of fleets", questionOf(m.scenario)}, compute,
		func(m Model, list []answer.Quantity) Model {
			m.ranks = list
			return m
		})
}

// fleetFigures returns the figures of a policy's fleet shown beside it.
func fleetFigures(ctx context.Context, p *setting.Scenario) (list []answer.Quantity) {
	for _, column := range fleetColumns {
		w, _ := question.Figures().Find(column.result)
		q := w.Quantity(w.Compute(ctx, p, answer.Full))
		q.Name, q.Label, q.Symbol = column.result, column.head, column.short
		list = append(list, q)
	}
	return list
}
