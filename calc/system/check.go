package system

import (
	"fmt"
	"math"
)

// Validate returns nil if w is in the domain that the fields state, and otherwise
// one sentence that says what is wrong and what would be right. It is the door: the
// engines and the other methods do not check. Fields that the kind does not use
// are not looked at.
func (w System) Validate() error {
	if err := first(
		positive("horizon", "s", w.Horizon),
		positive("step", "s", w.Step),
		rate(w.FailureRate),
		least("window of the peak", "s", w.Window, 0),
		w.Traffic.validate(),
		w.Client.validate(),
		w.Server.validate(),
	); err != nil {
		return err
	}
	if w.Client.FirstFromThink && w.Traffic.Kind != Closed {
		return fmt.Errorf("the first delay comes from the think time, but only a closed fleet thinks")
	}
	for i, f := range w.Faults {
		if err := f.validate(); err != nil {
			return err
		}
		for _, g := range w.Faults[:i] {
			if f.Kind == g.Kind && f.At < g.End() && g.At < f.End() {
				return fmt.Errorf("two %s faults overlap, from %gs and from %gs, but those of a kind must not",
					f.Kind, min(f.At, g.At), max(f.At, g.At))
			}
		}
	}
	return nil
}

// first returns the first error that is not nil.
func first(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func (t Traffic) validate() error {
	switch t.Kind {
	case Closed:
		return first(positive("mean think time", "s", t.Think), whole("number of clients", t.Clients, 1, false))
	case Burst:
		return whole("number of clients", t.Clients, 1, false)
	case Open:
		return positive("rate", "/s", t.Rate)
	}
	return fmt.Errorf("there is no traffic of kind %d", t.Kind)
}

func (c Client) validate() error {
	if err := c.Policy.Validate(); err != nil {
		return err
	}
	if !(c.Timeout > 0) {
		return fmt.Errorf("the time-out is %gs, but must be above 0s", c.Timeout)
	}
	switch c.Budget.Kind {
	case NoBudget:
	case Ratio, Throttle, Quota:
		if !(c.Budget.Reserve >= 1) || math.IsInf(c.Budget.Reserve, 1) {
			return fmt.Errorf("the retry budget holds %g tokens, but must hold finitely many and at least 1", c.Budget.Reserve)
		}
		if c.Budget.Kind != Quota {
			if err := positive("ratio of the retry budget", "", c.Budget.Ratio); err != nil {
				return err
			}
		}
	default:
		return fmt.Errorf("there is no retry budget of kind %d", c.Budget.Kind)
	}
	if c.Processes != 0 {
		if err := whole("number of processes", c.Processes, 1, false); err != nil {
			return err
		}
	}
	return c.Breaker.validate()
}

func (b Breaker) validate() error {
	if b.Share == 0 {
		return nil
	}
	return first(
		share("share at which the breaker opens", b.Share),
		positive("window of the breaker", "s", b.Window),
		least("least number of calls for the breaker", "", b.Least, 1),
		positive("pause of the breaker", "s", b.Pause),
	)
}

func (s Server) validate() error {
	if err := positive("latency", "s", s.Latency); err != nil {
		return err
	}
	switch s.Kind {
	case Slowing:
		if !(s.Limit >= 0) {
			return fmt.Errorf("the limit is %g calls, but must be at least 0", s.Limit)
		}
		if err := least("slowdown", "", s.Slowdown, 1); err != nil {
			return err
		}
		if s.AtArrival {
			return nil
		}
		return positive("time between looks", "s", s.Look)
	case Queue:
		return first(whole("number of workers", s.Workers, 1, false), whole("room of the queue", s.Room, 0, true))
	case Limited:
		return whole("capacity", s.Capacity, 1, false)
	}
	return fmt.Errorf("there is no server of kind %d", s.Kind)
}

func (f Fault) validate() error {
	if f.Kind > Spike {
		return fmt.Errorf("there is no fault of kind %d", f.Kind)
	}
	name := fmt.Sprintf(" of a %s fault", f.Kind)
	if err := first(least("start"+name, "s", f.At, 0), least("length"+name, "s", f.Length, 0)); err != nil {
		return err
	}
	switch f.Kind {
	case Slow, Partial:
		return share("share"+name, f.Share)
	case Spike:
		return positive("share"+name, "", f.Share)
	}
	return nil
}

// String is the kind in a word.
func (k FaultKind) String() string {
	return [...]string{"hang", "refuse", "slow", "partial", "spike"}[k]
}

func rate(x float64) error {
	if !(0 <= x && x < 1) {
		return fmt.Errorf("the failure rate is %g, but must be at least 0 and below 1", x)
	}
	return nil
}

func positive(name, unit string, x float64) error {
	if !(x > 0) || math.IsInf(x, 1) {
		return fmt.Errorf("the %s is %g%s, but must be finite and above 0%s", name, x, unit, unit)
	}
	return nil
}

func least(name, unit string, x, least float64) error {
	if !(x >= least) || math.IsInf(x, 1) {
		return fmt.Errorf("the %s is %g%s, but must be finite and at least %g%s", name, x, unit, least, unit)
	}
	return nil
}

func share(name string, x float64) error {
	if !(0 < x && x <= 1) {
		return fmt.Errorf("the %s is %g, but must be above 0 and at most 1", name, x)
	}
	return nil
}

func whole(name string, x, least float64, endless bool) error {
	if !(x >= least) || x != math.Trunc(x) || math.IsInf(x, 1) && !endless {
		return fmt.Errorf("the %s is %g, but must be whole and at least %g", name, x, least)
	}
	return nil
}
