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
	normal := p.Jitter.Type == jitter.NormalRelative || p.Jitter.Type == jitter.NormalAbsolute
	l := ladder{clock: c, plan: p, fromThink: w.Client.FirstFromThink && w.Traffic.Kind == system.Closed,
		least: w.Client.LeastDelay()}
	l.table = !p.Stateful() && !l.fromThink && !normal

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
		low, width := l.span(e)
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

// span returns the uniform law around the envelope e, which the cap limits
// unless it limits what is drawn: where it begins and how wide it is, seconds.
func (l *ladder) span(e float64) (low, width float64) {
	if !l.plan.CapAfter {
		e = math.Min(e, l.plan.Cap)
	}
	switch j := l.plan.Jitter.Amount; l.plan.Jitter.Type {
	case jitter.Full:
		return 0, e
	case jitter.Equal:
		return e / 2, e / 2
	case jitter.Spread:
		return e * (1 - j), 2 * j * e
	case jitter.Up:
		return e, j * e
	case jitter.Down:
		return e * (1 - j), j * e
	case jitter.Add:
		return e, j
	}
	return e, 0
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
	case p.Jitter.Type == jitter.Decorrelated:
		if first {
			last = p.InitialDelay
		}
		width := math.Max(0, p.Jitter.Amount*last-p.InitialDelay)
		delay = math.Min(p.Cap, p.InitialDelay+d.uniform()*width)
	case first:
		delay = math.Max(l.around(p.InitialDelay, d), l.least)
	default:
		delay = math.Max(l.around(p.Factor*last, d), l.least)
	}
	return delay, delay
}

// around returns a delay drawn around the envelope e, as jitter.Policy.One has it,
// seconds.
func (l *ladder) around(e float64, d *dice) float64 {
	p := &l.plan
	limit := math.Inf(1)
	if p.CapAfter {
		limit = p.Cap
	} else {
		e = math.Min(e, p.Cap)
	}
	if math.IsInf(e, 1) {
		return limit
	}
	var x float64
	switch p.Jitter.Type {
	case jitter.NormalRelative:
		x = e + p.Jitter.Amount*e*d.normal()
	case jitter.NormalAbsolute:
		x = e + p.Jitter.Amount*d.normal()
	default:
		low, width := l.span(e)
		x = low
		if width > 0 {
			x += width * d.uniform()
		}
	}
	return math.Min(limit, math.Max(0, x))
}
