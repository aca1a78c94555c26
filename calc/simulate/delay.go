package simulate

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// A sampler draws the delays of a policy, as its One and Next say, in units of the
// clock. Where a delay is uniform and depends on the number of the retry alone, all is
// in a table; the others are drawn around a delay that the client remembers.
type sampler struct {
	jitter.Sampler
	clock     *clock
	policy    jitter.Policy
	fromThink bool      // the first delay is the think
	last      uint64    // retry from which on all delays have one uniform distribution; 0: they have none
	limit     uint64    // of these delays, units
	table     []uniform // of retries 1, 2, ... as far as any client has come
	least     float64   // delay, seconds
}

// A uniform is the distribution U(low, low+width), units.
type uniform struct{ low, width uint64 }

func newSampler(c *clock, w fleet.System) sampler {
	p := w.Client.Policy
	s := sampler{Sampler: p.Sampler(), clock: c, policy: p, least: w.Client.LeastDelay(),
		fromThink: w.Client.FirstFromThink && w.Traffic.Kind == fleet.Closed}
	if _, _, uniform := s.Span(p.InitialDelay); !uniform || !p.Usual() || p.Stateful() || s.fromThink {
		return s
	}
	s.last, s.limit = uint64(min(p.SameFrom(), topRetry)), never
	if p.CapAfter {
		s.limit = c.units(p.Cap)
	}
	return s
}

// grow adds the delays up to retry n to the table. Of delays without jitter the start of the retry is rounded, so
// that no error adds up.
func (s *sampler) grow(n uint64) {
	c, p := s.clock, &s.policy
	start := func(k float64) uint64 { return c.units(p.Policy.Elapsed(k) - k*p.AttemptTime) }
	for k := uint64(len(s.table)) + 1; k <= n; k++ {
		low, width, _ := s.Span(p.Grown(float64(k)))
		u := uniform{c.units(low), c.units(low+width) - c.units(low)}
		if next := start(float64(k)); width == 0 && k < s.last && next < never {
			u.low = next - start(float64(k-1))
		}
		s.table = append(s.table, u)
	}
}

// uniform returns the delay before retry k, units, of a uniform distribution.
func (s *sampler) uniform(k uint64, r *rng) uint64 {
	if k = min(k, s.last); k > uint64(len(s.table)) {
		s.grow(k)
	}
	u := &s.table[k-1]
	return min(u.low+r.below(u.width), s.limit)
}

// draw returns the delay before retry k, units, and what the client has to remember for
// the next one, where there is none: last is what it remembers, seconds.
func (s *sampler) draw(k uint64, last float64, r *rng) (delay, memory uint64) {
	x, last := s.seconds(k, last, r)
	return s.clock.units(x), encode(last)
}

// seconds is draw in seconds: what is remembered is the delay itself, or the think.
func (s *sampler) seconds(k uint64, last float64, r *rng) (delay, memory float64) {
	p := &s.policy
	switch {
	case s.fromThink && !p.Stateful():
		return s.Around(min(last*math.Pow(p.Factor, float64(k)), 1e300), r.Float64, r.NormFloat64), last
	case s.fromThink:
		k = max(2, k)
	}
	delay, memory = s.Draw(float64(k), last, r.Float64, r.NormFloat64)
	if s.least > 0 {
		delay = max(delay, s.least)
		memory = delay
	}
	return delay, memory
}
