package tui

import (
	"strings"

	"retune/ui/ask/question/clients"
	"retune/ui/ask/setting"
	"retune/ui/help"
)

// listPresets lists the examples and the real clients.
func (m Model) listPresets() Model {
	return m.listing(menu{title: "presets", items: append(m.scenarioItems(), m.clientItems()...)})
}

// scenarioItems returns the examples. Taking one sets everything and opens the fleet view; kept policies stay.
func (m Model) scenarioItems() (list []item) {
	k, topics := setting.Example(), help.Topics()
	for _, name := range k.Words() {
		list = append(list, item{kind: "preset", name: name, help: meaning(topics, k, name), also: "scenario",
			take: func(m Model) Model {
				m = m.toView(verdictQuestion.Name)
				s := setting.Preset(name)
				s.Versus = m.scenario.Versus
				return m.turnTo(&s)
			}})
	}
	return list
}

// clientItems returns the real clients. Taking one sets its own values in any view.
func (m Model) clientItems() (list []item) {
	k := setting.Client()
	for _, name := range k.Words() {
		now := ""
		if k.Text(m.scenario) == name {
			now = "now"
		}
		list = append(list, item{kind: "client", name: name, now: now, help: clients.Title(name),
			also: strings.Join(clients.Others(name), " "), take: func(m Model) Model {
				tried := *m.scenario
				if err := k.Try(&tried, name); err != nil {
					m.note = err.Error()
					return m
				}
				if m.tab().ListsPolicies {
					return m.keep(&tried)
				}
				if of := m.scenario; of.Versus == nil && of.AskAt == of.DefaultTime() {
					// T was not moved, so it goes to the middle of this policy
					tried.AskAt = tried.DefaultTime()
				}
				return m.turnTo(&tried).toParameters()
			}})
	}
	return list
}
