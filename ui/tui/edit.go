package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// An editor holds the value that is being typed for the knob in focus.
type editor struct {
	input  textinput.Model
	reason string // why the value was refused, or ""
}

// edit starts typing the value of the knob in focus.
func (m Model) edit(text string) Model {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = 40
	input.SetVirtualCursor(false)
	input.SetValue(text)
	input.CursorEnd()
	input.Focus()
	m.editor = &editor{input: input}
	m.help = false
	return m
}

// typing takes a key while a value is typed.
func (m Model) typing(msg tea.KeyPressMsg) Model {
	switch msg.String() {
	case "esc":
		m.editor = nil
		return m
	case "enter":
		return m.enter()
	}
	return m.typed(msg)
}

// enter sets the knob to what was typed. A value that is refused stays, with
// the reason.
func (m Model) enter() Model {
	text := m.editor.input.Value()
	tried := m.scenario
	if err := m.knob().Try(&tried, text); err != nil {
		refused := *m.editor
		refused.reason = err.Error()
		m.editor = &refused
		return m
	}
	m.editor = nil
	return m.turn(func(m *Model) { m.scenario = tried })
}

// typed gives a key or a pasted text to the editor. Values are written in
// ASCII; the one sign beyond it that a unit may have is micro.
func (m Model) typed(msg tea.Msg) Model {
	next := *m.editor
	next.reason = ""
	next.input, _ = next.input.Update(msg)
	clean := strings.Map(func(char rune) rune {
		switch {
		case char == 'µ' || char == 'μ':
			return 'u'
		case char < ' ' || char > '~':
			return -1
		}
		return char
	}, next.input.Value())
	if clean != next.input.Value() {
		next.input.SetValue(clean)
	}
	m.editor = &next
	return m
}
