package calc_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// TestRetryInstants checks that Elapsed and its inverses agree exactly at the starts of retries.
func TestRetryInstants(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for i := range 8000 {
		p := randomPolicy(rnd, i%2 == 0, i%4 >= 2)
		n := randomRetry(rnd, p)
		if i%5 == 0 && !math.IsInf(p.CapRetry(), 1) { // next to the cap
			n = p.CapRetry() + float64(rnd.IntN(5)-2)
			if n < 0 || n > 1e6 {
				continue
			}
		}
		at, after := p.Elapsed(n), p.Elapsed(n+1)
		if at > 1e300 {
			continue
		}
		if got := p.RetriesBy(at); got != n {
			t.Errorf("%v: RetriesBy(Elapsed(%.0f)) = %.0f", p, n, got)
		}
		if got := p.RetryAt(at); got != n {
			t.Errorf("%v: RetryAt(Elapsed(%.0f)) = %.17g", p, n, got)
		}
		if got := p.NextRetryAt(at); got != after {
			t.Errorf("%v: NextRetryAt(Elapsed(%.0f)) = %v, want %v", p, n, got, after)
		}
		// A thousandth of a retry before and after is neither whole nor done. (For n^2 > 1e11 the documented tolerance
		// is wider.)
		if gap := 1e-3 * (after - at); n >= 1 && gap > 4*(n+2)*0x1p-52*after && !math.IsInf(after, 1) {
			if got := p.RetriesBy(after - gap); got != n {
				t.Errorf("%v: RetriesBy just before retry %.0f = %.0f", p, n+1, got)
			}
			if got := p.RetryAt(after - gap); !(n < got && got < n+1) {
				t.Errorf("%v: RetryAt just before retry %.0f = %.17g", p, n+1, got)
			}
			if got := p.RetryAt(at + gap); !(n < got && got < n+1) {
				t.Errorf("%v: RetryAt just after retry %.0f = %.17g", p, n, got)
			}
		}
	}
}

// TestTolerance checks the end of the tolerance: after many retries at 1024 units in the last place of T, on both sides
// of the start of a retry and for PreviousDelay.
func TestTolerance(t *testing.T) {
	p := calc.Policy{InitialDelay: 1, Factor: 2, Cap: 64}
	at := p.Elapsed(1e6)
	for _, c := range []struct{ ulps, by, retry float64 }{
		{-1000, 1e6, 1e6}, {1000, 1e6, 1e6},
		{-1e5, 1e6 - 1, 1e6 - 1e5*0x1p-52*at/64}, {1e5, 1e6, 1e6 + 1e5*0x1p-52*at/64},
	} {
		T := at + c.ulps*0x1p-52*at
		if got := p.RetriesBy(T); got != c.by {
			t.Errorf("RetriesBy %g ulps from retry 1e6 = %.17g, want %g", c.ulps, got, c.by)
		}
		got := p.RetryAt(T)
		near(t, "RetryAt", got, c.retry, 1e-14)
		if whole := got == 1e6; whole != (math.Abs(c.ulps) <= 1024) {
			t.Errorf("RetryAt %g ulps from retry 1e6 = %.17g", c.ulps, got)
		}
	}
	for _, s := range []float64{0, 0.1, 7} {
		p := calc.Policy{InitialDelay: 0.3, Factor: 1.7, Cap: inf, AttemptTime: s}
		just := math.Nextafter(p.Elapsed(1), 0)
		near(t, "PreviousDelay just at retry 1", p.PreviousDelay(just), 0.3, 1e-15)
		if d := p.PreviousDelay(just * (1 - 1e-14)); !math.IsNaN(d) {
			t.Errorf("PreviousDelay before retry 1 = %g, want NaN", d)
		}
	}
}

// TestDecimalInstants checks decimal times. Rational arithmetic computes the starts from the decimals. The float64
// nearest to each must count as the start, with the float64 nearest to the factor.
func TestDecimalInstants(t *testing.T) {
	near := func(x *big.Rat) float64 { f, _ := x.Float64(); return f }
	for hundredths := int64(100); hundredths <= 300; hundredths += 7 {
		for _, first := range []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 10), big.NewRat(37, 100)} {
			for _, caps := range []int64{0, 30, 3} { // none, or that many delays below it
				for _, call := range []*big.Rat{new(big.Rat), big.NewRat(3, 10)} {
					factor := big.NewRat(hundredths, 100)
					limit := new(big.Rat).Mul(first, big.NewRat(caps, 1))
					p := calc.Policy{InitialDelay: near(first), Factor: near(factor), Cap: inf, AttemptTime: near(call)}
					if caps > 0 {
						p.Cap = near(limit)
					}
					d, at := new(big.Rat).Set(first), new(big.Rat)
					for n := 1.0; n <= 60; n++ {
						at.Add(at.Add(at, d), call)
						d.Mul(d, factor)
						if caps > 0 && d.Cmp(limit) > 0 {
							d.Set(limit)
						}
						T := near(at)
						if by, x := p.RetriesBy(T), p.RetryAt(T); by != n || x != n {
							t.Errorf("%v: at %v retry %v, %v done, want %v", p, T, x, by, n)
						}
					}
				}
			}
		}
	}
}

