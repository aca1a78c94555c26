package tui

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
)

// In a small terminal, only the most important settings of a view are in sight, along with the changed ones and the
// focused one. The others are shown on demand.

// main lists the most important settings.
var main = strings.Fields("initial-delay factor cap jitter retries deadline outage at clients think rate timeout" +
	" cancel budget breaker outage-kind x y of")

// A row is a setting with the heading of its group and what is shown of it.
type row struct {
	*setting.Setting
	heading string
	shown   string // its value
	changed bool   // it differs from its default
	idle    bool   // it has no effect on any policy's fleet
}

// rowsOf returns the settings listed while question q is in view: the client's parameters, the question's own settings,
// and the others that q uses.
func (m Model) rowsOf(q answer.Question) []row {
	rows, policy := make([]row, 0, len(setting.Settings)), "policy"
	if names := m.scenario.Names(); names != nil {
		policy += " " + chart.Shortened(names[m.chosenPolicy()], mostNamed)
	}
	add := func(k *setting.Setting) {
		head := policy
		switch {
		case k.Group == setting.GroupParameters:
			head = policyName(new(m.edits()), "policy")
		case q.Fleet:
			head = strings.ToLower(string(inFleet(k)))
		case k.OfQuestion:
			head = "what happens"
		}
		rows = append(rows, row{Setting: k, heading: head})
	}
	for _, k := range append(setting.ParametersOf(new(m.edits())), ownRows(q)...) {
		add(&k)
	}
	for i := range setting.Settings { // copies no list of settings, because every key comes here
		k := &setting.Settings[i]
		if k.Name == sceneSetting.Name && q.Fleet || !k.SetsOthers && (!k.OfQuestion || slices.Contains(q.Rows, k.Name)) {
			add(k)
		}
	}
	if q.Fleet {
		order := setting.Groups()
		slices.SortStableFunc(rows, func(a, b row) int {
			return cmp.Compare(slices.Index(order, inFleet(a.Setting)), slices.Index(order, inFleet(b.Setting)))
		})
	}
	return rows
}

// inFleet returns the group of a setting in the fleet view. Settings of the question belong to the simulation.
func inFleet(k *setting.Setting) setting.Group {
	if g := k.DisplayGroup(); g != setting.GroupQuestion {
		return g
	}
	return setting.GroupSimulation
}

// ownRows returns the question's own settings that have a row.
func ownRows(q answer.Question) (list []setting.Setting) {
	for _, k := range q.Owned() {
		if slices.Contains(q.Rows, k.Name) {
			list = append(list, k)
		}
	}
	return list
}

// turnsFleet reports whether the settings of a fleet have rows now.
func (m Model) turnsFleet() bool { return m.tab().Fleet }

// verdictQuestion is the question of the fleet view.
var verdictQuestion = question.Fleet()

// sceneSetting is the setting of the examples, which set a whole fleet.
var sceneSetting = setting.Example()

// showsFleet reports whether the fleet is in view.
func (m Model) showsFleet() bool { return m.tab().Load }

// rows returns the settings of the view that are in sight.
func (m Model) rows() []row { return m.facts().rows }

// roomy is the height of a terminal with room for all settings, in lines.
const roomy = 56

// showsAll reports whether all settings of the view are in sight.
func (m Model) showsAll() bool { return m.all != (m.height >= roomy) }

// inSight reports whether a setting has a row now.
func (m Model) inSight(k row) bool {
	switch {
	case k.Name == m.focus:
		return true
	case k.idle:
		return false
	}
	return m.showsAll() || slices.Contains(main, k.Name) || k.Group == setting.GroupParameters ||
		k.changed
}

// differs reports whether a setting of s differs from its default.
func differs(k setting.Setting, s *setting.Scenario) bool {
	usual := usualTexts()[k.Name]
	if k.Group == setting.GroupParameters { // its default is that of the client
		usual = k.Text(new(k.DefaultScenario().AtDefaultTime()))
	}
	return k.Text(s) != usual
}

// usualTexts has the text of each setting at its default.
var usualTexts = sync.OnceValue(func() map[string]string {
	texts, usual := map[string]string{}, setting.Default().AtDefaultTime()
	for _, k := range setting.Settings {
		texts[k.Name] = k.Text(&usual)
	}
	return texts
})

// rowOf returns the index of a setting among the rows, or -1.
func rowOf(rows []row, name string) int {
	return slices.IndexFunc(rows, func(k row) bool { return k.Name == name })
}

// firstFocus is the setting that has the focus at the start.
var firstFocus = setting.First(func(k setting.Setting) bool { return k.SolveFirst }).Name

