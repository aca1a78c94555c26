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
	table     []uniform // of retry 1, 2, ...; the last one holds for all after it; nil: none
	least     float64   // delay, seconds
}

// A uniform is the distribution of min(limit, U(low, low+width)), units.
type uniform struct {
	low, width, limit uint64
}

func newSampler(c *clock, w fleet.System) sampler {
	p := w.Client.Policy
	s := sampler{Sampler: p.Sampler(), clock: c, policy: p, least: w.Client.LeastDelay(),
		fromThink: w.Client.FirstFromThink && w.Traffic.Kind == fleet.Closed}
	if _, _, uniform := s.Span(p.InitialDelay); !uniform || !p.Usual() || p.Stateful() || s.fromThink {
		return s
	}
	span := w.Duration
	if w.Server.RetryAfter.Least > 0 {
		span *= 1e6 // waits that a server asks for may be far shorter than the delays
	}
	s.tabulate(span)
	return s
}

// tabulate fills the table for a run of that duration.
func (s *sampler) tabulate(duration float64) {
	// The table ends where all that follows is the same: at the cap, or far above it if
	// the cap limits what is drawn; or where no client comes by the end of the run.
	c, p := s.clock, &s.policy
	limit, last, most := never, min(p.CapRetry(), topRetry), math.Inf(1)
	if p.CapAfter {
		limit, last, most = c.units(p.Cap), topRetry, 0x1p40*p.Cap
	}
	// No client comes where the shortest delays before last longer than the duration;
	// and almost none, with probability e^chance, where what is drawn would have to be
	// that short: k uniform delays of widths w_k are shorter than T together with a
	// probability below the product of T/(k w_k).
	sum, shortest, chance, start := 0.0, 0.0, 0.0, uint64(0)
	for k := 1.0; ; k++ {
		d := p.Grown(k)
		sum += d
		low, width, _ := s.Span(d)
		u := uniform{c.units(low), c.units(low+width) - c.units(low), limit}
		if width == 0 && k < last {
			// What is rounded is the time at which the retry starts, so that nothing adds up.
			next := c.units(p.Policy.Elapsed(k) - k*p.AttemptTime)
			u.low, start = next-start, next
		}
		s.table = append(s.table, u)
		if p.CapAfter {
			low, width = min(low, p.Cap), min(width, p.Cap)
		}
		shortest += low
		chance += math.Log(duration / (k * width))
		if p.CapAfter && low >= p.Cap || shortest > 2*duration || chance < -100 ||
			k >= last || p.Factor == 1 || d > most || math.IsInf(most, 1) && sum > 0x1p20*duration {
			return
		}
	}
}

// uniform returns the delay before retry k, units, where there is a table.
func (s *sampler) uniform(k uint64, r *rng) uint64 {
	u := &s.table[min(k, uint64(len(s.table)))-1]
	return min(u.low+r.below(u.width), u.limit)
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
