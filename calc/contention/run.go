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
	read  float64 // time at which its read arrived, seconds
	at    float64 // time at which it arrives, seconds
	tries int     // failed tries so far

	memory float64 // state of the last delay: see jitter.Sampler.Follow
}

// A simulation makes runs, one after the other.
type simulation struct {
	System
	*rand.Rand
	delays  jitter.Sampler
	clients []write
	writes  numeric.Heap[uint64, struct{}] // keys of the future writes
}

// indexBits is the number of bits of a key for the index of the client. The upper bits are the arrival time of its
// write, to 1 part in 10^9. Positive floats have the same order as their bits.
const indexBits = 20

// often is the number of writes between checks of the context.
const often = 1 << 10

// run simulates until all clients have succeeded, or ctx is done. It returns the number of writes and the time of the
// last reply.
//
// It does not need the version of the row: a write reads the present version if the last success is not later than its
// read.
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

// begin schedules the write of client i, whose read arrives at time t: after the hops of the answer and the write. It
// returns the key.
func (p *simulation) begin(t float64, i int) (key uint64) {
	w := &p.clients[i]
	w.read, w.at = t, t+p.hops(2)
	return math.Float64bits(w.at)>>indexBits<<indexBits | uint64(i)
}

// hops returns the time of n messages in sequence, in seconds. If a negative X has a probability below 1e-6, their sum
// is normal.
func (p *simulation) hops(n int) (t float64) {
	if p.HopMean >= 5*p.HopSD {
		return math.Abs(float64(n)*p.HopMean + math.Sqrt(float64(n))*p.HopSD*p.NormFloat64())
	}
	for range n {
		t += math.Abs(p.HopMean + p.HopSD*p.NormFloat64())
	}
	return t
}

// wait returns the delay after a failed write, in seconds.
func (p *simulation) wait(w *write) (wait float64) {
	wait, w.memory = p.delays.Draw(float64(w.tries), w.memory, p.Float64, p.NormFloat64)
	return wait
}
