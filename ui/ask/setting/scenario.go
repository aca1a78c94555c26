// Package setting holds the table of everything that a user can set.
//
// A [Scenario] is one complete set of values. A [Setting] describes one value in it: its name and symbol, its unit and
// range, how it steps, and its field of the Scenario. Flags and their help, the rows of the screen, JSON keys,
// environment variables, shell completion, the table in the README and the printed command all derive from [Settings].
// A new setting is one row there.
//
// [Setting.Set] and [Scenario.Check] validate all input: a scenario that passes them is in the domain of every formula
// in calc, and no other package checks it again. The state of the view (focus, scroll, tab, help, colour) is not part
// of a Scenario, so it cannot change a number.
package setting

import (
	"errors"
	"fmt"
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

// A Scenario holds everything that determines a printed number: policy A, the question, and the policies compared with
// A. Times are in seconds. +Inf is an absent limit, NaN a question that is not asked.
type Scenario struct {
	fleet.System // the policy and the fleet; its Outages are empty, see [Scenario.Fleet]
	Study
	PolicyQuestion
	Goal
	Axes
	Limits
	Service

	Library client.Values // the client that has the policy, with its parameters; Row is nil without one
	Name    string        // the policy's name among several; "": see [Scenario.Names]
	Versus  []Scenario    // policies B, C, ...; only settings that may differ from A count, see [Setting.MayDiffer]
	Layers  []Scenario    // layers of retries, outermost first; policy, Timeout and Cancel of each count
	Inside  Host          // where the calls run; the zero value is no host

	typed map[string]typed // texts that users wrote in another form, by setting
}

// Study holds what goes wrong in a fleet, and how the fleet is simulated.
type Study struct {
	ServerOutage  fleet.Outage // effect of the outage on the server; Length.Outage has its duration
	Events        []fleet.Outage
	Runs          float64 // number of runs, whole
	Scale         float64 // factor by which the simulated fleet is smaller, whole; +Inf: automatic
	RecoversShare float64 // share of runs that must agree on a verdict
	AllowLost     bool    // a limit on a figure may also hold for a fleet that does not recover
	MaxOutage     bool    // find the longest outage that the fleet survives
	Seed          float64 // seed of the random numbers, whole
}

// PolicyQuestion holds what is asked about one policy.
type PolicyQuestion struct {
	AskAt           float64 // elapsed time T in seconds, or NaN
	ToFactor        float64 // factor to compare with, or NaN
	CollisionWindow float64 // retries within this time of each other collide, seconds
	OutageTime
}

// OutageTime is the length of the outage.
type OutageTime struct {
	Outage  elapsed.Outage // A is NaN if no outage was set
	Exactly bool           // solve considers only this length, not all lengths up to it
}

// Goal is the wanted result, and the setting to solve for.
type Goal struct {
	Want     string  // name of the wanted result, or ""
	Wanted   float64 // wanted value, or NaN
	Bound    Bound   // side of Wanted that the result must stay on
	Relative bool    // Wanted is a share of the elapsed time
	Unknown  string  // name of the setting to solve for, or ""
	Result   string  // name of the result that the command what prints, or ""
}

// Axes are the texts of the axes of sweep and map, or "".
type Axes struct {
	Sweep, X, Y string
	Of          string // result shown along the axes, or ""; Goal.Wanted is its limit
}

// Limits are the limits of a policy that recommend proposes, or NaN.
type Limits struct {
	Within, MaxWasted, MaxRatio, MaxReconnect, MaxInitial float64

	MaxRelative bool // MaxReconnect is a share of the outage
	AnyJitter   bool // recommend may change the jitter, because the user set none
}

// Default returns the scenario with every setting at its default.
func Default() Scenario {
	nan := math.NaN()
	return Scenario{
		System: defaultSystem(jitter.Policy{
			Policy:   calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1), AttemptTime: 0},
			Jitter:   jitter.Jitter{Type: jitter.None},
			Retries:  10,
			Deadline: math.Inf(1),

			ZeroDeadline: true, // --deadline 0s is a deadline

			TotalTimeout: math.Inf(1),
		}),
		Study: Study{
			ServerOutage:  fleet.Outage{Kind: fleet.Hang, At: 40, Share: 0.5},
			Runs:          20,
			Scale:         math.Inf(1),
			RecoversShare: 0.95,
			Seed:          1,
		},
		PolicyQuestion: PolicyQuestion{
			AskAt:           nan,
			ToFactor:        nan,
			CollisionWindow: 0.1,
			OutageTime:      OutageTime{Outage: elapsed.Outage{A: nan, B: nan}},
		},
		Goal:   Goal{Wanted: nan},
		Limits: Limits{Within: nan, MaxWasted: nan, MaxRatio: nan, MaxReconnect: nan, MaxInitial: nan},
	}
}

