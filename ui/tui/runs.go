package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/fleet"
)

// The fleet view shows the simulation while its runs are made.

// A runsMsg holds the runs of a generation, including at least one new run, and the notes on them.
type runsMsg struct {
	generation int
	runs       fleet.Runs
	notes      []answer.Saying
}

// asMessage returns the message for runs of the present generation.
func (m Model) asMessage(p fleet.Runs) runsMsg { return runsMsg{m.generation, p, p.Notes()} }

// runsTime is how long runs are made before they are shown. Each update repaints most of the view.
var runsTime = 500 * time.Millisecond

// simulate makes one more run, and further ones until runsTime has passed.
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

// simulated reports whether a run of the scenario in view has been made.
func (m Model) simulated() bool { return m.simulation != nil && m.simulation.Begun() }

// firstRuns makes the first run of the fleet in view. It returns nil if no fleet is in view.
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

// show shows the answer from the runs. It is exact once all runs are made.
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

// moreRuns shows new runs and requests the next ones.
func (m Model) moreRuns(msg runsMsg) (Model, tea.Cmd) {
	if msg.generation != m.generation {
		return m, nil
	}
	return m.show(msg).runNext()
}

// runNext requests the next runs.
func (m Model) runNext() (Model, tea.Cmd) {
	if m.simulation == nil || m.simulation.Done() {
		return m, nil
	}
	return m, m.simulate(*m.simulation)
}
