package tui

import "retune/ui/ask/setting"

// turnSetting changes one setting as one gesture that can be undone.
func (m Model) turnSetting(k setting.Setting, change func(setting.Setting, *setting.Scenario)) Model {
	m.onPolicy = false
	s := m.edits()
	change(k, &s)
	next := m.turnTo(new(m.edited(&s)))
	if next.scenario == m.scenario {
		next.note = k.ListName() + " stays at " + k.Show(new(m.edits())) + ": " + k.Range()
	}
	return next
}

// step changes a setting by n steps. Consecutive steps of a setting are one gesture.
func (m Model) step(k setting.Setting, n int, coarse bool) Model {
	next := m.turnSetting(k, func(k setting.Setting, s *setting.Scenario) { k.Step(s, n, coarse) })
	return m.joined(next, k)
}

// joined returns next, in which k was changed. If the last input changed k too, both are one gesture.
func (m Model) joined(next Model, k setting.Setting) Model {
	switch {
	case next.scenario == m.scenario: // there is no gesture to join
		next.turning = m.ran
	case m.ran == k.Name:
		next.past, next.turning = m.past, k.Name
	default:
		next.turning = k.Name
	}
	return next
}

// try sets a setting to a text as one gesture, or shows why the text is refused.
func (m Model) try(k setting.Setting, text string) Model {
	return m.turnUnless(m.tried(k, text))
}

// tried returns the scenario with a setting of the chosen policy set to a text, or why the text is refused.
func (m Model) tried(k setting.Setting, text string) (setting.Scenario, error) {
	s := m.edits()
	err := k.Try(&s, text)
	return m.edited(&s), err
}

// turnUnless sets the scenario to s as one gesture, or shows the error.
func (m Model) turnUnless(s setting.Scenario, err error) Model {
	if err != nil {
		m.note = "✗ " + err.Error()
		return m
	}
	return m.turnTo(&s)
}

// turnTo sets the scenario to s as one gesture that can be undone. If nothing changes, the scenario stays the same one
// and running computations continue.
func (m Model) turnTo(s *setting.Scenario) Model {
	was := m.scenario
	if m.scenario = new(s.AtDefaultTime()); same(was, m.scenario) {
		m.scenario, m.note = was, "no change"
		return m
	}
	return m.ask().remember(was)
}
