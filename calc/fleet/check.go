package fleet

import (
	"errors"
	"fmt"
	"math"
)

// A number is a numeric field of a system with its name, unit and domain.
type number struct {
	name, unit string
	x          float64
	in         domain
}

// A domain is a set of valid numbers, with words that follow "must be".
type domain struct {
	words string
	has   func(x float64) bool
}

var (
	positive    = domain{"finite and above 0", func(x float64) bool { return x > 0 && !math.IsInf(x, 1) }}
	aboveZero   = domain{"above 0", func(x float64) bool { return x > 0 }}
	fromZero    = domain{"at least 0", func(x float64) bool { return x >= 0 }}
	notNegative = domain{"finite and at least 0", func(x float64) bool { return x >= 0 && !math.IsInf(x, 1) }}
	fromOne     = domain{"finite and at least 1", func(x float64) bool { return x >= 1 && !math.IsInf(x, 1) }}
	share       = domain{"above 0 and at most 1", func(x float64) bool { return 0 < x && x <= 1 }}
	rate        = domain{"at least 0 and below 1", func(x float64) bool { return 0 <= x && x < 1 }}
	count       = domain{"whole, finite and at least 1", func(x float64) bool {
		return x >= 1 && x == math.Trunc(x) && !math.IsInf(x, 1)
	}}
	places = domain{"whole and at least 0", func(x float64) bool { return x >= 0 && x == math.Trunc(x) }}
)

// Validate returns nil if all fields of w are in their domains, and otherwise one sentence that says what is wrong and
// what would be right. The simulation and the other methods do not check again. Fields that a kind does not use are
// ignored.
func (w System) Validate() error {
	if err := w.Client.Policy.Validate(); err != nil {
		return err
	}
	numbers, err := w.numbers()
	for _, n := range numbers {
		if !n.in.has(n.x) {
			return fmt.Errorf("the %s is %g%s, but must be %s", n.name, n.x, n.unit, n.in.words)
		}
	}
	if err != nil {
		return err
	}
	if err := w.Client.Carried(); err != nil {
		return err
	}
	if err := w.conflict(); err != nil {
		return err
	}
	for i, f := range w.Outages {
		for _, g := range w.Outages[:i] {
			if f.Kind == g.Kind && f.At < g.End() && g.At < f.End() {
				return fmt.Errorf("two outages or events of the kind %s overlap: from %gs and from %gs",
					f.Kind, min(f.At, g.At), max(f.At, g.At))
			}
		}
	}
	return nil
}

// conflict returns an error if kinds of w do not go together.
func (w System) conflict() error {
	switch {
	case w.Server.Kind == Slowing && !w.Server.AtArrival && w.Server.Law.Kind != Constant:
		return errors.New("a server that slows has random service times only if its latency is known at arrival: " +
			"choose --server slowing-at-arrival, queue or rate-limited")
	case w.Client.FirstFromThink && w.Traffic.Kind != Closed:
		return errors.New("the initial delay is to come from the think time, which only closed traffic has")
	}
	return nil
}

// Carried returns an error that names a rule of the policy that a fleet does not support, or nil.
func (c Client) Carried() error {
	switch {
	case c.FirstFromThink && (!c.ByDelayAlone() || c.Jitter.Type.Row().Path != nil):
		return errors.New("a first delay from the think time goes with delays of the plain kind only")
	case c.FirstFromThink && c.Rule.Reset > 0:
		return errors.New("a first delay from the think time does not go with a count of retries that outlives a success")
	}
	return nil
}

