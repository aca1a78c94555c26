package calc

import (
	"cmp"
	"fmt"
	"math"
)

// A Policy is the rule for the retries of one client, without jitter. Times are in seconds.
type Policy struct {
	InitialDelay float64 // a: delay before retry 1, seconds, >= 0
	Factor       float64 // r: growth of the delay per retry, >= 1
	Cap          float64 // c: upper limit of a delay, seconds, >= InitialDelay; 0 and +Inf: none
	AttemptTime  float64 // s: time that one failing attempt takes, seconds, >= 0

	// Extensions of real clients. The zero values have no effect.
	Growth        Growth  // growth of the delay, if not a r^(n-1)
	First         First   // how the delay before retry 1 differs
	FirstUncapped bool    // the cap does not limit the delay before retry 1
	Floor         float64 // f: lower limit of a delay, applied after the cap, seconds, >= 0
	Quantum       Quantum // unit of the delays, applied last
}

// Exponential reports whether the delay before jitter of retry n is min(c, a r^(n-1)). Every formula for a factor
// assumes that.
func (p *Policy) Exponential() bool {
	g := &p.Growth
	return g.Kind == Exponential && g.Shift == 0 && g.Offset == 0 && g.Until == 0 &&
		p.First == LikeOthers && !p.FirstUncapped && p.Floor == 0 && p.Quantum.Size == 0
}

// MostDelay returns the cap in seconds, or +Inf if there is none.
func (p *Policy) MostDelay() float64 {
	if p.Cap == 0 {
		return math.Inf(1)
	}
	return p.Cap
}

// Validate returns nil if every formula of this package holds for p, otherwise one sentence that says what is wrong and
// what would be right. No other method validates p.
func (p Policy) Validate() error {
	return cmp.Or(
		Demand(finite(p.InitialDelay), "the initial delay is %gs, but must be finite and at least 0s", p.InitialDelay),
		Demand(p.Factor >= 1 && !math.IsInf(p.Factor, 1),
			"the factor is %g, but must be finite and at least 1", p.Factor),
		Demand(p.Cap >= 0, "the cap is %gs, but must be above 0s", p.Cap),
		Demand(p.MostDelay() >= p.InitialDelay || !p.Exponential(),
			"the cap of %gs is below the initial delay of %gs, but must be at least as long",
			p.Cap, p.InitialDelay),
		Demand(finite(p.AttemptTime), "the attempt time is %gs, but must be finite and at least 0s", p.AttemptTime),
		Demand(p.First <= Exact, "there is no rule %d for the first delay", p.First),
		Demand(finite(p.Floor) && p.Floor <= p.MostDelay(),
			"the floor of a delay is %gs, but must be finite, at least 0s and no more than the cap", p.Floor),
		Demand(finite(p.Quantum.Size),
			"the quantum of a delay is %gs, but must be finite and at least 0s", p.Quantum.Size),
		Demand(p.Quantum.Round <= Up, "there is no rounding %d of a delay", p.Quantum.Round),
		p.Growth.demands(),
	)
}

// Demand returns nil if a condition holds, otherwise an error with the sentence.
func Demand(holds bool, format string, args ...any) error {
	if holds {
		return nil
	}
	return fmt.Errorf(format, args...)
}

// finite reports whether x is a finite number that is not negative.
func finite(x float64) bool { return x >= 0 && x <= math.MaxFloat64 }

// whole reports whether x is a whole number from lo to hi.
func whole(x, lo, hi float64) bool { return x >= lo && x <= hi && x == math.Trunc(x) }
