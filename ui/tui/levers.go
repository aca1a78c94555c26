package tui

import (
	"context"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/fleet"
	"retune/ui/report"
)

// noFleet is why what would help cannot be asked.
const noFleet = "the fleet is not in view"

// A helped message is what would help the fleet of a generation.
type helped struct {
	generation int
	answer     answer.Answer
}

// help works out what would help the fleet in view. The next question stops it.
func (m Model) help() (Model, tea.Cmd) {
	m.note = "working out what helps the fleet..."
	s, generation := m.scenario, m.generation
	return m, m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		return helped{generation, fleet.Levers.Ask(ctx, s, answer.Full)}
	})
}

// helpedBy offers what would help, if nothing else has begun in the meantime.
func (m Model) helpedBy(msg helped) Model {
	switch {
	case msg.generation != m.generation || m.mode != browsing:
		return m
	case msg.answer.None != nil:
		m.note = msg.answer.None.Reason
		return m
	}
	m.levers, m.note = msg.answer, ""
	return m.menuOf(levering)
}

// leverItems is the settings that were tried, the best first, and then how far the
// fleet is from its edges. One that is taken is set, and u takes it back.
func (m Model) leverItems() (list []item) {
	for _, t := range m.levers.Tables {
		heads := report.Heads(t)
		for i := range t.Len {
			cells := report.Row(t, i)
			it := item{kind: strings.TrimSuffix(t.Name, "s"), name: cells[0]}
			k, ok := knob.Find(cells[0])
			rest := 1
			if ok && k.Name == cells[0] { // not another name of it, which an edge may have
				it.now, rest = cells[1]+" → "+cells[2], 3
				it.take = plainly(func(m Model) Model {
					return m.turnKnob(k, func(k knob.Knob, s *knob.Scenario) { _ = k.Try(s, cells[2]) })
				})
			}
			var said []string
			for j := rest; j < len(cells); j++ {
				if cells[j] != "-" {
					said = append(said, heads[j]+" "+cells[j])
				}
			}
			it.help = strings.Join(said, ", ")
			list = append(list, it)
		}
	}
	return list
}
