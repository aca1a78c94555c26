package calc_test

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// times multiplies the number of random cases: see .ci/run.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// check compares got with want to a relative error of 1e-12, and returns the relative error.
func check(t *testing.T, name string, got float64, want *big.Float, what ...any) float64 {
	t.Helper()
	if overflows(want) {
		if !math.IsInf(got, 1) {
			t.Errorf("%s %v = %g, want +Inf", name, what, got)
		}
		return 0
	}
	e := relErr(got, want)
	if !(e <= 1e-12) {
		t.Errorf("%s %v = %.17g, want %.17g, relative error %.2g", name, what, got, want, e)
	}
	return e
}

func TestAccuracyAtRetries(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var delay, elapsed float64
	for i := range 600 * *times {
		p := randomPolicy(rnd, i%2 == 1, i%3 == 2)
		n, b := randomRetry(rnd, p), bigOf(p)
		delay = max(delay, check(t, "Delay", p.Delay(n), b.delay(n), p, n))
		elapsed = max(elapsed, check(t, "Elapsed", p.Elapsed(n), b.elapsed(n), p, n))
	}
	t.Logf("worst relative error: Delay %.2g, Elapsed %.2g", delay, elapsed)
}

func TestAccuracyAtTimes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	snapped := 0
	var retry, next, previous float64
	for i := range 250 * *times {
		p := randomPolicy(rnd, i%2 == 1, i%4 >= 2)
		b := bigOf(p)
		// A time between two retries in range.
		n := randomRetry(rnd, p)
		lo, hi := p.Elapsed(n-1), p.Elapsed(n)
		if hi > 1e300 {
			continue
		}
		T := lo + (hi-lo)*rnd.Float64()
		x := p.RetryAt(T)
		want := b.retryAt(T, x)
		if x == math.Floor(x) {
			snapped++ // inexact by design: see TestRetryInstants
		} else {
			retry = max(retry, check(t, "RetryAt", x, want, p, T))
		}
		next = max(next, check(t, "NextDelay", p.NextDelay(T), b.beforeJitter(want), p, T))
		if got := p.PreviousDelay(T); x < 1 {
			if !math.IsNaN(got) {
				t.Errorf("%v PreviousDelay(%g) = %g before the first retry, want NaN", p, T, got)
			}
		} else {
			previous = max(previous, check(t, "PreviousDelay", got, b.beforeJitter(sub(want, bf(1))), p, T))
		}
	}
	t.Logf("worst relative error: RetryAt %.2g, NextDelay %.2g, PreviousDelay %.2g", retry, next, previous)
	if snapped > 8**times {
		t.Errorf("%d of %d random times were taken for retry instants", snapped, 250**times)
	}
}

// TestRetryAtNearOne checks that a fraction of a retry is kept, against 80-digit arithmetic.
func TestRetryAtNearOne(t *testing.T) {
	for _, c := range []struct{ a, r, T, want float64 }{
		{1, 1.000000000000001, 86400000, 86399995.85611507801},
		{1e-9, 1.0000000001, 0.5, 487901640.74972893864},
		{1e-3, 1.0000000001, 1e6, 953101794.449},
	} {
		p := calc.Policy{InitialDelay: c.a, Factor: c.r, Cap: inf}
		near(t, "RetryAt", p.RetryAt(c.T), c.want, 1e-12)
		near(t, "RetriesBy", p.RetriesBy(c.T), math.Floor(c.want), 0)
	}
}

