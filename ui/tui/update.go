package tui

import (
	tea "charm.land/bubbletea/v2"
)

// Update returns the model after a message. Slow answers are computed in the background.
func (m Model) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer func() {
		if err := recover(); err != nil {
			model, cmd = m.breakOff(err), tea.Quit
		}
	}()
	m.memo = nil
	next := m.update(msg)
	next.dimmed = next.dimmed && next.stage == stale
	if next.goal == nil {
		next.offer.stop() // offers are no longer needed
	}
	if next.scenario != m.scenario {
		next = next.pursue()
	}
	if next.mode == picking && (m.mode != picking || next.cell != m.cell) {
		next = next.workOutCell()
	}
	next = next.solvePending().workOutLevers().workOutRanks().pursueOffers()
	cmd = tea.Batch(next.todo...)
	next.seen, next.memo, next.todo = next.facts(), &memo{}, nil
	return next, cmd
}

// does returns the model with a command that Update hands to the program.
func (m Model) does(cmd tea.Cmd) Model {
	m.todo = append(m.todo[:len(m.todo):len(m.todo)], cmd)
	return m
}

// An arrival is a message from the background: what it does to the model.
type arrival func(Model) Model

// update returns the model after an arrival, or input from the user or the terminal.
func (m Model) update(msg tea.Msg) Model {
	switch msg := msg.(type) {
	case arrival:
		return msg(m)
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.theme = newTheme(m.dark, m.profile)
		return m.heard()
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.theme = newTheme(m.dark, m.profile)
	case tea.KeyPressMsg:
		return m.freshly().press(msg)
	case tea.PasteMsg:
		return m.freshly().other(msg)
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return m.freshly().grab(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		return m.freshly().wheel(msg.Mouse())
	}
	return m
}

// freshly returns the model before the next input: the note is cleared, and further steps of the same setting join the
// last gesture.
func (m Model) freshly() Model {
	m.note, m.ran, m.turning = "", m.turning, ""
	return m
}
