package jitter

import (
	"fmt"
	"math"

	"retune/calc"
)

// A Policy is how one client spaces its retries, and when it stops.
type Policy struct {
	calc.Policy
	Jitter   Jitter
	CapAfter bool // the cap limits what was drawn, and not what is drawn around
	Feedback bool // the delay drawn, not the one before jitter, is multiplied for the next retry

	Retries  float64 // n: retries after the first attempt, whole, >= 0, or +Inf
	Deadline float64 // D: time since the first attempt after which no retry starts, seconds, >= 0; +Inf: none

	Rule Rule // what a real client does beside that
}

// Validate returns nil if every formula of this package holds for p, and otherwise
// one sentence that says what is wrong and what would be right.
func (p Policy) Validate() error {
	if err := p.Policy.Validate(); err != nil {
		return err
	}
	if int(p.Jitter.Type) >= len(Types) {
		return fmt.Errorf("there is no type of jitter %d", p.Jitter.Type)
	}
	row, x := p.Jitter.Type.Row(), p.Jitter.Amount
	if row.Unit != NoAmount && (!(x >= row.Least && x <= row.Most) || math.IsInf(x, 1)) {
		must := fmt.Sprintf("from %g to %g", row.Least, row.Most)
		if math.IsInf(row.Most, 1) {
			must = fmt.Sprintf("finite and at least %g", row.Least)
		}
		return fmt.Errorf("the amount of jitter is %g, but that of %s must be %s", x, row.Name, must)
	}
	if i := p.Jitter.From; row.From && !(i >= 0 && i <= x) {
		return fmt.Errorf("the second amount of jitter is %g, but that of %s must be from 0 to the first, %g", i, row.Name, x)
	}
	if !(p.Retries >= 0) || p.Retries != math.Trunc(p.Retries) {
		return fmt.Errorf("the number of retries is %g, but must be whole and at least 0", p.Retries)
	}
	if !(p.Deadline >= 0) {
		return fmt.Errorf("the deadline is %gs, but must be at least 0s", p.Deadline)
	}
	if err := p.validateRule(); err != nil {
		return err
	}
	return p.validateState()
}

// Stateful reports whether the distribution of a delay depends on what was drawn before
// it: decorrelated jitter and its kin, any type that draws with Feedback, and delays that
// are sorted.
func (p Policy) Stateful() bool {
	row := p.Jitter.Type.Row()
	return row.After != nil || row.Path != nil || (p.Feedback || p.Rule.Sorted) && p.Jitter.Draws()
}

// Chained reports whether the distribution of a delay is known by the delay before it: one
// that a type with a path draws, or that is sorted, needs more.
func (p Policy) Chained() bool {
	return p.Stateful() && !p.Rule.Sorted && p.Jitter.Type.Row().Path == nil
}

// One returns the distribution of one delay that is not the first.
//
//	cap before:  that around min(c, d)
//	cap after:   min(c, t), t as around d
//
//	d  delay before jitter without the cap, a r^(n-1), seconds, > 0, or +Inf if
//	   that overflows
//	c  cap, seconds
//
// Cap before, the delay may exceed c where the type reaches above d. Cap after, it
// is exactly c with the probability Atom(c). A d that overflows is as far above a
// finite cap as it can be; without a cap the delay is +Inf. A stateful type has no
// distribution of one delay: One panics. See Retry for a policy that is not Usual.
func (p Policy) One(d float64) Delay {
	if row := p.Jitter.Type.Row(); row.After != nil || row.Path != nil {
		panic("jitter: One of a type that depends on the delay before")
	}
	return p.around(2, d)
}

// Next returns the distribution of the delay that follows a delay of t, for a
// stateful policy; the first delay follows t = 0.
//
//	decorrelated    min(c, U(a, max(a, m t))), whatever CapAfter says
//	prior           min(c, U(r t, (r+m) t)), likewise
//	feedback        One(r t)
//	first           decorrelated: t = a;  prior: U(a, (1+m) a);  feedback: One(a)
//
//	a, c  initial delay and cap, seconds
//	m     multiplier, 3 as published
//	t     the delay before, seconds, >= 0; first says that there was none
//
// A rule limits it as it does any delay, but AtCap: the cap cuts the range where it says
// Range, and elsewhere what was drawn. Of smooth jitter the delay before does not say
// enough: Next is Path of the first or the second, and Follow goes on from a draw.
//
// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
// 2015: sleep = min(cap, random_between(base, sleep * 3)).
func (p Policy) Next(t float64, first bool) Dist {
	row := p.Jitter.Type.Row()
	k := 2.0
	if first {
		k = 1
	}
	switch {
	case row.Path != nil:
		return p.Path(k)
	case row.After == nil && first:
		return p.Retry(1)
	case row.After == nil:
		return p.One(p.Factor * t)
	case first && p.First != calc.Usual:
		return p.Retry(1)
	}
	lo, hi := row.After(p.Around(k, p.InitialDelay), t)
	c := p.CapOf(k)
	m := p
	if m.Rule.AtCap != Range {
		m.Rule.AtCap = Both
	}
	return m.limited(k, c, m.ranged(lo, hi, c))
}

