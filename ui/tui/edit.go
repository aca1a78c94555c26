package tui

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
)

// An editor holds a text that is being typed.
type editor struct {
	text   string
	at     int    // the cursor is before this byte
	old    bool   // typing replaces the text
	reason string // why the text was refused, or ""
}

// newEditor returns an editor of text with the cursor behind it.
func newEditor(text string) editor {
	text = clean(text)
	return editor{text: text, at: len(text), old: text != ""}
}

// mostTyped is the largest number of characters that can be typed.
const mostTyped = 250

// edits lists the keys that move the cursor to a place, and those that delete up to there.
var edits = []struct {
	moves, deletes string
	to             func(e editor) int
}{
	{"left ctrl+b", "backspace ctrl+h", func(e editor) int { return e.at - 1 }},
	{"right ctrl+f", "delete ctrl+d", func(e editor) int { return e.at + 1 }},
	{"home ctrl+a", "ctrl+u", func(editor) int { return 0 }},
	{"end ctrl+e", "ctrl+k", func(e editor) int { return len(e.text) }},
	{"alt+left ctrl+left alt+b", "alt+backspace ctrl+w", func(e editor) int {
		return strings.LastIndex(strings.TrimRight(e.text[:e.at], " "), " ") + 1
	}},
	{"alt+right ctrl+right alt+f", "alt+d alt+delete ctrl+delete", func(e editor) int {
		rest := strings.TrimLeft(e.text[e.at:], " ")
		word, _, _ := strings.Cut(rest, " ")
		return len(e.text) - len(rest) + len(word)
	}},
}

// typed returns the editor after a key or a pasted text. Only ASCII is typed, except the micro sign of a unit.
func (e editor) typed(msg tea.Msg) editor {
	e.reason = ""
	text := ""
	switch msg := msg.(type) {
	case tea.PasteMsg:
		text = msg.Content
	case tea.KeyPressMsg:
		if text = msg.Text; text == "" {
			return e.edited(msg.String())
		}
	}
	if e.old {
		e.text, e.at, e.old = "", 0, false
	}
	text = clean(text)
	text = text[:min(len(text), mostTyped-len(e.text))]
	e.text, e.at = e.text[:e.at]+text+e.text[e.at:], e.at+len(text)
	return e
}

// edited returns the editor after a key that moves the cursor or deletes.
func (e editor) edited(key string) editor {
	e.old = false
	for _, edit := range edits {
		to := max(0, min(edit.to(e), len(e.text)))
		switch {
		case slices.Contains(strings.Fields(edit.moves), key):
			e.at = to
			return e
		case slices.Contains(strings.Fields(edit.deletes), key):
			from := min(e.at, to)
			e.text, e.at = e.text[:from]+e.text[max(e.at, to):], from
			return e
		}
	}
	return e
}

// paint paints the text with the cursor in view, and returns where it ends.
func (e editor) paint(c canvas) (x int) {
	from, look := max(0, e.at-c.w+1), value
	if e.old {
		look = muted
	}
	c.cursor = tea.NewCursor(c.x+e.at-from, c.y)
	return c.text(0, 0, e.text[from:], look)
}

// refused returns the model with the reason why the typed text is refused.
func (m Model) refused(reason string) Model {
	m.note, m.editor.reason = "", reason
	return m
}

// typed passes a key or a pasted text to the editor. A list follows the text.
func (m Model) typed(msg tea.Msg) Model {
	if m.editor = m.editor.typed(msg); m.mode != choosing {
		return m
	}
	if m.menu.value == nil {
		m.menu.pick = 0
	}
	return m.filtered()
}

// edit starts typing the value of the focused setting.
func (m Model) edit(text string) Model {
	m = m.browse()
	m.mode, m.editor, m.onPolicy = typing, newEditor(text), false
	return m
}

// open opens the focused setting: the list of its words, or an editor for its value.
func (m Model) open() Model {
	if m.listsKept() && m.onPolicy {
		return m.takePolicy()
	}
	if wordy(m.setting()) {
		return m.listWords()
	}
	return m.edit(m.setting().Text(new(m.edits())))
}

// other handles a key that has no action, or a paste.
func (m Model) other(msg tea.Msg) Model {
	switch m.mode {
	case choosing:
		return m.filterBy(msg)
	case typing:
		return m.typing(msg)
	}
	return m.begin(msg)
}

// begin handles a key or a paste while settings are chosen: it starts typing a value, or takes a command.
func (m Model) begin(msg tea.Msg) Model {
	switch msg := msg.(type) {
	case tea.PasteMsg:
		return m.pasted(msg.Content)
	case tea.KeyPressMsg:
		char, n := utf8.DecodeRuneInString(msg.Text)
		number := char >= '0' && char <= '9' || char == '.'
		switch k := m.setting(); {
		case n == 0:
		case wordy(k) && unicode.IsLetter(char):
			return m.listWords().typed(msg)
		case number || unicode.IsLetter(char) && m.begins(k, char):
			return m.edit("").typed(msg)
		case unicode.IsLetter(char):
			m.note = "no key " + string(char) + ": ? lists the keys, / finds anything"
		}
	}
	return m
}

// begins reports whether a value of the setting can begin with the letter: a text, or the word for no limit.
func (m Model) begins(k setting.Setting, char rune) bool {
	if _, number := k.Number(new(m.edits())); !number {
		return true
	}
	_, err := m.tried(k, "none")
	return char == 'n' && err == nil
}

// wordsOf returns the words that the setting takes, or none.
func wordsOf(k setting.Setting) []string {
	if k.Switch() {
		return []string{"yes", "no"}
	}
	return k.Words()
}

// wordy reports whether the setting takes one of a few words.
func wordy(k setting.Setting) bool { return len(wordsOf(k)) > 0 }

// commit sets the setting to the typed value, if there is one, and ends typing. A refused value stays, with the reason.
// A command may arrive as typed text from a terminal that does not mark pastes.
func (m Model) commit() Model {
	if m.mode != typing {
		return m
	}
	text := m.editor.text
	if strings.HasPrefix(text, "retune ") && m.options.Read != nil {
		return m.pasted(text)
	}
	tried, err := m.tried(m.setting(), text)
	if err != nil {
		return m.refused(err.Error())
	}
	if m = m.browse(); same(m.scenario, &tried) {
		return m
	}
	return m.turnTo(&tried)
}

// typing passes a key or a pasted text to the editor; pasted text of several lines is read as a command or a
// configuration.
func (m Model) typing(msg tea.Msg) Model {
	if paste, ok := msg.(tea.PasteMsg); ok && strings.Contains(strings.TrimSpace(paste.Content), "\n") {
		return m.browse().pasted(paste.Content)
	}
	return m.typed(msg)
}
