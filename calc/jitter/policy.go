package jitter

import (
	"cmp"
	"fmt"
	"math"

	"retune/calc"
)

// A Policy defines how one client spaces its retries and when it stops. A limit that is left out is none: for Cap,
// Deadline and TotalTimeout 0 means the same as +Inf. Retries is a number and not a limit: without it there is only the
// first attempt.
type Policy struct {
	calc.Policy
	Jitter   Jitter
	CapAfter bool // the cap limits the drawn delay instead of the delay before jitter
	Feedback bool // the factor multiplies the drawn delay instead of the delay before jitter

	Retries float64 // n: number of retries after the first attempt, whole, >= 0; +Inf: endless

	// Deadline is D, the time since the first attempt after which no retry starts, seconds; 0 and +Inf: none. With
	// ZeroDeadline 0 is a deadline like any other: only retries that start at once are made.
	Deadline     float64
	ZeroDeadline bool

	// TotalTimeout is W, the time since the first attempt at which the call and any attempt under way end, seconds; 0
	// and +Inf: none. No retry starts at W or later.
	TotalTimeout float64

	// WaitAfterLast makes a call go on after the last attempt, for the delay before the retry that is not made or
	// until the deadline: a TCP SYN, a CoAP message. A deadline then looks ahead or clips, and attempts take no time.
	WaitAfterLast bool

	Rule Rule // further rules of a real client
}

// New returns a policy that retries for ever, after delays of a r^(n-1): an initial delay a in seconds and a factor r.
// Its other fields are left out: no cap, no jitter, no limit.
func New(initialDelay, factor float64) Policy {
	return Policy{Policy: calc.Policy{InitialDelay: initialDelay, Factor: factor}, Retries: math.Inf(1)}
}

// WithDefaults returns the same policy with +Inf for every limit that is none. Code that reads the limits of a policy,
// and not only calls its methods, reads them from a complete one.
func (p Policy) WithDefaults() Policy {
	p.Cap, p.Deadline = p.MostDelay(), p.deadline()
	if p.TotalTimeout == 0 {
		p.TotalTimeout = math.Inf(1)
	}
	return p
}

// deadline returns the deadline in seconds, or +Inf if there is none.
func (p *Policy) deadline() float64 {
	if p.Deadline == 0 && !p.ZeroDeadline {
		return math.Inf(1)
	}
	return p.Deadline
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
	return cmp.Or(p.demands(), p.waitDemands(), p.Rule.demands(), p.memoryDemands())
}

// demands returns what is wrong with the jitter or the end of a policy, or nil.
func (p Policy) demands() error {
	row, x, i := p.Jitter.Type.Row(), p.Jitter.Amount, p.Jitter.From
	return cmp.Or(
		calc.Demand(row.Unit == NoAmount || x >= row.MinAmount && x <= row.MaxAmount && !math.IsInf(x, 1),
			"the amount of jitter is %g, but must be finite and from %g to %g for %s",
			x, row.MinAmount, row.MaxAmount, row.Name),
		calc.Demand(!row.TwoAmounts || i >= 0 && i <= x,
			"the second amount of %s jitter is %g, but must be from 0 to the first, %g", row.Name, i, x),
		calc.Demand(p.Retries >= 0 && p.Retries == math.Trunc(p.Retries),
			"the number of retries is %g, but must be whole and at least 0", p.Retries),
		calc.Demand(p.Deadline >= 0, "the deadline is %gs, but must be at least 0s", p.Deadline),
		calc.Demand(p.TotalTimeout >= 0, "the total timeout is %gs, but must be above 0s", p.TotalTimeout),
		calc.Demand(p.Rule.Stop != LookBehind && p.Rule.Stop != CountAndAge ||
			p.TotalTimeout <= p.deadline() || math.IsInf(p.TotalTimeout, 1),
			"the total timeout is %gs, but must not be above the deadline of %gs, after which this client may still retry",
			p.TotalTimeout, p.Deadline),
	)
}

