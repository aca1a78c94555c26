package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
)

// bare reports whether a group has no value and is left out of text. A note says why.
func bare(g answer.Group, a answer.Answer, o Options) bool {
	return o.Table == "" && len(a.Groups) > 1 && !slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool {
		for i := range a.Values(q) {
			if q.Of(i).Status != answer.NotApplicable {
				return true
			}
		}
		return false
	})
}

// visible returns the groups with the figures that text shows: all if requested, else those that differ between the
// policies, or all if none do.
func visible(a answer.Answer, o Options) (groups []answer.Group) {
	different := a.Policies != nil && slices.ContainsFunc(a.Quantities(), func(q answer.Quantity) bool {
		return !q.Shared && !q.Equal()
	})
	for _, g := range a.Groups {
		if bare(g, a, o) {
			continue
		}
		g.Quantities = slices.DeleteFunc(slices.Clone(g.Quantities), func(q answer.Quantity) bool {
			return o.Table == "" && (q.Detail || different && !q.Shared && q.Equal())
		})
		if len(g.Quantities) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

// A figure is a line of cells: a name, then a value and the text behind it for each policy, and what [Beside] says.
type figure struct {
	cells []string
	words bool // the values are words, which are left-aligned
}

// longest is the largest number of characters of words in a column.
const longest = 14

// stacked reports whether the values are too long to stand side by side.
func (f figure) stacked() bool {
	return f.words && slices.ContainsFunc(f.cells[1:], func(s string) bool { return utf8.RuneCountInString(s) > longest })
}

// newFigure returns the text of a quantity of a.
func newFigure(a answer.Answer, q answer.Quantity, o Options) figure {
	f := figure{cells: []string{"  " + q.DisplayName()}}
	if o.Symbols && q.Symbol != "" {
		f.cells[0] += " (" + q.Symbol + ")"
	}
	errors := Errors(a, q)
	for i, value := range Values(a, q) {
		behind := ""
		if i < len(errors) { // not the ratio
			v := q.Of(i)
			f.words = f.words || v.Words != ""
			switch {
			case errors[i] != "":
				behind = " " + errors[i]
			case a.Policies == nil && v.Status != "" && v.Why != "" && !strings.HasPrefix(value, ">"):
				behind = ": " + v.Why
			}
		}
		f.cells = append(f.cells, value, behind)
	}
	if a.Policies != nil {
		f.cells = append(f.cells, Better(a, q), "")
	}
	return f
}

// newHeads returns the headings of a group of several policies.
func newHeads(a answer.Answer, title string) figure {
	f := figure{cells: []string{title}}
	for _, head := range Beside(a) {
		f.cells = append(f.cells, head, "")
	}
	return f
}

// A layout holds the widths of the columns of figures, which differ between one policy and several.
type layout struct {
	a      answer.Answer
	o      Options
	widths []int
}

// newLayout measures the figures of all groups.
func newLayout(a answer.Answer, o Options, groups []answer.Group, blocks [][]figure) layout {
	l := layout{a, o, make([]int, len(blocks[0][0].cells))}
	for _, block := range blocks {
		for _, f := range block {
			l.measure(f)
		}
	}
	if a.Policies == nil {
		if o.Width < l.widths[0]+2+longest { // no room for a column of values
			l.widths[0], l.widths[1] = 2, 0
		}
		return l
	}
	better := len(l.widths) - 2
	none := l.widths[better] == 0
	for _, g := range groups {
		l.measure(newHeads(a, g.Title))
	}
	wide := func() int {
		n := len(l.widths) - 1 // the gaps
		for _, width := range l.widths {
			n += width
		}
		return n
	}
	if none || wide() > o.Columns { // no room for the better policy
		l.widths = l.widths[:better]
	}
	if over := wide() - o.Columns; over > 0 { // longer names have lines of their own
		l.widths[0] = max(longest, l.widths[0]-over)
	}
	if len(a.Policies) == 2 && wide() > o.Columns { // no room for the ratio
		l.widths = l.widths[:min(better, len(l.widths))-2]
	}
	return l
}

// measure widens the columns for a figure.
func (l layout) measure(f figure) {
	for k, cell := range f.cells {
		value := k%2 == 1
		if value && f.stacked() || !value && k > 0 && l.a.Policies == nil {
			continue
		}
		l.widths[k] = max(l.widths[k], utf8.RuneCountInString(cell))
	}
}

// lines returns a figure as lines of columns.
func (l layout) lines(f figure) (lines []string) {
	line, indent := left(f.cells[0], l.widths[0])+"  ", pad(l.widths[0]+2)
	switch {
	case l.a.Policies == nil && f.words:
		return wrap(line+f.cells[1], indent, l.o.Width)
	case l.a.Policies == nil:
		return wrap(line+right(f.cells[1], l.widths[1])+f.cells[2], indent, l.o.Width)
	case f.stacked():
		for said := range strings.SplitSeq(l.a.EachPolicy(": ", "\n", func(j int) string { return f.cells[1+2*j] }), "\n") {
			lines = append(lines, wrap(line+said, indent+"   ", l.o.Width)...)
			line = indent
		}
		return lines
	}
	name := f.cells[0]
	if utf8.RuneCountInString(name) > l.widths[0] {
		lines, name = []string{name}, ""
	}
	line = left(name, l.widths[0])
	for k := 1; k < len(l.widths); k += 2 {
		line += "  " + right(f.cells[k], l.widths[k]) + left(f.cells[k+1], l.widths[k+1])
	}
	return append(lines, line)
}

// figureBlocks returns a block of lines for each visible group.
func figureBlocks(a answer.Answer, o Options) (blocks [][]string) {
	groups := visible(a, o)
	if len(groups) == 0 {
		return nil
	}
	figures := make([][]figure, len(groups))
	for i, g := range groups {
		for _, q := range g.Quantities {
			figures[i] = append(figures[i], newFigure(a, q, o))
		}
	}
	l := newLayout(a, o, groups, figures)
	for i, g := range groups {
		lines := []string{g.Title}
		if a.Policies != nil && slices.ContainsFunc(figures[i], func(f figure) bool { return !f.stacked() }) {
			lines = l.lines(newHeads(a, g.Title))
		}
		for _, f := range figures[i] {
			lines = append(lines, l.lines(f)...)
		}
		blocks = append(blocks, lines)
	}
	return blocks
}
