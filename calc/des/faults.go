package des

import (
	"math"
	"slices"

	"retune/calc/system"
)

// A spell is a time in which no fault begins or ends, and what is wrong in it.
// Faults are known before the world is played.
type spell struct {
	start uint64
	end   uint64  // not included
	hang  uint64  // when the hang is over in which it lies; 0: in none
	over  int     // the spell in which that is, or the spell itself
	plain uint64  // how long a call takes from when it comes, or the hang is over, if it
	until uint64  // is done before this: for a steady server
	fail  uint64  // a call that starts fails if a draw is below; always: a refusing server
	rate  float64 // latencies are divided by it
}

const always = math.MaxUint64

// A pace is a speed that changes from spell to spell, by which a work is done.
type pace struct {
	even  bool // it is 1 throughout
	rates []float64
}

// weather is what goes wrong when.
type weather struct {
	spells  []spell
	traffic pace // at which thinks end and arrivals come
	service pace // at which the workers of a queue work: not at all in a hang
}

func newWeather(c *clock, w system.System) weather {
	cuts := []uint64{0, math.MaxUint64}
	for _, f := range w.Faults {
		cuts = append(cuts, c.units(f.At), c.units(f.End()))
	}
	slices.Sort(cuts)
	cuts = slices.Compact(cuts)
	a := weather{traffic: pace{even: true}, service: pace{even: true}}
	for i, from := range cuts[:len(cuts)-1] {
		s := spell{start: from, end: cuts[i+1], rate: 1}
		traffic, service := 1.0, 1.0
		for _, f := range w.Faults {
			if end := c.units(f.End()); c.units(f.At) <= from && from < end {
				switch f.Kind {
				case system.Hang:
					s.hang, service = end, 0
				case system.Refuse:
					s.fail = always
				case system.Slow:
					s.rate = f.Share
				case system.Partial:
					s.fail = max(s.fail, chance(f.Share))
				case system.Spike:
					traffic = f.Share
				}
			}
		}
		service *= s.rate
		a.spells = append(a.spells, s)
		a.traffic.add(traffic)
		a.service.add(service)
	}
	for i := range a.spells {
		s := &a.spells[i]
		s.over = a.at(max(s.start, s.hang))
	}
	return a
}

// chance returns the number below which a draw of 64 bits is with probability p.
func chance(p float64) uint64 {
	if p >= 1 {
		return always
	}
	return uint64(p * 0x1p64)
}

func (p *pace) add(rate float64) {
	p.even = p.even && rate == 1
	p.rates = append(p.rates, rate)
}

// at returns the number of the spell in which t lies.
func (a *weather) at(t uint64) int {
	i := 0
	for t >= a.spells[i].end {
		i++
	}
	return i
}

// after returns when a work is done that begins at t and takes so many units at
// the pace 1.
func (a *weather) after(p *pace, t, work uint64) uint64 {
	if p.even {
		return t + work
	}
	left := float64(work)
	for i := a.at(t); i < len(a.spells); i++ {
		rate, room := p.rates[i], float64(a.spells[i].end-t)
		if left < room*rate { // what ends with the spell ends in the next one
			return t + uint64(left/rate+0.5)
		}
		left -= room * rate
		t = a.spells[i].end
	}
	return never
}

// answered returns when an answer comes that is due at t: when a hang is over.
func (a *weather) answered(t uint64) uint64 {
	if len(a.spells) > 1 && t < never {
		if end := a.spells[a.at(t)].hang; end > 0 {
			return end
		}
	}
	return t
}
