package tui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"retune/ui/glossary"
	"retune/ui/knob"
	"retune/ui/query"
	"retune/ui/query/library"
	"retune/ui/report"
)

// A menuRow is a mode that is a menu.
type menuRow struct {
	title func(Model) string
	items func(Model) []item
	turns bool                              // left and right change what is chosen
	typed func(m Model, text string) []item // what is typed means by itself; or nil
}

// menus is the table of menus.
func menus() map[mode]menuRow {
	titled := func(title string) func(Model) string { return func(Model) string { return title } }
	return map[mode]menuRow{
		wording: {title: func(m Model) string { return "values of " + m.knob().Title() }, items: Model.words},
		helping: {title: titled("keys"), items: func(m Model) []item { return m.keyItems() }},
		finding: {title: titled("find: knobs, results, presets, clients, views, keys, words"), items: func(m Model) []item {
			return slices.Concat(m.knobItems(), m.resultItems(), m.presetItems(), viewItems(), m.keyItems(), wordItems())
		}, turns: true, typed: Model.settings},
		levering:       {title: titled("what helps, one setting at a time"), items: Model.leverItems},
		presetting:     {title: titled("presets"), items: Model.presetItems},
		explaining:     {title: titled(""), items: func(Model) []item { return nil }},
		choosingFile:   {title: titled("open a scenario file: choose one, or type its name"), items: Model.documentItems, typed: Model.typedDocument},
		choosingPolicy: {title: titled("what to look at of the file"), items: func(m Model) []item { return m.inFile }},
		exporting:      {title: func(m Model) string { return "export " + m.query().Tab }, items: Model.exports},
	}
}

// clean is what of a text can stand in a line of ASCII; the one sign beyond it that a
// unit may have is micro.
func clean(text string) string {
	return strings.Map(func(char rune) rune {
		switch {
		case char == 'µ' || char == 'μ':
			return 'u'
		case char < ' ' || char > '~':
			return -1
		}
		return char
	}, text)
}

// words is the values that the knob in focus takes. What begins with a letter that no
// value has is what the key of that letter does.
func (m Model) words() (list []item) {
	k := m.knob()
	values := k.Words()
	if k.Switch() {
		values = []string{"yes", "no"}
	}
	for _, word := range values {
		kind, _, _ := strings.Cut(word, "=")
		now := ""
		if own := k.Text(m.turned()); own == word || strings.HasPrefix(own, kind+"=") {
			word, now = own, "now"
		}
		list = append(list, item{name: word, now: now, help: meaning(k, kind), take: plainly(func(m Model) Model {
			tried := m.turned()
			if err := k.Try(&tried, word); err != nil {
				m.note = err.Error()
				return m
			}
			return m.turnTo(tried)
		})})
	}
	return list
}

// meaning is what a word means that is a value of a knob, in a sentence or two.
func meaning(k knob.Knob, word string) string {
	for _, t := range glossary.Find(word) {
		if t.Of == k.Name || len(t.Types) > 0 {
			return t.What
		}
	}
	return ""
}

// keyItems is what keys do while knobs are chosen, with the reason beside those that
// do nothing now.
func (m Model) keyItems() (list []item) {
	for _, a := range m.table[browsing].keys {
		name := a.binding.Help().Desc
		keys := strings.Join(m.labels(a), " ")
		if n := len(list) - 1; n >= 0 && list[n].name == name {
			list[n].now += " " + keys
			continue
		}
		it := item{kind: "key", name: name, now: keys, also: strings.Join(a.binding.Keys(), " "), take: pressing(a)}
		if !a.now(m) {
			it.why = a.unless
		}
		list = append(list, it)
	}
	return append(list,
		item{kind: "key", name: "type a value", now: "0-9 .", help: "typing goes on until enter, an arrow, tab or a click sets it; esc leaves it"},
		item{kind: "mouse", name: "point at anything", now: "click, drag, wheel", help: "a click chooses, a drag sets, the wheel scrolls lists and changes the knob over its track"})
}

// pressing is what it is to press the key of an action.
func pressing(a action) func(Model) (Model, tea.Cmd) {
	return func(m Model) (Model, tea.Cmd) { return m.take(a) }
}

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
	if rowOf(m.rowsOf(m.tab()), k.Name) < 0 {
		for i, q := range tabs() {
			if rowOf(m.rowsOf(q), k.Name) >= 0 {
				m = m.toTab(i)
				break
			}
		}
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

// A preset is a scenario that is known by a name.
type preset struct {
	name, help string
	scenario   knob.Scenario
}

// presets is the table of them: the examples of fleets.
func presets() (list []preset) {
	k, _ := knob.Find("scenario")
	for _, name := range k.Words() {
		s := knob.Preset(name)
		list = append(list, preset{name, cmp.Or(meaning(k, name), strings.TrimPrefix(knob.Command(verdictQuery.Args(s, nil)), "retune ")), s})
	}
	return list
}

// presetItems is the presets. An example is taken as a whole, in the view of the fleet that
// it is about, and of a client its policy; the one beside that which the knobs turn stays.
func (m Model) presetItems() (list []item) {
	for _, p := range presets() {
		list = append(list, item{kind: "preset", name: p.name, help: p.help, also: "scenario", take: plainly(func(m Model) Model {
			for i, q := range tabs() {
				if q.Name == verdictQuery.Name {
					m = m.toTab(i)
				}
			}
			s := p.scenario
			s.Versus = m.turned().Versus
			return m.turnTo(s)
		})})
	}
	return append(list, m.clientItems()...)
}

// clientItems is the real clients. One is taken with its own values, in any view.
func (m Model) clientItems() (list []item) {
	k, _ := knob.Find("client")
	for _, name := range k.Words() {
		now := ""
		if k.Text(m.turned()) == name {
			now = "now"
		}
		list = append(list, item{kind: "client", name: name, now: now, help: library.Title(name), also: library.Others(name), take: plainly(func(m Model) Model {
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

// viewItems is the views that have a name.
func viewItems() (list []item) {
	for i, q := range tabs() {
		list = append(list, item{kind: "view", name: q.Tab, help: q.Short, also: q.Name + " " + q.Names,
			take: plainly(func(m Model) Model { return m.toTab(i) })})
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

// explain shows all that is known of a word, line by line.
func (m Model) explain(word string) Model {
	m.mode, m.menu = explaining, &menu{title: word}
	var page strings.Builder
	if found := glossary.Find(word); len(found) > 0 {
		found[0].Print(&page, max(24, m.layout().panel().w-6))
	}
	for _, line := range strings.Split(strings.TrimSpace(page.String()), "\n")[1:] {
		m.menu.items = append(m.menu.items, item{name: strings.TrimPrefix(line, "  ")})
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
		it := item{kind: "set", name: k.Title(), now: value, take: plainly(func(m Model) Model {
			return m.toKnob(k).turnTo(tried)
		})}
		if text, _, err := k.Read(k.Name, value); err != nil {
			it.why = err.Error()
		} else if err := k.Try(&tried, text); err != nil {
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
