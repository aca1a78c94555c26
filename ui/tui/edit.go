package tui

import (
	"strings"

	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// An editor holds the value that is being typed for the knob in focus.
type editor struct {
	input  textinput.Model
	old    bool   // the text is the value as it stands, and gives way to what is typed
	reason string // why the value was refused, or ""
}

// newEditor starts with the value as it stands, the cursor behind it.
func newEditor(text string) *editor {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = 40
	input.SetVirtualCursor(false)
	input.SetValue(text)
	input.CursorEnd()
	input.Focus()
	return &editor{input: input, old: text != ""}
}

// edit starts typing the value of the knob in focus.
func (m Model) edit(text string) Model {
	m.editor = newEditor(text)
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
		m.editor = m.editor.refused(err.Error())
		return m
	}
	m.editor = nil
	return m.turn(func(m *Model) { m.scenario = tried })
}

// typed gives a key or a pasted text to the editor.
func (m Model) typed(msg tea.Msg) Model {
	m.editor = m.editor.typed(msg)
	return m
}

// typed is the editor after a key or a pasted text. Values are written in
// ASCII; the one sign beyond it that a unit may have is micro.
func (e editor) typed(msg tea.Msg) *editor {
	e.reason = ""
	key, pressed := msg.(tea.KeyPressMsg)
	if e.old && (!pressed || key.Text != "") {
		e.input.SetValue("")
	}
	e.old = false
	e.input, _ = e.input.Update(msg)
	clean := strings.Map(func(char rune) rune {
		switch {
		case char == 'µ' || char == 'μ':
			return 'u'
		case char < ' ' || char > '~':
			return -1
		}
		return char
	}, e.input.Value())
	if clean != e.input.Value() {
		e.input.SetValue(clean)
	}
	return &e
}

// refused is the editor with the reason why its value is not taken.
func (e editor) refused(reason string) *editor {
	e.reason = reason
	return &e
}
