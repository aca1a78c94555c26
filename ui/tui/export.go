package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
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

	// Run runs the words of a command that follow the program's name, as if they were typed.
	Run func(words []string, in io.Reader, out, errs io.Writer)

	// Formats are the names of the formats that the command export writes.
	Formats func() []string

	// Keep keeps the command of what is shown for the next start.
	Keep func(command string)
}

// listExports lists the export formats, each for a file and for the clipboard.
func (m Model) listExports() Model {
	var list []item
	for _, format := range report.Exports {
		if format == report.SVG && !m.question().HasCharts {
			continue
		}
		list = append(list, item{kind: format, name: "to the clipboard", also: report.Ending(format),
			help: "through the terminal, which must allow it (OSC 52)",
			take: func(m Model) Model { return m.export(format, "", false) }})
		it := item{kind: format, name: "to a file", also: report.Ending(format),
			help: "you name it next", take: func(m Model) Model {
				tab := m.question().Tab
				return m.naming("export "+tab+" as "+format, "retune-"+tab+"."+report.Ending(format),
					func(m Model, name string) Model { return m.export(format, name, m.over == name) })
			}}
		if m.options.Write == nil {
			it.why = "files cannot be written here"
		}
		list = append(list, it)
	}
	file := item{kind: "scenario", name: "to a file",
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
	return m.listing(menu{title: "export " + m.question().Tab, items: append(list, file)})
}

// copyCommand sends the command to the clipboard.
func (m Model) copyCommand() Model { return m.copied(m.command) }

// naming asks for a name, which take gets.
func (m Model) naming(title, name string, take func(Model, string) Model) Model {
	m = m.listing(menu{title: title, sign: "name: ", enter: "write it", value: func(m Model, name string) Model {
		if name == "" {
			return m.refused("type a name")
		}
		return take(m, name)
	}})
	m.editor = newEditor(name)
	return m
}

// export asks for the full answer and writes it in the background. The export has the same content as the command's
// output.
func (m Model) export(format, name string, over bool) Model {
	m.note = "exporting..."
	q, s := m.question(), m.askedOf(m.question())
	command, outside := m.line(q), m.options.Outside
	return m.does(m.inBackground(m.life, func(ctx context.Context) arrival {
		a := q.Ask(answer.WithWants(ctx, answer.Wants{Charts: true, Exact: true, Rows: true}), &s, answer.Full)
		to := func(w io.Writer) error {
			return report.Write(w, report.Result{Query: q.Name, Scenario: q.Inputs(&s)(), Answer: a, Version: outside.Version,
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
	switch asked := m.menu.value != nil; {
	case errors.Is(err, fs.ErrExist) && asked:
		m.over = name
		return m.refused(name + " already exists: enter overwrites it, or type another name")
	case err != nil && asked:
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

// Kept returns the command that restores the view and every setting.
func (m Model) Kept() string {
	takes := []string{}
	for _, q := range views {
		takes = append(takes, q.ReadSettings()...)
	}
	return setting.Command(setting.Args(m.scenario, new(setting.Default()), "tui --view "+m.tab().Tab, takes,
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
	tried := *m.scenario
	switch {
	case len(words) > 0 && words[0] == "retune" && m.options.Read != nil:
		s, ask, err := m.options.Read(words[1:])
		return m.browse().showing(ask).takesFrom("the command", &s, err)
	case m.options.Parse != nil && isDocument(kept):
		return m.pastedDocument(text)
	case m.setting().Try(&tried, clean(line)) == nil:
		return m.edit("").typed(tea.PasteMsg{Content: line})
	case m.options.Import == nil || len(kept) < 2 && !strings.ContainsAny(line, "{:="):
		m.note = "neither a command nor a value of " + m.setting().ListName() + " was pasted"
		return m
	}
	return m.pastedConfiguration(text)
}

// pastedConfiguration takes the policy of a client's configuration.
func (m Model) pastedConfiguration(text string) Model {
	tried := *m.scenario
	client, parameters, err := m.options.Import(text)
	for _, part := range [][2]string{{"client", client}, {"set", parameters}} {
		if k, _ := setting.Find(part[0]); err == nil && part[1] != "" {
			err = k.Set(&tried, part[1])
		}
	}
	return m.browse().takesFrom("the configuration of "+client, &tried, err)
}

// isDocument reports whether pasted lines look like a scenario file: a line is the heading of a part of one.
func isDocument(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "[policies") || strings.HasPrefix(line, "[outages") ||
			strings.HasPrefix(line, "[fleet")
	})
}

// pastedDocument takes the settings of a pasted scenario file, or lists its policies. The open file stays.
func (m Model) pastedDocument(text string) Model {
	d, err := scenario.NewDocument("pasted.toml", []byte(text), m.options.Parse)
	if err != nil {
		m.note = "✗ " + err.Error()
		return m
	}
	open, list := m.document, policyItems(d)
	for i, it := range list {
		list[i].take = func(m Model) Model {
			m = it.take(m)
			m.document, m.note = open, "set from the scenario that was pasted"
			return m
		}
	}
	if len(list) == 1 {
		return list[0].take(m.browse())
	}
	return m.listing(menu{title: "what to look at of the scenario", items: list})
}

// takesFrom applies settings read from a paste and names their source.
func (m Model) takesFrom(what string, s *setting.Scenario, err error) Model {
	if m = m.turnUnless(*s, err); m.note == "" {
		m.note = "set from " + what
	}
	return m
}
