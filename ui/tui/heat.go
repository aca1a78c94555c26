package tui

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/colorprofile"

	"retune/ui/ask/answer"
	"retune/ui/ask/question"
	"retune/ui/ask/question/fleet"
	"retune/ui/ask/setting"
	"retune/ui/show/chart"
)

// noMap is the reason why no cell can be chosen.
const noMap = "no map in view"

// hasMap reports whether a map is in view.
func (m Model) hasMap() bool { return m.answer.Map != nil && !m.figures && !m.layout().narrow }

// A heated is a map drawn for its place.
type heated struct {
	heat    chart.Heat
	picture chart.Picture
	legend  [][]answer.Entry // lines
}

// heating returns the map drawn for the size of r, in roles of the screen.
func (m Model) heating(r rect) heated {
	return once(m, func(of *memo) **heated { return &of.heat }, func() heated {
		in, glyphs, legend, classes := r.inside(), m.glyphs(), m.answer.Map.Legend(), classRoles(*m.answer.Map)
		if glyphs == chart.Braille && m.profile < colorprofile.ANSI256 {
			glyphs = chart.Strokes
		}
		d := heated{heat: m.answer.Map.Sketch(glyphs)}
		if m.mode == picking {
			d.heat.Cross = m.picked()
		}
		ink := make([]role, len(classes))
		if glyphs == chart.Braille {
			for i, shade := range d.heat.Shades {
				classes[i], ink[i] = shades+role(slices.Index(chart.Shades[:], shade)), inkOn(shade)
				if legend[i].Sign += " "; !d.heat.Signed[i] {
					legend[i].Sign = "  "
				}
			}
		}
		for i, role := range classes {
			legend[i].Role = role
		}
		if d.legend = legendLines(legend, in.w); in.h-len(d.legend) < lowMap {
			for i := range legend {
				e := &legend[i]
				e.Text = cmp.Or(shortLegend[e.Text], e.Text)
				e.Sign = cmp.Or(strings.TrimSpace(e.Sign), " ") // of a shade one cell
			}
			d.legend = legendLines(legend, in.w)
		}
		d.picture = d.heat.Draw(in.w, in.h-len(d.legend))
		for _, row := range d.picture.Cells {
			for x, cell := range row {
				if cell.Role >= chart.Class {
					row[x].Role = classes[cell.Role-chart.Class]
				}
				if cell.Ground < chart.Class {
					continue
				}
				if row[x].Ground = classes[cell.Ground-chart.Class]; cell.Role < chart.Class {
					row[x].Role = ink[cell.Ground-chart.Class]
				}
			}
		}
		return d
	})
}

// lowMap is the number of lines, with the axis, below which a map has a short legend.
const lowMap = 7

// shortLegend maps texts of a legend to shorter ones.
var shortLegend = map[string]string{"recovers late": "late", "as it is": "now"}

// inkOn returns the role of a sign on a shade.
func inkOn(s chart.Shade) role {
	if s.Ink == "#ffffff" {
		return lightInk
	}
	return darkInk
}

// placeMap places the map, with its figures below it where there is room.
func (l *layout) placeMap(m Model, r rect) {
	below := rect{}
	if r.h >= 2*leastPicture {
		r, below = split(r, r.h*3/4)
	}
	l.add(block{paint: Model.paintHeat}, r)
	l.placeFigures(m, below)
}

// ranks are the roles of ranges of numbers, in ascending order.
var ranks = []role{muted, policyA, cross, warning, limit}

// classRoles returns the roles of the classes of a map. Classes in words take the role of their tone.
func classRoles(a answer.Map) (list []role) {
	classes := a.Classes()
	for i, c := range classes {
		if a.PossibleWords == nil {
			list = append(list, ranks[i*(len(ranks)-1)/max(1, len(classes)-1)])
			continue
		}
		list = append(list, tones[c.Tone])
	}
	return list
}

// legendLines breaks a legend into lines of w cells.
func legendLines(list []answer.Entry, w int) (lines [][]answer.Entry) {
	for _, e := range list {
		n := len(lines) - 1
		if n < 0 || width(append(slices.Clip(lines[n]), e)) > w {
			lines, n = append(lines, nil), n+1
		}
		lines[n] = append(lines[n], e)
	}
	return lines
}

// paintHeat paints the map and its legend below it.
func (m Model) paintHeat(c canvas) {
	if m.answer.Map == nil {
		return
	}
	d := m.heating(c.rect)
	c = c.titled(m.answer.Map.Title, "")
	c.picture(d.picture, m.aged)
	c.on(rect{0, 0, c.w, c.h}, func(m Model, x, y int) Model {
		if column, row, ok := d.heat.At(d.picture, x, y); ok && m.hasMap() {
			return m.pick(column, row)
		}
		return m
	})
	for i, line := range d.legend {
		m.paintEntries(c, 0, len(d.picture.Cells)+i, line)
	}
}

// workOutCell simulates the chosen cell of a map of fleets, with as many runs as the fleet view makes.
func (m Model) workOutCell() Model {
	w, _ := question.Figures().Find(cmp.Or(m.scenario.Of, fleet.Figures()[0].Name))
	if m.answer.Map == nil || !w.Simulated() {
		return m
	}
	at := m.picked()
	s, err := m.answer.Map.ScenarioAt(m.scenario, at[0], at[1])
	if err != nil {
		return m
	}
	compute := func(ctx context.Context) answer.Value { return w.Compute(ctx, &s, answer.Full) }
	return follow(m, inquiry{"cell " + w.Name, questionOf(&s)}, compute, func(m Model, v answer.Value) Model {
		if of := m.answer.Map; of != nil {
			known := *of
			known.Cells = slices.Clone(of.Cells)
			known.Cells[of.Cell(at[0], at[1])] = v
			m.answer.Map = &known
		}
		return m
	})
}

// Own returns the questions' own settings that have a row on the screen.
func Own() (list []setting.Setting) {
	for _, q := range views {
		list = append(list, ownRows(q)...)
	}
	return list
}
