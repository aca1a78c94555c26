package report

import (
	"math"
	"slices"
	"unicode/utf8"

	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// Values returns the text of a quantity, one cell for each policy. For two policies a third cell holds the second
// value over the first, or is empty if they are equal.
func Values(a answer.Answer, q answer.Quantity) []string {
	cells := make([]string, max(1, len(a.Policies)))
	for i := range cells {
		cells[i] = q.Text(i)
	}
	pair, ratio := len(cells) == 2, times(q.Ratio())
	switch {
	case q.Shared && pair:
		cells, ratio = []string{"", ""}, q.Text(0)
	case q.Shared:
		clear(cells[1:])
	case q.Equal():
		ratio = ""
	}
	if pair {
		return append(cells, ratio)
	}
	return cells
}

// Beside returns the headings of the cells of [Values] for several policies, and of [Better].
func Beside(a answer.Answer) []string {
	heads := slices.Clone(a.Policies)
	if len(heads) == 2 {
		const longest = 12
		ratio := heads[1] + "/" + heads[0]
		if utf8.RuneCountInString(ratio) > longest {
			ratio = "2nd/1st"
		}
		heads = append(heads, ratio)
	}
	return append(heads, "better")
}

// Better returns the name of the policy with the best value of a quantity, or "".
func Better(a answer.Answer, q answer.Quantity) string {
	if i, ok := q.Best(answer.EqualWithin); ok && a.Policies != nil {
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
		v, se := q.Of(j), q.For(j).Error
		if se > unit.LeastError*math.Abs(v.Number) && (q.Kind != unit.Count || se >= 0.5) {
			list[j] = q.Kind.Error(v.Number, se)
		}
	}
	return list
}
