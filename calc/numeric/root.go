// Package numeric is the numerical methods of calc: roots and goals, quadrature, the
// normal distribution, and means with their errors.
package numeric

import "math"

// Least returns the least x in [lo, hi] with f(x) >= y, up to rounding, for f
// that does not fall and reaches y in the interval; lo if it does so there.
func Least(f func(float64) float64, y, lo, hi float64) float64 {
	_, x := cross(func(x float64) float64 { return f(x) - y }, func(d float64) bool { return d >= 0 }, never, lo, hi)
	return x
}

// Last returns the greatest x in [lo, hi] with f(x) <= y, up to rounding, for f
// that does not fall and is no more than y at lo; hi if it is no more there.
func Last(f func(float64) float64, y, lo, hi float64) float64 { return LastWithin(f, y, lo, hi, 0) }

// LastWithin is [Last] to within a width, for f that is dear or not quite rising: f is no
// more than y there, and more at one x above it that is no farther away.
func LastWithin(f func(float64) float64, y, lo, hi, width float64) float64 {
	near := func(_, bracket float64) bool { return bracket <= width }
	x, _ := cross(func(x float64) float64 { return f(x) - y }, func(d float64) bool { return d > 0 }, near, lo, hi)
	return x
}

func never(f, width float64) bool { return false }

// cross returns neighbours below < above in [lo, hi] such that f has passed at above
// and has not at below; or what the bracket is when its width or f at one end of it is
// enough. Where f has passed at lo both are lo, and where it has not at hi both are hi.
//
// It keeps a bracket and takes the inverse quadratic through the last three
// points where that is safe, and halves the bracket where it is not: about ten
// evaluations where f is smooth, one per bit where it jumps. Source:
// Chandrupatla, "A new hybrid quadratic/bisection algorithm", Adv. Eng.
// Softw. 28 (1997). His condition can be met by values that hardly shrink the
// bracket; after forty steps it is only halved.
func cross(
	f func(float64) float64, passed func(float64) bool, enough func(f, width float64) bool, lo, hi float64,
) (below, above float64) {
	a, b := hi, lo
	fb := f(b)
	if passed(fb) {
		return lo, lo
	}
	fa := f(a)
	if !passed(fa) {
		return hi, hi
	}
	c, fc := b, fb
	t := 0.5
	for i := range 200 {
		x := a + t*(b-a)
		if x == a || x == b {
			break
		}
		fx := f(x)
		if passed(fx) == passed(fa) {
			c, fc = a, fa
		} else {
			c, b, fc, fb = b, a, fb, fa
		}
		a, fa = x, fx
		eps := 2 * max(math.Abs(a), math.Abs(b)) * 0x1p-53
		width := math.Abs(b - a)
		if width <= 2*eps || enough(fa, width) {
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
	if passed(fa) {
		return b, a
	}
	return a, b
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
