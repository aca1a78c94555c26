package calc

import (
	"fmt"
	"math"
)

// A Policy is the rule by which one client spaces its retries, without jitter.
// Every time is in seconds.
type Policy struct {
	InitialDelay float64 // a: delay before retry 1, seconds, > 0
	Factor       float64 // r: growth of the delay per retry, >= 1
	Cap          float64 // c: upper limit of a delay, seconds, >= InitialDelay; +Inf: none
	AttemptTime  float64 // s: time that one failing attempt takes, seconds, >= 0
}

// Validate returns nil if every formula of this package holds for p, and otherwise one
// sentence that says what is wrong and what would be right. No other method checks.
func (p Policy) Validate() error {
	for _, f := range []struct {
		name  string
		value float64
	}{{"initial delay", p.InitialDelay}, {"factor", p.Factor}, {"cap", p.Cap}, {"attempt time", p.AttemptTime}} {
		if math.IsNaN(f.value) {
			return fmt.Errorf("the %s is not a number, but must be one", f.name)
		}
	}
	switch {
	case p.InitialDelay <= 0 || math.IsInf(p.InitialDelay, 1):
		return fmt.Errorf("the initial delay is %gs, but must be finite and above 0s", p.InitialDelay)
	case p.Factor < 1 || math.IsInf(p.Factor, 1):
		return fmt.Errorf("the factor is %g, but must be finite and at least 1", p.Factor)
	case p.Cap < p.InitialDelay:
		return fmt.Errorf("the cap of %gs is below the initial delay of %gs, but must be at least as long", p.Cap, p.InitialDelay)
	case p.AttemptTime < 0 || math.IsInf(p.AttemptTime, 1):
		return fmt.Errorf("the attempt time is %gs, but must be finite and at least 0s", p.AttemptTime)
	}
	return nil
}

// growth returns q = r-1 and y = ln r. The subtraction is exact below 2^53,
// as r-1 is a multiple of the last bit of r and no larger than r.
func (p Policy) growth() (q, y float64) {
	q = p.Factor - 1
	return q, math.Log1p(q)
}
