package simulate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// TestDraw compares the draws of the sampler with the distributions of package jitter, by mean, variance and the
// largest distance of the CDFs.
func TestDraw(t *testing.T) {
	const draws = 4_000
	systems := 0
	retries := []uint64{1, 3, 4, 9, 100, topRetry}
	if testing.Short() {
		retries = retries[2:3]
	}
	c := clock{perSecond: 1e9}
	for kind := range jitter.Type(len(jitter.Types)) {
		for _, after := range []bool{false, true} {
			for _, feedback := range []bool{false, true} {
				for _, think := range []bool{false, true} {
					w := fleet.System{Duration: 100, Traffic: fleet.Traffic{Kind: fleet.Closed}}
					w.Client.Policy = jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 0.7},
						Jitter: jitter.Jitter{Type: kind, Amount: 0.4}, CapAfter: after, Feedback: feedback,
						Retries: inf}
					if kind == jitter.Decorrelated {
						w.Client.Jitter.Amount = 3
					}
					if row := kind.Row(); row.Path != nil || think && !w.Client.ByDelayAlone() || feedback && row.NotMonotone {
						continue // invalid: the client does not remember the delay
					}
					w.Client.FirstFromThink = think
					l := newSampler(&c, w)
					systems++
					for i, k := range retries {
						if *times == 1 && (systems+i)%3 > 0 {
							continue
						}
						// Skip a normal delay around an overflow, and a delay that the cap almost always cuts: too few
						// draws show its variance.
						if k > 1<<15 && !w.Client.ByDelayAlone() {
							continue
						}
						if w.Client.Jitter.Type.Row().Deviation != nil && (k == topRetry || after && think) {
							continue
						}
						const last = 0.25 // a float32 to 16 bits
						want := distOf(w.Client, k, last)
						xs := make([]float64, draws)
						var d rng
						d.seed(k)
						for i := range xs {
							u := uint64(0)
							if l.last > 0 {
								u = l.uniform(k, &d)
							} else {
								u, _ = l.draw(k, last, &d)
							}
							if xs[i] = c.seconds(u); xs[i] == l.least {
								xs[i] = 0 // as the distribution has it
							}
						}
						compare(t, fmt.Sprintf("%+v, think %v, retry %d", w.Client.Policy, think, k), xs, want)
					}
				}
			}
		}
	}
}

// distOf is the distribution of the delay before retry k, by the rules.
func distOf(c fleet.Client, k uint64, last float64) jitter.Dist {
	p := c.Policy
	switch {
	case p.Stateful() && k == 1 && !c.FirstFromThink:
		return p.Next(0, true)
	case p.Stateful():
		return p.Next(last, false)
	case c.FirstFromThink:
		return p.One(last * math.Pow(p.Factor, float64(k)))
	}
	return p.Retry(float64(k))
}

func compare(t *testing.T, what string, xs []float64, dist jitter.Dist) {
	t.Helper()
	n := float64(len(xs))
	mean, square := 0.0, 0.0
	for _, x := range xs {
		mean += x / n
	}
	for _, x := range xs {
		square += (x - mean) * (x - mean) / n
	}
	if !(math.Abs(mean-dist.Mean()) <= 5*math.Sqrt(dist.Variance()/n)+1e-8) {
		t.Errorf("%s: mean %g, want %g", what, mean, dist.Mean())
	}
	lo, hi := dist.Support()
	sd := math.Sqrt(dist.Variance())
	// a fourth moment is at most (hi-lo)^2 sd^2
	if !(math.Abs(square-dist.Variance()) <= 5*min(hi-lo, 12*sd+1)*sd/math.Sqrt(n)+1e-9) {
		t.Errorf("%s: variance %g, want %g", what, square, dist.Variance())
	}
	slices.Sort(xs)
	for i, x := range xs {
		// A unit is a nanosecond; a distribution may have a point, where its CDF jumps.
		if !(dist.CDF(x+2e-9) >= float64(i+1)/n-2.2/math.Sqrt(n)) ||
			!(dist.CDF(x-2e-9) <= float64(i)/n+2.2/math.Sqrt(n)) {
			t.Errorf("%s: %g is number %d of %g, the CDF is %g", what, x, i, n, dist.CDF(x))
			return
		}
	}
}

// TestEventMemory checks that the memory of a client is accurate to 1 in 100,000.
func TestEventMemory(t *testing.T) {
	for x := 1e-9; x < 1e9; x *= 1.37 {
		if got := (&event{from: encode(x) | 5<<fromShift}).remembers(); !(math.Abs(got/x-1) < 1e-5) {
			t.Errorf("%g is remembered as %g", x, got)
		}
	}
}
