package report

import (
	"math"
	"slices"

	"retune/ui/answer"
	"retune/ui/unit"
)

// Values is the text of a quantity: one cell, or for a pair its value for A,
// for B, and B over A, which is empty where the two are equal.
func Values(q answer.Quantity, pair bool) []string {
	a := q.Text(0)
	switch {
	case !pair:
		return []string{a}
	case q.Single:
		return []string{"", "", a}
	}
	return []string{a, q.Text(1), times(q.Ratio())}
}

// Better names the policy that has the better value of a quantity, or says nothing.
func Better(q answer.Quantity) string {
	if i, ok := q.Best(); ok {
		return string("AB"[i])
	}
	return ""
}

// times is a ratio in three digits, or nothing where it says nothing: next to 1.
func times(ratio float64) string {
	if math.IsNaN(ratio) || math.Abs(ratio-1) < 5e-4 {
		return ""
	}
	switch {
	case ratio > 0 && ratio < 1e-3:
		return "< ×0.001"
	case ratio > 1000:
		return "> ×1000"
	}
	return "×" + unit.Number.Rounded(ratio, 3)
}

// Errors is the standard errors of a quantity, A's and in an answer for a pair B's,
// "" where one has none.
func Errors(a answer.Answer, q answer.Quantity) []string {
	list := make([]string, map[bool]int{false: 1, true: 2}[a.Pair])
	for _, g := range a.Groups {
		i := 1 + slices.IndexFunc(g.Quantities, func(of answer.Quantity) bool { return of.Name == q.Name })
		if i == 0 || i == len(g.Quantities) || !g.Quantities[i].Error {
			continue
		}
		for j, se := range []float64{g.Quantities[i].A, g.Quantities[i].B}[:len(list)] {
			if !math.IsNaN(se) {
				list[j] = q.Kind.Error(se)
			}
		}
	}
	return list
}

// Row is the text of row i of a table, in the columns that people read.
func Row(t answer.Table, i int) []string {
	var cells []string
	if t.Rows != "" {
		cells = append(cells, t.Label(i))
	}
	for j, x := range t.Row(i) {
		switch c := t.Columns[j]; {
		case c.Detail:
		case c.Read != nil:
			cells = append(cells, c.Read(i))
		case c.Words != nil:
			cells = append(cells, c.Words(i))
		case c.Truth:
			cells = append(cells, yesNo(x != 0))
		default:
			cells = append(cells, c.At(i).Format(x))
		}
	}
	return cells
}

func yesNo(is bool) string { return map[bool]string{true: "yes", false: "no"}[is] }

// Heads is the names of those columns.
func Heads(t answer.Table) []string {
	var names []string
	if t.Rows != "" {
		names = append(names, t.Rows)
	}
	for _, c := range t.Columns {
		if !c.Detail {
			names = append(names, c.Name)
		}
	}
	return names
}
