package tui

import (
	"errors"
	"slices"
	"strings"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// The knobs of the fleet stand in groups below a knob that sets them all; those of a policy
// do where the policy is a client's, whose own parameters come first. A group can be
// folded into one line, which says what is set in it; knobs without effect on a fleet are
// left out, and named in a line of their own. Whatever is gone to is in sight.

// A groupHead is the Value of the knob that stands above a group. It holds nothing.
type groupHead struct {
	group knob.Group
	title string
}

var errGroup = errors.New("a group of knobs has no value")

func (groupHead) Set(*knob.Scenario, string) error     { return errGroup }
func (groupHead) Text(knob.Scenario) string            { return "" }
func (groupHead) Show(knob.Scenario) string            { return "" }
func (groupHead) Number(knob.Scenario) (float64, bool) { return 0, false }
func (groupHead) Range() string                        { return "enter or z folds it and unfolds it" }
func (groupHead) Kind() unit.Kind                      { return unit.Count }
func (groupHead) Reset(*knob.Scenario)                 {}
func (groupHead) Step(*knob.Scenario, int, bool)       {}
func (groupHead) Limit(*knob.Scenario, bool)           {}
func (groupHead) Place(knob.Scenario) float64          { return 0 }
func (groupHead) Move(*knob.Scenario, float64)         {}

// headOf is the heading of a group.
func headOf(g knob.Group, title string) knob.Knob {
	return knob.Knob{Name: "group " + strings.ToLower(string(g)), Help: "a group of knobs", Asks: true, Value: groupHead{g, title}}
}

// headingOf is the group that a row is the heading of.
func headingOf(k knob.Knob) (g knob.Group, ok bool) {
	h, ok := k.Value.(groupHead)
	return h.group, ok
}

// grouped is knobs by their groups, each below its heading.
func grouped(list []knob.Knob, groupOf func(knob.Knob) knob.Group) (rows []knob.Knob) {
	for _, g := range knob.Groups() {
		part := slices.DeleteFunc(slices.Clone(list), func(k knob.Knob) bool { return groupOf(k) != g })
		if len(part) > 0 {
			rows = append(append(rows, headOf(g, strings.ToLower(string(g)))), part...)
		}
	}
	return rows
}

// inFleet is the group of a knob of a fleet: a question says how it is worked out.
func inFleet(k knob.Knob) knob.Group {
	if g := k.Part(); g != knob.GroupQuestion {
		return g
	}
	return knob.GroupSimulation
}

// inPolicy is the group of a knob of a policy, or of what is asked of it.
func inPolicy(k knob.Knob) knob.Group {
	if k.Asks {
		return knob.GroupQuestion
	}
	return knob.GroupPolicy
}

// groupOf is the group that a row is in, or is the heading of.
func (m Model) groupOf(k knob.Knob) knob.Group {
	g, head := headingOf(k)
	switch {
	case head:
		return g
	case k.Group == knob.GroupParameters:
		return k.Group
	case m.turnsFleet():
		return inFleet(k)
	}
	return inPolicy(k)
}

// bit is that of a group in the set of those that are folded.
func bit(g knob.Group) uint { return 1 << slices.Index(knob.Groups(), g) }

// idle tells whether a knob has no effect on the fleet, nor on that of B.
func (m Model) idle(k knob.Knob) bool {
	if k.Within != "" && !k.Asked(m.turned()) {
		return true
	}
	return k.Idle != nil && !slices.ContainsFunc(m.scenario.Policies(), func(s knob.Scenario) bool { return k.Idle(s) == "" })
}

// rowsOf are the knobs of a query's view. Those of the client whose policy it is stand
// above all others.
func (m Model) rowsOf(q answer.Query) []knob.Knob {
	rows := policyRows
	if ofFleet(q) {
		rows = slices.Insert(slices.Clone(fleetRows), 1, ownRows(q)...)
	}
	own := knob.ParametersOf(m.turned())
	if own == nil {
		return rows
	}
	client, _ := knob.Find("client")
	own = append([]knob.Knob{headOf(knob.GroupParameters, client.Show(m.turned())+" parameters")}, own...)
	if ofFleet(q) {
		return slices.Insert(slices.Clone(rows), 1, own...)
	}
	asks := slices.IndexFunc(rows, func(k knob.Knob) bool { return k.Asks })
	return slices.Concat(own, grouped(rows[:asks], inPolicy), grouped(rows[asks:], inPolicy))
}

func (m Model) newRows() []knob.Knob {
	rows := m.rowsOf(m.tab())
	if _, head := headingOf(rows[0]); !head && !m.turnsFleet() {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(k knob.Knob) bool {
		_, head := headingOf(k)
		return k.Name != m.focus && k.Name != fleetRows[0].Name && rowOf(m.tab().Own, k.Name) < 0 && !head && (m.folded&bit(m.groupOf(k)) != 0 || m.turnsFleet() && m.idle(k))
	})
}

// noGroups is why no group can be folded.
const noGroups = "no groups in view"

// hasGroups tells whether the knobs in view stand in groups.
func (m Model) hasGroups() bool {
	return slices.ContainsFunc(m.rows(), func(k knob.Knob) bool { _, head := headingOf(k); return head })
}

// inert names the knobs without effect that are left out, or "".
func (m Model) inert() string {
	if !m.turnsFleet() {
		return ""
	}
	var names []string
	for _, k := range fleetRows {
		if k.Name != m.focus && m.idle(k) {
			names = append(names, k.Title())
		}
	}
	if names == nil {
		return ""
	}
	return "no effect here: " + strings.Join(names, ", ")
}

// fold folds the group of a row, or unfolds it.
func (m Model) fold(g knob.Group) Model {
	m.folded ^= bit(g)
	if k := m.knob(); m.folded&bit(g) != 0 && m.groupOf(k) == g && k.Name != fleetRows[0].Name {
		m.focus = headOf(g, "").Name
	}
	return m
}

// foldHere folds the group of the knob in focus, or unfolds it.
func (m Model) foldHere() Model {
	if k := m.knob(); k.Name != fleetRows[0].Name {
		return m.fold(m.groupOf(k))
	}
	return m
}

// set is what of a group is set: the knobs that do not stand at their default.
func (m Model) set(g knob.Group) string {
	var list []string
	s := m.turned()
	for _, k := range m.rowsOf(m.tab()) {
		if m.groupOf(k) == g && k.Name != fleetRows[0].Name && k.Text(s) != k.Text(k.Untouched()) && !(m.turnsFleet() && m.idle(k)) {
			text := strings.TrimSpace(rowLabel(k)) + " " + k.Show(s)
			if len(k.Words()) > 0 { // which says of itself what it is
				text = k.Show(s)
			}
			list = append(list, text)
		}
	}
	if list == nil {
		return "defaults"
	}
	return strings.Join(list, ", ")
}

// paintHeading paints the heading of a group.
func (m Model) paintHeading(c *canvas, r rect, head groupHead, focus bool) {
	sign, look, g := "▾ ", muted, head.group
	if focus {
		c.put(r.x, r.y, '▸', focusBar)
		look = focusBar
	}
	text := ""
	if m.folded&bit(g) != 0 {
		sign, text = "▸ ", m.set(g)
	}
	x := c.text(r.x+2, r.y, r.w-2, sign+head.title+" ", look)
	if text != "" {
		c.clipped(x+1, r.y, r.x+r.w-x-2, text, value)
		return
	}
	for ; x < r.x+r.w-1; x++ {
		c.put(x, r.y, '╌', frame)
	}
}
