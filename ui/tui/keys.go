package tui

import (
	"math"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
)

// An action is a row of a key table: its names at the foot and in the help, its keys, the condition under which it
// works, and its function. The foot and the help are made from these rows; neighbours with the same name are listed
// together.
type action struct {
	brief   string // at the foot; "": not listed there
	binding key.Binding
	now     func(Model) bool
	unless  string // why it does not work, if now is false
	do      func(Model) (Model, tea.Cmd)
}

// act returns an action that always works.
func act(brief, help string, do func(Model) (Model, tea.Cmd), keys ...string) action {
	return action{brief: brief, binding: bind(help, keys...), now: always, do: do}
}

// when returns the action with a condition and the reason shown when it fails.
func (a action) when(now func(Model) bool, unless string) action {
	a.now, a.unless = now, unless
	return a
}

// bind returns a binding whose label is derived from its keys, so that they always agree.
func bind(help string, keys ...string) key.Binding {
	labels := make([]string, len(keys))
	for i, k := range keys {
		labels[i] = keySigns.Replace(k)
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(strings.Join(labels, " "), help))
}

// keySigns are the signs of keys on the screen.
var keySigns = strings.NewReplacer("shift+", "⇧", "up", "↑", "down", "↓", "left", "←", "right", "→",
	"backspace", "⌫", "pgup", "pgup", "pgdown", "pgdn")

// labels returns the keys of an action as signs, or as words on an ASCII screen.
func (m Model) labels(a action) []string {
	labels := strings.Fields(a.binding.Help().Key)
	if m.options.ASCII {
		labels = a.binding.Keys()[:len(labels)]
	}
	return labels
}

func always(Model) bool { return true }

// plainly returns an action that issues no command.
func plainly(do func(Model) Model) func(Model) (Model, tea.Cmd) {
	return func(m Model) (Model, tea.Cmd) { return do(m), nil }
}

// moving sets the typed value, if there is one, and moves the focus by n settings.
func moving(n int) func(Model) (Model, tea.Cmd) {
	return plainly(func(m Model) Model {
		if m = m.commit(); m.mode == browsing {
			m = m.focusOn((m.focused() + n + len(m.rows())) % len(m.rows()))
		}
		return m
	})
}

// browsingKeys returns the keys that work while settings are chosen and changed, the most important first. The foot
// shows as many as fit.
func browsingKeys() []action {
	return slices.Concat(changingKeys(), goingKeys(), chartKeys(), valueKeys())
}

const noneKept, noPages, noChart = "press c first", "all figures are in view", "no chart in view"

// stepping returns an action that changes a setting by n steps.
func stepping(of func(Model) setting.Setting, n int, coarse bool) func(Model) (Model, tea.Cmd) {
	return plainly(func(m Model) Model { return m.step(of(m), n, coarse) })
}

func changingKeys() []action {
	return []action{
		act("setting", "choose a setting", moving(-1), "up", "k"),
		act("setting", "choose a setting", moving(1), "down", "j"),
		act("change", "change it", stepping(Model.setting, -1, false), "left"),
		act("change", "change it", stepping(Model.setting, 1, false), "right"),
		act("", "change it by more", stepping(Model.setting, -1, true), "shift+left"),
		act("", "change it by more", stepping(Model.setting, 1, true), "shift+right"),
		act("choose", "choose a row", picking(-1), "K").when(Model.hasBoxes, noBoxes),
		act("choose", "choose a row", picking(1), "J").when(Model.hasBoxes, noBoxes),
		act("map", "walk the map", plainly(Model.walk), "m").when(Model.hasMap, noMap),
		act("then 1-9", "what helps the fleet", opening(levering), "h").when(Model.showsFleet, noFleet),
		act("solve", "solve for", plainly(Model.seek), "=").when(Model.hasGoals, "no result here can be solved for"),
		act("figures", "all figures, or pictures", plainly(func(m Model) Model {
			m.figures, m.leaf = !m.figures, 0
			return m
		}), "i"),
		act("keep", "keep this policy to compare with", plainly(func(m Model) Model { return m.keep(m.scenario) }), "c").
			when(func(m Model) bool { return m.scenario.Room() }, noRoom),
	}
}

