package tui

import (
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// look returns how a chart is drawn: its scale and its glyphs.
func (m Model) look(q answer.Chart) answer.View {
	v := answer.View{Scale: answer.Linear, Glyphs: m.glyphs()}
	if q.Log(m.scale) {
		v.Scale = answer.Logarithmic
	}
	if m.hasBoxes() && len(m.layout().charts) > 0 {
		v.First = m.firstBox(m.layout().charts[0])
	}
	return v
}

// glyphs returns the characters that pictures are drawn with.
func (m Model) glyphs() chart.Glyphs {
	switch {
	case m.options.ASCII:
		return chart.ASCII
	case m.options.Strokes:
		return chart.Strokes
	}
	return chart.Braille
}

// charts returns the charts of the answer that the view shows: of policies that are compared, their delays and the
// times of their retries.
func (m Model) charts() []answer.Chart {
	list := m.answer.Charts
	if !m.tab().ListsPolicies || m.missing() != "" {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(c answer.Chart) bool {
		return len(c.Boxes) > 0 || !c.HasStarts() && c.X != unit.Count
	})
}

// chart returns the i-th chart in view, with the cursor where values are read.
func (m Model) chart(i int) answer.Chart {
	q := m.charts()[i]
	if len(q.Boxes) > 0 {
		return m.ranked(q)
	}
	switch {
	case m.pointed:
		q.Crosshair = m.pointer
	case len(q.Outages) > 0 && !(q.Crosshair >= q.Lo):
		q.Crosshair = math.NaN()
	}
	return q
}

// A drawing is a chart as it is drawn in its place: its title, its legend, the values read at the cursor, and the
// picture.
type drawing struct {
	title        string
	legend, read []answer.Entry
	picture      chart.Picture
}

// drawing returns the i-th chart drawn for the size of r.
func (m Model) drawing(i int, r rect) drawing {
	return once(m, func(of *memo) **drawing { return &of.drawings[i] }, func() drawing {
		q, in := m.chart(i), r.inside()
		p, title := m.plotted(q), q.Title
		for i := range min(len(q.Curves), len(q.Policies)) { // curves of policies are named at their ends
			p.Curves[i].Name = q.Policies[i]
		}
		if m.showsFleet() {
			p = m.loadOnServer(q, p)
			title += " on the server"
		}
		d := drawing{}
		if q.HasStarts() {
			d.picture = m.whenRetried(q).Draw(in.w, in.h)
		} else {
			d.picture = p.Draw(in.w, in.h)
		}
		const nameless = 34 // below this many columns, curve names have no room
		if len(q.Curves) > 1 || !m.showsFleet() {
			d.legend = q.Legend()
		} else if in.w < nameless {
			d.legend = slices.DeleteFunc(q.Legend(), func(e answer.Entry) bool { return e.Role != chart.Goodput })
		}
		if m.pointed || !m.turnsFleet() {
			d.read = q.ReadAt(q.Crosshair)
		}
		d.title = m.titleOf(q, title, in.w)
		if m.showsFleet() && width(d.legend) > in.w-chart.Width(d.title)-titleGap { // the names come first
			d.title = "load"
		}
		if p.X.Hi < q.Hi && in.w >= nameless {
			d.title += fmt.Sprintf(", %s of %s", q.X.Format(p.X.Hi-p.X.Lo), q.X.Format(q.Hi-q.Lo))
		}
		return d
	})
}

// titleOf returns the title of a chart of w columns, with its scale and the meaning of its bars.
func (m Model) titleOf(q answer.Chart, title string, w int) string {
	bars := ""
	switch {
	case q.HasStarts() && w < fullTitle:
		title, bars = "retries", " (bar: wait after)"
	case q.HasStarts():
		title, bars = "when each retry starts", " (bar: wait after it)"
	}
	if q.Log(m.scale) {
		title += ", log"
	}
	return title + bars
}

// fullTitle is the width from which the picture in time has its full title, and titleGap the space between a title and
// a legend.
const fullTitle, titleGap = 48, 3

// paintChart paints one chart. The line above it holds the title and the legend, or the values read at the cursor.
func (m Model) paintChart(c canvas, i int) {
	d := m.drawing(i, c.rect)
	below := c.titled(d.title, "")
	list, room := d.legend, c.w-chart.Width(d.title)-titleGap
	if d.read != nil {
		list = d.read
	}
	for len(list) > 1 && width(list) > room {
		list = list[:len(list)-1]
	}
	if n := width(list); n <= room {
		m.paintEntries(c, c.w-n, 0, list)
	}
	below.picture(d.picture, m.aged)
	if !m.hasBoxes() {
		c.on(rect{0, 0, c.w, c.h}, func(m Model, x, _ int) Model {
			if at, ok := d.picture.X(x); ok {
				return m.pointAt(i, at)
			}
			return m
		})
		return
	}
	from, n := m.firstBox(m.layout().charts[0]), m.boxLines()
	m.paintPart(c, d, from)
	if m.mode == picking {
		below.put(0, 1+(m.picked()[1]-from)*n, '▸', focusBar)
	}
	below.on(rect{0, d.picture.Top, c.w, d.picture.Bottom - d.picture.Top}, func(m Model, _, y int) Model {
		return m.pick(0, from+y/n)
	})
}

// paintPart paints which boxes of a chart are in sight, from the given one: behind the title, or in a blank line below
// it.
func (m Model) paintPart(c canvas, d drawing, from int) {
	shown := max(1, (c.inside().h-chart.Beside)/m.boxLines())
	text := partOf(from+1, min(from+shown, len(m.boxed())), len(m.boxed()))
	blank := len(d.picture.Cells) > 0 && !slices.ContainsFunc(d.picture.Cells[0],
		func(cell chart.Cell) bool { return cell.Rune != ' ' })
	switch {
	case chart.Width(d.title)+2+len(text) <= c.w:
		c.right(c.w, 0, text, muted)
	case blank:
		c.right(c.w, 1, text, muted)
	}
}

// width returns the width of entries including the gaps between them.
func width(list []answer.Entry) (n int) {
	for i, e := range list {
		if i > 0 {
			n += 2
		}
		n += chart.Width(e.Sign) + chart.Width(e.Text)
		if e.Sign != "" {
			n++
		}
	}
	return n
}

// paintEntries paints the entries of a legend from x.
func (m Model) paintEntries(c canvas, x, y int, list []answer.Entry) {
	for _, e := range list {
		role := m.aged(e.Role)
		switch {
		case e.Role >= shades: // the sign on its shade
			for _, char := range e.Sign {
				c.put(x, y, char, inkOn(chart.Shades[e.Role-shades]))
				c.shade(x, y, role)
				x++
			}
			x, role = x+1, m.aged(muted)
		case e.Sign != "":
			x = 1 + c.text(x, y, e.Sign, role)
			role = m.aged(muted)
		}
		x = 2 + c.text(x, y, clip(c.plain(e.Text), c.w-x), role)
	}
}
