package des

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/system"
)

// A ladder draws the delays of a plan, as its One and Next do, in units of the
// clock. A uniform law around an envelope that only depends on the number of the
// retry has everything in a table; the others are drawn around an envelope that
// the client remembers.
type ladder struct {
	clock     *clock
	plan      jitter.Policy
	sampler   jitter.Sampler
	table     bool      // rungs hold everything
	fromThink bool      // the first delay is the think
	rungs     []rung    // of retry 1, 2, ...; the last one holds for all after it
	envelopes []float64 // without the cap, of retry 1, 2, ..., seconds
	powers    []float64 // r^k of retry k = 0, 1, ...
	least     float64   // delay, seconds
}

// A rung is the law min(limit, U(low, low+width)), in units.
type rung struct {
	low, width, limit uint64
}

func newLadder(c *clock, w system.System) ladder {
	p := w.Client.Policy
	l := ladder{clock: c, plan: p, sampler: p.Sampler(), fromThink: w.Client.FirstFromThink && w.Traffic.Kind == system.Closed,
		least: w.Client.LeastDelay()}
	_, _, uniform := l.sampler.Span(p.InitialDelay)
	l.table = !p.Stateful() && !l.fromThink && uniform

	free := p.Policy
	free.Cap, free.AttemptTime = math.Inf(1), 0
	limit := never
	if p.CapAfter {
		limit = c.units(p.Cap)
	}
	// The ladder ends where all that follows is the same: at the cap, or far above it
	// if the cap limits what is drawn; or where no client comes by the horizon.
	last, most := math.Min(p.CapRetry(), topRetry), math.Inf(1)
	if p.CapAfter {
		last, most = topRetry, 0x1p40*p.Cap
	}
	// No client is at a rung where those below it last longer than the horizon, and
	// almost none, e^chance, where what is drawn would have to be that short: uniform
	// delays of widths w sum to less than T with a probability below the product of
	// T/(k w).
	sum, sums, chance, before := 0.0, 0.0, 0.0, uint64(0)
	power := 1.0
	for k := 1.0; ; k++ {
		e := free.Delay(k)
		sum += e
		l.envelopes = append(l.envelopes, e)
		l.powers = append(l.powers, power)
		power *= p.Factor
		low, width, _ := l.sampler.Span(e)
		if l.table {
			g := rung{c.units(low), c.units(low+width) - c.units(low), limit}
			if width == 0 && k < last {
				// Rounded is the time at which the retry starts, so that nothing adds up.
				end := c.units(p.Policy.Elapsed(k) - k*p.AttemptTime)
				g.low, before = end-before, end
			}
			l.rungs = append(l.rungs, g)
		}
		if p.CapAfter {
			low, width = math.Min(low, p.Cap), math.Min(width, p.Cap)
		}
		sums += low
		chance += math.Log(w.Horizon / (k * width))
		if l.table && (p.CapAfter && low >= p.Cap || sums > 2*w.Horizon || chance < -100) || p.Stateful() {
			return l
		}
		if k >= last || p.Factor == 1 || e > most || math.IsInf(most, 1) && sum > 0x1p20*w.Horizon {
			return l
		}
	}
}

// climb returns the delay before retry k, units, if the ladder is a table.
func (l *ladder) climb(k uint64, d *dice) uint64 {
	g := &l.rungs[min(k, uint64(len(l.rungs)))-1]
	return min(g.low+d.below(g.width), g.limit)
}

// draw returns the delay before retry k, units, and what the client has to
// remember for the next one, if the ladder is no table.
func (l *ladder) draw(k uint64, e event, d *dice) (delay, remembers uint64) {
	x, last := l.next(k, e.remembers(), d)
	return l.clock.units(x), memory(last)
}

// next returns the delay before retry k and what is remembered, the delay itself
// or the think: seconds.
func (l *ladder) next(k uint64, last float64, d *dice) (delay, remembers float64) {
	p := &l.plan
	first := k == 1 && !l.fromThink
	switch {
	case !p.Stateful() && l.fromThink:
		return l.around(last*p.Factor*l.powers[min(int(k), len(l.powers))-1], d), last
	case !p.Stateful():
		return l.around(l.envelopes[min(int(k), len(l.envelopes))-1], d), 0
	case p.Jitter.Type.Row().After != nil:
		if first {
			last = p.InitialDelay
		}
		delay = l.sampler.After(last, d.uniform)
	case first:
		delay = math.Max(l.around(p.InitialDelay, d), l.least)
	default:
		delay = math.Max(l.around(p.Factor*last, d), l.least)
	}
	return delay, delay
}

// around returns a delay drawn around one before jitter of e, as jitter.Policy.One
// has it, seconds.
func (l *ladder) around(e float64, d *dice) float64 {
	return l.sampler.Around(e, d.uniform, d.normal)
}
