package num

import "math"

// Least returns the least x in [lo, hi] with f(x) >= y, up to rounding, for f
// that does not fall and reaches y in the interval.
//
// It keeps a bracket and takes the inverse quadratic through the last three
// points where that is safe, and halves the bracket where it is not: about ten
// evaluations where f is smooth, one per bit where it jumps. Source:
// Chandrupatla, "A new hybrid quadratic/bisection algorithm", Adv. Eng.
// Softw. 28 (1997).
func Least(f func(float64) float64, y, lo, hi float64) float64 {
	a, b := hi, lo
	fa, fb := f(a)-y, f(b)-y
	if fb >= 0 {
		return lo
	}
	c, fc := a, fa
	t := 0.5
	for range 200 {
		x := a + t*(b-a)
		fx := f(x) - y
		if (fx >= 0) == (fa >= 0) {
			c, fc = a, fa
		} else {
			c, b, fc, fb = b, a, fb, fa
		}
		a, fa = x, fx
		best := math.Abs(b - a)
		eps := 2 * math.Max(math.Abs(a), math.Abs(b)) * 0x1p-53
		if best <= 2*eps || fa == 0 {
			break
		}
		least := eps / best
		xi, phi := (a-b)/(c-b), (fa-fb)/(fc-fb)
		if phi*phi < xi && (1-phi)*(1-phi) < 1-xi {
			t = fa/(fb-fa)*fc/(fb-fc) + (c-a)/(b-a)*fa/(fc-fa)*fb/(fc-fb)
		} else {
			t = 0.5
		}
		t = math.Min(1-least, math.Max(least, t))
	}
	if fa >= 0 {
		return a
	}
	return b
}
