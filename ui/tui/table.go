package tui

import (
	"fmt"

	"retune/ui/query"
	"retune/ui/report"
)

// paintTable paints the table in view: of the comparison or of the schedule.
func (m Model) paintTable(c *canvas, r rect) {
	if views[m.view].query == "compare" {
		m.paintCompare(c, r)
		return
	}
	t := m.schedule.Tables[0]
	rows := m.page()
	last := min(t.Len, m.scroll+rows)
	note := ""
	if t.Len > rows {
		note = fmt.Sprintf("%d to %d of %d", m.scroll+1, last, t.Len)
	}
	c.box(r, "schedule", note)
	in := r.inside()
	heads := make([]string, len(t.Columns))
	for i, column := range t.Columns {
		heads[i] = column.Name
	}
	m.paintRow(c, in, 0, heads, []role{muted})
	for i := m.scroll; i < last; i++ {
		m.paintRow(c, in, 1+i-m.scroll, report.Row(t, i), []role{label, value, value, policyB, policyB})
	}
}

// paintRow paints cells right-aligned in columns that do not move.
func (m Model) paintRow(c *canvas, in rect, line int, cells []string, roles []role) {
	if line >= in.h {
		return
	}
	const retry = 6 // cells for its number
	w := max(valueWidth+1, min(12, (in.w-retry)/max(1, len(cells)-1)))
	for i, cell := range cells {
		if end := retry + i*w; end <= in.w {
			c.right(in.x+end, in.y+line, cell, roles[min(i, len(roles)-1)])
		}
	}
}

// A compareLine is a line of the comparison: a title, or a quantity.
type compareLine struct {
	title    string
	quantity query.Quantity
}

// compareLines is the comparison line by line.
func compareLines(a query.Answer) (lines []compareLine) {
	for _, g := range a.Groups {
		lines = append(lines, compareLine{title: g.Title})
		for _, q := range g.Quantities {
			lines = append(lines, compareLine{quantity: q})
		}
	}
	return lines
}

// paintCompare paints the comparison, or how to get one.
func (m Model) paintCompare(c *canvas, r rect) {
	in := r.inside()
	if m.scenario.Versus == nil {
		c.box(r, "compare", "")
		c.text(in.x+2, in.y+1, in.w-2, "There is no policy B yet.", label)
		c.text(in.x+2, in.y+2, in.w-2, "Press b to keep this policy as B, then turn the knobs.", muted)
		return
	}
	lines := compareLines(m.answer)
	page := m.page()
	last := min(len(lines), m.scroll+page)
	note := ""
	if len(lines) > page {
		note = fmt.Sprintf("%d to %d of %d", m.scroll+1, last, len(lines))
	}
	c.box(r, "compare", note)
	in = rect{in.x + 1, in.y, in.w - 2, in.h}
	n := valueColumns(in.w, 3)
	w := valueColumn(in.w, n)
	for j, head := range []string{"A", "B", "B/A"}[:n] {
		c.right(in.x+in.w-(n-1-j)*w, in.y, head, []role{policyA, policyB, muted}[j])
	}
	for i, line := range lines[m.scroll:last] {
		y := in.y + 1 + i
		if line.title != "" {
			c.clipped(in.x, y, in.w, line.title, muted)
			continue
		}
		m.paintQuantity(c, rect{in.x + 1, y, in.w - 1, 1}, line.quantity)
	}
}
