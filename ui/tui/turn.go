package tui

import "retune/ui/knob"

// turnKnob turns one knob, as one gesture that can be undone.
func (m Model) turnKnob(k knob.Knob, change func(knob.Knob, *knob.Scenario)) Model {
	if g, ok := headingOf(k); ok {
		return m.fold(g)
	}
	before := len(m.past)
	s := m.turned()
	change(k, &s)
	m = m.turnTo(s)
	if len(m.past) == before && m.note != "" {
		m.note = k.Title() + " stays at " + k.Show(m.turned()) + ": " + k.Range()
	}
	return m
}

// step changes a knob by n notches. Those that follow one another are one gesture.
func (m Model) step(k knob.Knob, n int, coarse bool) Model {
	next := m.turnKnob(k, func(k knob.Knob, s *knob.Scenario) { k.Step(s, n, coarse) })
	if m.ran == k.Name && len(m.past) > 0 {
		next.past = m.past
	}
	next.turning = k.Name
	return next
}

// try sets a knob to a text, as one gesture, or says why not.
func (m Model) try(k knob.Knob, text string) Model {
	s := m.turned()
	if err := k.Try(&s, text); err != nil {
		m.note = err.Error()
		return m
	}
	return m.turnTo(s)
}

// turned is the scenario that the knobs turn: that of A, with B beside it, or the other
// way round.
func (m Model) turned() knob.Scenario {
	if m.editsB && m.scenario.Versus != nil {
		return m.scenario.Swap()
	}
	return m.scenario
}

// turnTo makes it s, as one gesture.
func (m Model) turnTo(s knob.Scenario) Model {
	return m.turn(func(m *Model) {
		m.scenario = s
		m.scenario = m.turned()
	})
}

// edits has the knobs turn the other policy. Where there is no B, it is what A is.
func (m Model) edits() Model {
	if m.scenario.Versus == nil {
		m = m.turn(func(m *Model) { m.scenario = m.scenario.Keep() })
		m.editsB = false
	}
	m.editsB = !m.editsB
	return m
}

// turn changes the scenario, as one gesture that can be undone. Where nothing
// changes, what is being worked out or simulated goes on.
func (m Model) turn(change func(*Model)) Model {
	next := m
	change(&next)
	next.scenario = next.scenario.AskMidway()
	if same(m.scenario, next.scenario) {
		m.note = "no change"
		return m
	}
	return next.ask().remember(m.scenario)
}
