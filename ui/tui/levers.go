package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/fleet"
	"retune/ui/ask/setting"
	"retune/ui/show/report"
)

// noFleet is the reason why the fleet's levers are not available.
const noFleet = "the fleet is not in view"

// The search for settings that help the fleet runs after all other questions are answered; the next question drops it.
// The best stand beside the answers, where there is room, and the distances from the fleet's edges below the verdict.
// The h key lists all.

// workOutLevers starts the search for settings that help, when the other answers are there.
func (m Model) workOutLevers() Model {
	if !m.showsFleet() || m.tiny() || m.missing() != "" || m.stage != exact || m.followed == m.generation {
		return m
	}
	m.followed, m.tried, m.trying = m.generation, "", new(atomic.Value)
	s, trying := m.scenario, m.trying
	compute := func(ctx context.Context) answer.Answer {
		return fleet.AskLevers(ctx, s, func(done, all int) { trying.Store(fmt.Sprintf("%d of %d tried", done, all)) })
	}
	return follow(m, inquiry{"levers", questionOf(s)}, compute, Model.helpedBy).withTicks()
}

// leversRun reports whether the search for settings that help is running.
func (m Model) leversRun() bool {
	return m.showsFleet() && m.followed == m.generation && m.helped != m.generation
}

// helpedBy stores the settings that help the fleet.
func (m Model) helpedBy(found answer.Answer) Model {
	m.levers, m.helped, m.helpedAt = found, m.generation, m.scenario
	return m.relisted()
}

// withoutLevers drops the settings that help if the fleet has changed by more than two settings since the search.
func (m Model) withoutLevers() Model {
	if m.levers.Tables != nil && differ(m.helpedAt, m.scenario, 2) {
		m.levers = answer.Answer{}
	}
	return m
}

// noLevers returns the reason why no setting is known to help, or "".
func (m Model) noLevers() string {
	switch {
	case m.helped != m.generation && len(m.levers.Tables) == 0:
		return cmp.Or(m.tried, "computing...")
	case m.levers.None != nil:
		return m.levers.None.Reason
	}
	return ""
}

// agedLever returns the role of a result: muted if the result belongs to an earlier fleet.
func (m Model) agedLever(r role) role {
	if m.helped != m.generation {
		return muted
	}
	return r
}

// helpful returns the changes of settings that make the fleet better. They precede the row of the present fleet.
func (m Model) helpful() []item {
	return slices.DeleteFunc(m.leverItems(), func(it item) bool { return it.take == nil })
}

// paintLevers paints the changes in words, each with the number key that applies it in the h menu, its verdict and the
// longest outage survived.
func (m Model) paintLevers(c canvas) {
	if why := m.noLevers(); why != "" {
		c.titled("WHAT WOULD HELP", why)
		return
	}
	list, note := m.helpful(), "survives"
	if m.leversRun() && m.tried != "" {
		note = m.tried
	}
	c = c.titled(fmt.Sprintf("WHAT WOULD HELP: h and a number, of %d", len(list)), note)
	verdict, survives := 14, 10
	if c.w < 45 {
		verdict = 0
	}
	for i, it := range list[:min(len(list), c.h)] {
		c.on(rect{0, i, c.w, 1}, func(m Model, _, _ int) Model { return it.take(m) })
		word := it.cells[3]
		if i < 9 {
			c.put(0, i, rune('1'+i), focusBar)
		}
		c.clipped(3, i, c.w-3-verdict-survives-1, it.words, m.agedLever(label))
		if verdict > 0 {
			c.text(c.w-verdict-survives, i, word, m.agedLever(tones[m.toneOf(word)]))
		}
		c.right(c.w, i, it.cells[4], m.agedLever(value))
	}
}

// toneOf returns the tone of a verdict.
func (m Model) toneOf(word string) answer.Tone {
	switch {
	case word == "recovers":
		return answer.Good
	case strings.HasPrefix(word, "recovers"):
		return answer.Doubtful
	}
	return answer.Bad
}

// phrases describes changes of settings in words; other changes are shown with both values.
var phrases = map[string]string{
	"cancel":  "give up abandoned work",
	"breaker": "a breaker at %s failures",
	"budget":  "a retry budget of %s",
	"jitter":  "%s jitter",
}

// inWords describes a change of a setting.
func inWords(k setting.Setting, from, to string) string {
	if phrase, ok := phrases[k.Name]; ok {
		if !strings.Contains(phrase, "%s") {
			return phrase
		}
		return fmt.Sprintf(phrase, to)
	}
	return k.Title() + " " + from + " → " + to
}

// listLevers lists the settings that were tried.
func (m Model) listLevers() Model {
	return m.listing(menu{title: "what helps, one setting at a time", list: Model.leverItems, digits: true})
}

// leverItems returns the settings that were tried, the best first, and then the distances from the fleet's edges.
// Taking one sets it; the u key undoes this.
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
			if ok && k.Name == cells[0] { // an edge may have another name for it
				it.now, rest = cells[1]+" → "+cells[2], 3
				it.words = inWords(k, cells[1], cells[2])
				it.take = func(m Model) Model { return m.try(k, cells[2]) }
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
