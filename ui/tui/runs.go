package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/fleet"
)

// The view of the fleet shows the simulation run by run.

// A runsMsg is the runs of a generation, with one run more, and the notes on them.
type runsMsg struct {
	generation int
	runs       fleet.Runs
	notes      []answer.Saying
}

// asMessage is what is shown of runs.
func (m Model) asMessage(p fleet.Runs) runsMsg { return runsMsg{m.generation, p, p.Notes()} }

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
	m.simulation, m.notes = &p.runs, p.notes
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
