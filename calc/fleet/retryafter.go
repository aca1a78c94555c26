package fleet

import (
	"math"
	"slices"
)

// A RetryAfter is the wait that the server asks for with every rejection: a Limited server, a full Queue, and outages
// of the kinds Reject and Errors. Timeouts and the attempts that FailureRate fails ask for none. Each rejection draws
// the wait, uniform from Least to Least + Spread.
type RetryAfter struct {
	Least  float64 // seconds, >= 0; 0: the server asks for no wait
	Spread float64 // seconds, >= 0
}

// An Honor is the client's rule for the wait that a rejection asks for.
type Honor struct {
	Kind   HonorKind
	Up     float64 // the client adds up to this share of the wait, uniform
	Most   float64 // the longest wait that the client accepts, seconds; 0: any
	Skips  bool    // the client ignores a longer wait
	Leaves bool    // the client gives up at a longer wait; without Skips and Leaves a longer wait counts as Most
}

// HonorKind is the rule that combines the requested wait with the client's own delay.
type HonorKind uint8

// The kinds of Honor.
const (
	Replace HonorKind = iota // the wait alone
	AtLeast                  // the longer of the two
	Add                      // their sum
	Within                   // the wait, but no less than the delay and no more than Most above it
	Ignore                   // the delay alone
)

// Wait returns how long a client with its own delay d waits when a rejection asks for a wait, all in seconds. u draws
// from [0, 1). ok is false if the client gives up.
func (h Honor) Wait(d, asked float64, u func() float64) (wait float64, ok bool) {
	if h.Most > 0 && asked > h.Most && h.Kind != Within {
		if h.Skips || h.Leaves {
			return d, h.Skips || h.Kind == Ignore
		}
		asked = h.Most
	}
	if h.Up > 0 {
		asked *= 1 + h.Up*u()
	}
	switch h.Kind {
	case AtLeast:
		return max(d, asked), true
	case Add:
		return d + asked, true
	case Within:
		return max(d, min(asked, d+h.Most)), true
	case Ignore:
		return d, true
	}
	return asked, true
}

// Rejects reports whether the server ever rejects an attempt, outages included.
func (w System) Rejects() bool {
	return w.OutageRejects() || w.Server.Kind == Limited || w.Server.Kind == Queue && !math.IsInf(w.Server.QueueSize, 1)
}

// OutageRejects reports whether an outage rejects attempts.
func (w System) OutageRejects() bool {
	return slices.ContainsFunc(w.Outages, func(f Outage) bool {
		return (f.Kind == Reject || f.Kind == Errors) && f.Length > 0
	})
}
