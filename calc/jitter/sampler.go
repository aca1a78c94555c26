package jitter

import (
	"math"
)

// mostKept is the greatest number of retries with their own distribution. Later ones use the last distribution.
const mostKept = 1 << 15

// A Sampler draws delays for simulations without building a distribution for each draw. Random numbers come from two
// functions: uniform draws from [0, 1), normal from the standard normal distribution. Only one goroutine may use a
// Sampler at a time.
type Sampler struct {
	policy  Policy
	row     *Row
	draws   bool
	byDelay bool      // see Policy.ByDelayAlone
	chain   bool      // see Policy.Chained
	before  float64   // cap of the delay before jitter, seconds
	after   float64   // cap of the draw, seconds
	unit    piecewise // distribution around 1 s, for a type with a CDF

	grown []float64 // delays before jitter of retries 1, 2, ..., seconds, as far as needed
	dists []Dist    // distributions of retries 1, 2, ..., for a policy that is not usual
	same  float64   // retry from which on the distributions are the same
	first Dist      // distribution of the first delay, for a chained policy that is not usual
}

// Sampler returns the sampler of the policy.
func (p Policy) Sampler() Sampler {
	s := Sampler{policy: p, byDelay: p.ByDelayAlone(), chain: p.Chained(), row: p.Jitter.Type.Row(),
		draws: p.Jitter.Draws()}
	s.before, s.after = p.MostDelay(), p.after(p.MostDelay())
	if p.CapAfter {
		s.before = math.Inf(1)
	}
	if s.row.CDF != nil && s.draws {
		s.unit = p.drawBeforeCap(2, 1)
	}
	switch {
	case s.byDelay:
	case s.chain:
		s.first = p.Next(0, true)
	case s.row.Path == nil:
		s.same = p.SameFrom()
	}
	return s
}

// Span returns the uniform distribution U(lo, lo+width) around a delay before jitter of d, seconds, before the cap
// cuts the draw. ok is false if the type is not uniform.
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
	lo, hi := s.row.Bounds(s.policy.DrawArgs(1, d))
	if lo < 0 {
		return 0, 0, false
	}
	return lo, hi - lo, true
}

// Around draws from the distribution One(d), seconds.
func (s *Sampler) Around(d float64, uniform, normal func() float64) float64 {
	if lo, width, ok := s.Span(d); ok {
		if width > 0 && !math.IsInf(width, 1) {
			lo += width * uniform()
		}
		return min(s.after, lo)
	}
	if d = min(d, s.before, 1e20*s.after); math.IsInf(d, 1) {
		return s.after
	}
	x := s.policy.DrawArgs(2, d)
	if s.row.Bounds != nil { // the lower bound is below 0
		lo, hi := s.row.Bounds(x)
		return min(s.after, max(0, lo+(hi-lo)*uniform()))
	}
	return min(s.after, s.boundless(x, uniform, normal))
}

// boundless draws around x for a type without Bounds.
func (s *Sampler) boundless(x DrawArgs, uniform, normal func() float64) float64 {
	if s.row.Deviation != nil {
		return max(0, x.Delay+s.row.Deviation(x)*normal())
	}
	return x.Delay * s.unit.Quantile(uniform())
}

// Draw draws the delay before retry k. It also returns what the client remembers for the next delay: the delay, the
// place on a path, or with one draw for a call the drawn number.
//
//	k       retry, whole, >= 1
//	memory  what Draw returned last; not read for k = 1
func (s *Sampler) Draw(k, memory float64, uniform, normal func() float64) (delay, next float64) {
	switch {
	case s.row.Path != nil:
		return s.step(k, memory, uniform)
	case s.chain:
		delay = s.chained(k, memory, uniform, normal)
		return delay, delay
	case s.byDelay:
		return s.Around(s.grownTo(k), uniform, normal), 0
	}
	first := k == 1
	k = min(k, mostKept, s.same)
	for n := len(s.dists) + 1; n <= int(k); n++ {
		s.dists = append(s.dists, s.policy.Retry(float64(n)))
	}
	if first || !s.policy.Jitter.OncePerCall {
		memory = uniform()
	}
	return s.dists[int(k)-1].Quantile(memory), memory
}

// step draws one step of a path: Path(k-1+u) - Path(k-2+v), with v the number drawn before. before is Path(k-2+v).
func (s *Sampler) step(k, before float64, uniform func() float64) (delay, after float64) {
	p := &s.policy
	after = s.row.Path(p.DrawArgs(k, p.InitialDelay), k-1+uniform())
	if delay = after; k > 1 {
		delay -= before
	}
	if math.IsNaN(delay) { // both have overflowed
		delay = math.Inf(1)
	}
	return min(p.CapOf(k), delay), after
}

// chained draws the delay that follows a delay of before seconds.
func (s *Sampler) chained(k, before float64, uniform, normal func() float64) float64 {
	p, first := &s.policy, k == 1
	switch {
	case !s.byDelay && first:
		return s.first.Quantile(uniform())
	case !s.byDelay && p.Rule.AtCap == Redraw: // a higher draw may become a shorter delay
		return p.Next(before, false).Quantile(uniform())
	case !s.byDelay:
		return s.ruled(before, uniform, normal)
	case s.row.After != nil:
		lo, hi := s.row.After(p.DrawArgs(min(k, 2), p.InitialDelay), before)
		return min(p.MostDelay(), lo+uniform()*(hi-lo))
	case first:
		return s.Around(p.InitialDelay, uniform, normal)
	}
	return s.Around(p.Factor*before, uniform, normal)
}

// grownTo returns the delay before jitter of retry k, seconds.
func (s *Sampler) grownTo(k float64) float64 {
	k = min(k, mostKept)
	for n := len(s.grown) + 1; n <= int(k); n++ {
		s.grown = append(s.grown, s.policy.Grown(float64(n)))
	}
	return s.grown[int(k)-1]
}

// ruled draws from Next(before) for a policy that is not usual. Plus, cap and floor are monotonic in the draw and are
// applied to it directly.
func (s *Sampler) ruled(before float64, uniform, normal func() float64) float64 {
	p, c := &s.policy, s.policy.CapOf(2)
	after := p.after(c)
	if s.row.After != nil {
		if after = c; p.Rule.AtCap == Range {
			after = math.Inf(1)
		}
		lo, hi := s.row.After(p.DrawArgs(2, p.InitialDelay), before)
		lo, hi = p.Rule.ends(lo, hi, c)
		return max(p.Floor, min(after, p.Rule.draw(lo, hi, uniform())+p.Rule.Plus))
	}
	d := p.Factor * before
	if p.Rule.AtCap == Pinned && d >= c {
		return c
	}
	if p.before() {
		d = min(d, c)
	}
	if s.row.Deviation != nil {
		d = min(d, 1e20*after)
	}
	drawn := d
	switch x := p.DrawArgs(2, d); {
	case math.IsInf(d, 1):
	case s.row.Bounds != nil:
		lo, hi := s.row.Bounds(x)
		lo, hi = p.Rule.ends(lo, hi, c)
		drawn = p.Rule.draw(lo, hi, uniform())
	default:
		drawn = s.boundless(x, uniform, normal)
	}
	return max(p.Floor, min(after, drawn+p.Rule.Plus))
}
