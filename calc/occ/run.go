package occ

import (
	"context"
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A write is the next write of a client that has not succeeded yet.
type write struct {
	read  float64 // when the read before it arrived, seconds
	tries int     // failed so far

	memory float64   // of the last wait: see jitter.Sampler.Follow
	sorted []float64 // the waits, if they are drawn before the first
}

// A simulation makes runs, one after the other.
type simulation struct {
	System
	*rand.Rand
	delays jitter.Sampler
	writes num.Heap[float64, write] // by when they arrive, seconds
}

// often is after how many writes the context is looked at.
const often = 1 << 10

// run goes on until all clients have succeeded, or ctx is done. It returns the number
// of writes and the time of the last reply.
//
// The version of the row is not needed: it is the one that was read if the last
// success is not later than the read.
func (p *simulation) run(ctx context.Context) (result [2]float64, err error) {
	p.writes = p.writes[:0]
	for i := range p.Clients {
		if i%often == 0 && ctx.Err() != nil {
			return result, ctx.Err()
		}
		p.writes.Push(p.begin(0, write{}))
	}
	attempts, end, success := 0.0, 0.0, math.Inf(-1)
	for n := 0; len(p.writes) > 0; n++ {
		if n%often == 0 && ctx.Err() != nil {
			return result, ctx.Err()
		}
		attempts++
		at, w := p.writes[0].Key, p.writes[0].Item
		reply := at + p.hop()
		if w.read >= success {
			success = at
			end = max(end, reply)
			p.writes.Pop()
			continue
		}
		w.tries++
		if !p.NoDelay {
			reply += p.wait(&w)
		}
		p.writes.Replace(p.begin(reply, w))
	}
	return [2]float64{attempts, end}, nil
}

// begin returns when the write of a client arrives that sends its read at time t: after
// the hop of the read, that of its answer, and that of the write.
func (p *simulation) begin(t float64, w write) (at float64, _ write) {
	w.read = t + p.hop()
	return w.read + p.hop() + p.hop(), w
}

// hop returns how long one message takes, seconds.
func (p *simulation) hop() float64 {
	return math.Abs(p.HopMean + p.HopSD*p.NormFloat64())
}

// wait returns how long a client waits whose write has just failed, seconds.
func (p *simulation) wait(w *write) (wait float64) {
	if p.Rule.Sorted && p.Stateful() { // the longest repeats
		if w.sorted == nil {
			w.sorted = p.delays.Sorted(p.Float64)
		}
		return w.sorted[min(w.tries, len(w.sorted))-1]
	}
	wait, w.memory = p.delays.Draw(float64(w.tries), w.memory, p.Float64, p.NormFloat64)
	return wait
}
