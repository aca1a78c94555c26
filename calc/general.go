package calc

import (
	"math"

	"retune/calc/num"
)

// What is here holds for every policy; those of package documentation that are plain have
// closed forms in the files beside this one, which say the same.
//
//	g_n  the delay that has grown to retry n: Grown
//	d_n  round(max(f, min(c, g_n)))     n >= 2, and n = 1 unless First says otherwise
//	T_n  n s + d_1 + ... + d_n, each interval rounded up to ticks if there is a poll
//
// Sums are added up retry by retry until the delays stay the same or overflow, and after
// mostSummed retries by Euler and Maclaurin's formula, as delays that grow for so long grow
// evenly; those that grow by a factor only after mostMultiplied.

// How many delays are added one by one.
const mostSummed, mostMultiplied = 1 << 14, 1 << 20

// Limited returns what floor and quantum make of a delay of x seconds that is certain.
func (p Policy) Limited(x float64) float64 { return p.Quantum.round(max(p.Floor, x)) }

// round returns a multiple of the quantum. A quotient within 2^-48 of a whole number is
// that number: 0.3 is three tenths.
func (q Quantum) round(x float64) float64 {
	if q.Size == 0 || math.IsInf(x, 1) {
		return x
	}
	n := x / q.Size
	switch near := math.Round(n); {
	case math.Abs(n-near) <= 0x1p-48*math.Abs(n) || n > 1<<52:
		return x
	case q.Round == Down:
		n = math.Floor(n)
	case q.Round == Nearest:
		n = math.Floor(n + 0.5)
	default:
		n = math.Ceil(n)
	}
	return n * q.Size
}

// CapOf returns the cap of the delay before retry n, seconds: +Inf for a first delay that
// it does not limit.
func (p Policy) CapOf(n float64) float64 {
	if n == 1 && p.FirstUncapped {
		return math.Inf(1)
	}
	return p.Cap
}

// delayBy returns d_n by what is at a place of the sequence. Of ticks whose phase is known the
// interval s + d, from the first attempt phi + s + d, is rounded up.
func (p Policy) delayBy(n float64, at func(x float64) float64) float64 {
	d := 0.0
	if n > 1 || p.First != NoDelay {
		d = p.Limited(min(p.CapOf(n), p.grown(n, at)))
	}
	tau, s := p.Poll.Every, p.AttemptTime
	if tau == 0 || p.Poll.Unknown || math.IsInf(d, 1) {
		return d
	}
	if n == 1 {
		s += p.Poll.Phase
	}
	return max(0, Quantum{Size: tau, Round: Up}.round(s+d)-s)
}

// delayAt returns the delay a part f of the way from retry n to the next, on a straight line.
func (p Policy) delayAt(n, f float64) float64 {
	d := p.Delay(n)
	if f == 0 {
		return d
	}
	return d*(1-f) + p.Delay(n+1)*f
}

// SameFrom returns the first retry from which on all delays before jitter are the same,
// whole, >= 1; +Inf if they never are. Those of a plain policy are at the cap.
func (p Policy) SameFrom() float64 {
	if p.Plain() {
		if p.Factor == 1 {
			return 1
		}
		return p.CapRetry()
	}
	from := min(p.grownLast(), p.generalCapRetry())
	if from == 1 && (p.First != Usual || p.FirstUncapped || p.Poll.Every > 0) {
		return 2
	}
	return from
}

// generalCapRetry is CapRetry, by bisection; of delays that may fall again it is the first
// from which on all are at the cap.
func (p Policy) generalCapRetry() float64 {
	if math.IsInf(p.Cap, 1) {
		return math.Inf(1)
	}
	first := 1.0
	if p.FirstUncapped || p.First == NoDelay {
		first = 2
	}
	last := max(first, min(p.grownLast(), 1<<52))
	full := func(n float64) bool { // from n on
		for ; p.Growth.Kind.Row().Falls && n < last; n++ {
			if p.Grown(n) < p.Cap {
				return false
			}
		}
		return p.Grown(n) >= p.Cap
	}
	n, ok := num.FirstWhole(full, first, last)
	if !ok {
		return math.Inf(1)
	}
	return n
}

