package tui

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/knob"
)

// Shot writes the screen as a picture in SVG, on a terminal of that size, as it is once
// all is worked out after the last of the keys.
func Shot(out io.Writer, s knob.Scenario, o Options, width, height int, keys string) error {
	m := opened(s, o, width, height)
	for _, key := range typedKeys(keys) {
		m = replayed(m, key)
	}
	if m.mishap.err != nil {
		return m.mishap.err
	}
	_, err := io.WriteString(out, m.portrait("The screen of retune", "A terminal of retune; the command that prints what is shown: "+m.shown()))
	return err
}

// portrait is the picture of what is shown.
func (m Model) portrait(title, desc string) string {
	c, _ := m.frame()
	return svg(c, title, desc)
}

// opened is the screen on a terminal of that size, once all is worked out.
func opened(s knob.Scenario, o Options, width, height int) Model {
	m := New(s, o)
	return replayed(m.done(m.Init()), tea.WindowSizeMsg{Width: width, Height: height})
}

// replayed is the model after a message and all that comes of it.
func replayed(m Model, msg tea.Msg) Model {
	next, cmd := m.Update(msg)
	return next.(Model).done(cmd)
}

// done is the model after a command and all that comes of it, as it would be if nobody
// did anything meanwhile.
func (m Model) done(cmd tea.Cmd) Model {
	for list := []tea.Cmd{cmd}; len(list) > 0; list = list[1:] {
		if list[0] == nil {
			continue
		}
		switch msg := list[0]().(type) {
		case nil, tea.QuitMsg:
		case tea.BatchMsg:
			list = slices.Insert(list, 1, msg...)
		default:
			next, cmd := m.Update(msg)
			m, list = next.(Model), slices.Insert(list, 1, cmd)
		}
	}
	return m
}

// typedKeys are the keys of a line with blanks between them: those that have a name by
// that, anything else letter by letter.
func typedKeys(line string) (keys []tea.KeyPressMsg) {
	for _, word := range strings.Fields(line) {
		rest := word[strings.LastIndex(word, "+")+1:]
		if _, named := keyCodes[rest]; named || rest != word && utf8.RuneCountInString(rest) == 1 {
			keys = append(keys, keyPress(word))
			continue
		}
		for _, letter := range word {
			keys = append(keys, keyPress(string(letter)))
		}
	}
	return keys
}

// keyCodes are the keys that have a name.
var keyCodes = map[string]rune{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"tab": tea.KeyTab, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4, "f5": tea.KeyF5, "f6": tea.KeyF6, "f7": tea.KeyF7, "f8": tea.KeyF8,
}

// keyPress is the message of a key, named as the key names itself.
func keyPress(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	rest := name
	for _, mod := range []struct {
		prefix string
		mod    tea.KeyMod
	}{{"ctrl+", tea.ModCtrl}, {"alt+", tea.ModAlt}, {"shift+", tea.ModShift}} {
		if cut, ok := strings.CutPrefix(rest, mod.prefix); ok && cut != "" {
			k.Mod |= mod.mod
			rest = cut
		}
	}
	if code, ok := keyCodes[rest]; ok {
		k.Code = code
	} else {
		k.Code = []rune(rest)[0]
		if k.Mod == 0 {
			k.Text = rest
		}
	}
	if name == "space" {
		k.Text = " "
	}
	return k
}
