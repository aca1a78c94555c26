package jitter

import (
	"math"
	"slices"

	"retune/calc"
)

// Usual reports whether a delay is drawn as One says of every d, whichever retry it is
// before: the policy is plain, its Rule leaves the delays alone, and the type of jitter
// gives no retry a distribution of its own.
func (p Policy) Usual() bool {
	r := p.Rule
	return p.Plain() && r.AtCap == ByPlace && r.Least == 0 && r.Plus == 0 && r.Teeth == 0 && !r.Sorted && !p.Jitter.Type.Row().Own
}

// Scales reports whether a delay over the delay before jitter, which the cap limits, has one
// distribution.
func (p Policy) Scales() bool {
	return p.Jitter.Type.Row().Unit != Seconds && p.Usual() && !p.Stateful() && (math.IsInf(p.Cap, 1) || !p.CapAfter)
}

// Certain reports whether nothing is left to chance: the delays are those of package
// calc, to the last bit.
func (p Policy) Certain() bool {
	return (!p.Jitter.Draws() || p.AtOnce()) && p.Rule.Plus == 0 && !(p.Poll.Unknown && p.Poll.Every > 0)
}

// AtOnce reports whether no retry has a delay, whatever the type makes of none.
func (p Policy) AtOnce() bool {
	switch g := p.Growth; {
	case g.Offset != 0, g.Kind == calc.Listed && slices.Max(g.List.All()) > 0:
		return false
	case g.Kind != calc.Listed && !(g.Kind == calc.Exponential && p.InitialDelay == 0):
		return false
	}
	for _, first := range []bool{true, false} {
		if _, hi := p.soon(first).Support(); hi > 0 {
			return false
		}
	}
	return !p.Jitter.Type.Row().ByK
}

// soon returns the distribution of the delay before retry 1, or of that before retry 2
// if there is none before retry 1.
func (p Policy) soon(first bool) Dist {
	switch {
	case p.Stateful():
		return p.Next(0, first)
	case first:
		return p.Retry(1)
	}
	return p.Retry(2)
}

// Retry returns the distribution of the delay before retry k, for a policy that is not
// stateful; see Rule for how it comes about.
//
//	k  retry, whole, >= 1
func (p Policy) Retry(k float64) Delay {
	return p.around(k, p.Grown(k))
}

// around returns the distribution of the delay before retry k, to which g has grown.
func (p Policy) around(k, g float64) Delay {
	c := p.CapOf(k)
	switch {
	case k == 1 && p.First == calc.NoDelay:
		return p.polled(k, mixture{{1, 0, 0}})
	case !p.Jitter.Draws(), k == 1 && p.First == calc.Exact:
		x := min(c, g)
		if p.Rule.Plus > 0 {
			x = min(p.after(c), x+p.Rule.Plus)
		}
		x = max(p.Floor, x)
		return p.counted(k, mixture{{1, x, x}})
	case p.Rule.AtCap == Pinned && g >= c:
		return p.counted(k, mixture{{1, c, c}})
	}
	if p.before() {
		g = min(g, c)
	}
	row, limit := p.Jitter.Type.Row(), p.after(c)
	if row.Deviation != nil {
		g = min(g, 1e20*limit) // so far above it that nothing is left between 0 and the limit
	}
	switch x := p.Around(k, g); {
	case !p.Usual() || math.IsInf(g, 1):
	case row.Deviation != nil:
		return gauss(g, row.Deviation(x), limit)
	case row.Tail != nil:
		if t := newTail(row.Tail(x)); t.CDF(limit) == 1 {
			return t
		}
	}
	return p.limited(k, c, p.drawn(k, g))
}

// SameFrom returns the first retry from which on all delays have the same distribution,
// whole, >= 1; +Inf if they never have. It is for a policy that is not stateful.
//
// Where the cap comes after the jitter alone it is where next to nothing, 1e-13, is left
// below the cap.
func (p Policy) SameFrom() float64 {
	same := p.Policy.SameFrom()
	switch {
	case p.Jitter.Draws() && p.Jitter.Type.Row().ByK:
		return math.Inf(1)
	case p.before() || !p.Jitter.Draws() || math.IsInf(p.Cap, 1):
		return same
	}
	free := p.Policy
	free.Cap *= 1e13
	return free.SameFrom()
}

