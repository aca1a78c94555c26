package tui

import (
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/help"
)

// find lists everything that has a name.
func (m Model) find() Model {
	return m.listing(menu{title: "find: view, setting, result, client", typed: Model.wishes,
		list: func(m Model) []item {
			return slices.Concat(viewItems(), m.settingItems(), m.resultItems(), m.scenarioItems(), m.keyItems(),
				m.commandItems(), wordItems(), m.clientItems())
		}})
}

// listKeys lists the keys.
func (m Model) listKeys() Model {
	return m.listing(menu{title: "keys", list: Model.keyItems, closes: "q?"})
}

// listWords lists the values of the focused setting.
func (m Model) listWords() Model {
	return m.listing(menu{title: "values of " + m.setting().ListName(), list: Model.words, typed: Model.typedWord})
}

// clean removes every character that cannot stand in a line of ASCII, except the micro sign of a unit.
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

// words returns the values of the focused setting.
func (m Model) words() (list []item) {
	k, topics := m.setting(), help.Topics()
	for _, word := range wordsOf(k) {
		kind, _, _ := strings.Cut(word, "=")
		now := ""
		if own := k.Text(new(m.edits())); own == word || strings.HasPrefix(own, kind+"=") {
			word, now = own, "now"
		}
		list = append(list, item{name: word, now: now, help: meaning(topics, k, kind),
			take: func(m Model) Model { return m.try(k, word) }})
	}
	return list
}

// typedWord returns the item of a typed value that is not in the list.
func (m Model) typedWord(text string) []item {
	text = strings.TrimSpace(text)
	k := m.setting()
	listed := slices.ContainsFunc(m.menu.items, func(it item) bool { return it.name == text })
	if _, err := m.tried(k, text); text == "" || listed || err != nil {
		return nil
	}
	return []item{{name: text, take: func(m Model) Model { return m.try(k, text) }}}
}

// meaning returns the meaning of a word as a value of a setting.
func meaning(topics []help.Topic, k setting.Setting, word string) string {
	for _, t := range topics {
		if (t.Of == k.Name || len(t.Jitter) > 0) && (t.Called(word) || t.Called(word+" "+k.Name)) {
			return t.What
		}
	}
	return ""
}

// keyItems returns the keys that work while settings are chosen, with a reason for those that do nothing now.
func (m Model) keyItems() (list []item) {
	for _, a := range slices.Concat(browsingTable(), everywhere()) {
		keys := m.signs(strings.Join(a.keys, " "))
		if n := len(list) - 1; n >= 0 && list[n].name == a.help {
			list[n].now = strings.Replace(list[n].now+" "+keys, " shift+", "/", 1) // on an ASCII screen
			continue
		}
		it := item{kind: a.task, name: a.help, now: keys, also: strings.Join(a.keys, " "),
			take: func(m Model) Model { return m.take(a) }}
		if !a.now(m) {
			it.why = a.unless
		}
		list = append(list, it)
	}
	list = append(list,
		item{kind: "set", name: "type a value", now: "0-9 .",
			help: "enter, an arrow, tab or a click elsewhere sets it; esc cancels"},
		item{kind: "go", name: "point at anything", now: "click, wheel",
			help: "a click chooses, the wheel scrolls lists and moves the crosshair of a chart"})
	slices.SortStableFunc(list, func(x, y item) int {
		return slices.Index(taskOrder, x.kind) - slices.Index(taskOrder, y.kind)
	})
	return list
}

// taskOrder are the groups of keys, by what they are for.
var taskOrder = []string{"set", "read", "solve", "compare", "keep", "go"}
