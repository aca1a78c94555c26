package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
)

// No key waits for an answer. Fast answers are computed with the key; others are computed in the background, first
// roughly and then fully. Until a new answer is there, the previous one stays. It is dimmed only after some time, since
// most answers arrive sooner and dimming would cost two frames.
//
// Keys may come faster than answers. While a rough answer is being computed, they only change the scenario. When the
// answer arrives, it is shown as stale and the newest question is asked. The next tick stops a rough answer that has
// not arrived. The next question stops a full answer.

// A stage is the stage of the answer in view.
type stage uint8

const (
	exact stage = iota // the full answer
	rough              // a rough answer: the full one is being computed
	stale              // the answer to an earlier question: a new one is being computed
)

// The screen reports progress and dims stale answers after patience ticks.
const (
	tickTime = 100 * time.Millisecond
	patience = 2
)

// soFar returns the progress of the answer, with its time from a second on. It returns "" for the first ticks.
func (m Model) soFar() string {
	text := [...]string{exact: "", rough: "refining...", stale: "working..."}[m.stage]
	if text == "" || m.waited < patience && !m.dimmed && !m.blank() {
		return ""
	}
	if seconds := m.waited / int(time.Second/tickTime); seconds > 0 {
		text += fmt.Sprintf(" %ds", seconds)
	}
	return text
}

// blank reports whether no answer has arrived yet.
func (m Model) blank() bool {
	return m.answer.None == nil && m.answer.Groups == nil && m.answer.Tables == nil
}

// aged returns the role of a cell of the answer: muted if the answer is stale. The shades of a map stay.
func (m Model) aged(r role) role {
	if m.dimmed && r != ruled && r != plain && r != heading && r < darkInk {
		return muted
	}
	return r
}

// A work is a computation that can be stopped, alone or with the work that it is part of.
type work struct {
	of   context.Context
	ctx  context.Context
	stop context.CancelFunc
}

func newWork(of context.Context) *work {
	w := &work{of: of}
	w.ctx, w.stop = context.WithCancel(of)
	return w
}

// next stops the work and returns a work for the next question.
func (w *work) next() *work {
	w.stop()
	return newWork(w.of)
}

// inBackground returns a command that runs a part of a work. It returns no message once the work is stopped. If it
// panics, the program ends.
func (m Model) inBackground(w *work, part func(context.Context) arrival) tea.Cmd {
	return func() (msg tea.Msg) {
		defer func() {
			if err := recover(); err != nil {
				m.breakOff(err)
				msg = tea.Quit()
			}
		}()
		if w.ctx.Err() != nil {
			return nil
		}
		if done := part(w.ctx); done != nil && w.ctx.Err() == nil {
			return done
		}
		return nil
	}
}

// stopAsking stops the running questions and waits for the last one to return, but no longer than a second.
func (m Model) stopAsking() {
	m.life.stop()
	select {
	case m.one <- struct{}{}:
	case <-time.After(time.Second):
	}
}

// nextTick counts a tick in a tenth of a second, and so on while an answer is computed.
func nextTick() tea.Msg { time.Sleep(tickTime); return arrival(Model.ticked) }

// withTicks returns the model with ticks while it waits for answers.
func (m Model) withTicks() Model {
	if m.ticks && !m.ticking {
		m.ticking = true
		m = m.does(nextTick)
	}
	return m
}

// follow computes something more about the question in view. keep stores it, unless the question has changed meanwhile.
func follow[T any](m Model, asked inquiry, compute func(context.Context) T, keep func(Model, T) Model) Model {
	return m.does(m.inBackground(m.work, func(ctx context.Context) arrival {
		found := answer.Cached(ctx, asked, func() T { return compute(ctx) })
		return func(now Model) Model {
			if now.scenario != m.scenario {
				return now
			}
			return keep(now, found)
		}
	}))
}

// ticked counts a tick.
func (m Model) ticked() Model {
	if m.ticking = m.stage != exact || m.leversRun(); !m.ticking {
		return m
	}
	if m.leversRun() {
		m.progress = m.trying.now()
	}
	if m.inquired != nil && m.inquired != m.scenario {
		m.work = m.work.next()
	}
	m.waited++
	m.dimmed = m.dimmed || m.stage == stale && m.waited >= patience
	return m.does(nextTick)
}
