// Package numeric is the numerical methods of calc: roots and goals, quadrature, the
// normal distribution, and means with their errors.
package numeric

import "math"

// Least returns the least x in [lo, hi] with f(x) >= y, up to rounding, for f
// that does not fall and reaches y in the interval; lo if it does so there.
func Least(f func(float64) float64, y, lo, hi float64) float64 {
	return cross(func(x float64) float64 { return f(x) - y }, lo, hi)
}

// cross returns the least x in [lo, hi] at which f, which does not fall, is at least 0, to the neighbouring number; lo
// if it is so there, and hi if it never is.
//
// It keeps a bracket and takes the inverse quadratic through the last three
// points where that is safe, and halves the bracket where it is not: about ten
// evaluations where f is smooth, one per bit where it jumps. Source:
// Chandrupatla, "A new hybrid quadratic/bisection algorithm", Adv. Eng.
// Softw. 28 (1997). His condition can be met by values that hardly shrink the
// bracket; after forty steps it is only halved.
func cross(f func(float64) float64, lo, hi float64) float64 {
	a, b := hi, lo
	fb := f(b)
	if fb >= 0 {
		return lo
	}
	fa := f(a)
	if fa < 0 {
		return hi
	}
	c, fc := b, fb
	t := 0.5
	for i := range 200 {
		x := a + t*(b-a)
		if x == a || x == b {
			break
		}
		fx := f(x)
		if (fx >= 0) == (fa >= 0) {
			c, fc = a, fa
		} else {
			c, b, fc, fb = b, a, fb, fa
		}
		a, fa = x, fx
		eps := 2 * max(math.Abs(a), math.Abs(b)) * 0x1p-53
		width := math.Abs(b - a)
		if width <= 2*eps {
			break
		}
		t = 0.5
		xi, phi := (a-b)/(c-b), (fa-fb)/(fc-fb)
		if i < 40 && phi*phi < xi && (1-phi)*(1-phi) < 1-xi { // false for NaN, from infinite values
			t = fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
		}
		least := eps / width
		t = min(1-least, max(least, t))
	}
	if fa >= 0 {
		return a
	}
	return b
}

// FirstWhole returns the least whole number from lo to hi that has passed, if hi
// has, where every number beyond one that has passed has: by steps that double, and
// by halving the last of them.
func FirstWhole(passed func(n float64) bool, lo, hi float64) (n float64, ok bool) {
	if passed(lo) {
		return lo, true
	}
	for step := 1.0; lo < hi; step *= 2 {
		next := min(hi, lo+step)
		if !passed(next) {
			lo = next
			continue
		}
		for next-lo > 1 {
			if mid := lo + math.Floor((next-lo)/2); passed(mid) {
				next = mid
			} else {
				lo = mid
			}
		}
		return next, true
	}
	return hi, false
}
