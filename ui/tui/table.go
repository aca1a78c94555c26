package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/report"
)

// retryWidth is the cells of the first column of the schedule.
const retryWidth = 6

// columnWidth is that of the other columns of a schedule of room cells: one more than usual where
// all have room for that, as 1d 12h 24m takes.
func (m Model) columnWidth(room int) int {
	heads := report.Heads(m.wide())
	w := valueWidth + 1
	if (w+1)*(len(heads)-1) <= room-retryWidth {
		w++
	}
	for _, head := range heads {
		w = max(w, utf8.RuneCountInString(head)+1)
	}
	return w
}

// wide is the schedule with the columns that are read by scrolling.
func (m Model) wide() answer.Table { return m.schedule.Tables[0].Wide() }

// columnsInSight is how many columns of the schedule fit beside the first, and how
// many there are.
func (m Model) columnsInSight(r rect) (n, all int) {
	all = len(report.Heads(m.wide())) - 1
	return max(1, min(all, (r.inside().w-retryWidth)/m.columnWidth(r.inside().w))), all
}

// paintTable paints the schedule, as many rows and columns as fit.
func (m Model) paintTable(c *canvas, r rect) {
	if len(m.schedule.Tables) == 0 { // not yet
		c.box(r, m.tab().Tab, "")
		return
	}
	t := m.wide()
	last := min(t.Len, m.scroll+m.page())
	n, all := m.columnsInSight(r)
	from := max(0, min(m.across, all-n))
	note := partOf(m.scroll+1, last, t.Len)
	if n < all {
		columns := fmt.Sprintf("< %d to %d of %d >", from+1, from+n, all)
		if note = strings.TrimSpace(columns + "  " + note); utf8.RuneCountInString(table.Tab+note)+8 > r.w {
			note = columns
		}
	}
	c.box(r, table.Tab, note)
	in := r.inside()
	heads := report.Heads(t)
	m.paintRow(c, in, 0, heads, heads, from, n, []role{muted})
	for i := m.scroll; i < last; i++ {
		m.paintRow(c, in, 1+i-m.scroll, heads, report.Row(t, i), from, n, []role{label, value})
	}
}

// paintRow paints the first cell and n from another one on, in columns that do not move.
func (m Model) paintRow(c *canvas, in rect, line int, heads, cells []string, from, n int, roles []role) {
	if line >= in.h {
		return
	}
	c.right(in.x+retryWidth, in.y+line, cells[0], roles[0])
	w := m.columnWidth(in.w)
	for i, cell := range cells[1+from : 1+from+n] {
		r := roles[len(roles)-1]
		if r == value && slices.Contains(strings.Fields(heads[1+from+i]), "B") {
			r = policyB
		}
		c.right(in.x+retryWidth+(i+1)*w, in.y+line, clip(cell, w-1), m.aged(r))
	}
}

// acrossBy moves the columns of the schedule by n, as far as they go.
func (m Model) acrossBy(n int) Model {
	before := m.across
	if m.across = 0; m.scrollsAcross() {
		in, all := m.columnsInSight(m.layout().table)
		m.across = max(0, min(before+n, all-in))
	}
	if m.across == before && n != 0 {
		m.note = "no more columns that way"
	}
	return m
}

// scrollsAcross tells whether there are more columns than fit.
func (m Model) scrollsAcross() bool {
	l := m.layout()
	if l.table.h == 0 || len(m.schedule.Tables) == 0 {
		return false
	}
	n, all := m.columnsInSight(l.table)
	return n < all
}
