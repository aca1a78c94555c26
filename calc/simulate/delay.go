package simulate

import (
	"math"

	"retune/calc/fleet"
	"retune/calc/jitter"
)

// A sampler draws the delays of a policy, by its One and Next, in units of the clock. Uniform delays that depend on
// the number of the retry alone come from a table. Other delays are drawn around a delay that the client remembers.
type sampler struct {
	jitter.Sampler
	clock     *clock
	policy    jitter.Policy
	fromThink bool      // the first delay is the think time
	last      uint64    // retry from which on all delays have the same uniform distribution; 0: none
	limit     uint64    // upper limit of these delays, units
	table     []uniform // delays before retries 1, 2, ..., as far as any client has come
	least     float64   // shortest delay, seconds
}

// A uniform is the distribution U(low, low+width), units.
type uniform struct{ low, width uint64 }

func newSampler(c *clock, w fleet.System) sampler {
	p := w.Client.Policy
	s := sampler{Sampler: p.Sampler(), clock: c, policy: p, least: w.Client.LeastDelay(),
		fromThink: w.Client.FirstFromThink && w.Traffic.Kind == fleet.Closed}
	if _, _, uniform := s.Span(p.InitialDelay); !uniform || !p.ByDelayAlone() || p.Stateful() || s.fromThink {
		return s
	}
	s.last, s.limit = uint64(min(p.SameFrom(), topRetry)), never
	if p.CapAfter {
		s.limit = c.units(p.Cap)
	}
	return s
}

// grow adds the delays up to retry n to the table. Without jitter it rounds the start of the retry rather than the
// delay, so that errors do not add up.
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

// draw returns the delay before retry k, units, if the table does not hold it, and what the client remembers for the
// next one. last is what the client remembers now, seconds.
func (s *sampler) draw(k uint64, last float64, r *rng) (delay, memory uint64) {
	x, last := s.seconds(k, last, r)
	return s.clock.units(x), encode(last)
}

// seconds is draw in seconds. The client remembers the delay or the think time.
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
