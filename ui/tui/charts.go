package tui

import (
	"context"
	"slices"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"retune/ui/answer"
	"retune/ui/chart"
)

// look is how a chart is looked at.
func (m Model) look(q answer.Chart, part answer.Part) answer.View {
	v := answer.View{Scale: answer.Linear, Samples: m.samples, Glyphs: chart.Braille, Part: part}
	if q.Log(m.scale) {
		v.Scale = answer.Logarithmic
	}
	switch {
	case m.options.ASCII:
		v.Glyphs = chart.ASCII
	case m.options.Strokes:
		v.Glyphs = chart.Strokes
	}
	if len(q.Boxes) > 0 && m.hasBoxes() {
		v.First = m.firstBox(m.layout().charts[0])
	}
	return v
}

// chart is a chart in view: as it has been worked out if it takes time, that of a
// fleet with the band of its runs, and with the place where values are read.
func (m Model) chart(i int) answer.Chart {
	q := m.answer.Charts()[i]
	if w := m.worked[i]; w.of == q.Title && len(w.curves) == len(q.Curves) && q.Takes() {
		curves := slices.Clone(w.curves)
		for j := range curves {
			if w.generation != m.generation { // those of an earlier question: nothing is read off them
				curves[j].Exactly = q.Curves[j].Exactly
			}
		}
		q.Curves = curves
	}
	if m.simulation != nil && i < len(m.bands) {
		q.Curves = slices.Clone(q.Curves)
		q.Curves[0].Band = m.bands[i]
	}
	switch {
	case m.pointed:
		q.Cross = m.pointer
	case len(q.Spans) > 0 && !(q.Cross >= q.Lo):
		q.Cross = min(q.Spans[0][1], q.Hi) // the end of the outage
	}
	return q
}

// picture is it as it is drawn in its box.
func (m Model) picture(i int, r rect) chart.Picture {
	return m.drawing(i, r).picture
}

// paintChart paints one chart in its box: above it what it shows and how, below it
// what is read off it.
func (m Model) paintChart(c *canvas, r rect, i int) {
	d := m.drawing(i, r)
	title, legend, read, gap, apart := d.title, d.legend, d.read, 2, 2
	room := r.w - 4 - utf8.RuneCountInString(title) - 4
	if width(legend, gap) > room {
		legend, gap = m.chart(i).Legend(true), 1
	}
	if len(legend) > 0 && width(legend, gap) > room && legend[0].Text == title { // which says it too
		title, room = "", r.w-4
	}
	c.box(r, title, "")
	if n := width(legend, gap); n <= room {
		m.paintEntries(c, r.x+r.w-2-n, r.y, n, legend, gap)
	} else { // the title leaves no room for it
		read, apart = append(slices.Clip(legend), read...), gap
	}
	if r.h > 2 {
		m.paintEntries(c, r.x+2, r.y+r.h-1, r.w-4, read, apart)
	}
	in, aged := chartArea(r), chartRoles
	for i, role := range aged {
		aged[i] = m.aged(role)
	}
	for y, row := range d.picture.Cells {
		for x, cell := range row {
			r := aged[cell.Role]
			if cell.Role == cell.Ground { // a ground does not age
				r = chartRoles[cell.Role]
			}
			c.put(in.x+x, in.y+y, cell.Rune, r)
			c.shade(in.x+x, in.y+y, chartRoles[cell.Ground])
		}
	}
	if m.mode == choosingBox {
		c.put(in.x, in.y+1+m.pickedBox()-m.firstBox(r), '▸', focusBar)
	}
}

// width is that of entries with a gap between them.
func width(list []answer.Entry, gap int) (n int) {
	for i, e := range list {
		if i > 0 {
			n += gap
		}
		n += utf8.RuneCountInString(e.Sign) + utf8.RuneCountInString(e.Text)
		if e.Sign != "" {
			n++
		}
	}
	return n
}

// paintEntries paints those that fit, with a blank at either end.
func (m Model) paintEntries(c *canvas, x, y, room int, list []answer.Entry, gap int) {
	for len(list) > 1 && width(list, gap) > room {
		list = list[:len(list)-1]
	}
	if len(list) == 0 || width(list, gap) > room {
		return
	}
	c.put(x-1, y, ' ', plain)
	for i, e := range list {
		if i > 0 {
			x = c.text(x, y, gap, "  ", plain)
		}
		role := m.aged(chartRoles[e.Role])
		if e.Role == chart.Band || e.Role == chart.Span {
			role = chartRoles[e.Role]
		}
		if e.Sign != "" {
			for range c.text(x, y, len(e.Sign), e.Sign, role) - x {
				if role == band || role == span {
					c.shade(x, y, role)
				}
				x++
			}
			x = c.text(x, y, 1, " ", plain)
			if e.Role != chart.Cross {
				role = muted
			}
		}
		x = c.text(x, y, len(e.Text), e.Text, role)
	}
	c.put(x, y, ' ', plain)
}

// chartArea is the part of a chart's box that is drawn in: a blank keeps the
// curve off the border.
func chartArea(r rect) rect {
	in := r.inside()
	in.w = max(0, in.w-1)
	return in
}

// A workedOut is the curves of a chart of that title, for the question of a generation.
type workedOut struct {
	generation int
	of         string
	curves     []answer.Curve
}

// A question is what charts are worked out for.
type question struct {
	generation int
	scale      answer.Scale
	parts      [2]answer.Part
}

// places are at how many places charts are worked out: first roughly.
var places = []int{16, 96}

// A workedCharts message is charts that have been worked out.
type workedCharts struct {
	question question
	worked   [2]workedOut
	next     tea.Cmd
}

// viewed is the charts that a view has room for: an answer may have more, for documents.
func (m Model) viewed() []answer.Chart {
	list := m.answer.Charts()
	return list[:min(len(list), len(m.worked))]
}

// workOutCharts has the charts worked out that take time, once the answer is there
// that they belong to.
func (m Model) workOutCharts() (Model, tea.Cmd) {
	asked := question{m.generation, m.scale, m.parts}
	if m.stage != exact || asked == m.working || !slices.ContainsFunc(m.viewed(), answer.Chart.Takes) {
		return m, nil
	}
	m.working = asked
	return m, m.workedAt(places)
}

// workedAt has them worked out at more and more places.
func (m Model) workedAt(places []int) tea.Cmd {
	return m.inBackground(m.work, func(ctx context.Context) tea.Msg {
		msg := workedCharts{question: m.working}
		for i, q := range m.viewed() {
			if q.Takes() {
				msg.worked[i] = workedOut{m.generation, q.Title, q.Worked(ctx, m.look(q, m.parts[i]), places[0]).Curves}
			}
		}
		if len(places) > 1 {
			msg.next = m.workedAt(places[1:])
		}
		return msg
	})
}

// took takes charts that have been worked out, unless they are of an earlier question.
func (m Model) took(msg workedCharts) (Model, tea.Cmd) {
	if msg.question != m.working {
		return m, nil
	}
	m.worked = msg.worked
	m.version++
	return m, msg.next
}
