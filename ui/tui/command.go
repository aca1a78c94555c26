package tui

import (
	"context"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"

	tea "charm.land/bubbletea/v2"
)

// Questions without a view are asked from the list of / and shown as text. Commands that read or write files, or run
// for minutes, are only written down.

// otherCommands are the commands that are no questions, with the command that they take the settings of.
var otherCommands = []struct{ name, help, like string }{
	{"export CLIENT", "this policy as configuration or code of a client: retune export --help lists them", ""},
	{"doctor", "check the policy of a client against what it does", ""},
	{"lab", "run the fleet with real clients and a real server on this machine", "fleet"},
}

// commandItems returns the questions without a view, and the other commands.
func (m Model) commandItems() (list []item) {
	for _, q := range question.Questions {
		if q.Tab != "" || q.Sub() == "" {
			continue
		}
		it := item{kind: "command", name: q.Name, help: q.Short, also: q.Names,
			take: func(m Model) Model { return m.askAside(q) }}
		if k := q.Missing(m.scenario); k != "" {
			it.why = "needs --" + k
		}
		list = append(list, it)
	}
	for _, c := range otherCommands {
		if _, ok := question.Find(c.name); ok {
			continue
		}
		of := views[0]
		if c.like != "" {
			of, _ = question.Find(c.like)
		}
		line := m.line(of)
		line = strings.TrimPrefix(strings.TrimPrefix(line, "retune"), " "+of.Sub())
		command := strings.TrimSpace("retune " + c.name + " " + strings.TrimSpace(line))
		list = append(list, item{kind: "command", name: c.name, help: c.help, also: "export configuration client code " +
			c.name, take: func(m Model) Model {
			m.note = "sent to the clipboard: " + command
			return m.does(tea.SetClipboard(command))
		}})
	}
	return list
}

// askAside asks a question without a view in the background and lists its answer.
func (m Model) askAside(q answer.Question) Model {
	s, command := m.askedOf(q), m.line(q)
	m.note = "asking " + command
	width := max(24, m.layout().panel().w-4)
	return m.does(m.inBackground(m.life, func(ctx context.Context) arrival {
		a := q.Ask(answer.Wanting(ctx, answer.Wants{Rows: true}), s, answer.Full)
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
