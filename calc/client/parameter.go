package client

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// A Unit is the unit of a parameter.
type Unit uint8

// The units.
const (
	Count   Unit = iota // whole number
	Number              // factor or share
	Seconds             // time
	Truth               // 0 is no, 1 is yes
	Word                // index in Words
)

// A Role says which number of a policy or of a budget a parameter sets.
type Role uint8

// The roles.
const (
	NoRole Role = iota
	Initial
	Factor
	Cap
	Amount     // amount of jitter
	Limit      // retries or attempts, as the row counts
	Deadline   // limit of all attempts together
	AttemptEnd // longest time of one attempt
	Window     // time in which the limit counts
	Steps      // retries in which the delay grows from the Initial to the Cap

	BudgetShare   // Ratio of a retry budget, or its percentage
	BudgetReserve // Reserve of a retry budget
	BudgetWindow  // Window of a retry budget
)

// OfPolicy reports whether the role belongs to the policy of one client.
func (r Role) OfPolicy() bool { return r > NoRole && r < BudgetShare }

// A Zero is the meaning of the value 0.
type Zero uint8

// The meanings of 0.
const (
	IsZero Zero = iota
	IsDefault
	IsNone
)

// A Parameter is one setting of a client.
type Parameter struct {
	Name    string // as the client calls it
	Help    string // one line
	Unit    Unit
	Written Notation // of a time: how the client writes it
	Default float64  // +Inf: none; NaN: it follows from other parameters
	Least   float64
	Most    float64 // +Inf: any
	Words   []string
	Role    Role
	Example bool    // Default is an example: the client has none
	With    string  // the client requires it if that parameter is given
	Needed  bool    // the configuration must give it, although it has a default
	New     bool    // older versions in use refuse or ignore it
	Endless bool    // the least value of a Limit means no limit
	None    bool    // none is allowed, although it is not the default: see OrNone
	Zero    Zero    // meaning of 0 in the policy
	Grain   float64 // only multiples of this time are allowed, seconds; 0: any
}

// Range returns the allowed values, in words.
func (p *Parameter) Range() string {
	text := fmt.Sprintf("at least %g", p.Least)
	switch {
	case p.Unit == Truth:
		return "true or false"
	case p.Unit == Word:
		return "one of " + strings.Join(p.Words, ", ")
	case !math.IsInf(p.Most, 1):
		text = fmt.Sprintf("from %g to %g", p.Least, p.Most)
	}
	if p.Unit == Count {
		text = "whole, " + text
	}
	if p.Unit == Seconds {
		text += " seconds"
	}
	return text + p.Grains()
}

// Grains returns the allowed fractions of a range, in words.
func (p *Parameter) Grains() string {
	switch p.Grain {
	case 1:
		return ", in whole seconds"
	case ms:
		return ", in whole milliseconds"
	case 1e-6:
		return ", in whole microseconds"
	}
	return ""
}

// Nearest returns the value nearest to x that the client takes, ignoring the range.
func (p *Parameter) Nearest(x float64) float64 {
	switch {
	case p.Unit == Count:
		return math.Round(x)
	case p.Grain > 0 && !math.IsInf(x, 0):
		return math.Round(x/p.Grain) / math.Round(1/p.Grain)
	}
	return x
}

// Takes reports whether the client takes x.
func (p *Parameter) Takes(x float64) bool {
	return x >= p.Least && x <= p.Most && math.Abs(x-p.Nearest(x)) <= 1e-12*math.Abs(x)
}

// OrNone reports whether none, which is +Inf, is allowed.
func (p *Parameter) OrNone() bool { return p.None || math.IsInf(p.Default, 1) }

// refused returns a check that refuses values for which where is true.
func refused(where Condition, why string) func(Values) error {
	return func(v Values) error {
		if where(v) {
			return errors.New(why)
		}
		return nil
	}
}

// atLeast returns a check that refuses a value of one parameter below another's.
func atLeast(name, other string) func(Values) error {
	return func(v Values) error {
		if x, least := v.At(name), v.At(other); x < least {
			return fmt.Errorf("%s is %gs, but must be at least %s, which is %gs", name, x, other, least)
		}
		return nil
	}
}
