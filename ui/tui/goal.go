package tui

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/query/target"
	"retune/ui/unit"
)

// A goal is a result that is being asked for backwards: first what it shall be,
// then which knob is to be turned for it.
type goal struct {
	pick   int     // index into m.goals()
	editor *editor // what it shall be
	asked  *asked  // not nil once it has been said: then knobs are offered
}

// What has been asked is a question, where each knob would have to stand for
// it, and which of them is chosen.
type asked struct {
	scenario knob.Scenario
	want     answer.Result
	kind     unit.Kind // of what is wanted
	text     string    // what is wanted, with its unit
	offers   []target.Solution
	choice   int // index into them
}

// offers is what has come of a question.
type offers struct {
	of   *work
	list []target.Solution
}

// goals is the quantities in view that can be asked for backwards, each result
// once: what is only a rounding of one is left out.
func (m Model) goals() []answer.Quantity {
	var list []answer.Quantity
	var seen []string
	for _, q := range quantities(m.answer) {
		w, ok := query.Wanted.Of(q)
		if !ok || w.Simulated() || slices.Contains(seen, w.Name) || w.Missing(m.scenario) != "" {
			continue
		}
		if w.Unit == q.Kind {
			list, seen = append(list, q), append(seen, w.Name)
		}
	}
	return list
}

// goalOf is the index of a want among the goals, or -1.
func (m Model) goalOf(name string) int {
	return slices.IndexFunc(m.goals(), func(q answer.Quantity) bool {
		w, _ := query.Wanted.Of(q)
		return w.Name == name
	})
}

func (m Model) hasGoals() bool { return !m.tiny() && len(m.goals()) > 0 }

// seek begins to ask for a result: the one of the last time, or the next delay, if
// it is in view.
func (m Model) seek() Model {
	m = m.browse()
	m.mode = solving
	m.goal = &goal{pick: max(0, m.goalOf(cmp.Or(m.lastGoal, "delay-after-retry"))), editor: newEditor("")}
	return m
}

// wantAgain goes back from the offers to what is wanted.
func (m Model) wantAgain() Model {
	m.mode, m.goal = solving, &goal{pick: m.goal.pick, editor: m.goal.editor}
	return m
}

// seekingText gives a key or a pasted text to the value that is wanted.
func (m Model) seekingText(msg tea.Msg) Model {
	m.goal = &goal{pick: m.goal.pick, editor: m.goal.editor.typed(msg)}
	return m
}

// choose goes n results or offers on, round and round.
func (m Model) choose(n int) Model {
	g := *m.goal
	if g.asked == nil {
		return m.pick(turned(g.pick+n, len(m.goals())))
	}
	a := *g.asked
	a.choice = turned(a.choice+n, len(a.offers))
	g.asked = &a
	m.goal = &g
	return m
}

// turned is i on a wheel of n places.
func turned(i, n int) int { return (i + n) % max(1, n) }

// pick chooses a result; what was typed for another counts no more.
func (m Model) pick(i int) Model {
	if i != m.goal.pick || m.goal.asked != nil {
		m.goal = &goal{pick: i, editor: newEditor("")}
	}
	return m
}

// want reads what the result shall be and has the knobs offered for it.
func (m Model) want() (Model, tea.Cmd) {
	q := m.goals()[m.goal.pick]
	w, _ := query.Wanted.Of(q)
	k := w.Knob()
	g := *m.goal
	m.goal = &g
	s := m.scenario
	if err := k.Set(&s, g.editor.input.Value()); err != nil {
		if i := m.takesShare(g.editor.input.Value()); i >= 0 {
			g.pick = i
			return m.want()
		}
		g.editor = g.editor.refused(err.Error())
		return m, nil
	}
	g.asked = &asked{scenario: s, want: w, kind: q.Kind, text: k.Text(s)}
	if s.Relative {
		g.asked.kind = unit.Share
	}
	m.mode, m.lastGoal = offering, w.Name
	m.offer = m.offer.next()
	return m, m.inBackground(m.offer, func(ctx context.Context) tea.Msg {
		return offers{m.offer, slices.Collect(target.Offers(ctx, s, w, answer.Full))}
	})
}

