package calc

import (
	"math"

	"retune/calc/numeric"
)

// A Miss is the reason why no factor gives the wanted next delay.
type Miss uint8

// The reasons. A next delay is between the initial delay and the cap.
const (
	TooShort Miss = iota // shorter than the initial delay
	TooLong              // longer than the cap
	TooSteep             // needs a factor beyond math.MaxFloat64: attempts leave no time for retries
	NoGrowth             // the initial delay is 0, and so are all others
)

// NoAnswer is the error of a question without an answer, with the nearest possible ratio at the same elapsed time.
// Times are in seconds; the caller formats them.
type NoAnswer struct {
	Miss   Miss
	Ratio  float64 // nearest possible ratio; +Inf at T = 0, where no other is possible
	Factor float64 // factor with that ratio, for TooLong the smallest one; +Inf: no finite one
}

func (e *NoAnswer) Error() string {
	return "no factor: the next delay would be " + [...]string{"too short", "too long", "too steep", "0"}[e.Miss]
}

// FactorForRatio returns the factor whose next delay tends to the given share, >= 0, of
// the elapsed time, without a cap. At finite T that factor gives ratio + a/T.
//
//	r = 1 + ratio
func FactorForRatio(ratio float64) float64 { return 1 + ratio }

// FactorForRatioAt returns the factor r that, with the initial delay, cap and attempt time of p, makes NextDelay(T) the
// given share of T. The factor of p is not used.
//
//	r = 1 + ratio - a/T                                    s = 0
//	s ln(X/a)/ln r + (X-a)/(r-1) = T,  X = ratio T         s > 0
//
//	ratio  next delay over elapsed, > 0
//	T      elapsed, seconds, >= 0
//	X      the next delay wanted, seconds
//
// There is exactly one such r if 0 < a <= X < c. If X = c, every factor from some value on works, and that value is
// returned. Otherwise, and if only a factor beyond math.MaxFloat64 works, the error is a *NoAnswer.
func (p Policy) FactorForRatioAt(ratio, t float64) (float64, error) {
	// Allow for rounding: the nearest ratio that an error names must be accepted, and (c/T) T can differ from c by
	// 2^-52.
	const hair = 0x1p-51
	x := ratio * t
	switch {
	case p.InitialDelay == 0:
		return 0, &NoAnswer{NoGrowth, 0, 1}
	case x < p.InitialDelay*(1-hair):
		return 0, &NoAnswer{TooShort, p.InitialDelay / t, 1}
	case x > p.MostDelay()*(1+hair):
		return 0, &NoAnswer{TooLong, p.MostDelay() / t, p.factorFor(p.MostDelay(), t)}
	}
	x = min(p.MostDelay(), max(p.InitialDelay, x))
	r := p.factorFor(x, t)
	if math.IsInf(r, 1) {
		return 0, &NoAnswer{TooSteep, p.InitialDelay / t, 1}
	}
	return r, nil
}

// factorFor returns the smallest r for which a r^n(T) = x, a <= x <= c, t > 0, or +Inf if it overflows.
//
// In terms of y = ln r, with n = ln(x/a)/y retries by T,
//
//	h(y) = s ln(x/a)/y + (x-a)/(e^y - 1) - T = 0
//
// Both terms decrease. Each alone is at most T at the solution, which gives two lower bounds. At the larger bound h <=
// T, and both terms at least halve when y doubles, so the solution is within a factor of 2.
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
