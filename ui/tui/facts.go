package tui

import (
	"math"
	"slices"

	"retune/ui/ask/setting"
	"retune/ui/files/scenario"
)

// Facts are what frames show of the scenario, computed when it changes: a frame computes nothing.
type facts struct {
	of       origin
	missing  string    // the setting that the view's question needs, or ""
	rows     []row     // the settings in sight
	hidden   int       // the number of the others
	about    string    // the help for the focused setting
	names    []string  // of the policies, if there are several
	title    string    // the name of what is shown
	commands []string  // that print what is shown, if all figures are in view
	outages  []float64 // the length of each policy's outage; NaN: none, or no fixed one
}

// An origin is everything that facts depend on.
type origin struct {
	scenario *setting.Scenario
	document *scenario.Document
	view     int
	policy   int
	focus    string
	all      bool
	figures  bool
}

func (m Model) origin() origin {
	return origin{m.scenario, m.document, m.view, m.chosenPolicy(), m.focus, m.showsAll(), m.figures}
}

// facts returns the facts of the model. Only a model that is changing computes them.
func (m Model) facts() *facts {
	if m.seen != nil && m.seen.of == m.origin() {
		return m.seen
	}
	f := &facts{of: m.origin(), missing: m.tab().Missing(m.scenario), names: m.scenario.Names(), title: m.called()}
	m.seen = f // the rest depends on these
	f.rows = m.valued(m.rowsOf(m.tab()))
	all := len(f.rows)
	f.rows = slices.DeleteFunc(f.rows, func(r row) bool { return !m.inSight(r) })
	f.hidden = all - len(f.rows)
	f.about = m.about()
	for _, p := range m.scenario.Policies() {
		ends := math.NaN()
		if p.HasOutage() && p.Outage.IsFixed() {
			ends = p.Outage.B
		}
		f.outages = append(f.outages, ends)
	}
	if m.figures {
		f.commands = m.commands()
	}
	return f
}

// valued returns rows with the values of their settings.
func (m Model) valued(rows []row) []row {
	s, policies := m.edits(), m.scenario.Policies()
	for i := range rows {
		r := &rows[i]
		r.shown, r.changed = r.Show(&s), differs(*r.Setting, &s)
		r.idle = m.turnsFleet() && (r.PartOf != "" && !r.Asked(m.scenario) ||
			r.Idle != nil && !slices.ContainsFunc(policies, func(p setting.Scenario) bool { return r.Idle(&p) == "" }))
	}
	return rows
}