// A walk adds up the intervals of a policy, retry by retry.
type walk struct {
	p     Policy
	n     float64                 // retries done
	at    double                  // T_n
	same  float64                 // SameFrom
	most  float64                 // delays that are added one by one
	place func(x float64) float64 // what is at a place of the sequence, one after the other
}

func (p Policy) walk() walk {
	w := walk{p: p, same: p.SameFrom(), most: mostSummed, place: p.inOrder()}
	if p.Factor > 1 && p.Growth.Kind.Row().Reads("r") {
		w.most = mostMultiplied
	}
	return w
}

// next returns the interval before retry n+1, attempt included, seconds.
func (w *walk) next() float64 { return w.p.AttemptTime + w.p.delayBy(w.n+1, w.place) }

// step goes on by an interval of x seconds.
func (w *walk) step(x float64) { w.n, w.at = w.n+1, w.at.plus(double{x, 0}) }

// done reports whether all that follows is one formula: the delays stay the same, or have
// overflowed, or are too many to be added one by one.
func (w *walk) done() bool { return w.n+1 >= w.same || math.IsInf(w.at.hi, 1) || w.n >= w.most }

// rest returns the sum of the next m intervals after the walk is done.
//
//	x = f(n+1) + ... + f(n+m) = integral of f from n to n+m + (f(n+m) - f(n))/2 + (f'(n+m) - f'(n))/12
func (w *walk) rest(m float64) float64 {
	if m == 0 {
		return 0
	}
	if w.n+1 >= w.same || math.IsInf(w.at.hi, 1) {
		return m * w.next()
	}
	until := min(m, w.same-1-w.n) // before they stay the same
	f := func(x float64) float64 {
		return w.p.AttemptTime + max(w.p.Floor, min(w.p.Cap, w.p.Grown(x)))
	}
	slope := func(x float64) float64 { return f(x+0.5) - f(x-0.5) }
	a, b := w.n, w.n+until
	area := 0.0
	if math.IsInf(f(b), 1) {
		return f(b)
	}
	if until > 0 {
		area = num.Integrate(func(u float64) float64 { x := math.Exp(u); return x * f(x) }, math.Log(a), math.Log(b), 32)
		area += (f(b)-f(a))/2 + (slope(b)-slope(a))/12
	}
	if until < m {
		area += (m - until) * (w.p.AttemptTime + w.p.Delay(w.same))
	}
	return area
}

// to goes on to retry n, and returns when it starts, seconds.
func (w *walk) to(n float64) float64 {
	for w.n < n && !w.done() {
		w.step(w.next())
	}
	if math.IsInf(n, 1) && w.next() == 0 {
		return n // all at once, and without end
	}
	return w.at.hi + w.rest(n-w.n)
}

// Starts returns Elapsed for retries that mostly rise, which goes on from the last one.
func (p Policy) Starts() func(n float64) float64 {
	if p.Plain() {
		return p.Elapsed
	}
	w := p.walk()
	return func(n float64) float64 {
		if n < w.n {
			w = p.walk()
		}
		return w.to(n)
	}
}

// generalRetryAt returns n(T) as whole retries and a fraction of the next interval,
// 0 <= f < 1: T(n) is a straight line between two retries.
func (p Policy) generalRetryAt(t float64) (n, f float64) {
	if math.IsInf(t, 1) {
		return t, 0
	}
	const ulps = 16 * 0x1p-52
	w := p.walk()
	for !w.done() {
		x := w.next()
		next := w
		if next.step(x); next.at.hi > t*(1+ulps) {
			return w.n, min(max(0, (t-w.at.hi)/x), 1-0x1p-53)
		}
		w = next
	}
	if math.IsInf(w.at.hi, 1) {
		return w.n - 1, 0
	}
	left := t - w.at.hi
	if x := w.next(); w.n+1 >= w.same { // a straight line
		if x == 0 {
			return math.Inf(1), 0
		}
		n := math.Floor(left/x + ulps*t/x)
		return w.n + n, min(max(0, left/x-n), 1-0x1p-53)
	}
	next, _ := num.FirstWhole(func(m float64) bool { return w.rest(m) > left }, 1, 1<<52)
	from := w.rest(next - 1)
	return w.n + next - 1, min(max(0, (left-from)/(w.rest(next)-from)), 1-0x1p-53)
}
