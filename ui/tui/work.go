package tui

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
)

// No key waits for an answer. What is known to be quick is asked with the key;
// the rest is asked in the background: first roughly, where that is not quick
// either, and then fully. Until a new answer is there the one before stays, and
// it is said that it is old. The next question stops what is worked out for the
// one before.

// A stage is how far the answer in view has come.
type stage uint8

const (
	exact stage = iota // it is the full one
	rough              // it is a rough one: the full one is being worked out
	stale              // it is that of an earlier question: a new one is being worked out
)

// soFar says so, and how long it has taken if that is a second or more.
func (m Model) soFar() string {
	text := [...]string{exact: "", rough: "roughly, so far", stale: "working..."}[m.stage]
	if text != "" && m.waited > 0 {
		text += fmt.Sprintf(" %ds", m.waited)
	}
	return text
}

// A work is what is being worked out for one question, until it is stopped.
type work struct {
	ctx  context.Context
	stop context.CancelFunc
}

func newWork() *work {
	w := &work{}
	w.ctx, w.stop = context.WithCancel(context.Background())
	return w
}

// next stops the work for a question and is that for the one after it.
func (w *work) next() *work {
	w.stop()
	return newWork()
}

// inBackground does a part of a work, of which nothing comes once it has been
// stopped.
func (m Model) inBackground(w *work, part func(context.Context) tea.Msg) tea.Cmd {
	return func() (msg tea.Msg) {
		defer func() {
			if err := recover(); err != nil {
				m.breakOff(err)
				msg = brokenOff{}
			}
		}()
		if w.ctx.Err() != nil {
			return nil
		}
		if msg = part(w.ctx); w.ctx.Err() != nil {
			return nil
		}
		return msg
	}
}

// ask asks the queries in view again.
func (m Model) ask() Model {
	m.scenario = m.scenario.AskMidway()
	m = m.said()
	m.generation++
	m.work = m.work.next()
	m.waited = 0
	m.simulation, m.bands, m.notes = nil, nil, nil
	q := m.query()
	if m.asked != q.Name {
		m.answer, m.schedule, m.asked = answer.Answer{}, answer.Answer{}, q.Name
		m.parts, m.pointed, m.worked = [2]answer.Part{}, false, [2]workedOut{}
	}
	m.stage = stale
	if m = m.runFirst(); m.alone() {
		return m.scrolled(0)
	}
	for effort, stage := range map[answer.Effort]stage{answer.Full: exact, answer.Rough: rough} {
		if m.quick(effort) && stage < m.stage {
			m.stage = stage
		}
	}
	if m.stage != stale {
		m.answer, m.schedule = m.answers(m.work.ctx, m.effort())
	}
	return m.scrolled(0)
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
			first = a
		}
		if q.Layout == answer.Tabled {
			schedule = a
		}
	}
	return first, schedule
}

// An answered message is the answers to the question of a generation.
type answered struct {
	generation       int
	effort           answer.Effort
	answer, schedule answer.Answer
}

// pursue works out the next answer to the question, if there is a better one.
func (m Model) pursue() tea.Cmd {
	switch {
	case m.stage == exact:
		return nil
	case m.ticks && m.waited == 0:
		return tea.Batch(m.workOut(), m.tick())
	}
	return m.workOut()
}

func (m Model) workOut() tea.Cmd {
	if m.alone() {
		return m.simulate(*m.simulation)
	}
	if m.stage == stale {
		return m.asking(answer.Rough)
	}
	return m.asking(answer.Full)
}

// asking asks the queries in view in the background, one question at a time: a
// key that repeats starts no crowd, since what is stopped does not wait.
func (m Model) asking(effort answer.Effort) tea.Cmd {
	return m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		select {
		case m.one <- struct{}{}:
			defer func() { <-m.one }()
		case <-ctx.Done():
			return nil
		}
		answer, schedule := m.answers(ctx, effort)
		return answered{m.generation, effort, answer, schedule}
	})
}

// answeredBy takes the answers and has better ones worked out.
func (m Model) answeredBy(msg answered) (Model, tea.Cmd) {
	if msg.generation != m.generation {
		return m, nil
	}
	m.answer, m.schedule = msg.answer, msg.schedule
	m = m.scrolled(0)
	if msg.effort == answer.Rough {
		m.stage = rough
		return m, m.workOut()
	}
	m.stage = exact
	return m.startRuns()
}

// A tick message comes every second while an answer is worked out.
type tick int

// tick has it come.
func (m Model) tick() tea.Cmd {
	generation := m.generation
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tick(generation) })
}

// ticked counts the seconds.
func (m Model) ticked(msg tick) (Model, tea.Cmd) {
	if int(msg) != m.generation || m.stage == exact {
		return m, nil
	}
	m.waited++
	return m, m.tick()
}

// A mishap is what made the program break off. It is shared by all models of a
// program.
type mishap struct {
	sync.Mutex
	err  error
	quit func() // ends the program from outside of it, or nil
}

// A brokenOff message says that there is one.
type brokenOff struct{}

// A Mishap is an error of the program itself: what happened, where in the code,
// and the command of what was shown.
type Mishap struct{ What, Where, Command string }

func (e Mishap) Error() string { return "internal error at " + e.Where + ": " + e.What }

// Hint is what may be done about it.
func (e Mishap) Hint() string { return "report it with the command " + e.Command }

// breakOff keeps what happened, the first time, and ends the program. It is
// called by who recovers from a panic.
func (m Model) breakOff(what any) Model {
	m.mishap.Lock()
	defer m.mishap.Unlock()
	m.work.stop()
	m.offer.stop()
	if m.mishap.err == nil {
		m.mishap.err = Mishap{fmt.Sprint(what), panicked(), m.shown()}
		if m.mishap.quit != nil {
			go m.mishap.quit()
		}
	}
	return m
}

// shown is the command of the view, if that can still be told.
func (m Model) shown() (command string) {
	defer func() { _ = recover() }()
	return m.commands()[0]
}

// panicked is the place of the code that panicked, for who recovers.
func panicked() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for thrown := false; ; {
		f, more := frames.Next()
		switch {
		case f.Function == "runtime.gopanic":
			thrown = true
		case thrown && !strings.HasPrefix(f.Function, "runtime."):
			parts := strings.Split(f.File, "/") // from the root of the machine or of the module
			return fmt.Sprintf("%s:%d", strings.Join(parts[max(0, len(parts)-3):], "/"), f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}
