package tui

import (
	"context"
	"fmt"
	"retune/ui/answer"
	"retune/ui/knob"

	tea "charm.land/bubbletea/v2"
)

// ask asks the queries in view again.
func (m Model) ask() Model {
	m.scenario = m.scenario.AskMidway()
	m.editsB = m.editsB && m.scenario.Versus != nil
	m.generation++
	m = m.withoutLevers().placed().said()
	if q := m.query(); m.asked != q.Name {
		m = m.accept(answered{})
		m.asked = q.Name
		m.parts, m.pointed, m.worked = [2]answer.Part{}, false, [2]workedOut{}
	}
	if m.stage != stale {
		m.waited = 0
	}
	switch {
	case m.quick(answer.Full):
		m.stage = exact
	case m.quick(answer.Rough):
		m.stage = rough
	default:
		m.stage = stale
	}
	if m.outdated = m.stage == stale && m.asking && m.work.ctx.Err() == nil; !m.outdated {
		m.work = m.work.next()
	}
	if m.stage != stale {
		a := answered{}
		a.answer, a.schedule = m.answers(m.work.ctx, m.effort())
		m = m.accept(a)
	}
	return m.placed().scrolled(0)
}

// effort is that of the answer in view, or of the first that is to come.
func (m Model) effort() answer.Effort {
	if m.stage == exact {
		return answer.Full
	}
	return answer.Rough
}

// queries are those in view: the view's, and that of the table below it.
func (m Model) queries() []answer.Query {
	list := []answer.Query{m.query()}
	if m.below() {
		list = append(list, table)
	}
	return list
}

// quick tells whether the answers in view can be had with a key.
func (m Model) quick(effort answer.Effort) bool {
	for _, q := range m.queries() {
		if !q.Quick(m.scenario, effort) {
			return false
		}
	}
	return true
}

// answers are that of the view's query and, where its table is in view, that of
// the schedule.
func (m Model) answers(ctx context.Context, effort answer.Effort) (first, schedule answer.Answer) {
	for i, q := range m.queries() {
		a := q.Ask(ctx, m.scenario, effort)
		if i == 0 {
			first = a.Drawn()
		}
		if q.Layout == answer.Tabled {
			schedule = a
		}
	}
	return first, schedule
}

// An inquiry is what is asked of a scenario, by its [questionOf].
type inquiry struct{ what, of string }

// questionOf is all that an answer to s depends on, as a text.
func questionOf(s knob.Scenario) string {
	policies := s.Policies()
	policies[0].Versus = nil // it is the second of them
	return fmt.Sprint(policies)
}

// An answered message is the answers to the question of a generation, or that it has
// been stopped.
type answered struct {
	generation       int
	query            string
	effort           answer.Effort
	answer, schedule answer.Answer
	runs             *runsMsg // that are the answer, or that follow it
	parts            bool     // it is an answer of many parts
	next             tea.Cmd  // works out more of them; nil: that is all
	stopped          bool
}

// pursue has the next answer to the question worked out, if there is a better one and
// no earlier question is in the way.
func (m Model) pursue() (Model, tea.Cmd) {
	if m.stage == exact || m.stage == stale && m.asking {
		return m, nil
	}
	m.asking = m.stage == stale
	return m.withTicks(m.workOut())
}

func (m Model) workOut() tea.Cmd {
	if m.stage == stale {
		return m.inquire(answer.Rough)
	}
	return m.inquire(answer.Full)
}

// inquire asks the queries in view in the background, one question at a time: who is
// stopped does not wait.
func (m Model) inquire(effort answer.Effort) tea.Cmd {
	a := answered{generation: m.generation, query: m.asked, effort: effort}
	ask := m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		select {
		case m.one <- struct{}{}:
			defer func() { <-m.one }()
		case <-ctx.Done():
			return nil
		}
		if w := m.inParts(); w != nil {
			return m.part(w, a)(ctx)
		}
		if a.runs = m.firstRuns(ctx); a.runs != nil {
			return a
		}
		a.answer, a.schedule = m.answers(ctx, effort)
		if ctx.Err() == nil { // values that are worked out when they are first read are read here, not on the way to the frame
			m.accept(a).bound().drawn()
		}
		return a
	})
	return func() tea.Msg {
		if msg := ask(); msg != nil {
			return msg
		}
		return answered{generation: a.generation, effort: effort, stopped: true}
	}
}

// answeredBy takes the answers and has better ones worked out, or answers to what has
// been asked in the meantime.
func (m Model) answeredBy(msg answered) (Model, tea.Cmd) {
	m.asking = m.asking && msg.effort != answer.Rough
	m.outdated = m.outdated && m.asking
	switch {
	case msg.generation != m.generation && m.stage != stale, msg.effort != answer.Rough && msg.generation != m.generation:
		return m, nil
	case msg.generation != m.generation:
		if !msg.stopped && msg.query == m.asked {
			m = m.accept(msg)
			m.stage = stale
		}
		return m.pursue()
	case msg.stopped:
		return m, nil
	}
	if m.stage = exact; msg.next != nil || msg.effort == answer.Rough && !msg.parts {
		m.stage = rough
	}
	if msg.parts {
		return m.accept(msg), msg.next
	}
	if m = m.accept(msg); m.stage == rough && m.simulation == nil {
		return m.pursue()
	}
	return m.runNext()
}

// accept takes answers.
func (m Model) accept(msg answered) Model {
	m.answer, m.schedule = msg.answer, msg.schedule
	m.simulation, m.bands, m.notes = nil, nil, nil
	m.version++
	if m.waited = 0; msg.runs != nil {
		m = m.show(*msg.runs)
	}
	return m.placed().scrolled(0)
}
