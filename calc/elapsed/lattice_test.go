package elapsed

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// uniform returns U(0, hi).
func uniform(hi float64) jitter.Dist {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: hi, Factor: 1, Cap: hi},
		Jitter: jitter.Jitter{Type: jitter.Full}}
	return p.Retry(1)
}

// TestConvolve compares a sum of three uniform times with the distribution of Irwin and Hall.
func TestConvolve(t *testing.T) {
	u := put(uniform(1), 0.001)
	sum := convolve(convolve(u, u), u)
	irwinHall := func(x float64) float64 {
		cube := func(x float64) float64 { return math.Pow(max(0, x), 3) }
		return (cube(x) - 3*cube(x-1) + 3*cube(x-2) - cube(x-3)) / 6
	}
	for _, l := range []lattice{sum, sum.coarsened(), sum.flipped(3), convolve(pointAt(0.5), sum).shifted(-0.5)} {
		if mean, variance := l.mean(),
			l.variance(); !(math.Abs(mean-1.5) <= 1e-12) || !(math.Abs(variance-0.25) <= 1e-5) {
			t.Errorf("mean %v, variance %v", mean, variance)
		}
		law := l.law()
		for x := -0.1; x < 3.2; x += 0.1 {
			if got, want := law.upTo(x), irwinHall(x); !(math.Abs(got-want) <= 2e-6) {
				t.Errorf("P(sum <= %.1f) = %v, want %v", x, got, want)
			}
			if cut := l.before(x, true).total(); !(math.Abs(cut-law.upTo(x)) <= 1e-12) {
				t.Errorf("%v of the measure is before %.1f, where the CDF is %v", cut, x, law.upTo(x))
			}
		}
		if x := newMixture([]lattice{l}, 0, 3).Quantile(0.5); !(math.Abs(x-1.5) <= 1e-5) {
			t.Errorf("median %v", x)
		}
	}
}

// TestPoints adds delays that are at the cap or at 0 with a positive probability.
func TestPoints(t *testing.T) {
	two := lattice{step: 0.01, points: []point{{0, 0.25}, {1, 0.75}}}
	mixed := put(uniform(1), 0.01).scaled(0.5)
	mixed.points = two.scaled(0.5).points
	sum := convolve(convolve(mixed, two), mixed)
	if total := sum.total(); !(math.Abs(total-1) <= 1e-12) {
		t.Errorf("the total is %v", total)
	}
	want := []float64{1. / 64 / 4, 9. / 64 / 4, 27. / 64 / 4, 27. / 64 / 4}
	if len(sum.points) != len(want) {
		t.Fatalf("points %v", sum.points)
	}
	for i, p := range sum.points {
		if p.x != float64(i) || !(math.Abs(p.p-want[i]) <= 1e-12) {
			t.Errorf("point %v, want %v at %d", p, want[i], i)
		}
	}
	if mean := sum.mean(); !(math.Abs(mean-2) <= 1e-12) {
		t.Errorf("mean %v, want 2", mean)
	}
}

// must returns a result, or fails the test.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestBeforeOfNothing checks that an empty measure has nothing before time 0, where it has no step to divide by.
func TestBeforeOfNothing(t *testing.T) {
	if got := (lattice{}).before(0, true).total(); got != 0 {
		t.Errorf("total %v", got)
	}
}