// InitialDelayWithinCap returns s with an initial delay of at most its cap, if the question changes the initial delay:
// by solving for it, proposing it, or varying it along an axis.
func (s Scenario) InitialDelayWithinCap() Scenario {
	axes := " " + strings.Join([]string{s.Sweep, s.X, s.Y}, " ")
	if s.Exponential() && (s.Unknown == "initial-delay" || !math.IsNaN(s.MaxInitial) ||
		strings.Contains(axes, " initial-delay=")) {
		s.InitialDelay = min(s.InitialDelay, s.Cap)
	}
	return s
}

// Check returns an error if settings of s conflict that are each in range.
func (s Scenario) Check() error {
	if err := s.checkPolicy(); err != nil {
		return err
	}
	names := s.Names()
	for i, p := range s.others() {
		if err := p.Check(); err != nil {
			return fmt.Errorf("policy %s: %w", names[1+i], err)
		}
		if slices.Contains(names[:1+i], names[1+i]) {
			return fmt.Errorf("two policies are called %s: choose another name=", names[1+i])
		}
	}
	if longest := mostChecks * s.checks(); s.Duration > longest*(1+1e-9) && !math.IsInf(s.Duration, 1) {
		return fmt.Errorf("--duration %s is too long for checks every %s: use --duration %s or less",
			unit.Duration.Exact(s.Duration), unit.Duration.Exact(s.checks()), unit.Duration.Format(longest))
	}
	w := s.Fleet()
	if w.Client.Carried() != nil { // the questions about fleets report the reason
		if err := w.Client.Policy.Validate(); err != nil {
			return err
		}
		w.Client.Policy = Default().Policy
	}
	return w.Validate() // validate what calc requires
}

// checkPolicy returns an error if settings of one policy conflict.
func (s Scenario) checkPolicy() error {
	switch {
	case s.Cap < s.InitialDelay && s.Exponential():
		return fmt.Errorf("cap %s is below the initial delay %s: choose %[2]s or more, or none",
			unit.Duration.Exact(s.Cap), unit.Duration.Exact(s.InitialDelay))
	case s.Outage.Kind == elapsed.WorstOutage && s.Jitter.Draws():
		return fmt.Errorf("--outage %s is the worst outage, which is known without jitter: choose a range such as log=%s..%s",
			s.SentenceText("outage"), unit.Duration.Exact(s.Outage.B/10), unit.Duration.Exact(s.Outage.B))
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

// Slow reports whether an exact answer takes too long to compute on a key press, because the distributions of a
// stateful policy are computed on a grid.
func (s Scenario) Slow() bool {
	return s.Stateful() || slices.ContainsFunc(s.Versus, Scenario.Slow)
}

// SlowOutage reports whether an exact reconnect delay takes too long to compute on a key press: a random outage adds an
// integral, and a normal distribution has no closed form.
func (s Scenario) SlowOutage() bool {
	return s.Slow() || s.Outage.A != s.Outage.B || s.Jitter.Type.Row().Deviation != nil ||
		slices.ContainsFunc(s.others(), Scenario.SlowOutage)
}
