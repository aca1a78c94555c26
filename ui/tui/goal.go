package tui

import (
	"math"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query"
)

// A goal is a result that is being asked for backwards: first what it shall be,
// then which knob is to be turned for it.
type goal struct {
	pick   int     // index into m.goals()
	editor *editor // what it shall be
	asked  *asked  // not nil once it has been said: then knobs are offered
}

// goals is the quantities in view that can be asked for backwards, each result
// once: what is only a rounding of one is left out. Of a fleet there are also those that
// its answer does not have.
func (m Model) goals() (list []answer.Quantity) {
	m.eachGoal(func(q answer.Quantity, _ answer.Result) bool {
		list = append(list, q)
		return true
	})
	return list
}

// eachGoal yields the goals, and what is wanted then, until nobody wants more.
func (m Model) eachGoal(yield func(answer.Quantity, answer.Result) bool) {
	var seen []string
	for _, q := range quantities(m.answer) {
		w, ok := query.Wanted.Of(q)
		if !ok || slices.Contains(seen, w.Name) || w.Missing(m.scenario) != "" {
			continue
		}
		if w.Unit == q.Kind {
			if seen = append(seen, w.Name); !yield(q, w) {
				return
			}
		}
	}
	if !m.showsFleet() || m.blank() {
		return
	}
	for _, w := range query.Wanted {
		if !w.Apart || slices.Contains(seen, w.Name) {
			continue
		}
		if q := (answer.Quantity{Name: w.Called(), Kind: w.Unit, A: math.NaN(), B: math.NaN(), Status: answer.Unknown, StatusB: answer.Unknown}); !yield(q, w) {
			return
		}
	}
}

// goalBy is the index of the first want that is so among the goals, or -1.
func (m Model) goalBy(is func(answer.Result) bool) int {
	i, found := 0, -1
	m.eachGoal(func(_ answer.Quantity, w answer.Result) bool {
		if is(w) {
			found = i
		}
		i++
		return found < 0
	})
	return found
}

// goalOf is the index of a want among the goals, or -1.
func (m Model) goalOf(name string) int {
	return m.goalBy(func(w answer.Result) bool { return w.Name == name })
}

func (m Model) hasGoals() bool {
	return !m.tiny() && m.goalBy(func(answer.Result) bool { return true }) >= 0
}

// seek begins to ask for a result: the one of the last time, or that which is asked for
// first, if it is in view.
func (m Model) seek() Model {
	pick := m.goalOf(m.lastGoal)
	if pick < 0 {
		pick = max(0, m.goalBy(func(w answer.Result) bool { return w.First }))
	}
	m = m.browse()
	m.mode, m.goal = solving, &goal{pick: pick, editor: newEditor("")}
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
	a.choice, a.moved = turned(a.choice+n, len(a.offers)), true
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

// wider is the scenario of what is asked over a range of outages, if one alone does not
// tell.
func (m Model) wider() (s knob.Scenario, ok bool) {
	if m.goal == nil || m.goal.asked == nil || m.goal.asked.want.Over == nil {
		return s, false
	}
	return m.goal.asked.want.Over(m.scenario)
}

// widen asks the same over a range of outages.
func (m Model) widen() (Model, tea.Cmd) {
	s, _ := m.wider()
	g, mode := m.goal, m.mode
	m = m.turn(func(m *Model) { m.scenario = s })
	m.goal, m.mode = g, mode
	return m.wantOf(g.asked.want)
}
