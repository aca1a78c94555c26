package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"

	tea "charm.land/bubbletea/v2"
)

// ask asks the questions in view again.
func (m Model) ask() Model {
	m.scenario = m.scenario.AskMidway()
	m.generation++
	m = m.withoutLevers().said()
	if q := m.question(); m.asked != q.Name {
		m = m.accept(answered{})
		m.asked = q.Name
		m.parts, m.pointed, m.whole = [2]answer.Part{}, false, false
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
		m = m.accept(answered{answer: m.answers(m.work.ctx, m.effort())})
	}
	return m
}

// effort returns the effort of the answer in view, or of the first one to come.
func (m Model) effort() answer.Effort {
	if m.stage == exact {
		return answer.Full
	}
	return answer.Rough
}

// questions are those in view: the view's, and beside a policy what follows an outage, and its schedule.
func (m Model) questions() []answer.Question {
	list := []answer.Question{m.question()}
	if m.question().Layout != answer.Charted {
		return list
	}
	if m.scenario.HasOutage() {
		list = append([]answer.Question{afterOutage}, list...)
	}
	return append(list, table)
}

// afterOutage asks what follows an outage; table asks for the schedule.
var (
	afterOutage = question.First(func(q answer.Question) bool { return q.Flag == "outage" })
	table       = question.First(func(q answer.Question) bool { return q.Layout == answer.Tabled })
)

// quick tells whether the answers in view can be had with a key.
func (m Model) quick(effort answer.Effort) bool {
	list := m.questions()
	if len(list) > 2 && m.scenario.Jitter.Draws() { // what follows an outage is some ten times the rest
		return false
	}
	return !slices.ContainsFunc(list, func(q answer.Question) bool { return !q.Quick(m.askedOf(q), effort) })
}

// askedOf is the scenario of which the question is asked: one of two policies at most has the first that was kept.
func (m Model) askedOf(q answer.Question) setting.Scenario {
	s := m.scenario
	if len(s.Versus) > 1 && !q.Many {
		s.Versus = s.Versus[:1:1]
	}
	return s
}

// answers are those to the questions in view as one: what each of them says, one behind the other, with the
// pictures of the view's own.
func (m Model) answers(ctx context.Context, effort answer.Effort) (all answer.Answer) {
	for i, q := range m.questions() {
		a := q.Ask(ctx, m.askedOf(q), effort)
		switch {
		case i == 0:
			all = a
			continue
		case q.Name == table.Name: // which sums up the policy, and has its figures once more
			all.Summary, a.Groups = strings.TrimSpace(a.Summary+" "+all.Summary), nil
		case q.Name == m.question().Name:
			all.Plot = a.Plot
		}
		all.Groups, all.Tables = slices.Concat(all.Groups, a.Groups), slices.Concat(all.Tables, a.Tables)
		all.Warnings = slices.Concat(all.Warnings, a.Warnings)
	}
	if m.question().Layout == answer.Charted {
		all.Brief = m.briefly(all)
	}
	return all.Drawn()
}

// An inquiry is what is asked of a scenario, by its [questionOf].
type inquiry struct{ what, of string }

// questionOf is all that an answer to s depends on, as a text.
func questionOf(s setting.Scenario) string {
	policies := s.Policies()
	policies[0].Versus = nil // it is the second of them
	return fmt.Sprint(policies)
}

// An answered message is the answers to the question of a generation, or that it has
// been stopped.
type answered struct {
	generation int
	question   string
	effort     answer.Effort
	answer     answer.Answer
	runs       *runsMsg // that are the answer, or that follow it
	parts      bool     // it is an answer of many parts
	next       tea.Cmd  // works out more of them; nil: that is all
	stopped    bool
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

// inquire asks the questions in view in the background, one question at a time: who is
// stopped does not wait.
func (m Model) inquire(effort answer.Effort) tea.Cmd {
	a := answered{generation: m.generation, question: m.asked, effort: effort}
	ask := m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		select {
		case m.one <- struct{}{}:
			defer func() { <-m.one }()
		case <-ctx.Done():
			return nil
		}
		if w := m.inParts(); w != nil {
			return m.partOf(w, a)(ctx)
		}
		if a.runs = m.firstRuns(ctx); a.runs != nil {
			return a
		}
		a.answer = m.answers(ctx, effort)
		if ctx.Err() == nil { // lazy values are computed here, not while the frame is painted
			warm := m.accept(a)
			warm.memo = &memo{}
			warm.View()
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
		if !msg.stopped && msg.question == m.asked {
			m = m.accept(msg)
			m.stage = stale
		}
		return m.pursue()
	case msg.stopped:
		return m, nil
	}
	return m.improvedBy(msg)
}

// improvedBy takes an answer to the present question, and has a better one worked out if there is one.
func (m Model) improvedBy(msg answered) (Model, tea.Cmd) {
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
	m.answer, m.simulation, m.notes = msg.answer, nil, nil
	if m.waited = 0; msg.runs != nil {
		m = m.show(*msg.runs)
	}
	return m
}
