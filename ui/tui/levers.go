package tui

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/question/fleet"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
	"retune/ui/show/report"
)

// noFleet is the reason why the fleet's levers are not available.
const noFleet = "the fleet is not in view"

// The search for settings that help the fleet runs after all other questions are answered; the next question drops it.
// The best stand beside the answers, where there is room, and the distances from the fleet's edges below the verdict.
// The h key lists all.

// workOutLevers starts the search for settings that help, when the other answers are there.
func (m Model) workOutLevers() Model {
	if !m.showsFleet() || m.tiny() || m.missing() != "" || m.stage != exact || m.followed == m.scenario {
		return m
	}
	m.followed, m.progress, m.trying = m.scenario, search{}, new(searching)
	s, trying := *m.scenario, m.trying
	compute := func(ctx context.Context) answer.Answer {
		return fleet.AskLevers(fleet.OnTried(ctx, trying.add), &s, trying.progress)
	}
	return follow(m, inquiry{"levers", questionOf(&s)}, compute, Model.helpedBy).withTicks()
}

// A search is how far the search for settings that help has come: the parts done in words, and the changes that were
// tried and let the fleet recover, the latest last.
type search struct {
	text string
	list []fleet.Tried
}

// A searching is a search that is written while it is read.
type searching struct {
	sync.Mutex
	search
}

func (s *searching) progress(done, all int) {
	s.Lock()
	defer s.Unlock()
	s.text = fmt.Sprintf("%d of %d tried", done, all)
}

func (s *searching) add(t fleet.Tried) {
	s.Lock()
	defer s.Unlock()
	if strings.HasPrefix(t.Verdict, "recovers") {
		s.list = append(s.list[:len(s.list):len(s.list)], t)
	}
}

// now returns the search as it is now.
func (s *searching) now() search {
	s.Lock()
	defer s.Unlock()
	return s.search
}

// leversRun reports whether the search for settings that help is running.
func (m Model) leversRun() bool {
	return m.showsFleet() && m.followed == m.scenario && m.helped != m.scenario
}

// helpedBy stores the settings that help the fleet.
func (m Model) helpedBy(found answer.Answer) Model {
	m.levers, m.helped = found, m.scenario
	m.helpful = slices.DeleteFunc(m.leverItems(), func(it item) bool { return it.kind == "" })
	return m.relisted()
}

// withoutLevers drops the settings that help if the fleet has changed by more than two settings since the search.
func (m Model) withoutLevers() Model {
	if m.levers.Tables != nil && differ(m.helped, m.scenario, 2) {
		m.levers = answer.Answer{}
	}
	return m
}

// noLevers returns the reason why no setting is known to help, or "".
func (m Model) noLevers() string {
	switch {
	case m.helped != m.scenario && len(m.levers.Tables) == 0:
		return cmp.Or(m.progress.text, "computing...")
	case m.levers.None != nil:
		return m.levers.None.Reason
	}
	return ""
}

// agedLever returns the role of a result: muted if the result belongs to an earlier fleet.
func (m Model) agedLever(r role) role {
	if m.helped != m.scenario {
		return muted
	}
	return r
}

