package client

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// A Unit is what a parameter is measured in.
type Unit uint8

// The units.
const (
	Count   Unit = iota // whole
	Number              // a factor or a share
	Seconds             // a time
	Truth               // 0 is no, 1 is yes
	Word                // the place in Words
)

// A Role is what a parameter is in a policy, for the parameters that are one of its
// numbers.
type Role uint8

// The roles.
const (
	NoRole Role = iota
	Initial
	Factor
	Cap
	Amount     // of the jitter
	Limit      // retries or attempts, as the row counts
	Deadline   // of all attempts together
	AttemptEnd // the longest time of one attempt

	BudgetShare   // of a retry budget: its Ratio, or that in percent
	BudgetReserve // and its Reserve
	BudgetWindow  // and its Window
)

// OfPolicy tells whether it is a number of the policy of one client.
func (r Role) OfPolicy() bool { return r > NoRole && r < BudgetShare }

// A Zero is what the value 0 counts as.
type Zero uint8

// What 0 counts as.
const (
	IsZero Zero = iota
	IsDefault
	IsNone
)

// A Parameter is one thing that a client can be told.
type Parameter struct {
	Name    string // the client's own
	Help    string // one line
	Unit    Unit
	Default float64 // +Inf: none; NaN: it follows from the others
	Least   float64
	Most    float64 // +Inf: any
	Words   []string
	Role    Role
	Example bool    // the client has no default: this is an example
	With    string  // the client asks for it where that other one is given
	Needed  bool    // its configuration must say it, although it has a default
	Endless bool    // of a Limit: the least value is no limit
	None    bool    // it may be none, too, although that is not the default: see OrNone
	Zero    Zero    // what 0 counts as in the policy
	Grain   float64 // what the client counts a time in, seconds: it takes whole ones alone; 0: any
}

// Range is what the parameter may be, in words.
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

// Grains is which parts of a range the client takes, in words.
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

// Nearest is the value that the client takes which is nearest to x, but for the range.
func (p *Parameter) Nearest(x float64) float64 {
	switch {
	case p.Unit == Count:
		return math.Round(x)
	case p.Grain > 0 && !math.IsInf(x, 0):
		return math.Round(x/p.Grain) / math.Round(1/p.Grain)
	}
	return x
}

// Takes tells whether x is in the range, and whole where the client takes only that.
func (p *Parameter) Takes(x float64) bool {
	return x >= p.Least && x <= p.Most && math.Abs(x-p.Nearest(x)) <= 1e-12*math.Abs(x)
}

// OrNone tells whether the client takes none of it, which is +Inf.
func (p *Parameter) OrNone() bool { return p.None || math.IsInf(p.Default, 1) }

// refused refuses values for which where is true.
func refused(where func(v Values) bool, why string) func(Values) error {
	return func(v Values) error {
		if where(v) {
			return errors.New(why)
		}
		return nil
	}
}

// atLeast refuses less of one parameter than of another.
func atLeast(name, other string) func(Values) error {
	return refused(func(v Values) bool { return v.At(name) < v.At(other) }, name+" must be at least "+other)
}
