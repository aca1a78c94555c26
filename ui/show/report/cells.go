package report

import (
	"cmp"
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// Values returns the text of a quantity, one cell for each policy. For two policies a third cell holds B/A, or is empty
// if they are equal.
func Values(a answer.Answer, q answer.Quantity) []string {
	cells := make([]string, max(1, len(a.Policies)))
	pair := len(cells) == 2
	switch {
	case q.Single && pair:
		return append(cells, q.Text(0))
	case q.Single:
		cells[0] = q.Text(0)
		return cells
	case pair && q.Equal():
		cells = append(cells, "")
	case pair:
		cells = append(cells, times(q.Ratio()))
	}
	for i := range max(1, len(a.Policies)) {
		cells[i] = q.Text(i)
	}
	return cells
}

// Beside returns the headings of the cells of [Values] for several policies, and of [Better].
func Beside(a answer.Answer) []string {
	heads := slices.Clone(a.Policies)
	if len(heads) == 2 {
		heads = append(heads, "B/A")
	}
	return append(heads, "better")
}

// Better returns the name of the policy with the best value of a quantity, or "".
func Better(a answer.Answer, q answer.Quantity) string {
	if i, ok := q.Best(answer.Near); ok && a.Policies != nil {
		return a.Policies[i]
	}
	return ""
}

// times returns a ratio with three digits, or "" if it is 1 to within 0.05%.
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

// Errors returns the standard error of a quantity for each policy, or "" if it is absent or too small to print.
func Errors(a answer.Answer, q answer.Quantity) []string {
	list := make([]string, max(1, len(a.Policies)))
	for j := range list {
		v, se := q.Of(j), q.For(j).Noise
		if se > unit.LeastError*math.Abs(v.Number) && (q.Kind != unit.Count || se >= 0.5) {
			list[j] = q.Kind.Error(se)
		}
	}
	return list
}

// Row returns the text of row i of a table, in the columns that people read.
func Row(t answer.Table, i int) []string {
	var cells []string
	if t.Rows != "" {
		cells = append(cells, t.Label(i))
	}
	row := t.Row(i)
	for j, x := range row {
		switch c := t.Columns[j]; {
		case c.Detail:
		case c.Read != nil:
			cells = append(cells, c.Read(i))
		case c.Words != nil:
			cells = append(cells, c.Words(i))
		case c.Truth:
			cells = append(cells, yesNo(x != 0))
		default:
			cells = append(cells, c.At(i).Rounded(x, c.Known(i, row, x)))
		}
	}
	return cells
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// Heads returns the headings of the cells of [Row].
func Heads(t answer.Table) []string {
	var names []string
	if t.Rows != "" {
		names = append(names, cmp.Or(t.Head, t.Rows))
	}
	for _, c := range t.Columns {
		if !c.Detail {
			names = append(names, cmp.Or(c.Head, c.Name))
		}
	}
	return names
}
