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

// The constructors of parameters, for the rows.

func dur(name string, def float64, role Role, help string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Seconds, Default: def, Most: 1e10, Role: role}
}

func num(name string, def, least, most float64, role Role, help string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Number, Default: def, Least: least, Most: most, Role: role}
}

// The constructors below have a usual help, which may be replaced by another.

func either(help []string, usual string) string {
	if len(help) > 0 {
		return help[0]
	}
	return usual
}

func factor(name string, def float64, help ...string) Parameter {
	return num(name, def, 1, 1000, Factor, either(help, "growth of the wait"))
}

func initialDelay(name string, def float64, help ...string) Parameter {
	return dur(name, def, Initial, either(help, "wait before retry 1"))
}

func longestDelay(name string, def float64, help ...string) Parameter {
	return dur(name, def, Cap, either(help, "longest delay"))
}

func deadline(name string, def float64, help ...string) Parameter {
	return dur(name, def, Deadline, either(help, "for all attempts together"))
}

func attemptTimeout(name string, def float64, help ...string) Parameter {
	return dur(name, def, AttemptEnd, either(help, "longest time of one attempt"))
}

func jitterShare(name string, def float64, help ...string) Parameter {
	return num(name, def, 0, 1, Amount, either(help, "part of the delay"))
}

func retryLimit(name string, def float64, help ...string) Parameter {
	return whole(name, def, 0, Limit, either(help, "retries"))
}

func attemptLimit(name string, def float64, help ...string) Parameter {
	return whole(name, def, 1, Limit, either(help, "attempts with the first"))
}

func whole(name string, def, least float64, role Role, help string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Count, Default: def, Least: least, Most: 1e12, Role: role}
}

// limitOrNone is a Limit whose least value is none.
func limitOrNone(name string, def, least float64, help string) Parameter {
	p := whole(name, def, least, Limit, help)
	p.Endless = true
	return p
}

// orNone is a parameter that the client takes none of, too.
func orNone(p Parameter) Parameter {
	p.None = true
	return p
}

// OrNone tells whether the client takes none of it, which is +Inf.
func (p *Parameter) OrNone() bool { return p.None || math.IsInf(p.Default, 1) }

func on(name string, def bool, help string) Parameter {
	p := Parameter{Name: name, Help: help, Unit: Truth, Most: 1}
	if def {
		p.Default = 1
	}
	return p
}

// word takes one of the words, by default the first.
func word(name, help string, words ...string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Word, Words: words, Most: float64(len(words) - 1)}
}

// zeroIsDefault has 0 count as the default.
func zeroIsDefault(p Parameter) Parameter {
	p.Zero = IsDefault
	return p
}

// zeroIsNone has 0 count as no limit.
func zeroIsNone(p Parameter) Parameter {
	p.Zero = IsNone
	return p
}

// unset has the parameter follow from the others where it is not given.
func unset(p Parameter) Parameter {
	p.Default = math.NaN()
	return p
}

// further is the parameters for the delays of a list after the first, NAME.2 and on.
func further(name string) (list []Parameter) {
	for k := 2; k <= 8; k++ {
		list = append(list,
			unset(dur(fmt.Sprintf("%s.%d", name, k), 0, NoRole, fmt.Sprintf("wait before retry %d, if they differ", k))))
	}
	return list
}

// example marks a parameter whose client has no default.
func example(p Parameter) Parameter {
	p.Example = true
	return p
}

// above0 is a time that the client refuses where it is 0.
func above0(p Parameter) Parameter {
	p.Least = 1e-9
	return p
}

// upTo limits what the client takes.
func upTo(most float64, p Parameter) Parameter { return ranged(p.Least, most, p) }

// ranged limits what the client takes on both sides.
func ranged(least, most float64, p Parameter) Parameter {
	p.Least, p.Most = least, most
	return p
}

// inSeconds has the client take whole seconds alone.
func inSeconds(p Parameter) Parameter { return inWhole(1, p) }

// inMillis has the client take whole milliseconds alone.
func inMillis(p Parameter) Parameter { return inWhole(ms, p) }

func inWhole(grain float64, p Parameter) Parameter {
	p.Grain = grain
	if p.Least > 0 && p.Least < grain {
		p.Least = grain
	}
	return p
}

// inAll has each of a list be so.
func inAll(in func(Parameter) Parameter, list []Parameter) []Parameter {
	for i := range list {
		list[i] = in(list[i])
	}
	return list
}

// with marks a parameter that the client asks for where that other one is given.
func with(other string, p Parameter) Parameter {
	p.With = other
	return p
}

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
