package calc_test

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// times is how many times as many random cases are tried: see .ci/run.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

// worst keeps the largest relative error of one function in the two ranges of
// n ln r for which accuracy is promised.
type worst struct {
	t    *testing.T
	name string
	err  [2]float64
}

// check compares got with want; growth is n ln r.
func (w *worst) check(got float64, want *big.Float, growth float64, what ...any) {
	w.t.Helper()
	if overflows(want) {
		if !math.IsInf(got, 1) {
			w.t.Errorf("%s %v = %g, want +Inf", w.name, what, got)
		}
		return
	}
	i, tol := 0, 1e-14
	if growth > 50 {
		i, tol = 1, 2e-13
	}
	e := relErr(got, want)
	if !(e <= tol) {
		w.t.Errorf("%s %v = %.17g, want %.17g, relative error %.2g", w.name, what, got, want, e)
	}
	w.err[i] = math.Max(w.err[i], e)
}

func (w *worst) report() {
	w.t.Helper()
	w.t.Logf("%-13s worst relative error %.2g, beyond n ln r = 50 %.2g", w.name, w.err[0], w.err[1])
}

func TestAccuracyAtRetries(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	delay, elapsed := worst{t: t, name: "Delay"}, worst{t: t, name: "Elapsed"}
	for i := range 600 * *times {
		p := randomPolicy(rnd, i%2 == 1, i%3 == 2)
		n, b := randomRetry(rnd, p), bigOf(p)
		growth := math.Min(n, b.m) * math.Log(p.Factor)
		delay.check(p.Delay(n), b.delay(n), growth, p, n)
		elapsed.check(p.Elapsed(n), b.elapsed(n), growth, p, n)
	}
	delay.report()
	elapsed.report()
	// Both are rounded once, from a value good to far more than 53 bits.
	for _, w := range []worst{delay, elapsed} {
		if !(math.Max(w.err[0], w.err[1]) <= 1.12e-16) {
			t.Errorf("%s is not rounded once: %v", w.name, w.err)
		}
	}
}

func TestAccuracyAtTimes(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	retry := worst{t: t, name: "RetryAt"}
	next, previous := worst{t: t, name: "NextDelay"}, worst{t: t, name: "PreviousDelay"}
	snapped := 0
	for i := range 250 * *times {
		p := randomPolicy(rnd, i%2 == 1, i%4 >= 2)
		b := bigOf(p)
		// A time between two retries that are within range.
		n := randomRetry(rnd, p)
		lo, hi := p.Elapsed(n-1), p.Elapsed(n)
		if math.IsInf(hi, 1) {
			continue
		}
		T := lo + (hi-lo)*rnd.Float64()
		x := p.RetryAt(T)
		want := b.retryAt(T, x)
		growth := math.Min(x, b.m) * math.Log(p.Factor)
		if x == math.Floor(x) {
			snapped++ // by intent inexact; TestRetryInstants has these
		} else {
			retry.check(x, want, growth, p, T)
		}
		next.check(p.NextDelay(T), b.beforeJitter(want), growth, p, T)
		if got := p.PreviousDelay(T); x < 1 {
			if !math.IsNaN(got) {
				t.Errorf("%v PreviousDelay(%g) = %g before the first retry, want NaN", p, T, got)
			}
		} else {
			previous.check(got, b.beforeJitter(sub(want, bf(1))), growth, p, T)
		}
	}
	retry.report()
	next.report()
	previous.report()
	// The fraction of a retry is all that goes through exp and log: few units
	// in the last place, wherever the time lies.
	for _, w := range []worst{retry, next, previous} {
		if !(math.Max(w.err[0], w.err[1]) <= 2.5e-15) {
			t.Errorf("%s has lost digits: %v", w.name, w.err)
		}
	}
	if snapped > 8**times {
		t.Errorf("%d of %d random times were taken for retry instants", snapped, 250**times)
	}
}

