package calc_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

var inf = math.Inf(1)

// near fails the test unless got is within a relative tol of want.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol*math.Abs(want)) && got != want {
		t.Errorf("%s = %.17g, want %.17g", what, got, want)
	}
}

// TestPublished compares with published worked examples. The last column is the relative error of half a unit in the
// last printed digit.
func TestPublished(t *testing.T) {
	double := calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}
	tenth := calc.Policy{InitialDelay: 1, Factor: 1.1, Cap: inf}
	cenkalti := calc.Policy{InitialDelay: 0.5, Factor: 1.5, Cap: 60}
	capped := calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}
	for _, c := range []struct {
		what           string
		got, want, tol float64
	}{
		{"r=2 next delay at 1023", double.NextDelay(1023), 1024, 0},
		{"r=2 previous delay at 1023", double.PreviousDelay(1023), 512, 0},
		{"r=2 retry at 1023", double.RetryAt(1023), 10, 0},
		{"r=2 retries by 1023", double.RetriesBy(1023), 10, 0},
		{"r=2 retries by 1022.99999", double.RetriesBy(1022.99999), 9, 0},
		{"r=2 next retry after 1023", double.NextRetryAt(1023), 2047, 0},
		{"r=2 retry at 1000", double.RetryAt(1000), 9.967226, 5e-8},
		{"r=1.1 delay 1", tenth.Delay(1), 1, 0},
		{"r=1.1 delay 2", tenth.Delay(2), 1.1, 0},
		{"r=1.1 delay 3", tenth.Delay(3), 1.21, 2e-16},
		{"r=1.1 delay 48", tenth.Delay(48), 88.197, 6e-6},
		{"r=1.1 delay 49", tenth.Delay(49), 97.017, 6e-6},
		{"r=1.1 elapsed 1", tenth.Elapsed(1), 1, 0},
		{"r=1.1 elapsed 2", tenth.Elapsed(2), 2.1, 2e-16},
		{"r=1.1 elapsed 3", tenth.Elapsed(3), 3.31, 2e-16},
		{"r=1.1 elapsed 48", tenth.Elapsed(48), 960.172, 6e-7},
		{"r=1.1 elapsed 49", tenth.Elapsed(49), 1057.190, 6e-7},
		{"r=1.1 retry at 3.31", tenth.RetryAt(3.31), 3, 0},
		{"r=1.1 retries by 1000", tenth.RetriesBy(1000), 48, 0},
		{"ratio .1 to factor", calc.FactorForRatio(0.1), 1.1, 0},

		// maths.md A6: the defaults of cenkalti/backoff without jitter.
		{"cenkalti elapsed 10", cenkalti.Elapsed(10), 56.6650390625, 0},
		{"cenkalti cap retry", cenkalti.CapRetry(), 13, 0},
		{"cenkalti retries by 900", cenkalti.RetriesBy(900), 24, 0},
		{"cenkalti elapsed 24", cenkalti.Elapsed(24), 848.7463, 6e-8},

		// maths.md A6: a = .1, r = 2, c = 10.
		{"capped elapsed 1", capped.Elapsed(1), 0.1, 0},
		{"capped elapsed 5", capped.Elapsed(5), 3.1, 2e-16},
		{"capped elapsed 7", capped.Elapsed(7), 12.7, 2e-16},
		{"capped elapsed 8", capped.Elapsed(8), 22.7, 2e-16},
		{"capped elapsed 10", capped.Elapsed(10), 42.7, 2e-16},
		{"capped elapsed 20", capped.Elapsed(20), 142.7, 2e-16},
		{"capped cap retry", capped.CapRetry(), 8, 0},

		// maths.md A3, computed with mpmath: n(T) with an attempt time.
		{"retry at 60, s = .25", calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: inf, AttemptTime: 0.25}.RetryAt(60),
			9.17508116838978, 5e-15},

		// maths.md A6, computed with mpmath: factors, caps and initial delays for a wanted T_n, used in reverse.
		{"(600,10)", calc.Policy{InitialDelay: 1, Factor: 1.87004693807587371, Cap: inf}.Elapsed(10), 600, 2e-15},
		{"(1e6,5)", calc.Policy{InitialDelay: 1, Factor: 31.3676733467570447, Cap: inf}.Elapsed(5), 1e6, 2e-15},
		{"(3600,20)", calc.Policy{InitialDelay: 1, Factor: 1.44650502806787933, Cap: inf}.Elapsed(20), 3600, 5e-15},
		{"(36000,20)", calc.Policy{InitialDelay: 1, Factor: 1.65425911393971663, Cap: inf}.Elapsed(20), 36000, 5e-15},
		{"(60,60)", calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf}.Elapsed(60), 60, 0},
		{"cap 10, T = 40", calc.Policy{InitialDelay: 0.1, Factor: 1.92056861124295395, Cap: 10}.Elapsed(10), 40,
			2e-15},
		{"cap 10, T = 12", calc.Policy{InitialDelay: 0.1, Factor: 1.51197299998641333, Cap: 10}.Elapsed(10), 12,
			2e-15},
		{"cap 5.925", calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 5.925}.Elapsed(10), 30, 2e-16},
		{"first .0392...", calc.Policy{InitialDelay: 0.0392156862745098039, Factor: 2, Cap: 10}.Elapsed(10), 30,
			2e-16},
	} {
		near(t, c.what, c.got, c.want, c.tol)
	}
}

