package tui

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/answer"
	"retune/ui/report"
)

// quantities is all quantities of an answer in the order of its groups, but for
// standard errors, which stand behind what they are of.
func quantities(a answer.Answer) (list []answer.Quantity) {
	for _, g := range a.Groups {
		list = slices.Grow(list, len(g.Quantities))
		for _, q := range g.Quantities {
			if q.Words == "" && !q.Error { // what is said in words has a place of its own
				list = append(list, q)
			}
		}
	}
	return list
}

// values is the text of a quantity, with its standard error.
func values(a answer.Answer, q answer.Quantity) []string {
	cells := report.Values(q, a.Pair)
	for j, of := range report.Errors(a, q) {
		if of != "" {
			cells[j] += " " + of
		}
	}
	return cells
}

// columnWidth is the width of a quantity's column among the answers: that of
// its name and of any usual value, so that nothing jumps.
func columnWidth(a answer.Answer, q answer.Quantity) int {
	w := max(utf8.RuneCountInString(q.Called()), valueWidth)
	for _, cell := range values(a, q) {
		w = max(w, utf8.RuneCountInString(cell))
	}
	return w
}

// answerLabel is the width of the names before the answers' lines.
func answerLabel(a answer.Answer) int {
	if a.Pair {
		return 6
	}
	return 1
}

// titles is the titles of the groups to which the first quantities belong.
func titles(a answer.Answer, shown int) string {
	var list []string
	for _, g := range a.Groups {
		n := len(quantities(answer.Answer{Groups: []answer.Group{g}}))
		if shown > 0 && n > 0 {
			list = append(list, g.Title)
		}
		shown -= n
	}
	return strings.Join(list, ", ")
}

// paintAnswers paints the answers as columns, bank below bank.
func (m Model) paintAnswers(c *canvas, l layout) {
	r := l.answers
	if r.h == 0 {
		return
	}
	list := quantities(m.answer)
	shown := 0
	for _, bank := range l.banks {
		shown += len(bank)
	}
	note := ""
	if shown < len(list) {
		note = fmt.Sprintf("%d of %d", shown, len(list))
	}
	if text := m.soFar(); text != "" {
		note = text
	}
	c.box(r, clip(titles(m.answer, shown), r.w-8-utf8.RuneCountInString(note)), note)
	in := r.inside()
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
			c.right(x+w, y, q.Called(), muted)
			for j, cell := range values(m.answer, q) {
				c.right(x+w, y+1+j, cell, []role{value, policyB, label}[j])
			}
			x += w + 2
		}
		y += 1 + lines
	}
	m.paintWarning(c, in.x+1, in.y+in.h-1, in.w-2)
}

// quantityAt is the answer at a place of the screen: among the columns, in a
// list, or in the list of answers that has a tab.
func (m Model) quantityAt(l layout, x, y int) (q answer.Quantity, ok bool) {
	list := quantities(m.answer)
	in := l.answers.inside()
	switch {
	case l.answers.h > 0 && l.narrow:
		i := y - in.y
		if in.has(x, y) && i < min(len(list), in.h-min(1, len(m.answer.Warnings))) {
			return list[i], true
		}
	case l.table.has(x, y) && m.lists() && m.answer.Groups != nil:
		i := m.scroll + y - l.table.y - 2
		if lines := listLines(m.answer); i >= m.scroll && i < min(len(lines), m.scroll+m.page()) {
			return lines[i].quantity, lines[i].quantity.Name != ""
		}
	case in.has(x, y):
		lines := 2
		if m.answer.Pair {
			lines = 4
		}
		bank := (y - in.y) / lines
		if bank >= len(l.banks) {
			return q, false
		}
		left := in.x + answerLabel(m.answer)
		for _, i := range l.banks[bank] {
			if w := columnWidth(m.answer, list[i]); x >= left && x < left+w {
				return list[i], true
			} else {
				left += w + 2
			}
		}
	}
	return q, false
}

// paintWarning paints the first thing to beware of, and how many there are.
func (m Model) paintWarning(c *canvas, x, y, w int) {
	if len(m.answer.Warnings) == 0 {
		return
	}
	more := ""
	if n := len(m.answer.Warnings) - 1; n > 0 {
		more = fmt.Sprintf(" (+%d)", n)
	}
	first := "! " + m.answer.Warnings[0].String()
	c.clipped(x, y, w-len(more), first, warning)
	c.text(x+min(w-len(more), utf8.RuneCountInString(first)), y, len(more), more, muted)
}

// paintList paints the answers one below the other, where there is no width
// for columns.
func (m Model) paintList(c *canvas, r rect) {
	if r.h < 3 {
		return
	}
	in := r.inside()
	list := quantities(m.answer)
	room := in.h - min(1, len(m.answer.Warnings))
	note := ""
	if m.answer.Pair {
		note = strings.Join([]string{"A", "B", "B/A"}[:valueColumns(in.w-2, 3)], "  ")
	}
	c.box(r, clip(titles(m.answer, min(room, len(list))), r.w-8-utf8.RuneCountInString(note)), note)
	m.paintWarning(c, in.x+1, in.y+in.h-1, in.w-2)
	for i, q := range list[:min(room, len(list))] {
		m.paintQuantity(c, rect{in.x + 1, in.y + i, in.w - 2, 1}, q)
	}
}

// paintQuantity paints the name of a quantity and its values for A, for B and
// their ratio, as many as there is room for.
func (m Model) paintQuantity(c *canvas, r rect, q answer.Quantity) {
	cells := values(m.answer, q)
	n := valueColumns(r.w, len(cells))
	w := valueColumn(r.w, n)
	for _, cell := range cells[:n] { // a factor next to 1 has many digits
		w = max(w, utf8.RuneCountInString(cell)+1)
	}
	if q.Single && n < len(cells) { // its column has no room
		cells[n-1] = "…"
	}
	c.clipped(r.x, r.y, r.w-(n-1)*w-max(w, utf8.RuneCountInString(cells[0])+1), q.Called(), label)
	for j, cell := range cells[:n] {
		c.right(r.x+r.w-(n-1-j)*w, r.y, cell, []role{value, policyB, label}[j])
	}
}

// valueColumns is how many of n columns of values leave a name its room.
func valueColumns(w, n int) int { return max(1, min(n, (w-19)/(valueWidth+1))) }

// valueColumn is the width of each of n columns.
func valueColumn(w, n int) int { return max(valueWidth+1, min(12, (w-26)/max(1, n))) }
