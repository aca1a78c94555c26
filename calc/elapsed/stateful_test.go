package elapsed_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/calc/oracle"
)

// follow returns an endless policy in which each delay depends on the previous one.
func follow(a, r, c float64, j jitter.Type, amount float64, after bool) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c},
		Jitter:   jitter.Jitter{Type: j, Amount: amount},
		CapAfter: after, Feedback: jitter.Types[j].Path == nil, Retries: math.Inf(1), Deadline: math.Inf(1)}
}

// walked simulates clients to retry k, and returns the last delays and T_k, both in ascending order.
func walked(p jitter.Policy, k, clients int) (delays, starts []float64) {
	r := rand.New(rand.NewPCG(9, 26))
	for range clients {
		d, at, t := oracle.NewDelays(&p, r), 0.0, 0.0
		for range k {
			t = d.Next()
			at += p.AttemptTime + t
		}
		delays, starts = append(delays, t), append(starts, at)
	}
	slices.Sort(delays)
	slices.Sort(starts)
	return delays, starts
}

// TestStatefulPrecision checks that the delay before a retry is accurate to 0.1 %, and T_k to 0.5 % or 5e-4 of the
// clients, within five standard errors. It uses types and caps for which a sample of 50,000 clients was up to 9 % off.
func TestStatefulPrecision(t *testing.T) {
	clients := 10_000
	if *policies >= 6 {
		clients = 50_000
	}
	for i, x := range []struct {
		k int
		p jitter.Policy
	}{
		{9, follow(0.1, 2, 30, jitter.Decorrelated, 3, false)},
		{7, follow(2, 1.5, math.Inf(1), jitter.Decorrelated, 3, false)},
		{6, follow(1, 2, 20, jitter.Prior, 0.5, true)},
		{15, follow(0.1, 1, 6.4, jitter.Spread, 0.5, false)},
		{12, follow(0.1, 1.5, math.Inf(1), jitter.Full, 0, false)},
		{4, follow(1, 2, 300, jitter.Full, 0, true)},
		{3, follow(1, 2, 20, jitter.Within, 1, true)},
		{5, follow(1, 2, 1, jitter.Spread, 1, true)},
		{8, follow(1, 2, 40, jitter.NormalRelative, 0.3, false)},
		{6, follow(0.5, 2, 3, jitter.Smooth, 0, false)},
		{30, follow(0.0137, 2, 1.37, jitter.NormalAbsolute, 0.041, false)}, // from all times to times near the cap
	} {
		delays, starts := walked(x.p, x.k, clients)
		for effort, loose := range map[elapsed.Effort]float64{elapsed.Fine: 1, elapsed.Coarse: 10} {
			if effort == elapsed.Fine && i != 0 && *policies < 6 {
				continue // each takes half a second
			}
			c := elapsed.New(x.p, effort)
			delay, err := c.Delay(t.Context(), x.k)
			start, failed := c.Start(t.Context(), x.k)
			if err = errors.Join(err, failed); err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprintf("%v, effort %d", x.p.Jitter, effort)
			compare(t, what+": delay", delay, delays, 1e-3*loose, 1e-4*loose)
			compare(t, what+": start", start, starts, 5e-3*loose, 5e-4*loose)
		}
	}
}

// compare compares the mean and the percentiles of a distribution with a sorted sample. Both may have a relative
// error, and the percentiles an error in probability.
func compare(t *testing.T, what string, d jitter.Dist, y []float64, relative, share float64) {
	t.Helper()
	var m numeric.Mean
	for _, x := range y {
		m.Add(x)
	}
	if !(math.Abs(d.Mean()-m.Value()) <= 5*m.Error()+1e-3*m.Value()) {
		t.Errorf("%s: mean %.6g, simulated %.6g +- %.2g", what, d.Mean(), m.Value(), m.Error())
	}
	n := float64(len(y))
	for _, q := range []float64{0.05, 0.5, 0.95, 0.99} {
		x, tol := d.Quantile(q), share+5*math.Sqrt(q*(1-q)/n)
		below, _ := slices.BinarySearch(y, x*(1-relative))
		upTo, _ := slices.BinarySearch(y, x*(1+relative)+1e-300)
		if !(float64(below)/n <= q+tol) || !(float64(upTo)/n >= q-tol) {
			t.Errorf("%s: p%g is %.6g, where the simulated CDF goes from %.5f to %.5f", what, 100*q, x,
				float64(below)/n, float64(upTo)/n)
		}
	}
}

