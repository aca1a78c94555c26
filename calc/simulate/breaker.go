package simulate

// A breaker is the state of the circuit breaker of one process. It counts by ticks and forgets attempts that ended
// longer ago than the window, to the tick.
type breaker struct {
	until    uint64     // time at which the breaker closes or has closed
	all, bad uint32     // attempts that ended within the window, and the failed ones among them
	ends     fifo[ends] // the ticks in which attempts ended
}

// ends are the attempts of a process that ended in one tick.
type ends struct {
	tick     int32
	all, bad uint32
}

func (b *breaker) open(t uint64) bool { return t < b.until }

// forget drops the attempts that ended before the window.
func (g *protection) forget(b *breaker, tick int) {
	b.ends.drop(func(e *ends) bool {
		old := int(e.tick) <= tick-g.window
		if old {
			b.all -= e.all
			b.bad -= e.bad
		}
		return old
	})
}

// ended records the end of an attempt at t, which may open the breaker. It does not count an attempt that ends while
// the breaker is open, as stopped attempts do.
func (g *protection) ended(p *process, tick int, t uint64, bad bool) {
	if g.breaker.Share == 0 || t < p.until {
		return
	}
	b := &p.breaker
	g.forget(b, tick)
	items := &b.ends.items
	if n := len(*items); n == 0 || int((*items)[n-1].tick) != tick {
		b.ends.add(ends{tick: int32(tick)})
	}
	last := &(*items)[len(*items)-1]
	last.all++
	b.all++
	if bad {
		last.bad++
		b.bad++
	}
	if g.breaker.Opens(float64(b.all), float64(b.bad)) {
		*b = breaker{until: t + g.pause, ends: fifo[ends]{items: (*items)[:0]}}
	}
}
