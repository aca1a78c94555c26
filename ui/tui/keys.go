package tui

import (
	"slices"
	"strings"

	"retune/ui/ask/setting"
)

// An action is a row of a key table: its names at the foot and in the help, its keys, the condition under which it
// works, and its function. The foot and the help are made from these rows; neighbours with the same name are listed
// together.
type action struct {
	brief  string // at the foot; "": not listed there
	task   string // what it is for: a group of the list of keys
	help   string
	keys   []string
	now    func(Model) bool
	unless string // why it does not work, if now is false
	do     func(Model) Model
}

// A keyTable lists actions, the most important first.
type keyTable []action

// act returns an action that always works.
func act(brief, help string, do func(Model) Model, keys ...string) keyTable {
	return keyTable{{brief: brief, help: help, keys: keys, now: always, do: do}}
}

// pair returns two actions that move by one step: back, and forth. Each lists its keys, separated by blanks.
func pair(brief, help string, by func(m Model, n int) Model, back, forth string) keyTable {
	return pairBy(brief, help, 1, by, back, forth)
}

// pairBy returns two actions that move by n steps.
func pairBy(brief, help string, n int, by func(m Model, n int) Model, back, forth string) keyTable {
	step := func(n int) func(Model) Model {
		return func(m Model) Model { return by(m, n) }
	}
	return append(act(brief, help, step(-n), strings.Fields(back)...),
		act(brief, help, step(n), strings.Fields(forth)...)...)
}

// forTask returns actions as a group of the list of keys.
func forTask(task string, rows ...keyTable) keyTable {
	list := slices.Concat(rows...)
	for i := range list {
		list[i].task = task
	}
	return list
}

// when returns the actions with a condition and the reason shown when it fails.
func (list keyTable) when(now func(Model) bool, unless string) keyTable {
	for i := range list {
		list[i].now, list[i].unless = now, unless
	}
	return list
}

// keySigns are the signs of keys on the screen.
var keySigns = strings.NewReplacer("shift+", "⇧", "up", "↑", "down", "↓", "left", "←", "right", "→",
	"backspace", "⌫", "pgup", "pgup", "pgdown", "pgdn")

// signs returns keys as signs, or as words on an ASCII screen.
func (m Model) signs(keys string) string {
	if m.options.ASCII {
		return keys
	}
	return keySigns.Replace(keys)
}

// has reports whether the action has the key.
func (a action) has(key string) bool { return slices.Contains(a.keys, key) }

func always(Model) bool { return true }

// moved sets the typed value, if there is one, and moves the focus by n settings.
func (m Model) moved(n int) Model {
	if m = m.commit(); m.mode != browsing {
		return m
	}
	policies, at := 0, m.focused()
	if m.listsKept() { // their rows come before the settings
		if policies = len(m.scenario.Policies()); m.onPolicy {
			at = m.chosenPolicy() - policies
		}
	}
	if at = wrapped(at+policies+n, policies+len(m.rows())) - policies; at < 0 {
		return m.choosePolicy(at + policies)
	}
	return m.focusOn(at)
}

// chooseRow moves the choice by n policies or boxes.
func (m Model) chooseRow(n int) Model {
	if m.listsKept() {
		return m.choosePolicyBy(n)
	}
	return m.pickRow(n)
}

// hasRows reports whether policies or boxes can be chosen.
func (m Model) hasRows() bool { return m.listsKept() || m.hasBoxes() }

// browsingKeys returns the keys that work while settings are chosen and changed, the most important first. The foot
// shows as many as fit.
func browsingKeys() keyTable {
	return slices.Concat(changingKeys(), goingKeys(), chartKeys(), valueKeys())
}

// chooses returns an action that chooses a setting of every policy in the view that has it.
func chooses(name string, key string) keyTable {
	k, _ := setting.Find(name)
	return act("", "choose the "+k.ListName(), func(m Model) Model { return m.toSetting(k) }, key)
}

const (
	noneKept, noPages = "press c first", "all figures are in view"
	noChart, noRun    = "no chart in view", "no run in view"
)

