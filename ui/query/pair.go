package query

import (
	"math"

	"retune/ui/answer"
)

// pair asks the same quantities of policy A and, if there is one, of B.
func pair[P any](list []P, of func(P) []answer.Quantity) []answer.Quantity {
	quantities := of(list[0])
	if len(list) > 1 {
		answer.Beside(quantities, of(list[1]))
	}
	return quantities
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
