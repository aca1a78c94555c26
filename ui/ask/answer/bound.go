package answer

import "math"

// Exact is the relative difference up to which a figure equals the wanted value.
const Exact = 1e-9

// Number returns a value that is x, or absent for the reason why if x is NaN.
func Number(x float64, why string) Value {
	return Quantity{A: x, Why: why}.Of(0)
}

// Limited returns the number to hold against a limit: +Inf if it is not reached or has no bound. ok is false without a
// number.
func (v Value) Limited() (x float64, ok bool) {
	switch {
	case v.Words != "":
		return 0, false
	case v.Status == "":
		return v.Number, true
	}
	return math.Inf(1), v.Status == NotReached || v.Status == Unbounded || v.Status == Overflow
}