// TestStatefulMonteCarlo asks all questions about random policies, and about smooth jitter.
func TestStatefulMonteCarlo(t *testing.T) {
	for _, seed := range []uint64{0, 1, 4, 5, 7} {
		r := rand.New(rand.NewPCG(seed, 7))
		q := draw(r, true)
		check(t, q, elapsed.New(q.policy, elapsed.Coarse), fmt.Sprintf("seed %d", seed), *journeys, 8, r)
	}
	for seed := range uint64(2) {
		r := rand.New(rand.NewPCG(seed, 8))
		p := follow(0.5, 2, []float64{3, math.Inf(1)}[seed%2], jitter.Smooth, 0, false)
		p.Retries, p.AttemptTime = []float64{10, 3}[seed], float64(seed%2)/10
		q := ask(p, r)
		check(t, q, elapsed.New(q.policy, elapsed.Coarse), fmt.Sprintf("smooth %d", seed), *journeys, 8, r)
	}
}

// TestStatefulMoments compares mean and variance without a cap with recursions for decorrelated jitter. They depend on
// a few clients with very long delays.
func TestStatefulMoments(t *testing.T) {
	c := elapsed.New(follow(1, 2, math.Inf(1), jitter.Decorrelated, 3, false), elapsed.Coarse)
	m, v, at, cov, atVar := 1.0, 0.0, 0.0, 0.0, 0.0
	for k := 1; k <= 40; k++ {
		// t' = 1 + U (3t - 1): E = 1/2 + 3t/2, variance (3t-1)^2/12
		next := 0.5 + 1.5*m
		nextV := 2.25*v + (9*v+(3*m-1)*(3*m-1))/12
		atVar += 2*1.5*cov + nextV
		cov = 1.5*cov + nextV
		m, v, at = next, nextV, at+next
		if k != 1 && k != 20 && k != 40 {
			continue
		}
		delay, err := c.Delay(t.Context(), k)
		start, failed := c.Start(t.Context(), k)
		if err = errors.Join(err, failed); err != nil {
			t.Fatal(err)
		}
		for i, got := range []float64{delay.Mean() / m, delay.Variance() / v, start.Mean() / at,
			start.Variance() / atVar} {
			if !(math.Abs(got-1) <= 1e-9) {
				t.Errorf("moment %d at retry %d: %g of what it should be", i, k, got)
			}
		}
	}
}

