package tui

import (
	"slices"
	"unicode/utf8"

	"retune/ui/knob"
)

// A rowPlace is where one knob stands.
type rowPlace struct {
	area, name, track, value rect
}

// rowsInSight is how many knobs have room.
func (l *layout) rowsInSight() int { return l.knobs.inside().h - l.inert.h - l.about.h }

// placeInert has a line for the knobs without effect below the others.
func (l *layout) placeInert(m Model) {
	if in := l.knobs.inside(); m.turnsFleet() && in.h-l.about.h >= 8 {
		l.inert = rect{in.x, in.y + in.h - l.about.h - 1, in.w, 1}
	}
}

// placeRows stacks the knobs in their panel. Where there is no room for all,
// those from the first on have a place and the others none.
func (l *layout) placeRows(rows []knob.Knob, first int) {
	in := l.knobs.inside()
	l.rows = make([]rowPlace, len(rows))
	room := l.rowsInSight()
	first = max(0, min(first, len(rows)-room))
	for i := first; i < min(len(rows), first+room); i++ {
		y := in.y + i - first
		l.rows[i].area = rect{in.x, y, in.w, 1}
		if _, head := headingOf(rows[i]); head {
			continue
		}
		most := in.w - 2 - valueWidth - 2
		name := max(nameWidth, min(utf8.RuneCountInString(rowLabel(rows[i]))+1, most))
		l.rows[i].name = rect{in.x + 2, y, name, 1}
		l.rows[i].value = rect{in.x + in.w - 1 - valueWidth, y, valueWidth + 1, 1}
		if tracked(rows[i]) {
			if l.rows[i].track = (rect{in.x + 2 + name, y, most - name, 1}); most-name < leastTrack {
				l.rows[i].track = rect{}
			}
		}
	}
}

// tracked tells whether a knob has a track: what is chosen among words has none.
func tracked(k knob.Knob) bool {
	_, head := headingOf(k)
	return !head && !k.Switch() && !slices.Contains(worded, k.Name) && len(k.Words()) == 0
}

// worded are those that take words of which each has an amount, so that there is no list of them.
var worded = []string{"budget", "breaker", "event"}

// nameWidth holds the name of most knobs, valueWidth its value.
const nameWidth, valueWidth = 14, 9

// leastTrack is the cells of the shortest track.
const leastTrack = 3

// An inSight is the rows, and what the view still needs.
type inSight struct {
	rows    []knob.Knob
	missing string
}

type inSightOf struct {
	generation, view int
	folded           uint
	focus            string
	editsB           bool
}

func (m Model) inSightOf() inSightOf {
	return inSightOf{m.generation, m.view, m.folded, m.focus, m.editsB}
}

func (m Model) newInSight() inSight { return inSight{m.newRows(), m.tab().Missing(m.scenario)} }

// rows are the knobs of the view, as far as they are not folded away.
func (m Model) rows() []knob.Knob { return m.inSight.or(m.inSightOf(), m.newInSight).rows }

// missing is the knob without which what is in view cannot be asked, or "".
func (m Model) missing() string { return m.inSight.or(m.inSightOf(), m.newInSight).missing }

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

// toParameters has the first parameter of the client in focus, if there is one.
func (m Model) toParameters() Model {
	for _, k := range knob.ParametersOf(m.turned()) {
		return m.toKnob(k)
	}
	return m
}

// focusOn is the model with the i-th row in focus.
func (m Model) focusOn(i int) Model {
	m.focus = m.rows()[i].Name
	return m
}
