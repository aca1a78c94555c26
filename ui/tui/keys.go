package tui

import (
	"math"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"

	"retune/ui/knob"
)

// An action is something a key does. Each is one row: what the foot and the
// help call it, the keys, whether it can be done now, and what it does. Foot
// and help are made from the rows, so they list what works now and nothing
// else; neighbours that are called the same are listed together.
type action struct {
	brief   string // at the foot of the screen, or "" to be left out there
	binding key.Binding
	now     func(Model) bool
	do      func(Model) (Model, effect)
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

// listed is the actions that can be done now, gathered by what name calls
// them, and their keys: as signs, or in words on a screen without Unicode.
func (m Model) listed(name func(action) string) (names []string, keys [][]string) {
	for _, a := range actions {
		if !a.now(m) || name(a) == "" {
			continue
		}
		labels := a.binding.Keys()
		if !m.options.ASCII {
			labels = strings.Fields(a.binding.Help().Key)
		}
		if i := slices.Index(names, name(a)); i >= 0 {
			keys[i] = append(keys[i], labels...)
			continue
		}
		names, keys = append(names, name(a)), append(keys, labels)
	}
	return names, keys
}

func always(Model) bool { return true }

// helpKey opens the help and closes it; every other key closes it too.
var helpKey = bind("these keys", "?")

// actions lists what keys do while no value is typed, most wanted first: the
// foot of the screen shows as many as fit.
var actions []action

func init() {
	hasB := func(m Model) bool { return m.scenario.Versus != nil }
	asksAt := func(m Model) bool { return !m.showsFleet() }
	step := func(n int, coarse bool) func(Model) (Model, effect) {
		return func(m Model) (Model, effect) {
			return m.turnKnob(m.knob(), func(k knob.Knob, s *knob.Scenario) { k.Step(s, n, coarse) }), nothing
		}
	}
	move := func(n int) func(Model) (Model, effect) {
		return func(m Model) (Model, effect) {
			m.focus = (m.focus + n + len(m.rows())) % len(m.rows())
			return m, nothing
		}
	}
	time := func(n int, coarse bool) func(Model) (Model, effect) {
		return func(m Model) (Model, effect) {
			return m.turnKnob(atKnob, func(k knob.Knob, s *knob.Scenario) { k.Step(s, n, coarse) }), nothing
		}
	}
	actions = []action{
		{"knob", bind("choose a knob", "up", "k"), always, move(-1)},
		{"knob", bind("choose a knob", "down", "j"), always, move(1)},
		{"set", bind("change it", "left"), always, step(-1, false)},
		{"set", bind("change it", "right"), always, step(1, false)},
		{"", bind("change it", "shift+left"), always, step(-1, true)},
		{"", bind("change it", "shift+right"), always, step(1, true)},
		{"view", bind("next or last view", "tab"), always, func(m Model) (Model, effect) { return m.nextView(1), nothing }},
		{"", bind("next or last view", "shift+tab"), always, func(m Model) (Model, effect) { return m.nextView(-1), nothing }},
		{"leave", bind("leave", "q", "ctrl+c"), always, func(m Model) (Model, effect) { return m, leaving }},
		{"type", bind("type a value", "enter"), always, func(m Model) (Model, effect) {
			return m.edit(m.knob().Text(m.scenario)), nothing
		}},
		{"solve", bind("solve for", "="), Model.hasGoals, func(m Model) (Model, effect) { return m.seek(), nothing }},
		{"keep as B", bind("keep as B", "b"), always, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.scenario = m.scenario.Keep() }), nothing
		}},
		{"swap", bind("swap, drop B", "x"), hasB, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.scenario = m.scenario.Swap() }), nothing
		}},
		{"drop B", bind("swap, drop B", "B"), hasB, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.scenario.Versus = nil }), nothing
		}},
		{"undo", bind("undo/redo", "u", "ctrl+z"), func(m Model) bool { return len(m.past) > 0 }, func(m Model) (Model, effect) { return m.undo(), nothing }},
		{"redo", bind("undo/redo", "U", "ctrl+r"), func(m Model) bool { return len(m.future) > 0 }, func(m Model) (Model, effect) { return m.redo(), nothing }},
		{"log", bind("log, zoom", "l"), Model.showsCharts, func(m Model) (Model, effect) { return m.rescaled(), nothing }},
		{"zoom", bind("log, zoom", "+"), Model.showsCharts, func(m Model) (Model, effect) { return m.zoomed(1), nothing }},
		{"", bind("log, zoom", "-"), Model.showsCharts, func(m Model) (Model, effect) { return m.zoomed(-1), nothing }},
		{"", bind("log, zoom", "a"), Model.showsCharts, func(m Model) (Model, effect) { return m.zoomed(-math.MaxInt8), nothing }},
		{"sample", bind("a few clients", "s"), Model.hasSamples, func(m Model) (Model, effect) { m.samples = !m.samples; return m, nothing }},
		{"T", bind("move T", "["), asksAt, time(-1, false)},
		{"T", bind("move T", "]"), asksAt, time(1, false)},
		{"", bind("move T", "{"), asksAt, time(-1, true)},
		{"", bind("move T", "}"), asksAt, time(1, true)},
		{"", bind("min, max", "home"), always, func(m Model) (Model, effect) {
			return m.turnKnob(m.knob(), func(k knob.Knob, s *knob.Scenario) { k.Limit(s, false) }), nothing
		}},
		{"", bind("min, max", "end"), always, func(m Model) (Model, effect) {
			return m.turnKnob(m.knob(), func(k knob.Knob, s *knob.Scenario) { k.Limit(s, true) }), nothing
		}},
		{"default", bind("to its default", "backspace", "delete"), always, func(m Model) (Model, effect) {
			return m.turnKnob(m.knob(), func(k knob.Knob, s *knob.Scenario) { k.Reset(s) }), nothing
		}},
		{"rows", bind("scroll the table", "pgup"), Model.showsTable, func(m Model) (Model, effect) { return m.scrolled(-m.page()), nothing }},
		{"rows", bind("scroll the table", "pgdown"), Model.showsTable, func(m Model) (Model, effect) { return m.scrolled(m.page()), nothing }},
		{"keys", helpKey, always, func(m Model) (Model, effect) { m.help = !m.help; return m, nothing }},
		{"copy", bind("copy the command", "y"), always, func(m Model) (Model, effect) {
			m.note = "sent to the clipboard: " + m.commands()[0]
			return m, copying
		}},
	}
}

// An effect is what a key does beyond the model.
type effect uint8

const (
	nothing effect = iota
	copying
	leaving
)
