package tui

import (
	"strings"

	"retune/ui/knob"
	"retune/ui/query/library"
)

// presetItems is the examples and the real clients.
func (m Model) presetItems() []item { return append(m.scenarioItems(), m.clientItems()...) }

// scenarioItems is the examples. One is taken as a whole, in the view of the fleet that it is
// about; the policy beside that which the knobs turn stays.
func (m Model) scenarioItems() (list []item) {
	k, _ := knob.Find("scenario")
	for _, name := range k.Words() {
		list = append(list, item{kind: "preset", name: name, help: meaning(k, name), also: "scenario", take: plainly(func(m Model) Model {
			m = m.toView(verdictQuery.Name)
			s := knob.Preset(name)
			s.Versus = m.turned().Versus
			return m.turnTo(s)
		})})
	}
	return list
}

// clientItems is the real clients. One is taken with its own values, in any view.
func (m Model) clientItems() (list []item) {
	k, _ := knob.Find("client")
	for _, name := range k.Words() {
		now := ""
		if k.Text(m.turned()) == name {
			now = "now"
		}
		list = append(list, item{kind: "client", name: name, now: now, help: library.Title(name), also: strings.Join(library.Others(name), " "), take: plainly(func(m Model) Model {
			tried := m.turned()
			if err := k.Try(&tried, name); err != nil {
				m.note = err.Error()
				return m
			}
			if of := m.turned(); of.Versus == nil && of.AskAt == of.UsualAt() { // nobody has moved T: it goes to the middle of this policy
				tried.AskAt = tried.UsualAt()
			}
			return m.turnTo(tried).toParameters()
		})})
	}
	return list
}
