package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/ask/answer"
)

// bare tells whether a group has no figure and is not shown: a note says why.
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

// leftOut tells whether the figure of that key is in a group that is not shown.
func leftOut(a answer.Answer, o Options, key string) bool {
	return slices.ContainsFunc(a.Groups, func(g answer.Group) bool {
		return bare(g, a, o) && slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool { return q.Key() == key })
	})
}

// shared tells whether the figures of those keys are the same for all policies.
func shared(a answer.Answer, keys []string) bool {
	list := a.Quantities()
	return a.Policies != nil && !slices.ContainsFunc(keys, func(key string) bool {
		return !slices.ContainsFunc(list, func(q answer.Quantity) bool { return q.Key() == key && q.Equal() })
	})
}

// Same tells whether all of several policies have the same figure as far as can be read.
func Same(a answer.Answer, q answer.Quantity) bool {
	for i := range a.Policies {
		if q.Single || q.Text(i) != q.Text(0) {
			return false
		}
	}
	return a.Policies != nil
}

// groups is the figures, a block of lines for each group, without what is the same for all
// of several policies.
func groups(a answer.Answer, o Options) (blocks [][]string) {
	several := a.Policies != nil
	heads := []string{"", ""}
	if several {
		heads = append(heads, Beside(a)...)
	} else {
		heads = append(heads, "")
	}
	better := len(heads) - 1
	var rows [][]string // label, symbol, values
	var at []int        // the group of each
	var words []bool    // its values are words, which begin in line, and no figures
	for i, g := range a.Groups {
		for _, q := range g.Quantities {
			if q.Error || (q.Detail || bare(g, a, o)) && o.Table == "" {
				continue
			}
			row := []string{q.Called(), ""}
			if o.Symbols {
				row[1] = q.Symbol
			}
			values, errors := Values(a, q), Errors(a, q)
			if o.Table == "" && Same(a, q) {
				continue
			}
			for j := range values {
				if j < len(errors) && errors[j] != "" {
					values[j] += " " + errors[j]
				}
			}
			if several {
				values = append(values, Better(a, q))
			} else if v := q.Of(0); v.Status != "" && v.Why != "" && !strings.HasPrefix(values[0], ">") {
				values[0] += "\t: " + v.Why
			}
			inWords := q.Words != "" || slices.ContainsFunc(q.Others, func(q answer.Quantity) bool { return q.Words != "" })
			rows, at, words = append(rows, append(row, values...)), append(at, i), append(words, inWords)
		}
	}
	widths, behind := make([]int, len(heads)), make([]int, len(heads))
	figure := func(cell string) (string, string) { // what is aligned at its right, and what comes behind
		for _, cut := range []string{"\t", " ±"} {
			if i := strings.Index(cell, cut); i >= 0 {
				return cell[:i], strings.TrimLeft(cell[i:], "\t")
			}
		}
		return cell, ""
	}
	long := func(k int) bool { // words that are too long for a column stand below each other
		return words[k] && slices.ContainsFunc(rows[k][2:], func(cell string) bool { return utf8.RuneCountInString(cell) > 14 })
	}
	for k, row := range rows {
		for j, cell := range row {
			front, back := figure(cell)
			if j >= 2 && long(k) {
				continue
			}
			widths[j] = max(widths[j], utf8.RuneCountInString(front))
			if several {
				behind[j] = max(behind[j], utf8.RuneCountInString(back))
			}
		}
	}
	if several { // the heads of the values stand behind the titles
		for _, g := range a.Groups {
			widths[0] = max(widths[0], utf8.RuneCountInString(g.Title)-2)
		}
		for j, head := range heads {
			if j < better || widths[j] > 0 {
				widths[j] = max(widths[j], utf8.RuneCountInString(head))
			}
		}
		wide := 4 + widths[0] + min(1, widths[1])*(2+widths[1])
		for j := 2; j <= better; j++ {
			wide += widths[j] + behind[j] + 2
		}
		if wide-2 > o.Columns { // who is better, where there is room for it
			widths[better] = 0
			for k := range rows {
				rows[k] = rows[k][:better]
			}
		}
	}
	for i, g := range a.Groups {
		var lines []string
		for k, row := range rows {
			if at[k] != i {
				continue
			}
			line := "  " + left(row[0], widths[0]) + "  "
			if widths[1] > 0 {
				line += left(row[1], widths[1]) + "  "
			}
			if several && long(k) {
				for said := range strings.SplitSeq(a.Each(": ", "\n", func(j int) string { return row[2+j] }), "\n") {
					lines = append(lines, wrap(line+said, pad(utf8.RuneCountInString(line)+3), o.Width)...)
					line = pad(utf8.RuneCountInString(line))
				}
				continue
			}
			for j, cell := range row[2:] {
				front, back := figure(cell)
				switch {
				case j > 0:
					line += "  "
				case !several && words[k]:
					line += cell
					continue
				}
				line += right(front, widths[2+j])
				if several {
					line += left(back, behind[2+j])
				} else if back != "" {
					line += back
				}
			}
			line, width := strings.TrimRight(line, " "), o.Width
			if several {
				width = o.Columns
			}
			lines = append(lines, wrap(line, pad(widths[0]+4), width)...)
		}
		if len(lines) == 0 {
			continue
		}
		title := g.Title
		if several {
			title = left(title, 2+widths[0]+min(1, widths[1])*(2+widths[1]))
			for j := 2; j < better || j == better && widths[j] > 0; j++ {
				title += "  " + right(heads[j], widths[j]) + pad(behind[j])
			}
		}
		blocks = append(blocks, append([]string{title}, lines...))
	}
	return blocks
}
