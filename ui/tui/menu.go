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
	asks  bool   // it replaces all settings, so enter must be pressed twice
	take  func(Model) Model
	cells []string // the results of a change that helps
}

// A menu is a list from which one item is taken, or a prompt for a value. Typed text filters it, or is the value.
type menu struct {
	title string
	list  func(Model) []item                // its present items; nil: none
	typed func(m Model, text string) []item // items for the typed text itself; or nil
	enter string                            // the name of enter; "": select
	back  func(Model) Model                 // where esc leads; nil: the settings

	// value takes the typed text, which is then no filter; nil: it is. sign stands before the text; "": a slash.
	value func(m Model, text string) Model
	sign  string

	digits bool   // as the first character, the number of an item takes it
	closes string // as the first character, these close the menu

	items []item
	found []item // those that match the typed text
	pick  int    // index among them
	sure  string // the item that the next enter confirms
	moved bool   // the user has chosen an item
}

// listing returns the model with a menu.
func (m Model) listing(u menu) Model {
	m = m.browse()
	m.mode, m.menu = choosing, u
	return m.relisted()
}

// relisted returns the model with the present items of its menu.
func (m Model) relisted() Model {
	if m.menu.list != nil {
		m.menu.items = m.menu.list(m)
	}
	return m.filtered()
}

// filtered returns the model with the items that match the typed text.
func (m Model) filtered() Model {
	u := &m.menu
	if u.found = u.items; u.value == nil {
		var extra []item // items that the text itself describes
		if u.typed != nil {
			extra = u.typed(m, m.editor.text)
		}
		u.found = matches(u.items, extra, m.editor.text)
	}
	return m
}

// menuKeys returns the keys of the menu.
func (m Model) menuKeys() keyTable {
	enter, esc, back := cmp.Or(m.menu.enter, "select"), "close", Model.browse
	if m.menu.back != nil {
		esc, back = "back", m.menu.back
	}
	return slices.Concat(
		pair("choose", "choose", Model.menuBy, "up shift+tab", "down tab").
			when(func(m Model) bool { return len(m.menu.items) > 0 }, "no list"),
		act(enter, enter, Model.takeItem, "enter"),
		act(esc, esc, back, "esc"),
		pairBy("", "scroll", 10, Model.menuBy, "pgup", "pgdown"),
		pairBy("", "ends", 1<<16, Model.menuBy, "home", "end").
			when(func(m Model) bool { return m.editor.text == "" && m.menu.value == nil }, ""))
}

// filterBy handles a typed key or a paste.
func (m Model) filterBy(msg tea.Msg) Model {
	if key, ok := msg.(tea.KeyPressMsg); ok && m.editor.text == "" && key.Text != "" {
		i := slices.IndexFunc(m.menu.items, func(it item) bool { return it.kind == key.Text })
		switch {
		case m.menu.digits && i >= 0:
			m.menu.pick = i
			return m.takeItem()
		case strings.Contains(m.menu.closes, key.Text):
			return m.browse()
		}
	}
	return m.typed(msg)
}

// matches returns the items that match a text, in this order: the exact name, the start of a name, other names, any
// part of a name, the description. Extra items come first, unless the text is part of a name.
func matches(items, extra []item, text string) []item {
	want := strings.ToLower(strings.Trim(text, " /"))
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
	if len(ranks[0])+len(ranks[1])+len(ranks[2]) > 0 {
		return append(found, extra...)
	}
	return append(extra, found...)
}

// plainName removes what people leave out of names.
var plainName = strings.NewReplacer("-", "", " ", "", "_", "")

// rank returns how well the item matches a text: 0 is best, -1 no match.
func (it item) rank(want string) int {
	short, name, also := plainName.Replace(want), strings.ToLower(it.name), strings.ToLower(it.also)
	starts := func(text string) bool { return short != "" && strings.HasPrefix(plainName.Replace(text), short) }
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

// chosen returns the chosen item, or none.
func (u menu) chosen() item {
	if len(u.found) == 0 {
		return item{}
	}
	return u.found[min(u.pick, len(u.found)-1)]
}

// wrapped returns i modulo n, for i from -n.
func wrapped(i, n int) int { return (i + n) % max(1, n) }

// menuBy moves the choice by n items. Single steps wrap around; others stop at the ends.
func (m Model) menuBy(n int) Model {
	u := &m.menu
	u.moved = true
	count := len(u.found)
	if n == 1 || n == -1 {
		u.pick = wrapped(u.pick+n, count)
	} else {
		u.pick = max(0, min(u.pick+n, count-1))
	}
	return m
}

// takeItem takes the typed value or the chosen item.
func (m Model) takeItem() Model {
	if m.menu.value != nil {
		return m.menu.value(m, strings.TrimSpace(m.editor.text))
	}
	it := m.menu.chosen()
	switch {
	case it.why != "":
		m.note = it.name + ": " + it.why
	case it.take == nil:
		m.note = "nothing to select"
	case it.asks && m.menu.sure != it.name:
		m.menu.sure, m.note = it.name, "enter again replaces all settings with it"
	default:
		return it.take(m.browse())
	}
	return m
}
