package occ

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/jitter"
)

// A write is the next write of a client that has not succeeded yet.
type write struct {
	at    float64 // when it arrives, seconds
	read  float64 // when the read before it arrived
	wait  float64 // the last wait, which a stateful plan goes on from
	tries int     // failed so far
}

// A player plays runs, one after the other.
type player struct {
	World
	*rand.Rand
	stop   func() bool
	laws   []jitter.Dist // of the waits, as far as they were needed; not if they depend on those before
	writes queue
}

// run plays all clients until they succeed. It returns the writes made and the
// time of the last reply, and whether it was left to finish.
//
// The version of the row is not needed: it is the one that was read if the last
// success is not later than the read.
func (p *player) run() (calls, end float64, finished bool) {
	p.writes = p.writes[:0]
	for range p.Clients {
		p.writes = append(p.writes, p.begin(0, write{}))
	}
	slices.SortFunc(p.writes, func(a, b write) int { return cmp.Compare(a.at, b.at) })
	success := math.Inf(-1)
	for n := 0; len(p.writes) > 0; n++ {
		if n&0xfff == 0 && p.stop != nil && p.stop() {
			return 0, 0, false
		}
		calls++
		w := p.writes[0]
		reply := w.at + p.hop()
		if w.read >= success {
			success = w.at
			end = math.Max(end, reply)
			p.writes.pop()
			continue
		}
		w.tries++
		if !p.NoDelay {
			w.wait = p.wait(w)
			reply += w.wait
		}
		p.writes.replace(p.begin(reply, w))
	}
	return calls, end, true
}

// begin returns the write of a client that sends its read at time t: the hop of
// the read, that of its answer, and that of the write.
func (p *player) begin(t float64, w write) write {
	w.read = t + p.hop()
	w.at = w.read + p.hop() + p.hop()
	return w
}

// hop returns how long one message takes, seconds.
func (p *player) hop() float64 {
	return math.Abs(p.HopMean + p.HopSD*p.NormFloat64())
}

// wait returns how long a client waits whose write has just failed, seconds.
func (p *player) wait(w write) float64 {
	if p.Stateful() {
		return p.Next(w.wait, w.tries == 1).Sample(p.Rand)
	}
	free := p.Policy.Policy
	free.Cap = math.Inf(1)
	for len(p.laws) < w.tries {
		p.laws = append(p.laws, p.One(free.Delay(float64(len(p.laws)+1))))
	}
	return p.laws[w.tries-1].Sample(p.Rand)
}
