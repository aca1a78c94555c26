package tui

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/question/solve"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A goal is a bound on a result, and the value that each setting needs to meet it.
type goal struct {
	want     figure.Figure
	scenario setting.Scenario  // with the bound
	text     string            // the bound in words
	kind     unit.Kind         // the unit of the bound
	usual    float64           // the load that the bound is a multiple of; 0: no multiple
	offers   []solve.Solution  // the best first
	todo     []setting.Setting // the settings still to try
	busy     bool              // a setting is being tried
}

// wantOf tries the settings that may meet the typed bound on a result, one by one.
func (m Model) wantOf(w figure.Figure, typed string) Model {
	s := *m.scenario
	if err := w.Setting().Set(&s, typed); err != nil {
		return m.refused(err.Error())
	}
	g, bound := goal{want: w, kind: w.Kind(&s)}, strings.TrimLeft(w.Setting().Text(&s), "<>=")
	if g.kind == unit.Number && strings.HasSuffix(typed, "%") { // the offers use the unit that was typed
		g.kind, bound = unit.Share, unit.Share.Exact(s.Wanted)
	}
	g.text = w.BoundWords(&s) + " " + bound
	if s.Relative && w.Absolute != nil {
		load := m.answer.Value("baseline load", 0)
		if load.Status != "" {
			return m.refused("the load without an outage is not known yet")
		}
		g.usual, s.Wanted, s.Relative = load.Number, s.Wanted*load.Number, false
	}
	if over, ok := solve.Widened(&s, w); ok {
		s, g.text = over, g.text+" for outages up to "+unit.Duration.Format(over.Outage.B)
	}
	g.scenario, g.todo = s, solve.CandidateSettings(&s, w)
	slices.SortStableFunc(g.todo, func(x, y setting.Setting) int { return cmp.Compare(m.prefers(y), m.prefers(x)) })
	m.wanted, m.offer = w.Name, m.offer.next()
	m = m.listing(menu{list: Model.offerItems, enter: "set it", back: func(m Model) Model {
		m = m.seek()
		m.editor = editor{text: typed, at: len(typed)}
		return m
	}})
	m.goal = &g
	return m
}

// prefers ranks settings that reach a goal: the focused one first, then those that users change most.
func (m Model) prefers(k setting.Setting) int {
	switch {
	case k.Name == m.setting().Name:
		return 2
	case k.SolveFirst:
		return 1
	}
	return 0
}

// pursueOffers tries the next setting for the goal, a fleet's with a rough simulation. When all have been tried, it
// confirms the chosen offer with a full one.
func (m Model) pursueOffers() Model {
	if m.goal == nil || m.goal.busy {
		return m
	}
	g := *m.goal
	effort := answer.Full
	sol, ok := m.chosenOffer()
	k := sol.Setting
	if len(g.todo) > 0 {
		if k, g.todo = g.todo[0], g.todo[1:]; g.want.Simulated() {
			effort = answer.Rough
		}
	} else if !ok || sol.Full || !sol.Reached {
		return m
	}
	g.busy, m.goal = true, &g
	of := m.offer
	return m.does(m.inBackground(of, func(ctx context.Context) arrival {
		asked := inquiry{fmt.Sprint(effort, k.Name, " for ", g.want.Name), questionOf(&g.scenario)}
		sol := answer.Cached(ctx, asked, func() solve.Solution {
			return solve.SolveLiftingLimits(ctx, &g.scenario, g.want, k, effort)
		})
		return func(m Model) Model { return m.offered(of, sol) }
	}))
}

// compared compares offers: those that change a setting come first, then those that leave it, then those that fail, the
// nearest to the goal first. Among equals the preferred settings come first.
func (m Model) compared(x, y solve.Solution) int {
	rank := func(sol solve.Solution) float64 {
		off := math.Abs(sol.Achieved - m.goal.scenario.Wanted)
		switch {
		case sol.Reached && !sol.AllKeep:
			return -2
		case sol.Reached:
			return -1
		case math.IsNaN(off):
			return math.Inf(1)
		}
		return off
	}
	return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(m.prefers(y.Setting), m.prefers(x.Setting)))
}

// offered adds an offer for the present goal; it replaces an earlier offer for its setting. Unless the user has chosen
// one, it chooses the first.
func (m Model) offered(of *work, sol solve.Solution) Model {
	if m.goal == nil || of != m.offer {
		return m
	}
	g := *m.goal
	before, _ := m.chosenOffer()
	g.busy, g.offers = false, slices.Clone(g.offers)
	if i := g.offerOf(sol.Setting.Name); i >= 0 {
		g.offers[i] = sol
	} else {
		g.offers = append(g.offers, sol)
	}
	slices.SortStableFunc(g.offers, m.compared)
	m.goal = &g
	m = m.relisted()
	if m.menu.moved && m.editor.text == "" {
		m.menu.pick = max(0, g.offerOf(before.Setting.Name))
	}
	return m
}

