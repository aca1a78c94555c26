package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"
)

// No key waits for an answer. What is known to take no time is asked with the key; the
// rest is asked in the background: first roughly, and then fully. Until a new answer is
// there the one before stays, dimmed as soon as that takes time: most answers come sooner,
// and two frames of other colours between them would be sent for nothing.
//
// Keys may come faster than answers. While a rough answer is being worked out, they only
// change the scenario; when it comes it is shown, still as an old one, and the newest
// question is asked. The next tick stops it if it is not there by then. A full answer is stopped
// by the next question.

// A stage is how far the answer in view has come.
type stage uint8

const (
	exact stage = iota // it is the full one
	rough              // rough: the full answer is being computed
	stale              // of an earlier question: a new answer is being computed
)

// The screen says that it works, and dims what is old, once an answer has taken so many ticks.
const (
	tickTime  = 100 * time.Millisecond
	spinsFrom = 2
)

// soFar says how far the answer has come, and how long that has taken if it is a second
// or more: nothing while that is no time at all.
func (m Model) soFar() string {
	text := [...]string{exact: "", rough: "refining...", stale: "working..."}[m.stage]
	if text == "" || m.waited < spinsFrom && !m.dimmed && !m.blank() {
		return ""
	}
	if m.waited >= spinsFrom || m.dimmed {
		spinner := []rune("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
		if m.options.ASCII || m.options.Strokes {
			spinner = []rune(`|/-\`)
		}
		text = string(spinner[m.waited/2%len(spinner)]) + " " + text
	}
	if seconds := m.waited / int(time.Second/tickTime); seconds > 0 {
		text += fmt.Sprintf(" %ds", seconds)
	}
	return text
}

// blank tells whether there has been no answer yet.
func (m Model) blank() bool {
	return m.answer.None == nil && m.answer.Groups == nil && m.answer.Tables == nil
}

// aged is a role as it is in an answer to an earlier question.
func (m Model) aged(r role) role {
	if m.dimmed && r != frame && r != plain && r != heading {
		return muted
	}
	return r
}

// A work is a computation that runs until it, or the work it is part of, is stopped.
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

// next stops the work for a question and is that for the one after it.
func (w *work) next() *work {
	w.stop()
	return newWork(w.of)
}

// inBackground does a part of a work, of which nothing comes once it has been
// stopped. Where it panics, the program breaks off.
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

// stopAsking ends the questions under way and waits until the last one has returned. After a second it waits no longer,
// so that the program ends in any case.
func (m Model) stopAsking() {
	m.life.stop()
	select {
	case m.one <- struct{}{}:
	case <-time.After(time.Second):
	}
}

// A tick message comes ten times a second while an answer is computed.
type tick struct{}

func nextTick() tea.Msg { time.Sleep(tickTime); return tick{} }

// withTicks is a command, and the ticks while it goes on.
func (m Model) withTicks(cmd tea.Cmd) (Model, tea.Cmd) {
	if m.ticks && !m.ticking {
		m.ticking = true
		cmd = tea.Batch(cmd, nextTick)
	}
	return m, cmd
}

// ticked counts them.
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
	m.dimmed = m.dimmed || m.stage == stale && m.waited >= spinsFrom
	return m, nextTick
}
