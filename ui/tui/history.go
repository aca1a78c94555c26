package tui

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"retune/ui/ask/setting"
)

// longest is the number of gestures that can be undone.
const longest = 1000

// remember stores the scenario before a gesture and drops everything that could be redone.
func (m Model) remember(before *setting.Scenario) Model {
	m.past = append(m.past[:len(m.past):len(m.past)], *before)
	if len(m.past) > longest {
		m.past = m.past[1:]
	}
	m.future = nil
	return m
}

// undo reverts the last gesture and says what it changed.
func (m Model) undo() Model {
	last := len(m.past) - 1
	before := m.scenario
	m.future = append(m.future[:len(m.future):len(m.future)], *before)
	m.scenario, m.past = new(m.past[last]), m.past[:last]
	m.note = "undone: " + m.changed(before)
	return m.ask()
}

// redo repeats the last undone gesture and says what it changed: it undoes with past and future exchanged.
func (m Model) redo() Model {
	m.past, m.future = m.future, m.past
	m = m.undo()
	m.past, m.future = m.future, m.past
	m.note = strings.Replace(m.note, "undone", "redone", 1)
	return m
}

// changes yields the settings with different texts in the two scenarios.
func changes(a, b *setting.Scenario) iter.Seq[setting.Setting] {
	return func(yield func(setting.Setting) bool) {
		for _, list := range [][]setting.Setting{setting.Settings, Own()} {
			for _, k := range list {
				if k.Text(a) != k.Text(b) && !yield(k) {
					return
				}
			}
		}
	}
}

// changed describes the settings that changed since before.
func (m Model) changed(before *setting.Scenario) string {
	var list []string
	for k := range changes(before, m.scenario) {
		if k.PartOf == "" {
			list = append(list, fmt.Sprintf("%s %s → %s", k.ListName(), cmp.Or(k.Text(before), "none"),
				cmp.Or(k.Text(m.scenario), "none")))
		}
	}
	if len(list) > 3 {
		return fmt.Sprintf("%s and %d more", strings.Join(list[:2], ", "), len(list)-2)
	}
	return strings.Join(list, ", ")
}

// differ reports whether more than most settings have different texts in the two scenarios.
func differ(a, b *setting.Scenario, most int) bool {
	for range changes(a, b) {
		if most--; most < 0 {
			return true
		}
	}
	return false
}

// same reports whether every setting has the same text in both scenarios.
func same(a, b *setting.Scenario) bool { return !differ(a, b, 0) }
