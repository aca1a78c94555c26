package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"retune/ui/knob"
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
	input.CharLimit = mostTyped
	input.SetVirtualCursor(false)
	input.SetValue(text)
	input.CursorEnd()
	input.Focus()
	return &editor{input: input, old: text != ""}
}

// edit starts typing the value of the knob in focus.
func (m Model) edit(text string) Model {
	m = m.browse()
	if _, ok := headingOf(m.knob()); ok {
		m.note = "a group of knobs: enter folds it and unfolds it"
		return m
	}
	m.mode, m.editor = typing, newEditor(text)
	return m
}

// open opens the knob in focus: the list of its words, or its value to be typed.
func (m Model) open() Model {
	if g, ok := headingOf(m.knob()); ok {
		return m.fold(g)
	}
	if k := m.knob(); len(k.Words()) > 0 || k.Switch() {
		return m.menuOf(wording)
	}
	return m.edit(m.knob().Text(m.turned()))
}

// begin takes a key that no row of the table has, or a paste, while knobs are chosen:
// the beginning of a value, or a command.
func (m Model) begin(msg tea.Msg) Model {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return m.pasted(msg.Content)
	case tea.KeyPressMsg:
		char, n := utf8.DecodeRuneInString(msg.Text)
		switch {
		case n == 0:
		case char >= '0' && char <= '9' || char == '.' || unicode.IsLetter(char) && !wordy(m.knob()):
			return m.edit("").typed(msg)
		case unicode.IsLetter(char):
			return m.wordFrom(msg)
		}
	}
	return m
}

// wordy tells whether the knob takes one of a few words.
func wordy(k knob.Knob) bool { return k.Switch() || len(k.Words()) > 0 }

// wordFrom opens the words of the knob in focus with a letter as the filter. Where none
// begins with it, what its key does is there to be taken.
func (m Model) wordFrom(msg tea.KeyPressMsg) Model {
	m = m.menuOf(wording)
	for _, a := range m.table[browsing].keys {
		if a.guarded && key.Matches(msg, a.binding) {
			it := item{name: msg.Text, now: "the key", help: a.binding.Help().Desc + ": enter does it, so does alt+" + msg.Text, take: pressing(a)}
			if !a.now(m) {
				it.why = a.unless
			}
			m.menu.items = append(m.menu.items, it)
		}
	}
	return m.filterBy(msg)
}

// begins tells whether a key that means something else is the beginning of a value of
// the knob in focus, while knobs are chosen: a letter with which one of its words
// begins, and where it takes words any that would do harm.
func (m Model) begins(msg tea.KeyPressMsg) bool {
	char, n := utf8.DecodeRuneInString(msg.Text)
	if m.mode != browsing && m.mode != choosingBox || n == 0 || !unicode.IsLetter(char) {
		return false
	}
	if _, head := headingOf(m.knob()); head {
		return false
	}
	for _, word := range beginnings(m.knob()) {
		if strings.HasPrefix(word, msg.Text) {
			return true
		}
	}
	return !tracked(m.knob()) && slices.ContainsFunc(m.table[browsing].keys, func(a action) bool { return a.guarded && key.Matches(msg, a.binding) })
}

// beginnings is the words with which a value of the knob can begin.
func beginnings(k knob.Knob) (list []string) {
	if k.Switch() {
		return []string{"yes", "no"}
	}
	if words := k.Words(); words != nil {
		return words
	}
	for word := range strings.FieldsFuncSeq(k.Range(), func(r rune) bool { return r == ' ' || r == ',' }) {
		name, _, amount := strings.Cut(word, "=")
		if amount || name == "none" || len(name) > 3 && !tracked(k) {
			list = append(list, name)
		}
	}
	return list
}

// commit sets the knob to what is typed, if anything is, and ends typing. A value that
// is refused stays, with the reason. A command is what a terminal types that does not say that
// it pastes.
func (m Model) commit() Model {
	if m.mode != typing {
		return m
	}
	text, tried := m.editor.input.Value(), m.turned()
	if strings.HasPrefix(text, "retune ") && m.options.Read != nil {
		return m.pasted(text)
	}
	if err := m.knob().Try(&tried, text); err != nil {
		m.editor = m.editor.refused(err.Error())
		return m
	}
	was := m.turned()
	if m = m.browse(); same(was, tried) {
		return m
	}
	return m.turnTo(tried)
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
