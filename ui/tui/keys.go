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

// forTask returns the actions as a group of the list of keys.
func (list keyTable) forTask(task string) keyTable {
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
		pair("setting", "choose a setting", Model.moved, "up k", "down j").forTask("set"),
		pair("change", "change it", change, "left", "right").forTask("set"),
		pair("", "change it by more", more, "shift+left", "shift+right").forTask("set"),
		chooses("initial-delay", "a").forTask("set"),
		chooses("factor", "r").forTask("set"),
		pair("choose", "choose a row", Model.chooseRow, "K", "J").forTask("compare").when(Model.hasRows, noBoxes),
		act(
			"map",
			"walk the map",
			func(m Model) Model { return m.pickRow(0) },
			"m",
		).forTask("read").
			when(Model.hasMap, noMap),
		act("then 1-9", "what helps the fleet", Model.listLevers, "h").forTask("solve").when(Model.showsFleet, noFleet),
		act("solve", "solve for", Model.seek, "=").forTask("solve").when(Model.hasGoals, "no result here can be solved for"),
		act("figures", "all figures, or pictures", func(m Model) Model {
			m.figures, m.figurePage = !m.figures, 0
			return m
		}, "i").forTask("read"),
		act(
			"keep",
			"keep this policy to compare",
			func(m Model) Model { return m.keep(m.scenario) },
			"c",
		).forTask("compare").
			when(func(m Model) bool { return m.scenario.CanAddPolicy() }, noRoom),
	)
}

// goingKeys returns the keys that open menus and views, and those for kept policies.
func goingKeys() keyTable {
	kept := func(m Model) bool { return len(m.scenario.Versus) > 0 }
	return slices.Concat(
		act("find", "find anything, and set it", Model.find, "/").forTask("go"),
		act("help", "list the keys", Model.listKeys, "?").forTask("go"),
		act("quit", "quit", Model.quit, "q").forTask("go"),
		act("clients", "presets and real clients", Model.listPresets, "p").forTask("go"),
		act("view", "next or previous view", func(m Model) Model { return m.nextView(1) }, "tab").forTask("go"),
		act("", "next or previous view", func(m Model) Model { return m.nextView(-1) }, "shift+tab").forTask("go"),
		act("type", "type or choose a value", Model.open, "enter", "space").forTask("set"),
		act("all settings", "all settings, or the usual", func(m Model) Model {
			m.all = !m.all
			return m
		}, "z").forTask("set"),
		act("swap", "swap with the first one kept", func(m Model) Model {
			return m.turnTo(new(m.scenario.SwapPolicy(max(1, m.chosenPolicy()))))
		}, "x").forTask("compare").when(kept, noneKept),
		act("name", "name a kept policy", Model.nameKept, "N").forTask("compare").when(kept, noneKept),
		pair("order", "order by another column", Model.ordered, "<", ">").forTask("read").when(Model.hasBoxes, noBoxes),
		act("drop", "drop a kept policy", Model.dropPolicy, "C").forTask("compare").when(kept, noneKept))
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
		act(
			"undo",
			"undo",
			Model.undo,
			"u",
		).forTask("keep").
			when(func(m Model) bool { return len(m.past) > 0 }, "nothing to undo"),
		act("redo", "redo", Model.redo, "U", "ctrl+r").forTask("keep").
			when(func(m Model) bool { return len(m.future) > 0 }, "nothing to redo"),
		act("export", "export what is shown", Model.listExports, "e").forTask("keep"),
		act("log", "log scale", Model.rescaled, "l").forTask("read").when(Model.showsCharts, noChart),
		act("all time", "all of the run, or the outage", func(m Model) Model {
			m.whole = !m.whole
			return m
		}, "w").forTask("read").when(func(m Model) bool { return m.showsFleet() && m.showsCharts() }, noRun),
		pair("T", "move T", read, "[", "]").forTask("read").when(reads, noChart),
	)
}

func valueKeys() keyTable {
	return slices.Concat(
		pair("", "min, max; the ends of a page", func(m Model, n int) Model {
			if m.hasPages() {
				return m.paged(n * mostRows)
			}
			return m.turnSetting(m.setting(), func(k setting.Setting, s *setting.Scenario) { k.Limit(s, n > 0) })
		}, "home", "end").forTask("set"),
		act("default", "reset to its default", func(m Model) Model {
			return m.turnSetting(m.setting(), func(k setting.Setting, s *setting.Scenario) { k.Reset(s) })
		}, "backspace", "delete").forTask("set"),
		pair("page", "page through figures", Model.paged, "pgup", "pgdown").forTask("read").when(Model.hasPages, noPages),
		act("copy", "copy the command", Model.copyCommand, "y").forTask("keep"))
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
