package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
)

// A returning has the clients that make a retry after an outage.
type returning struct {
	waits       []lattice // measures of the reconnect delay
	share, late float64   // probability that a client comes back, and that it comes back after the gate
	relative    float64   // E w/X
}

// add adds clients with these reconnect delays.
func (b *returning) add(l lattice) {
	if x := l.total(); x > 0 {
		b.waits, b.share = append(b.waits, l), b.share+x
	}
}

// sumReturning adds up the steps of a window.
func (c *clients) sumReturning(ctx context.Context, w window, ends period) (b returning, err error) {
	for _, p := range w.steps {
		if p.final {
			continue
		}
		for _, s := range ends.cut(p.gate.starts) {
			if err := ctx.Err(); err != nil {
				return b, err
			}
			before := b.share
			c.addReturning(&b, p, s)
			if s.lo >= p.gate.starts {
				b.late += b.share - before
			}
		}
	}
	return b, nil
}

// addReturning adds the clients of a step that make the next retry by the deadline D, after an outage that ends in a
// period at X. T is the start of their retry and I their next interval:
//
//	T < X <= T + I <= D    w = T + I - X
//
// While every interval ends by D, T and I are independent, and so they are for a fixed X: then D limits w alone. For
// other T the interval is cut at D - T.
func (c *clients) addReturning(b *returning, p step, s period) {
	_, top := reach(p.next)
	top += c.policy.AttemptTime
	start, by := p.start.before(min(s.hi, p.gate.starts), false), p.gate.by
	any := func(like lattice) lattice { return c.interval(p.next, like) }
	switch {
	case s.IsFixed() && by < s.hi:
		return
	case s.IsFixed():
		l := c.waits(start, s, top, any)
		kept := l.before(by-s.hi, true)
		if b.add(kept); p.gate.clip {
			b.add(pointAt(by - s.hi).scaled(l.total() - kept.total()))
		}
		return
	case by <= s.lo:
		return
	case p.gate.clip:
		for _, l := range c.startsBeforeLost(start, p.next, by) {
			b.add(s.until(by, l))
			b.relative += l.sumOf(func(t float64) float64 { return s.relative(t, by, by) })
		}
	}
	s.hi = min(s.hi, by)
	free := start.before(by-top, true)
	b.add(c.waits(free, s, top, any))
	if s.relates() {
		b.relative += related(free, p.next, c.policy.AttemptTime, s)
	}
	near := start.after(by - top).apart()
	for _, x := range near.points {
		c.addFromMeasure(b, lattice{step: 1, points: []point{x}}, s, min(top, by-x.x), func(like lattice) lattice {
			return c.intervalUpTo(p.next, like, by-x.x).before(by-x.x, true)
		})
	}
	if near.points = nil; len(near.mass) > 0 {
		c.addNearDeadline(b, near, p.next, s, by, top)
	}
}

// addFromMeasure adds clients that start at any time of a measure and have independent intervals, up to top.
func (c *clients) addFromMeasure(b *returning, start lattice, s period, top float64,
	interval func(like lattice) lattice) {
	if !(top > 0) { // no outage ends after the start
		return
	}
	b.add(c.waits(start, s, top, interval))
	if s.relates() {
		few := interval(c.empty(top))
		for len(few.mass) > fewCells/8 {
			few = few.coarsened()
		}
		b.relative += few.sumOf(func(i float64) float64 {
			return start.sumOf(func(t float64) float64 { return s.relative(t, t+i, t+i) })
		})
	}
}

// narrowShare is the part of the longest interval over which starts spread at most if the deadline cuts their intervals
// in slices.
const narrowShare = 1.0 / 16

