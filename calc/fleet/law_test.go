package fleet

import (
	"math"
	"math/rand/v2"
	"testing"
)

// laws are some of each kind.
func laws(t *testing.T) map[string]Law {
	t.Helper()
	listed, _, err := ListOf([]float64{0.4, 0.1, 0.1, 0, 2.4})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]Law{"constant": {}, "exponential": {Kind: Exponential}, "narrow": {Kind: Lognormal, Sigma: 0.2},
		"wide": {Kind: Lognormal, Sigma: 1.3}, "listed": listed}
}

// TestLaws compares every law with a sample: mean, variance, tail, mean up to a limit and percentiles.
func TestLaws(t *testing.T) {
	const n = 400_000
	for name, l := range laws(t) {
		r := rand.New(rand.NewPCG(1, 2))
		near := func(what string, got, want, tol float64) {
			t.Helper()
			if !(math.Abs(got-want) <= tol) {
				t.Errorf("%s: %s is %g, want %g", name, what, got, want)
			}
		}
		limits := []float64{0.3, 1, 2.5}
		var sum, square float64
		tail, until, below := [3]float64{}, [3]float64{}, [2]float64{}
		points := []float64{0.5, 0.97}
		for range n {
			x := l.Draw(r)
			sum, square = sum+x, square+x*x
			for i, limit := range limits {
				until[i] += min(x, limit)
				if x >= limit {
					tail[i]++
				}
			}
			for i, p := range points {
				if x <= l.Quantile(p)*(1+1e-12) {
					below[i]++
				}
			}
		}
		near("mean", sum/n, 1, 0.01)
		near("variance", square/n-sum/n*sum/n, l.Variance(), 0.1*l.Variance()+1e-9)
		for i, limit := range limits {
			near("tail", tail[i]/n, l.AtLeast(limit), 0.004)
			near("mean of the least", until[i]/n, l.Until(limit), 0.004)
		}
		for i, p := range points {
			if !(below[i]/n >= p-0.002) || l.Kind != Listed && l.Kind != Constant && !(below[i]/n <= p+0.002) {
				t.Errorf("%s: %g of the values are up to the quantile of %g", name, below[i]/n, p)
			}
		}
		if !(math.Abs(l.Until(math.Inf(1))-1) <= 0) {
			t.Errorf("%s: the mean without a limit is %g", name, l.Until(math.Inf(1)))
		}
	}
}

// TestLognormal checks the two ways to give a lognormal law. The published numbers: with mean 100 ms and sigma 1, 1.7 %
// of the times exceed 500 ms.
func TestLognormal(t *testing.T) {
	l, mean := LognormalOf(20) // p50 40 ms, p99 800 ms
	for p, want := range map[float64]float64{0.5: 0.04, 0.99: 0.8} {
		if got := 0.04 * mean * l.Quantile(p); !(math.Abs(got-want) <= 1e-12) {
			t.Errorf("the quantile of %g is %g, want %g", p, got, want)
		}
	}
	for _, q := range []float64{1.01, 2, 10, 14.96} {
		l, ok := LognormalFrom(q)
		if got := l.Quantile(0.99); !ok || !(math.Abs(got-q) <= 1e-9*q) || !(l.Sigma <= z99) {
			t.Errorf("p99 over mean is %g, want %g, with sigma %g", got, q, l.Sigma)
		}
	}
	for _, q := range []float64{0.5, 1, 14.98, math.Inf(1), math.NaN()} {
		if _, ok := LognormalFrom(q); ok {
			t.Errorf("there is a law with p99 %g times the mean", q)
		}
	}
	s := Server{ServiceTime: 0.1, Law: Law{Kind: Lognormal, Sigma: 1}}
	if got := s.FalseTimeouts(0.5); !(math.Abs(got-0.0174) <= 1e-4) {
		t.Errorf("%g outlast 500 ms, want 0.0174", got)
	}
}

// TestTooSlow checks that a constant service time is too slow from the timeout on, as before there were others.
func TestTooSlow(t *testing.T) {
	for _, x := range []float64{0.1, math.Nextafter(0.1, 0), math.Nextafter(0.1, 1), math.Inf(1)} {
		want := 0.0
		if x <= 0.1 {
			want = 1
		}
		if got := (Server{ServiceTime: 0.1}).FalseTimeouts(x); got != want {
			t.Errorf("timeout %g: %g, want %g", x, got, want)
		}
	}
	if _, _, err := ListOf(nil); err == nil {
		t.Error("a list without times has a law")
	}
}

// TestBestRandom compares the capacity of a slowing server with random service times with its limits: the capacity with
// constant ones as the law narrows, and a brute-force maximum for one that answers a fixed list of times.
func TestBestRandom(t *testing.T) {
	s := Server{Kind: Slowing, AtArrival: true, ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05}
	want, _ := s.Best(2)
	s.Law = Law{Kind: Lognormal, Sigma: 1e-4}
	if got, _ := s.Best(2); !(math.Abs(got-want) <= 2e-3*want) {
		t.Errorf("with a narrow law the capacity is %g, want %g", got, want)
	}
	s.Law, s.ServiceTime, _ = ListOf([]float64{0.05, 0.05, 0.5})
	want = 0.0
	for c := 0.0; c < 5000; c += 0.25 {
		latency, served := s.LatencyAt(c), 0.0
		for _, x := range []float64{0.05, 0.05, 0.5} {
			if x*latency/s.ServiceTime < 2 {
				served += 1.0 / 3
			}
		}
		want = max(want, c/latency*served)
	}
	if got, _ := s.Best(2); !(math.Abs(got-want) <= 2e-3*want) {
		t.Errorf("with three times the capacity is %g, want %g", got, want)
	}
}
