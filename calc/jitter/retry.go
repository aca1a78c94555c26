package jitter

import (
	"math"
	"slices"
	"sync"

	"retune/calc"
	"retune/calc/numeric"
)

// ByDelayAlone reports whether One gives the distribution of every delay, whatever the number of the retry. The policy
// is then exponential, its Rule does not change the delays, and its jitter depends on the delay alone.
func (p Policy) ByDelayAlone() bool {
	r := p.Rule
	return p.Exponential() && r.AtCap == ByPlace && r.Least == 0 && r.Plus == 0 && r.Values == 0 &&
		!p.Jitter.Type.Row().OwnPerRetry && !p.Jitter.OncePerCall
}

// Certain reports whether no delay is random. The delays then equal those in package calc, to the last bit.
func (p Policy) Certain() bool {
	return (!p.Jitter.Draws() || p.AtOnce()) && p.Rule.Plus == 0
}

// AtOnce reports whether no retry has a delay, jitter included.
func (p Policy) AtOnce() bool {
	switch g := p.Growth; {
	case g.Offset != 0, g.Kind == calc.Listed && slices.Max(g.List.All()) > 0:
		return false
	case g.Kind != calc.Listed && !(g.Kind == calc.Exponential && p.InitialDelay == 0):
		return false
	}
	for _, first := range []bool{true, false} {
		if _, hi := p.firstDelay(first).Support(); hi > 0 {
			return false
		}
	}
	return !p.Jitter.Type.Row().ByRetryNumber
}

// firstDelay returns the distribution of the delay before retry 1, or before retry 2 if retry 1 has no delay.
func (p Policy) firstDelay(first bool) Dist {
	switch {
	case p.Stateful():
		return p.Next(0, first)
	case first:
		return p.Retry(1)
	}
	return p.Retry(2)
}

// Retry returns the distribution of the delay before retry k, for a policy that is not stateful. Rule lists the steps
// that make a delay, in their order.
//
//	k  retry, whole, >= 1
func (p Policy) Retry(k float64) Dist { return p.delayOf(k, p.Grown(k)) }

// delayOf returns the distribution of the delay before retry k, which has grown to g seconds.
func (p Policy) delayOf(k, g float64) piecewise {
	c := p.CapOf(k)
	switch {
	case k == 1 && p.First == calc.NoDelay:
		return constant(0)
	case !p.Jitter.Draws(), k == 1 && p.First == calc.Exact:
		x := min(c, g)
		if p.Rule.Plus > 0 {
			x = min(p.after(c), x+p.Rule.Plus)
		}
		return constant(max(p.Floor, x)).inQuanta(p.Quantum)
	case p.Rule.AtCap == Pinned && g >= c:
		return constant(c).inQuanta(p.Quantum)
	}
	if p.before() {
		g = min(g, c)
	}
	if p.Jitter.Type.Row().Deviation != nil {
		g = min(g, 1e20*p.after(c)) // so far above the limit that no probability is left below it
	}
	return p.limited(c, p.drawBeforeCap(k, g))
}

// SameFrom returns the first retry from which on all delays have the same distribution, whole, >= 1, for a policy that
// is not stateful. It is +Inf if there is none.
//
// If only the drawn delay is capped, it is the first retry with a probability below 1e-13 of a delay below the cap.
func (p Policy) SameFrom() float64 {
	same := p.Policy.SameFrom()
	switch {
	case p.Jitter.Draws() && p.Jitter.Type.Row().ByRetryNumber:
		return math.Inf(1)
	case p.before() || !p.Jitter.Draws() || math.IsInf(p.MostDelay(), 1):
		return same
	}
	free := p.Policy
	free.Cap *= 1e13
	return free.SameFrom()
}

// before reports whether the cap limits the delay before jitter.
func (p Policy) before() bool {
	switch p.Rule.AtCap {
	case ByPlace:
		return !p.CapAfter
	case Redraw:
		return false
	}
	return true
}