// TestBruteForce sums one delay after the other, as a client does. Each addition and each multiplication rounds, hence
// 1e-13.
func TestBruteForce(t *testing.T) {
	for _, a := range []float64{0.1, 1, 3} {
		for _, r := range []float64{1, 1 + 1e-9, 1.1, 1.5, 2, 10} {
			for _, limit := range []float64{1, 1.7, 64, 1e4, inf} {
				for _, s := range []float64{0, 0.25, 30} {
					p := calc.Policy{InitialDelay: a, Factor: r, Cap: a * limit, AttemptTime: s}
					d, at, full := a, 0.0, inf
					for n := 1.0; n <= 60; n++ {
						if d >= p.Cap && full == inf {
							full = n
						}
						near(t, "delay", p.Delay(n), d, 1e-13)
						at += s + d
						near(t, "elapsed", p.Elapsed(n), at, 1e-13)
						d = math.Min(p.Cap, d*r)
						near(t, "next delay", p.NextDelay(p.Elapsed(n)), d, 1e-13)
					}
					if full < inf && p.CapRetry() != full {
						t.Errorf("%v: cap retry %g, want %g", p, p.CapRetry(), full)
					}
				}
			}
		}
	}
}

func TestCapRetry(t *testing.T) {
	for _, c := range []struct{ a, r, c, want float64 }{
		{1, 2, 64, 7}, // an exact power
		{1, 2, math.Nextafter(64, 0), 7},
		{1, 2, math.Nextafter(64, 65), 8},
		{1, 1000, 1e9, 4},
		{1, 1000, math.Nextafter(1e9, inf), 5},
		{3, 3, 3 * 3486784401, 21}, // 3^20
		{1, 2, 1, 1},
		{1, 1, 1, 1},
		{1, 1, math.Nextafter(1, 2), inf},
		{1, 2, inf, inf},
		{1, 1, inf, inf},
		{1, 1 + 0x1p-52, 1 + 0x1p-50, 5},
		{1e-300, 2, 1e300, 1995}, // c/a overflows; 2^1993 < 1e600 < 2^1994
	} {
		p := calc.Policy{InitialDelay: c.a, Factor: c.r, Cap: c.c}
		if got := p.CapRetry(); got != c.want {
			t.Errorf("%v: cap retry %g, want %g", p, got, c.want)
		}
	}
	// Delay reaches the cap there, and not one retry before.
	rnd := rand.New(rand.NewPCG(5, 6))
	for i := range 20000 {
		p := randomPolicy(rnd, true, false)
		if i%2 == 0 { // a cap that equals a delay, or is next to it
			p.Cap = math.Inf(1)
			if d := p.Delay(randomRetry(rnd, p)); !math.IsInf(d, 1) {
				p.Cap = math.Max(p.InitialDelay, []float64{d, math.Nextafter(d, 0), math.Nextafter(d, inf)}[i/2%3])
			}
		}
		n := p.CapRetry()
		if i%10 == 9 { // m up to 2^52, where a retry is few units in the last place
			p.Factor = 1 + float64(1+rnd.IntN(40))*0x1p-52
			p.Cap = p.InitialDelay * (1 + rnd.Float64()*(p.Factor-1)*(1<<52))
			n = p.CapRetry()
		}
		if math.IsInf(n, 1) || n > 1<<52 {
			continue
		}
		if p.Delay(n) != p.Cap || n > 1 && !(p.Delay(n-1) < p.Cap) {
			t.Errorf("%v: cap retry %.0f: delays %v, %v", p, n, p.Delay(n-1), p.Delay(n))
		}
	}
}

// TestLimitAtOne compares r = 1 with the next float64: results differ by at most n times the difference of the factors.
func TestLimitAtOne(t *testing.T) {
	for _, s := range []float64{0, 0.3} {
		for _, limit := range []float64{0.7, inf} {
			one := calc.Policy{InitialDelay: 0.7, Factor: 1, Cap: limit, AttemptTime: s}
			above := one
			above.Factor = math.Nextafter(1, 2)
			for _, n := range []float64{1, 2, 3, 10, 1000, 1e6} {
				tol := (n + 2) * 0x1p-52
				T := one.Elapsed(n) * (1 + 0.4/n)
				near(t, "Delay", above.Delay(n), one.Delay(n), tol)
				near(t, "Elapsed", above.Elapsed(n), one.Elapsed(n), tol)
				near(t, "RetryAt", above.RetryAt(T), one.RetryAt(T), tol)
				near(t, "RetriesBy", above.RetriesBy(T), one.RetriesBy(T), 0)
				near(t, "NextDelay", above.NextDelay(T), one.NextDelay(T), tol)
				near(t, "PreviousDelay", above.PreviousDelay(T), one.PreviousDelay(T), tol)
				near(t, "RetryAt at r = 1", one.RetryAt(T), n+0.4, 4*0x1p-52)
				near(t, "Elapsed at r = 1", one.Elapsed(n), n*(0.7+s), 2*0x1p-52)
			}
		}
	}
}
