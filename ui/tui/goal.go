package tui

import (
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question"
)

// Solving for a result takes two menus: first the bound on the result, then the setting to change for it.

// An aim is a quantity that can be solved for, and its result.
type aim struct {
	answer.Quantity
	result figure.Figure
}

// goals returns the quantities in view that can be solved for, each result once, without rounded copies. A fleet also
// has goals that its answer does not show.
func (m Model) goals() []aim { return slices.Collect(m.eachGoal) }

// numbers returns the quantities in view that are numbers. Those in words are shown elsewhere.
func (m Model) numbers() []answer.Quantity {
	return slices.DeleteFunc(m.answer.Quantities(), func(q answer.Quantity) bool { return q.Words != "" })
}

// eachGoal yields the goals.
func (m Model) eachGoal(yield func(aim) bool) {
	yielded := map[string]bool{}
	for _, q := range m.numbers() {
		w, ok := question.Wanted().ForQuantity(q)
		if !ok || w.Unit != q.Kind || yielded[w.Name] || w.Missing(m.scenario) != "" {
			continue
		}
		if yielded[w.Name] = true; !yield(aim{q, w}) {
			return
		}
	}
	if !m.showsFleet() || m.blank() {
		return
	}
	for _, w := range question.Wanted() {
		if w.NotInAnswers && !yielded[w.Name] {
			q := w.Quantity(answer.Value{Number: math.NaN(), Status: answer.Unknown})
			if q.Name, q.Label = w.DisplayName(), ""; !yield(aim{q, w}) {
				return
			}
		}
	}
}

// goalBy returns the index of the first goal for which is returns true, or -1.
func (m Model) goalBy(is func(figure.Figure) bool) int {
	return slices.IndexFunc(m.goals(), func(a aim) bool { return is(a.result) })
}

// goalOf returns the index of a result among the goals, or -1.
func (m Model) goalOf(name string) int {
	return m.goalBy(func(w figure.Figure) bool { return w.Name == name })
}

// hasGoals reports whether there is a goal.
func (m Model) hasGoals() bool { return m.solvable && !m.tiny() }

// goalItems returns the goals with their present values and their ranges.
func (m Model) goalItems() (list []item) {
	for _, a := range m.goals() {
		list = append(list, item{name: a.DisplayName(), now: a.Text(0), help: a.result.Setting().Range()})
	}
	return list
}

// seek opens the menu of goals at the last goal, or at the first in importance.
func (m Model) seek() Model {
	pick := m.goalOf(m.wanted)
	if pick < 0 {
		pick = max(0, m.goalBy(func(w figure.Figure) bool { return w.Preferred }))
	}
	m = m.listing(menu{title: "solve for a result: type its bound", list: Model.goalItems, value: Model.want,
		sign: "= ", enter: "next"})
	m.menu.pick = pick
	return m
}

// want reads the bound for the chosen result and requests the settings that meet it.
func (m Model) want(text string) Model {
	list := m.goals()
	if text == "" {
		m.note = "type what it shall be, as in <10s, 10% or 1.5x"
		return m
	}
	w := list[m.menu.pick].result
	if !m.takes(w, text) && strings.ContainsAny(text, "%x") {
		if i := m.goalBy(func(w figure.Figure) bool { return m.takes(w, text) }); i >= 0 {
			w = list[i].result
		}
	}
	return m.wantOf(w, text)
}

// takes reports whether a text is a valid bound for a result. Only few results take a share or a multiple of the usual
// load.
func (m Model) takes(w figure.Figure, text string) bool {
	s := *m.scenario
	return w.Setting().Set(&s, text) == nil
}
