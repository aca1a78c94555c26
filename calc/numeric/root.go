// Package numeric has the numerical methods of calc: roots and boundaries, the Fourier transform, the normal
// distribution, means with their errors, a heap and independent runs on several cores. Begin with [Least] for a root
// and [Replicate] for runs.
package numeric

import "math"

// Least returns the least x in [lo, hi] with f(x) >= y, up to rounding, for a nondecreasing f that reaches y in the
// interval. It returns lo if f reaches y there.
func Least(f func(float64) float64, y, lo, hi float64) float64 {
	return cross(func(x float64) float64 { return f(x) - y }, lo, hi)
}

// cross returns the least x in [lo, hi] with f(x) >= 0, to the neighbouring number, for a nondecreasing f. It returns
// lo if f(lo) >= 0, and hi if f(hi) < 0.
//
// It keeps a bracket, interpolates the last three points by an inverse quadratic where that is safe, and halves the
// bracket where it is not: about ten evaluations where f is smooth, one per bit where it jumps. Source: Chandrupatla,
// "A new hybrid quadratic/bisection algorithm", Adv. Eng. Softw. 28 (1997). His condition may hold for values that
// hardly shrink the bracket, so after forty steps cross only halves it.
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

// FirstWhole returns the least whole number from lo to hi for which passed holds; ok is false if it does not hold for
// hi. Once passed holds it must hold for every greater number. The search doubles its step and then bisects the last
// step.
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
