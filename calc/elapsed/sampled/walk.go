package sampled

import (
	"context"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A walk is a set of clients on their way from retry to retry.
type walk struct {
	policy  jitter.Policy
	sampler jitter.Sampler
	random  *rand.Rand
	clients int
	part    []int       // of [0, 1] that a client draws from, shuffled at every retry
	delay   [][]float64 // before retry k, by k and client, seconds; 0 before the first attempt
	at      [][]float64 // T_k, by k and client, seconds
}

func newWalk(p jitter.Policy, clients int, seed uint64) *walk {
	w := &walk{policy: p, sampler: p.Sampler(), random: rand.New(rand.NewPCG(seed, 0x7265)), clients: clients, part: make([]int, clients)}
	for i := range w.part {
		w.part[i] = i
	}
	zero := make([]float64, clients)
	w.delay, w.at = [][]float64{zero}, [][]float64{zero}
	return w
}

// to walks on to retry k; once ctx is done nobody moves.
func (w *walk) to(ctx context.Context, k int) {
	for n := len(w.at) - 1; n < k; n++ {
		if ctx.Err() != nil {
			w.delay, w.at = append(w.delay, w.delay[n]), append(w.at, w.at[n])
			continue
		}
		delay, at := make([]float64, w.clients), make([]float64, w.clients)
		w.random.Shuffle(w.clients, func(i, j int) { w.part[i], w.part[j] = w.part[j], w.part[i] })
		for i, part := range w.part {
			delay[i] = w.draw(w.delay[n][i], n == 0, (float64(part)+0.5)/float64(w.clients))
			at[i] = w.at[n][i] + (w.policy.AttemptTime + delay[i])
		}
		w.delay, w.at = append(w.delay, delay), append(w.at, at)
	}
}

// draw returns the delay at u of the distribution of those that follow a delay of t,
// seconds.
func (w *walk) draw(t float64, first bool, u float64) float64 {
	uniform := func() float64 { return u }
	a := w.policy.InitialDelay
	if w.policy.Jitter.Type.Row().After != nil {
		if first {
			t = a
		}
		return w.sampler.After(t, uniform)
	}
	if !first {
		a = w.policy.Factor * t
	}
	return w.sampler.Around(a, uniform, func() float64 { return num.NormalQuantile(u) })
}
