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
	m = m.withoutLevers()
	m.command = m.line(m.questions()[0])
	if q := m.question(); m.asked != q.Name {
		m = m.accept(answered{})
		m.asked = q.Name
		m.pointed, m.whole = false, false
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

// questions returns the questions in view: the view's own, and for a policy also the outage and the schedule.
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

// afterOutage is the question about an outage; table is the question for the schedule.
var (
	afterOutage = question.First(func(q answer.Question) bool { return q.Flag == "outage" })
	table       = question.First(func(q answer.Question) bool { return q.Layout == answer.Tabled })
)

// quick reports whether the answers in view can be computed without delaying the next key.
func (m Model) quick(effort answer.Effort) bool {
	return !m.scenario.Jitter.Draws() && !slices.ContainsFunc(m.questions(), func(q answer.Question) bool {
		return !q.Quick(m.askedOf(q), effort)
	})
}

// askedOf returns the scenario for question q. A question about two policies at most gets the first policy kept.
func (m Model) askedOf(q answer.Question) setting.Scenario {
	s := m.scenario
	if len(s.Versus) > 1 && !q.Many {
		s.Versus = s.Versus[:1:1]
	}
	return s
}

// answers asks the questions in view and joins their answers into one. The pictures are from the answer to the view's
// own question.
func (m Model) answers(ctx context.Context, effort answer.Effort) (all answer.Answer) {
	for i, q := range m.questions() {
		a := q.Ask(ctx, m.askedOf(q), effort)
		switch {
		case i == 0:
			all = a
			continue
		case q.Name == table.Name: // its summary and figures repeat the policy's
			all.Summary, a.Groups = strings.TrimSpace(a.Summary+" "+all.Summary), nil
		case q.Name == m.question().Name:
			all.Plot = a.Plot
		}
		all.Groups, all.Tables = slices.Concat(all.Groups, a.Groups), slices.Concat(all.Tables, a.Tables)
		all.Warnings = slices.Concat(all.Warnings, a.Warnings)
	}
	if l := m.question().Layout; l == answer.Charted || l == answer.Ranked {
		all.Brief = m.briefly(all)
	}
	return all.Drawn()
}

// An inquiry is a question and the scenario it is about, as text from [questionOf].
type inquiry struct{ what, of string }

// questionOf returns everything an answer to s depends on as a text.
func questionOf(s setting.Scenario) string {
	policies := s.Policies()
	policies[0].Versus = nil // the kept policies follow in the list
	return fmt.Sprint(policies)
}

// An answered message holds the answers to the question of a generation, or reports that it was stopped.
type answered struct {
	generation int
	question   string
	effort     answer.Effort
	answer     answer.Answer
	parts      bool    // the answer is computed in parts
	next       tea.Cmd // computes more parts; nil: there are none
	stopped    bool
}

// pursue requests the next answer to the question, if a better one exists and no earlier question is running.
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

// inquire asks the questions in view in the background, one question at a time. A question that is stopped does not
// wait.
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
		a.answer = m.answers(ctx, effort)
		if ctx.Err() == nil { // compute lazy values here, not while painting
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

// answeredBy shows the answers and requests better ones, or answers to a newer question.
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

// improvedBy shows an answer to the present question and requests a better one if there is one.
func (m Model) improvedBy(msg answered) (Model, tea.Cmd) {
	if m.stage = exact; msg.next != nil || msg.effort == answer.Rough && !msg.parts {
		m.stage = rough
	}
	if msg.parts {
		return m.accept(msg), msg.next
	}
	return m.accept(msg).pursue()
}

// accept stores answers in the model.
func (m Model) accept(msg answered) Model {
	m.answer, m.waited = msg.answer, 0
	return m
}
