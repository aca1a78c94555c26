package jitter

import (
	"math"
	"math/rand/v2"

	"retune/calc"
)

// A Type names a law of jitter: the rule by which the delay before retry n is
// drawn around the envelope d_n. Each has a file of its own.
type Type uint8

// The laws. d is the envelope, seconds, and U(x, y) uniform between x and y.
const (
	None           Type = iota // d
	Full                       // U(0, d)
	Equal                      // d/2 + U(0, d/2)
	Spread                     // d U(1-j, 1+j)
	Up                         // d U(1, 1+j)
	Down                       // d U(1-j, 1)
	Add                        // d + U(0, m)
	NormalRelative             // d + N(0, (j d)^2), never below 0
	NormalAbsolute             // d + N(0, sigma^2), never below 0
	Decorrelated               // U(a, m t), t the delay before; stateful
)

// A Jitter is a kind of jitter with its amount.
type Jitter struct {
	Type Type

	// Amount is, by kind:
	//
	//	Spread, Down     j, a share of the delay, 0 to 1
	//	Up               j, a share of the delay, >= 0
	//	Add              m, seconds, >= 0
	//	NormalRelative   j, standard deviation over the delay, >= 0
	//	NormalAbsolute   sigma, standard deviation, seconds, >= 0
	//	Decorrelated     m, the multiplier, >= 1; 3 as published, 1 always waits a
	//
	// The other kinds ignore it.
	Amount float64
}

// draws reports whether the law leaves anything to chance. An amount of zero
// does not: then every number is that of package calc, to the last bit.
func (l Jitter) draws() bool {
	switch l.Type {
	case None:
		return false
	case Full, Equal, Decorrelated:
		return true
	}
	return l.Amount > 0
}

// A Policy is a policy with jitter: how one client spaces its retries.
type Policy struct {
	calc.Policy
	Jitter   Jitter
	CapAfter bool // the cap limits what was drawn, and not what is drawn around
	Feedback bool // the delay drawn, not the envelope, is multiplied for the next retry

	Retries  float64 // n: retries after the first attempt, whole, >= 0, or +Inf
	Deadline float64 // D: time since the first attempt after which no retry starts, seconds, >= 0; +Inf: none
}

// Total returns the number of retries that a policy without jitter makes before
// its retries or its deadline end it; +Inf if neither does.
//
//	N = min(n, the retries that start by D)
func (p Policy) Total() float64 {
	if math.IsInf(p.Deadline, 1) {
		return p.Retries
	}
	return min(p.Retries, p.RetriesBy(p.Deadline))
}

// Stateful reports whether the law of a delay depends on the delay before it:
// decorrelated jitter, and any law that draws with Feedback.
func (p Policy) Stateful() bool {
	return p.Jitter.Type == Decorrelated || p.Feedback && p.Jitter.draws()
}

// A Dist is the law of a time, in seconds. It has no state and may be used by
// several goroutines at once.
type Dist interface {
	// Mean returns the expected value, seconds.
	Mean() float64
	// Variance returns the mean squared distance from Mean, seconds squared.
	Variance() float64
	// CDF returns P(X <= x), x in seconds.
	CDF(x float64) float64
	// Quantile returns the least x with CDF(x) >= q, seconds, 0 < q < 1, and the
	// ends of the support at q = 0 and 1.
	Quantile(q float64) float64
	// Support returns the least interval that X never leaves, seconds; hi may be
	// +Inf.
	Support() (lo, hi float64)
	// Atom returns P(X = x), which is not 0 only where a limit piles draws up or
	// nothing is drawn.
	Atom(x float64) float64
	// Sample draws X from r.
	Sample(r *rand.Rand) float64
}

// One returns the law of one delay.
//
//	cap before:  the law around min(c, e)
//	cap after:   min(c, X), X from the law around e
//
//	e  the envelope without the cap, a r^(n-1), seconds, > 0, or +Inf if that
//	   overflows
//	c  cap, seconds
//
// Cap before, the wait may exceed c where the law reaches above the envelope.
// Cap after, it is exactly c with the probability Atom(c). An envelope that
// overflows is as far above a finite cap as it can be; without a cap the wait
// is +Inf. The laws that depend on the delay before have no law of one delay:
// One panics for Decorrelated.
func (p Policy) One(e float64) Dist {
	limit := math.Inf(1)
	if p.CapAfter {
		limit = p.Cap
	} else {
		e = math.Min(e, p.Cap)
	}
	if !p.Jitter.draws() {
		return none(e, limit)
	}
	switch j := p.Jitter.Amount; p.Jitter.Type {
	case Full:
		return full(e, limit)
	case Equal:
		return equal(e, limit)
	case Spread:
		return spread(e, j, limit)
	case Up:
		return up(e, j, limit)
	case Down:
		return down(e, j, limit)
	case Add:
		return add(e, j, limit)
	case NormalRelative:
		return normalRelative(e, j, limit)
	case NormalAbsolute:
		return normalAbsolute(e, j, limit)
	}
	panic("jitter: One of a law that depends on the delay before")
}

// cut is where draws are cut, seconds: at the cap if that comes after the jitter.
func (p Policy) cut() float64 {
	if p.CapAfter {
		return p.Cap
	}
	return math.Inf(1)
}
