package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/answer"
)

// bare tells whether a group has no figure and is not shown: a note says why.
func bare(g answer.Group, a answer.Answer, o Options) bool {
	return o.Table == "" && len(a.Groups) > 1 && !slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool {
		return q.Of(0).Status != answer.NotApplicable || a.Pair && !q.Single && q.Of(1).Status != answer.NotApplicable
	})
}

// leftOut tells whether the figure of that key is in a group that is not shown.
func leftOut(a answer.Answer, o Options, key string) bool {
	return slices.ContainsFunc(a.Groups, func(g answer.Group) bool {
		return bare(g, a, o) && slices.ContainsFunc(g.Quantities, func(q answer.Quantity) bool { return q.Key() == key })
	})
}

// shared tells whether the figures of those keys are the same for policies A and B.
func shared(a answer.Answer, keys []string) bool {
	list := a.Quantities()
	return a.Pair && !slices.ContainsFunc(keys, func(key string) bool {
		return !slices.ContainsFunc(list, func(q answer.Quantity) bool { return q.Key() == key && q.Equal() })
	})
}

// equal tells whether policies A and B have the same figure as far as can be read.
func equal(q answer.Quantity, values []string) bool {
	return len(values) == 3 && !q.Single && values[0] == values[1]
}

// groups is the figures, a block of lines for each group. What is the same for two
// policies stands in a line at the end.
func groups(a answer.Answer, o Options) (blocks [][]string) {
	var rows [][]string // label, symbol, values
	var at []int        // the group of each
	var words []bool    // its values are words, which begin in line, and no figures
	var same []string
	for i, g := range a.Groups {
		for _, q := range g.Quantities {
			if q.Error || (q.Detail || bare(g, a, o)) && o.Table == "" {
				continue
			}
			row := []string{q.Called(), ""}
			if o.Symbols {
				row[1] = q.Symbol
			}
			values, errors := Values(q, a.Pair), Errors(a, q)
			if o.Table == "" && equal(q, values) {
				same = append(same, strings.TrimSpace(q.Called()+" "+map[bool]string{false: values[0]}[len(values[0]) > 14]))
				continue
			}
			for j := range values {
				if j < len(errors) && errors[j] != "" {
					values[j] += " " + errors[j]
				}
			}
			if a.Pair {
				values = append(values, Better(q))
			} else {
				if v := q.Of(0); v.Status != "" && v.Why != "" && !strings.HasPrefix(values[0], ">") {
					values[0] += "\t: " + v.Why
				}
			}
			rows, at, words = append(rows, append(row, values...)), append(at, i), append(words, q.Words != "" || q.WordsB != "")
		}
	}
	widths := []int{0, 0, 0, 0, 0, 0}
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
	behind := []int{0, 0, 0, 0, 0, 0}
	for k, row := range rows {
		for j, cell := range row {
			front, back := figure(cell)
			if j >= 2 && long(k) {
				continue
			}
			widths[j] = max(widths[j], utf8.RuneCountInString(front))
			if a.Pair {
				behind[j] = max(behind[j], utf8.RuneCountInString(back))
			}
		}
	}
	if widths[5] > 0 {
		widths[5] = len("better")
	}
	if a.Pair { // the heads of the values stand behind the titles
		for _, g := range a.Groups {
			widths[0] = max(widths[0], utf8.RuneCountInString(g.Title)-2)
		}
	}
	if widths[5] > 0 { // who is better, where there is room for it
		wide := 4 + widths[0] + min(1, widths[1])*(2+widths[1])
		for j := 2; j <= 5; j++ {
			wide += widths[j] + behind[j] + 2
		}
		if wide-2 > o.Columns {
			widths[5] = 0
			for k := range rows {
				rows[k] = rows[k][:5]
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
			if a.Pair && long(k) {
				for j, cell := range row[2:4] {
					lines = append(lines, wrap(line+string("AB"[j])+": "+cell, pad(utf8.RuneCountInString(line)+3), o.Width)...)
					line = pad(utf8.RuneCountInString(line))
				}
				continue
			}
			for j, cell := range row[2:] {
				front, back := figure(cell)
				switch {
				case j > 0:
					line += "  "
				case !a.Pair && words[k]:
					line += cell
					continue
				}
				line += right(front, widths[2+j])
				if a.Pair {
					line += left(back, behind[2+j])
				} else if back != "" {
					line += back
				}
			}
			line, width := strings.TrimRight(line, " "), o.Width
			if a.Pair {
				width = o.Columns
			}
			lines = append(lines, wrap(line, pad(widths[0]+4), width)...)
		}
		if len(lines) == 0 {
			continue
		}
		title := g.Title
		if a.Pair {
			indent := 4 + widths[0] + min(1, widths[1])*(2+widths[1])
			title = left(title, indent) + right("A", widths[2]) + pad(behind[2]+2) + right("B", widths[3]) + pad(behind[3]+2) + right("B/A", widths[4])
			if widths[5] > 0 {
				title += "  better"
			}
		}
		blocks = append(blocks, append([]string{title}, lines...))
	}
	if len(same) > 0 {
		blocks = append(blocks, wrap("the same in both: "+strings.Join(same, ", "), "  ", o.Width))
	}
	return blocks
}
