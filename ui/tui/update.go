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
	next, cmd := m.update(msg)
	next.dimmed = next.dimmed && next.stage == stale
	if next.mode != m.mode && next.mode != offering {
		next.offer.stop() // offers are no longer needed
	}
	if next.generation != m.generation {
		var more tea.Cmd
		next, more = next.pursue()
		cmd = tea.Batch(cmd, more)
	}
	if next.mode == walking && (m.mode != walking || next.cell != m.cell) {
		cmd = tea.Batch(cmd, next.workOutCell())
	}
	next, levers := next.workOutLevers()
	next, ranks := next.workOutRanks()
	next, offers := next.pursueOffers()
	next.memo = &memo{}
	return next, tea.Batch(cmd, levers, ranks, offers)
}

// An arrival is a message from the background: what it does to the model.
type arrival func(Model) (Model, tea.Cmd)

func (m Model) update(msg tea.Msg) (Model, tea.Cmd) {
	switch msg := msg.(type) {
	case answered:
		return m.answeredBy(msg)
	case tick:
		return m.ticked()
	case brokenOff:
		return m, tea.Quit
	case arrival:
		return msg(m)
	case exported:
		return m.exportedTo(msg)
	case savedDocument:
		return m.savedTo(msg)
	}
	return m.done(msg)
}

// done returns the model after input from the user or the terminal.
func (m Model) done(msg tea.Msg) (Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.theme = newTheme(m.dark, m.profile)
		return m.heard()
	case leave:
		return m.leaveSoon()
	case timeout:
		return m.heard()
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.theme = newTheme(m.dark, m.profile)
	case tea.KeyPressMsg:
		return m.freshly().press(msg)
	case tea.PasteMsg:
		if m = m.freshly(); m.component().text != nil {
			m = m.component().text(m, msg)
		}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			return m.freshly().grab(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		return m.freshly().wheel(msg.Mouse()), nil
	}
	return m, nil
}

// freshly returns the model before the next input: the note is cleared, and further steps of the same setting join the
// last gesture.
func (m Model) freshly() Model {
	m.note, m.ran, m.turning = "", m.turning, ""
	return m
}
