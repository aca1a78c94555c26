package tui

import (
	"context"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
)

// Shot writes an SVG picture of the screen in a terminal of the given size, after the last of the keys and with all
// answers complete.
func Shot(out io.Writer, s *setting.Scenario, o Options, width, height int, keys string) error {
	p := played{m: New(answer.WithCache(context.Background()), s, o)}
	p.todo = []tea.Cmd{p.m.Init()}
	p.send(tea.WindowSizeMsg{Width: width, Height: height})
	for _, key := range typedKeys(keys) {
		p.until(func(m Model) bool { return m.stage == exact }) // most keys would stop the remaining computations
		p.send(key)
	}
	p.until(func(Model) bool { return false })
	if p.m.crash.err != nil {
		return p.m.crash.err
	}
	_, err := io.WriteString(out, p.m.frame().svg("The screen of retune",
		"A terminal of retune; the command that prints what is shown: "+p.m.command))
	return err
}

// svg returns the frame as a picture.
func (f *frame) svg(title, desc string) string {
	looks := make([]chart.Look, roles)
	for r := range looks {
		hue := hueOf(role(r))
		looks[r] = chart.Look{Colour: chart.Colour{Light: hue.light, Dark: hue.dark}, Bold: bold[role(r)]}
		looks[r].Ground, _ = groundOf(role(r))
	}
	return chart.Screen(f.cells, f.width, title, desc, looks)
}

// A played is a screen and its pending background commands.
type played struct {
	m    Model
	todo []tea.Cmd
}

// send passes a message to the screen.
func (p *played) send(msg tea.Msg) {
	next, cmd := p.m.Update(msg)
	p.m, p.todo = next.(Model), append(p.todo, cmd)
}

// until runs pending commands one by one until the screen is as wanted or none is left. It reports whether the screen
// is as wanted.
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

// typedKeys returns the keys of a line separated by blanks. A word is the name of a key if there is one; otherwise each
// letter is a key.
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

// keyCodes maps the names of keys to their codes.
var keyCodes = map[string]rune{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight,
	"home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"tab": tea.KeyTab, "enter": tea.KeyEnter, "esc": tea.KeyEscape, "space": tea.KeySpace,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete,
	"f1": tea.KeyF1, "f2": tea.KeyF2, "f3": tea.KeyF3, "f4": tea.KeyF4,
	"f5": tea.KeyF5, "f6": tea.KeyF6, "f7": tea.KeyF7, "f8": tea.KeyF8,
}

// keyPress returns the message of a key, given in the notation of its String method.
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
