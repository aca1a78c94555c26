package tui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/report"
)

// paintTable paints the table in view: of the comparison or of the schedule.
func (m Model) paintTable(c *canvas, r rect) {
	if l := m.tab().Layout; l != answer.Tabled && l != answer.Charted {
		m.paintGroups(c, r, m.tab().Tab)
		return
	}
	if len(m.schedule.Tables) == 0 { // not yet
		c.box(r, table.Tab, m.soFar())
		return
	}
	t := m.schedule.Tables[0]
	rows := m.page()
	last := min(t.Len, m.scroll+rows)
	note := ""
	if t.Len > rows {
		note = fmt.Sprintf("%d to %d of %d", m.scroll+1, last, t.Len)
	}
	c.box(r, table.Tab, note)
	in := r.inside()
	m.paintRow(c, in, 0, report.Heads(t), []role{muted})
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
	w := valueWidth + 1
	for _, head := range report.Heads(m.schedule.Tables[0]) {
		w = max(w, len(head)+1)
	}
	for i, cell := range cells {
		if end := retry + i*w; end <= in.w {
			c.right(in.x+end, in.y+line, cell, roles[min(i, len(roles)-1)])
		}
	}
}

// paintCells paints a row of a table in a list, as many columns as fit.
func (m Model) paintCells(c *canvas, r rect, first int, cells []string) {
	x := r.x + first
	for i, cell := range cells {
		if x <= r.x+r.w {
			c.right(x, r.y, cell, []role{label, value}[min(i, 1)])
		}
		x += 12
	}
}

// A listLine is a line of a list: a title, a quantity, or a warning.
type listLine struct {
	title    string
	quantity answer.Quantity
	warning  string
	cells    []string // a row of a table, or its heads
}

// listLines is an answer line by line.
func listLines(a answer.Answer) (lines []listLine) {
	for _, g := range a.Groups {
		title := []listLine{{title: g.Title}}
		for _, q := range g.Quantities {
			if a.Pair && (q.Detail || !q.Single && q.Equal()) { // nothing to compare
				continue
			}
			lines, title = append(append(lines, title...), listLine{quantity: q}), nil
		}
	}
	for _, t := range a.Tables {
		lines = append(lines, listLine{title: strings.ReplaceAll(t.Name, "_", " ")}, listLine{cells: report.Heads(t)})
		for i := range t.Len {
			lines = append(lines, listLine{cells: report.Row(t, i)})
		}
	}
	if a.None != nil {
		lines = append(lines, listLine{warning: a.None.Reason})
	}
	for _, w := range a.Warnings {
		lines = append(lines, listLine{warning: w.String()})
	}
	return lines
}

// paintGroups paints an answer as a list, or how to get a comparison.
func (m Model) paintGroups(c *canvas, r rect, title string) {
	in := r.inside()
	switch k, _ := knob.Find(m.missing()); {
	case k.Name == "vs":
		c.box(r, title, "")
		c.text(in.x+2, in.y+1, in.w-2, "There is no policy B yet.", label)
		c.text(in.x+2, in.y+2, in.w-2, "Press b to keep this policy as B, then change the knobs.", muted)
		return
	case k.Name != "":
		c.box(r, title, "")
		c.text(in.x+2, in.y+1, in.w-2, "This needs "+k.Flag()+":", label)
		c.text(in.x+2, in.y+2, in.w-2, k.Help, muted)
		return
	}
	lines := listLines(m.answer)
	page := m.page()
	last := min(len(lines), m.scroll+page)
	note := ""
	if len(lines) > page {
		note = fmt.Sprintf("%d to %d of %d", m.scroll+1, last, len(lines))
	}
	if text := m.soFar(); text != "" {
		note = text
	}
	if n := len(m.answer.Warnings); n > 0 { // they stand at the end
		short := fmt.Sprintf("!%d", n)
		if note = strings.TrimSpace(short + "  " + note); len(title)+len(note)+8 > r.w {
			note = short
		}
	}
	c.box(r, title, note)
	in = rect{in.x + 1, in.y, in.w - 2, in.h}
	full := in.w
	near := 46 // names and values are read together
	if m.answer.Pair {
		near = 70
	}
	in.w = min(in.w, near)
	n := valueColumns(in.w, 3)
	w := valueColumn(in.w, n)
	for j, head := range []string{"A", "B", "B/A"}[:n] {
		if !m.answer.Pair {
			break
		}
		c.right(in.x+in.w-(n-1-j)*w, in.y, head, []role{policyA, policyB, muted}[j])
	}
	first := 7 // the width of a table's first column: a factor next to 1 has many digits
	for _, line := range lines {
		if line.cells != nil {
			first = max(first, utf8.RuneCountInString(line.cells[0]))
		}
	}
	for i, line := range lines[m.scroll:last] {
		y := in.y + 1 + i
		switch {
		case line.title != "":
			c.clipped(in.x, y, in.w, line.title, muted)
		case line.cells != nil:
			m.paintCells(c, rect{in.x, y, full, 1}, first, line.cells)
		case line.warning != "":
			c.clipped(in.x, y, full, "! "+line.warning, warning)
		default:
			m.paintQuantity(c, rect{in.x + 1, y, in.w - 1, 1}, line.quantity)
		}
	}
}
