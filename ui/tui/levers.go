package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/fleet"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
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

// workOutLevers starts the search for what helps, once it is its turn.
func (m Model) workOutLevers() (Model, tea.Cmd) {
	if !m.showsFleet() || m.tiny() || m.missing() != "" || m.stage != exact ||
		m.levered == m.generation || m.simulation != nil && !m.simulation.Done() {
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

// leversRun tells whether the search for what helps is running.
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
// than a setting and what it brings with it.
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

// leversBlock is what would help, the best first.
func leversBlock() block {
	return block{paint: Model.paintLevers, grab: func(m Model, r rect, _, y int) (Model, tea.Cmd) {
		list := m.helpful()
		if i := y - r.inside().y; i >= 0 && i < len(list) {
			return list[i].take(m)
		}
		return m, nil
	}}
}

// helpful is the settings that can be changed: those before the fleet as it is make it better.
func (m Model) helpful() []item {
	return slices.DeleteFunc(m.leverItems(), func(it item) bool { return it.take == nil })
}

// paintLevers paints them in words, with the number that h and it apply, the verdict, and the longest
// outage that is survived then.
func (m Model) paintLevers(c *canvas, r rect) *tea.Cursor {
	in, why := r.inside(), m.noLevers()
	if why != "" {
		c.titled(r, "WHAT WOULD HELP", why)
		return nil
	}
	list, note := m.helpful(), "survives"
	if m.leversRun() && m.tried != "" {
		note = m.tried
	}
	c.titled(r, fmt.Sprintf("WHAT WOULD HELP: h and a number, of %d", len(list)), note)
	verdict, survives := 14, 10
	if in.w < 45 {
		verdict = 0
	}
	for i, it := range list[:min(len(list), in.h)] {
		y, word := in.y+i, it.cells[3]
		if i < 9 {
			c.put(in.x, y, rune('1'+i), keyName)
		}
		c.clipped(in.x+3, y, in.w-3-verdict-survives-1, it.words, m.agedLever(label))
		c.text(in.x+in.w-verdict-survives, y, verdict, word, m.agedLever(tones[m.toneOf(word)]))
		if it.cells[4] == "∞" {
			it.cells[4] = "any outage"
		}
		c.right(in.x+in.w, y, it.cells[4], m.agedLever(value))
	}
	return nil
}

// toneOf is how good a verdict is.
func (m Model) toneOf(word string) answer.Tone {
	switch {
	case word == "recovers":
		return answer.Good
	case strings.HasPrefix(word, "recovers"):
		return answer.Doubtful
	}
	return answer.Bad
}

// phrases is what it is to change a setting, in words; others are named with both values.
var phrases = map[string]string{
	"cancel":  "give up the work of clients that have gone",
	"breaker": "a circuit breaker at %s failures",
	"budget":  "a retry budget of %s",
	"jitter":  "spread the retries: %s jitter",
}

// inWords is a change of a setting.
func inWords(k setting.Setting, from, to string) string {
	if phrase, ok := phrases[k.Name]; ok {
		if !strings.Contains(phrase, "%s") {
			return phrase
		}
		return fmt.Sprintf(phrase, to)
	}
	return k.Title() + " " + from + " → " + to
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
			it := item{kind: strings.TrimSuffix(t.Name, "s"), name: cells[0], words: cells[0], cells: cells}
			k, ok := setting.Find(cells[0])
			rest := 1
			if ok && k.Name == cells[0] { // not another name of it, which an edge may have
				it.now, rest = cells[1]+" → "+cells[2], 3
				it.words = inWords(k, cells[1], cells[2])
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
