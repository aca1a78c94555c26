package contention

import (
	"context"
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A write is the next write of a client.
type write struct {
	read  float64 // when the read before it arrived, seconds
	at    float64 // when it arrives
	tries int     // failed so far

	memory float64 // of the last wait: see jitter.Sampler.Follow
}

// A simulation makes runs, one after the other.
type simulation struct {
	System
	*rand.Rand
	delays  jitter.Sampler
	clients []write
	writes  numeric.Heap[uint64, struct{}] // the keys of the writes to come
}

// indexBits is how many bits of a key the number of the client has. The upper ones are those of the time at
// which its write arrives, to 1 part in 10^9: of numbers above 0 they have the same order.
const indexBits = 20

// often is after how many writes the context is looked at.
const often = 1 << 10

// run goes on until all clients have succeeded, or ctx is done. It returns the number
// of writes and the time of the last reply.
//
// The version of the row is not needed: it is the one that was read if the last
// success is not later than the read.
func (p *simulation) run(ctx context.Context) (result [2]float64, err error) {
	p.writes, p.clients = p.writes[:0], make([]write, p.Clients)
	for i := range p.Clients {
		if i%often == 0 && ctx.Err() != nil {
			return result, ctx.Err()
		}
		p.writes.Push(p.begin(p.hops(1), i), struct{}{})
	}
	attempts, end, success := 0.0, 0.0, math.Inf(-1)
	for n := 0; len(p.writes) > 0; n++ {
		if n%often == 0 && ctx.Err() != nil {
			return result, ctx.Err()
		}
		attempts++
		i := int(p.writes[0].Key & (1<<indexBits - 1))
		w := &p.clients[i]
		at := w.at
		if w.read >= success {
			success = at
			end = max(end, at+p.hops(1))
			p.writes.Pop()
			continue
		}
		w.tries++
		read := at + p.hops(2)
		if !p.NoDelay {
			read += p.wait(w)
		}
		p.writes.Replace(p.begin(read, i), struct{}{})
	}
	return [2]float64{attempts, end}, nil
}

// begin has client i write after its read, which arrives at time t: after the hop of the answer and that of
// the write. It returns the key.
func (p *simulation) begin(t float64, i int) (key uint64) {
	w := &p.clients[i]
	w.read, w.at = t, t+p.hops(2)
	return math.Float64bits(w.at)>>indexBits<<indexBits | uint64(i)
}

// hops returns how long n messages take, one after the other, seconds. Where no hop is negative, but for
// chances below 1e-6, their sum is normal.
func (p *simulation) hops(n int) (t float64) {
	if p.HopMean >= 5*p.HopSD {
		return math.Abs(float64(n)*p.HopMean + math.Sqrt(float64(n))*p.HopSD*p.NormFloat64())
	}
	for range n {
		t += math.Abs(p.HopMean + p.HopSD*p.NormFloat64())
	}
	return t
}

// wait returns how long a client waits whose write has just failed, seconds.
func (p *simulation) wait(w *write) (wait float64) {
	wait, w.memory = p.delays.Draw(float64(w.tries), w.memory, p.Float64, p.NormFloat64)
	return wait
}
