package tui

import (
	"math"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"retune/ui/knob"
)

// An action is something a key does. Each is one row: what the foot and the
// help call it, the keys, whether it can be done now, and what it does. Foot
// and help are made from the rows; neighbours that are called the same are
// listed together.
type action struct {
	brief   string // at the foot of the screen, or "" to be left out there
	binding key.Binding
	now     func(Model) bool
	unless  string // why it cannot be done where it cannot
	do      func(Model) (Model, tea.Cmd)
	guarded bool // on a knob of words its letter is taken for the beginning of one
}

// act is an action that can always be done.
func act(brief, help string, do func(Model) (Model, tea.Cmd), keys ...string) action {
	return action{brief: brief, binding: bind(help, keys...), now: always, do: do}
}

// when is the action where it cannot always be done, and why.
func (a action) when(now func(Model) bool, unless string) action {
	a.now, a.unless = now, unless
	return a
}

// guard is the action that no one who types a word shall meet unawares. Its letter
// is always taken for it with alt.
func (a action) guard() action {
	for _, k := range a.binding.Keys() {
		if len(k) == 1 {
			a.binding.SetKeys(append(a.binding.Keys(), "alt+"+k)...)
		}
	}
	a.guarded = true
	return a
}

// bind makes a binding whose label is made from its keys, so that the two
// cannot drift apart.
func bind(help string, keys ...string) key.Binding {
	labels := make([]string, len(keys))
	for i, k := range keys {
		labels[i] = keySigns.Replace(k)
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(strings.Join(labels, " "), help))
}

// keySigns are how keys are written on the screen.
var keySigns = strings.NewReplacer("shift+", "⇧", "up", "↑", "down", "↓", "left", "←", "right", "→", "backspace", "⌫",
	"pgup", "pgup", "pgdown", "pgdn")

// labels is the keys of an action as they are listed: as signs, or in words on a
// screen that lacks these.
func (m Model) labels(a action) []string {
	labels := strings.Fields(a.binding.Help().Key)
	if m.options.ASCII || m.options.Console {
		labels = a.binding.Keys()[:len(labels)]
	}
	return labels
}

func always(Model) bool { return true }

// plainly is an action that needs nothing of the program.
func plainly(do func(Model) Model) func(Model) (Model, tea.Cmd) {
	return func(m Model) (Model, tea.Cmd) { return do(m), nil }
}

// moving sets what is typed, if anything is, and goes n knobs on.
func moving(n int) func(Model) (Model, tea.Cmd) {
	return plainly(func(m Model) Model {
		if m = m.commit(); m.mode == browsing {
			m = m.focusOn((m.focused() + n + len(m.rows())) % len(m.rows()))
		}
		return m
	})
}

// choosing goes n results or offers on.
func choosing(n int) func(Model) (Model, tea.Cmd) {
	return func(m Model) (Model, tea.Cmd) { return m.choose(n).pursueOffers() }
}

