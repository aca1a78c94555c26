package sampled

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"retune/calc/jitter"
)

// A walk is a set of clients on their way from retry to retry.
type walk struct {
	policy  jitter.Policy
	sampler jitter.Sampler
	random  *rand.Rand
	k       int       // retries made in the walk
	delay   []float64 // before retry k, seconds; 0 before the first
	at      []float64 // T_k, seconds
	target  []float64 // the time that the client is to reach; nil: the batches are by T_k alone
	byAt    []uint32  // the clients by time reached, since the last sort
	byDelay []uint32  // the clients by delay
	order   []uint32  // by batch of time reached, then by delay
	key     []uint32
	spare   []uint32
}

func newWalk(p jitter.Policy, clients int, seed uint64) *walk {
	w := &walk{policy: p, sampler: p.Sampler(), random: rand.New(rand.NewPCG(seed, 0x7265))}
	w.delay, w.at = make([]float64, clients), make([]float64, clients)
	w.resize()
	return w
}

// resize makes the working arrays as long as there are clients, in their order.
func (w *walk) resize() {
	n := len(w.at)
	if cap(w.order) < n {
		w.byAt, w.byDelay, w.order = make([]uint32, n), make([]uint32, n), make([]uint32, n)
		w.key, w.spare = make([]uint32, n), make([]uint32, n)
	}
	w.byAt, w.byDelay, w.order, w.key, w.spare = w.byAt[:n], w.byDelay[:n], w.order[:n], w.key[:n], w.spare[:n]
	for i := range w.order {
		w.order[i] = uint32(i)
	}
}

// step draws the next delay of every client and sorts them.
func (w *walk) step() {
	shift := w.random.Float64()
	for rank, i := range w.order {
		d := w.draw(w.delay[i], corput(rank, shift))
		w.delay[i] = d
		w.at[i] += w.policy.AttemptTime + d
	}
	w.k++
	w.sort()
}

// draw returns the delay at u of the distribution of those that follow a delay of t,
// seconds.
func (w *walk) draw(t, u float64) float64 {
	uniform := func() float64 { return u }
	normal := func() float64 { return math.Sqrt2 * math.Erfinv(2*u-1) }
	p := &w.policy
	switch after := p.Jitter.Type.Row().After != nil; {
	case after && w.k == 0:
		return w.sampler.After(p.InitialDelay, uniform)
	case after:
		return w.sampler.After(t, uniform)
	case w.k == 0:
		return w.sampler.Around(p.InitialDelay, uniform, normal)
	}
	return w.sampler.Around(p.Factor*t, uniform, normal)
}

// corput returns number i of the van der Corput sequence, shifted, in (0, 1).
func corput(i int, shift float64) float64 {
	u := (float64(bits.Reverse32(uint32(i)))+0.5)*0x1p-32 + shift
	if u >= 1 {
		u--
	}
	return min(max(u, 0x1p-54), 1-0x1p-53)
}

// sort puts the clients into the order in which they draw next.
func (w *walk) sort() {
	n := len(w.at)
	for i := range w.order {
		w.byAt[i], w.byDelay[i] = uint32(i), uint32(i)
	}
	if w.target == nil {
		w.by(w.byAt, w.at)
	} else {
		left := make([]float64, n)
		for i := range left {
			left[i] = w.target[i] - w.at[i]
		}
		w.by(w.byAt, left)
	}
	w.by(w.byDelay, w.delay)
	batches := 1
	for batches*batches*batches < n {
		batches *= 2
	}
	for rank, i := range w.byAt {
		w.key[i] = uint32(rank * batches / n)
	}
	copy(w.order, w.byDelay)
	w.pass(w.order, 0)
}

// by sorts the clients by x, up to ties within 2^-24 of its range.
func (w *walk) by(clients []uint32, x []float64) {
	lo := math.Inf(1)
	for _, v := range x {
		lo = min(lo, v)
	}
	for i, v := range x {
		w.key[i] = math.Float32bits(float32(v - lo))
	}
	if math.IsInf(lo, 1) {
		clear(w.key)
	}
	for shift := 0; shift < 33; shift += 11 {
		w.pass(clients, shift)
	}
}

// pass is one pass of the sort by parts of the key: by its 11 bits from shift on.
func (w *walk) pass(clients []uint32, shift int) {
	const mask = 1<<11 - 1
	var count [mask + 2]uint32
	for _, i := range clients {
		count[w.key[i]>>shift&mask+1]++
	}
	for b := range mask {
		count[b+1] += count[b]
	}
	for _, i := range clients {
		b := w.key[i] >> shift & mask
		w.spare[count[b]] = i
		count[b]++
	}
	copy(clients, w.spare)
}

// halve keeps every other client, in the order in which they draw.
func (w *walk) halve() {
	kept := make([]uint32, 0, len(w.order)/2+1)
	for rank := w.random.IntN(2); rank < len(w.order); rank += 2 {
		kept = append(kept, w.order[rank])
	}
	w.keep(kept)
}

// keep reduces the walk to some clients and sorts them.
func (w *walk) keep(clients []uint32) {
	pick := func(x []float64) []float64 {
		if x == nil {
			return nil
		}
		y := make([]float64, len(clients))
		for j, i := range clients {
			y[j] = x[i]
		}
		return y
	}
	w.delay, w.at, w.target = pick(w.delay), pick(w.at), pick(w.target)
	w.resize()
	w.sort()
}

// sorted returns x in ascending order, by an order that is right up to ties of the
// keys of by.
func sorted(x []float64, by []uint32) []float64 {
	y := make([]float64, len(x))
	for rank, i := range by {
		y[rank] = x[i]
	}
	if !slices.IsSorted(y) {
		near := 1
		for i := 1; i < len(y) && near < 1<<16; i++ { // insertion: what is out of place is so by little
			for j := i; j > 0 && y[j] < y[j-1]; j-- {
				y[j], y[j-1] = y[j-1], y[j]
				near++
			}
		}
		if near >= 1<<16 {
			slices.Sort(y)
		}
	}
	return y
}
