package tui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// An item is a line of a menu.
type item struct {
	kind  string // setting, key, word and so on
	name  string
	now   string // the present value, or the key
	help  string // the description
	also  string // other names that find it
	why   string // why it cannot be taken now, or ""
	last  bool   // it comes behind items with this name
	asks  bool   // it replaces all settings, so enter must be pressed twice
	take  func(Model) Model
	words string   // a change that helps, in words
	cells []string // and the results of the change
}

// A menu is a list from which one item is taken. Typed text filters it, or is a value for the chosen item.
type menu struct {
	title string
	items []item
	found []item // those that match the typed text
	pick  int    // index among them
	sure  string // the item that the next enter confirms
	moved bool   // the user has chosen an item
}

// opening returns an action that opens the menu of a mode.
func opening(to mode) func(Model) Model {
	return func(m Model) Model { return m.menuOf(to) }
}

// menuOf returns the model with the menu of a mode.
func (m Model) menuOf(to mode) Model {
	goal := m.goal
	if m = m.browse(); to == offering {
		m.goal = goal
	}
	m.mode, m.menu = to, &menu{}
	return m.relisted()
}

// relisted returns the model with the present items of its menu.
func (m Model) relisted() Model {
	u, of := *m.menu, m.component().menu
	u.title, u.items = of.title(m), of.items(m)
	return m.listing(u)
}

// listing returns the model with a menu whose items are filtered anew.
func (m Model) listing(u menu) Model {
	m.menu = &u
	var extra []item // items that the text itself describes
	of := m.component().menu
	if of.typed != nil {
		extra = of.typed(m, m.editor.text)
	}
	if u.found = u.items; of.value == nil {
		u.found = matches(u.items, extra, m.editor.text)
	}
	return m
}

// filtered returns the model after a change of the typed text.
func (m Model) filtered() Model {
	u := *m.menu
	if m.component().menu.value == nil {
		u.pick = 0
	}
	return m.listing(u)
}

// menuKeys returns the keys of a menu.
func menuKeys(of menuRow) keyTable {
	enter, esc, back := cmp.Or(of.enter, "select"), "close", closed
	if of.back != nil {
		esc, back = "back", of.back
	}
	return slices.Concat(
		pair("choose", "choose", Model.menuBy, "up shift+tab", "down tab").
			when(func(m Model) bool { return len(m.menu.items) > 0 }, "no list"),
		act(enter, enter, Model.takeItem, "enter").when(func(m Model) bool {
			it, _ := m.menu.chosen()
			return m.mode != explaining || it.take != nil
		}, "a line to read"),
		act(esc, esc, back, "esc"),
		pairBy("", "scroll", 10, Model.menuBy, "pgup", "pgdown"))
}

// filterBy handles a typed key or a paste. As the first character, a digit takes a change that helps, q or ? closes
// help, and / is ignored while anything is found.
func (m Model) filterBy(msg tea.Msg) Model {
	if key, ok := msg.(tea.KeyPressMsg); ok && m.editor.text == "" {
		switch i := int(key.Code - '1'); {
		case m.mode == levering && i >= 0 && i < 9:
			return m.help(i)
		case m.mode == helpingKeys && (key.Text == "q" || key.Text == "?"):
			return m.browse()
		case m.mode == finding && key.Text == "/":
			return m
		}
	}
	return m.typed(msg)
}

// help applies the i-th change that helps, if it exists.
func (m Model) help(i int) Model {
	if list := m.helpful(); i < len(list) {
		return list[i].take(m.browse())
	}
	return m
}

// matches returns the items that match a text, in this order: the exact name, the start of a name, other names, any
// part of a name, the description. Extra items come first, unless the text is part of a name.
func matches(items, extra []item, text string) []item {
	want := strings.ToLower(strings.TrimSpace(text))
	if want == "" {
		return items
	}
	var ranks [5][]item
	for _, it := range items {
		if rank := it.rank(want); rank >= 0 {
			ranks[rank] = append(ranks[rank], it)
		}
	}
	found := slices.Concat(ranks[:]...)
	if len(ranks[0])+len(ranks[1])+len(ranks[2]) > 0 && len(extra) > 0 &&
		(extra[0].why != "" || extra[0].last) { // a name of two words
		return append(found, extra...)
	}
	return append(extra, found...)
}

// rank returns how well the item matches a text: 0 is best, -1 no match.
func (it item) rank(want string) int {
	plain := strings.NewReplacer("-", "", " ", "", "_", "")
	short, name, also := plain.Replace(want), strings.ToLower(it.name), strings.ToLower(it.also)
	starts := func(text string) bool { return short != "" && strings.HasPrefix(plain.Replace(text), short) }
	switch {
	case name == want:
		return 0
	case strings.HasPrefix(name, want) || starts(name):
		return 1
	case slices.ContainsFunc(strings.Fields(also), starts):
		return 2
	case strings.Contains(name+" "+also+" "+it.kind, want):
		return 3
	case strings.Contains(strings.ToLower(it.help+" "+it.now), want):
		return 4
	}
	return -1
}

// chosen returns the chosen item.
func (u *menu) chosen() (item, bool) {
	if len(u.found) == 0 {
		return item{}, false
	}
	return u.found[min(u.pick, len(u.found)-1)], true
}

// wrapped returns i modulo n, for i from -n.
func wrapped(i, n int) int { return (i + n) % max(1, n) }

// menuBy moves the choice by n items. Single steps wrap around; others stop at the ends.
func (m Model) menuBy(n int) Model {
	u := *m.menu
	u.moved = true
	count := len(u.found)
	if n == 1 || n == -1 {
		u.pick = wrapped(u.pick+n, count)
	} else {
		u.pick = max(0, min(u.pick+n, count-1))
	}
	m.menu = &u
	return m
}

// takeItem takes the typed value or the chosen item.
func (m Model) takeItem() Model {
	if take := m.component().menu.value; take != nil {
		return take(m, strings.TrimSpace(m.editor.text))
	}
	it, ok := m.menu.chosen()
	switch {
	case !ok:
		m.note = "nothing matches"
		return m
	case it.why != "":
		m.note = it.name + ": " + it.why
		return m
	case it.take == nil:
		return m
	case it.asks && m.menu.sure != it.name:
		u := *m.menu
		u.sure, m.menu, m.note = it.name, &u, "enter again replaces all settings with it"
		return m
	}
	return it.take(m.browse())
}