func changingKeys() keyTable {
	change := func(m Model, n int) Model { return m.step(m.setting(), n, false) }
	more := func(m Model, n int) Model { return m.step(m.setting(), n, true) }
	return slices.Concat(
		forTask("set",
			pair("setting", "choose a setting", Model.moved, "up k", "down j"),
			pair("change", "change it", change, "left", "right"),
			pair("", "change it by more", more, "shift+left", "shift+right"),
			chooses("initial-delay", "a"),
			chooses("factor", "r")),
		forTask("compare",
			pair("choose", "choose a row", Model.chooseRow, "K", "J").when(Model.hasRows, noBoxes)),
		forTask("read",
			act("map", "walk the map", func(m Model) Model { return m.pickRow(0) }, "m").when(Model.hasMap, noMap)),
		forTask("solve",
			act("then 1-9", "what helps the fleet", Model.listLevers, "h").when(Model.showsFleet, noFleet),
			act("solve", "solve for", Model.seek, "=").when(Model.hasGoals, "no result here can be solved for")),
		forTask("read",
			act("figures", "all figures, or pictures", func(m Model) Model {
				m.figures, m.figurePage = !m.figures, 0
				return m
			}, "i")),
		forTask("compare",
			act("keep", "keep this policy to compare", func(m Model) Model { return m.keep(m.scenario) }, "c").
				when(func(m Model) bool { return m.scenario.CanAddPolicy() }, noRoom)),
	)
}

// goingKeys returns the keys that open menus and views, and those for kept policies.
func goingKeys() keyTable {
	kept := func(m Model) bool { return len(m.scenario.Versus) > 0 }
	return slices.Concat(
		forTask("go",
			act("find", "find anything, and set it", Model.find, "/"),
			act("help", "list the keys", Model.listKeys, "?"),
			act("quit", "quit", Model.quit, "q"),
			act("clients", "presets and real clients", Model.listPresets, "p"),
			act("view", "next or previous view", func(m Model) Model { return m.nextView(1) }, "tab"),
			act("", "next or previous view", func(m Model) Model { return m.nextView(-1) }, "shift+tab")),
		forTask("set",
			act("type", "type or choose a value", Model.open, "enter", "space"),
			act("all settings", "all settings, or the usual", func(m Model) Model {
				m.all = !m.all
				return m
			}, "z")),
		forTask("compare",
			act("swap", "swap with the first one kept", func(m Model) Model {
				return m.turnTo(new(m.scenario.SwapPolicy(max(1, m.chosenPolicy()))))
			}, "x").when(kept, noneKept),
			act("name", "name a kept policy", Model.nameKept, "N").when(kept, noneKept)),
		forTask("read",
			pair("order", "order by another column", Model.ordered, "<", ">").when(Model.hasBoxes, noBoxes)),
		forTask("compare",
			act("drop", "drop a kept policy", Model.dropPolicy, "C").when(kept, noneKept)))
}

func chartKeys() keyTable {
	read := func(m Model, n int) Model {
		if !m.turnsFleet() {
			return m.step(atSetting, n, false)
		}
		return m.readAt(n)
	}
	reads := func(m Model) bool { return !m.turnsFleet() || m.showsCharts() }
	return slices.Concat(
		forTask("keep",
			act("undo", "undo", Model.undo, "u").
				when(func(m Model) bool { return len(m.past) > 0 }, "nothing to undo"),
			act("redo", "redo", Model.redo, "U", "ctrl+r").
				when(func(m Model) bool { return len(m.future) > 0 }, "nothing to redo"),
			act("export", "export what is shown", Model.listExports, "e")),
		forTask("read",
			act("log", "log scale", Model.rescaled, "l").when(Model.showsCharts, noChart),
			act("all time", "all of the run, or the outage", func(m Model) Model {
				m.whole = !m.whole
				return m
			}, "w").when(func(m Model) bool { return m.showsFleet() && m.showsCharts() }, noRun),
			pair("T", "move T", read, "[", "]").when(reads, noChart)),
	)
}

func valueKeys() keyTable {
	return slices.Concat(
		forTask("set",
			pair("", "min, max; the ends of a page", func(m Model, n int) Model {
				if m.hasPages() {
					return m.paged(n * mostRows)
				}
				return m.turnSetting(m.setting(), func(k setting.Setting, s *setting.Scenario) { k.Limit(s, n > 0) })
			}, "home", "end"),
			act("default", "reset to its default", func(m Model) Model {
				return m.turnSetting(m.setting(), func(k setting.Setting, s *setting.Scenario) { k.Reset(s) })
			}, "backspace", "delete")),
		forTask("read",
			pair("page", "page through figures", Model.paged, "pgup", "pgdown").when(Model.hasPages, noPages)),
		forTask("keep",
			act("copy", "copy the command", Model.copyCommand, "y")))
}

// listed returns the actions that the foot shows now, grouped by name.
func (m Model) listed() (list []keyTable) {
	for _, a := range m.keys() {
		if !a.now(m) || a.brief == "" {
			continue
		}
		if i := slices.IndexFunc(list, func(of keyTable) bool { return of[0].brief == a.brief }); i >= 0 {
			list[i] = append(list[i], a)
			continue
		}
		list = append(list, keyTable{a})
	}
	return list
}
