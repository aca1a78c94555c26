package client

import (
	"math"

	"retune/calc/fleet"
)

// Honor returns what the client does with a wait that the server asks for. The zero value, which is no client's,
// replaces the delay by it.
func (v Values) Honor() fleet.Honor {
	switch {
	case v.Row == nil:
		return fleet.Honor{}
	case v.Row.Honor == nil:
		return fleet.Honor{Kind: fleet.Ignore}
	}
	return v.Row.Honor(v)
}

// honors is the rule of a client whose values do not matter.
func honors(h fleet.Honor) func(Values) fleet.Honor { return func(Values) fleet.Honor { return h } }

// replaces is the rule of a client that waits for what the server asks for instead of its delay.
var replaces = honors(fleet.Honor{})

// honorsToCap is a rule with the longest delay of the client as the longest wait that it accepts.
func honorsToCap(h fleet.Honor) func(Values) fleet.Honor {
	return func(v Values) fleet.Honor {
		if h.Most = v.role(Cap, inf); math.IsInf(h.Most, 1) {
			return fleet.Honor{Kind: h.Kind, Up: h.Up}
		}
		return h
	}
}
