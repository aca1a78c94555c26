package tui

import "retune/ui/knob"

// longest is how many gestures can be undone.
const longest = 1000

// remember keeps what was before a gesture; what had been undone is then gone.
func (m Model) remember(before knob.Scenario) Model {
	m.past = append(m.past[:len(m.past):len(m.past)], before)
	if len(m.past) > longest {
		m.past = m.past[1:]
	}
	m.future = nil
	return m
}

func (m Model) undo() Model {
	last := len(m.past) - 1
	m.future = append(m.future[:len(m.future):len(m.future)], m.scenario)
	m.scenario, m.past = m.past[last], m.past[:last]
	return m.ask()
}

func (m Model) redo() Model {
	last := len(m.future) - 1
	m.past = append(m.past[:len(m.past):len(m.past)], m.scenario)
	m.scenario, m.future = m.future[last], m.future[:last]
	return m.ask()
}

// same tells whether every knob reads the same in both.
func same(a, b knob.Scenario) bool {
	for _, k := range knob.Knobs {
		if k.Text(a) != k.Text(b) {
			return false
		}
	}
	return true
}
