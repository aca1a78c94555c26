package tui

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
)

// views are what tab goes through: the questions that have a tab, in the order of [arrangements].
var views []answer.Question

// nextView goes n views on.
func (m Model) nextView(n int) Model {
	m.view = turned(m.view+n+len(m.tabs()), len(m.tabs()))
	return m.looking()
}

// Views is the names of the views.
func Views() (names []string) {
	for _, q := range views {
		names = append(names, q.Tab)
	}
	return names
}

// toView goes to the view of that name, or of the question that is called so.
func (m Model) toView(name string) Model { return m.showing(name).looking() }

// showing is the model with that view, not asked yet: where there is none, with the one that it has.
func (m Model) showing(name string) Model {
	for i, q := range views {
		if name != "" && (name == q.Tab || name == q.Name) {
			m.view = i
		}
	}
	return m
}

// looking asks for the view that has been turned to, with a setting that it has in
// focus.
func (m Model) looking() Model {
	m.leaf, m.figures = 0, false
	if m.mode == choosingBox || m.mode == walking {
		m = m.browse()
	}
	return m.ask()
}

// tabsFrom is the column where the names of the views begin, behind the program's.
const tabsFrom = 10

// A tabLine is the names of the views in the first line, and where each of them stands.
type tabLine struct {
	places []rect   // by view
	names  []string // at them
	titled bool     // the name of the program stands before them
}

// tabLineOf returns the tab line of w cells, with the key of each view. Every view has its place in it: where
// there is no room for all that the keys give way, then the name of the program and the gaps; then
// names but for the present one are short, and at last the numbers of their keys.
func tabLineOf(w int, present string, tabs []answer.Question) tabLine {
	end := w - 1 - len(headKeys(w))
	keyed := func(i int, name string) string { return fmt.Sprintf("F%d %s", i, name) }
	full := func(_ int, name string) string { return name }
	short := func(_ int, name string) string { return name[:min(3, len(name))] }
	number := func(i int, _ string) string { return strconv.Itoa(i) }
	for _, try := range []struct {
		from, gap int
		name      func(i int, name string) string
	}{{tabsFrom, 1, keyed}, {tabsFrom, 1, full}, {1, 1, full}, {1, 0, full}, {1, 0, short}} {
		if l, used := placeTabs(tabs, try.from, try.gap, present, try.name, " "); used < end {
			l.titled = try.from == tabsFrom
			return l
		}
	}
	l, _ := placeTabs(tabs, 0, 0, present, number, "")
	return l
}

// placeTabs places the names of the views one behind the other, with a blank before those
// that are not the present one and so much behind them, and says where they end.
func placeTabs(tabs []answer.Question, x, gap int, present string, name func(int, string) string, behind string) (
	l tabLine, end int) {
	l.places, l.names = make([]rect, len(tabs)), make([]string, len(tabs))
	for i, q := range tabs {
		text := name(i+1, q.Tab)
		l.names[i] = " " + text + behind
		if q.Name == present {
			if !strings.HasSuffix(text, q.Tab) { // it is short
				text = q.Tab
			}
			l.names[i] = "[" + text + "]"
		}
		w := utf8.RuneCountInString(l.names[i])
		l.places[i] = rect{x, 0, w, 1}
		x += w + gap
	}
	return l, x - gap
}
