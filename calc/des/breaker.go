package des

// A breaker is the state of the circuit breaker of one process. It counts by ticks:
// what ended longer ago than the window, to the tick, is forgotten.
type breaker struct {
	until    uint64 // when it closes, or has closed
	all, bad uint32 // attempts that ended within the window, and those that ended badly
	ends     []ends // of the ticks in which some did, from the first on
	first    int
}

// ends are the attempts of a process that ended in one tick.
type ends struct {
	tick     int32
	all, bad uint32
}

func (b *breaker) open(t uint64) bool { return t < b.until }

// ended is the end of an attempt at t, which may open the breaker. What it stopped
// ends while it is open, and is not counted.
func (g *guard) ended(p *process, tick int, t uint64, bad bool) {
	if g.breaker.Share == 0 || t < p.until {
		return
	}
	b := &p.breaker
	for b.first < len(b.ends) && int(b.ends[b.first].tick) <= tick-g.window {
		b.all -= b.ends[b.first].all
		b.bad -= b.ends[b.first].bad
		b.first++
	}
	if 2*b.first > len(b.ends) {
		b.ends = b.ends[:copy(b.ends, b.ends[b.first:])]
		b.first = 0
	}
	if n := len(b.ends); n == 0 || int(b.ends[n-1].tick) != tick {
		b.ends = append(b.ends, ends{tick: int32(tick)})
	}
	last := &b.ends[len(b.ends)-1]
	last.all++
	b.all++
	if bad {
		last.bad++
		b.bad++
	}
	if all := float64(b.all); all >= g.breaker.Least && float64(b.bad) >= g.breaker.Share*all*(1-1e-12) { // 7 of 10 are a share of 0.7
		*b = breaker{until: t + g.pause, ends: b.ends[:0]}
	}
}
