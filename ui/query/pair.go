package query

import (
	"math"
	"slices"

	"retune/ui/answer"
	"retune/ui/unit"
)

// pair asks the same quantities of policy A and, if there is one, of B.
func pair(lines []timeline, of func(timeline) []answer.Quantity) []answer.Quantity {
	list := of(lines[0])
	if len(lines) == 1 {
		return list
	}
	for i, b := range of(lines[1]) {
		list[i].B, list[i].WordsB = b.A, b.Words
		if !math.IsNaN(list[i].A) && (list[i].Limit || finite(list[i].A)) {
			list[i].Why = b.Why
		}
	}
	return list
}

// warnAbsent adds a warning for the quantities that have no finite value, one
// for those that have the same reason.
func warnAbsent(a *answer.Answer) {
	var names, reasons []string
	for _, g := range a.Groups {
		for _, q := range g.Quantities {
			absent := func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) && !q.Limit }
			if q.Words != "" || q.Error || !absent(q.A) && (!a.Pair || q.Single || !absent(q.B)) {
				continue
			}
			why := q.Why
			if why == "" {
				why = beyond
			}
			if i := slices.Index(reasons, why); i >= 0 {
				names[i] += ", " + q.Name
				continue
			}
			names, reasons = append(names, q.Name), append(reasons, why)
		}
	}
	for i, name := range names {
		a.Warnings = append(a.Warnings, name+": "+reasons[i])
	}
}

// beyond is why a value is infinite.
var beyond = "beyond the largest number, " + unit.Number.Format(math.MaxFloat64)

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