// TestAccuracyOfExtremes checks retries far beyond a million, and factors next to 1.
func TestAccuracyOfExtremes(t *testing.T) {
	for _, c := range []struct {
		p calc.Policy
		n float64
	}{
		{calc.Policy{InitialDelay: 0.1, Factor: 1, Cap: inf}, 1e18},
		{calc.Policy{InitialDelay: 0.1, Factor: 1, Cap: 0.1, AttemptTime: 0.3}, 1e18},
		{calc.Policy{InitialDelay: 1, Factor: 1 + 0x1p-52, Cap: inf}, 1 << 60},
		{calc.Policy{InitialDelay: 1, Factor: 1 + 3*0x1p-52, Cap: inf}, 1<<57 - 1<<10},
		{calc.Policy{InitialDelay: 1, Factor: 1 + 1e-12, Cap: 1e6}, 1e18},
		{calc.Policy{InitialDelay: 1, Factor: 1 + 1e-15, Cap: 2}, 1e18},
		{calc.Policy{InitialDelay: 1e-9, Factor: 2, Cap: inf}, 1023},
		{calc.Policy{InitialDelay: 1, Factor: 1.0007, Cap: inf}, 1e6},
		{calc.Policy{InitialDelay: 1, Factor: 1e300, Cap: inf}, 2},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 1e300}, 1e6},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 3, AttemptTime: 1e290}, 1e9},
	} {
		b := bigOf(c.p)
		check(t, "Delay", c.p.Delay(c.n), b.delay(c.n), c.p, c.n)
		check(t, "Elapsed", c.p.Elapsed(c.n), b.elapsed(c.n), c.p, c.n)
	}
	late := calc.Policy{InitialDelay: 1, Factor: 3, Cap: 9, AttemptTime: 1}
	// Retry numbers beyond an int64, and no retry at all.
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"r = 2, n = 1e19", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}.Delay(1e19), inf},
		{"r just above 1, n = 1e19", calc.Policy{InitialDelay: 1, Factor: 1 + 0x1p-52, Cap: inf}.Elapsed(1e19), inf},
		{"r = 1, n = 1e19", calc.Policy{InitialDelay: 0.5, Factor: 1, Cap: inf}.Elapsed(1e19), 5e18},
		{"cap, n = 1e19", calc.Policy{InitialDelay: 1, Factor: 2, Cap: 4}.Delay(1e19), 4},
		{"cap, n = 2^70", calc.Policy{InitialDelay: 1, Factor: 2, Cap: 4}.Elapsed(1 << 70), 1 << 72},
		{"n = +Inf", calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf}.Elapsed(inf), inf},
		{"RetryAt(+Inf)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: 4}.RetryAt(inf), inf},
		{"RetriesBy(+Inf)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf, AttemptTime: 1}.RetriesBy(inf), inf},
		{"NextRetryAt(1e308)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}.NextRetryAt(1e308), inf},
		{"NextDelay, cap", late.NextDelay(1e300), 9},
		{"Ratio(0)", calc.Policy{InitialDelay: 1, Factor: 3, Cap: 9}.Ratio(0), inf},
	} {
		if !(c.got == c.want) {
			t.Errorf("%s: %g, want %g", c.name, c.got, c.want)
		}
	}
}

// TestAtOnce checks an initial delay of 0: retries follow at the attempt time, or all start at once.
func TestAtOnce(t *testing.T) {
	for _, r := range []float64{1, 2, 1000} {
		for _, limit := range []float64{3, inf} {
			once := calc.Policy{Factor: r, Cap: limit}
			calls := calc.Policy{Factor: r, Cap: limit, AttemptTime: 0.25}
			for _, c := range []struct {
				name      string
				got, want float64
			}{
				{"Delay", once.Delay(5), 0}, {"Delay, overflow", calls.Delay(1e6), 0},
				{"Elapsed", once.Elapsed(5), 0}, {"Elapsed, s > 0", calls.Elapsed(1e6), 250e3},
				{"CapRetry", calls.CapRetry(), inf}, {"SameFrom", calls.SameFrom(), 1},
				{"RetryAt", once.RetryAt(1), inf}, {"RetryAt(0)", once.RetryAt(0), inf},
				{"RetryAt, s > 0", calls.RetryAt(0.7), 2.8}, {"RetriesBy", calls.RetriesBy(0.7), 2},
				{"NextRetryAt", calls.NextRetryAt(0.7), 0.75}, {"NextRetryAt, s = 0", once.NextRetryAt(1), inf},
				{"NextDelay", once.NextDelay(1), 0}, {"NextDelay, s > 0", calls.NextDelay(1e3), 0},
				{"PreviousDelay", once.PreviousDelay(1), 0}, {"PreviousDelay, s > 0", calls.PreviousDelay(1e3), 0},
				{"Ratio", calls.Ratio(1), 0},
			} {
				near(t, c.name, c.got, c.want, 1e-15)
			}
		}
	}
}
