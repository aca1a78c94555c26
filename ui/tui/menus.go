package tui

import (
	"slices"
	"strings"

	"retune/ui/ask/setting"
	"retune/ui/help"
)

// A menuRow is a mode that shows a menu.
type menuRow struct {
	title func(Model) string
	items func(Model) []item
	typed func(m Model, text string) []item // items for the typed text itself; or nil
	enter string                            // the name of enter; "": select
	back  func(Model) Model                 // where esc leads; nil: the settings

	// value takes the typed text, which is then no filter; nil: it is. sign stands before the text; "": a slash.
	value func(m Model, text string) Model
	sign  string
}

// menus is the table of menus.
func menus() map[mode]menuRow {
	titled := func(title string) func(Model) string { return func(Model) string { return title } }
	given := func(m Model) []item { return m.given }
	return map[mode]menuRow{
		solving: {title: titled("solve for a result: type what it shall be"), items: Model.goalItems,
			value: Model.want, sign: "= ", enter: "next"},
		offering: {title: Model.offersTitle, items: Model.offerItems, enter: "set it", back: func(m Model) Model {
			typed := newEditor(m.goal.typed)
			typed.old = false
			m = m.seek()
			m.editor = typed
			return m
		}},
		wording: {title: func(m Model) string { return "values of " + m.setting().Title() }, items: Model.words,
			typed: Model.typedWord},
		naming: {title: Model.nameTitle, items: func(Model) []item { return nil }, value: Model.write, sign: "name: ",
			enter: "write it"},
		helpingKeys: {title: titled("keys"), items: func(m Model) []item { return m.keyItems() }},
		finding: {title: titled("find: view, setting, result, client, word"),
			items: func(m Model) []item {
				return slices.Concat(viewItems(), m.settingItems(), m.resultItems(), m.scenarioItems(), m.keyItems(),
					wordItems(), m.clientItems())
			}, typed: Model.settings},
		levering:   {title: titled("what helps, one setting at a time"), items: Model.leverItems},
		presetting: {title: titled("presets"), items: Model.presetItems},
		explaining: {title: titled(""), items: func(Model) []item { return nil }},
		choosingFile: {title: titled("open a scenario file: choose one, or type its name"), items: given,
			typed: Model.typedDocument},
		choosingPolicy: {title: titled("what to look at of the file"), items: given},
		exporting:      {title: func(m Model) string { return "export " + m.question().Tab }, items: Model.exports},
	}
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
	k := m.setting()
	values := k.Words()
	if k.Switch() {
		values = []string{"yes", "no"}
	}
	topics := help.Topics()
	for _, word := range values {
		kind, _, _ := strings.Cut(word, "=")
		now := ""
		if own := k.Text(m.scenario); own == word || strings.HasPrefix(own, kind+"=") {
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
	tried, k := m.scenario, m.setting()
	listed := slices.ContainsFunc(m.menu.items, func(it item) bool { return it.name == text })
	if text == "" || listed || k.Try(&tried, text) != nil {
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
	for _, a := range m.table[browsing].keys {
		keys := m.signs(strings.Join(a.keys, " "))
		if n := len(list) - 1; n >= 0 && list[n].name == a.help {
			list[n].now += " " + keys
			continue
		}
		it := item{kind: "key", name: a.help, now: keys, also: strings.Join(a.keys, " "), take: pressing(a)}
		if !a.now(m) {
			it.why = a.unless
		}
		list = append(list, it)
	}
	return append(list,
		item{kind: "key", name: "type a value", now: "0-9 .",
			help: "enter, an arrow, tab or a click elsewhere sets it; esc cancels"},
		item{kind: "mouse", name: "point at anything", now: "click, wheel",
			help: "a click chooses, the wheel scrolls lists"})
}

// pressing returns a function that presses the key of an action.
func pressing(a action) func(Model) Model {
	return func(m Model) Model { return m.take(a) }
}
