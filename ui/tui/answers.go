package tui

import (
	"unicode/utf8"

	"retune/ui/query"
	"retune/ui/report"
)

// quantities is all quantities of an answer in the order of its groups.
func quantities(a query.Answer) (list []query.Quantity) {
	for _, g := range a.Groups {
		list = append(list, g.Quantities...)
	}
	return list
}

// columnWidth is the width of a quantity's column among the answers. It is
// never narrower than a value can be, so that nothing jumps.
func columnWidth(a query.Answer, q query.Quantity) int {
	return max(utf8.RuneCountInString(q.Name), valueWidth)
}

// answerLabel is the width of the names before the answers' lines.
func answerLabel(a query.Answer) int {
	if a.Pair {
		return 6
	}
	return 1
}

// paintAnswers paints the answers as columns, bank below bank.
func (m Model) paintAnswers(c *canvas, l layout) {
	r := l.answers
	if r.h == 0 {
		return
	}
	title := "whole policy"
	if len(m.answer.Groups) > 0 {
		title = m.answer.Groups[0].Title
	}
	c.box(r, title, "")
	in := r.inside()
	list := quantities(m.answer)
	y := in.y
	for _, bank := range l.banks {
		x := in.x + answerLabel(m.answer)
		lines := 1
		if m.answer.Pair {
			lines = 3
			for i, name := range []string{"A", "B", "B/A"} {
				c.text(in.x+1, y+1+i, 4, name, []role{policyA, policyB, muted}[i])
			}
		}
		for _, i := range bank {
			q := list[i]
			w := columnWidth(m.answer, q)
			c.right(x+w, y, q.Name, muted)
			for j, cell := range report.Values(q, m.answer.Pair) {
				c.right(x+w, y+1+j, cell, []role{value, policyB, label}[j])
			}
			x += w + 2
		}
		y += 1 + lines
	}
	m.paintWarning(c, in.x+1, in.y+in.h-1, in.w-2)
}

// paintWarning paints the first thing to beware of, and how many there are.
func (m Model) paintWarning(c *canvas, x, y, w int) {
	if len(m.answer.Warnings) == 0 {
		return
	}
	c.text(x, y, w, "! "+m.answer.Warnings[0], warning)
}

// paintList paints the answers one below the other, where there is no width
// for columns.
func (m Model) paintList(c *canvas, r rect) {
	c.box(r, m.answer.Groups[0].Title, "")
	in := r.inside()
	for i, q := range quantities(m.answer) {
		if i >= in.h {
			break
		}
		c.text(in.x+1, in.y+i, in.w-2, q.Name, label)
		x := in.x + in.w - 1
		cells := report.Values(q, m.answer.Pair)
		for j := len(cells) - 1; j >= 0; j-- {
			c.right(x, in.y+i, cells[j], []role{value, policyB, label}[j])
			x -= valueWidth + 1
		}
	}
}
