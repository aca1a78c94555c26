package system

import "math"

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
// (1996). With v = y-1, v - log1p(v) is convex with its least value at 0, so
// that Newton's steps from beyond a solution never pass it: -sqrt(2h) is beyond
// low, and h + sqrt(2h) beyond high (Chatzigeorgiou, IEEE Commun. Lett. 17, 2013).
func lambert(h float64) (low, high float64) {
	switch {
	case h == 0:
		return 1, 1
	case math.IsInf(h, 1):
		return 0, h
	}
	newton := func(v float64) float64 {
		for range 60 { // 5 do, as a rule
			step := (v - math.Log1p(v) - h) * (1 + v) / v
			v -= step
			if !(math.Abs(step) > 0x1p-53*(1+v)) {
				break
			}
		}
		return v
	}
	high = 1 + newton(h+math.Sqrt(2*h))
	if h < 0.4 {
		return 1 + newton(-math.Sqrt(2*h)), high
	}
	low = math.Exp(-1 - h)              // beyond the solution; 1+v would lose the digits of a small y
	for i := 0; i < 8 && low > 0; i++ { // 0: it underflows
		low += low * (low - math.Log(low) - 1 - h) / (1 - low)
	}
	return low, high
}
