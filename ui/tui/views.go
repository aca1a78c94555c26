package tui

import (
	"slices"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/query"
)

// A view is a tab of the screen, or half a tab where only one chart fits.
type view struct {
	query string
	chart int // the chart that is shown where only one fits
}

// views are what tab goes through: one per query that has a tab, and the
// second chart where there is no room for two.
var views = func() []view {
	var list []view
	for _, q := range query.Queries {
		if q.Tab != "" {
			list = append(list, viewsOf(q)...)
		}
	}
	return list
}()

// viewsOf are the views of a query: two where it is charts.
func viewsOf(q answer.Query) []view {
	if q.Layout == answer.Charted {
		return []view{{q.Name, 0}, {q.Name, 1}}
	}
	return []view{{q.Name, 0}}
}

// table is the query whose table stands below the charts where there is room.
var table = func() answer.Query {
	return query.First(func(q answer.Query) bool { return q.Layout == answer.Tabled })
}()

// nextView goes n views on, past the half tabs where the whole one fits.
func (m Model) nextView(n int) Model {
	for {
		m.view = (m.view + n + len(views)) % len(views)
		if views[m.view].chart == 0 || m.layout().single {
			break
		}
	}
	return m.looking()
}

// tabs is the queries that have a tab.
func tabs() (list []answer.Query) {
	for _, q := range query.Queries {
		if q.Tab != "" {
			list = append(list, q)
		}
	}
	return list
}

// tabNames is what they are called.
func tabNames() (names []string) {
	for _, q := range tabs() {
		names = append(names, q.Tab)
	}
	return names
}

// Views is the names of the views.
func Views() []string { return tabNames() }

// toTab goes to the i-th tab.
func (m Model) toTab(i int) Model {
	name := tabs()[i].Name
	m.view = slices.IndexFunc(views, func(v view) bool { return v.query == name })
	return m.fit().looking()
}

// showing is the model with the view of that name, or of the query that is called so:
// where there is none, with the one that it has.
func (m Model) showing(name string) Model {
	for _, q := range tabs() {
		if name != "" && (name == q.Tab || name == q.Name) {
			m.view = slices.IndexFunc(views, func(v view) bool { return v.query == q.Name })
		}
	}
	return m
}

// looking asks for the view that has been turned to, with a knob that it has in
// focus.
func (m Model) looking() Model {
	m.scroll, m.across, m.leaf = 0, 0, 0
	if m.mode == choosingBox || m.mode == walking {
		m = m.browse()
	}
	return m.ask()
}

// tabsFrom is where the names of the views begin, behind that of the program.
const tabsFrom = 10

// tabPlaces is where the name of each view stands in the first line. Where there is no
// room for all the name of the program gives way, and then those far from the present.
func tabPlaces(w int, present string) []rect {
	places := make([]rect, len(views))
	x, end, need := tabsFrom, w-len(headKeys)-2, 0
	for i, v := range views {
		if v.chart > 0 {
			continue
		}
		q, _ := query.Find(v.query)
		n := utf8.RuneCountInString(q.Tab) + 2
		places[i] = rect{x, 0, n, 1}
		if x += n + 1; q.Name == present {
			need = x
		}
	}
	left := 0
	if x-1 >= end {
		left = tabsFrom - 1 + max(0, need-tabsFrom-end+1)
	}
	for i, p := range places {
		if places[i].x -= left; p.x-left < 1 || p.x-left+p.w >= end {
			places[i] = rect{}
		}
	}
	return places
}