// numbers returns the numbers that the kinds of w use, except the policy's numbers. The error names an unknown kind.
func (w System) numbers() (list []number, err error) {
	add := func(more ...number) { list = append(list, more...) }
	unknown := func(what string, kind any) { err = fmt.Errorf("there is no %s of kind %d", what, kind) }
	c, s := w.Client, w.Server
	add(number{"duration", "s", w.Duration, aboveZero}, number{"step", "s", w.Step, positive},
		number{"failure rate", "", w.FailureRate, rate}, number{"window of the peak", "s", w.Window, notNegative},
		number{"timeout", "s", c.Timeout, aboveZero}, number{"service time", "s", s.ServiceTime, positive})
	if w.Traffic.Kind != Open {
		add(number{"number of clients", "", w.Traffic.Clients, count})
	}
	switch w.Traffic.Kind {
	case Burst:
		add(number{"spread of the starts", "s", w.Traffic.Spread, notNegative})
	case Closed:
		add(number{"mean think time", "s", w.Traffic.Think, positive})
	case Open:
		add(number{"rate", "/s", w.Traffic.Rate, positive})
	default:
		unknown("traffic", w.Traffic.Kind)
	}
	if a, h := s.RetryAfter, c.Honor; a.Least != 0 {
		add(number{"Retry-After", "s", a.Least, positive}, number{"Retry-After spread", "s", a.Spread, notNegative},
			number{"longest Retry-After", "s", h.Most, fromZero}, number{"jitter of Retry-After", "", h.Up, notNegative})
	}
	if c.Processes != 0 {
		add(number{"number of processes", "", c.Processes, count})
	}
	if b := c.Breaker; b.Share != 0 {
		add(number{"share at which the breaker opens", "", b.Share, share},
			number{"window of the breaker", "s", b.Window, positive},
			number{"minimum number of attempts for the breaker", "", b.Least, fromOne},
			number{"pause of the breaker", "s", b.Pause, positive},
			number{"attempts per success of adaptive throttling", "", b.Adaptive, notNegative})
	}
	for _, part := range []interface{ numbers() ([]number, error) }{c.Budget, s} {
		more, wrong := part.numbers()
		if add(more...); wrong != nil {
			err = wrong
		}
	}
	for _, f := range w.Outages {
		if f.Kind > Spike {
			unknown("outage", f.Kind)
			continue
		}
		name := fmt.Sprintf(" of a %s outage", f.Kind)
		add(number{"start" + name, "s", f.At, notNegative}, number{"length" + name, "s", f.Length, notNegative})
		switch f.Kind {
		case Brownout, Errors:
			add(number{"share" + name, "", f.Share, share})
		case Spike:
			add(number{"share" + name, "", f.Share, notNegative})
		}
	}
	return list, err
}

// numbers returns the numbers that the kind of budget uses, with an error for an unknown kind.
func (b Budget) numbers() (list []number, err error) {
	switch b.Kind {
	case NoBudget:
	case Ratio, Throttle:
		list = append(list, number{"ratio of the retry budget", "", b.Ratio, positive})
		fallthrough
	case Quota:
		list = append(list, number{"number of tokens that the retry budget holds", "", b.Reserve, fromOne},
			number{"tokens that a retry takes", "", b.Cost, notNegative},
			number{"tokens that a retry after a timeout takes", "", b.LateCost, notNegative})
	case Concurrent, Expiring:
		window := notNegative
		if b.Kind == Expiring {
			window = positive
		}
		list = append(list, number{"share of the retry budget", "", b.Ratio, notNegative},
			number{"number of retries that the budget always allows", "", b.Reserve, notNegative},
			number{"window of the retry budget", "s", b.Window, window})
	default:
		err = fmt.Errorf("there is no retry budget of kind %d", b.Kind)
	}
	return list, err
}

// numbers returns the numbers that the kind of server uses, with an error for an unknown kind.
func (s Server) numbers() ([]number, error) {
	switch s.Kind {
	case Slowing:
		list := []number{{"concurrency", "", s.Concurrency, fromZero}, {"slowdown", "", s.Slowdown, fromOne},
			{"slowdown for each attempt", "s", s.PerAttempt, fromZero}}
		if !s.AtArrival {
			list = append(list, number{"check interval", "s", s.CheckInterval, positive})
		}
		return list, nil
	case Queue:
		return []number{{"number of workers", "", s.Workers, count}, {"queue size", "", s.QueueSize, places}}, nil
	case Limited:
		return []number{{"capacity", "/s", s.Capacity, count}}, nil
	}
	return nil, fmt.Errorf("there is no server of kind %d", s.Kind)
}