// waitDemands returns what is wrong with a wait after the last attempt, or nil.
func (p Policy) waitDemands() error {
	return cmp.Or(
		calc.Demand(!p.WaitAfterLast || p.Rule.Starts.Most == 0 &&
			(math.IsInf(p.deadline(), 1) || p.Rule.Stop == LookAhead || p.Rule.Stop == Clip),
			"the rule that ends the retries of this client leaves no wait after the last attempt"),
		calc.Demand(!p.WaitAfterLast || p.AttemptTime == 0 || math.IsInf(p.deadline(), 1),
			"the attempt time is %gs, but must be 0s where a call waits after the last attempt until a deadline",
			p.AttemptTime),
	)
}

// Stateful reports whether the distribution of a delay depends on an earlier draw: decorrelated jitter and related
// types, and every type that draws once or with Feedback.
func (p Policy) Stateful() bool {
	row := p.Jitter.Type.Row()
	return row.After != nil || row.Path != nil || (p.Feedback || p.Jitter.OncePerCall) && p.Jitter.Draws()
}

// Chained reports whether the previous delay determines the distribution of a delay. Types with a path, and types that
// draw once, need the drawn number instead.
func (p Policy) Chained() bool {
	return p.Stateful() && !p.Jitter.OncePerCall && p.Jitter.Type.Row().Path == nil
}

// One returns the distribution of one delay after the first, for a type that does not depend on the previous delay.
//
//	cap before   the draw around min(c, d)
//	cap after    min(c, t), t drawn around d
//
//	d  delay before jitter without the cap, a r^(n-1), seconds, >= 0, or +Inf if it
//	   overflows
//	c  cap, seconds
//
// With the cap before, the delay may exceed c if the type reaches above d. With the cap after, it is exactly c with
// probability Atom(c).
func (p Policy) One(d float64) Dist {
	if row := p.Jitter.Type.Row(); row.After != nil || row.Path != nil {
		panic("jitter: One of a type that depends on the delay before")
	}
	return p.delayOf(2, d)
}

// Next returns the distribution of the delay that follows a delay of t, for a stateful policy. The first delay follows
// none.
//
//	decorrelated    min(c, U(a, max(a, m t))), wherever the cap stands
//	prior           min(c, U(r t, (r+m) t)), likewise
//	feedback        One(r t)
//	first           decorrelated: t = a;  prior: U(a, (1+m) a);  feedback: One(a)
//
//	a, c  initial delay and cap, seconds
//	m     multiplier, 3 as published
//	t     the delay before, seconds, >= 0; not read if first
//
// The cap cuts the range if AtCap is Range, and the draw otherwise. The previous delay does not determine a path: Next
// is then Path of the first or the second retry.
//
// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog,
// 2015: sleep = min(cap, random_between(base, sleep * 3)).
func (p Policy) Next(t float64, first bool) Dist {
	row, k := p.Jitter.Type.Row(), 2.0
	if first {
		k = 1
	}
	switch {
	case row.Path != nil:
		return p.Path(k)
	case first && (row.After == nil || p.First != calc.LikeOthers):
		return p.Retry(1)
	case row.After == nil:
		return p.One(p.Factor * t)
	}
	lo, hi := row.After(p.DrawArgs(k, p.InitialDelay), t)
	c := p.CapOf(k)
	if p.Rule.AtCap != Range {
		p.Rule.AtCap = Both
	}
	return p.limited(c, p.ranged(lo, hi, c))
}

// Following returns the distribution of the delay before retry k, whole, >= 1, that follows a delay of t seconds. Only
// chained policies use t.
func (p Policy) Following(k, t float64) Dist {
	switch {
	case p.Chained():
		return p.Next(t, k == 1)
	case p.Jitter.Type.Row().Path != nil:
		return p.Path(k)
	}
	return p.Retry(k)
}
