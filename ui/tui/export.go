package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
)

// Outside holds what the caller provides beyond the terminal.
type Outside struct {
	Version string

	// Read reads the words of a command that follow the program's name and returns its settings and the name of its
	// question.
	Read func(words []string) (s setting.Scenario, ask string, err error)

	// Import reads a client's configuration and returns the client's name and parameters.
	Import func(text string) (client, parameters string, err error)

	// Write writes a file, completely or not at all. It overwrites an existing file only if over is set; otherwise the
	// error is [fs.ErrExist].
	Write func(name string, over bool, to func(io.Writer) error) error

	// Keep keeps the command of what is shown for the next start.
	Keep func(command string)
}

// exports returns the export formats, each for a file and for the clipboard.
func (m Model) exports() (list []item) {
	for _, format := range report.Exports {
		if format == report.SVG && !m.question().Draws {
			continue
		}
		list = append(list, item{kind: format, name: "to the clipboard", also: report.Ending(format),
			help: "through the terminal, which must allow it (OSC 52)",
			take: func(m Model) Model { return m.export(format, "", false) }})
		it := item{kind: format, name: "to a file", also: report.Ending(format),
			help: "you name it next", take: func(m Model) Model {
				return m.nameFile(format, "retune-"+m.question().Tab+"."+report.Ending(format))
			}}
		if m.options.Write == nil {
			it.why = "files cannot be written here"
		}
		list = append(list, it)
	}
	file := item{kind: scenarioFile, name: "to a file",
		help: "the settings, for retune -f; ctrl+s saves into the one that is open",
		take: func(m Model) Model {
			name := "review.toml"
			if m.document != nil {
				name = another(m.document.Name)
			}
			return m.nameDocument(name, "")
		}}
	if m.options.Save == nil {
		file.why = "files cannot be written here"
	}
	return append(list, file)
}

// copyCommand sends the command to the clipboard.
func (m Model) copyCommand() Model {
	m.note = "sent to the clipboard: " + m.command
	return m.does(tea.SetClipboard(m.command))
}

// scenarioFile is the format of saved settings.
const scenarioFile = "scenario"

// nameFile asks for the name of the file to export to.
func (m Model) nameFile(format, name string) Model {
	m.format = format
	m = m.menuOf(naming)
	m.editor = newEditor(name)
	return m
}

// write writes to the named file; settings go to a new one. If the file exists, write asks first: the same name again
// confirms.
func (m Model) write(name string) Model {
	switch {
	case name == "":
		return m.refused("type a name")
	case m.format == policyNamed:
		s, err := m.scenario.Naming(m.ranking.naming, name)
		if err != nil {
			return m.refused(err.Error())
		}
		return m.browse().turnTo(s)
	case m.format == scenarioFile && filepath.Ext(name) == "": // so that it is listed
		return m.saveAs(name+".toml", nil)
	case m.format == scenarioFile:
		return m.saveAs(name, nil)
	default:
		return m.export(m.format, name, m.over == name)
	}
}

// export asks for the full answer and writes it in the background. The export has the same content as the command's
// output.
func (m Model) export(format, name string, over bool) Model {
	m.note = "exporting..."
	q, s := m.question(), m.askedOf(m.question())
	command, outside := m.line(q), m.options.Outside
	return m.does(inBackground(m.life, func(ctx context.Context) arrival {
		a := q.Ask(ctx, s, answer.Full)
		to := func(w io.Writer) error {
			return report.Write(w, report.Result{Question: q, Scenario: q.Inputs(s), Answer: a, Version: outside.Version,
				Command: command}, report.Options{Format: format})
		}
		var text strings.Builder
		var err error
		switch {
		case a.None != nil:
			err = errors.New(a.None.Reason)
		case name != "":
			err = outside.Write(name, over, to)
		default:
			err = to(&text)
		}
		return func(m Model) Model { return m.exported(name, text.String(), err) }
	}))
}

// exported reports the outcome of an export and sends text for the clipboard there.
func (m Model) exported(name, text string, err error) Model {
	switch {
	case errors.Is(err, fs.ErrExist) && m.mode == naming:
		m.over = name
		return m.refused(name + " already exists: enter overwrites it, or type another name")
	case err != nil && m.mode == naming:
		return m.refused(err.Error())
	case err != nil:
		m.note = "not exported: " + err.Error()
	case name != "":
		m = m.browse()
		m.note = "written to " + name
	default:
		m.note = fmt.Sprintf("sent to the clipboard: %d lines", strings.Count(text, "\n"))
		return m.does(tea.SetClipboard(text))
	}
	return m
}

// nameTitle says what is being named.
func (m Model) nameTitle() string {
	switch m.format {
	case scenarioFile:
		return "save the settings in a scenario file"
	case policyNamed:
		return "what the policy is called"
	}
	return "export " + m.question().Tab + " as " + m.format
}

// Kept returns the command that restores the view and every setting.
func (m Model) Kept() string {
	takes := []string{}
	for _, q := range views {
		takes = append(takes, q.Taken()...)
	}
	return setting.Command(setting.Args(m.scenario, setting.Default(), "tui --view "+m.tab().Tab, takes,
		m.options.Pinned, Own()...))
}

// pasted handles a paste while settings are chosen: a command sets all its settings, a client's configuration sets the
// policy, and a value starts an edit. Comments are skipped, and everything else is refused.
func (m Model) pasted(text string) Model {
	var kept []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			kept = append(kept, strings.TrimSuffix(line, "\\"))
		}
	}
	line := strings.TrimLeft(strings.Join(kept, " "), "$ ")
	words := strings.Fields(strings.ReplaceAll(line, "'", ""))
	tried := m.scenario
	switch {
	case len(words) > 0 && words[0] == "retune" && m.options.Read != nil:
		s, ask, err := m.options.Read(words[1:])
		return m.browse().showing(ask).takesFrom("the command", s, err)
	case m.setting().Try(&tried, clean(line)) == nil:
		return m.edit("").typed(tea.PasteMsg{Content: line})
	case m.options.Import == nil || len(kept) < 2 && !strings.ContainsAny(line, "{:="):
		m.note = "neither a command nor a value of " + m.setting().Title() + " was pasted"
		return m
	}
	client, parameters, err := m.options.Import(text)
	for _, part := range [][2]string{{"client", client}, {"set", parameters}} {
		if k, _ := setting.Find(part[0]); err == nil && part[1] != "" {
			err = k.Set(&tried, part[1])
		}
	}
	return m.browse().takesFrom("the configuration of "+client, tried, err)
}

// takesFrom applies settings read from a paste and names their source.
func (m Model) takesFrom(what string, s setting.Scenario, err error) Model {
	if m = m.turnUnless(s, err); m.note == "" {
		m.note = "set from " + what
	}
	return m
}
