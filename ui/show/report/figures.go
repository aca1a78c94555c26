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

// leftOut reports whether the figure with that key is in a group that is left out.
func leftOut(a answer.Answer, o Options, key string) bool {
	return slices.ContainsFunc(a.Groups, func(g answer.Group) bool {
		return bare(g, a, o) && slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool { return q.Key() == key })
	})
}

// shared reports whether the figures with those keys are the same for all policies.
func shared(a answer.Answer, keys []string) bool {
	list := a.Quantities()
	return a.Policies != nil && !slices.ContainsFunc(keys, func(key string) bool {
		return !slices.ContainsFunc(list, func(q answer.Quantity) bool { return q.Key() == key && q.Equal() })
	})
}

// Same reports whether several policies have the same value of q.
func Same(a answer.Answer, q answer.Quantity) bool {
	return a.Policies != nil && !q.Single && q.Equal()
}

// shown returns the figures of a group that text shows: all if requested, else those that differ between the policies.
func shown(g answer.Group, a answer.Answer, o Options) []answer.Quantity {
	return slices.DeleteFunc(slices.Clone(g.Quantities), func(q answer.Quantity) bool {
		return q.Error || o.Table == "" && (q.Detail || Same(a, q) || bare(g, a, o))
	})
}

// A figure is the text of a quantity.
type figure struct {
	name   string
	values []string // right-aligned, one for each policy
	behind []string // text behind each value: an error, or why there is no value
	words  bool     // the values are words, which are left-aligned
}

// longest is the largest number of characters of words in a column.
const longest = 14

// stacked reports whether the values are too long to stand side by side.
func (f figure) stacked() bool {
	return f.words && slices.ContainsFunc(f.values, func(s string) bool { return utf8.RuneCountInString(s) > longest })
}

// newFigure returns the text of a quantity of a.
func newFigure(a answer.Answer, q answer.Quantity, o Options) figure {
	f := figure{name: q.Called(), values: Values(a, q), words: q.Words != "" ||
		slices.ContainsFunc(q.Others, func(q answer.Quantity) bool { return q.Words != "" })}
	if o.Symbols && q.Symbol != "" {
		f.name += " (" + q.Symbol + ")"
	}
	f.behind = make([]string, len(f.values), len(f.values)+1)
	for j, e := range Errors(a, q) {
		if e != "" {
			f.behind[j] = " " + e
		}
	}
	if a.Policies != nil {
		f.values, f.behind = append(f.values, Better(a, q)), append(f.behind, "")
	} else if v := q.Of(0); v.Status != "" && v.Why != "" && !strings.HasPrefix(f.values[0], ">") {
		f.behind[0] = ": " + v.Why
	}
	return f
}

// A layout holds the widths of the columns of figures.
type layout struct {
	a      answer.Answer
	o      Options
	heads  []string // headings of the values if there are several policies
	name   int
	value  []int
	behind []int
}

// newLayout measures the figures of all groups.
func newLayout(a answer.Answer, o Options, blocks [][]figure) layout {
	l := layout{a: a, o: o}
	if a.Policies != nil {
		l.heads = Beside(a)
	}
	l.value, l.behind = make([]int, max(1, len(l.heads))), make([]int, max(1, len(l.heads)))
	for i, block := range blocks {
		for _, f := range block {
			l.name = max(l.name, utf8.RuneCountInString(f.name))
			for j := range f.values {
				if !f.stacked() {
					l.value[j] = max(l.value[j], utf8.RuneCountInString(f.values[j]))
				}
				if a.Policies != nil {
					l.behind[j] = max(l.behind[j], utf8.RuneCountInString(f.behind[j]))
				}
			}
		}
		if l.heads != nil && len(block) > 0 { // they follow the titles
			l.name = max(l.name, utf8.RuneCountInString(a.Groups[i].Title)-2)
		}
	}
	return l.fitted()
}

// fitted returns the layout with the columns that have room.
func (l layout) fitted() layout {
	wide := 2 + l.name
	for j, head := range l.heads {
		if j < len(l.heads)-1 || l.value[j] > 0 {
			l.value[j] = max(l.value[j], utf8.RuneCountInString(head))
		}
		wide += 2 + l.value[j] + l.behind[j]
	}
	last := len(l.heads) - 1
	switch {
	case last > 0 && (wide > l.o.Columns || l.value[last] == 0): // no room for the better policy
		l.heads = l.heads[:last]
	case l.heads == nil && l.o.Width > 0 && l.o.Width < l.name+4+longest: // no room for a column of values
		l.name, l.value[0] = 0, 0
	}
	return l
}

// lines returns a figure as lines of columns.
func (l layout) lines(f figure) (lines []string) {
	line := "  " + left(f.name, l.name) + "  "
	switch {
	case l.heads == nil && f.words:
		return wrap(line+f.values[0], pad(l.name+4), l.o.Width)
	case l.heads == nil:
		return wrap(line+right(f.values[0], l.value[0])+f.behind[0], pad(l.name+4), l.o.Width)
	case f.stacked():
		for said := range strings.SplitSeq(l.a.Each(": ", "\n", func(j int) string { return f.values[j] }), "\n") {
			lines = append(lines, wrap(line+said, pad(l.name+7), l.o.Width)...)
			line = pad(l.name + 4)
		}
		return lines
	}
	return []string{strings.TrimRight("  "+left(f.name, l.name)+l.columns(f.values, f.behind), " ")}
}

// columns returns one line with a text for each policy in its column.
func (l layout) columns(values, behind []string) (line string) {
	for j := range l.heads {
		line += "  " + right(values[j], l.value[j]) + left(behind[j], l.behind[j])
	}
	return line
}

// groups returns a block of lines for each group, without figures that are the same for all policies.
func groups(a answer.Answer, o Options) (blocks [][]string) {
	figures := make([][]figure, len(a.Groups))
	for i, g := range a.Groups {
		for _, q := range shown(g, a, o) {
			figures[i] = append(figures[i], newFigure(a, q, o))
		}
	}
	l := newLayout(a, o, figures)
	for i, block := range figures {
		if len(block) == 0 {
			continue
		}
		title := a.Groups[i].Title
		if l.heads != nil {
			title = left(title, 2+l.name) + l.columns(l.heads, make([]string, len(l.heads)))
		}
		lines := []string{title}
		for _, f := range block {
			lines = append(lines, l.lines(f)...)
		}
		blocks = append(blocks, lines)
	}
	return blocks
}
