package tui

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"
)

// A mode decides what keys mean. One mode is active at a time.
type mode int

const (
	browsing mode = iota // settings are chosen and changed
	typing               // a value is typed for the focused setting
	choosing             // an item of the menu is chosen
	picking              // a cell of a map or one of several distributions is chosen
)

// browsingTable returns the table of keys while settings are chosen; ? lists it.
var browsingTable func() keyTable

func init() { browsingTable = sync.OnceValue(browsingKeys) } // the rows refer back to the table

// keys returns the keys of the mode.
func (m Model) keys() (list keyTable) {
	switch m.mode {
	case browsing:
		list = browsingTable()
	case typing:
		list = slices.Concat(
			act("set it", "set it", Model.commit, "enter"),
			pair("", "set it", Model.moved, "up shift+tab", "down tab"),
			act("cancel", "cancel", Model.browse, "esc"),
		)
	case choosing:
		list = m.menuKeys()
	case picking:
		list = m.pickingKeys()
	}
	return list
}

// everywhere returns the keys with the same meaning in every mode. Before a view changes, a typed value is set.
func everywhere() (list keyTable) {
	for i, name := range Views() {
		list = append(list, act("", "view "+name, func(m Model) Model {
			if m = m.commit(); m.mode != typing {
				return m.browse().toView(name)
			}
			return m
		}, fmt.Sprintf("f%d", i+1), fmt.Sprintf("alt+%d", i+1))...)
	}
	return slices.Concat(
		forTask("go", list,
			act("", "quit", Model.leave, "ctrl+c")),
		forTask("keep",
			act("", "save into a scenario file", Model.save, "ctrl+s"),
			act("", "open a scenario file", Model.browseFiles, "ctrl+o")),
		forTask("go",
			act("", "suspend", func(m Model) Model { return m.does(tea.Suspend) }, "ctrl+z"),
			act("", "redraw the screen", func(m Model) Model { return m.does(tea.ClearScreen) }, "ctrl+l")))
}

// browse returns to the settings and drops typed text that was not set.
func (m Model) browse() Model {
	m.mode, m.editor, m.goal, m.menu = browsing, editor{}, nil, menu{}
	return m
}

// press passes a key to the action of the mode that has it.
func (m Model) press(msg tea.KeyPressMsg) Model {
	if m = m.spelling(msg.Text); m.spelled == program {
		return m.edit("").typed(tea.PasteMsg{Content: program})
	}
	for _, a := range slices.Concat(m.keys(), everywhere()) {
		if a.has(msg.String()) && (a.unless != "" || a.now(m)) { // without a reason the key has its other meaning
			return m.take(a)
		}
	}
	return m.other(msg)
}

// program is how a command begins, which may arrive as keys from a terminal that does not mark pastes.
const program = "retune "

// spelling returns the model with the part of [program] that the last keys spell, the first of them pressed while
// settings are chosen.
func (m Model) spelling(text string) Model {
	if m.spelled == "" && m.mode != browsing || !strings.HasPrefix(program, m.spelled+text) || text == "" {
		m.spelled = ""
		return m
	}
	if m.spelled += text; m.spelled == program && m.mode == typing {
		m.spelled = ""
	}
	return m
}

// take runs an action, or says why it does not work now.
func (m Model) take(a action) Model {
	if !a.now(m) {
		m.note = a.help + ": " + a.unless
		return m
	}
	return a.do(m)
}

// leave ends the program. The caller keeps what is shown.
func (m Model) leave() Model {
	if m.leaves = m.saving; m.leaves { // the program ends after the save
		m.note = "saving..."
		return m
	}
	m.work.stop()
	m.offer.stop()
	return m.does(tea.Quit)
}
