package tui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
)

// An editor holds the value that is being typed for the focused setting.
type editor struct {
	input  textinput.Model
	old    bool   // the text is the present value; typing replaces it
	reason string // why the value was refused, or ""
}

// newEditor returns an editor of text with the cursor behind it.
func newEditor(text string) *editor {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = mostTyped
	input.SetVirtualCursor(false)
	input.KeyMap.DeleteAfterCursor = key.NewBinding(key.WithKeys("ctrl+k", "alt+d", "alt+delete", "ctrl+delete"))
	input.KeyMap.DeleteWordForward.Unbind() // a value is one word; bubbles 2.2.1 reads past the end here
	input.SetValue(text)
	input.CursorEnd()
	input.Focus()
	return &editor{input: input, old: text != ""}
}

// edit starts typing the value of the focused setting.
func (m Model) edit(text string) Model {
	m = m.browse()
	m.mode, m.editor = typing, newEditor(text)
	return m
}

// open opens the focused setting: the list of its words, or an editor for its value.
func (m Model) open() Model {
	if wordy(m.setting()) {
		return m.menuOf(wording)
	}
	return m.edit(m.setting().Text(m.scenario))
}

// begin handles a key or a paste that is not in the key table: it starts typing a value, or takes a command.
func (m Model) begin(msg tea.Msg) Model {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return m.pasted(msg.Content)
	case tea.KeyPressMsg:
		char, n := utf8.DecodeRuneInString(msg.Text)
		number := char >= '0' && char <= '9' || char == '.'
		switch {
		case n == 0:
		case number || unicode.IsLetter(char) && !wordy(m.setting()):
			return m.edit("").typed(msg)
		case unicode.IsLetter(char):
			m.note = "enter lists the values of " + m.setting().Title()
		}
	}
	return m
}

// wordy reports whether the setting takes one of a few words.
func wordy(k setting.Setting) bool { return k.Switch() || len(k.Words()) > 0 }

// commit sets the setting to the typed value, if there is one, and ends typing. A refused value stays, with the reason.
// A command may arrive as typed text from a terminal that does not mark pastes.
func (m Model) commit() Model {
	if m.mode != typing {
		return m
	}
	text, tried := m.editor.input.Value(), m.scenario
	if strings.HasPrefix(text, "retune ") && m.options.Read != nil {
		return m.pasted(text)
	}
	if err := m.setting().Try(&tried, text); err != nil {
		m.editor = m.editor.refused(err.Error())
		return m
	}
	was := m.scenario
	if m = m.browse(); same(was, tried) {
		return m
	}
	return m.turnTo(tried)
}

// typing passes a key or a pasted text to the editor; pasted text of several lines is read as a command or a
// configuration.
func (m Model) typing(msg tea.Msg) Model {
	if paste, ok := msg.(tea.PasteMsg); ok && strings.Contains(strings.TrimSpace(paste.Content), "\n") {
		return m.browse().pasted(paste.Content)
	}
	return m.typed(msg)
}

// typed passes a key or a pasted text to the editor.
func (m Model) typed(msg tea.Msg) Model {
	if m.editor != nil {
		m.editor = m.editor.typed(msg)
	}
	return m
}

// typed returns the editor after a key or a pasted text. Values are written in ASCII, except the micro sign of a unit.
func (e editor) typed(msg tea.Msg) *editor {
	e.reason = ""
	key, pressed := msg.(tea.KeyPressMsg)
	if e.old && (!pressed || key.Text != "") {
		e.input.SetValue("")
	}
	e.old = false
	e.input, _ = e.input.Update(msg)
	if text := clean(e.input.Value()); text != e.input.Value() {
		e.input.SetValue(text)
	}
	return &e
}

// refused returns the editor with the reason why its value is refused.
func (e editor) refused(reason string) *editor {
	e.reason = reason
	return &e
}

// paint paints the text with its end in view and returns where it ends.
func (e editor) paint(c *canvas, r rect) (x int, cursor *tea.Cursor) {
	at, look := e.input.Position(), value
	from := max(0, at-r.w+1)
	if e.old {
		look = muted
	}
	x = c.text(r.x, r.y, r.w, e.input.Value()[from:], look)
	return x, tea.NewCursor(r.x+at-from, r.y)
}
