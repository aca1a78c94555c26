package des

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/system"
)

// TestDraw compares what the ladder draws with the laws of package jitter, by
// mean, variance and the largest distance between the distributions.
func TestDraw(t *testing.T) {
	const draws = 20_000
	retries := []uint64{1, 3, 4, 9, 100, topRetry}
	if testing.Short() {
		retries = retries[2:3]
	}
	c := clock{perSecond: 1e9}
	for kind := jitter.None; kind <= jitter.Decorrelated; kind++ {
		for _, after := range []bool{false, true} {
			for _, feedback := range []bool{false, true} {
				for _, think := range []bool{false, true} {
					w := system.System{Horizon: 100, Traffic: system.Traffic{Kind: system.Closed}}
					w.Client.Policy = jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 0.7},
						Jitter: jitter.Jitter{Type: kind, Amount: 0.4}, CapAfter: after, Feedback: feedback}
					if kind == jitter.Decorrelated {
						w.Client.Jitter.Amount = 3
					}
					w.Client.FirstFromThink = think
					l := newLadder(&c, w)
					for _, k := range retries {
						const last = 0.25 // a float32 to 16 bits
						want := oneLaw(w.Client, k, last)
						xs := make([]float64, draws)
						d := newDice(1, k)
						for i := range xs {
							var u uint64
							if l.table {
								u = l.climb(k, &d)
							} else {
								u, _ = l.draw(k, event{from: memory(last)}, &d)
							}
							if xs[i] = c.seconds(u); xs[i] == l.least {
								xs[i] = 0 // as the law has it
							}
						}
						compare(t, fmt.Sprintf("%+v, think %v, retry %d", w.Client.Policy, think, k), xs, want)
					}
				}
			}
		}
	}
}

// oneLaw is the law of the delay before retry k, by the rules.
func oneLaw(c system.Client, k uint64, last float64) jitter.Dist {
	p := c.Policy
	switch {
	case p.Stateful() && k == 1 && !c.FirstFromThink:
		return p.Next(0, true)
	case p.Stateful():
		return p.Next(last, false)
	case c.FirstFromThink:
		return p.One(last * math.Pow(p.Factor, float64(k)))
	}
	free := p.Policy
	free.Cap = inf
	return p.One(free.Delay(float64(k)))
}

func compare(t *testing.T, what string, xs []float64, law jitter.Dist) {
	t.Helper()
	n := float64(len(xs))
	mean, square := 0.0, 0.0
	for _, x := range xs {
		mean += x / n
	}
	for _, x := range xs {
		square += (x - mean) * (x - mean) / n
	}
	if !(math.Abs(mean-law.Mean()) <= 5*math.Sqrt(law.Variance()/n)+1e-8) {
		t.Errorf("%s: mean %g, want %g", what, mean, law.Mean())
	}
	if !(math.Abs(square-law.Variance()) <= 0.2*law.Variance()+1e-9) {
		t.Errorf("%s: variance %g, want %g", what, square, law.Variance())
	}
	slices.Sort(xs)
	for i, x := range xs {
		// A unit is a nanosecond; a law may have a point, where its CDF jumps.
		if !(law.CDF(x+2e-9) >= float64(i+1)/n-2.2/math.Sqrt(n)) || !(law.CDF(x-2e-9) <= float64(i)/n+2.2/math.Sqrt(n)) {
			t.Errorf("%s: %g is number %d of %g, the CDF is %g", what, x, i, n, law.CDF(x))
			return
		}
	}
}

// TestDice looks at the exponential and the normal, which no law of delay shows.
func TestDice(t *testing.T) {
	const n = 200_000
	d := newDice(1, 2)
	es, ns := make([]float64, n), make([]float64, n)
	for i := range n {
		es[i], ns[i] = d.exponential(), d.normal()
	}
	slices.Sort(es)
	slices.Sort(ns)
	for i := range n {
		at := (float64(i) + 0.5) / n
		if e := 1 - math.Exp(-es[i]); !(math.Abs(e-at) < 2.2/math.Sqrt(n)) {
			t.Fatalf("exponential %g is at %g, the CDF is %g", es[i], at, e)
		}
		if p := math.Erfc(-ns[i]/math.Sqrt2) / 2; !(math.Abs(p-at) < 2.2/math.Sqrt(n)) {
			t.Fatalf("normal %g is at %g, the CDF is %g", ns[i], at, p)
		}
	}
}

// TestExponentialTail looks where draws are too rare for TestDice: at the layers, which
// all have the same area, and at the tail, which is a ten-thousandth of all.
func TestExponentialTail(t *testing.T) {
	for i, l := range layers[:256] {
		area := l.width * (layers[i+1].height - l.height)
		if i == 0 { // the tail is as large as what is left of the rectangle
			area = tail*math.Exp(-tail) + math.Exp(-tail)
		}
		if !(math.Abs(area/layer-1) < 1e-9) {
			t.Errorf("layer %d: area %g, want %g", i, area, layer)
		}
	}
	const draws = 4_000_000
	d := newDice(3, 4)
	n, beyond := 0.0, 0.0
	for range draws {
		if x := d.exponential(); x > tail {
			n, beyond = n+1, beyond+x-tail
		}
	}
	want := draws * math.Exp(-tail)
	if !(math.Abs(n-want) < 5*math.Sqrt(want)) {
		t.Errorf("%g draws beyond %g, want %g", n, tail, want)
	}
	if !(math.Abs(beyond/n-1) < 5/math.Sqrt(n)) {
		t.Errorf("they are beyond it by %g on average, want 1", beyond/n)
	}
}

// TestMemory holds that what a client remembers is kept to 1 in 100,000.
func TestMemory(t *testing.T) {
	for x := 1e-9; x < 1e9; x *= 1.37 {
		if got := (event{from: memory(x) | 5<<fromShift}).remembers(); !(math.Abs(got/x-1) < 1e-5) {
			t.Errorf("%g is remembered as %g", x, got)
		}
	}
}
