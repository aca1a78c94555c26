package calc

import (
	"math"

	"retune/calc/numeric"
)

// The functions in this file hold for every policy. A plain one has closed forms with the same results.
//
//	g_n  the delay that has grown to retry n: Grown
//	d_n  round(max(f, min(c, g_n)))     n >= 2, and n = 1 unless First says otherwise
//	T_n  n s + d_1 + ... + d_n
//
// Intervals are summed retry by retry until they are constant or overflow.

// mostSummed is the largest number of intervals that are summed. Later intervals count as constant.
const mostSummed = 1 << 20

// Limited returns a fixed delay of x seconds after the floor and the quantum.
func (p Policy) Limited(x float64) float64 { return p.Quantum.round(max(p.Floor, x)) }

// round returns a multiple of the quantum. A quotient within 2^-48 of a whole number counts as that number: 0.3 is
// three tenths.
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

// CapOf returns the cap of the delay before retry n in seconds, or +Inf for a first delay without a cap.
func (p Policy) CapOf(n float64) float64 {
	if n == 1 && p.FirstUncapped {
		return math.Inf(1)
	}
	return p.MostDelay()
}

// delayBy returns d_n.
func (p Policy) delayBy(n float64) float64 {
	if n == 1 && p.First == NoDelay {
		return 0
	}
	return p.Limited(min(p.CapOf(n), p.Grown(n)))
}

// delayAt returns the delay a share f of the way from retry n to the next, linearly interpolated.
func (p Policy) delayAt(n, f float64) float64 {
	d := p.Delay(n)
	if f == 0 {
		return d
	}
	return d*(1-f) + p.Delay(n+1)*f
}

// SameFrom returns the first retry from which all delays before jitter are equal, whole, >= 1, or +Inf. For a plain
// policy these are at the cap.
func (p Policy) SameFrom() float64 {
	if p.Exponential() {
		if p.Factor == 1 || p.InitialDelay == 0 {
			return 1
		}
		return p.CapRetry()
	}
	from := min(p.grownLast(), p.generalCapRetry())
	if from == 1 && (p.First != LikeOthers || p.FirstUncapped) {
		return 2
	}
	return from
}

// generalCapRetry is CapRetry by bisection. If delays can fall, it returns the first retry from which all are at the
// cap.
func (p Policy) generalCapRetry() float64 {
	if math.IsInf(p.MostDelay(), 1) {
		return math.Inf(1)
	}
	first := 1.0
	if p.FirstUncapped || p.First == NoDelay {
		first = 2
	}
	last := max(first, min(p.grownLast(), 1<<52))
	full := func(n float64) bool { // from retry n on
		for ; p.Growth.Kind.Row().Falls && n < last; n++ {
			if p.Grown(n) < p.MostDelay() {
				return false
			}
		}
		return p.Grown(n) >= p.MostDelay()
	}
	n, ok := numeric.FirstWhole(full, first, last)
	if !ok {
		return math.Inf(1)
	}
	return n
}

// A walk sums the intervals of a policy, retry by retry.
type walk struct {
	p    Policy
	n    float64 // retries done
	at   float64 // T_n
	low  float64 // rounding error of at
	same float64 // from this retry on the interval is constant
}

func (p Policy) walk() walk {
	return walk{p: p, same: min(p.SameFrom(), mostSummed)}
}

// next returns the interval before retry n+1, attempt included, seconds.
func (w *walk) next() float64 { return w.p.AttemptTime + w.p.delayBy(w.n+1) }

// step adds an interval of x seconds. Source: Neumaier, ZAMM 54 (1974).
func (w *walk) step(x float64) {
	sum := w.at + x
	if !math.IsInf(sum, 1) {
		w.low += max(w.at, x) - sum + min(w.at, x)
	}
	w.n, w.at = w.n+1, sum
}

// done reports whether all later intervals equal the next one.
func (w *walk) done() bool { return w.n+1 >= w.same || math.IsInf(w.at, 1) }

// to advances to retry n and returns its start in seconds.
func (w *walk) to(n float64) float64 {
	for w.n < n && !w.done() {
		w.step(w.next())
	}
	switch {
	case w.n == n:
		return w.at + w.low
	case math.IsInf(n, 1):
		return n
	}
	return w.at + w.low + (n-w.n)*w.next()
}

// Starts returns a function equal to Elapsed that is fast for rising n, because it continues from the last one.
func (p Policy) Starts() func(n float64) float64 {
	if p.Exponential() {
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

// generalRetryAt returns n(T) as whole retries and a fraction 0 <= f < 1 of the next interval: T(n) is linear between
// two retries. It is +Inf if endless intervals of 0 s follow.
func (p Policy) generalRetryAt(t float64) (n, f float64) {
	if math.IsInf(t, 1) {
		return t, 0
	}
	const ulps = 16 * 0x1p-52
	w := p.walk()
	x := w.next()
	for ; !w.done(); x = w.next() {
		if w.at+w.low+x > t*(1+ulps) {
			break
		}
		w.step(x)
	}
	switch left := t - w.at - w.low; {
	case math.IsInf(w.at, 1):
		return w.n - 1, 0
	case x == 0:
		return math.Inf(1), 0
	default:
		n = math.Floor(left/x + ulps*t/x)
		return w.n + n, min(max(0, left/x-n), 1-0x1p-53)
	}
}
