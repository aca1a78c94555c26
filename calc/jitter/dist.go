package jitter

// A Dist is the distribution of a time, in seconds. It has no state and may be used
// by several goroutines at once.
type Dist interface {
	// Mean returns the expected value, seconds.
	Mean() float64
	// Variance returns the mean squared distance from Mean, seconds squared.
	Variance() float64
	// CDF returns P(X <= x), x in seconds.
	CDF(x float64) float64
	// Quantile returns the least x with CDF(x) >= q, seconds, 0 < q < 1, and the
	// ends of the support at q = 0 and 1.
	Quantile(q float64) float64
	// Support returns the least interval that X never leaves, seconds; hi may be
	// +Inf.
	Support() (lo, hi float64)
	// Atom returns P(X = x), which is not 0 only where a limit piles draws up or
	// nothing is drawn.
	Atom(x float64) float64
}

// A Delay is the distribution of one delay: it is a mixture of uniforms and points,
// exactly or as nearly as n pieces come.
type Delay interface {
	Dist
	// Components returns the mixture, in ascending order: exactly where the
	// distribution is one, and with about n pieces of equal width, whose masses make
	// the mean and the variance right, where it is not.
	Components(n int) []Component
}

// A Component is a piece of a mixture: uniform on [Lo, Hi], or a point if they are
// the same.
type Component struct {
	Weight float64 // probability
	Lo, Hi float64 // seconds
}

// mid returns the middle, seconds.
func (c Component) mid() float64 {
	if c.Lo == c.Hi { // both may be infinite
		return c.Lo
	}
	return c.Lo + (c.Hi-c.Lo)/2
}

// Constant returns the distribution of a time that is certain, seconds.
func Constant(x float64) Delay { return mixture{{1, x, x}} }