// paintLevers paints the changes in words, each with the number key that applies it in the h menu, its verdict and the
// longest outage survived.
func (m Model) paintLevers(c canvas) {
	if why := m.noLevers(); why != "" {
		c = c.titled("WHAT WOULD HELP", why)
		for i, t := range m.progress.list[:min(len(m.progress.list), c.h)] { // as they come, before they are ranked
			c.clipped(3, i, c.w-3-len(t.Verdict)-1, inWords(t.Setting, t.From, t.To), muted)
			c.right(c.w, i, t.Verdict, tones[m.toneOf(t.Verdict)])
		}
		return
	}
	const gap, narrow = 2, 45
	list, note := m.helpful, "survives"
	verdict, survives := len("recovers late")+gap, len(note)+1 // what most changes have, so that a key moves no column
	for _, it := range list {
		verdict = max(verdict, chart.Width(it.cells[3])+gap)
		survives = max(survives, chart.Width(it.cells[4])+1)
	}
	if c.w >= narrow {
		note = fmt.Sprintf("%-*s%*s", verdict, "verdict", survives, note)
	}
	if m.leversRun() && m.progress.text != "" {
		note = m.progress.text
	}
	title := fmt.Sprintf("WHAT WOULD HELP: h and a number, of %d", len(list))
	if len(title)+2+len(note) > c.w { // the heads of the columns come first
		title, _, _ = strings.Cut(title, ":")
	}
	c = c.titled(title, note)
	for i, it := range list[:min(len(list), c.h)] {
		c.on(rect{0, i, c.w, 1}, func(m Model, _, _ int) Model { return it.take(m) })
		word := it.cells[3]
		if i < 9 {
			c.put(0, i, rune('1'+i), focusBar)
		}
		words := c.w - 3 - survives - 1
		if c.w >= narrow {
			words -= verdict
		}
		c.clipped(3, i, words, it.name, m.agedLever(label))
		if c.w >= narrow {
			c.text(c.w-verdict-survives, i, word, m.agedLever(tones[m.toneOf(word)]))
		}
		c.right(c.w, i, it.cells[4], m.agedLever(value))
	}
}

// paintOtherLevers paints the distances from the fleet's edges and the changes that do not help, as retune prints them.
func (m Model) paintOtherLevers(c canvas) {
	tables := m.levers.Tables
	if len(tables) < 2 {
		return
	}
	changes, helps := tables[0], len(m.helpful)
	others := changes.WithRows(changes.Len-helps, func(i int) []answer.Value { return changes.Row(helps + i) })
	lines := m.printed(answer.Answer{Tables: []answer.Table{tables[1], others}}, c.w)
	for i, line := range lines[:min(len(lines), c.h)] {
		look := label
		if i == 0 || lines[i-1] == "" {
			look = muted
		}
		c.text(0, i, line, m.agedLever(look))
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
		return strings.Replace(phrase, "%s", to, 1)
	}
	return k.ListName() + " " + from + " → " + to
}

// listLevers lists the settings that were tried.
func (m Model) listLevers() Model {
	m = m.listing(menu{title: "what helps, one setting at a time", list: Model.leverItems, digits: true})
	m.menu.pick = max(0, min(1, len(m.menu.items)-1)) // not the fleet as it is
	return m
}

// leverItems returns the fleet as it is, then the settings that were tried, the best first, and the distances from the
// fleet's edges. Those that help have the numbers that apply them. Taking one sets it; the u key undoes this.
func (m Model) leverItems() (list []item) {
	if why := m.noLevers(); why != "" {
		return []item{{name: why}}
	}
	for at, t := range m.levers.Tables {
		helps, present := at == 0, 0
		for i := range t.Len {
			it := m.leverItem(t, i)
			if at == 0 && it.take == nil { // the present fleet follows those that help
				helps, list = false, slices.Insert(list, present, it)
				continue
			}
			if helps {
				it.kind = strconv.Itoa(i + 1)
			}
			list = append(list, it)
		}
	}
	return list
}

// leverItem returns the item of row i of a table of changes or edges.
func (m Model) leverItem(t answer.Table, i int) item {
	cells, heads := report.Row(t, i), report.Heads(t)
	it := item{name: cells[0], cells: cells}
	rest := 1
	if k, ok := setting.Find(cells[0]); ok && k.Name == cells[0] { // an edge may have another name for it
		it.name, it.also, rest = inWords(k, cells[1], cells[2]), cells[0], 3
		it.take = func(m Model) Model { return m.try(k, cells[2]) }
	}
	if len(cells) > 3 && heads[3] == "verdict" {
		it.now, rest = cells[3], 4
	}
	var parts []string
	for j := rest; j < len(cells); j++ {
		if cells[j] != "-" {
			parts = append(parts, heads[j]+" "+cells[j])
		}
	}
	for _, note := range m.levers.Notes() {
		if why, ok := strings.CutPrefix(note, cells[0]+": "); ok {
			parts = append(parts, why)
		}
	}
	it.help = strings.Join(parts, ", ")
	return it
}
