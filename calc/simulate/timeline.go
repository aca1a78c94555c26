package simulate

import (
	"math"
	"slices"

	"retune/calc/fleet"
)

// An interval is a time in which no outage begins or ends, with the effects of the outages in it. Outages are known
// before the run.
type interval struct {
	start uint64
	end   uint64  // not included
	hang  uint64  // when the hang that contains the interval is over; 0: no hang
	over  int     // the interval in which the hang is over, or the interval itself
	plain uint64  // latency of a constant server, from the arrival of an attempt or the end of the hang
	until uint64  // plain holds if the attempt is done before this time; 0: plain never holds
	fail  uint64  // probability with which an attempt that starts fails, times 2^64; always: all fail
	quiet uint64  // probability of failing without a rejection, times 2^64
	rate  float64 // divisor of latencies
}

const always = math.MaxUint64

// A speed is a rate of progress that changes from interval to interval.
type speed struct {
	even  bool // it is 1 throughout
	rates []float64
}

// A timeline has the effects of the outages over time.
type timeline struct {
	intervals []interval
	traffic   speed // rate at which thinks end and arrivals come
	service   speed // speed of the workers of a queue: 0 in a hang
}

func newTimeline(c *clock, w fleet.System) timeline {
	cuts := []uint64{0, math.MaxUint64}
	for _, f := range w.Outages {
		cuts = append(cuts, c.units(f.At), c.units(f.End()))
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	tl := timeline{traffic: speed{even: true}, service: speed{even: true}}
	for i, from := range cuts[:len(cuts)-1] {
		a := interval{start: from, end: cuts[i+1], rate: 1}
		traffic, service, served := 1.0, 1.0, 1.0
		for _, f := range w.Outages {
			if end := c.units(f.End()); c.units(f.At) <= from && from < end {
				switch f.Kind {
				case fleet.Hang:
					a.hang, service = end, 0
				case fleet.Reject:
					served = 0
				case fleet.Brownout:
					a.rate = f.Share
				case fleet.Errors:
					served *= 1 - f.Share
				case fleet.Spike:
					traffic = f.Share
				}
			}
		}
		good := served * (1 - w.FailureRate)
		a.fail = always
		if 1-good < 1 {
			a.fail = uint64((1 - good) * 0x1p64)
		}
		a.quiet = uint64(served * w.FailureRate * 0x1p64)
		tl.intervals = append(tl.intervals, a)
		tl.traffic.add(traffic)
		tl.service.add(service * a.rate)
	}
	for i := range tl.intervals {
		a := &tl.intervals[i]
		a.over = tl.at(max(a.start, a.hang))
	}
	return tl
}

func (p *speed) add(rate float64) {
	p.even = p.even && rate == 1
	p.rates = append(p.rates, rate)
}

// at returns the number of the interval in which t lies.
func (tl *timeline) at(t uint64) int {
	i := 0
	for t >= tl.intervals[i].end {
		i++
	}
	return i
}

// after returns when work that begins at t and takes the given units at speed 1 is done.
func (tl *timeline) after(p *speed, t, work uint64) uint64 {
	if p.even {
		return t + work
	}
	left := float64(work)
	for i := tl.at(t); i < len(tl.intervals); i++ {
		rate, room := p.rates[i], float64(tl.intervals[i].end-t)
		if left < room*rate { // work that ends with the interval ends in the next one
			return t + uint64(left/rate+0.5)
		}
		left -= room * rate
		t = tl.intervals[i].end
	}
	return never
}

// answered returns when an answer that is due at t comes: at t, or at the end of a hang that contains t.
func (tl *timeline) answered(t uint64) uint64 {
	if len(tl.intervals) > 1 && t < never {
		if end := tl.intervals[tl.at(t)].hang; end > 0 {
			return end
		}
	}
	return t
}
