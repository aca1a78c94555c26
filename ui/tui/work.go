package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
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
	if m.dimmed && r != frame && r != plain && r != heading && r < darkInk {
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

// stopAsking stops the running questions and waits for the last one to return, but no longer than a second.
func (m Model) stopAsking() {
	m.life.stop()
	select {
	case m.one <- struct{}{}:
	case <-time.After(time.Second):
	}
}

// A tick message arrives ten times a second while an answer is computed.
type tick struct{}

func nextTick() tea.Msg { time.Sleep(tickTime); return tick{} }

// withTicks returns a command together with ticks while it runs.
func (m Model) withTicks(cmd tea.Cmd) (Model, tea.Cmd) {
	if m.ticks && !m.ticking {
		m.ticking = true
		cmd = tea.Batch(cmd, nextTick)
	}
	return m, cmd
}

// ticked counts a tick.
func (m Model) ticked() (Model, tea.Cmd) {
	if m.ticking = m.stage != exact || m.leversRun(); !m.ticking {
		return m, nil
	}
	if m.leversRun() {
		m.tried, _ = m.trying.Load().(string)
	}
	if m.outdated {
		m.work, m.outdated = m.work.next(), false
	}
	m.waited++
	m.dimmed = m.dimmed || m.stage == stale && m.waited >= patience
	return m, nextTick
}