// focused returns the index of the focused row: the setting chosen last, if the view has it.
func (m Model) focused() int {
	rows := m.rows()
	if i := rowOf(rows, m.focus); i >= 0 {
		return i
	}
	return max(0, rowOf(rows, firstFocus))
}

// toParameters focuses the client's first parameter, if it has one.
func (m Model) toParameters() Model {
	for _, k := range setting.ParametersOf(m.scenario) {
		return m.toSetting(k)
	}
	return m
}

// focusOn returns the model with the focus on the i-th row.
func (m Model) focusOn(i int) Model {
	m.focus, m.onPolicy = m.rows()[i].Name, false
	return m
}

// A rowPlace is the line of a setting, 0 if it is out of sight. It may have a heading above it.
type rowPlace struct {
	y      int
	headed bool
}

// placeRows stacks the settings, with headings where there is room for them. If not all settings fit, those around the
// focus are in sight.
func (l *layout) placeRows(m Model) {
	rows, in := m.rows(), l.settings.inside()
	l.rows = make([]rowPlace, len(rows))
	room := in.h - 1 // the last line counts the settings out of sight
	headed := func(i int) bool { return i > 0 && rows[i].heading != rows[i-1].heading }
	lines := len(rows)
	for i := range rows {
		if headed(i) {
			lines++
		}
	}
	y := in.y
	for i := first(m.focused(), len(rows), room); i < len(rows) && y < in.y+room; i++ {
		if l.rows[i].headed = headed(i) && lines <= room; l.rows[i].headed {
			y++
		}
		l.rows[i].y = y
		y++
	}
}

// paintSettings paints the settings, and the typed value in place of the present one.
func (m Model) paintSettings(c canvas) {
	rows, focus := m.rows(), m.focused()
	c.titled(strings.ToUpper(cmp.Or(rows[0].heading, "settings")), "changed •")
	last := 1
	for i, place := range m.layout().rows {
		if place.y == 0 {
			continue
		}
		k, y := rows[i], place.y-c.y
		if place.headed {
			c.clipped(0, y-1, c.w, "── "+k.heading, muted)
		}
		c.on(rect{0, y, c.w, 1}, func(m Model, x, _ int) Model {
			if m = m.browse().focusOn(i); x >= c.w-valueWidth && wordy(*k.Setting) {
				return m.open()
			}
			return m
		})
		name := label
		if k.idle {
			name = muted
		}
		if i == focus && !m.onPolicy {
			c.put(0, y, '▸', focusBar)
			name = focusBar
		}
		if k.changed {
			c.put(c.w-1, y, '•', focusBar)
		}
		const least = 12 // columns of a name beside a long value
		shown := clip(c.plain(k.shown), max(valueWidth, c.w-5-min(least, len(rowLabel(*k.Setting)))))
		c.clipped(2, y, c.w-5-chart.Width(shown), rowLabel(*k.Setting), name)
		if last = y + 1; i == focus && m.mode == typing {
			m.editor.paint(c.in(rect{c.x + c.w - valueWidth - 2, c.y + y, valueWidth, 1}))
			continue
		}
		c.right(c.w-2, y, shown, value)
	}
	if text := m.more(); text != "" {
		c.text(2, last, text, muted)
		c.right(c.w-2, last, "z", focusBar)
	}
}

// more returns the label of the line below the settings: how many are out of sight, or that they can be hidden again.
func (m Model) more() string {
	if m.showsAll() {
		return "- fewer"
	}
	if n := m.facts().hidden; n > 0 {
		return "+ " + answer.Counted(float64(n), "more", "more")
	}
	return ""
}

// valueWidth is the width of the column of values. Most values fit.
const valueWidth = 9

// about returns the help text of the focused setting.
func (m Model) about() string {
	k, s := m.setting(), m.edits()
	text := k.ListName() + ": " + k.Help + "; " + k.Range()
	if len(k.Words()) > 0 {
		text = k.ListName() + ": " + k.Help + "; enter lists the values"
	}
	if k.Idle != nil && k.Idle(&s) != "" {
		text = "no effect " + k.Idle(&s) + "; " + text
	}
	if d := k.DefaultText(); d != "" {
		text += "; " + d
	}
	return text
}

// rowLabel returns the name of a setting in its row.
func rowLabel(k setting.Setting) string { return cmp.Or(k.ShortLabel, k.ListName()) }

// policyName returns the name of a policy, its client's name, or other.
func policyName(s *setting.Scenario, other string) string {
	client := setting.Client()
	if client.Asked(s) && client.Text(s) != "none" {
		return cmp.Or(s.Name, client.Show(s))
	}
	return cmp.Or(s.Name, other)
}
