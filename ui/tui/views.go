package tui

import (
	"fmt"
	"strconv"
	"strings"
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

// Views is the names of the views.
func Views() (names []string) {
	for _, q := range tabs() {
		names = append(names, q.Tab)
	}
	return names
}

// toView goes to the view of that name, or of the query that is called so.
func (m Model) toView(name string) Model { return m.showing(name).looking() }

// showing is the model with that view, not asked yet: where there is none, with the one that it has.
func (m Model) showing(name string) Model {
	for i, v := range views {
		if q, _ := query.Find(v.query); v.chart == 0 && name != "" && (name == q.Tab || name == q.Name) {
			m.view = i
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

// A tabLine is the names of the views in the first line, and where each of them stands.
type tabLine struct {
	places []rect   // by view; no width where a view has no tab
	names  []string // at them
	titled bool     // the name of the program stands before them
}

// tabLineOf is that of w cells, with the key of each view. Every view has its place in it: where
// there is no room for all that the keys give way, then the name of the program and the gaps; then
// names but for the present one are short, and at last the numbers of their keys.
func tabLineOf(w int, present string) tabLine {
	end := w - 1 - len(headKeys(w))
	keyed := func(i int, name string) string { return fmt.Sprintf("F%d %s", i, name) }
	full := func(_ int, name string) string { return name }
	short := func(_ int, name string) string { return name[:min(3, len(name))] }
	number := func(i int, _ string) string { return strconv.Itoa(i) }
	for _, try := range []struct {
		from, gap int
		name      func(i int, name string) string
	}{{tabsFrom, 1, keyed}, {tabsFrom, 1, full}, {1, 1, full}, {1, 0, full}, {1, 0, short}} {
		if l, used := placeTabs(try.from, try.gap, present, try.name, " "); used < end {
			l.titled = try.from == tabsFrom
			return l
		}
	}
	l, _ := placeTabs(0, 0, present, number, "")
	return l
}

// placeTabs places the names of the views one behind the other, with a blank before those
// that are not the present one and so much behind them, and says where they end.
func placeTabs(x, gap int, present string, name func(int, string) string, behind string) (l tabLine, end int) {
	l.places, l.names = make([]rect, len(views)), make([]string, len(views))
	n := 0
	for i, v := range views {
		if v.chart > 0 {
			continue
		}
		n++
		q, _ := query.Find(v.query)
		text := name(n, q.Tab)
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
