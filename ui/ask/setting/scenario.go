// Package setting holds table 1 of retune: everything that can be set.
//
// A [Scenario] is one complete setting of the program. A [Setting] describes one
// thing in it: its name and symbol, its unit and range, how it steps, and
// where in the Scenario it lives. Flags and their help, the rows of the
// screen, JSON keys, environment variables, shell completion, the table in
// the README and the printed command all derive from [Settings]; adding a setting is
// one row there.
//
// The package is the door: what gets past [Setting.Set] and [Scenario.Check] is
// within the domain of every formula in calc, and nothing behind it checks
// again. What belongs to the view alone (focus, scroll, tab, help, colour) is
// not here, so that it can never change a digit.
package setting

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
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
	fleet.System // the policy and the rest of the fleet, without its outages: see Fleet
	Study
	Moments
	Goal
	Axes
	Limits

	Library client.Values // the client whose policy it is, with its parameters; no Row: none
	Name    string        // of the policy beside others; "": see Names
	Versus  []Scenario    // B, C ..., which count where they may differ from A (see Setting.MayDiffer)
	Layers  []Scenario    // of retries, the outermost first: the policy, Timeout and Cancel of each count
	Inside  Host          // where the calls run; the zero value is nowhere

	typed map[string]typed // by setting: text that people typed in a form of their own
}

// Study is what goes wrong in a fleet, and how it is simulated.
type Study struct {
	ServerOutage  fleet.Outage // what the outage does to a server; Moments.Outage has its length
	Events        []fleet.Outage
	Engine        Engine
	Runs          float64 // number of simulated runs, whole
	Scale         float64 // simulate a fleet so many times smaller, whole; +Inf: chosen
	RecoversShare float64 // of the runs that must come out so for a verdict to hold
	MaxOutage     bool    // find the longest outage that it survives
	Seed          float64 // of everything that is drawn, whole
}

// Moments is what is asked about a policy.
type Moments struct {
	AskAt    float64 // T: the elapsed time asked about, or NaN
	ToFactor float64 // the factor to compare with, or NaN
	Together float64 // retries within this time of each other collide, seconds
	Length
}

// Length is how long the outage lasts.
type Length struct {
	Outage  elapsed.Outage // A is NaN if none is given
	Exactly bool           // it has this one length, where solve would look at all up to it
}

// Goal is the result that is wanted, and the setting to solve for.
type Goal struct {
	Want     string  // name of the wanted result, or ""
	Wanted   float64 // its wanted value, or NaN
	Bound    Bound   // the side of Wanted on which it must stay
	Relative bool    // Wanted is a share of the elapsed time
	Turn     string  // name of the setting to solve for, or ""
	Result   string  // name of the result that what prints, or ""
}

// Axes are the settings that sweep and map vary, as they are written, or "".
type Axes struct {
	Sweep, X, Y string
	Of          string // the result shown along them, or ""; Goal.Wanted is a limit of it
}

// Limits of a policy that recommend proposes, or NaN.
type Limits struct {
	Within, MaxWasted, MaxRatio, MaxReconnect, MaxInitial float64

	MaxRelative bool // MaxReconnect is a share of the outage
	AnyJitter   bool // recommend may propose another jitter, because none was set
}

// Default is the scenario in which nothing has been set.
func Default() Scenario {
	return Scenario{
		System: defaultSystem(jitter.Policy{
			Policy:   calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1), AttemptTime: 0},
			Jitter:   jitter.Jitter{Type: jitter.None},
			Retries:  10,
			Deadline: math.Inf(1),

			TotalTimeout: math.Inf(1),
		}),
		Study: Study{
			ServerOutage:  fleet.Outage{Kind: fleet.Hang, At: 40, Share: 0.5},
			Runs:          20,
			Scale:         math.Inf(1),
			RecoversShare: 0.95,
			Seed:          1,
		},
		Moments: Moments{
			AskAt:    math.NaN(),
			ToFactor: math.NaN(),
			Together: 0.1,
			Length:   Length{Outage: elapsed.Outage{A: math.NaN(), B: math.NaN()}},
		},
		Goal: Goal{Wanted: math.NaN()},
		Limits: Limits{
			Within:       math.NaN(),
			MaxWasted:    math.NaN(),
			MaxRatio:     math.NaN(),
			MaxReconnect: math.NaN(),
			MaxInitial:   math.NaN(),
		},
	}
}

// Begin returns s with an initial delay that its cap allows if the question itself changes
// that delay: it is turned, proposed, or goes along an axis.
func (s Scenario) Begin() Scenario {
	along := func(axis string) bool { return strings.HasPrefix(axis, "initial-delay=") }
	if s.Plain() && (s.Turn == "initial-delay" || !math.IsNaN(s.MaxInitial) || along(s.Sweep) || along(s.X) ||
		along(s.Y)) {
		s.InitialDelay = min(s.InitialDelay, s.Cap)
	}
	return s
}

