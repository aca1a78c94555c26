package tui

import (
	"retune/ui/answer"
	"retune/ui/glossary"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/report"
	"slices"
	"strings"
)

// knobItems is every knob that has a row on the screen.
func (m Model) knobItems() (list []item) {
	seen := map[string]bool{}
	for _, q := range tabs() {
		for _, k := range m.rowsOf(q) {
			if _, head := headingOf(k); head || seen[k.Name] {
				continue
			}
			seen[k.Name] = true
			it := item{kind: "knob", name: k.Title(), now: k.Show(m.turned()), help: k.Help + ": " + k.Range(),
				also:  strings.Join(append(k.Others(), k.Name, k.Symbol), " "),
				take:  plainly(func(m Model) Model { return m.toKnob(k) }),
				steps: func(m Model, n int) Model { return m.step(k, n, false) }}
			if k.Idle != nil && k.Idle(m.turned()) != "" {
				it.help = "has no effect " + k.Idle(m.turned()) + "; " + it.help
			}
			list = append(list, it)
		}
	}
	return list
}

// toKnob has the knob in focus, in a view that has it: the one that is shown, or else
// the first.
func (m Model) toKnob(k knob.Knob) Model {
	has := func(q answer.Query) bool { return rowOf(m.rowsOf(q), k.Name) >= 0 }
	if i := slices.IndexFunc(tabs(), has); i >= 0 && !has(m.tab()) {
		m = m.toView(tabs()[i].Name)
	}
	m.folded &^= bit(m.groupOf(k))
	m.focus = k.Name
	return m
}

// resultItems is what has been answered in the view.
func (m Model) resultItems() (list []item) {
	for _, q := range quantities(m.answer) {
		it := item{kind: "result", name: q.Called(), now: report.Values(q, m.answer.Pair && !q.Single)[0], also: q.Name}
		if w, ok := query.Wanted.Of(q); ok && m.goalOf(w.Name) >= 0 {
			it.help = "enter solves for it"
			it.take = plainly(func(m Model) Model {
				m.lastGoal = w.Name
				return m.seek()
			})
		}
		list = append(list, it)
	}
	return list
}

// viewItems is the views that have a name.
func viewItems() (list []item) {
	for _, q := range tabs() {
		list = append(list, item{kind: "view", name: q.Tab, help: q.Short, also: q.Name + " " + q.Names,
			take: plainly(func(m Model) Model { return m.toView(q.Name) })})
	}
	return list
}

// wordItems is the words that are explained.
func wordItems() (list []item) {
	for _, g := range glossary.Groups {
		for _, t := range g.Terms {
			list = append(list, item{kind: "word", name: t.Name, help: t.What, also: strings.ReplaceAll(t.Also, ",", " "), take: plainly(func(m Model) Model {
				return m.explain(t.Name)
			})})
		}
	}
	return list
}

// explain shows all that is known of a word, line by line, of which a command is one to take.
func (m Model) explain(word string) Model {
	m.mode, m.menu = explaining, &menu{title: word}
	var page strings.Builder
	if found := glossary.Find(word); len(found) > 0 {
		found[0].Print(&page, max(24, m.layout().panel().w-6))
	}
	_, text, _ := strings.Cut(page.String(), "\n\n") // behind its name
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		it := item{name: strings.TrimPrefix(line, "  ")}
		if command := strings.TrimSpace(strings.TrimPrefix(it.name, "try ")); len(it.name) > len(command) && strings.HasPrefix(command, "retune ") && m.options.Read != nil {
			it.take = plainly(func(m Model) Model { return m.pasted(command) })
		}
		m.menu.items = append(m.menu.items, it)
	}
	return m
}

// settings is what a text that names a knob and a value would set.
func (m Model) settings(text string) (list []item) {
	text = strings.TrimSpace(text)
	i := strings.Index(text, "=")
	if i < 0 {
		i = strings.LastIndex(text, " ")
	}
	if i < 0 {
		return nil
	}
	name, value := strings.TrimSpace(text[:i]), strings.TrimSpace(text[i+1:])
	if value == "" {
		return nil
	}
	for _, k := range m.called(strings.TrimLeft(name, "-")) {
		tried := m.turned()
		text, _, err := k.Read(k.Name, value)
		if err == nil {
			err = k.Try(&tried, text)
		}
		it := item{kind: "set", name: k.Title(), now: value, take: plainly(func(m Model) Model { return m.toKnob(k).turnTo(tried) })}
		if err != nil {
			it.why = err.Error()
		}
		list = append(list, it)
	}
	return list
}

// called is the knobs of that name: the parameter of the client, and that of table 1.
func (m Model) called(name string) []knob.Knob {
	list := slices.DeleteFunc(knob.ParametersOf(m.turned()), func(k knob.Knob) bool { return knob.Plain(k.Title()) != knob.Plain(name) })
	if k, known := knob.Find(name); known {
		list = append(list, k)
	}
	return list
}