// after returns the limit of draws, seconds, given a cap c.
func (p Policy) after(c float64) float64 {
	if p.Rule.AtCap == Both || p.Rule.AtCap == ByPlace && p.CapAfter {
		return c
	}
	return math.Inf(1)
}

// drawBeforeCap returns the distribution from which the type draws around d before retry k. Its support may begin below
// 0.
func (p Policy) drawBeforeCap(k, d float64) piecewise {
	row, x := p.Jitter.Type.Row(), p.DrawArgs(k, d)
	switch {
	case math.IsInf(d, 1), d == 0 && row.CDF != nil:
		return constant(d)
	case row.Bounds != nil:
		lo, hi := row.Bounds(x)
		return p.ranged(lo, hi, p.CapOf(k))
	case row.Deviation != nil:
		return gaussian(d, row.Deviation(x))
	}
	return tabulate(row.CDF(x), d*(2+x.Amount))
}

// standardNormal is N(0, 1) between -7.5 and 7.5. The probability outside is 6e-14.
var standardNormal = sync.OnceValue(func() piecewise {
	const reach = 7.5
	p := piecewise{x: make([]float64, cells+1), f: make([]float64, cells+1), endless: true}
	for i := range p.x {
		p.x[i] = reach * (2*float64(i)/cells - 1)
		p.f[i] = numeric.NormalCDF(p.x[i])
	}
	p.f[0], p.f[cells] = 0, 1
	return p
})

// gaussian returns N(mu, sd^2), mu and sd in seconds.
func gaussian(mu, sd float64) piecewise {
	z := standardNormal()
	if top := mu + sd*z.x[cells]; sd == 0 || math.IsInf(top, 1) {
		return constant(top)
	}
	x := make([]float64, len(z.x))
	for i := range x {
		x[i] = mu + sd*z.x[i]
	}
	return piecewise{x, z.f, true}
}

// ranged returns the uniform distribution U(lo, hi), with its ends and values changed by the rule, given a cap c.
func (p Policy) ranged(lo, hi, c float64) piecewise {
	lo, hi = p.Rule.ends(lo, hi, c)
	if q := p.Quantum.Size; p.Quantum.WholeEnds && q > 0 && lo < hi {
		lo = q * math.Ceil(near(lo/q))
		hi = max(lo, q*math.Floor(near(hi/q)))
	}
	if p.Quantum.Inclusive && lo < hi {
		hi += p.Quantum.Size
	}
	n := p.Rule.Values
	if n == 0 || lo == hi {
		return uniform(lo, hi)
	}
	at, weight := make([]float64, int(n)), make([]float64, int(n))
	for i := range at {
		at[i], weight[i] = lo+(hi-lo)*float64(i)/(n-1), 1/n
	}
	return points(at, weight)
}

// ends returns the ends of a range changed by the rule, given a cap c.
func (r *Rule) ends(lo, hi, c float64) (float64, float64) {
	if r.Least > 0 { // else draws below 0 become 0
		lo, hi = max(r.Least, lo), max(r.Least, hi)
	}
	if r.AtCap == Range {
		lo, hi = min(c, lo), min(c, hi)
	}
	return lo, hi
}

// draw returns the value at u of a range, one of Values evenly spaced values if the rule has them.
func (r *Rule) draw(lo, hi, u float64) float64 {
	if n := r.Values; n > 0 {
		u = min(n-1, math.Floor(u*n)) / (n - 1)
	}
	return lo + u*(hi-lo)
}

// limited returns the distribution of a delay from the distribution of the draw. It applies Plus, the cap c, the floor
// and the quantum.
func (p Policy) limited(c float64, drawn piecewise) piecewise {
	d := drawn.plus(p.Rule.Plus).atMost(p.after(c)).atLeast(p.Floor)
	if p.Rule.AtCap == Redraw {
		d = d.redrawn(c)
	}
	return d.inQuanta(p.Quantum)
}
