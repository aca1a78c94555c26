package calc

import (
	"fmt"
	"math"
)

// NoAnswer is the error of a question that has no answer: why, and the nearest
// thing that can be had. Both are clauses without a full stop; times in them
// are in seconds. A ratio in Nearest is printed to its last digit, so that it
// can be asked for.
type NoAnswer struct{ Reason, Nearest string }

func (e *NoAnswer) Error() string { return e.Reason + "; " + e.Nearest }

// FactorForRatio returns the factor whose next delay tends to the given share
// of the elapsed time, without cap and for T much larger than a.
//
//	r = 1 + ratio
//
//	ratio  next delay over elapsed, >= 0
//
// At finite T that factor gives ratio + a/T; see FactorForRatioAt.
func FactorForRatio(ratio float64) float64 { return 1 + ratio }

// FactorForRatioAt returns the factor r that, with the first delay, cap and
// call time of p, makes NextDelay(T) the given share of T. The factor of p is
// not used.
//
//	r = 1 + ratio - a/T                                    s = 0
//	s ln(X/a)/ln r + (X-a)/(r-1) = T,  X = ratio T         s > 0
//
//	ratio  next delay over elapsed, > 0
//	T      elapsed, seconds, >= 0
//	X      the next delay wanted, seconds
//
// There is exactly one such r when a <= X < c. When X = c every factor from
// some one on does it, and that one is returned. Otherwise the error is a
// *NoAnswer: a next delay lies between a and c. So it is when only a factor
// beyond math.MaxFloat64 would do, for which T must be a small part of s.
func (p Policy) FactorForRatioAt(ratio, t float64) (float64, error) {
	// Being a hair outside is rounding: the nearest ratio that an error names
	// must itself be accepted, and (c/T) T can differ from c by 2^-52.
	const hair = 0x1p-51
	x := ratio * t
	switch {
	case x < p.First*(1-hair):
		return 0, p.tooShort(ratio, t)
	case x > p.Cap*(1+hair):
		return 0, p.tooLong(ratio, t)
	}
	x = math.Min(p.Cap, math.Max(p.First, x))
	r := p.factorFor(x, t)
	if math.IsInf(r, 1) {
		return 0, p.tooSteep(ratio, t)
	}
	return r, nil
}

func (p Policy) tooShort(ratio, t float64) *NoAnswer {
	if ratio == 0 {
		return &NoAnswer{
			Reason:  fmt.Sprintf("no factor gives a ratio of 0, as no delay is shorter than the first delay of %gs", p.First),
			Nearest: "ask for a ratio above 0",
		}
	}
	if t == 0 {
		return &NoAnswer{
			Reason:  fmt.Sprintf("at 0s the ratio is infinite whatever the factor, as %gs of delay follow on no time", p.First),
			Nearest: fmt.Sprintf("from %gs on a ratio of %g can be had", p.First/ratio, ratio),
		}
	}
	return &NoAnswer{
		Reason: fmt.Sprintf("a ratio of %g at %gs is a next delay of %.12gs, shorter than the first delay of %gs",
			ratio, t, ratio*t, p.First),
		Nearest: fmt.Sprintf("the least ratio at %gs is %g, with a factor of 1", t, p.First/t),
	}
}

func (p Policy) tooLong(ratio, t float64) *NoAnswer {
	nearest := fmt.Sprintf("the greatest ratio at %gs is %g", t, p.Cap/t)
	if r := p.factorFor(p.Cap, t); !math.IsInf(r, 1) {
		nearest += fmt.Sprintf(", with a factor of %.12g or more", r)
	}
	return &NoAnswer{
		Reason: fmt.Sprintf("a ratio of %g at %gs is a next delay of %.12gs, longer than the cap of %gs",
			ratio, t, ratio*t, p.Cap),
		Nearest: nearest,
	}
}

func (p Policy) tooSteep(ratio, t float64) *NoAnswer {
	return &NoAnswer{
		Reason: fmt.Sprintf("a ratio of %g at %gs needs a factor beyond 1.8e308, as calls of %gs leave no time for retries",
			ratio, t, p.CallTime),
		Nearest: fmt.Sprintf("the least ratio at %gs is %g, with a factor of 1", t, p.First/t),
	}
}

// factorFor returns the least r for which a r^n(T) = x, a <= x <= c, t > 0, or
// +Inf if it overflows.
//
// In terms of y = ln r, with n = ln(x/a)/y retries by T,
//
//	h(y) = s ln(x/a)/y + (x-a)/(e^y - 1) - T = 0
//
// Both terms are convex and decreasing. Each alone is at most T at the
// solution, which gives two lower bounds; at the greater h <= T, and as both
// terms at least halve when y doubles, the solution is within a factor 2.
// Newton's method rises to it without overshooting. (In q = r-1 h is convex
// too, but Newton then takes tens of steps where r is large.)
func (p Policy) factorFor(x, t float64) float64 {
	rise := x - p.First
	if rise == 0 {
		return 1
	}
	q := rise / t
	if p.CallTime == 0 {
		return 1 + q
	}
	calls := p.CallTime * logRatio(x, p.First)
	y := math.Max(math.Log1p(q), calls/t)
	for range 60 {
		e := math.Expm1(y)
		h := calls/y + rise/e - t
		slope := calls/(y*y) - rise/(e*math.Expm1(-y)) // -h'(y)
		step := h / slope
		y += step
		if !(math.Abs(step) > 1e-9*y) { // the error left is its square
			break
		}
	}
	return 1 + math.Expm1(y)
}
