package tui

import (
	"strings"

	"charm.land/bubbles/v2/key"
)

// An action is something a key does. Each is one row: the keys, what help
// calls it, whether it can be done now, and what it does. Help is made from
// the rows, so it lists what works now and nothing else.
type action struct {
	brief   string // at the foot of the screen, together with its neighbours of the same brief; "" to be left out there
	binding key.Binding
	now     func(Model) bool
	do      func(Model) (Model, effect)
}

// bind makes a binding whose label is made from its keys, so that the two
// cannot drift apart.
func bind(help string, keys ...string) key.Binding {
	labels := make([]string, len(keys))
	for i, k := range keys {
		labels[i] = keyLabel(k)
	}
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(strings.Join(labels, " "), help))
}

// keyLabel is how a key is written on the screen.
func keyLabel(k string) string {
	k = strings.ReplaceAll(k, "shift+", "⇧")
	for name, sign := range map[string]string{"up": "↑", "down": "↓", "left": "←", "right": "→", "backspace": "⌫"} {
		k = strings.ReplaceAll(k, name, sign)
	}
	return k
}

func always(Model) bool { return true }

// actions lists what keys do while no value is typed, most wanted first: the
// foot of the screen shows as many as fit.
var actions []action

func init() {
	hasB := func(m Model) bool { return m.scenario.Versus != nil }
	step := func(n int, coarse bool) func(Model) (Model, effect) {
		return func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.knob().Step(&m.scenario, n, coarse) }), nothing
		}
	}
	move := func(n int) func(Model) (Model, effect) {
		return func(m Model) (Model, effect) {
			m.focus = (m.focus + n + len(rows)) % len(rows)
			return m, nothing
		}
	}
	time := func(n int, coarse bool) func(Model) (Model, effect) {
		return func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { elapsedKnob.Step(&m.scenario, n, coarse) }), nothing
		}
	}
	actions = []action{
		{"knob", bind("knob up", "up", "k"), always, move(-1)},
		{"knob", bind("knob down", "down", "j"), always, move(1)},
		{"turn", bind("turn down", "left"), always, step(-1, false)},
		{"turn", bind("turn up", "right"), always, step(1, false)},
		{"far", bind("ten times as much down", "shift+left"), always, step(-1, true)},
		{"far", bind("ten times as much up", "shift+right"), always, step(1, true)},
		{"next view", bind("next view", "tab"), always, func(m Model) (Model, effect) { return m.nextView(1), nothing }},
		{"", bind("last view", "shift+tab"), always, func(m Model) (Model, effect) { return m.nextView(-1), nothing }},
		{"type", bind("type a value, or just a digit", "enter"), always, func(m Model) (Model, effect) {
			return m.edit(m.knob().Text(m.scenario)), nothing
		}},
		{"keep as B", bind("keep as B", "b"), always, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.scenario = m.scenario.Keep() }), nothing
		}},
		{"swap", bind("swap A and B", "x"), hasB, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.scenario = m.scenario.Swap() }), nothing
		}},
		{"drop B", bind("drop B", "B"), hasB, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.scenario.Versus = nil }), nothing
		}},
		{"undo", bind("undo", "u", "ctrl+z"), func(m Model) bool { return len(m.past) > 0 }, func(m Model) (Model, effect) { return m.undo(), nothing }},
		{"redo", bind("redo", "U", "ctrl+r"), func(m Model) bool { return len(m.future) > 0 }, func(m Model) (Model, effect) { return m.redo(), nothing }},
		{"log", bind("log or linear", "l"), Model.showsCharts, func(m Model) (Model, effect) { m.log = !m.log; return m, nothing }},
		{"T", bind("T earlier", "["), always, time(-1, false)},
		{"T", bind("T later", "]"), always, time(1, false)},
		{"", bind("T much earlier", "{"), always, time(-1, true)},
		{"", bind("T much later", "}"), always, time(1, true)},
		{"", bind("lower limit", "home"), always, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.knob().Limit(&m.scenario, false) }), nothing
		}},
		{"", bind("upper limit", "end"), always, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.knob().Limit(&m.scenario, true) }), nothing
		}},
		{"default", bind("default", "backspace", "delete"), always, func(m Model) (Model, effect) {
			return m.turn(func(m *Model) { m.knob().Reset(&m.scenario) }), nothing
		}},
		{"rows", bind("rows up", "pgup"), Model.showsTable, func(m Model) (Model, effect) { return m.scrolled(-m.page()), nothing }},
		{"rows", bind("rows down", "pgdown"), Model.showsTable, func(m Model) (Model, effect) { return m.scrolled(m.page()), nothing }},
		{"copy", bind("copy the command", "y"), always, func(m Model) (Model, effect) {
			m.note = "copied: " + m.commands()[0]
			return m, copying
		}},
		{"keys", bind("keys", "?"), always, func(m Model) (Model, effect) { m.help = !m.help; return m, nothing }},
		{"leave", bind("leave", "q", "ctrl+c"), always, func(m Model) (Model, effect) { return m, leaving }},
	}
}

// An effect is what a key does beyond the model.
type effect uint8

const (
	nothing effect = iota
	copying
	leaving
)