// before reports whether the cap limits what is drawn around.
func (p Policy) before() bool {
	switch p.Rule.AtCap {
	case ByPlace:
		return !p.CapAfter
	case Redraw:
		return false
	}
	return true
}

// after returns where draws are cut, seconds, of a cap c.
func (p Policy) after(c float64) float64 {
	if p.Rule.AtCap == Both || p.Rule.AtCap == ByPlace && p.CapAfter {
		return c
	}
	return math.Inf(1)
}

// drawn returns what the type draws around d before retry k, as pieces that may be below
// 0: normal distributions and tails in so many strips that their CDF is right to 1e-5.
func (p Policy) drawn(k, d float64) []Component {
	row, x := p.Jitter.Type.Row(), p.Around(k, d)
	switch {
	case math.IsInf(d, 1):
		return []Component{{1, d, d}}
	case row.Bounds != nil:
		lo, hi := row.Bounds(x)
		return p.ranged(lo, hi, p.CapOf(k))
	case row.Pieces != nil:
		return row.Pieces(x)
	case row.Tail != nil:
		return newTail(row.Tail(x)).Components(400)
	}
	return slices.Clone(gauss(d, row.Deviation(x), math.Inf(1)).Components(128))
}

// ranged returns what is drawn from the range U(lo, hi) with the ends and the values that
// the rule gives it, of a cap c.
func (p Policy) ranged(lo, hi, c float64) []Component {
	lo, hi = p.Rule.ends(lo, hi, c)
	if q := p.Quantum.Size; p.Quantum.WholeEnds && q > 0 && lo < hi {
		lo = q * math.Ceil(near(lo/q))
		hi = max(lo, q*math.Floor(near(hi/q)))
	}
	if p.Quantum.Inclusive && lo < hi {
		hi += p.Quantum.Size
	}
	n := p.Rule.Teeth
	if n == 0 || lo == hi {
		return []Component{{1, lo, hi}}
	}
	var list []Component
	for i := range int(n) {
		x := lo + (hi-lo)*float64(i)/(n-1)
		list = append(list, Component{1 / n, x, x})
	}
	return list
}

// ends returns what the rule makes of the ends of a range, of a cap c.
func (r *Rule) ends(lo, hi, c float64) (float64, float64) {
	if r.Least > 0 { // else it is what is drawn that is not below 0
		lo, hi = max(r.Least, lo), max(r.Least, hi)
	}
	if r.AtCap == Range {
		lo, hi = min(c, lo), min(c, hi)
	}
	return lo, hi
}

// tooth returns what is drawn at u of a range, of the values that the rule gives it.
func (r *Rule) tooth(lo, hi, u float64) float64 {
	if n := r.Teeth; n > 0 {
		u = min(n-1, math.Floor(u*n)) / (n - 1)
	}
	return lo + u*(hi-lo)
}

// limited returns the distribution of what is made of the pieces that were drawn before
// retry k: plus, cap c, floor, quantum and ticks.
func (p Policy) limited(k, c float64, pieces []Component) Delay {
	if plus := p.Rule.Plus; plus > 0 {
		list := make([]Component, 0, len(pieces))
		for _, b := range pieces {
			list = append(list, Component{b.Weight, b.Lo + plus, b.Hi + plus})
		}
		pieces = list
	}
	m := raised(newMixture(pieces, p.after(c)), p.Floor)
	if p.Rule.AtCap == Redraw {
		m = redrawn(m, c)
	}
	return p.counted(k, m)
}

// counted returns the distribution in quanta and at ticks.
func (p Policy) counted(k float64, m mixture) Delay {
	if p.Quantum.Size > 0 {
		return p.polled(k, inQuanta(m, p.Quantum, 0))
	}
	return p.polled(k, m)
}

// polled returns the distribution at ticks: of a delay t it is the interval s + t, rounded
// up, less s. Where the phase is unknown the first interval is longer by U(0, tau).
func (p Policy) polled(k float64, d Delay) Delay {
	tau, s := p.Poll.Every, p.AttemptTime
	switch {
	case tau == 0:
		return d
	case k == 1 && p.Poll.Unknown: // nothing else is drawn: see Validate
		x := d.Mean()
		return mixture{{1, x, x + tau}}
	case k == 1:
		s += p.Poll.Phase
	}
	return inQuanta(d.Components(1<<16), calc.Quantum{Size: tau, Round: calc.Up}, s)
}
