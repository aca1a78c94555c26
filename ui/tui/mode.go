package tui

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
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

// A component is the behaviour of a mode. Its state, such as an editor or a menu, is in the model.
type component struct {
	keys  keyTable                               // the keys of the mode; ? lists them
	text  func(Model, tea.Msg) Model             // handles other keys and pastes; nil: ignores them
	paint func(Model, *canvas, rect) *tea.Cursor // paints the panel in place of the charts; nil: no panel
	foot  func(Model, *canvas, int)              // paints the last line; nil: the keys are listed there
}

// A modeTable has one component per mode.
type modeTable [modes]component

// components returns the table of modes. Each model holds the table because its functions look up the table in turn.
func components() *modeTable {
	table := modeTable{
		browsing: {keys: browsingKeys(), text: Model.begin},
		typing: {keys: slices.Concat(
			act("set it", "set it", plainly(Model.commit), "enter"),
			pair("", "set it", Model.moved, "up shift+tab", "down tab"),
			act("cancel", "cancel", closed, "esc"),
		), text: Model.typing, foot: Model.footOfTyping},
		choosingBox: {keys: pickingKeys(), text: Model.begin},
		walking:     {keys: walkingKeys(), text: Model.begin},
		naming: {keys: append(act("write it", "write it", Model.write, "enter"), act("cancel", "cancel", closed, "esc")...),
			text: Model.typed, paint: Model.paintNaming},
	}
	for mode, of := range menus() {
		table[mode] = component{keys: menuKeys(of), text: Model.filterBy, paint: Model.paintMenu}
	}
	for i := range table {
		table[i].keys = append(table[i].keys, everywhere()...)
	}
	return &table
}

// everywhere returns the keys with the same meaning in every mode. Before a view changes, a typed value is set.
func everywhere() (list keyTable) {
	for i, name := range Views() {
		list = append(list, act("", "view "+name, plainly(func(m Model) Model {
			if m = m.commit(); m.mode != typing {
				return m.browse().toView(name)
			}
			return m
		}), fmt.Sprintf("f%d", i+1), fmt.Sprintf("alt+%d", i+1))...)
	}
	return slices.Concat(list,
		act("", "quit", Model.leave, "ctrl+c"),
		act("", "save into a scenario file", Model.save, "ctrl+s"),
		act("", "open a scenario file", Model.browseFiles, "ctrl+o"),
		act("", "suspend", func(m Model) (Model, tea.Cmd) { return m, tea.Suspend }, "ctrl+z"),
		act("", "redraw the screen", func(m Model) (Model, tea.Cmd) { return m, tea.ClearScreen }, "ctrl+l"))
}

// component returns the component of the mode.
func (m Model) component() component { return m.table[m.mode] }

// closed returns to the settings and drops typed text that was not set.
func closed(m Model) (Model, tea.Cmd) { return m.browse(), nil }

func (m Model) browse() Model {
	m.mode, m.editor, m.goal, m.menu = browsing, nil, nil, nil
	return m
}

// press passes a key to the action of the mode that has it, or to the component as text if there is none or it does not
// work now.
func (m Model) press(msg tea.KeyPressMsg) (Model, tea.Cmd) {
	c := m.component()
	for _, a := range c.keys {
		if key.Matches(msg, a.binding) {
			return m.take(a)
		}
	}
	if c.text != nil {
		m = c.text(m, msg)
	}
	return m, nil
}

// take runs an action, or says why it does not work now.
func (m Model) take(a action) (Model, tea.Cmd) {
	if !a.now(m) {
		m.note = a.binding.Help().Desc + ": " + a.unless
		return m, nil
	}
	return a.do(m)
}

// leave ends the program. The caller keeps what is shown.
func (m Model) leave() (Model, tea.Cmd) {
	if m.leaves = m.saving; m.leaves { // the program ends after the save
		m.note = "saving..."
		return m, nil
	}
	m.work.stop()
	m.offer.stop()
	return m, tea.Quit
}
