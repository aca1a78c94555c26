package calc

import (
	"math"

	"retune/calc/numeric"
)

// A Miss is why no factor gives the next delay that is wanted.
type Miss uint8

// A next delay lies between the initial delay and the cap.
const (
	TooShort Miss = iota // shorter than the initial delay
	TooLong              // longer than the cap
	TooSteep             // needs a factor beyond math.MaxFloat64: attempts leave no time for retries
	NoGrowth             // the initial delay is 0, and so is every other
)

// NoAnswer is the error of a question that has no answer: why, and the nearest
// ratio that can be had at the same elapsed time. It knows no units but the
// second; whoever shows it attaches them.
type NoAnswer struct {
	Miss   Miss
	Ratio  float64 // nearest that can be had; +Inf at T = 0, where there is no other
	Factor float64 // that gives it, and for TooLong every greater one; +Inf: no finite one
}

func (e *NoAnswer) Error() string {
	return "no factor: the next delay would be " + [...]string{"too short", "too long", "too steep", "0"}[e.Miss]
}

// FactorForRatio returns the factor whose next delay tends to the given share, >= 0, of
// the elapsed time, without a cap. At finite T that factor gives ratio + a/T.
//
//	r = 1 + ratio
func FactorForRatio(ratio float64) float64 { return 1 + ratio }

// FactorForRatioAt returns the factor r that, with the initial delay, cap and attempt
// time of p, makes NextDelay(T) the given share of T. The factor of p is not used.
//
//	r = 1 + ratio - a/T                                    s = 0
//	s ln(X/a)/ln r + (X-a)/(r-1) = T,  X = ratio T         s > 0
//
//	ratio  next delay over elapsed, > 0
//	T      elapsed, seconds, >= 0
//	X      the next delay wanted, seconds
//
// There is exactly one such r when 0 < a <= X < c. When X = c every factor from some one on
// does it, and that one is returned. Otherwise, and when only a factor beyond
// math.MaxFloat64 would do, the error is a *NoAnswer.
func (p Policy) FactorForRatioAt(ratio, t float64) (float64, error) {
	// Being a hair outside is rounding: the nearest ratio that an error names
	// must itself be accepted, and (c/T) T can differ from c by 2^-52.
	const hair = 0x1p-51
	x := ratio * t
	switch {
	case p.InitialDelay == 0:
		return 0, &NoAnswer{NoGrowth, 0, 1}
	case x < p.InitialDelay*(1-hair):
		return 0, &NoAnswer{TooShort, p.InitialDelay / t, 1}
	case x > p.Cap*(1+hair):
		return 0, &NoAnswer{TooLong, p.Cap / t, p.factorFor(p.Cap, t)}
	}
	x = min(p.Cap, max(p.InitialDelay, x))
	r := p.factorFor(x, t)
	if math.IsInf(r, 1) {
		return 0, &NoAnswer{TooSteep, p.InitialDelay / t, 1}
	}
	return r, nil
}

// factorFor returns the least r for which a r^n(T) = x, a <= x <= c, t > 0, or
// +Inf if it overflows.
//
// In terms of y = ln r, with n = ln(x/a)/y retries by T,
//
//	h(y) = s ln(x/a)/y + (x-a)/(e^y - 1) - T = 0
//
// Both terms decrease. Each alone is at most T at the solution, which gives two
// lower bounds; at the greater h <= T, and as both terms at least halve when y
// doubles, the solution is within a factor 2.
func (p Policy) factorFor(x, t float64) float64 {
	rise := x - p.InitialDelay
	if rise == 0 {
		return 1
	}
	q := rise / t
	if p.AttemptTime == 0 {
		return 1 + q
	}
	attempts := p.AttemptTime * logRatio(x, p.InitialDelay)
	y := max(math.Log1p(q), attempts/t)
	h := func(y float64) float64 { return -(attempts/y + rise/math.Expm1(y)) }
	return 1 + math.Expm1(numeric.Least(h, -t, y, 2*y))
}
