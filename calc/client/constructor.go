package client

import (
	"fmt"
	"math"
)

// dur, num, whole, on and word make parameters of the five units.

func dur(name string, def float64, role Role, help string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Seconds, Default: def, Most: 1e10, Role: role}
}

func num(name string, def, least, most float64, role Role, help string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Number, Default: def, Least: least, Most: most, Role: role}
}

func whole(name string, def, least float64, role Role, help string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Count, Default: def, Least: least, Most: 1e12, Role: role}
}

// The constructors below have a default help.

// either returns the given help, or the default one.
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

// limitOrNone makes a Limit whose least value means no limit.
func limitOrNone(name string, def, least float64, help string) Parameter {
	p := whole(name, def, least, Limit, help)
	p.Endless = true
	return p
}

// orNone allows none, which is +Inf, in addition to the range.
func orNone(p Parameter) Parameter {
	p.None = true
	return p
}

func on(name string, def bool, help string) Parameter {
	p := Parameter{Name: name, Help: help, Unit: Truth, Most: 1}
	if def {
		p.Default = 1
	}
	return p
}

// word makes a parameter that takes one of the words. The first is the default.
func word(name, help string, words ...string) Parameter {
	return Parameter{Name: name, Help: help, Unit: Word, Words: words, Most: float64(len(words) - 1)}
}

func zeroIsDefault(p Parameter) Parameter {
	p.Zero = IsDefault
	return p
}

func zeroIsNone(p Parameter) Parameter {
	p.Zero = IsNone
	return p
}

// unset removes the default: the value follows from other parameters.
func unset(p Parameter) Parameter {
	p.Default = math.NaN()
	return p
}

// further returns the parameters NAME.2 to NAME.8 for the later delays of a list.
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

// needed marks a parameter that the configuration must give.
func needed(p Parameter) Parameter {
	p.Needed = true
	return p
}

// recent marks a parameter that older versions do not know.
func recent(p Parameter) Parameter {
	p.New = true
	return p
}

func above0(p Parameter) Parameter {
	p.Least = 1e-9
	return p
}

// upTo sets the largest value.
func upTo(most float64, p Parameter) Parameter { return ranged(p.Least, most, p) }

// ranged sets the smallest and the largest value.
func ranged(least, most float64, p Parameter) Parameter {
	p.Least, p.Most = least, most
	return p
}

func inSeconds(p Parameter) Parameter { return inWhole(1, p) }

func inMillis(p Parameter) Parameter { return inWhole(ms, p) }

func inWhole(grain float64, p Parameter) Parameter {
	p.Grain = grain
	if p.Least > 0 && p.Least < grain {
		p.Least = grain
	}
	return p
}

// inAll applies a change to each parameter of a list.
func inAll(in func(Parameter) Parameter, list []Parameter) []Parameter {
	for i := range list {
		list[i] = in(list[i])
	}
	return list
}

// with marks a parameter that the client requires if another one is given.
func with(other string, p Parameter) Parameter {
	p.With = other
	return p
}
