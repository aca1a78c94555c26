package tui

import (
	"errors"
	"slices"
	"strings"

	"retune/ui/knob"
	"retune/ui/unit"
)

// The knobs of the fleet stand in groups below a knob that sets them all. A group can be
// folded into one line, which says what is set in it; knobs without effect are left out,
// and named in a line of their own. Whatever is gone to is in sight.

// A groupHead is the Value of the knob that stands above a group. It holds nothing.
type groupHead struct{ group knob.Group }

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
func headOf(g knob.Group) knob.Knob {
	return knob.Knob{Name: "group " + strings.ToLower(string(g)), Help: "a group of knobs", Asks: true, Value: groupHead{g}}
}

// headingOf is the group that a row is the heading of.
func headingOf(k knob.Knob) (g knob.Group, ok bool) {
	h, ok := k.Value.(groupHead)
	return h.group, ok
}

// grouped is the knobs of a fleet by their groups, each below its heading. A question
// says how the fleet is worked out.
func grouped(list []knob.Knob) (rows []knob.Knob) {
	first, _ := knob.Find("scenario")
	rows = append(rows, first)
	for _, g := range knob.Groups() {
		part := slices.DeleteFunc(slices.Clone(list), func(k knob.Knob) bool { return groupOf(k) != g })
		if len(part) > 0 {
			rows = append(append(rows, headOf(g)), part...)
		}
	}
	return rows
}

func groupOf(k knob.Knob) knob.Group {
	if g, ok := headingOf(k); ok {
		return g
	}
	if g := k.Part(); g != knob.GroupQuestion {
		return g
	}
	return knob.GroupSimulation
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

// rows are the knobs of the view, as far as they are not folded away.
func (m Model) rows() []knob.Knob {
	if !m.showsFleet() {
		return policyRows
	}
	if of := m.inSightOf(); m.inSight.of == of {
		return m.inSight.rows
	}
	return slices.DeleteFunc(slices.Clone(fleetRows), func(k knob.Knob) bool {
		_, head := headingOf(k)
		return k.Name != m.focus && k.Name != fleetRows[0].Name && !head && (m.folded&bit(groupOf(k)) != 0 || m.idle(k))
	})
}

// An inSight is rows, and what they depend on.
type inSight struct {
	of   inSightOf
	rows []knob.Knob
}

type inSightOf struct {
	generation int
	folded     uint
	focus      string
	editsB     bool
}

func (m Model) inSightOf() inSightOf {
	return inSightOf{m.generation, m.folded, m.focus, m.editsB}
}

// inert names the knobs without effect that are left out, or "".
func (m Model) inert() string {
	if !m.showsFleet() {
		return ""
	}
	var names []string
	for _, k := range fleetRows {
		if k.Name != m.focus && m.idle(k) {
			names = append(names, knobLabel(k))
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
	if k := m.knob(); m.folded&bit(g) != 0 && groupOf(k) == g && k.Name != fleetRows[0].Name {
		m.focus = headOf(g).Name
	}
	return m
}

// foldHere folds the group of the knob in focus, or unfolds it.
func (m Model) foldHere() Model {
	if k := m.knob(); k.Name != fleetRows[0].Name {
		return m.fold(groupOf(k))
	}
	return m
}

// set is what of a group is set: the knobs that do not stand at their default.
func (m Model) set(g knob.Group) string {
	var list []string
	s, usual := m.turned(), knob.Default()
	for _, k := range fleetRows[1:] {
		if groupOf(k) == g && k.Text(s) != k.Text(usual) && !m.idle(k) {
			text := strings.TrimSpace(rowLabel(k)) + " " + k.Show(s)
			if len(k.Words()) > 0 { // which says of itself what it is
				text = k.Show(s)
			}
			list = append(list, text)
		}
	}
	if list == nil {
		return "as usual"
	}
	return strings.Join(list, ", ")
}

// paintHeading paints the heading of a group.
func (m Model) paintHeading(c *canvas, r rect, g knob.Group, focus bool) {
	sign, look := "▾ ", muted
	name := strings.ToLower(string(g))
	if focus {
		c.put(r.x, r.y, '▸', focusBar)
		look = focusBar
	}
	text := ""
	if m.folded&bit(g) != 0 {
		sign, text = "▸ ", m.set(g)
	}
	x := c.text(r.x+2, r.y, r.w-2, sign+name+" ", look)
	if text != "" {
		c.clipped(x+1, r.y, r.x+r.w-x-2, text, value)
		return
	}
	for ; x < r.x+r.w-1; x++ {
		c.put(x, r.y, '╌', frame)
	}
}

// rowOf is where a knob stands among the rows, or -1.
func rowOf(rows []knob.Knob, name string) int {
	return slices.IndexFunc(rows, func(k knob.Knob) bool { return k.Name == name })
}

// firstFocus is the knob that is in focus where none has been chosen.
var firstFocus = knob.First(func(k knob.Knob) bool { return k.Ready }).Name

// focused is the row in focus: of the knob that was chosen last, if the view has it.
func (m Model) focused() int {
	rows := m.rows()
	if i := rowOf(rows, m.focus); i >= 0 {
		return i
	}
	return max(0, rowOf(rows, firstFocus))
}

// focusOn is the model with the i-th row in focus.
func (m Model) focusOn(i int) Model {
	m.focus = m.rows()[i].Name
	return m
}