// offerOf returns the index of the offer for a setting, or -1.
func (g *goal) offerOf(name string) int {
	return slices.IndexFunc(g.offers, func(sol solve.Solution) bool { return sol.Setting.Name == name })
}

// reachable reports whether some setting reaches the goal. Offers that reach it come first.
func (g *goal) reachable() bool { return len(g.offers) > 0 && g.offers[0].Reached }

// chosenOffer returns the chosen offer; ok reports whether there is one.
func (m Model) chosenOffer() (sol solve.Solution, ok bool) {
	it := m.menu.chosen()
	i := m.goal.offerOf(it.also)
	if i < 0 {
		return sol, false
	}
	return m.goal.offers[i], true
}

// offersTitle returns the goal and the progress of the search, or says that no setting reaches the goal.
func (m Model) offersTitle() string {
	g := m.goal
	title := "solve for " + g.want.DisplayName() + " " + g.text
	switch {
	case g.offers == nil || len(g.todo) > 0:
		return title + ": solving..."
	case g.busy:
		return title + ": checking..."
	case !g.reachable():
		return g.unreached()
	}
	return title
}

// offerItems returns the settings that can be changed for the goal.
func (m Model) offerItems() (list []item) {
	g := m.goal
	if g == nil {
		return nil
	}
	for _, sol := range g.offers {
		it := item{name: sol.Setting.ListName(), also: sol.Setting.Name, why: g.lacks(sol)}
		if sol.Reached {
			it.now, it.why, it.help = sol.Unit.Format(sol.Value), "", g.remark(sol)
			it.take = func(m Model) Model {
				m = m.toSetting(sol.Setting)
				m = m.turnTo(new(sol.ScenarioWith(m.scenario)))
				m.note = cmp.Or(m.note, g.want.DisplayName()+" "+g.text+": "+g.format(sol.Achieved))
				return m
			}
		}
		list = append(list, it)
	}
	return list
}

// lacks returns the reason why an offer does not reach the goal, in the unit of the goal.
func (g *goal) lacks(sol solve.Solution) string {
	known := !math.IsNaN(sol.Value) && !math.IsNaN(sol.Achieved-sol.Achieved) // finite
	switch {
	case sol.Reached || !known || g.usual == 0 && g.kind == g.want.Kind(&g.scenario):
		return sol.Why
	case strings.Contains(sol.Why, ", but "): // the value would do, if the fleet came back
		return fmt.Sprintf("%s (%s is %s)", sol.Why, g.format(g.scenario.Wanted),
			g.want.Kind(&g.scenario).Rounded(g.scenario.Wanted, 3))
	}
	return fmt.Sprintf("the nearest is %s, at %s", g.format(sol.Achieved), sol.Unit.Format(sol.Value))
}

// unreached says that no setting reaches the goal, and which comes nearest.
func (g *goal) unreached() string {
	best := g.offers[0]
	if math.IsNaN(best.Achieved - best.Achieved) { // NaN or infinite
		return "no setting reaches it"
	}
	return "no setting reaches it: nearest is " + g.format(best.Achieved) + " at " + best.Setting.ListName() + " " +
		best.Unit.Format(best.Value)
}

// format returns a value of the result in the unit of the goal.
func (g *goal) format(x float64) string {
	if g.usual > 0 {
		return unit.Number.Rounded(x/g.usual, 3) + "x"
	}
	return g.kind.Format(x)
}

// remark describes an offer: the settings that it needs, the results that it gives, and whether any value works.
func (g *goal) remark(sol solve.Solution) string {
	gives := "gives " + sol.Sides(&g.scenario, g.want)
	if g.usual > 0 || g.kind != g.want.Kind(&g.scenario) {
		gives = "gives " + g.format(sol.Achieved)
	}
	if !sol.Full {
		gives = "about: " + gives
	}
	if needs := sol.NeedsText(); needs != "" {
		gives = "with " + needs + ", " + gives
	}
	if sol.AllKeep {
		gives += ", any value works"
	}
	if g.want.WarnEnded != nil { // a figure at a time that no client reaches
		var a answer.Answer
		if g.want.WarnEnded(&a, new(sol.ScenarioWith(&g.scenario))); len(a.Warnings) > 0 {
			gives += "; but " + strings.TrimSuffix(a.Warnings[0].Message, "; the figures at T ignore that")
		}
	}
	return gives
}