// TestAlongTime checks that on a grid of times across the cap all functions are monotonic and continuous, and that the
// whole number of retries is the floor of the real one.
func TestAlongTime(t *testing.T) {
	for _, p := range []calc.Policy{
		{InitialDelay: 1, Factor: 2, Cap: inf},
		{InitialDelay: 1, Factor: 2, Cap: 64},
		{InitialDelay: 1, Factor: 2, Cap: 100, AttemptTime: 3},
		{InitialDelay: 0.1, Factor: 1.1, Cap: 7, AttemptTime: 1e-3},
		{InitialDelay: 1, Factor: 1, Cap: inf, AttemptTime: 0.5},
		{InitialDelay: 2, Factor: 3, Cap: 2, AttemptTime: 1},
		{InitialDelay: 1e-6, Factor: 1.5, Cap: 10, AttemptTime: 20},
		{InitialDelay: 1, Factor: 1000, Cap: 1e5},
	} {
		const step = 1 + 4e-3
		n, next, previous := 0.0, p.InitialDelay, 0.0
		for T := 1e-3; T < 1e4; T *= step {
			x, d := p.RetryAt(T), p.NextDelay(T)
			if !(x > n) {
				t.Fatalf("%v: RetryAt(%g) = %g after %g", p, T, x, n)
			}
			// n(T) is concave from 0, so it grows by at most the factor of T. The next delay grows by at most r per
			// retry.
			if !(x <= n*step*(1+1e-12)) && n > 0 {
				t.Fatalf("%v: RetryAt jumps from %g to %g at %g", p, n, x, T)
			}
			if !(d >= next && d <= next*math.Pow(p.Factor, x-n)*(1+1e-12)) {
				t.Fatalf("%v: NextDelay goes from %g to %g at %g", p, next, d, T)
			}
			by := p.RetriesBy(T)
			if by != math.Floor(x) {
				t.Fatalf("%v: at %g %g retries done, but retry %g", p, T, by, x)
			}
			if at := p.NextRetryAt(T); !(at > T) || !(p.Elapsed(by) <= T) {
				t.Fatalf("%v: %g is not between retries %g and %g", p, T, p.Elapsed(by), at)
			}
			back := p.PreviousDelay(T)
			if by == 0 {
				if !math.IsNaN(back) {
					t.Fatalf("%v: PreviousDelay(%g) = %g before retry 1", p, T, back)
				}
			} else {
				if previous == 0 {
					previous = back
				}
				if !(back >= previous && back <= d && back <= previous*math.Pow(p.Factor, x-n)*(1+1e-12)) {
					t.Fatalf("%v: PreviousDelay goes from %g to %g at %g", p, previous, back, T)
				}
				previous = back
			}
			near(t, "Ratio", p.Ratio(T), d/T, 0)
			n, next = x, d
		}
	}
}

func TestAtZero(t *testing.T) {
	for _, p := range []calc.Policy{
		{InitialDelay: 3, Factor: 2, Cap: inf},
		{InitialDelay: 3, Factor: 1, Cap: 3, AttemptTime: 1},
		{InitialDelay: 3, Factor: 2, Cap: 9, AttemptTime: 1},
	} {
		near(t, "Elapsed(0)", p.Elapsed(0), 0, 0)
		near(t, "RetryAt(0)", p.RetryAt(0), 0, 0)
		near(t, "RetryAt next to 0", p.RetryAt(1e-20)/p.RetryAt(1e-15), 1e-5, 1e-9)
		near(t, "RetriesBy(0)", p.RetriesBy(0), 0, 0)
		near(t, "NextDelay(0)", p.NextDelay(0), 3, 0)
		near(t, "NextRetryAt(0)", p.NextRetryAt(0), 3+p.AttemptTime, 0)
		near(t, "Ratio(0)", p.Ratio(0), inf, 0)
		if d := p.PreviousDelay(0); !math.IsNaN(d) {
			t.Errorf("PreviousDelay(0) = %g, want NaN", d)
		}
	}
}
