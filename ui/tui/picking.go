package tui

import (
	"slices"

	"retune/ui/ask/answer"
)

// In a map a cell can be picked, and among distributions a row.

// picked returns the column and the row that are picked, at first those of the scenario.
func (m Model) picked() [2]int {
	at, size := m.cell, [2]int{1, len(m.boxed())}
	if of := m.answer.Map; of != nil {
		size = [2]int{len(of.X.Values), len(of.Y.Values)}
		if m.mode != picking {
			at = of.Current
		}
	} else if m.mode != picking {
		at[1] = slices.IndexFunc(m.boxed(), func(b answer.Box) bool { return b.IsA })
	}
	for i := range at {
		at[i] = max(0, min(at[i], size[i]-1))
	}
	return at
}

// pickBy picks n columns, for axis 0, or n rows from what is picked.
func (m Model) pickBy(axis, n int) Model {
	at := m.picked()
	at[axis] += n
	return m.pick(at[0], at[1])
}

// pick picks a column and a row.
func (m Model) pick(column, row int) Model {
	m = m.browse()
	m.mode, m.cell = picking, [2]int{column, row}
	m.cell = m.picked()
	return m
}

func (m Model) pickColumn(n int) Model { return m.pickBy(0, n) }

// pickRow picks n rows further down. The rows of a map count from below.
func (m Model) pickRow(n int) Model {
	if m.answer.Map != nil {
		n = -n
	}
	return m.pickBy(1, n)
}

// pickingKeys returns the keys that work while something is picked: its own, and the browsing keys that these do not
// replace.
func (m Model) pickingKeys() keyTable {
	const far, end = 5, 1 << 16
	own := slices.Concat(
		pair("choose", "choose", Model.pickRow, "up k K", "down j J"),
		pairBy("", "choose", far, Model.pickRow, "shift+up pgup", "shift+down pgdown"),
		act("take", "take its values", Model.takePicked, "enter"),
		act("settings", "back to the settings", Model.browse, "esc", "m"))
	if m.hasMap() {
		own = slices.Concat(pair("choose", "choose", Model.pickColumn, "left", "right"), own,
			pairBy("", "choose", far, Model.pickColumn, "shift+left", "shift+right"),
			pairBy("", "choose", end, Model.pickColumn, "home", "end"))
	}
	return append(own, slices.DeleteFunc(slices.Clone(browsingTable()), func(a action) bool {
		return slices.ContainsFunc(own, func(of action) bool { return slices.ContainsFunc(of.keys, a.has) })
	})...)
}

// takePicked sets the scenario to what is picked. The u key undoes this.
func (m Model) takePicked() Model {
	at := m.picked()
	switch list := m.boxed(); {
	case m.answer.Map != nil:
		return m.turnUnless(m.answer.Map.ScenarioAt(m.scenario, at[0], at[1]))
	case len(list) > 0:
		return m.turnUnless(list[at[1]].Scenario(m.scenario))
	}
	return m
}
