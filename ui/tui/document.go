package tui

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// Files holds the functions for scenario files that the caller provides.
type Files struct {
	List  func(beside string) []string              // lists files nearby and those beside the open one
	Load  func(name string) ([]byte, error)         // reads the content of a file
	Parse scenario.Reader                           // parses the content of a file
	Save  func(name string, was, data []byte) error // see [ErrChanged]
}

// ErrChanged reports that a file has changed since it was read, so it is not overwritten. If it did not exist then but
// does now, the error is [fs.ErrExist].
var ErrChanged = errors.New("it has changed since it was opened")

// backup is the suffix of the copy kept when saving removes a file's comments.
const backup = ".bak"

// A savedDocument is the outcome of saving a document.
type savedDocument struct {
	document scenario.Document
	same     bool // there was nothing to save
	kept     bool // the old file had comments and was copied to FILE.bak
	err      error
}

// save saves the settings to the open file, or asks for a file name if none is open.
func (m Model) save() Model {
	switch m = m.commit(); {
	case m.mode == typing: // the typed value is refused
		return m
	case m.options.Save == nil:
		m.note = "there is no place for files"
		return m
	case m.document == nil:
		return m.nameDocument("review.toml", "")
	}
	return m.browse().saveAs(m.document.Name, []byte(m.document.Source))
}

// nameDocument asks for the name of a scenario file; reason says why the open one cannot be used, or is "".
func (m Model) nameDocument(name, reason string) Model {
	return m.naming("save the settings in a scenario file", name, func(m Model, name string) Model {
		if filepath.Ext(name) == "" { // so that it is listed
			name += ".toml"
		}
		return m.saveAs(name, nil)
	}).refused(reason)
}

// saveAs saves the settings in the background, to the open document or a new one. was is the present content of the
// file, or nil if it does not exist.
func (m Model) saveAs(name string, was []byte) Model {
	if m.saving {
		return m
	}
	m.saving, m.note = true, "saving..."
	open, s, outside := m.document, m.scenario, m.options.Files
	return m.does(m.inBackground(m.life, func(context.Context) arrival {
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
			msg.err = outside.Save(name, was, []byte(msg.document.Source))
		}
		return func(m Model) Model { return m.savedTo(msg) }
	}))
}

// savedTo reports the outcome of saving. If saving failed, the settings stay unsaved and can be saved under another
// name.
func (m Model) savedTo(msg savedDocument) Model {
	name, leaves := msg.document.Name, m.leaves
	m.saving, m.leaves = false, false
	if msg.err != nil {
		return m.nameDocument(another(name), "not saved to "+name+": "+msg.err.Error()+
			": type another name, or open it with ctrl+o")
	}
	if m.mode == choosing {
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
	return m
}

// unsaved returns the file that unsaved changes belong in, or "" if there are none or there is no place for files.
func (m Model) unsaved() string {
	switch {
	case m.document != nil && strings.HasSuffix(m.called(), "*"):
		return m.document.Name
	case m.document == nil && len(m.past) > 0 && m.options.Save != nil:
		return "a file"
	}
	return ""
}

// quit ends the program. It asks once before it drops unsaved changes.
func (m Model) quit() Model {
	if file := m.unsaved(); file != "" && m.warned != m.scenario {
		m.warned = m.scenario
		m.note = "not saved: ctrl+s saves into " + file + ", q again quits and prints the command"
		return m
	}
	return m.leave()
}

// another returns a file name derived from the given one.
func another(name string) string {
	ending := filepath.Ext(name)
	return strings.TrimSuffix(name, ending) + "-2" + ending
}

// called returns the name of what is shown: the open file and its policy, the client, the example, or the user's own. A
// star marks changes.
func (m Model) called() string {
	switch d := m.document; {
	case d != nil:
		of := strings.TrimSuffix(d.Name+"#"+strings.Trim(d.Policy+","+d.Beside, ","), "#")
		saved, err := d.Scenario()
		now := m.scenario.AtDefaultTime()
		if math.IsNaN(saved.AskAt) { // the file does not set the time looked at
			now.AskAt = saved.AtDefaultTime().AskAt
		}
		if err != nil || !same(new(saved.AtDefaultTime()), &now) {
			of += "*"
		}
		return of
	case m.turnsFleet():
		if name := setting.PresetOf(m.scenario); name != "" {
			return "example: " + name
		}
	}
	if names := m.scenario.Names(); names != nil {
		return names[0] + " vs " + answer.JoinWords(names[1:])
	}
	return policyName(m.scenario, "mine")
}
