package calc

import (
	"fmt"
	"math"
)

// A Policy is the rule by which one client spaces its retries, without jitter.
// Every time is in seconds.
type Policy struct {
	InitialDelay float64 // a: delay before retry 1, seconds, >= 0
	Factor       float64 // r: growth of the delay per retry, >= 1
	Cap          float64 // c: upper limit of a delay, seconds, >= InitialDelay; +Inf: none
	AttemptTime  float64 // s: time that one failing attempt takes, seconds, >= 0

	// What real clients do beside that. The zero value of each is nothing.
	Growth        Growth  // how the delay grows, if not as a r^(n-1)
	First         First   // how the delay before retry 1 differs
	FirstUncapped bool    // the cap does not limit the delay before retry 1
	Floor         float64 // f: lower limit of a delay, after the cap, seconds, >= 0
	Quantum       Quantum // the unit in which delays are counted, last of all
	Poll          Poll    // the ticks at which retries start
}

// Plain reports whether the delay before jitter of retry n is min(c, a r^(n-1)), which
// every formula for a factor assumes.
func (p *Policy) Plain() bool {
	g := &p.Growth
	return g.Kind == Exponential && g.Shift == 0 && g.Offset == 0 && g.Until == 0 &&
		p.First == Usual && !p.FirstUncapped && p.Floor == 0 && p.Quantum.Size == 0 && p.Poll.Every == 0
}

// Validate returns nil if every formula of this package holds for p, and otherwise one
// sentence that says what is wrong and what would be right. No other method checks.
func (p Policy) Validate() error {
	for _, f := range []struct {
		name  string
		value float64
	}{
		{"initial delay", p.InitialDelay}, {"factor", p.Factor},
		{"cap", p.Cap}, {"attempt time", p.AttemptTime},
	} {
		if math.IsNaN(f.value) {
			return fmt.Errorf("the %s is not a number, but must be one", f.name)
		}
	}
	switch {
	case p.InitialDelay < 0 || math.IsInf(p.InitialDelay, 1):
		return fmt.Errorf("the initial delay is %gs, but must be finite and at least 0s", p.InitialDelay)
	case p.Factor < 1 || math.IsInf(p.Factor, 1):
		return fmt.Errorf("the factor is %g, but must be finite and at least 1", p.Factor)
	case p.Cap < p.InitialDelay && p.Plain():
		return fmt.Errorf("the cap of %gs is below the initial delay of %gs, but must be at least as long",
			p.Cap, p.InitialDelay)
	case p.AttemptTime < 0 || math.IsInf(p.AttemptTime, 1):
		return fmt.Errorf("the attempt time is %gs, but must be finite and at least 0s", p.AttemptTime)
	case !(p.Cap > 0):
		return fmt.Errorf("the cap is %gs, but must be above 0s", p.Cap)
	case p.First > Exact:
		return fmt.Errorf("there is no rule %d for the first delay", p.First)
	case !(p.Floor >= 0 && p.Floor <= p.Cap && p.Floor <= math.MaxFloat64):
		return fmt.Errorf("the floor of a delay is %gs, but must be finite, at least 0s and no more than the cap", p.Floor)
	case !(p.Quantum.Size >= 0 && p.Quantum.Size <= math.MaxFloat64) || p.Quantum.Round > Up:
		return fmt.Errorf("the quantum of a delay is %gs, but must be finite and at least 0s", p.Quantum.Size)
	case !(p.Poll.Every >= 0 && p.Poll.Every <= math.MaxFloat64):
		return fmt.Errorf("the time between two ticks is %gs, but must be finite and at least 0s", p.Poll.Every)
	case !p.Poll.Unknown && !(p.Poll.Phase >= 0 && p.Poll.Phase <= max(0, p.Poll.Every)):
		return fmt.Errorf("the phase is %gs, but must be at least 0s and no more than the %gs between two ticks",
			p.Poll.Phase, p.Poll.Every)
	}
	return p.Growth.validate()
}
