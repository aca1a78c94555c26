package sampled

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/jitter"
)

// A walk is a set of clients on their way from retry to retry.
type walk struct {
	ctx     context.Context
	policy  jitter.Policy
	sampler jitter.Sampler
	random  *rand.Rand
	clients int
	part    []int32     // of [0, 1] that a client draws from
	delay   [][]float64 // before retry k, by k and client, seconds; 0 before the first attempt
	at      [][]float64 // T_k, by k and client, seconds
}

func newWalk(ctx context.Context, p jitter.Policy, clients int, seed uint64) *walk {
	zero := make([]float64, clients)
	w := &walk{ctx: ctx, policy: p, sampler: p.Sampler(), random: rand.New(rand.NewPCG(seed, 0x7265)), clients: clients,
		part: make([]int32, clients), delay: [][]float64{zero}, at: [][]float64{zero}}
	for i := range w.part {
		w.part[i] = int32(i)
	}
	return w
}

// to walks on to retry k.
func (w *walk) to(k int) {
	for n := len(w.at) - 1; n < k; n++ {
		if w.ctx.Err() != nil {
			w.delay, w.at = append(w.delay, w.delay[n]), append(w.at, w.at[n])
			continue
		}
		delay, at := make([]float64, w.clients), make([]float64, w.clients)
		for i := range w.part { // shuffle, and draw
			j := i + int(w.random.Uint32N(uint32(w.clients-i)))
			w.part[i], w.part[j] = w.part[j], w.part[i]
			delay[i] = w.draw(w.delay[n][i], n == 0, (float64(w.part[i])+w.random.Float64())/float64(w.clients))
			at[i] = w.at[n][i] + (w.policy.AttemptTime + delay[i])
		}
		w.delay, w.at = append(w.delay, delay), append(w.at, at)
	}
}

// over reports whether no client has time for another retry.
func (w *walk) over() bool {
	last := w.at[len(w.at)-1]
	return !slices.ContainsFunc(last, func(t float64) bool { return t <= w.policy.Deadline })
}

// draw returns the delay at u of the distribution of those that follow one of t seconds.
func (w *walk) draw(t float64, first bool, u float64) float64 {
	k := 2.0
	if first {
		k = 1
	}
	d, _ := w.sampler.Follow(k, t, func() float64 { return u }, func() float64 { return normal(u) })
	return d
}

// normal returns the quantile of the standard normal distribution.
func normal(u float64) float64 { return math.Sqrt2 * math.Erfinv(2*max(u, 1e-16)-1) }
