package simulate

import (
	"math/bits"

	"retune/calc/fleet"
)

// A clock counts time in whole units, so that sums of times are exact and a retry that is due at the start of a step
// is in that step. A unit is 1 ns or the smallest power of ten of it with which the duration fits in 40 bits: 1 ns up
// to 18 minutes, 10 ns up to 3 hours, 100 ns up to 30 hours.
type clock struct {
	perSecond float64 // units in a second
	duration  uint64  // units
	step      grid    // step of the series
	steps     int
	tick      grid // tick of the queue: events due in the same tick may be simulated in any order
	ticks     int
	bin       grid // bin of the attempts that reach the server
	bins      int
}

const (
	timeBits = 40
	never    = uint64(1) << 61 // later than any time of a run, with room to add to it
)

func newClock(w fleet.System) clock {
	c := clock{perSecond: 1e9}
	for w.Duration*c.perSecond >= 1<<timeBits {
		c.perSecond /= 10
	}
	c.duration = max(1, c.units(w.Duration))
	c.step = newGrid(c.units(w.Step))
	c.steps = w.Steps()
	c.tick = newGrid(c.choose(w))
	c.ticks = int((c.duration-1)/c.tick.unit) + 1
	width, _ := w.PeakBin()
	c.bin = newGrid(c.units(width))
	c.bins = int((c.duration-1)/c.bin.unit) + 1
	return c
}

// units returns x seconds in units, rounded.
func (c *clock) units(x float64) uint64 {
	if u := x * c.perSecond; u < float64(never) {
		return uint64(u + 0.5)
	}
	return never
}

// seconds returns a number of units in seconds.
func (c *clock) seconds(u uint64) float64 { return float64(u) / c.perSecond }

// choose returns the length of a tick, units. The tick divides the time between two checks, because attempts are
// grouped by their phase in it, and the second for which a limited server counts. It also divides the step if
// possible. It is short compared to the latency, because attempts leave a slowing server at the start of a tick, but
// long enough for many clients or a long duration to be cheap.
func (c *clock) choose(w fleet.System) uint64 {
	want := min(c.units(0.005), c.units(w.Server.ServiceTime)/20)
	if crowd(w) {
		want = max(want, c.units(0.002))
	} else {
		want = min(want, c.duration/100_000)
	}
	if inOrder(w) && !protected(w.Client) { // few events in a tick, because they are sorted
		load, _ := w.Normal()
		want = min(want, c.units(16/load))
	}
	want = min(want, c.units(w.Client.Timeout)) // events after a timeout come in a later tick
	want = max(want, c.units(1e-5), c.duration/4_000_000, 1)
	whole := c.units(1)
	if w.Server.Kind == fleet.Slowing && !w.Server.AtArrival {
		whole = c.units(w.Server.CheckInterval)
	}
	whole = max(whole, 1)
	base := gcd(whole, c.step.unit)
	if base < want {
		base = whole
	}
	parts := (base + want - 1) / want
	for n := parts; n < 2*parts; n++ {
		if base%n == 0 {
			return base / n
		}
	}
	return max(1, base/parts)
}

// mostSteps is the greatest number of steps of a clock that serves two others, unless one of these has more.
const mostSteps = 30_000

// both returns a clock whose steps divide the steps of two clocks of the same system. It reports whether runs are the
// same with all three clocks: the ticks are equal, steps are whole ticks, and the clock does not have too many steps.
func both(c, d clock) (clock, bool) {
	unit := gcd(c.step.unit, d.step.unit)
	n := max(uint64(c.steps)*(c.step.unit/unit), uint64(d.steps)*(d.step.unit/unit))
	same := c.tick == d.tick && unit%c.tick.unit == 0 && n <= uint64(max(mostSteps, c.steps, d.steps))
	c.step, c.steps = newGrid(unit), int(n)
	return c, same
}

func gcd(a, b uint64) uint64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// A grid cuts time into equal parts of 2 units or more.
type grid struct {
	unit, factor uint64
	shift        int
}

func newGrid(unit uint64) grid {
	unit = max(2, unit)
	shift := bits.Len64(unit-1) - 1
	factor, _ := bits.Div64(1<<shift, 0, unit)
	return grid{unit, factor + 1, shift}
}

// of returns t/unit, rounded down, by a multiplication, for t < 2^62. The factor exceeds 2^(64+shift)/unit by at most
// 1, and 2^shift is at least half a unit, so the product is too large by at most t/2^(64+shift) < 1/unit.
func (g grid) of(t uint64) uint64 {
	i, _ := bits.Mul64(t, g.factor)
	return i >> (g.shift & 63)
}
