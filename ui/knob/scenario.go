// Package knob holds table 1 of retune: everything that can be set.
//
// A [Scenario] is one complete setting of the program. A [Knob] describes one
// thing in it: its name and symbol, its unit and range, how it steps, and
// where in the Scenario it lives. Flags and their help, the rows of the
// screen, JSON keys, environment variables, shell completion, the table in
// the README and the printed command all derive from [Knobs]; adding a knob is
// one row there.
//
// The package is the door: what gets past [Knob.Set] and [Scenario.Check] is
// within the domain of every formula in calc, and nothing behind it checks
// again. What belongs to the view alone (focus, scroll, tab, help, colour) is
// not here, so that it can never change a digit.
package knob

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"strings"

	"retune/calc"
	"retune/calc/client"
	"retune/calc/elapsed"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/ui/unit"
)

// A Scenario is everything that determines a number retune prints: policy A,
// what is asked of it, and policy B if there is one. Times are in seconds, an
// absent limit is +Inf, and a question that is not asked is NaN.
type Scenario struct {
	fleet.System                // the policy and the rest of the fleet; see World for its Outages
	ServerOutage fleet.Outage   // what the outage is to a server; its length is that of Outage, see World
	Events       []fleet.Outage // what else goes wrong
	Engine       Engine         // what works the fleet out
	Runs         float64        // how often it is simulated, whole
	Scale        float64        // so many times smaller, whole; +Inf: chosen
	MaxOutage    bool           // with the longest outage that it survives

	AskAt    float64 // T: the elapsed time that is asked about, or NaN
	ToFactor float64 // the factor to go to, or NaN

	Outage elapsed.Outage // how long the outage lasts; A is NaN if nothing is said of it
	Window float64        // the time within which two retries collide
	Seed   float64        // of what is drawn, whole

	Want     string  // the result that is wanted: the name of its knob, or ""
	Wanted   float64 // what it shall be, or NaN
	Bound    Bound   // on which side of that it shall stay
	Relative bool    // as a share of the elapsed time
	Turn     string  // the knob that is turned until it is, or ""
	Result   string  // the result that is asked for, or ""

	Sweep, X, Y string // axes over which a question is asked again and again, as they are written, or ""
	Of          string // the result that is asked for along them, or ""; Wanted and Bound are a limit of it

	// Limits of a policy that is to be recommended, or NaN.
	Within, MaxWasted, MaxRatio, MaxReconnect, MaxInitial float64
	MaxRelative                                           bool // MaxReconnect is a share of the outage

	typed map[string]typed // by knob, what was typed in its own way

	Library client.Values // the client whose policy it is, and what it is told; no Row: none. Knobs may have changed the policy since

	Versus *Scenario // B, of which counts what may differ from A: see Knob.MayDiffer; or nil
}

// Default is the scenario in which nothing has been set.
func Default() Scenario {
	return Scenario{
		System: defaultSystem(jitter.Policy{
			Policy:   calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1), AttemptTime: 0},
			Jitter:   jitter.Jitter{Type: jitter.None},
			Retries:  10,
			Deadline: math.Inf(1),
		}),
		ServerOutage: fleet.Outage{Kind: fleet.Hang, At: 40, Share: 0.5},
		Runs:         20,
		Scale:        math.Inf(1),
		AskAt:        math.NaN(),
		Wanted:       math.NaN(),
		ToFactor:     math.NaN(),
		Within:       math.NaN(), MaxWasted: math.NaN(), MaxRatio: math.NaN(), MaxReconnect: math.NaN(), MaxInitial: math.NaN(),
		Outage: elapsed.Outage{A: math.NaN(), B: math.NaN()},
		Window: 0.1,
		Seed:   1,
	}
}

// Begin returns s with an initial delay that its cap allows if the question itself changes
// that delay: it is turned, proposed, or goes along an axis.
func (s Scenario) Begin() Scenario {
	along := func(axis string) bool { return strings.HasPrefix(axis, "initial-delay=") }
	if s.Plain() && (s.Turn == "initial-delay" || !math.IsNaN(s.MaxInitial) || along(s.Sweep) || along(s.X) || along(s.Y)) {
		s.InitialDelay = min(s.InitialDelay, s.Cap)
	}
	return s
}

