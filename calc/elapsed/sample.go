package elapsed

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A sample implements Clients for a policy in which a delay depends on the previous one. The delays alone are a Markov
// chain on a grid. Elapsed times need the pair of time and delay, so clients are simulated. At each retry they draw
// from equal strata of [0, 1) in a new random order: a Latin hypercube. The same policy always has the same clients.
//
// Source: McKay, Beckman, Conover, Technometrics 21 (1979).
type sample struct {
	policy jitter.Policy
	chain  *chain // nil if each client remembers the number that it drew
	bits   int    // log2 of the number of clients
	group  uint64 // each group draws other numbers

	mu      *sync.Mutex // guards what follows, and chain
	asked   int         // retry whose delay is known, without a chain
	delay   jitter.Dist
	started *crowd // clients without a deadline
	starts  []piecewise
	grows   *rate   // once it is known
	failed  error   // of a question about too many retries, or nil
	late    float64 // the time it was about, seconds
}

// MostUncapped is the number of retries whose times are simulated for a policy in which a delay depends on the previous
// one, and grows without a cap.
const MostUncapped = 256

const (
	mostWalk    = 64   // retries simulated one by one if later ones are alike
	mostStarts  = 1024 // retries simulated one by one otherwise, with a cap
	allWalk     = 16   // retries that all clients make; half of them go on, a quarter from twice as many, and so on
	mostMore    = 4    // log2 of the factor by which clients are added if few come back
	mostCrossed = 8192 // greatest number of retries of one client up to a time
)

func newSample(p jitter.Policy, effort Effort) *sample {
	s := &sample{policy: p, bits: 17, mu: new(sync.Mutex), starts: []piecewise{points([]float64{0, 0}, exact{})}}
	cells := 200
	switch effort {
	case Coarse:
		s.bits, cells = 13, 64
	case half:
		cells = 100
	}
	if p.Chained() {
		s.chain = newChain(p, cells)
	}
	s.started = s.crowd()
	return s
}

// A crowd is a group of simulated clients between two retries.
type crowd struct {
	sampler    jitter.Sampler
	bits       int
	random     *rand.Rand
	k          int       // retries they have made
	at, memory []float64 // T_k, seconds, and what each client remembers for the next delay
}

func (s *sample) crowd() *crowd { return s.crowdOf(s.bits) }

// crowdOf returns 2^bits clients before their first retry.
func (s *sample) crowdOf(bits int) *crowd {
	n := 1 << bits
	return &crowd{sampler: s.policy.Sampler(), bits: bits, random: rand.New(rand.NewPCG(1+s.group, uint64(bits))),
		at: make([]float64, n), memory: make([]float64, n)}
}

// strata returns a random order of the middles of 2^bits equal parts of [0, 1).
func (c *crowd) strata() func(i int) float64 {
	mask, half := uint64(1)<<c.bits-1, c.bits/2
	a, b, shift := c.random.Uint64()|1, c.random.Uint64()|1, c.random.Uint64()
	return func(i int) float64 {
		x := (uint64(i) + shift) & mask
		x = ((x ^ x>>half) * a) & mask
		x = ((x ^ x>>half) * b) & mask
		return (float64(x^x>>half) + 0.5) / float64(mask+1)
	}
}

// draw draws the next delay of clients, and calls next with each.
func (c *crowd) draw(active []int32, next func(i int32, delay float64)) {
	c.k++
	strata, u := c.strata(), 0.0
	uniform, normal := func() float64 { return u }, func() float64 { return numeric.NormalQuantile(u) }
	for _, i := range active {
		u = strata(int(i))
		delay, memory := c.sampler.Draw(float64(c.k), c.memory[i], uniform, normal)
		c.memory[i] = memory
		next(i, delay)
	}
}

// halve keeps half of the clients, any of whom are as good as the others.
func (c *crowd) halve() {
	c.bits--
	n := len(c.at) / 2
	c.at, c.memory = c.at[:n], c.memory[:n]
}