// offered takes the offers of the question that was asked last, those that do
// it first. The knob in focus is chosen if it does it, else the factor, else
// the first that does; or where none does it, the one that comes nearest.
func (m Model) offered(o offers) Model {
	if m.goal == nil || m.goal.asked == nil || o.of != m.offer {
		return m
	}
	g, a := *m.goal, *m.goal.asked
	rank := func(s target.Solution) int {
		switch {
		case s.Reached && !s.All:
			return 0
		case s.Reached: // it may stay where it is
			return 1
		}
		return 2
	}
	slices.SortStableFunc(o.list, func(x, y target.Solution) int { return cmp.Compare(rank(x), rank(y)) })
	a.offers = o.list
	if !a.reachable() {
		a.choice = a.nearest()
	}
	for _, name := range []string{"factor", m.knob().Name} {
		if i := slices.IndexFunc(o.list, func(s target.Solution) bool { return rank(s) == rank(o.list[0]) && s.Reached && s.Knob.Name == name }); i >= 0 {
			a.choice = i
		}
	}
	g.asked = &a
	m.goal = &g
	return m
}

// reachable tells whether some knob does it: those that do are the first.
func (a *asked) reachable() bool { return len(a.offers) > 0 && a.offers[0].Reached }

// chosen is the offer that is chosen, if any has come.
func (a *asked) chosen() (sol target.Solution, ok bool) {
	if len(a.offers) == 0 {
		return sol, false
	}
	return a.offers[a.choice], true
}

// reach turns the chosen knob, as one gesture.
func (m Model) reach() Model {
	sol, ok := m.goal.asked.chosen()
	if !ok || !sol.Reached {
		return m
	}
	m = m.browse()
	m = m.toKnob(sol.Knob)
	return m.turn(func(m *Model) { m.scenario = sol.Knob.At(m.scenario, sol.Value) })
}

// nearest is the index of the offer that comes nearest.
func (a *asked) nearest() (best int) {
	off := math.Inf(1)
	for i, sol := range a.offers {
		if d := math.Abs(sol.Achieved - a.scenario.Wanted); d < off {
			best, off = i, d
		}
	}
	return best
}

// unreached says that no knob does it, and what comes nearest.
func (a *asked) unreached() string {
	best := a.offers[a.nearest()]
	if math.IsNaN(best.Achieved) {
		return "no knob does it"
	}
	return "no knob does it: nearest is " + a.kind.Format(best.Achieved) + " at " + knobLabel(best.Knob) + " " + best.Unit.Format(best.Value)
}

// remark is what is to be known of an offer: that it is not the only one, or
// by how much it misses, or why there is none.
func (a *asked) remark(sol target.Solution) string {
	if !sol.Reached {
		return sol.Why
	}
	var list []string
	if got := a.kind.Format(sol.Achieved); got != a.kind.Format(a.scenario.Wanted) {
		list = append(list, "gives "+got)
	}
	switch {
	case sol.From < sol.To:
		list = append(list, "as any from "+sol.Unit.Format(sol.From)+" to "+sol.Unit.Format(sol.To))
	case sol.More:
		list = append(list, "others do it too")
	}
	return strings.Join(list, ", ")
}

func knobLabel(k knob.Knob) string { return strings.ReplaceAll(k.Name, "-", " ") }

// takesShare is the first of the goals that takes a share, such as 10%, or -1 where the
// text is none: one is typed for what has no unit, whichever goal is chosen.
func (m Model) takesShare(text string) int {
	if !strings.HasSuffix(strings.TrimSpace(text), "%") {
		return -1
	}
	return slices.IndexFunc(m.goals(), func(q answer.Quantity) bool {
		w, _ := query.Wanted.Of(q)
		s := m.scenario
		return w.Knob().Set(&s, text) == nil
	})
}
