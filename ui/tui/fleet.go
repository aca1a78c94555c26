package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/query/fleet"
)

// The view of the fleet shows the simulation run by run.

// A runsMsg is the runs of a generation, with one run more, and what is
// shown of them.
type runsMsg struct {
	generation int
	runs       fleet.Runs
	bands      []answer.Band
	notes      []answer.Saying
}

// asMessage is what is shown of runs.
func (m Model) asMessage(p fleet.Runs) runsMsg { return runsMsg{m.generation, p, p.Bands(), p.Notes()} }

// runsTime is how long runs are made before they are shown, each of which changes most of
// what is seen of the fleet.
var runsTime = 500 * time.Millisecond

// simulate makes one run more, and further ones as far as these take no time.
func (m Model) simulate(p fleet.Runs) tea.Cmd {
	return m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		end := time.Now().Add(runsTime)
		next := p.More(ctx)
		for !next.Done() && time.Now().Before(end) && ctx.Err() == nil {
			next = next.More(ctx)
		}
		return m.asMessage(next)
	})
}

// simulated tells whether a run has been made of what is in view.
func (m Model) simulated() bool { return m.simulation != nil && m.simulation.Begun() }

// placeFleet shares out the room beside the knobs: the verdict, and below it the
// charts.
func (l *layout) placeFleet(m Model) {
	lines := 5 // of the verdict, with its frame
	if l.right.h >= 20 {
		lines = 6
	}
	var r rect
	if l.verdict, r = split(l.right, lines); r.h < 7 { // no room for a chart: the list has it
		l.says.y -= r.h
		l.answers.y, l.answers.h = l.answers.y-r.h, l.answers.h+r.h
		r.h = 0
	}
	half := rect{r.x, r.y, r.w / 2, r.h}
	switch {
	case len(m.answer.Charts()) == 0 || r.h == 0: // nothing to draw, or no room for it
	case r.w >= 140:
		l.charts = []rect{half, {r.x + half.w, r.y, r.w - half.w, r.h}}
	case r.h >= 16:
		l.charts = []rect{{r.x, r.y, r.w, r.h / 2}, {r.x, r.y + r.h/2, r.w, r.h - r.h/2}}
	default:
		l.charts = []rect{r}
	}
}

// firstRuns is the runs of the fleet in view, with the first one made; nil where there are none.
func (m Model) firstRuns(ctx context.Context) *runsMsg {
	if !m.showsFleet() || m.missing() != "" {
		return nil
	}
	p, ok := fleet.NewRuns(m.scenario)
	if !ok {
		return nil
	}
	msg := m.asMessage(p.More(ctx))
	return &msg
}

// show takes the runs, which are the answer: a full one once all are there.
func (m Model) show(p runsMsg) Model {
	m.simulation, m.bands, m.notes = &p.runs, p.bands, p.notes
	m.version++
	if !m.simulated() {
		return m
	}
	m.answer, m.stage = p.runs.Answer().Drawn(), rough
	if p.runs.Done() {
		m.stage = exact
	}
	return m
}

// moreRuns takes a run, and has the next one made.
func (m Model) moreRuns(msg runsMsg) (Model, tea.Cmd) {
	if msg.generation != m.generation {
		return m, nil
	}
	return m.show(msg).runNext()
}

// runNext has the next run made.
func (m Model) runNext() (Model, tea.Cmd) {
	if m.simulation == nil || m.simulation.Done() {
		return m, nil
	}
	return m, m.simulate(*m.simulation)
}
