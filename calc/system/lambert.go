package system

import (
	"math"

	"retune/calc/num"
)

// lambert returns the two solutions y of
//
//	y - ln y = 1 + h,    0 <= low <= 1 <= high
//
// which are minus the real branches of Lambert's W, the solutions of w e^w = x:
//
//	low = -W0(x),  high = -W-1(x),  x = -e^(-1-h),  h >= 0
//
// It takes h, not x, because x loses near the branch point, x = -1/e, what the
// solutions need, 1 -+ sqrt(2h), and underflows far from it. The solutions are
// good to 1e-15 of h as given, low to that times 1+h.
//
// Source: Corless et al., "On the Lambert W function", Adv. Comput. Math. 5
// (1996). With v = y-1 it is v - log1p(v) = h, which keeps its digits next to the
// branch point; the bounds are those of Chatzigeorgiou, IEEE Commun. Lett. 17
// (2013). Where y is small 1+v would lose its digits, and y itself is sought.
func lambert(h float64) (low, high float64) {
	switch {
	case h == 0:
		return 1, 1
	case math.IsInf(h, 1):
		return 0, h
	}
	beyond := func(v float64) float64 { return v - math.Log1p(v) }
	root := math.Sqrt(2 * h)
	high = 1 + num.Least(beyond, h, root, h+root)
	if h < 0.4 {
		return 1 - num.Least(func(v float64) float64 { return beyond(-v) }, h, 0, root), high
	}
	y := math.Exp(-1 - h)
	return num.Least(func(y float64) float64 { return math.Log(y) - y }, -1-h, y, math.Min(1, 3*y)), high
}
