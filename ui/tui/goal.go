package tui

import (
	"math"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/unit"
)

// A result is asked for backwards in two menus: what it shall be, and then which setting is changed for it.

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

// eachGoal yields the goals and their results until yield returns false.
func (m Model) eachGoal(yield func(answer.Quantity, answer.Result) bool) {
	var seen []string
	for _, q := range quantities(m.answer) {
		w, ok := question.Wanted.Of(q)
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
	for _, w := range question.Wanted {
		if !w.Apart || slices.Contains(seen, w.Name) {
			continue
		}
		unknown := answer.Quantity{Name: w.Called(), Kind: w.Unit, A: math.NaN(), Status: answer.Unknown}
		if !yield(unknown, w) {
			return
		}
	}
}

// goalBy is the index of the first result that is so among the goals, or -1.
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

// goalOf is the index of a result among the goals, or -1.
func (m Model) goalOf(name string) int {
	return m.goalBy(func(w answer.Result) bool { return w.Name == name })
}

func (m Model) hasGoals() bool {
	return !m.tiny() && m.goalBy(func(answer.Result) bool { return true }) >= 0
}

// goalItems is the goals, with what they are now and what they may be.
func (m Model) goalItems() (list []item) {
	m.eachGoal(func(q answer.Quantity, w answer.Result) bool {
		list = append(list, item{name: q.Called(), now: q.Text(0),
			help: w.Setting().Range()})
		return true
	})
	return list
}

// seek opens the menu of goals, at the one of the last time or at the one that is asked for first.
func (m Model) seek() Model {
	pick := m.goalOf(m.wanted)
	if pick < 0 {
		pick = max(0, m.goalBy(func(w answer.Result) bool { return w.First }))
	}
	m = m.menuOf(solving)
	m.menu.pick = pick
	return m
}

// seekingFor opens the menu at the result that a figure of one of these names is.
func (m Model) seekingFor(names ...string) Model {
	q, _ := m.quantity(names...)
	if w, ok := question.Wanted.Of(q); ok && m.goalOf(w.Name) >= 0 {
		m.wanted = w.Name
		return m.seek()
	}
	return m
}

// want reads what the chosen result shall be and has the settings offered for it.
func (m Model) want() (Model, tea.Cmd) {
	text, list := m.menu.filter, m.goals()
	if strings.TrimSpace(text) == "" {
		m.note = "type what it shall be, as in <10s, 10% or 1.5x"
		return m, nil
	}
	w, _ := question.Wanted.Of(list[m.menu.pick])
	if !m.takes(w, text) && strings.ContainsAny(text, "%x") {
		if i := m.goalBy(func(w answer.Result) bool { return m.takes(w, text) }); i >= 0 {
			w, _ = question.Wanted.Of(list[i])
		}
	}
	return m.wantOf(w, text)
}

// meant is what is typed for a result as its setting reads it: 1.5x is 1.5 times the usual load, which is returned
// then, and else 0.
func (m Model) meant(text string) (value string, usual float64) {
	text = strings.TrimSpace(text)
	amount := strings.TrimLeft(text, signs)
	times, ok := strings.CutSuffix(amount, "x")
	load := m.answer.Value("baseline load", 0)
	if n, err := strconv.ParseFloat(times, 64); ok && err == nil && load.Status == "" {
		return strings.TrimSuffix(text, amount) + unit.Rate.Exact(math.Round(n*load.Number*1e5)/1e5), load.Number
	}
	return text, 0
}

// signs are those of a bound.
const signs = "<>= "

// takes tells whether a text is a value of a result: a share or a multiple of the usual load is one of few results.
func (m Model) takes(w answer.Result, text string) bool {
	s := m.scenario
	value, _ := m.meant(text)
	return w.Setting().Set(&s, value) == nil
}
