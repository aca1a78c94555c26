package tui

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// A mode decides what keys mean. Everything with keys of its own is a mode; one mode is active at a time.
type mode int

const (
	browsing       mode = iota // settings are chosen and changed
	typing                     // a value is typed for the focused setting
	wording                    // a word is chosen for the focused setting
	helpingKeys                // the keys are listed
	finding                    // anything is found by its name
	explaining                 // the explanation of a word is read
	presetting                 // a preset is chosen
	levering                   // a setting that helps the fleet is chosen
	exporting                  // an export format and its destination are chosen
	naming                     // a file is named for an export or for saving
	choosingFile               // a scenario file is chosen
	choosingPolicy             // a policy of that file is chosen
	solving                    // a bound on a result is typed
	offering                   // the setting to change for that bound is chosen
	choosingBox                // one of several distributions is chosen
	walking                    // a cell of a map is chosen
	modes
)

// A component is the behaviour of a mode. Its state, such as the typed text, is in the model.
type component struct {
	keys keyTable // the keys of the mode; ? lists those of browsing
	menu menuRow  // its menu, if it has one
}

// A modeTable has one component per mode.
type modeTable [modes]component

// components returns the table of modes. Each model holds the table because its functions look up the table in turn.
func components() *modeTable {
	table := modeTable{
		browsing: {keys: browsingKeys()},
		typing: {keys: slices.Concat(
			act("set it", "set it", Model.commit, "enter"),
			pair("", "set it", Model.moved, "up shift+tab", "down tab"),
			act("cancel", "cancel", closed, "esc"),
		)},
		choosingBox: {keys: pickingKeys()},
		walking:     {keys: walkingKeys()},
	}
	for mode, of := range menus() {
		table[mode] = component{menuKeys(of), of}
	}
	for i := range table {
		table[i].keys = append(table[i].keys, everywhere()...)
	}
	return &table
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
	return slices.Concat(list,
		act("", "quit", Model.leave, "ctrl+c"),
		act("", "save into a scenario file", Model.save, "ctrl+s"),
		act("", "open a scenario file", Model.browseFiles, "ctrl+o"),
		act("", "suspend", func(m Model) Model { return m.does(tea.Suspend) }, "ctrl+z"),
		act("", "redraw the screen", func(m Model) Model { return m.does(tea.ClearScreen) }, "ctrl+l"))
}

// component returns the component of the mode.
func (m Model) component() component { return m.table[m.mode] }

// closed returns to the settings and drops typed text that was not set.
func closed(m Model) Model { return m.browse() }

func (m Model) browse() Model {
	m.mode, m.editor, m.goal, m.menu = browsing, editor{}, nil, nil
	return m
}

// press passes a key to the action of the mode that has it.
func (m Model) press(msg tea.KeyPressMsg) Model {
	for _, a := range m.component().keys {
		if slices.Contains(a.keys, msg.String()) {
			return m.take(a)
		}
	}
	return m.other(msg)
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
