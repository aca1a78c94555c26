package tui

import (
	"fmt"
	"slices"
	"strconv"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
)

// views are the questions that have a tab, in the order of [arrangements].
var views []answer.Question

// nextView moves n views on and wraps around.
func (m Model) nextView(n int) Model {
	tabs := m.tabs()
	at := slices.IndexFunc(tabs, func(q answer.Question) bool { return q.Name == m.tab().Name })
	return m.toView(tabs[wrapped(at+n+len(tabs), len(tabs))].Name)
}

// Views returns the names of the views.
func Views() (names []string) {
	for _, q := range views {
		names = append(names, q.Tab)
	}
	return names
}

// toView shows the view with that name, or the view of the question with that name. It asks its question and leaves
// modes that belong to the previous view.
func (m Model) toView(name string) Model {
	m = m.showing(name)
	m.figurePage, m.figures, m.policy, m.onPolicy = 0, false, 0, false
	if m.mode == picking {
		m = m.browse()
	}
	return m.ask()
}

// showing returns the model with that view, without asking its question. If there is none, the view stays.
func (m Model) showing(name string) Model {
	for i, q := range views {
		if name != "" && (name == q.Tab || name == q.Name) {
			m.view = i
		}
	}
	return m
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
// keys and the name of the program, then shortens all names but the present one, and finally shows only numbers.
func tabLineOf(w int, present string, tabs []answer.Question) (l tabLine) {
	const forms = 4
	for form := range forms {
		l = tabLine{titled: form == 0}
		x := 0
		if l.titled {
			x = tabsFrom
		}
		for i, q := range tabs {
			names := [forms]string{fmt.Sprintf("F%d %s", i+1, q.Tab), q.Tab, q.Tab[:min(3, len(q.Tab))], strconv.Itoa(i + 1)}
			text := " " + names[form] + " "
			if q.Name == present {
				text = "[" + names[min(form, 1)] + "]"
			}
			l.names, l.places = append(l.names, text), append(l.places, rect{x, 0, chart.Width(text), 1})
			x += l.places[i].w
		}
		if x < w-1-len(headKeys(w)) {
			break
		}
	}
	return l
}
