package des

import (
	"math"

	"retune/calc/system"
)

// A breaker is that of a fleet. It counts by ticks: what ended longer ago than
// the window, to the tick, is forgotten.
type breaker struct {
	system.Breaker
	pause uint64
	until uint64 // when it closes, or has closed
	ended count  // within the window
	by    []count
	now   int
}

// A count is of calls that ended, and of those that ended badly.
type count struct{ all, bad float64 }

func newBreaker(r *rules) breaker {
	b := breaker{Breaker: r.world.Client.Breaker}
	if b.Share > 0 {
		b.pause = r.units(b.Pause)
		width := math.Round(b.Window * r.perSecond / float64(r.tick.unit))
		b.by = make([]count, int(min(max(1, width), float64(r.ticks))))
	}
	return b
}

// turn begins a tick.
func (b *breaker) turn() {
	if b.Share > 0 {
		b.now = (b.now + 1) % len(b.by)
		old := &b.by[b.now]
		b.ended.all -= old.all
		b.ended.bad -= old.bad
		*old = count{}
	}
}

func (b *breaker) open(t uint64) bool { return t < b.until }

// count is the end of a call at t, which may open the breaker.
func (b *breaker) count(t uint64, bad bool) {
	if b.Share == 0 || t < b.until {
		return
	}
	slot := &b.by[b.now]
	slot.all++
	b.ended.all++
	if bad {
		slot.bad++
		b.ended.bad++
	}
	if b.ended.all >= b.Least && b.ended.bad >= b.Share*b.ended.all*(1-1e-12) { // 7 of 10 are a share of 0.7
		b.until = t + b.pause
		b.ended = count{}
		clear(b.by)
	}
}