// Following returns the distribution of the delay before retry k, whole, >= 1, that follows
// a delay of t: Next of a stateful policy, but Path of k where its type has one, and Retry
// where t does not matter, as of sorted delays, of which it is one before they are sorted.
func (p Policy) Following(k, t float64) Dist {
	switch {
	case p.Chained():
		return p.Next(t, k == 1)
	case p.Jitter.Type.Row().Path != nil:
		return p.Path(k)
	}
	return p.Retry(k)
}

// A Sampler draws delays without making a distribution for each: for the
// simulations, which draw a hundred million. It is a uniform, a normal or pieces where
// the row has them, and inverts the CDF elsewhere. One goroutine may use it at a time.
type Sampler struct {
	policy  Policy
	row     *Row
	draws   bool
	follows bool    // a delay depends on the one before, and not by their order alone
	usual   bool    // see Policy.Usual
	before  float64 // cap of what is drawn around, seconds
	after   float64 // cap of what is drawn, seconds

	grown []float64 // delays before jitter of retry 1, 2, ..., seconds, as far as they were asked for
	dists []Delay   // distributions, likewise, of a policy that is not usual
	same  float64   // retry from which on these are the same
	first Dist      // that of the first delay, of a policy that follows and is not usual
}

// Sampler returns the sampler of the policy.
func (p Policy) Sampler() Sampler {
	s := Sampler{policy: p, usual: p.Usual(), follows: p.Stateful() && !p.Rule.Sorted, row: p.Jitter.Type.Row(), draws: p.Jitter.Draws(), before: p.Cap, after: p.after(p.Cap)}
	if p.CapAfter {
		s.before = math.Inf(1)
	}
	switch {
	case s.usual:
	case s.follows && p.Chained():
		s.first = p.Next(0, true)
	case !s.follows:
		s.same = p.SameFrom()
	}
	return s
}

// Span returns the uniform distribution U(lo, lo+width) around a delay before jitter
// of d, seconds, before it is cut at After; ok says that the type has one.
func (s *Sampler) Span(d float64) (lo, width float64, ok bool) {
	d = min(d, s.before)
	switch {
	case !s.draws:
		return d, 0, true
	case s.row.Bounds == nil:
		return 0, 0, false
	case math.IsInf(d, 1):
		return d, 0, true
	}
	lo, hi := s.row.Bounds(s.policy.Around(1, d))
	if lo < 0 {
		return 0, 0, false
	}
	return lo, hi - lo, true
}

// Around returns a delay around one before jitter of d, as One has it, seconds;
// uniform draws from [0, 1) and normal from the standard normal distribution.
func (s *Sampler) Around(d float64, uniform, normal func() float64) float64 {
	if lo, width, ok := s.Span(d); ok {
		if width > 0 && !math.IsInf(width, 1) {
			lo += width * uniform()
		}
		return min(s.after, lo)
	}
	if d = min(d, min(s.before, 1e20*s.after)); math.IsInf(d, 1) {
		return s.after
	}
	if s.row.Bounds != nil { // the lower one is below 0
		return s.policy.One(d).Quantile(uniform())
	}
	return min(s.after, s.boundless(s.policy.Around(2, d), uniform, normal))
}

// boundless draws around x by a type that has no Bounds.
func (s *Sampler) boundless(x Around, uniform, normal func() float64) float64 {
	switch {
	case s.row.Deviation != nil:
		return max(0, x.Delay+s.row.Deviation(x)*normal())
	case s.row.Pieces != nil:
		return mixture(s.row.Pieces(x)).Quantile(uniform())
	}
	return newTail(s.row.Tail(x)).Quantile(uniform())
}
