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

// An editor holds the value that is being typed for the setting in focus.
type editor struct {
	input  textinput.Model
	old    bool   // the text is the value as it stands, and gives way to what is typed
	reason string // why the value was refused, or ""
}

// newEditor starts with the value as it stands, the cursor behind it.
func newEditor(text string) *editor {
	input := textinput.New()
	input.Prompt = ""
	input.CharLimit = mostTyped
	input.SetVirtualCursor(false)
	input.KeyMap.DeleteAfterCursor = key.NewBinding(key.WithKeys("ctrl+k", "alt+d", "alt+delete", "ctrl+delete"))
	input.KeyMap.DeleteWordForward.Unbind() // a value is one word; bubbles 2.2.1 reads behind the end there
	input.SetValue(text)
	input.CursorEnd()
	input.Focus()
	return &editor{input: input, old: text != ""}
}

// edit starts typing the value of the setting in focus.
func (m Model) edit(text string) Model {
	m = m.browse()
	m.mode, m.editor = typing, newEditor(text)
	return m
}

// open opens the setting in focus: the list of its words, or its value to be typed.
func (m Model) open() Model {
	if k := m.setting(); len(k.Words()) > 0 || k.Switch() {
		return m.menuOf(wording)
	}
	return m.edit(m.setting().Text(m.scenario))
}

// begin takes a key that no row of the table has, or a paste, while settings are chosen:
// the beginning of a value, or a command.
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

// wordy tells whether the setting takes one of a few words.
func wordy(k setting.Setting) bool { return k.Switch() || len(k.Words()) > 0 }

// commit sets the setting to what is typed, if anything is, and ends typing. A value that
// is refused stays, with the reason. A command is what a terminal types that does not say that
// it pastes.
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

// typing gives a key or a pasted text to the editor: more than a value is taken for what it is.
func (m Model) typing(msg tea.Msg) Model {
	if paste, ok := msg.(tea.PasteMsg); ok && strings.Contains(strings.TrimSpace(paste.Content), "\n") {
		return m.browse().pasted(paste.Content)
	}
	return m.typed(msg)
}

// typed gives a key or a pasted text to the editor.
func (m Model) typed(msg tea.Msg) Model {
	if m.editor != nil {
		m.editor = m.editor.typed(msg)
	}
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
	if text := clean(e.input.Value()); text != e.input.Value() {
		e.input.SetValue(text)
	}
	return &e
}

// refused is the editor with the reason why its value is not taken.
func (e editor) refused(reason string) *editor {
	e.reason = reason
	return &e
}

// paint paints what is being typed, its end in view, and says where it ends.
func (e editor) paint(c *canvas, r rect) (x int, cursor *tea.Cursor) {
	at, look := e.input.Position(), value
	from := max(0, at-r.w+1)
	if e.old {
		look = muted
	}
	x = c.text(r.x, r.y, r.w, e.input.Value()[from:], look)
	return x, tea.NewCursor(r.x+at-from, r.y)
}