// everybody returns the indices of all clients.
func (c *crowd) everybody() []int32 {
	all := make([]int32, len(c.at))
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// Delay returns the distribution of the delay before retry k.
func (s *sample) Delay(ctx context.Context, k int) (jitter.Dist, error) {
	if s.chain != nil && k == 1 {
		return s.policy.Next(0, true), nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.chain == nil {
		r, err := s.rate(ctx)
		if r.mean > 0 {
			k = min(k, r.from)
		}
		if s.asked != k && err == nil {
			s.asked, s.delay = k, s.policy.Following(float64(k), 0)
		}
		return s.delay, err
	}
	err := s.chain.to(ctx, k)
	return s.chain.delays[min(k, len(s.chain.delays)-1)].piecewise, err
}

// Start returns the distribution of T_k. Beyond the simulated retries it has the shape of the last simulated one, see
// limit.
func (s *sample) Start(ctx context.Context, k int) (jitter.Dist, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := k
	if k > mostWalk {
		rate, err := s.rate(ctx)
		switch {
		case err != nil:
			return nil, err
		case rate.mean > 0:
			last = min(k, max(mostWalk, rate.from))
		}
	}
	if last > s.mostWalked() {
		if s.chain == nil && math.IsInf(s.policy.Policy.Delay(float64(k)), 1) {
			if _, longest := s.policy.Following(float64(k), 0).Support(); math.IsInf(longest, 1) {
				return jitter.Constant(longest), nil
			}
		}
		return nil, errUnsettled
	}
	if err := s.walkTo(ctx, last); err != nil || last == k {
		return s.starts[min(last, len(s.starts)-1)], err
	}
	from, to := s.starts[last], s.exactly(k)
	g := from.variance / to.variance
	return newShape(from).limit(to, deviation(g), g), nil
}

// exactly returns the moments and the support of T_k: from the chain, or after the last simulated retry, from which on
// every delay is the cap.
func (s *sample) exactly(k int) exact {
	if s.chain != nil {
		return s.chain.start(k)
	}
	last := len(s.starts) - 1
	e, more := s.starts[last].exact, float64(k-last)*(s.policy.Cap+s.policy.AttemptTime)
	return exact{e.mean + more, e.variance, e.lo + more, e.hi + more}
}

// mostWalked returns the number of retries that are simulated one by one if later ones are not alike.
func (s *sample) mostWalked() int {
	if math.IsInf(s.policy.Cap, 1) {
		return MostUncapped
	}
	return mostStarts
}

// thins reports whether ever fewer clients go on. Where delays with a cap take hundreds of retries to settle, the times
// of all clients are needed.
func (s *sample) thins() bool { return s.chain == nil || math.IsInf(s.policy.Cap, 1) }

// walkTo simulates the clients up to retry k.
func (s *sample) walkTo(ctx context.Context, k int) error {
	all := s.started.everybody()
	for n := len(s.starts); n <= k; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if last := n - 1; s.thins() && last >= allWalk && last&(last-1) == 0 {
			s.started.halve()
			all = s.started.everybody()
		}
		at := s.started.at
		s.started.draw(all, func(i int32, delay float64) { at[i] += s.policy.AttemptTime + delay })
		sorted, e := slices.Clone(at), exact{}
		numeric.Sort(sorted)
		if s.chain == nil {
			e = moments(sorted)
			e.lo, e.hi = s.policy.PathEnds(n)
			e.lo, e.hi = e.lo+float64(n)*s.policy.AttemptTime, e.hi+float64(n)*s.policy.AttemptTime
		} else if err := s.chain.to(ctx, n); err != nil {
			return err
		} else {
			e = s.exactly(n)
		}
		s.starts = append(s.starts, points(sorted, e))
	}
	return nil
}

// moments returns mean, variance and support of values in ascending order.
func moments(sorted []float64) exact {
	n := float64(len(sorted))
	e := exact{lo: sorted[0], hi: sorted[len(sorted)-1]}
	for _, x := range sorted {
		e.mean += x / n
	}
	for _, x := range sorted {
		e.variance += (x - e.mean) * (x - e.mean) / n
	}
	return e
}

// points returns the distribution of values in ascending order, all equally likely.
func points(sorted []float64, e exact) piecewise {
	const knots = 2048
	last := len(sorted) - 1
	n := min(knots, last)
	d := piecewise{x: make([]float64, n+1), cdf: make([]float64, n+1), exact: e}
	for i := range d.x {
		j := i * last / n
		d.x[i], d.cdf[i] = sorted[j], float64(j)/float64(last)
	}
	return d
}

// highest returns the upper end of a distribution, seconds; +Inf if it is unknown.
func highest(d jitter.Dist, err error) float64 {
	if err != nil {
		return math.Inf(1)
	}
	_, hi := d.Support()
	return hi
}

// sorted returns the distribution of values in any order, with a support up to most, or nil if there are too few.
func sorted(values []float64, most float64) jitter.Dist {
	if len(values) < 2 {
		return nil
	}
	numeric.Sort(values)
	e := moments(values)
	if !math.IsInf(most, 1) {
		e.hi = max(e.hi, most)
	}
	return points(values, e)
}
