package tui

import (
	"cmp"
	"context"
	"fmt"
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

// What has been asked is a question, where each knob would have to stand for
// it, and which of them is chosen.
type asked struct {
	scenario knob.Scenario
	want     answer.Result
	kind     unit.Kind // of what is wanted
	text     string    // what is wanted, with its bound and its unit
	offers   []target.Solution
	choice   int         // index into them
	moved    bool        // somebody has chosen it
	todo     []knob.Knob // those that are still to be tried, of a fleet
	busy     bool        // one is being tried
}

// offers is what has come of a question: all there is, or of a fleet one knob.
type offers struct {
	of   *work
	list []target.Solution
}

// want reads what the result shall be and has the knobs offered for it.
func (m Model) want() (Model, tea.Cmd) {
	w, _ := query.Wanted.Of(m.goals()[m.goal.pick])
	if s, text := m.scenario, m.goal.editor.input.Value(); w.Knob().Set(&s, text) != nil {
		if i := m.takesShare(text); i >= 0 {
			g := *m.goal
			g.pick, m.goal = i, &g
			return m.want()
		}
	}
	return m.wantOf(w)
}

// wantOf has the knobs offered for what is typed for a result.
func (m Model) wantOf(w answer.Result) (Model, tea.Cmd) {
	g, s := *m.goal, m.scenario
	m.goal = &g
	if err := w.Knob().Set(&s, g.editor.input.Value()); err != nil {
		g.editor = g.editor.refused(err.Error())
		return m, nil
	}
	kind := w.Kind(s)
	g.asked = &asked{scenario: s, want: w, kind: kind, text: w.BoundWords(s) + " " + kind.Exact(s.Wanted)}
	m.mode, m.lastGoal = offering, w.Name
	m.offer = m.offer.next()
	if w.Simulated() {
		g.asked.todo = target.Offered(s, w)
		slices.SortStableFunc(g.asked.todo, func(x, y knob.Knob) int { return cmp.Compare(m.prefers(y), m.prefers(x)) })
		return m.pursueOffers()
	}
	return m, m.inBackground(m.offer, func(ctx context.Context) tea.Msg {
		return offers{m.offer, answer.Once(ctx, inquiry{"offers for " + w.Name, questionOf(s)}, func() []target.Solution {
			return slices.Collect(target.Offers(ctx, s, w, answer.Full))
		})}
	})
}

// prefers is how gladly a knob is turned of several that do it: that in focus before
// those whose row says so.
func (m Model) prefers(k knob.Knob) int {
	switch {
	case k.Name == m.knob().Name:
		return 2
	case k.Ready:
		return 1
	}
	return 0
}

// pursueOffers tries the next knob for a result of a fleet, roughly; once all are tried
// the offer that is chosen is made sure, if it is not.
func (m Model) pursueOffers() (Model, tea.Cmd) {
	if m.goal == nil || m.goal.asked == nil || m.goal.asked.busy || !m.goal.asked.want.Simulated() {
		return m, nil
	}
	g, a := *m.goal, *m.goal.asked
	var k knob.Knob
	effort := answer.Rough
	if sol, ok := a.chosen(); len(a.todo) > 0 {
		k, a.todo = a.todo[0], a.todo[1:]
	} else if k, effort = sol.Knob, answer.Full; !ok || sol.Sure || !sol.Reached {
		return m, nil
	}
	a.busy, g.asked = true, &a
	m.goal = &g
	return m, m.inBackground(m.offer, func(ctx context.Context) tea.Msg {
		asked := inquiry{fmt.Sprint(effort, k.Name, " for ", a.want.Name), questionOf(a.scenario)}
		return offers{m.offer, []target.Solution{answer.Once(ctx, asked, func() target.Solution {
			return target.Solve(ctx, a.scenario, a.want, k, effort)
		})}}
	})
}

// rank is the order of offers: those that do it, with what else they need, those that may stay
// where they are, and those that do not do it.
func rank(sol target.Solution) int {
	switch {
	case !sol.Reached:
		return 2
	case sol.All:
		return 1
	}
	return 0
}

// offered takes offers for the question that was asked last, those that do it first, each
// instead of the one that there was of its knob. Of the best the knob in focus is chosen,
// else the factor, else the first; or where none does it, the one that comes nearest.
func (m Model) offered(o offers) (Model, tea.Cmd) {
	if m.goal == nil || m.goal.asked == nil || o.of != m.offer {
		return m, nil
	}
	g, a := *m.goal, *m.goal.asked
	was, _ := a.chosen()
	a.busy, a.offers = false, slices.Clone(a.offers)
	for _, sol := range o.list {
		if i := a.offerOf(sol.Knob); i >= 0 {
			a.offers[i] = sol
		} else {
			a.offers = append(a.offers, sol)
		}
	}
	slices.SortStableFunc(a.offers, func(x, y target.Solution) int { return cmp.Compare(rank(x), rank(y)) })
	switch {
	case a.moved:
		a.choice = max(0, a.offerOf(was.Knob))
	case !a.reachable():
		a.choice = a.nearest()
	default:
		a.choice = 0
		for i, sol := range a.offers {
			if rank(sol) == rank(a.offers[0]) && m.prefers(sol.Knob) > m.prefers(a.offers[a.choice].Knob) {
				a.choice = i
			}
		}
	}
	g.asked = &a
	m.goal = &g
	return m.pursueOffers()
}

// offerOf is the index of the offer of a knob, or -1.
func (a *asked) offerOf(k knob.Knob) int {
	return slices.IndexFunc(a.offers, func(sol target.Solution) bool { return sol.Knob.Name == k.Name })
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

// reach turns the chosen knob, and what else it needs, as one gesture.
func (m Model) reach() Model {
	sol, ok := m.goal.asked.chosen()
	if !ok || !sol.Reached {
		return m
	}
	m = m.browse().toKnob(sol.Knob)
	return m.turn(func(m *Model) { m.scenario = sol.With(m.scenario) })
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
	if math.IsNaN(best.Achieved) || math.IsInf(best.Achieved, 0) {
		return "no knob does it"
	}
	return "no knob does it: nearest is " + a.kind.Format(best.Achieved) + " at " + best.Knob.Title() + " " + best.Unit.Format(best.Value)
}

// remark is what is to be known of an offer: what else it needs, that it is not the only
// one, by how much it misses, what the next value gives, or why there is none.
func (a *asked) remark(sol target.Solution) string {
	if !sol.Reached {
		return sol.Why
	}
	var list []string
	if needs := sol.NeedsText(); needs != "" {
		list = append(list, "with "+needs)
	}
	if a.want.Simulated() {
		gives := "gives " + sol.Sides(a.scenario, a.want)
		if !sol.Sure {
			gives = "about: " + gives
		}
		return strings.Join(append(list, gives), ", ")
	}
	if got := a.kind.Format(sol.Achieved); got != a.kind.Format(a.scenario.Wanted) {
		list = append(list, "gives "+got)
	}
	switch from, to := sol.Unit.Format(sol.From), sol.Unit.Format(sol.To); {
	case sol.From < sol.To && from != to:
		list = append(list, "so does any from "+from+" to "+to)
	case sol.More:
		list = append(list, "other values do too")
	}
	return strings.Join(list, ", ")
}
