package tui

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

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
	take  func(Model) (Model, tea.Cmd)
	words string   // a change that helps, in words
	cells []string // and the results of the change
}

// A menu is a list that typing filters and from which one item is taken.
type menu struct {
	title  string
	items  []item
	filter string
	pick   int    // index among the matching items
	extra  []item // settings that the filter itself describes
	sure   string // the item that the next enter confirms
	value  bool   // the filter is a value for the chosen item
	reason string // why that value was refused, or ""
	moved  bool   // the user has chosen an item
}

// opening returns an action that opens the menu of a mode.
func opening(to mode) func(Model) (Model, tea.Cmd) {
	return plainly(func(m Model) Model { return m.menuOf(to) })
}

// menuOf returns the model with the menu of a mode.
func (m Model) menuOf(to mode) Model {
	goal := m.goal
	if m = m.browse(); to == offering {
		m.goal = goal
	}
	m.mode = to
	of := menus()[to]
	m.menu = &menu{title: of.title(m), items: of.items(m), value: of.value}
	return m
}

// menuKeys returns the keys of a menu.
func menuKeys(of menuRow) keyTable {
	enter, esc, back := cmp.Or(of.enter, "select"), "close", closed
	if of.back != nil {
		esc, back = "back", plainly(of.back)
	}
	return slices.Concat(
		pair("choose", "choose", Model.menuBy, "up shift+tab", "down tab"),
		act(enter, enter, Model.takeItem, "enter").when(func(m Model) bool {
			it, _ := m.menu.chosen()
			return m.mode != explaining || it.take != nil
		}, "a line to read"),
		act(esc, esc, back, "esc"),
		pairBy("", "scroll", 10, Model.menuBy, "pgup", "pgdown"),
		act("", "erase", plainly(func(m Model) Model {
			f := []rune(m.menu.filter)
			return m.filtered(string(f[:max(0, len(f)-1)]))
		}), "backspace"))
}

// mostTyped is the largest number of characters that can be typed.
const mostTyped = 250

// filterBy adds typed or pasted text to the filter. As the first character, q or ? closes help and / is ignored.
func (m Model) filterBy(msg tea.Msg) Model {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if i := int(msg.Code - '1'); m.mode == levering && m.menu.filter == "" && i >= 0 && i < 9 {
			return m.help(i)
		}
		if m.mode == helpingKeys && m.menu.filter == "" && (msg.Text == "q" || msg.Text == "?") {
			return m.browse()
		}
		if msg.Text != "" && !(msg.Text == "/" && m.menu.filter == "") && utf8.RuneCountInString(m.menu.filter) < mostTyped {
			return m.filtered(m.menu.filter + clean(msg.Text))
		}
	case tea.PasteMsg:
		return m.filtered(clip(m.menu.filter+clean(msg.Content), mostTyped))
	}
	return m
}

// help applies the i-th change that helps, if it exists.
func (m Model) help(i int) Model {
	if list := m.helpful(); i < len(list) {
		m, _ = list[i].take(m.browse())
	}
	return m
}

// filtered returns the model with another filter.
func (m Model) filtered(text string) Model {
	u := *m.menu
	u.filter, u.extra, u.reason = text, nil, ""
	if !u.value {
		u.pick = 0
	}
	if typed := menus()[m.mode].typed; typed != nil {
		u.extra = typed(m, text)
	}
	m.menu = &u
	return m
}

// matches returns the items that match the filter, in this order: the exact name, the start of a name, other names, any
// part of a name, the description.
func (u *menu) matches() []item {
	want := strings.ToLower(strings.TrimSpace(u.filter))
	if want == "" || u.value {
		return u.items
	}
	var ranks [5][]item
	for _, it := range u.items {
		if rank := it.rank(want); rank >= 0 {
			ranks[rank] = append(ranks[rank], it)
		}
	}
	found := slices.Concat(ranks[:]...)
	if len(ranks[0])+len(ranks[1])+len(ranks[2]) > 0 && len(u.extra) > 0 &&
		(u.extra[0].why != "" || u.extra[0].last) { // a name of two words
		return append(found, u.extra...)
	}
	return append(slices.Clip(u.extra), found...)
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
	list := u.matches()
	if len(list) == 0 {
		return item{}, false
	}
	return list[min(u.pick, len(list)-1)], true
}

// wrapped returns i modulo n, for i from -n.
func wrapped(i, n int) int { return (i + n) % max(1, n) }

// menuBy moves the choice by n items. Single steps wrap around; others stop at the ends.
func (m Model) menuBy(n int) Model {
	u := *m.menu
	u.moved = true
	count := len(u.matches())
	if n == 1 || n == -1 {
		u.pick = wrapped(u.pick+n, count)
	} else {
		u.pick = max(0, min(u.pick+n, count-1))
	}
	m.menu = &u
	return m
}

// takeItem takes the chosen item. In a list of words, typed text that is a valid value of the setting is taken instead.
func (m Model) takeItem() (Model, tea.Cmd) {
	if text := strings.TrimSpace(m.menu.filter); m.mode == wording && text != "" {
		tried := m.scenario
		if m.setting().Try(&tried, text) == nil {
			return m.browse().turnTo(tried), nil
		}
	}
	it, ok := m.menu.chosen()
	switch {
	case m.menu.value:
		return m.want()
	case !ok:
		m.note = "nothing matches"
		return m, nil
	case it.why != "":
		m.note = it.name + ": " + it.why
		return m, nil
	case it.take == nil:
		return m, nil
	case it.asks && m.menu.sure != it.name:
		u := *m.menu
		u.sure, m.menu, m.note = it.name, &u, "enter again replaces all settings with it"
		return m, nil
	}
	return it.take(m.browse())
}
