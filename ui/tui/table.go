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
	for i, cell := range cells {
		c.right(in.x+(i+1)*12, in.y+line, cell, roles[min(i, len(roles)-1)])
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
	const name, width = 24, 11
	for j, head := range []string{"A", "B", "B/A"} {
		c.right(in.x+name+(j+1)*width, in.y, head, []role{policyA, policyB, muted}[j])
	}
	for i, line := range lines[m.scroll:last] {
		y := in.y + 1 + i
		if line.title != "" {
			c.text(in.x+1, y, in.w-1, line.title, muted)
			continue
		}
		c.text(in.x+2, y, name, line.quantity.Name, label)
		for j, cell := range report.Values(line.quantity, true) {
			c.right(in.x+name+(j+1)*width, y, cell, []role{value, policyB, label}[j])
		}
	}
}
