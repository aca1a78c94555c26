package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/fleet"
	"retune/ui/report"
)

// noFleet is why what would help cannot be asked.
const noFleet = "the fleet is not in view"

// What would help the fleet in view is worked out once all that is asked of it has been
// answered, and dropped by the next question. The best stands beside the answers, where
// there is room, and how far the fleet is from its edges below the verdict; h lists all.

// A helped message is what would help the fleet of a generation.
type helped struct {
	generation int
	answer     answer.Answer
}

// workOutLevers has what helps worked out, once it is its turn.
func (m Model) workOutLevers() (Model, tea.Cmd) {
	if !m.showsFleet() || m.tiny() || m.missing() != "" || m.stage != exact || m.levered == m.generation || m.simulation != nil && !m.simulation.Done() {
		return m, nil
	}
	m.levered, m.tried, m.trying = m.generation, "", new(atomic.Value)
	s, generation, trying := m.scenario, m.generation, m.trying
	cmd := m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		return helped{generation, answer.Once(ctx, inquiry{"levers", questionOf(s)}, func() answer.Answer {
			return fleet.AskLevers(ctx, s, func(done, all int) {
				trying.Store(fmt.Sprintf("%d of %d tried", done, all))
			})
		})}
	})
	return m.withTicks(cmd)
}

// leversRun tells whether what helps is being worked out.
func (m Model) leversRun() bool { return m.levered == m.generation && m.helped != m.generation }

// helpedBy takes what would help.
func (m Model) helpedBy(msg helped) Model {
	if msg.generation != m.generation {
		return m
	}
	m.levers, m.helped, m.helpedAt = msg.answer, msg.generation, m.scenario
	if m.mode == levering {
		again := m.menuOf(levering)
		again.menu.filter = m.menu.filter
		return again
	}
	return m
}

// withoutLevers is the model without what helps a fleet that is another one by now: by more
// than a knob and what it brings with it.
func (m Model) withoutLevers() Model {
	if m.levers.Tables != nil && differ(m.helpedAt, m.scenario, 2) {
		m.levers = answer.Answer{}
	}
	return m
}

// noLevers says why none are known, or "".
func (m Model) noLevers() string {
	switch {
	case m.helped != m.generation && len(m.levers.Tables) == 0:
		return cmp.Or(m.tried, "computing...")
	case m.levers.None != nil:
		return m.levers.None.Reason
	}
	return ""
}

// agedLever is a role as it is in a result for an earlier fleet.
func (m Model) agedLever(r role) role {
	if m.helped != m.generation {
		return muted
	}
	return r
}

// edges is how far the fleet is from its edges, as far as there is room.
func (m Model) edges(room int) string {
	if !m.showsFleet() || len(m.levers.Tables) < 2 {
		return ""
	}
	var text string
	for i := range m.levers.Tables[1].Len {
		cells := report.Row(m.levers.Tables[1], i)
		said := fmt.Sprintf("%s %s (now %s)", cells[0], cells[2], cells[1])
		if text != "" {
			said = text + "  ·  " + said
		}
		if cells[2] == "-" || utf8.RuneCountInString(said) > room {
			break
		}
		text = said
	}
	return text
}

// paintLevers paints the best of what helps, with the verdict and the longest outage that
// is survived then: those above the fleet as it is are better.
func (m Model) paintLevers(c *canvas, r rect) {
	if r.h < 3 {
		return
	}
	in := r.inside()
	if why := m.noLevers(); why != "" {
		c.box(r, "what helps", "")
		for i, line := range (paragraph{text: why}).lines(in.w-2, in.h) {
			c.text(in.x+1, in.y+i, in.w-2, line, muted)
		}
		return
	}
	t := m.levers.Tables[0]
	note := "h: all   " + report.Heads(t)[4]
	if m.leversRun() && m.tried != "" {
		note = m.tried
	}
	c.box(r, "what helps, one at a time", note)
	const now = 15
	list := m.leversInSight(r)
	var asItIs []string
	for _, it := range list {
		if it.take == nil {
			asItIs = report.Row(t, it.row)
		}
	}
	better := true
	for i, it := range list {
		y, cells, name := in.y+i, report.Row(t, it.row), label
		if better = better && it.take != nil; better && (asItIs == nil || !slices.Equal(cells[3:5], asItIs[3:5])) {
			name = cross
		}
		x := in.x + 1
		c.clipped(x, y, nameWidth+1, it.name, name)
		x += nameWidth + 2
		c.clipped(x, y, now, it.now, value)
		x += now + 1
		c.clipped(x, y, in.x+in.w-x-valueWidth-2, cells[3], m.agedLever(label))
		c.right(in.x+in.w-1, y, cells[4], m.agedLever(value))
	}
}

// A ranked is an item with its row in the table of what helps.
type ranked struct {
	item
	row int
}

// leversInSight is the best ones as far as there is room, with the fleet as it is.
func (m Model) leversInSight(r rect) (list []ranked) {
	if m.noLevers() != "" {
		return nil
	}
	room := max(1, r.inside().h)
	for i, it := range m.leverItems()[:m.levers.Tables[0].Len] {
		if len(list) < room {
			list = append(list, ranked{it, i})
		} else if it.take == nil {
			list[room-1] = ranked{it, i}
		}
	}
	return list
}

// grabLever takes the setting under the mouse.
func (m Model) grabLever(r rect, y int) (Model, tea.Cmd) {
	list := m.leversInSight(r)
	if i := y - r.y - 1; i >= 0 && i < len(list) && list[i].take != nil {
		return list[i].take(m)
	}
	return m, nil
}

// leverItems is the settings that were tried, the best first, and then how far the
// fleet is from its edges. One that is taken is set, and u takes it back.
func (m Model) leverItems() (list []item) {
	if why := m.noLevers(); why != "" {
		return []item{{name: why}}
	}
	for _, t := range m.levers.Tables {
		heads := report.Heads(t)
		for i := range t.Len {
			cells := report.Row(t, i)
			it := item{kind: strings.TrimSuffix(t.Name, "s"), name: cells[0]}
			k, ok := knob.Find(cells[0])
			rest := 1
			if ok && k.Name == cells[0] { // not another name of it, which an edge may have
				it.now, rest = cells[1]+" → "+cells[2], 3
				it.take = plainly(func(m Model) Model { return m.try(k, cells[2]) })
			}
			var said []string
			for j := rest; j < len(cells); j++ {
				if cells[j] != "-" {
					said = append(said, heads[j]+" "+cells[j])
				}
			}
			for _, note := range m.levers.Notes() {
				if why, ok := strings.CutPrefix(note, it.name+": "); ok {
					said = append(said, why)
				}
			}
			it.help = strings.Join(said, ", ")
			list = append(list, it)
		}
	}
	return list
}