// Check tells what is wrong between knobs that are each in their range.
func (s Scenario) Check() error {
	if s.Cap < s.InitialDelay && s.Plain() {
		return fmt.Errorf("cap %s is below the initial delay %s: choose %[2]s or more, or none",
			unit.Duration.Exact(s.Cap), unit.Duration.Exact(s.InitialDelay))
	}
	if s.Library.Row == nil && s.AttemptTime == 0 && math.IsInf(s.Retries, 1) && s.AtOnce() {
		return errors.New("without a delay, an attempt time and a limit of the retries they all start at once, without end: " +
			"choose --retries, --attempt-time or an initial delay above 0s")
	}
	if row := s.Library.Row; row != nil && row.Paced != nil && s.AttemptTime > 0 {
		p, err := s.Library.Policy()
		if why := row.Paced(s.Library, s.AttemptTime); why != nil && err == nil && p.Retries == s.Retries {
			return fmt.Errorf("the attempt time of %s is, for %s, %w", unit.Duration.Exact(s.AttemptTime), row.Name, why)
		}
	}
	if s.Versus != nil {
		if err := s.B().Check(); err != nil {
			return fmt.Errorf("policy B: %w", err)
		}
	}
	if longest := mostCells * s.finest(); s.Duration > longest*(1+1e-9) {
		return fmt.Errorf("%s is too long at a resolution of %s: choose --duration %s or less",
			unit.Duration.Exact(s.Duration), unit.Duration.Exact(s.finest()), unit.Duration.Format(longest))
	}
	w := s.World()
	if w.Client.Refuses() != "" { // which the questions about fleets answer with
		if err := w.Client.Policy.Validate(); err != nil {
			return err
		}
		w.Client.Policy = Default().Policy
	}
	return w.Validate() // what calc asks for
}

// Slow tells whether an exact answer takes longer than a key may: the distributions of a
// stateful plan are computed on a grid.
func (s Scenario) Slow() bool { return s.Stateful() || s.Versus != nil && s.Versus.Stateful() }

// SlowOutage tells the same of the reconnect delay: the end of a random outage is one
// integral more, and normal distributions have no closed one.
func (s Scenario) SlowOutage() bool {
	return s.Slow() || s.Outage.A != s.Outage.B || s.Jitter.Type.Row().Deviation != nil || s.Versus != nil && s.B().SlowOutage()
}

// B returns B, asked the same as A.
func (s Scenario) B() Scenario { return s.with(*s.Versus) }

// Policies are the scenarios of A and, if there is one, of B.
func (s Scenario) Policies() []Scenario {
	if s.Versus == nil {
		return []Scenario{s}
	}
	return []Scenario{s, s.B()}
}

// Keep returns s with itself kept as B beside it.
func (s Scenario) Keep() Scenario {
	b := s
	b.Versus = nil
	s.Versus = &b
	return s
}

// Swap returns s with its A and B exchanged.
func (s Scenario) Swap() Scenario {
	a, b := s, s.B()
	if a.Versus = nil; math.IsNaN(a.Outage.A) { // of which it has the usual one, and not that of B
		a.Outage = b.Outage
		if !math.IsNaN(b.Outage.A) {
			a.Outage = elapsed.OutageOf(usualOutage)
		}
	}
	b.Versus = &a
	return b
}

// with returns s with all in which t may differ: its policy, fleet and outage, for as
// long and in the same steps. Where no outage of t is asked about, it is that of s.
func (s Scenario) with(t Scenario) Scenario {
	duration, step := s.Duration, s.Step
	s.Library = t.Library
	s.System, s.ServerOutage, s.Events, s.Versus = t.System, t.ServerOutage, t.Events, nil
	s.Duration, s.Step = duration, step
	if t.typed != nil {
		both := maps.Clone(s.typed)
		if s.typed = t.typed; both != nil {
			maps.Copy(both, t.typed)
			s.typed = both
		}
	}
	if !math.IsNaN(t.Outage.A) {
		s.Outage = t.Outage
	}
	return s
}
