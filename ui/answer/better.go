package answer

import (
	"math"
	"slices"
)

// Better says which of two values of a figure is the better one.
type Better int

// The ways.
const (
	Neither Better = iota // that depends on what one wants
	Less
	More
)

// Near is how far apart two values may be, relatively, and still count as equal.
const Near = 5e-4

// Equal tells whether the quantity is the same for A and B.
func (q Quantity) Equal() bool {
	a, b := q.Of(0), q.Of(1)
	if a.Status != b.Status || a.Words != b.Words {
		return false
	}
	return a.Status != "" || a.Words != "" || a.Number == b.Number || math.Abs(a.Number-b.Number) <= Near*max(math.Abs(a.Number), math.Abs(b.Number))
}

// Best is the policy that has the better value, 0 or 1; ok is false where neither has:
// they are equal, or there is none to compare. One that is not reached, or has no bound,
// is longer or more than any that is; of a few words the first is the least.
func (q Quantity) Best() (i int, ok bool) {
	if q.Better == Neither || q.Single || q.Equal() {
		return 0, false
	}
	var x [2]float64
	for j := range x {
		switch v := q.Of(j); {
		case v.Words != "":
			if x[j] = float64(slices.Index(q.Among, v.Words)); x[j] < 0 {
				return 0, false
			}
		case v.Status == "":
			x[j] = v.Number
		case v.Status == NotApplicable || v.Status == Unknown:
			return 0, false
		default:
			x[j] = math.Inf(1)
		}
	}
	if x[0] == x[1] {
		return 0, false
	}
	if (x[1] < x[0]) == (q.Better == Less) {
		i = 1
	}
	return i, true
}
