package tui

import (
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

// A mode is what keys mean. Everything that takes keys of its own is a mode; there
// is one at a time.
type mode int

const (
	browsing       mode = iota // settings are chosen and changed
	typing                     // a value is typed for the setting in focus
	wording                    // one of the words of the setting in focus is chosen
	helpingKeys                // the keys are listed
	finding                    // anything is looked up by its name
	explaining                 // all that is known of a word is read
	presetting                 // a preset is chosen
	levering                   // a setting that helps the fleet is chosen
	exporting                  // it is chosen how and where to what is shown is written
	naming                     // the file for it is named, or the scenario file to save into
	choosingFile               // a scenario file is chosen
	choosingPolicy             // and one of its policies
	solving                    // a goal for a result is typed
	offering                   // it is chosen which setting is set for it
	choosingBox                // one of several distributions is chosen
	walking                    // a cell of a map is chosen
	modes
)

// A component has the keys in a mode. What it holds is in the model: editor or menu.
type component struct {
	keys  []action                                           // what they do; ? lists them
	text  func(Model, tea.Msg) Model                         // takes other keys, and what is pasted; nil: they do nothing
	paint func(Model, *canvas, rect) *tea.Cursor             // paints it where the charts are; nil: it has no panel
	foot  func(Model, *canvas, int)                          // paints the last line; nil: the keys
	grab  func(m Model, l layout, x, y int) (Model, tea.Cmd) // takes a click into its panel
	wheel func(m Model, n int) Model                         // takes the wheel
}

// A modeTable has a row per mode.
type modeTable [modes]component

// components is the table of modes. Each model has it, since its rows lead to
// functions that look things up in it.
func components() *modeTable {
	table := modeTable{
		browsing: {keys: browsingKeys(), text: Model.begin},
		typing: {keys: []action{
			act("set it", "set it", plainly(Model.commit), "enter"),
			act("", "set it", moving(-1), "up", "shift+tab"),
			act("", "set it", moving(1), "down", "tab"),
			act("cancel", "cancel", closed, "esc"),
		}, text: Model.typing, foot: Model.footOfTyping},
		choosingBox: {keys: pickingKeys(), text: Model.begin},
		walking:     {keys: walkingKeys(), text: Model.begin},
		naming: {keys: []action{
			act("write it", "write it", Model.write, "enter"),
			act("cancel", "cancel", closed, "esc"),
		}, text: Model.typed, paint: Model.paintNaming},
	}
	for mode, of := range menus() {
		table[mode] = component{keys: menuKeys(of), text: Model.filterBy, paint: Model.paintMenu,
			grab: Model.grabMenu, wheel: Model.menuBy}
	}
	for i := range table {
		table[i].keys = append(table[i].keys, everywhere()...)
	}
	return &table
}

// everywhere is the keys that mean the same in every mode. A view is gone to once what is typed
// for a setting has been set.
func everywhere() (list []action) {
	for i, name := range Views() {
		list = append(list, act("", "view "+name, plainly(func(m Model) Model {
			if m = m.commit(); m.mode != typing {
				return m.browse().toView(name)
			}
			return m
		}), fmt.Sprintf("f%d", i+1), fmt.Sprintf("alt+%d", i+1)))
	}
	return append(list,
		act("", "quit", Model.leave, "ctrl+c"),
		act("", "save into a scenario file", Model.save, "ctrl+s"),
		act("", "open a scenario file", Model.browseFiles, "ctrl+o"),
		act("", "suspend", func(m Model) (Model, tea.Cmd) { return m, tea.Suspend }, "ctrl+z"),
		act("", "redraw the screen", func(m Model) (Model, tea.Cmd) { return m, tea.ClearScreen }, "ctrl+l"))
}

// component returns the component of the mode.
func (m Model) component() component { return m.table[m.mode] }

// closed goes back to the settings; what was typed and not set is gone.
func closed(m Model) (Model, tea.Cmd) { return m.browse(), nil }

func (m Model) browse() Model {
	m.mode, m.editor, m.goal, m.menu = browsing, nil, nil, nil
	return m
}

// press gives a key to the row of the mode's table that has it, if that can be done
// now, or else to the component as text.
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

// take does what a key does, or says why not.
func (m Model) take(a action) (Model, tea.Cmd) {
	if !a.now(m) {
		m.note = a.binding.Help().Desc + ": " + a.unless
		return m, nil
	}
	return a.do(m)
}

// leave ends the program. What is shown is kept by who runs it.
func (m Model) leave() (Model, tea.Cmd) {
	if m.leaves = m.saving; m.leaves { // until then
		m.note = "saving..."
		return m, nil
	}
	m.work.stop()
	m.offer.stop()
	return m, tea.Quit
}
