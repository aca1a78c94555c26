package calc

import "math"

// The way back from a result to one parameter of the policy. The parameter that
// is looked for is not read from p, the others are. A method returns false if
// no value does it; if several values do, it returns the least, which exists
// unless its comment says so. The arguments are trusted: finite, times above 0.

// edge is how far, relative to the time, a want may lie outside what can be
// had and is still taken to be at the edge: both may have been rounded.
const edge = 0x1p-50

// smallest is the least first delay with all its digits.
const smallest = 0x1p-1022

// within returns x moved into [lo, hi], and whether it was there or within the
// given share of the end it passed.
func within(x, lo, hi, share float64) (float64, bool) {
	y := math.Min(hi, math.Max(lo, x))
	return y, math.Abs(x-y) <= share*math.Abs(y)
}

// FirstForDelay returns the first delay with which Delay(n) = x.
//
//	a = x / r^(n-1),  x <= c
//
//	n  retry, whole, >= 1
//	x  wait before it, seconds
//
// At x = c a greater first delay does it, too.
func (p Policy) FirstForDelay(n, x float64) (first float64, ok bool) {
	x, ok = within(x, 0, p.Cap, edge)
	m, e := power(p.Factor, n-1)
	first = math.Ldexp(x/m.hi, -e)
	return first, ok && first >= smallest
}

// FactorForDelay returns the factor with which Delay(n) = x.
//
//	r = (x/a)^(1/(n-1)),  a <= x <= c
//
//	n  retry, whole, >= 1
//	x  wait before it, seconds
//
// At x = c a greater factor does it, too. The first wait does not depend on the
// factor: at n = 1 the result is 1 if x = a.
func (p Policy) FactorForDelay(n, x float64) (factor float64, ok bool) {
	x, ok = within(x, p.InitialDelay, p.Cap, edge)
	if x == p.InitialDelay {
		return 1, ok
	}
	factor = 1 + math.Expm1(logRatio(x, p.InitialDelay)/(n-1))
	return factor, ok && !math.IsInf(factor, 1)
}

// CapForDelay returns the cap with which Delay(n) = x.
//
//	c = x,  a <= x <= a r^(n-1)
//
//	n  retry, whole, >= 1
//	x  wait before it, seconds
//
// If x is the uncapped wait, a greater cap does it, too.
func (p Policy) CapForDelay(n, x float64) (limit float64, ok bool) {
	return within(x, p.InitialDelay, p.uncapped(n), p.ofFactor(n))
}

// FirstForNextDelay returns the first delay with which NextDelay(T) = x.
//
//	a = x - q T                            s = 0, x <= c
//	s z/y + x (1 - e^-z)/q = T,  a = x/e^z    s > 0, x <= c
//
//	T  elapsed, seconds, > 0
//	x  the wait that comes after it, seconds
//	z  ln(x/a)
//
// At s > 0 there is one for every x <= c, though it may be too small for a
// float64. If x = c <= q T and s = 0, every first delay does it and there is no
// least one: false.
func (p Policy) FirstForNextDelay(x, t float64) (first float64, ok bool) {
	q, y := p.growth()
	x, ok = within(x, 0, p.Cap, edge)
	if !ok || q == 0 {
		return x, ok
	}
	if p.AttemptTime == 0 {
		first = math.FMA(-q, t, x)
		return first, first >= smallest
	}
	// Both terms increase with z and the sum is concave, so Newton's method
	// from the left goes up to the solution without overshooting. All in units
	// of x/q.
	calls, time := p.AttemptTime/x*q/y, t/x*q
	z := math.Max(time/(calls+1), (time-1)/calls)
	for range 60 {
		step := (time - calls*z + math.Expm1(-z)) / (calls + math.Exp(-z))
		z += step
		if !(math.Abs(step) > 1e-9*z) { // the error left is its square
			break
		}
	}
	first = x * math.Exp(-z)
	return first, first >= smallest
}

// CapForNextDelay returns the cap with which NextDelay(T) = x.
//
//	c = x,  a <= x <= the next delay without cap
//
//	T  elapsed, seconds, > 0
//	x  the wait that comes after it, seconds
//
// If x is the next delay without cap, a greater cap does it, too.
func (p Policy) CapForNextDelay(x, t float64) (limit float64, ok bool) {
	p.Cap = math.Inf(1)
	return within(x, p.InitialDelay, p.NextDelay(t), p.ofFactor(p.bound(t)))
}

// CallTimeForNextDelay returns the call time with which NextDelay(T) = x.
//
//	s = (T - (x-a)/q) ln r / ln(x/a),  a < x <= c
//
//	T  elapsed, seconds, > 0
//	x  the wait that comes after it, seconds
//
// At x = c, and at x = a with r = 1, it is 0, the least of those that do it.
func (p Policy) CallTimeForNextDelay(x, t float64) (callTime float64, ok bool) {
	q, y := p.growth()
	p.AttemptTime = 0
	most := p.NextDelay(t)
	if near, ok := within(x, p.InitialDelay, most, edge); !ok || near == most {
		return 0, ok
	}
	if q == 0 || x <= p.InitialDelay {
		return 0, false
	}
	// The difference in one rounding: next to the most it is all there is.
	callTime = math.FMA(q, t, p.InitialDelay-x) / q * y / logRatio(x, p.InitialDelay)
	return math.Max(0, callTime), !math.IsInf(callTime, 1)
}

// ofFactor returns what the rounding of a decimal factor, or of an n that is
// not whole, can do to a wait or a time at retry n.
func (p Policy) ofFactor(n float64) float64 {
	_, y := p.growth()
	p.Cap = math.Inf(1)
	return math.Max(edge, p.slack(n)) * (1 + y)
}
