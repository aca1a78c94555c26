package des

import (
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/system"
)

// A sampler draws the delays of a policy, as its One and Next say, in units of the
// clock. Where a delay is uniform and depends on the number of the retry alone, all is
// in a table; the others are drawn around a delay that the client remembers.
type sampler struct {
	jitter.Sampler
	clock     *clock
	policy    jitter.Policy
	fromThink bool           // the first delay is the think
	table     []uniform      // of retry 1, 2, ...; the last one holds for all after it; nil: none
	dists     []jitter.Delay // of a policy that is not Usual, likewise
	before    []float64      // delays before jitter and cap, of retry 1, 2, ..., seconds; likewise
	least     float64        // delay, seconds
}

// A uniform is the distribution of min(limit, U(low, low+width)), units.
type uniform struct {
	low, width, limit uint64
}

func newSampler(c *clock, w system.System) sampler {
	p := w.Client.Policy
	p.Poll = calc.Poll{} // see polls
	s := sampler{Sampler: p.Sampler(), clock: c, policy: p, least: w.Client.LeastDelay(),
		fromThink: w.Client.FirstFromThink && w.Traffic.Kind == system.Closed}
	switch {
	case p.Usual() && p.Stateful():
		return s
	case !p.Usual():
		if !p.Stateful() || p.Rule.Sorted {
			s.list(w.Duration)
		}
		return s
	}
	_, _, tabled := s.Span(p.InitialDelay)
	tabled = tabled && !s.fromThink

	limit := never
	if p.CapAfter {
		limit = c.units(p.Cap)
	}
	// The tables end where all that follows is the same: at the cap, or far above it if
	// the cap limits what is drawn; or where no client comes by the end of the run.
	last, most := min(p.CapRetry(), topRetry), math.Inf(1)
	if p.CapAfter {
		last, most = topRetry, 0x1p40*p.Cap
	}
	// No client comes where the shortest delays before last longer than the duration;
	// and almost none, with probability e^chance, where what is drawn would have to be
	// that short: k uniform delays of widths w_k are shorter than T together with a
	// probability below the product of T/(k w_k).
	sum, shortest, chance, start := 0.0, 0.0, 0.0, uint64(0)
	for k := 1.0; ; k++ {
		d := p.BeforeJitter(k)
		sum += d
		s.before = append(s.before, d)
		if tabled {
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
			chance += math.Log(w.Duration / (k * width))
			if p.CapAfter && low >= p.Cap || shortest > 2*w.Duration || chance < -100 {
				return s
			}
		}
		if k >= last || p.Factor == 1 || d > most || math.IsInf(most, 1) && sum > 0x1p20*w.Duration {
			return s
		}
	}
}

// mostListed is how many distributions are kept; clients that retry more often go on as by
// the last.
const mostListed = 1 << 14

// list makes the distributions of the delays that are not Usual, to where they stay the
// same or no client comes by the end of the run.
func (s *sampler) list(duration float64) {
	same, shortest := s.policy.SameFrom(), 0.0
	for k := 1.0; k <= mostListed; k++ {
		d := s.policy.Retry(k)
		s.dists = append(s.dists, d)
		lo, _ := d.Support()
		if shortest += lo; k >= same || k >= s.policy.Retries || !s.policy.Rule.Sorted && shortest > 2*duration {
			return
		}
	}
}

// ordered returns the delay before retry k of a client whose delays were sorted before the
// first, seconds. What it remembers is the seed by which they are drawn.
func (s *sampler) ordered(k uint64, seed float64) float64 {
	r := rand.New(rand.NewPCG(encode(seed), 0x736f7274))
	all := make([]float64, int(s.policy.Retries))
	for i := range all {
		all[i] = s.dists[min(i, len(s.dists)-1)].Quantile(r.Float64())
	}
	slices.Sort(all)
	return all[min(int(k), len(all))-1]
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
	first := k == 1 && !s.fromThink
	around := func(d float64) float64 { return s.Around(d, r.Float64, r.NormFloat64) }
	switch {
	case p.Rule.Sorted && p.Stateful():
		if k == 1 {
			last = r.Float64()
		}
		return s.ordered(k, last), last
	case s.dists != nil:
		return s.dists[min(int(k), len(s.dists))-1].Quantile(r.Float64()), 0
	case !p.Stateful() && s.fromThink:
		return around(min(last*math.Pow(p.Factor, float64(k)), 1e300)), last
	case !p.Stateful():
		return around(s.before[min(int(k), len(s.before))-1]), 0
	}
	n := max(2, float64(k))
	if first {
		n = 1
	}
	delay, memory = s.Follow(n, last, r.Float64, r.NormFloat64)
	if s.least > 0 {
		delay = max(delay, s.least)
		memory = delay
	}
	return delay, memory
}
