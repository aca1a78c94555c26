package tui

import (
	"fmt"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/chart"
	"retune/ui/knob"
)

// noMap is why no cell can be chosen.
const noMap = "no map in view"

// hasMap tells whether a map is in view.
func (m Model) hasMap() bool { return m.answer.Map != nil && m.layout().heat.h > 0 }

// A heated is a map as it is drawn, and what that depends on.
type heated struct {
	of      heatOf
	heat    chart.Heat
	picture chart.Picture
	legend  []answer.Entry
	roles   map[chart.Role]role // of its classes
}

type heatOf struct {
	version, w, h int
	walks         bool
	cell          [2]int
	options       [2]bool
}

// heating is the map in a box of that size, drawn already or now.
func (m Model) heating(r rect) heated {
	of := heatOf{m.version, r.w, r.h, m.mode == walking, m.cell, [2]bool{m.options.ASCII, m.options.Strokes}}
	if m.heated.of == of || r.h == 0 || m.answer.Map == nil {
		return m.heated
	}
	d := heated{of: of, roles: classRoles(*m.answer.Map)}
	glyphs := chart.Strokes
	if m.options.ASCII {
		glyphs = chart.ASCII
	}
	d.legend, d.heat = m.answer.Map.Legend(), m.answer.Map.Sketch(glyphs)
	if m.mode == walking {
		d.heat.Cross = m.walked()
	}
	in := chartArea(r)
	d.picture = d.heat.Draw(in.w, in.h-len(legendLines(d.legend, in.w-1, in.h-chart.HeatHeight-leastHeat)))
	return d
}

// ranks are the roles of ranges of numbers, from the least to the greatest.
var ranks = []role{muted, policyA, cross, warning, limit}

// classRoles is the roles of the classes of a map: of words how good they are.
func classRoles(a answer.Map) map[chart.Role]role {
	roles, classes := map[chart.Role]role{}, a.Classes()
	for i, c := range classes {
		roles[chart.Class+chart.Role(i)] = tones[c.Tone]
		if a.Among == nil {
			roles[chart.Class+chart.Role(i)] = ranks[i*(len(ranks)-1)/max(1, len(classes)-1)]
		}
	}
	return roles
}

// leastHeat is the rows of cells for which the legend of a map makes room.
const leastHeat = 3

// legendGap is the cells between two entries.
const legendGap = 2

// legendLines is a legend in lines of w cells, at most so many, but one.
func legendLines(list []answer.Entry, w, most int) (lines [][]answer.Entry) {
	for _, e := range list {
		if n := len(lines) - 1; n >= 0 && (width(append(lines[n][:len(lines[n]):len(lines[n])], e), legendGap) <= w || n+1 >= most) {
			lines[n] = append(lines[n], e)
			continue
		}
		lines = append(lines, []answer.Entry{e})
	}
	return lines
}

// paintHeat paints the map in its box, and below it what its signs mean.
func (m Model) paintHeat(c *canvas, r rect) {
	if r.h == 0 {
		return
	}
	if m.answer.Map == nil {
		c.box(r, m.tab().Tab, "")
		return
	}
	d := m.heating(r)
	c.box(r, clip(m.answer.Map.Title, r.w-6), "")
	look := func(r chart.Role) role {
		if of, ok := d.roles[r]; ok {
			return m.aged(of)
		}
		return m.aged(chartRoles[r])
	}
	in := chartArea(r)
	for y, row := range d.picture.Cells {
		for x, cell := range row {
			c.put(in.x+x, in.y+y, cell.Rune, look(cell.Role))
		}
	}
	for i, line := range legendLines(d.legend, in.w-1, in.h-len(d.picture.Cells)) {
		x, y := in.x+1, in.y+len(d.picture.Cells)+i
		for _, e := range line {
			if e.Sign != "" && e.Sign != " " {
				x = 1 + c.text(x, y, in.x+in.w-x, e.Sign, look(e.Role))
			}
			c.clipped(x, y, in.x+in.w-x, e.Text, m.aged(muted))
			x += utf8.RuneCountInString(e.Text) + legendGap
		}
	}
}

