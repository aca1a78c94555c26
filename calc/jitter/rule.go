package jitter

import (
	"cmp"
	"math"

	"retune/calc"
)

// A Rule has rules of real clients beside the five numbers, for draws and for the end of a policy. Rules that also
// hold without jitter are in calc.Policy. The fields are independent, and the zero value of each changes nothing.
//
// A delay is made in this order:
//
//	grown      g_k, see calc.Growth
//	cap        d_k = min(c, g_k), unless the cap comes after the jitter alone
//	drawn      by the type of jitter around d_k
//	plus       o more
//	cap        again, where AtCap or CapAfter says so
//	floor, quantum, ticks
type Rule struct {
	AtCap  AtCap   // rule at the cap, in addition to CapAfter
	Least  float64 // m: U(lo, hi) becomes U(max(m, lo), max(m, hi)), seconds, >= 0
	Plus   float64 // o: seconds added to what was drawn, >= 0
	Values float64 // n: values of a uniform range, evenly spaced from end to end, whole, 8 to 1000; 0: all

	Stop   Stop
	Starts Starts
	Reset  float64 // pause after a success that resets the count of retries in a closed fleet, seconds, >= 0
}

// AtCap is a rule for delays at the cap.
type AtCap uint8

// The rules at the cap c. g is the grown delay, t the drawn delay.
const (
	ByPlace AtCap = iota // by CapAfter: t around min(c, g), or min(c, t) with t around g
	Both                 // min(c, t) with t around min(c, g) (Spring Retry, Linkerd, tower)
	Range                // around min(c, g), U(lo, hi) becomes U(min(c, lo), min(c, hi)) (Reactor, Spring 7, dskit)
	Pinned               // exactly c without a draw, from the first g >= c on (AWS SDK for Go v2, franz-go)
	Redraw               // t around g, replaced by a draw from U(c/2, c) if t > c (dramatiq)
)

// A Stop is a rule by which the deadline D ends a policy. Retry k is due at T_k, and the attempt before it failed at
// T_(k-1) + s.
type Stop uint8

// The rules for the deadline. The number of retries also ends a policy, unless stated otherwise.
const (
	LookAhead   Stop = iota // retry k is made if T_k <= D (cenkalti/backoff, Temporal)
	LookBehind              // retry k is made if T_(k-1) + s < D, whenever it starts (tenacity, Sidekiq)
	Clip                    // as LookBehind, but retry k starts by D: at min(T_k, D) (Fluentd, p-retry, failsafe-go)
	CountAndAge             // retry k is made if k <= n or T_k <= D: both must have passed (Google Cloud Tasks)
)

// Starts limits the number of attempts that start within an interval. The zero value is no limit.
//
// The first attempt opens an interval. Once Most attempts, the first included, have started in the interval, another
// attempt in it is not made and the policy ends. An attempt after the interval opens a new one (systemd
// StartLimitBurst).
type Starts struct {
	Most   float64 // attempts, whole, >= 1; 0: no limit
	Within float64 // length of the interval, seconds, > 0
}

// demands returns what is wrong with a rule, or nil.
func (r Rule) demands() error {
	seconds := func(x float64) bool { return x >= 0 && x <= math.MaxFloat64 }
	whole := func(x, lo, hi float64) bool { return x >= lo && x <= hi && x == math.Trunc(x) }
	return cmp.Or(
		calc.Demand(r.AtCap <= Redraw, "there is no rule %d for the cap", r.AtCap),
		calc.Demand(seconds(r.Least), "the lower end of the range is %gs, but must be finite and at least 0s", r.Least),
		calc.Demand(seconds(r.Plus), "%gs are added to a delay, but it must be finite and at least 0s", r.Plus),
		calc.Demand(r.Values == 0 || whole(r.Values, 8, 1000),
			"the range has %g values, but must have a whole number of them from 8 to 1000, or 0 for all", r.Values),
		calc.Demand(r.Stop <= CountAndAge, "there is no rule %d for the deadline", r.Stop),
		calc.Demand(r.Starts.Most == 0 || whole(r.Starts.Most, 1, 1<<53) && r.Starts.Within > 0,
			"the limit is %g starts within %gs, but must be a whole number of them, at least 1, within more than 0s",
			r.Starts.Most, r.Starts.Within),
		calc.Demand(seconds(r.Reset),
			"the count restarts after %gs, but that must be finite and at least 0s", r.Reset),
		calc.Demand(r.Reset == 0 || r.Starts.Most == 0,
			"a count of retries that outlives a success does not go with a limit of the starts"),
	)
}

// memoryDemands returns what is wrong with the rule of a policy in which a delay depends on the previous one, or nil.
func (p Policy) memoryDemands() error {
	row := p.Jitter.Type.Row()
	feedback, path := p.Feedback && p.Jitter.Draws(), row.Path != nil
	chain := row.After != nil || path || feedback
	single := p.First != calc.LikeOthers || p.Floor > 0 || p.Rule.Least > 0 || p.Rule.Plus > 0 || p.Rule.Values > 0
	return cmp.Or(
		calc.Demand(!chain || p.Growth == (calc.Growth{}),
			"each delay follows from the one before: only the factor makes it grow"),
		calc.Demand(!p.Jitter.OncePerCall || !chain,
			"each delay follows from the one before: one draw for all goes with no such jitter"),
		calc.Demand(!row.ByRetryNumber || !feedback,
			"%s jitter depends on the number of the retry and does not go with feedback", row.Name),
		calc.Demand(!row.NotMonotone || !feedback,
			"%s jitter can draw less around a longer delay and does not go with feedback", row.Name),
		calc.Demand(!chain || p.Quantum.Size == 0, "quanta do not go with delays that depend on the one before"),
		calc.Demand(!path || !single, "%s jitter goes with a cap, but with no other rule for single delays", row.Name),
	)
}
