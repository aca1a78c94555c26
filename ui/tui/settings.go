package tui

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
)

// Of the settings of a view those are in sight that matter most, those that have been changed, and the
// one in focus; the others are on demand.

// main is those that matter most.
var main = strings.Fields("initial-delay factor cap jitter retries deadline outage at clients think rate timeout" +
	" cancel budget breaker outage-kind x y of")

// A row is a setting, and what stands above it.
type row struct {
	setting.Setting
	heading string
}

// rowsOf are the settings on the screen while a question is in view: the policy's, with those of its
// client first, and what the question has turned.
func (m Model) rowsOf(q answer.Question) (rows []row) {
	list := slices.DeleteFunc(slices.Clone(setting.Settings), func(k setting.Setting) bool {
		if k.Name == sceneSetting.Name {
			return !ofFleet(q)
		}
		return k.Sets || k.Asks && !slices.Contains(q.Rows, k.Name)
	})
	for _, k := range slices.Concat(setting.ParametersOf(m.scenario), ownRows(q), list) {
		head := "policy"
		switch {
		case k.Group == setting.GroupParameters:
			head = policyName(m.scenario, "policy")
		case ofFleet(q):
			head = strings.ToLower(string(inFleet(k)))
		case k.Asks:
			head = "what happens"
		}
		rows = append(rows, row{k, head})
	}
	if ofFleet(q) {
		order := setting.Groups()
		slices.SortStableFunc(rows, func(a, b row) int {
			return cmp.Compare(slices.Index(order, inFleet(a.Setting)), slices.Index(order, inFleet(b.Setting)))
		})
	}
	return rows
}

// inFleet is the group of a setting of a fleet: a question says how it is worked out.
func inFleet(k setting.Setting) setting.Group {
	if g := k.Part(); g != setting.GroupQuestion {
		return g
	}
	return setting.GroupSimulation
}

// ownRows are the settings of the question's own that have a row.
func ownRows(q answer.Question) (list []setting.Setting) {
	for _, k := range q.Own {
		if slices.Contains(q.Rows, k.Name) {
			list = append(list, k)
		}
	}
	return list
}

// ofFleet tells whether the settings of a fleet have rows while the question is in view.
func ofFleet(q answer.Question) bool { return q.Layout == answer.Verdict || q.Layout == answer.Mapped }

// turnsFleet tells whether they have now.
func (m Model) turnsFleet() bool { return ofFleet(m.tab()) }

// verdictQuestion is the question of the fleet view.
var verdictQuestion = question.First(func(q answer.Question) bool { return q.Layout == answer.Verdict })

// sceneSetting is the example that sets all of a fleet.
var sceneSetting = setting.Example()

// showsFleet tells whether the fleet is in view.
func (m Model) showsFleet() bool { return m.tab().Layout == answer.Verdict }

// idle tells whether a setting has no effect on the fleet, nor on that of B.
func (m Model) idle(k setting.Setting) bool {
	if k.Within != "" && !k.Asked(m.scenario) {
		return true
	}
	return k.Idle != nil && !slices.ContainsFunc(m.scenario.Policies(),
		func(s setting.Scenario) bool { return k.Idle(s) == "" })
}

// rows are the settings of the view that are in sight.
func (m Model) rows() []row {
	return once(m, func(of *memo) **[]row { return &of.rows }, func() []row {
		return slices.DeleteFunc(m.rowsOf(m.tab()), func(k row) bool { return !m.inSight(k.Setting) })
	})
}

// roomy is the lines of a terminal that has room for all settings.
const roomy = 56

// inSight tells whether a setting has a row now.
func (m Model) inSight(k setting.Setting) bool {
	switch {
	case k.Name == m.focus:
		return true
	case m.turnsFleet() && m.idle(k):
		return false
	}
	return m.all != (m.height >= roomy) || slices.Contains(main, k.Name) || k.Group == setting.GroupParameters ||
		m.changes(k)
}

// changes tells whether a setting differs from its default.
func (m Model) changes(k setting.Setting) bool {
	return k.Text(m.scenario) != k.Text(k.Untouched().AskMidway())
}

// rowOf is where a setting stands among the rows, or -1.
func rowOf(rows []row, name string) int {
	return slices.IndexFunc(rows, func(k row) bool { return k.Name == name })
}

// firstFocus is the setting that is in focus where none has been chosen.
var firstFocus = setting.First(func(k setting.Setting) bool { return k.Ready }).Name

// focused is the row in focus: of the setting that was chosen last, if the view has it.
func (m Model) focused() int {
	rows := m.rows()
	if i := rowOf(rows, m.focus); i >= 0 {
		return i
	}
	return max(0, rowOf(rows, firstFocus))
}

