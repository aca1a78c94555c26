package jitter

import (
	"errors"
	"fmt"
	"math"

	"retune/calc"
)

// A Rule is what real clients do beside the five numbers, where something is drawn or a
// policy ends. What also holds without jitter is in calc.Policy. Each part stands alone;
// the zero value of each is nothing, and that of all is a policy of package calc around
// which one type of jitter draws.
//
// In this order a delay comes about:
//
//	grown      g_k, see calc.Growth
//	cap        d_k = min(c, g_k), unless the cap comes after the jitter alone
//	drawn      by the type of jitter around d_k
//	plus       o more
//	cap        again, where AtCap or CapAfter says so
//	floor, quantum, ticks
type Rule struct {
	AtCap  AtCap   // what happens at the cap, beside what CapAfter says
	Least  float64 // m: lower end of the range that is drawn from, seconds, >= 0: U(lo, hi) becomes U(max(m, lo), max(m, hi))
	Plus   float64 // o: seconds added to what was drawn, >= 0
	Values float64 // n: a uniform range has n values, evenly spaced from end to end, whole, 8 to 1000; 0: all

	Stop   Stop
	Starts Starts
	Reset  float64 // in a closed fleet the count of retries begins anew only where the client thinks so long after a success, seconds, >= 0; 0: after any
}

// An AtCap says what happens where a delay meets the cap.
type AtCap uint8

// What happens at the cap c. g is the delay that has grown, t what was drawn.
const (
	ByPlace AtCap = iota // as CapAfter says: around min(c, g), or min(c, t) of a t around g
	Both                 // min(c, t) of a t around min(c, g) (Spring Retry, Linkerd, tower)
	Range                // around min(c, g), the range cut: U(lo, hi) becomes U(min(c, lo), min(c, hi)), nothing piles up at c (Reactor, Spring 7, dskit)
	Pinned               // exactly c from the first g >= c on, nothing is drawn (AWS SDK for Go v2, franz-go)
	Redraw               // t around g, and where t > c one drawn anew from U(c/2, c) (dramatiq)
)

// A Stop says how the deadline D ends a policy. Retry k is due at T_k, and the attempt
// before it has failed at T_(k-1) + s.
type Stop uint8

// The ways in which a deadline ends a policy. The number of retries ends it as well,
// unless said otherwise.
const (
	LookAhead   Stop = iota // retry k is made if T_k <= D (cenkalti/backoff, Temporal, tenacity stop_before_delay)
	LookBehind              // retry k is made if T_(k-1) + s < D, whenever it starts (tenacity stop_after_delay, npm retry, Sidekiq)
	Clip                    // likewise, and it starts by D: at min(T_k, D) (Fluentd, p-retry, failsafe-go)
	CountAndAge             // retry k is made if k <= n or T_k <= D: both must have passed (Google Cloud Tasks)
)

// Starts limits how many attempts start within a time. Its zero value is no limit.
//
// The first attempt opens an interval. Where Most attempts, that one included, have
// started in it the next one is not made if it would start in it, too, and the policy
// ends; one that would start later opens a new interval (systemd StartLimitBurst).
type Starts struct {
	Most   float64 // attempts, whole, >= 1; 0: no limit
	Within float64 // length of the interval, seconds, > 0
}

// validate returns what is wrong with the rule of a policy, or nil.
func (p Policy) validateRule() error {
	r := p.Rule
	if r == (Rule{}) {
		return nil
	}
	seconds := func(x float64) bool { return x >= 0 && x <= math.MaxFloat64 }
	whole := func(x, lo, hi float64) bool { return x >= lo && x <= hi && x == math.Trunc(x) }
	switch {
	case r.AtCap > Redraw:
		return fmt.Errorf("there is no rule %d for what happens at the cap", r.AtCap)
	case !seconds(r.Least):
		return fmt.Errorf("the lower end of the range is %gs, but must be finite and at least 0s", r.Least)
	case !seconds(r.Plus):
		return fmt.Errorf("what is added to a delay is %gs, but must be finite and at least 0s", r.Plus)
	case r.Values != 0 && !whole(r.Values, 8, 1000):
		return fmt.Errorf("the range has %g values, but must have a whole number of them from 8 to 1000, or 0 for all", r.Values)
	case r.Stop > CountAndAge:
		return fmt.Errorf("there is no rule %d for how the deadline ends a policy", r.Stop)
	case r.Starts.Most != 0 && !(whole(r.Starts.Most, 1, 1<<53) && r.Starts.Within > 0):
		return fmt.Errorf("the limit is %g starts within %gs, but must be a whole number of them, at least 1, within more than 0s", r.Starts.Most, r.Starts.Within)
	case !seconds(r.Reset):
		return fmt.Errorf("the count begins anew after %gs, but that must be finite and at least 0s", r.Reset)
	}
	return nil
}

// validateState returns what of the rule does not go with what the policy remembers, or
// nil: Validate asks it last.
func (p Policy) validateState() error {
	row := p.Jitter.Type.Row()
	chain := row.After != nil || row.Path != nil
	switch {
	case (chain || p.Feedback && p.Jitter.Draws()) && p.Growth != (calc.Growth{}):
		return errors.New("each delay is made of the one before: there is no other growth than by the factor")
	case row.ByK && p.Feedback && p.Jitter.Draws():
		return fmt.Errorf("%s jitter draws by the number of the retry: it does not go with feedback, which draws by the delay before", row.Name)
	case row.Jumps && p.Feedback && p.Jitter.Draws():
		return fmt.Errorf("%s jitter can draw less of a longer delay: it does not go with feedback, which multiplies the delay that was drawn", row.Name)
	case (chain || p.Feedback && p.Jitter.Draws()) && p.Quantum.Size > 0:
		return errors.New("quanta do not go with delays that are made of the one before")
	case row.Path != nil && (p.First != calc.Usual || p.Floor > 0 || p.Quantum.Size > 0 || p.Rule.Least > 0 || p.Rule.Plus > 0 || p.Rule.Values > 0):
		return fmt.Errorf("of a rule for single delays %s jitter takes the cap alone", row.Name)
	case p.Rule.Reset > 0 && p.Rule.Starts.Most > 0:
		return errors.New("a count of retries that outlives a success does not go with a limit of the starts")
	}
	return nil
}
