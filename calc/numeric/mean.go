package numeric

import "math"

// A Mean is the running mean of values, with its standard error. The zero value is ready to use. Source of the update:
// Welford, Technometrics 4 (1962).
type Mean struct {
	n, mean, squares float64
}

// Resumed returns the mean that has the given Parts.
func Resumed(n, mean, squares float64) Mean { return Mean{n, mean, squares} }

// Parts returns the number of values, their mean, and the sum of their squared differences from it.
func (m *Mean) Parts() (n, mean, squares float64) { return m.n, m.mean, m.squares }

// Add adds a value. It ignores NaN.
func (m *Mean) Add(x float64) {
	if math.IsNaN(x) {
		return
	}
	m.n++
	d := x - m.mean
	m.mean += d / m.n
	m.squares += d * (x - m.mean)
}

// Count returns the number of values.
func (m *Mean) Count() float64 { return m.n }

// Value returns the mean, NaN without a value.
func (m *Mean) Value() float64 {
	if m.n == 0 {
		return math.NaN()
	}
	return m.mean
}

// Variance returns the unbiased sample variance, NaN for fewer than two values.
func (m *Mean) Variance() float64 {
	if m.n < 2 {
		return math.NaN()
	}
	return m.squares / (m.n - 1)
}

// Error returns the standard error of the mean, NaN for fewer than two values.
func (m *Mean) Error() float64 { return math.Sqrt(m.Variance() / m.n) }