// browsingKeys lists what keys do while knobs are chosen and changed, most wanted
// first: the foot of the screen shows as many as fit.
func browsingKeys() []action {
	hasB := func(m Model) bool { return m.scenario.Versus != nil }
	const noB, noTable, noLeaves = "no B yet: press b", "no table to scroll", "all answers are in view"
	const noChart, noBoxes = "no chart in view", "no box plots in view"
	zoom := func(n int) func(Model) (Model, tea.Cmd) {
		return plainly(func(m Model) Model { return m.zoomed(n) })
	}
	step := func(of func(Model) knob.Knob, n int, coarse bool) func(Model) (Model, tea.Cmd) {
		return plainly(func(m Model) Model { return m.step(of(m), n, coarse) })
	}
	limit := func(end bool) func(Model) (Model, tea.Cmd) {
		return plainly(func(m Model) Model {
			if m.showsTable() {
				return m.scrolled(map[bool]int{false: -m.tableLen(), true: m.tableLen()}[end])
			}
			return m.turnKnob(m.knob(), func(k knob.Knob, s *knob.Scenario) { k.Limit(s, end) })
		})
	}
	read := func(n int, coarse bool) func(Model) (Model, tea.Cmd) {
		return plainly(func(m Model) Model {
			if m.asksAt() {
				return m.step(atKnob, n, coarse)
			}
			return m.readAt(n, coarse)
		})
	}
	reads := func(m Model) bool { return m.asksAt() || m.showsCharts() }
	return []action{
		act("knob", "choose a knob", moving(-1), "up", "k"),
		act("knob", "choose a knob", moving(1), "down", "j"),
		act("set", "change it", step(Model.knob, -1, false), "left"),
		act("set", "change it", step(Model.knob, 1, false), "right"),
		act("", "change it by more", step(Model.knob, -1, true), "shift+left"),
		act("", "change it by more", step(Model.knob, 1, true), "shift+right"),
		act("view", "next or previous view", plainly(func(m Model) Model { return m.nextView(1) }), "tab"),
		act("", "next or previous view", plainly(func(m Model) Model { return m.nextView(-1) }), "shift+tab"),
		act("find", "find anything", opening(finding), "/"),
		act("keys", "list the keys", opening(helping), "?"),
		act("quit", "quit", Model.leave, "q").guard(),
		act("type", "type or choose a value", plainly(Model.open), "enter"),
		act("presets", "presets", opening(presetting), "p"),
		act("choose", "choose a type of jitter", picking(-1), "K").when(Model.hasBoxes, noBoxes),
		act("choose", "choose a type of jitter", picking(1), "J").when(Model.hasBoxes, noBoxes),
		act("map", "walk the map", plainly(Model.walk), "m").when(Model.hasMap, noMap),
		act("solve", "solve for", plainly(Model.seek), "=").when(Model.hasGoals, "no result here can be solved for"),
		act("keep as B", "keep as B", plainly(func(m Model) Model {
			return m.turn(func(m *Model) { m.scenario = m.scenario.Keep() })
		}), "b").guard(),
		act("edit B", "edit A or B", plainly(Model.edits), "X").guard(),
		act("swap", "swap A and B", plainly(func(m Model) Model {
			return m.turn(func(m *Model) { m.scenario = m.scenario.Swap() })
		}), "x").when(hasB, noB).guard(),
		act("drop B", "drop B", plainly(func(m Model) Model {
			return m.turn(func(m *Model) { m.scenario.Versus = nil })
		}), "B").when(hasB, noB).guard(),
		act("undo", "undo", plainly(Model.undo), "u").when(func(m Model) bool { return len(m.past) > 0 }, "nothing to undo").guard(),
		act("redo", "redo", plainly(Model.redo), "U", "ctrl+r").when(func(m Model) bool { return len(m.future) > 0 }, "nothing to redo").guard(),
		act("what helps", "what helps the fleet", opening(levering), "h").when(Model.showsFleet, noFleet).guard(),
		act("export", "export what is shown", opening(exporting), "e"),
		act("log", "log scale, zoom", plainly(Model.rescaled), "l").when(Model.showsCharts, noChart),
		act("zoom", "log scale, zoom", zoom(1), "+").when(Model.showsCharts, noChart),
		act("", "log scale, zoom", zoom(-1), "-").when(Model.showsCharts, noChart),
		act("", "log scale, zoom", zoom(-math.MaxInt8), "a").when(Model.showsCharts, noChart),
		act("sample", "show a few clients", plainly(func(m Model) Model { m.samples = !m.samples; return m }), "s").when(Model.hasSamples, "no jitter in view"),
		act("T", "move T", read(-1, false), "[").when(reads, noChart),
		act("T", "move T", read(1, false), "]").when(reads, noChart),
		act("", "move T", read(-1, true), "{").when(reads, noChart),
		act("", "move T", read(1, true), "}").when(reads, noChart),
		act("switch", "switch on or off", plainly(func(m Model) Model {
			if len(m.knob().Words()) > 0 {
				return m.open()
			}
			return m.turnKnob(m.knob(), toggled)
		}), "space").when(func(m Model) bool {
			_, head := headingOf(m.knob())
			return head || m.knob().Switch() || len(m.knob().Words()) > 0
		}, "not a switch"),
		act("fold", "fold a group of knobs", plainly(Model.foldHere), "z").when(Model.hasGroups, noGroups),
		act("", "min, max; ends of a table", limit(false), "home"),
		act("", "min, max; ends of a table", limit(true), "end"),
		act("default", "reset to its default", plainly(func(m Model) Model {
			return m.turnKnob(m.knob(), func(k knob.Knob, s *knob.Scenario) { k.Reset(s) })
		}), "backspace", "delete"),
		act("scroll", "scroll table or answers", plainly(func(m Model) Model { return m.paged(-1) }), "pgup").when(Model.hasPages, noTable),
		act("scroll", "scroll table or answers", plainly(func(m Model) Model { return m.paged(1) }), "pgdown").when(Model.hasPages, noTable),
		act("more", "more answers", plainly(func(m Model) Model { return m.leafed(1) }), ",").when(Model.hasLeaves, noLeaves),
		act("more", "more answers", plainly(func(m Model) Model { return m.leafed(-1) }), ";").when(Model.hasLeaves, noLeaves),
		act("columns", "columns of the table", plainly(func(m Model) Model { return m.acrossBy(-1) }), "<").when(Model.scrollsAcross, noTable),
		act("columns", "columns of the table", plainly(func(m Model) Model { return m.acrossBy(1) }), ">").when(Model.scrollsAcross, noTable),
		act("copy", "copy the command", Model.copyCommand, "y").guard(),
	}
}

// toggled switches a knob on or off.
func toggled(k knob.Knob, s *knob.Scenario) {
	if !k.Switch() {
		return
	}
	k.Step(s, map[bool]int{true: 1, false: -1}[k.Text(*s) == "no"], false)
}

// listed is the actions that the foot shows now, those together that it calls the same.
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