// Far beyond a million: r = 1, r next to 1, the ends of float64.
func TestAccuracyOfExtremes(t *testing.T) {
	elapsed := worst{t: t, name: "Elapsed"}
	delay := worst{t: t, name: "Delay"}
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
		{calc.Policy{InitialDelay: 1e-9, Factor: 2, Cap: inf}, 1053},
		{calc.Policy{InitialDelay: 1e-300, Factor: 1000, Cap: inf}, 203},
		{calc.Policy{InitialDelay: 5e-324, Factor: 2, Cap: inf}, 2098},
		{calc.Policy{InitialDelay: 5e-324, Factor: 2, Cap: inf}, 2099},
		{calc.Policy{InitialDelay: 1, Factor: 1e300, Cap: inf}, 2},
		{calc.Policy{InitialDelay: 1e-9, Factor: math.MaxFloat64, Cap: inf}, 2},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 1e308}, 1e6},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 3, AttemptTime: 1e300}, 1e7},
		{calc.Policy{InitialDelay: 1, Factor: 2, Cap: 3, AttemptTime: 1e300}, 1e9},
	} {
		b := bigOf(c.p)
		delay.check(c.p.Delay(c.n), b.delay(c.n), 100, c.p, c.n)
		elapsed.check(c.p.Elapsed(c.n), b.elapsed(c.n), 100, c.p, c.n)
	}
	// Beyond an int64, and no retry at all.
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"r = 2, n = 1e19", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}.Delay(1e19), inf},
		{"r just above 1, n = 1e19", calc.Policy{InitialDelay: 5e-324, Factor: 1 + 0x1p-52, Cap: inf}.Elapsed(1e19), inf},
		{"r = 1, n = 1e19", calc.Policy{InitialDelay: 0.5, Factor: 1, Cap: inf}.Elapsed(1e19), 5e18},
		{"cap, n = 1e19", calc.Policy{InitialDelay: 1, Factor: 2, Cap: 4}.Delay(1e19), 4},
		{"cap, n = 2^70", calc.Policy{InitialDelay: 1, Factor: 2, Cap: 4}.Elapsed(1 << 70), 1 << 72},
		{"n = +Inf", calc.Policy{InitialDelay: 1, Factor: 1, Cap: inf}.Elapsed(inf), inf},
		{"RetryAt(+Inf)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: 4}.RetryAt(inf), inf},
		{"RetriesBy(+Inf)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf, AttemptTime: 1}.RetriesBy(inf), inf},
		{"RetryAt(MaxFloat64)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}.RetryAt(math.MaxFloat64), 1024},
		{"RetriesBy(MaxFloat64)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}.RetriesBy(math.MaxFloat64), 1023},
		{"NextRetryAt(MaxFloat64)", calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}.NextRetryAt(math.MaxFloat64), inf},
		{"NextDelay(MaxFloat64)", calc.Policy{InitialDelay: 1, Factor: 3, Cap: inf}.NextDelay(math.MaxFloat64), inf},
		{"NextDelay, s > 0", calc.Policy{InitialDelay: 1, Factor: 3, Cap: inf, AttemptTime: 1}.NextDelay(math.MaxFloat64), inf},
		{"NextDelay, cap", calc.Policy{InitialDelay: 1, Factor: 3, Cap: 9, AttemptTime: 1}.NextDelay(1e300), 9},
		{"Ratio(0)", calc.Policy{InitialDelay: 1, Factor: 3, Cap: 9}.Ratio(0), inf},
	} {
		if !(c.got == c.want) {
			t.Errorf("%s: %g, want %g", c.name, c.got, c.want)
		}
	}
	// A time whose quotient by a overflows, while n does not.
	for _, s := range []float64{0, 1, 1e290} {
		p := calc.Policy{InitialDelay: 1e-9, Factor: 1000, Cap: inf, AttemptTime: s}
		x := p.RetryAt(1e306)
		if e := relErr(x, bigOf(p).retryAt(1e306, x)); !(e <= 1e-14) {
			t.Errorf("s = %g: RetryAt(1e306) = %g, relative error %g", s, x, e)
		}
		previous := worst{t: t, name: "PreviousDelay"}
		previous.check(p.PreviousDelay(1e306), bigOf(p).beforeJitter(sub(bigOf(p).retryAt(1e306, x), bf(1))), 100, p)
	}
}