// toParameters has the first parameter of the client in focus, if there is one.
func (m Model) toParameters() Model {
	for _, k := range setting.ParametersOf(m.scenario) {
		return m.toSetting(k)
	}
	return m
}

// focusOn is the model with the i-th row in focus.
func (m Model) focusOn(i int) Model {
	m.focus = m.rows()[i].Name
	return m
}

// A rowPlace is where one setting stands, and the heading above it; no height: it is out of sight.
type rowPlace struct {
	area, heading rect
}

// placeRows stacks the settings in their place, with headings where there is room for them. Where there is
// none for all, those around the focus are in sight.
func (l *layout) placeRows(m Model) {
	rows, in := m.rows(), l.settings.inside()
	l.rows = make([]rowPlace, len(rows))
	in.h-- // how many more there are
	headed := func(i int) bool { return i > 0 && rows[i].heading != rows[i-1].heading }
	heads := 0
	for i := range rows {
		if headed(i) {
			heads++
		}
	}
	all := len(rows)+heads <= in.h
	from := first(m.focused(), len(rows), in.h)
	y := in.y
	for i := from; i < len(rows) && y < in.y+in.h; i++ {
		if all && headed(i) {
			l.rows[i].heading = rect{in.x, y, in.w, 1}
			y++
		}
		l.rows[i].area = rect{in.x, y, in.w, 1}
		y++
	}
}

// paintSettings paints the settings. The cursor is in the value that is being typed, if one is.
func (m Model) paintSettings(c *canvas, l layout) (cursor *tea.Cursor) {
	rows, s, focus := m.rows(), m.scenario, m.focused()
	c.titled(l.settings, strings.ToUpper(cmp.Or(rows[0].heading, "settings")), "changed •")
	last := l.settings.y + 1
	for i, place := range l.rows {
		if place.area.h == 0 {
			continue
		}
		k, r := rows[i], place.area
		c.clipped(place.heading.x, place.heading.y, place.heading.w, "── "+k.heading, muted)
		name, shown := label, k.Show(s)
		if m.turnsFleet() && m.idle(k.Setting) {
			name = muted
		}
		if i == focus {
			c.put(r.x, r.y, '▸', focusBar)
			name = focusBar
		}
		if m.changes(k.Setting) {
			c.put(r.x+r.w-1, r.y, '•', keyName)
		}
		const least = 12 // columns of a name beside a long value
		shown = clip(c.plain(shown), max(valueWidth, r.w-5-min(least, len(rowLabel(k.Setting)))))
		c.clipped(r.x+2, r.y, r.w-5-utf8.RuneCountInString(shown), rowLabel(k.Setting), name)
		if last = r.y + 1; i == focus && m.mode == typing {
			_, cursor = m.editor.paint(c, rect{r.x + r.w - valueWidth - 2, r.y, valueWidth, 1})
			continue
		}
		c.right(r.x+r.w-2, r.y, shown, value)
	}
	if text := m.more(); text != "" {
		c.text(l.settings.x+2, last, l.settings.w, text, muted)
		c.right(l.settings.x+l.settings.w-2, last, "z", keyName)
	}
	return cursor
}

// more says how many settings of the view are out of sight, or that all are in it.
func (m Model) more() string {
	if m.all != (m.height >= roomy) {
		return "- fewer"
	}
	if n := len(m.rowsOf(m.tab())) - len(m.rows()); n > 0 {
		return "+ " + answer.Counted(float64(n), "more", "more")
	}
	return ""
}

// valueWidth holds most values.
const valueWidth = 9

// about is what is to be known of the setting in focus.
func (m Model) about() string {
	k, s := m.setting(), m.scenario
	text := k.Title() + ": " + k.Help + "; " + k.Range()
	if len(k.Words()) > 0 {
		text = k.Title() + ": " + k.Help + "; enter lists the values"
	}
	if k.Idle != nil && k.Idle(s) != "" {
		text = "no effect " + k.Idle(s) + "; " + text
	}
	if d := k.Usually(); d != "" {
		text += "; " + d
	}
	return text
}

// rowLabel is the name of a setting in its row.
func rowLabel(k setting.Setting) string { return cmp.Or(k.Row, k.Title()) }

// policyName is the client whose policy it is, or what it is called else.
func policyName(s setting.Scenario, other string) string {
	client := setting.Client()
	if client.Asked(s) && client.Text(s) != "none" {
		return cmp.Or(s.Name, client.Show(s))
	}
	return cmp.Or(s.Name, other)
}
