package sampled

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A walk is a set of clients on their way from retry to retry.
type walk struct {
	ctx     context.Context
	work    *num.Work // done for ctx
	policy  jitter.Policy
	sampler jitter.Sampler
	random  *rand.Rand
	clients int
	part    []int32     // of [0, 1] that a client draws from
	u       []float64   // that it has drawn
	memory  []float64   // of the last delay: see jitter.Sampler.DrawEach
	sorted  [][]float64 // by client, if delays are drawn before the first and sorted
	delay   [][]float64 // before retry k, by k and client, seconds; 0 before the first attempt
	at      [][]float64 // T_k, by k and client, seconds
}

func newWalk(ctx context.Context, p jitter.Policy, clients int, seed uint64) *walk {
	zero := make([]float64, clients)
	w := &walk{ctx: ctx, work: num.WorkOf(ctx), policy: p, sampler: p.Sampler(), random: rand.New(rand.NewPCG(seed, 0x7265)), clients: clients,
		part: make([]int32, clients), u: make([]float64, clients), memory: make([]float64, clients), delay: [][]float64{zero}, at: [][]float64{zero}}
	for i := range w.part {
		w.part[i] = int32(i)
	}
	if p.Rule.Sorted {
		w.sort()
	}
	return w
}

// sort draws the delays of all retries, and sorts those of each client.
func (w *walk) sort() {
	w.sorted = make([][]float64, w.clients)
	for k := 1; float64(k) <= w.policy.Retries; k++ {
		one := w.policy.Retry(float64(k))
		w.shuffle()
		for i, u := range w.u {
			w.sorted[i] = append(w.sorted[i], one.Quantile(u))
		}
	}
	for _, list := range w.sorted {
		slices.Sort(list)
	}
}

// shuffle gives each client a number from its part of [0, 1], the parts shuffled anew.
func (w *walk) shuffle() {
	each := 3 // of 10 ns, as measured, with a draw
	switch row := w.policy.Jitter.Type.Row(); {
	case row.Path != nil:
		each = 12
	case row.Tail != nil:
		each = 15
	case row.Deviation != nil:
		each = 6
	case row.Pieces != nil:
		each = 4 + 2*len(row.Pieces(w.policy.Around(1, w.policy.InitialDelay)))/3
	}
	if p := w.policy; p.Chained() && !p.Usual() {
		each += 2
	}
	w.work.Did(each * w.clients)
	n := float64(w.clients)
	for i := range w.part {
		j := i + int(w.random.Uint32N(uint32(w.clients-i)))
		w.part[i], w.part[j] = w.part[j], w.part[i]
		w.u[i] = (float64(w.part[i]) + w.random.Float64()) / n
	}
}

// to walks on to retry k.
func (w *walk) to(k int) {
	for n := len(w.at) - 1; n < k; n++ {
		if w.ctx.Err() != nil {
			w.delay, w.at = append(w.delay, w.delay[n]), append(w.at, w.at[n])
			continue
		}
		before, delay, at := w.at[n], make([]float64, w.clients), make([]float64, w.clients)
		if w.sorted == nil {
			w.shuffle()
			w.sampler.DrawEach(float64(n+1), w.u, w.memory, delay, normal)
		}
		for i, list := range w.sorted {
			delay[i] = list[min(n, len(list)-1)]
		}
		for i, d := range delay {
			at[i] = before[i] + (w.policy.AttemptTime + d)
		}
		w.delay, w.at = append(w.delay, delay), append(w.at, at)
	}
}

// over reports whether no client has time for another retry.
func (w *walk) over() bool {
	last, k := w.at[len(w.at)-1], float64(len(w.at)-1)
	return !slices.ContainsFunc(last, func(t float64) bool {
		_, made := w.policy.Goes(k, t, t)
		return made
	})
}

// overBy walks on until no client has time for another retry, or to retry k, and reports
// which.
func (w *walk) overBy(k int) bool {
	for n := len(w.at) - 1; n < k && !w.over(); n++ {
		w.to(n + 1)
	}
	return w.over()
}

// draw returns the delay before retry k at u of the distribution of those that follow what
// the client remembers, and what it then does.
func (w *walk) draw(k, memory, u float64) (delay, next float64) {
	return w.sampler.Draw(k, memory, func() float64 { return u }, func() float64 { return normal(u) })
}

// normal returns the quantile of the standard normal distribution.
func normal(u float64) float64 { return math.Sqrt2 * math.Erfinv(2*max(u, 1e-16)-1) }
