package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"

	tea "charm.land/bubbletea/v2"
)

// ask asks the questions in view again.
func (m Model) ask() Model {
	m.scenario = new(m.scenario.AtDefaultTime())
	m.seen = m.facts()
	m = m.withoutLevers()
	m.command = m.line(m.questions()[0])
	if q := m.question(); m.asked != q.Name {
		m = m.accept(answer.Answer{})
		m.asked = q.Name
		m.pointed, m.whole = false, false
	}
	if m.stage != stale {
		m.waited = 0
	}
	m.stage = stale
	if m.quick() {
		m.stage = exact
	}
	if m.stage != stale || m.inquired == nil {
		m.work = m.work.next()
	}
	if m.stage != stale {
		m = m.accept(m.answers(m.work.ctx, answer.Full))
	}
	return m
}

// questions returns the questions in view: the view's own, and for a policy also the outage and the schedule.
func (m Model) questions() []answer.Question {
	list := []answer.Question{m.question()}
	if !m.question().AsksT {
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
	table       = question.Schedule()
)

// quick reports whether the answers in view can be computed without delaying the next key.
func (m Model) quick() bool {
	return !m.scenario.Jitter.Draws() && !slices.ContainsFunc(m.questions(), func(q answer.Question) bool {
		return !q.Quick(new(m.askedOf(q)), answer.Full)
	})
}

// askedOf returns the scenario for question q. A question about two policies at most gets the first policy kept.
func (m Model) askedOf(q answer.Question) setting.Scenario {
	s := *m.scenario
	if len(s.Versus) > 1 && !q.ManyPolicies {
		s.Versus = s.Versus[:1:1]
	}
	return s
}

// answers asks the questions in view and joins their answers into one. The pictures are from the answer to the view's
// own question.
func (m Model) answers(ctx context.Context, effort answer.Effort) (all answer.Answer) {
	for i, q := range m.questions() {
		s := named(new(m.askedOf(q)))
		a := q.Ask(ctx, &s, effort)
		switch {
		case i == 0:
			all = a
			continue
		case q.Name == table.Name: // its summary and figures repeat the policy's
			all.Summary, a.Groups = strings.TrimSpace(a.Summary+" "+all.Summary), nil
			if a.Policies != nil {
				a.Tables = tablesEach(ctx, q, &s, effort)
			}
		case q.Name == m.question().Name:
			all.Charts = a.Charts
		}
		all.Groups, all.Tables = slices.Concat(all.Groups, a.Groups), slices.Concat(all.Tables, a.Tables)
		for _, w := range a.Warnings {
			if !slices.ContainsFunc(all.Warnings, func(known answer.Warning) bool { return known.String() == w.String() }) {
				all.Warnings = append(all.Warnings[:len(all.Warnings):len(all.Warnings)], w)
			}
		}
	}
	if m.question().Calls {
		all.Brief = m.briefly(all)
	}
	return all
}

// tablesEach returns the tables of each of several policies by itself, under its name. Side by side they would have too
// many columns.
func tablesEach(
	ctx context.Context, q answer.Question, s *setting.Scenario, effort answer.Effort,
) (all []answer.Table) {
	names := s.Names()
	for i, p := range s.Policies() {
		p.Versus = nil
		for _, t := range q.Ask(ctx, &p, effort).Tables {
			t.Name += " of " + names[i]
			all = append(all, t)
		}
	}
	return all
}

// mostNamed is the number of cells of a policy's name on the screen. The commands have it whole.
const mostNamed = 16

// named returns s with the names of its policies shortened to what has room.
func named(given *setting.Scenario) setting.Scenario {
	s := *given
	s.Name, s.Versus = chart.Shortened(s.Name, mostNamed), slices.Clone(s.Versus)
	for i := range s.Versus {
		s.Versus[i].Name = chart.Shortened(s.Versus[i].Name, mostNamed)
	}
	return s
}

// An inquiry is a question and the scenario it is about, as text from [questionOf].
type inquiry struct{ what, of string }

// questionOf returns everything an answer to s depends on as a text.
func questionOf(s *setting.Scenario) string {
	policies := s.Policies()
	policies[0].Versus = nil // the kept policies follow in the list
	return fmt.Sprint(policies)
}

// pursue requests the answer to the question, unless it is there or an earlier question is still being answered.
func (m Model) pursue() Model {
	if m.stage != stale || m.inquired != nil {
		return m
	}
	m.inquired = m.scenario
	return m.does(m.inquire()).withTicks()
}

// inquire asks the questions in view in the background: in parts where the answer has some, otherwise roughly at first.
func (m Model) inquire() tea.Cmd {
	compute := m.asking(answer.Rough, m.asking(answer.Full, nil))
	if w := m.inParts(); w != nil {
		compute = m.partOf(w)
	}
	first := m.computing(compute)
	return func() tea.Msg {
		if msg := first(); msg != nil {
			return msg
		}
		return arrival(func(now Model) Model { return now.stopped(m) })
	}
}

// A computation computes an answer, and returns how to compute a better one or the rest of it, or nil.
type computation func(context.Context) (answer.Answer, computation)

// computing returns the command for a computation, one at a time. A stopped one does not wait.
func (m Model) computing(compute computation) tea.Cmd {
	return m.inBackground(m.work, func(ctx context.Context) arrival {
		select {
		case m.one <- struct{}{}:
			defer func() { <-m.one }()
		case <-ctx.Done():
			return nil
		}
		a, next := compute(ctx)
		return func(now Model) Model { return now.answered(m, a, next) }
	})
}

// asking returns the computation of the answers with that effort.
func (m Model) asking(effort answer.Effort, next computation) computation {
	return func(ctx context.Context) (answer.Answer, computation) { return m.answers(ctx, effort), next }
}

// inParts returns the computation of an answer in parts, such as a map, or nil if the question has none.
func (m Model) inParts() answer.Work {
	if q := m.question(); q.Work != nil {
		return q.Work(new(m.askedOf(q)), answer.Full)
	}
	return nil
}

// partTime is how long parts are computed before the screen shows them.
var partTime = 100 * time.Millisecond

// partOf returns the computation of parts for partTime.
func (m Model) partOf(w answer.Work) computation {
	return func(ctx context.Context) (answer.Answer, computation) {
		end, whole := time.Now().Add(partTime), true
		w.Do(ctx, func(int, int) bool {
			whole = time.Now().Before(end)
			return whole
		})
		if whole {
			return w.Answer(), nil
		}
		return w.Answer(), m.partOf(w)
	}
}

// answered shows the answer to an earlier model, and requests the next part of it or the answer to a newer question.
func (m Model) answered(was Model, a answer.Answer, next computation) Model {
	first := m.inquired == was.scenario
	if first {
		m.inquired = nil
	}
	switch {
	case was.scenario == m.scenario:
		m.stage = exact
		if m = m.accept(a); next != nil {
			m.stage = rough
			m = m.does(was.computing(next))
		}
		return m
	case !first || m.stage != stale:
		return m
	case was.asked == m.asked:
		m = m.accept(a) // still stale
	}
	return m.pursue()
}

// stopped requests the answer to a newer question after the first answer to an earlier model was stopped.
func (m Model) stopped(was Model) Model {
	if m.inquired == was.scenario {
		m.inquired = nil
	}
	if was.scenario == m.scenario {
		return m
	}
	return m.pursue()
}

// accept stores answers in the model.
func (m Model) accept(a answer.Answer) Model {
	m.answer, m.waited, m.solvable = spokenAnswer(a), 0, false
	for range m.eachGoal {
		m.solvable = true
		break
	}
	if m.menu.list != nil { // its values are those of the answer in view
		m = m.relisted()
	}
	return m
}