// walk begins to choose a cell, at that of the scenario.
func (m Model) walk() Model {
	at := m.answer.Map.Now
	if at[0] < 0 {
		at = [2]int{len(m.answer.Map.X.Values) / 2, len(m.answer.Map.Y.Values) / 2}
	}
	m = m.browse()
	m.mode, m.cell = walking, at
	return m
}

// walked is the cell that is chosen, as far as the map has it.
func (m Model) walked() [2]int {
	return [2]int{max(0, min(m.cell[0], len(m.answer.Map.X.Values)-1)), max(0, min(m.cell[1], len(m.answer.Map.Y.Values)-1))}
}

// walkingKeys is what keys do while a cell is chosen. The first letter of a knob of the map's
// own opens its values.
func walkingKeys() []action {
	by := func(brief string, dx, dy int, keys ...string) action {
		return act(brief, "walk", plainly(func(m Model) Model {
			if m.answer.Map == nil {
				return m
			}
			at := m.walked()
			m.cell = [2]int{at[0] + dx, at[1] + dy}
			m.cell = m.walked()
			return m
		}), keys...)
	}
	const far, end = 5, 1 << 16
	list := []action{
		by("walk", 0, 1, "up", "k"), by("walk", 0, -1, "down", "j"), by("walk", -1, 0, "left", "h"), by("walk", 1, 0, "right", "l"),
		by("", 0, far, "shift+up", "K", "pgup"), by("", 0, -far, "shift+down", "J", "pgdown"), by("", -far, 0, "shift+left", "H"), by("", far, 0, "shift+right", "L"),
		by("", -end, 0, "home"), by("", end, 0, "end"),
		act("take both", "take both values", plainly(Model.takeCell), "enter"),
		act("knobs", "back to the knobs", closed, "esc", "m"),
	}
	for _, k := range Own() {
		list = append(list, act(k.Title(), "choose the "+k.Title(), plainly(func(m Model) Model {
			m = m.browse()
			m.focus = k.Name
			return m.open()
		}), k.Name[:1]))
	}
	return append(list,
		act("view", "next or previous view", plainly(func(m Model) Model { return m.nextView(1) }), "tab"),
		act("", "next or previous view", plainly(func(m Model) Model { return m.nextView(-1) }), "shift+tab"),
		act("undo", "undo", plainly(Model.undo), "u").when(func(m Model) bool { return len(m.past) > 0 }, "nothing to undo"),
		act("keys", "list the keys", opening(helping), "?"),
		act("quit", "quit", Model.leave, "q"))
}

// takeCell sets both knobs to where the chosen cell is, which u takes back.
func (m Model) takeCell() Model {
	if m.answer.Map == nil {
		return m
	}
	at := m.walked()
	s, err := m.answer.Map.Take(m.scenario, at[0], at[1])
	if err != nil {
		m.note = err.Error()
		return m
	}
	next := m.turn(func(m *Model) { m.scenario = s })
	if next.note == "" {
		x, y := m.answer.Map.X, m.answer.Map.Y
		next.note = fmt.Sprintf("%s %s, %s %s", x.Name, x.Kind.Format(x.Values[at[0]]), y.Name, y.Kind.Format(y.Values[at[1]]))
	}
	return next
}

// grabHeat chooses the cell at a place of the screen, or takes it if it was chosen.
func (m Model) grabHeat(r rect, x, y int, walked bool) Model {
	if m.answer.Map == nil {
		return m
	}
	in, d := chartArea(r), m.heating(r)
	column, row, ok := d.heat.At(d.picture, x-in.x, y-in.y)
	if !ok {
		return m
	}
	was := m.cell
	m.mode, m.cell = walking, [2]int{column, row}
	if walked && was == m.cell {
		return m.takeCell()
	}
	return m
}

// Own is the knobs of queries' own that have a row on the screen.
func Own() (list []knob.Knob) {
	for _, q := range tabs() {
		list = append(list, ownRows(q)...)
	}
	return list
}