// Check tells what is wrong between settings that are each in their range.
func (s Scenario) Check() error {
	if err := s.checkPolicy(); err != nil {
		return err
	}
	names := s.Names()
	for i, p := range s.Policies()[1:] {
		if err := p.Check(); err != nil {
			return fmt.Errorf("policy %s: %w", names[1+i], err)
		}
		if slices.Contains(names[:1+i], names[1+i]) {
			return fmt.Errorf("two policies are called %s: choose another name=", names[1+i])
		}
	}
	if longest := mostCells * s.finest(); s.Duration > longest*(1+1e-9) && !math.IsInf(s.Duration, 1) {
		return fmt.Errorf("%s is too long at a resolution of %s: choose --duration %s or less",
			unit.Duration.Exact(s.Duration), unit.Duration.Exact(s.finest()), unit.Duration.Format(longest))
	}
	w := s.Fleet()
	if w.Client.Refuses() != "" { // which the questions about fleets answer with
		if err := w.Client.Policy.Validate(); err != nil {
			return err
		}
		w.Client.Policy = Default().Policy
	}
	return w.Validate() // what calc asks for
}

// checkPolicy tells what is wrong between the settings of one policy.
func (s Scenario) checkPolicy() error {
	switch {
	case s.Cap < s.InitialDelay && s.Plain():
		return fmt.Errorf("cap %s is below the initial delay %s: choose %[2]s or more, or none",
			unit.Duration.Exact(s.Cap), unit.Duration.Exact(s.InitialDelay))
	case s.Outage.Kind == elapsed.WorstOutage && s.Jitter.Draws():
		return fmt.Errorf("--outage %s is the worst outage, which is known without jitter: choose a range such as log=%s..%s",
			s.As("outage"), unit.Duration.Exact(s.Outage.B/10), unit.Duration.Exact(s.Outage.B))
	case s.Library.Row == nil && s.AttemptTime == 0 && math.IsInf(s.Retries, 1) && s.AtOnce():
		return errors.New("without a delay, an attempt time or a limit, endless retries start at once: " +
			"choose --retries, --attempt-time or an initial delay above 0s")
	}
	if row := s.Library.Row; row != nil && row.Paced != nil && s.AttemptTime > 0 {
		p, err := s.Library.Policy()
		if why := row.Paced(s.Library, s.AttemptTime); why != nil && err == nil && p.Retries == s.Retries {
			return fmt.Errorf("the attempt time of %s is, for %s, %w", unit.Duration.Exact(s.AttemptTime), row.Name, why)
		}
	}
	return nil
}

// Slow tells whether an exact answer takes longer than a key may: the distributions of a
// stateful plan are computed on a grid.
func (s Scenario) Slow() bool {
	return s.Stateful() || slices.ContainsFunc(s.Versus, Scenario.Slow)
}

// SlowOutage tells the same of the reconnect delay: the end of a random outage is one
// integral more, and normal distributions have no closed one.
func (s Scenario) SlowOutage() bool {
	return s.Slow() || s.Outage.A != s.Outage.B || s.Jitter.Type.Row().Deviation != nil ||
		slices.ContainsFunc(s.Policies()[1:], Scenario.SlowOutage)
}

// B returns B, asked the same as A.
func (s Scenario) B() Scenario { return s.with(s.Versus[0]) }

// Policies are the scenarios of A and of all others.
func (s Scenario) Policies() []Scenario {
	list := []Scenario{s}
	for _, other := range s.Versus {
		list = append(list, s.with(other))
	}
	return list
}

// Names are what several policies are called: by the name that was given, the client of the first that has it, or a
// letter; nil of one.
func (s Scenario) Names() (names []string) {
	list := s.Policies()
	if len(list) == 1 {
		return nil
	}
	seen := map[string]bool{}
	for i, p := range list {
		name := string(rune('A' + i))
		if own := library.Text(p); p.Library.Row != nil && !seen[own] {
			name, seen[own] = own, true
		}
		names = append(names, cmp.Or(p.Name, name))
	}
	return names
}

// pairs are s with each of the others alone beside it.
func (s Scenario) pairs() (list []Scenario) {
	for i := range s.Versus {
		p := s
		p.Versus = s.Versus[i : i+1 : i+1]
		list = append(list, p)
	}
	return list
}

// Keep returns s with itself kept beside it, behind the others.
func (s Scenario) Keep() Scenario {
	b := s
	b.Versus = nil
	s.Versus = append(slices.Clone(s.Versus), b)
	return s
}

// Drop returns s without the policy that was kept last.
func (s Scenario) Drop() Scenario {
	if s.Versus = s.Versus[: len(s.Versus)-1 : len(s.Versus)-1]; len(s.Versus) == 0 {
		s.Versus = nil
	}
	return s
}

// Room reports whether one more policy can be kept.
func (s Scenario) Room() bool { return len(s.Versus) < mostVersus }

// Swap returns s with the first of the others as A, and A behind them: again and again, each comes first once.
func (s Scenario) Swap() Scenario {
	a, b := s, s.B()
	if a.Versus = nil; math.IsNaN(a.Outage.A) { // of which it has the usual one, and not that of B
		a.Outage = b.Outage
		if !math.IsNaN(b.Outage.A) {
			a.Outage = elapsed.OutageOf(usualOutage)
		}
	}
	b.Versus = append(slices.Clone(s.Versus[1:]), a)
	return b
}

// with returns s with all in which t may differ: its policy, fleet and outage, for as
// long and in the same steps. Where no outage of t is asked about, it is that of s.
func (s Scenario) with(t Scenario) Scenario {
	duration, step := s.Duration, s.Step
	s.Library, s.Name = t.Library, t.Name
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