// TestStatefulFar checks retries far beyond the walk. Capped decorrelated jitter tends to a mean delay mu, which
// determines T_k, the retries by t and the wasted retries. The reconnect delay is the mean residual delay.
func TestStatefulFar(t *testing.T) {
	p := follow(0.1, 2, 5, jitter.Decorrelated, 3, false)
	r := rand.New(rand.NewPCG(3, 1))
	const steps, far = 1_000_000, 1e6
	delays, sum, squares := oracle.NewDelays(&p, r), 0.0, 0.0
	for range steps {
		d := delays.Next()
		sum, squares = sum+d/steps, squares+d*d/steps
	}
	c, ctx := elapsed.New(p, elapsed.Coarse), t.Context()
	near := func(what string, got, want, tol float64) {
		if !(math.Abs(got/want-1) <= tol) {
			t.Errorf("%s: %g, want %g", what, got, want)
		}
	}
	start, err := c.Start(ctx, far)
	if err != nil {
		t.Fatal(err)
	}
	near("mean of T_k", start.Mean()/far, sum, 0.008) // the walk of this test is accurate to 0.15 %
	by, err := c.RetriesBy(ctx, far*sum)
	near("retries by t", by/far, 1, 0.008)
	uniform, log := elapsed.Outage{Kind: elapsed.UniformOutage, A: 1e6, B: 2e6},
		elapsed.Outage{Kind: elapsed.LogUniformOutage, A: 1e3, B: 1e6}
	for _, o := range []elapsed.Outage{elapsed.OutageOf(60), elapsed.OutageOf(1e5), uniform, log} {
		w, failed := c.Reconnect(ctx, o)
		err = errors.Join(err, failed)
		near("residual delay", w.Mean, squares/sum/2, 0.015)
		if o.Mean() > 1e5/2 {
			near("wasted", w.Wasted*sum/o.Mean(), 1, 0.01)
		}
		if w.GaveUp != 0 || w.Max != 5 || !(w.P99 <= w.Max) {
			t.Errorf("%+v: %+v", o, w)
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestSmoothFar checks that retries beyond the walk follow each other by the cap, also if each client remembers the
// number that it drew and there is no chain.
func TestSmoothFar(t *testing.T) {
	p := follow(0.1, 2, 5, jitter.Smooth, 0, false)
	c := elapsed.New(p, elapsed.Coarse)
	near, far := must(c.Start(t.Context(), 60)), must(c.Start(t.Context(), 100))
	if more := far.Mean() - near.Mean(); !(math.Abs(more-40*5) < 1e-6) {
		t.Errorf("40 retries take %gs, want 200s", more)
	}
	if a, b := far.Quantile(0.9)-far.Mean(), near.Quantile(0.9)-near.Mean(); !(math.Abs(a-b) < 0.01) {
		t.Errorf("the 90th percentile is %gs above the mean, want %gs", a, b)
	}
}

// TestStatefulRefuses checks that many retries without a cap have no answer, because delays keep changing, and that a
// done context stops.
func TestStatefulRefuses(t *testing.T) {
	p := follow(1, 1.1, math.Inf(1), jitter.Spread, 0.2, false)
	if d, err := elapsed.New(p, elapsed.Coarse).Start(t.Context(), 2000); err == nil {
		t.Errorf("T_2000 has a mean of %g", d.Mean())
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := elapsed.New(p, elapsed.Fine).Start(ctx, 100); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it is not stopped: %v", err)
	}
}

// BenchmarkStateful computes a schedule of ten retries, and what follows an outage of any length.
func BenchmarkStateful(b *testing.B) {
	for _, effort := range []elapsed.Effort{elapsed.Coarse, elapsed.Fine} {
		p := follow(0.1, 2, 5, jitter.Decorrelated, 3, false)
		b.Run(fmt.Sprint("schedule ", effort), func(b *testing.B) {
			for b.Loop() {
				c := elapsed.New(p, effort)
				for k := 1; k <= 10; k++ {
					c.Delay(b.Context(), k)
					c.Start(b.Context(), k)
				}
			}
		})
		b.Run(fmt.Sprint("outage ", effort), func(b *testing.B) {
			for b.Loop() {
				elapsed.New(p, effort).Reconnect(b.Context(), elapsed.Outage{Kind: elapsed.LogUniformOutage, A: 1, B: 3600})
			}
		})
	}
}

// TestFewOfStatefulComeBack compares the 99th percentile of the 9% of clients that outlast an outage of 10 s to 50 s
// with a simulation of two million.
func TestFewOfStatefulComeBack(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf},
		Jitter: jitter.Jitter{Type: jitter.Decorrelated, Amount: 3}, Retries: 4, Deadline: 21}
	random := rand.New(rand.NewPCG(1, 2))
	var waits []float64
	for range 2_000_000 {
		x, at, delay := 10+40*random.Float64(), 0.0, 1.0
		for k := 0; k < 4 && at <= x; k++ {
			delay = 1 + random.Float64()*(3*delay-1)
			if at += delay; at > 21 {
				break
			}
		}
		if at > x && at <= 21 {
			waits = append(waits, at-x)
		}
	}
	slices.Sort(waits)
	want := waits[len(waits)*99/100]
	for effort, most := range map[elapsed.Effort]float64{elapsed.Fine: 0.01, elapsed.Coarse: 0.03} {
		r := must(elapsed.New(p, effort).Reconnect(t.Context(), elapsed.Outage{Kind: elapsed.UniformOutage, A: 10, B: 50}))
		if !(math.Abs(r.P99-want) <= most*want) {
			t.Errorf("effort %v: %v, want %v", effort, r.P99, want)
		}
	}
}
