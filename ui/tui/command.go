package tui

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"

	tea "charm.land/bubbletea/v2"
)

// Questions without a view are asked from the list of / and shown as text. So are other commands of the program, except
// the laboratory, which has the terminal while it runs.

// aside are the commands that are no questions, with the question whose settings they take.
var aside = []struct {
	name, help, like string
	take             func(m Model, words []string) Model
}{
	{"export as configuration or code", "this policy in the format of a client or a library", "", Model.listFormats},
	{"doctor", "what surprises in the rules of this policy's client", "", Model.runAside},
	{"lab", "run the fleet with real clients and a real server on this machine", "fleet", Model.runLab},
}

// commandItems returns the questions without a view, and the other commands.
func (m Model) commandItems() (list []item) {
	for _, q := range question.Questions {
		if q.Tab != "" || q.Subcommand() == "" {
			continue
		}
		it := item{kind: "command", name: q.Name, help: q.Short, also: q.Names,
			take: func(m Model) Model { return m.askAside(q) }}
		if k := q.Missing(m.scenario); k != "" {
			it.why = "needs --" + k
		}
		list = append(list, it)
	}
	for _, c := range aside {
		of, s := table, m.edits()
		if c.like != "" {
			of, _ = question.Find(c.like)
		}
		name, _, _ := strings.Cut(c.name, " ")
		s.Versus = nil
		words := append([]string{name}, of.Args(&s, m.options.Pinned)[1:]...)
		it := item{kind: "command", name: c.name, help: c.help, also: name,
			take: func(m Model) Model { return c.take(m, words) }}
		switch {
		case m.options.Run == nil:
			it.take = func(m Model) Model { return m.copied(setting.Command(words)) }
		case name == "doctor" && m.scenario.Library.Row == nil:
			it.why = "needs a client: p chooses one"
		}
		list = append(list, it)
	}
	return list
}

// copied sends a text to the clipboard.
func (m Model) copied(text string) Model {
	m.note = "sent to the clipboard: " + text
	return m.does(tea.SetClipboard(text))
}

// listFormats lists the formats in which the policy can be exported.
func (m Model) listFormats(words []string) Model {
	var list []item
	for _, name := range m.options.Formats() {
		list = append(list, item{name: name, take: func(m Model) Model {
			return m.runAside(append([]string{"export", name}, words[1:]...))
		}})
	}
	return m.listing(menu{title: "export as configuration or code", items: list})
}

// runAside runs a command in the background and lists what it prints.
func (m Model) runAside(words []string) Model {
	command := setting.Command(words)
	m.note = "running " + command
	return m.does(m.inBackground(m.life, func(context.Context) arrival {
		var out, errs strings.Builder
		m.options.Run(words, strings.NewReader(""), &out, &errs)
		return func(m Model) Model {
			list := []item{{name: "$ " + command}}
			width := max(24, m.layout().panel().w-6)
			switch {
			case out.Len() == 0 && words[0] == "export" && !slices.Contains(words, "--nearest"):
				list = append(list, item{name: "write the nearest policy",
					take: func(m Model) Model { return m.runAside(append(words, "--nearest")) }})
			case out.Len() > 0:
				list = append(list, item{name: "copy the text", take: func(m Model) Model {
					m.note = "sent to the clipboard"
					return m.does(tea.SetClipboard(out.String()))
				}}, item{name: "copy the command", take: func(m Model) Model { return m.copied(command) }})
			}
			for _, line := range wrap(strings.Join(strings.Fields(errs.String()), " "), width) {
				list = append(list, item{name: line})
			}
			for line := range strings.Lines(out.String()) {
				list = append(list, item{name: strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), "\n")})
			}
			m = m.listing(menu{title: words[0], items: list})
			m.note = ""
			return m
		}
	}))
}

// runLab asks before it leaves the terminal to the laboratory.
func (m Model) runLab(words []string) Model {
	command := setting.Command(words)
	return m.listing(menu{title: "lab", items: []item{
		{name: "run it here", help: "real clients and a real server, for the simulated time; then back to the screen",
			take: func(m Model) Model {
				return m.does(tea.Exec(&inTerminal{run: m.options.Run, words: words},
					func(error) tea.Msg { return arrival(func(m Model) Model { return m }) }))
			}},
		{name: "copy the command", help: command, take: func(m Model) Model { return m.copied(command) }},
	}})
}

// inTerminal is a command that has the terminal while it runs. It implements [tea.ExecCommand].
type inTerminal struct {
	run   func(words []string, in io.Reader, out, errs io.Writer)
	words []string

	in        io.Reader
	out, errs io.Writer
}

func (c *inTerminal) SetStdin(in io.Reader)    { c.in = in }
func (c *inTerminal) SetStdout(out io.Writer)  { c.out = out }
func (c *inTerminal) SetStderr(errs io.Writer) { c.errs = errs }

// Run runs the command and waits for enter, so that its output can be read.
func (c *inTerminal) Run() error {
	fmt.Fprintln(c.out, "$ "+setting.Command(c.words))
	c.run(c.words, c.in, c.out, c.errs)
	fmt.Fprint(c.out, "\nenter goes back to the screen ")
	_, err := bufio.NewReader(c.in).ReadString('\n')
	return err
}

// askAside asks a question without a view in the background and lists its answer.
func (m Model) askAside(q answer.Question) Model {
	s, command := m.askedOf(q), m.line(q)
	m.note = "asking " + command
	width := max(24, m.layout().panel().w-4)
	return m.does(m.inBackground(m.life, func(ctx context.Context) arrival {
		a := q.Ask(answer.WithWants(ctx, answer.Wants{Rows: true}), &s, answer.Full)
		return func(m Model) Model {
			lines := []item{{name: "$ " + command}}
			if a.None != nil {
				a = answer.Answer{Summary: strings.TrimSpace(a.None.Reason + ". " + a.None.Hint)}
			}
			a.Charts, a.Map, a.Bars = nil, nil, nil
			for _, line := range m.printed(a, width) {
				lines = append(lines, item{name: line})
			}
			m = m.listing(menu{title: q.Name, items: lines})
			m.note = ""
			return m
		}
	}))
}