// goingKeys returns the keys that open menus and views, and those for kept policies.
func goingKeys() []action {
	kept := func(m Model) bool { return len(m.scenario.Versus) > 0 }
	return []action{
		act("find", "find anything, and set it", opening(finding), "/"),
		act("help", "list the keys", opening(helpingKeys), "?"),
		act("quit", "quit", Model.quit, "q"),
		act("clients", "presets and real clients", opening(presetting), "p"),
		act("view", "next or previous view", plainly(func(m Model) Model { return m.nextView(1) }), "tab"),
		act("", "next or previous view", plainly(func(m Model) Model { return m.nextView(-1) }), "shift+tab"),
		act("type", "type or choose a value", plainly(Model.open), "enter"),
		act("all settings", "all settings, or those that matter", plainly(func(m Model) Model {
			m.all = !m.all
			return m
		}), "z"),
		act("swap", "swap with the policy kept first", plainly(func(m Model) Model {
			return m.turnTo(m.scenario.Present(1))
		}), "x").when(kept, noneKept),
		act("name", "name a kept policy", plainly(Model.nameKept), "N").when(kept, noneKept),
		act("order", "order by another column", plainly(func(m Model) Model { return m.ordered(-1) }), "<").
			when(Model.hasBoxes, noBoxes),
		act("order", "order by another column", plainly(func(m Model) Model { return m.ordered(1) }), ">").
			when(Model.hasBoxes, noBoxes),
		act("drop", "drop the policy kept last", plainly(func(m Model) Model {
			return m.turnTo(m.scenario.Drop())
		}), "C").when(kept, noneKept),
		act("", "say which key keeps", plainly(func(m Model) Model {
			m.note = "c keeps this policy to compare with"
			return m
		}), "b", "B", "X"),
	}
}

func chartKeys() []action {
	zoom := func(n int) func(Model) (Model, tea.Cmd) {
		return plainly(func(m Model) Model { return m.zoomed(n) })
	}
	read := func(n int, coarse bool) func(Model) (Model, tea.Cmd) {
		return plainly(func(m Model) Model {
			if m.asksAt() {
				return m.step(atSetting, n, coarse)
			}
			return m.readAt(n, coarse)
		})
	}
	reads := func(m Model) bool { return m.asksAt() || m.showsCharts() }
	return []action{
		act("undo", "undo", plainly(Model.undo), "u").when(func(m Model) bool { return len(m.past) > 0 }, "nothing to undo"),
		act("redo", "redo", plainly(Model.redo), "U", "ctrl+r").
			when(func(m Model) bool { return len(m.future) > 0 }, "nothing to redo"),
		act("export", "export what is shown", opening(exporting), "e"),
		act("log", "log scale, zoom", plainly(Model.rescaled), "l").when(Model.showsCharts, noChart),
		act("zoom", "log scale, zoom", zoom(1), "+").when(Model.showsCharts, noChart),
		act("", "log scale, zoom", zoom(-1), "-").when(Model.showsCharts, noChart),
		act("", "log scale, zoom", zoom(-math.MaxInt8), "a").when(Model.showsCharts, noChart),
		act("T", "move T", read(-1, false), "[").when(reads, noChart),
		act("T", "move T", read(1, false), "]").when(reads, noChart),
		act("", "move T", read(-1, true), "{").when(reads, noChart),
		act("", "move T", read(1, true), "}").when(reads, noChart),
	}
}

func valueKeys() []action {
	limit := func(end bool) func(Model) (Model, tea.Cmd) {
		return plainly(func(m Model) Model {
			return m.turnSetting(m.setting(), func(k setting.Setting, s *setting.Scenario) { k.Limit(s, end) })
		})
	}
	return []action{
		act("", "switch on or off, open the words", plainly(func(m Model) Model {
			if len(m.setting().Words()) > 0 {
				return m.open()
			}
			return m.turnSetting(m.setting(), toggled)
		}), "space").when(func(m Model) bool { return wordy(m.setting()) }, "not a switch"),
		act("", "min, max", limit(false), "home"),
		act("", "min, max", limit(true), "end"),
		act("default", "reset to its default", plainly(func(m Model) Model {
			return m.turnSetting(m.setting(), func(k setting.Setting, s *setting.Scenario) { k.Reset(s) })
		}), "backspace", "delete"),
		act("page", "page through figures", plainly(func(m Model) Model { return m.paged(-1) }), "pgup").
			when(Model.hasPages, noPages),
		act("page", "page through figures", plainly(func(m Model) Model { return m.paged(1) }), "pgdown").
			when(Model.hasPages, noPages),
		act("copy", "copy the command", Model.copyCommand, "y"),
	}
}

// toggled switches a setting on or off.
func toggled(k setting.Setting, s *setting.Scenario) {
	if !k.Switch() {
		return
	}
	steps := -1
	if k.Text(*s) == "no" {
		steps = 1
	}
	k.Step(s, steps, false)
}

// listed returns the actions that the foot shows now, grouped by name.
func (m Model) listed() (list [][]action) {
	for _, a := range m.component().keys {
		if !a.now(m) || a.brief == "" {
			continue
		}
		if i := slices.IndexFunc(list, func(of []action) bool { return of[0].brief == a.brief }); i >= 0 {
			list[i] = append(list[i], a)
			continue
		}
		list = append(list, []action{a})
	}
	return list
}
