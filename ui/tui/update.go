package tui

import (
	tea "charm.land/bubbletea/v2"
)

// Update is the program's function from a message to the next model. Answers
// that take time are worked out in the background.
func (m Model) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	defer func() {
		if err := recover(); err != nil {
			model, cmd = m.breakOff(err), tea.Quit
		}
	}()
	next, cmd := m.update(msg)
	next = next.placed().follow()
	next.dimmed = next.dimmed && next.stage == stale
	if next.mode != m.mode && next.mode != offering {
		next.offer.stop() // nobody waits for offers any more
	}
	if next.generation != m.generation {
		var more tea.Cmd
		next, more = next.pursue()
		cmd = tea.Batch(cmd, more)
	}
	next, charts := next.workOutCharts()
	next, levers := next.workOutLevers()
	return next.bound().drawn(), tea.Batch(cmd, charts, levers)
}

// follow moves the rows in sight just so far that the focus is among them.
func (m Model) follow() Model {
	l := m.layout()
	if l.tiny { // the size of the terminal is still to come
		return m
	}
	room := l.rowsInSight()
	focus := m.focused()
	m.firstRow = max(0, min(m.firstRow, focus, len(l.rows)-room), focus-room+1)
	return m
}

func (m Model) update(msg tea.Msg) (Model, tea.Cmd) {
	switch msg := msg.(type) {
	case answered:
		return m.answeredBy(msg)
	case workedCharts:
		return m.took(msg)
	case tick:
		return m.ticked()
	case brokenOff:
		return m, tea.Quit
	case helped:
		return m.helpedBy(msg), nil
	case runsMsg:
		return m.moreRuns(msg)
	case offers:
		return m.offered(msg)
	case tea.WindowSizeMsg:
		before := m.below()
		m.width, m.height = msg.Width, msg.Height
		if m = m.fit(); m.below() != before { // nothing else in an answer depends on the size
			m = m.ask()
		}
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
	case exported:
		return m.exportedTo(msg)
	case savedDocument:
		return m.savedTo(msg)
	case nearby:
		m.nearby = msg
		return m.menuOf(choosingFile), nil
	case openedDocument:
		return m.openedBy(msg)
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
	case tea.MouseMotionMsg:
		return m.drag(msg.X, msg.Y), nil
	case tea.MouseReleaseMsg:
		m.held = hold{}
	case tea.MouseWheelMsg:
		return m.freshly().wheel(msg.Mouse()), nil
	}
	return m, nil
}

// freshly is the model before the next thing that the user does: what was said is
// gone, and turns of the same knob go on.
func (m Model) freshly() Model {
	m.note, m.ran, m.turning = "", m.turning, ""
	return m
}

// fit takes a new size of the terminal: a view that it has no room for, or
// that has become half of a whole one, gives way to its neighbour.
func (m Model) fit() Model {
	if views[m.view].chart > 0 && !m.layout().single {
		m.view--
	}
	return m.scrolled(0)
}

// scrolled moves the table by n rows, as far as it goes.
func (m Model) scrolled(n int) Model {
	before := m.scroll
	m.scroll = max(0, min(m.scroll+n, m.tableLen()-m.page()))
	if n != 0 && m.scroll == before {
		m.note = "end of the table"
	}
	return m.acrossBy(0)
}

// page is how many rows of the table fit.
func (m Model) page() int { return max(1, m.layout().table.inside().h-1) }

// tableLen is the number of rows of the table in view.
func (m Model) tableLen() int {
	if len(m.schedule.Tables) == 0 { // no table is in view
		return 0
	}
	return m.schedule.Tables[0].Len
}
