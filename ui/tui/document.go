package tui

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// Files is what the screen asks of who runs it about scenario files.
type Files struct {
	List  func(beside string) []string              // those that are near, and those beside the one that is open
	Load  func(name string) ([]byte, error)         // the content of one
	Parse scenario.Reader                           // what it says
	Save  func(name string, was, data []byte) error // see [ErrChanged]
}

// ErrChanged is that a file is no longer what it was when it was read, and is not written
// over; where it was not there and is now, the error is [fs.ErrExist].
var ErrChanged = errors.New("it has changed since it was opened")

// backup is the ending of a file as it was before it lost its comments.
const backup = ".bak"

// A savedDocument message says what has become of a document that was to be saved.
type savedDocument struct {
	document scenario.Document
	same     bool // there was nothing to save
	kept     bool // the file as it was is FILE.bak, for it had comments
	err      error
}

// save saves what is shown into the file that is open; where none is, a new one is named.
func (m Model) save() (Model, tea.Cmd) {
	switch m = m.commit(); {
	case m.mode == typing: // what is typed cannot be set
		return m, nil
	case m.options.Save == nil:
		m.note = "there is no place for files"
		return m, nil
	case m.document == nil:
		return m.nameDocument("review.toml", ""), nil
	}
	return m.browse().saveAs(m.document.Name, m.document.Data)
}

// nameDocument has a scenario file named for what is shown; reason is why that is not the one
// that is open, or "".
func (m Model) nameDocument(name, reason string) Model {
	m = m.nameFile(scenarioFile, name)
	if m.note = ""; reason != "" {
		m.editor = m.editor.refused(reason)
	}
	return m
}

// saveAs saves what is shown in the background: into the document that is open, or a new
// one. was is what the file of that name has; nil: there is none.
func (m Model) saveAs(name string, was []byte) (Model, tea.Cmd) {
	if m.saving {
		return m, nil
	}
	m.saving, m.note = true, "saving..."
	open, s, outside := m.document, m.scenario, m.options.Files
	return m, m.inBackground(m.life, func(context.Context) tea.Msg {
		msg := savedDocument{}
		if open == nil {
			msg.document, msg.err = scenario.Template(name, s, outside.Parse)
		} else {
			msg.document, msg.err = open.With(s)
			msg.same = was != nil && msg.document.Same(*open)
		}
		msg.document.Name = name
		if msg.kept = msg.err == nil && !msg.same && open != nil && was != nil && open.Loses(); msg.kept {
			old, _ := outside.Load(name + backup)
			msg.err = outside.Save(name+backup, old, was)
		}
		if msg.err == nil && !msg.same {
			msg.err = outside.Save(name, was, msg.document.Data)
		}
		return msg
	})
}

// savedTo says what has become of it. What could not be saved is as it was, and may be saved
// under another name.
func (m Model) savedTo(msg savedDocument) (Model, tea.Cmd) {
	name, leaves := msg.document.Name, m.leaves
	m.saving, m.leaves = false, false
	switch {
	case errors.Is(msg.err, fs.ErrExist):
		return m.nameDocument(another(name),
			name+" is there already, and is not written over: type another name, or open it with ctrl+o"), nil
	case errors.Is(msg.err, ErrChanged):
		return m.nameDocument(another(name), name+" has changed since it was opened and is not overwritten: "+
			"type another name, or open it again with ctrl+o"), nil
	case msg.err != nil:
		return m.nameDocument(another(name), "not saved: "+msg.err.Error()), nil
	}
	if m.mode == naming && m.format == scenarioFile {
		m = m.browse()
	}
	m.document = &msg.document
	switch m.note = "saved to " + m.called(); {
	case msg.same:
		m.note = "nothing to save: " + name + " says the same"
	case msg.kept:
		m.note += "; with its comments it is " + name + backup
	}
	if leaves {
		return m.leave()
	}
	return m, nil
}

// unsaved returns where changes that are in no file can be saved; "": there are none, or no place for files.
func (m Model) unsaved() string {
	switch {
	case m.document != nil && strings.HasSuffix(m.called(), "*"):
		return m.document.Name
	case m.document == nil && len(m.past) > 0 && m.options.Save != nil:
		return "a file"
	}
	return ""
}

// quit ends the program. Before it drops changes that are in no file, it asks once.
func (m Model) quit() (Model, tea.Cmd) {
	if file := m.unsaved(); file != "" && m.warned != m.generation {
		m.warned = m.generation
		m.note = "not saved: ctrl+s saves into " + file + ", q again quits and prints the command"
		return m, nil
	}
	return m.leave()
}

// another returns a file name like the given one.
func another(name string) string {
	ending := filepath.Ext(name)
	return strings.TrimSuffix(name, ending) + "-2" + ending
}

// called is what is shown, by name: the file that is open and what of it is in view, the client, the example,
// or that it is the user's own; a star says that it has been changed since.
func (m Model) called() string {
	switch d := m.document; {
	case d != nil:
		of := strings.TrimSuffix(d.Name+"#"+strings.Trim(d.Policy+","+d.Beside, ","), "#")
		saved, err := d.Scenario()
		now := m.scenario.AskMidway()
		if math.IsNaN(saved.AskAt) { // the file does not say which time is looked at
			now.AskAt = saved.AskMidway().AskAt
		}
		if err != nil || !same(saved.AskMidway(), now) {
			of += "*"
		}
		return of
	case m.turnsFleet() && setting.PresetOf(m.scenario) != "":
		return "example: " + setting.PresetOf(m.scenario)
	}
	return policyName(m.scenario, "mine")
}
