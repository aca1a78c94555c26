package tui

import (
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
)

// Shot writes the screen as a picture in SVG, on a terminal of that size, as it is once
// all is worked out after the last of the keys.
func Shot(out io.Writer, s setting.Scenario, o Options, width, height int, keys string) error {
	p := played{m: New(s, o)}
	p.todo = []tea.Cmd{p.m.Init()}
	p.send(tea.WindowSizeMsg{Width: width, Height: height})
	for _, key := range typedKeys(keys) {
		p.until(func(m Model) bool { return m.stage == exact }) // the rest would be stopped by most keys
		p.send(key)
	}
	p.until(func(Model) bool { return false })
	if p.m.mishap.err != nil {
		return p.m.mishap.err
	}
	_, err := io.WriteString(out, p.m.portrait("The screen of retune",
		"A terminal of retune; the command that prints what is shown: "+p.m.shown()))
	return err
}

// portrait is the picture of what is shown.
func (m Model) portrait(title, desc string) string {
	c, _ := m.frame()
	return svg(c, title, desc)
}

// A played is a screen and what is still to be done in its background.
type played struct {
	m    Model
	todo []tea.Cmd
}

// send gives it a message.
func (p *played) send(msg tea.Msg) {
	next, cmd := p.m.Update(msg)
	p.m, p.todo = next.(Model), append(p.todo, cmd)
}

// until does what is to be done, one after the other, until the screen is as is wanted, or
// nothing is left. It tells whether it is.
func (p *played) until(wanted func(Model) bool) bool {
	for !wanted(p.m) {
		p.todo = slices.DeleteFunc(p.todo, func(c tea.Cmd) bool { return c == nil })
		if len(p.todo) == 0 {
			return false
		}
		cmd := p.todo[0]
		p.todo = p.todo[1:]
		switch msg := cmd().(type) {
		case nil, tea.QuitMsg:
		case tea.BatchMsg:
			p.todo = append(msg, p.todo...)
		default:
			p.send(msg)
		}
	}
	return true
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
	"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4,
	"f5": tea.KeyF5, "f6": tea.KeyF6, "f7": tea.KeyF7, "f8": tea.KeyF8,
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