// addNearDeadline adds clients with starts on cells, so late that the deadline may cut the next interval.
func (c *clients) addNearDeadline(b *returning, start lattice, next jitter.Dist, s period, by, top float64) {
	first, last := start.span()
	last = min(last, by)
	if last-first > narrowShare*top && s.hi-s.lo < top/64 { // nearly a fixed outage
		const pieces = 16
		for i := range pieces {
			lo, hi := s.lo+(s.hi-s.lo)*float64(i)/pieces, s.lo+(s.hi-s.lo)*float64(i+1)/pieces
			x := (lo + hi) / 2
			l := c.waits(start.before(x, false), period{OutageOf(x), x, x}, top, func(like lattice) lattice {
				return c.interval(next, like)
			}).before(by-x, true).scaled(s.upTo(hi) - s.upTo(lo))
			b.add(l)
			if l.total() > 0 {
				b.relative += l.total() * l.mean() / x
			}
		}
		return
	}
	if last-first > narrowShare*top {
		c.addOnCells(b, start, next, s, by, top)
		return
	}
	slices := max(1, math.Ceil((last-first)/top*256))
	for i := range int(slices) {
		lo, hi := first+(last-first)*float64(i)/slices, first+(last-first)*float64(i+1)/slices
		slice := start.after(lo).before(hi, true)
		if i == 0 {
			slice = start.before(hi, true)
		}
		c.addFromMeasure(b, slice, s, min(top, by-lo), func(like lattice) lattice {
			return c.intervalUpTo(next, like, by-lo).weighted(func(x float64) float64 {
				return min(1, max(0, (by-x-lo)/(hi-lo)))
			})
		})
	}
}

// addOnCells adds clients with starts on cells as one sum over the cells of start, end of the outage and next start,
// whose edges lie at the deadline and at whole numbers of cells before it. Delays at a point are apart, since for them
// the deadline cuts the start.
func (c *clients) addOnCells(b *returning, start lattice, next jitter.Dist, s period, by, top float64) {
	low, high, cdf := withoutEnds(next)
	for _, x := range []point{low, high} {
		if i := c.policy.AttemptTime + x.x; x.p > 0 {
			c.addFromMeasure(b, start.before(by-i, true), s, i, func(like lattice) lattice {
				return lattice{step: like.step, points: []point{{i, x.p}}}
			})
		}
	}
	first, _ := start.span()
	n := c.cells / 8
	width := min(top, by-first)
	h, from, starts := width/float64(n), by-width, start.law()
	t, x, inverse, ends := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for j := range n {
		at, i := from+h*float64(j), h*float64(j)-c.policy.AttemptTime
		t[j] = starts.by(at+h) - starts.by(at)
		x[j] = s.upTo(at+h) - s.upTo(at)
		if s.relates() {
			inverse[j] = s.inverse(at+h) - s.inverse(at)
		}
		both := (cdf(i+h) - cdf(i)) / 2 // T + I is in the cell or the next one
		if ends[j] += both; j+1 < n {
			ends[j+1] += both
		}
	}
	apart := make([]float64, n) // by the number of cells from the end of the outage to the next start
	for u := range n {
		started := 0.0
		for i, m := range t[:u+1] {
			m *= ends[u-i]
			back := started + m/2 // X is after half of the clients of its own cell
			apart[u-i] += x[i] * back
			b.relative += inverse[i] * back * h * float64(u-i)
			started += m
		}
	}
	apart[0] /= 2 // half of the next starts in the cell of X are before it
	w := lattice{at: h / 2, step: h, mass: make([]float64, n)}
	w.mass[0] = apart[0]
	for d := 1; d < n; d++ {
		w.mass[d-1] += apart[d] / 2
		w.mass[d] += apart[d] / 2
	}
	b.add(w)
}

// withoutEnds returns the points at either end of the support of a distribution, and the CDF of the rest.
func withoutEnds(d jitter.Dist) (low, high point, cdf func(x float64) float64) {
	lo, hi := d.Support()
	low = point{lo, d.Atom(lo)}
	if high = (point{hi, 0}); lo < hi && !math.IsInf(hi, 1) {
		high.p = d.Atom(hi)
	}
	return low, high, func(x float64) float64 {
		switch {
		case x < lo:
			return 0
		case x >= hi:
			return 1 - low.p - high.p
		}
		return max(0, d.CDF(x)-low.p)
	}
}

// startsBeforeLost returns the measures of the starts of clients whose next retry would be after the time by.
func (c *clients) startsBeforeLost(start lattice, next jitter.Dist, by float64) (list []lattice) {
	s := c.policy.AttemptTime
	low, high, cdf := withoutEnds(next)
	_, top := reach(next)
	start = start.before(by, true)
	for _, x := range []point{low, high} {
		if x.p > 0 {
			list = append(list, start.after(by-s-x.x).scaled(x.p))
		}
	}
	if rest := 1 - low.p - high.p; rest > slightMass {
		list = append(list, start.after(by-s-top).weighted(func(x float64) float64 {
			return max(0, rest-cdf((by-x)*(1+closePoint)-s))
		}))
	}
	return list
}
