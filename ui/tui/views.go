package tui

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
)

// views are the questions that have a tab, in the order of [arrangements].
var views []answer.Question

// nextView moves n views on and wraps around.
func (m Model) nextView(n int) Model {
	m.view = wrapped(m.view+n+len(m.tabs()), len(m.tabs()))
	return m.looking()
}

// Views returns the names of the views.
func Views() (names []string) {
	for _, q := range views {
		names = append(names, q.Tab)
	}
	return names
}

// toView shows the view with that name, or the view of the question with that name.
func (m Model) toView(name string) Model { return m.showing(name).looking() }

// showing returns the model with that view, without asking its question. If there is none, the view stays.
func (m Model) showing(name string) Model {
	for i, q := range views {
		if name != "" && (name == q.Tab || name == q.Name) {
			m.view = i
		}
	}
	return m
}

// looking asks the question of a view that was just opened, and leaves modes that belong to the previous view.
func (m Model) looking() Model {
	m.leaf, m.figures = 0, false
	if m.mode == choosingBox || m.mode == walking {
		m = m.browse()
	}
	return m.ask()
}

// tabsFrom is the column of the first view's name, behind the program's name.
const tabsFrom = 10

// A tabLine is the place of each view's name in the first line.
type tabLine struct {
	places []rect   // by view
	names  []string // the texts at places
	titled bool     // the name of the program fits before them
}

// tabLineOf returns the tab line of w cells, with a place for every view. Where there is not enough room, it drops the
// keys, then the name of the program and the gaps, then shortens all names but the present one, and finally shows only
// numbers.
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

// placeTabs places the names of the views side by side with a gap: the present one in brackets, the others between a
// blank and behind. It returns the end of the last one.
func placeTabs(tabs []answer.Question, x, gap int, present string, name func(int, string) string, behind string) (
	l tabLine, end int) {
	l.places, l.names = make([]rect, len(tabs)), make([]string, len(tabs))
	for i, q := range tabs {
		text := name(i+1, q.Tab)
		l.names[i] = " " + text + behind
		if q.Name == present {
			if !strings.HasSuffix(text, q.Tab) { // the short form
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
