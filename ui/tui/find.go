package tui

import (
	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/help"
	"slices"
	"strings"
)

// settingItems returns every setting that has a row on the screen.
func (m Model) settingItems() (list []item) {
	seen := map[string]bool{}
	for _, q := range views {
		for _, of := range m.rowsOf(q) {
			k := of.Setting
			if seen[k.Name] {
				continue
			}
			seen[k.Name] = true
			it := item{kind: "setting", name: k.ListName(), now: k.Show(new(m.edits())), help: k.Help + ": " + k.Range(),
				also: strings.Join(append(k.OtherNames(), k.Name, k.Symbol, strings.TrimSpace(k.ShortLabel)), " "),
				take: func(m Model) Model { return m.toSetting(*k) }}
			if k.Idle != nil && k.Idle(m.scenario) != "" {
				it.help = "has no effect " + k.Idle(m.scenario) + "; " + it.help
			}
			list = append(list, it)
		}
	}
	return list
}

// toSetting focuses the setting in a view that has it: the present view if possible, otherwise the first.
func (m Model) toSetting(k setting.Setting) Model {
	has := func(q answer.Question) bool { return rowOf(m.rowsOf(q), k.Name) >= 0 }
	if i := slices.IndexFunc(views, has); i >= 0 && !has(m.tab()) {
		m = m.toView(views[i].Name)
	}
	m.focus, m.onPolicy = k.Name, false
	return m
}

// resultItems returns the results in view.
func (m Model) resultItems() (list []item) {
	goals := m.goals()
	for _, q := range m.numbers() {
		it := item{kind: "result", name: q.DisplayName(), now: q.Text(0), also: q.Name}
		w, ok := question.Wanted().ForQuantity(q)
		if ok && slices.ContainsFunc(goals, func(a aim) bool { return a.result.Name == w.Name }) {
			it.help = "enter solves for it"
			it.take = func(m Model) Model {
				m.wanted = w.Name
				return m.seek()
			}
		}
		list = append(list, it)
	}
	return list
}

// viewItems returns the views by name.
func viewItems() (list []item) {
	for _, q := range views {
		list = append(list, item{kind: "view", name: q.Tab, help: q.Short, also: q.Name + " " + q.Names,
			take: func(m Model) Model { return m.toView(q.Name) }})
	}
	return list
}

// wordItems returns the terms of the glossary.
func wordItems() (list []item) {
	for _, g := range help.Groups() {
		for _, t := range g.Terms {
			list = append(list, item{kind: "word", name: t.Name, help: t.What,
				also: strings.Join(t.Also, " "), take: func(m Model) Model {
					return m.explain(t.Name)
				}})
		}
	}
	return list
}

// explain shows the explanation of a word, one item per line; a command in it can be taken.
func (m Model) explain(word string) Model {
	var page strings.Builder
	if found := help.Find(word); len(found) > 0 {
		found[0].Print(&page, max(24, m.layout().panel().w-6))
	}
	_, text, _ := strings.Cut(page.String(), "\n\n") // skip the name
	var list []item
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		it := item{name: strings.TrimPrefix(line, "  ")}
		command := strings.TrimSpace(strings.TrimPrefix(it.name, "try "))
		if len(it.name) > len(command) && strings.HasPrefix(command, "retune ") && m.options.Read != nil {
			it.asks, it.take = true, func(m Model) Model { return m.pasted(command) }
		}
		list = append(list, it)
	}
	return m.listing(menu{title: word, items: list})
}
