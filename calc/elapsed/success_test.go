package elapsed

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/oracle"
)

func policy(a, r, c, s, n, d float64, j jitter.Jitter) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c, AttemptTime: s}, Jitter: j,
		Retries: n, Deadline: d}
}

func stop(p jitter.Policy, rule jitter.Stop) jitter.Policy {
	p.Rule.Stop = rule
	return p
}

// Without jitter every figure is a sum over the attempts, which are few here.
func TestSuccessIsTheSum(t *testing.T) {
	inf := math.Inf(1)
	for _, p := range []jitter.Policy{
		policy(1, 2, inf, 0, 10, inf, jitter.Jitter{}), policy(0.1, 1.5, 2, 0.3, 40, inf, jitter.Jitter{}),
		policy(1, 1, inf, 0, 7, inf, jitter.Jitter{}), policy(1, 2, 30, 0.5, inf, 200, jitter.Jitter{}),
		policy(1, 2, inf, 0, 0, inf, jitter.Jitter{}),
		policy(0.5, 3, 60, 0, inf, inf, jitter.Jitter{}), policy(1, 1.9, inf, 0, inf, inf, jitter.Jitter{}),
	} {
		for _, q := range []float64{0, 0.05, 0.5, 0.9} {
			s, err := NewSuccess(t.Context(), p, q, New(p, Fine))
			if err != nil {
				t.Fatal(err)
			}
			if math.IsInf(p.Cap, 1) && math.IsInf(p.Retries, 1) && p.Factor*q >= 1 {
				if !math.IsInf(s.Mean, 1) {
					t.Errorf("%+v at %g: the mean is %g", p, q, s.Mean)
				}
				continue
			}
			var success, attempts, mean float64
			weight := 1.0
			var at []float64 // and by then
			for k := 0.0; k <= min(p.RetriesMade(), 900); k++ {
				attempts += weight
				success += weight * (1 - q)
				mean += weight * (1 - q) * (p.Policy.Elapsed(k) + p.AttemptTime)
				at = append(at, success)
				weight *= q
			}
			near := func(name string, got, want float64) {
				if !(math.Abs(got-want) <= 1e-9*math.Max(1, math.Abs(want))) {
					t.Errorf("%+v at %g: %s is %.12g, want %.12g", p, q, name, got, want)
				}
			}
			near("probability", s.Probability, success)
			near("failure", s.Failure, 1-success)
			near("attempts", s.Attempts, attempts)
			near("mean", s.Mean, mean/success)
			for _, x := range []float64{0.01, 0.5, 0.95, 0.99} {
				k := slices.IndexFunc(at, func(y float64) bool { return y >= x*success*(1-1e-12) })
				near("quantile", s.Quantile(x), p.Policy.Elapsed(float64(k))+p.AttemptTime)
			}
		}
	}
}

// With jitter clients are simulated.
func TestSuccessIsSimulated(t *testing.T) {
	inf := math.Inf(1)
	full, spread := jitter.Jitter{Type: jitter.Full}, jitter.Jitter{Type: jitter.Spread, Amount: 0.2}
	for i, p := range []jitter.Policy{
		policy(1, 2, inf, 0, 5, inf, full), policy(0.2, 2, 3, 0.1, 12, inf, spread),
		policy(1, 2, 8, 0.2, 9, 12, full), policy(1, 2, inf, 0, 6, 7.3, spread),
		stop(policy(1, 2, 8, 0.2, 9, 12, full), jitter.LookBehind),
		stop(policy(1, 2, 8, 0.2, 9, 12, spread), jitter.Clip),
		stop(policy(1, 2, 8, 0.2, 3, 12, full), jitter.CountAndAge),
		stop(policy(1, 2, 8, 0.3, 9, 10, jitter.Jitter{}), jitter.Clip),
	} {
		const clients, q = 40_000, 0.4
		rng := rand.New(rand.NewPCG(1, uint64(i)))
		var times []float64
		tries := 0.0
		for range clients {
			x := oracle.WithFailures(&p, q, rng)
			if tries += x.Attempts; x.Success {
				times = append(times, x.Elapsed+p.AttemptTime)
			}
		}
		s, err := NewSuccess(t.Context(), p, q, New(p, Fine))
		if err != nil {
			t.Fatal(err)
		}
		n := float64(len(times))
		within := func(name string, got, want, se float64) {
			if !(math.Abs(got-want) <= 4*se) {
				t.Errorf("%+v: %s is %.6g, simulated %.6g ± %.2g", p, name, got, want, se)
			}
		}
		within("probability", s.Probability, n/clients, math.Sqrt(s.Probability*(1-s.Probability)/clients))
		within("attempts", s.Attempts, tries/clients, 1.1/math.Sqrt(clients))
		sum, squares := 0.0, 0.0
		for _, x := range times {
			sum, squares = sum+x, squares+x*x
		}
		within("mean", s.Mean, sum/n, math.Sqrt((squares/n-sum*sum/n/n)/n))
		for _, x := range []float64{0.5, 0.8, 0.95, 0.99} {
			below, at, limit := 0.0, 0.0, s.Quantile(x)
			for _, y := range times {
				switch {
				case math.Abs(y-limit) < 1e-9:
					at++
				case y < limit:
					below++
				}
			}
			se := math.Sqrt(x * (1 - x) / n)
			if !(below/n <= x+4*se && (below+at)/n >= x-4*se) {
				t.Errorf("%+v: quantile %g has %.5g below it and %.5g at it", p, x, below/n, at/n)
			}
		}
	}
}

// A deadline far beyond all retries changes nothing, even if a delay has no limit.
func TestSuccessFarBeforeTheDeadline(t *testing.T) {
	for _, j := range []jitter.Jitter{{Type: jitter.NormalAbsolute, Amount: 0.025},
		{Type: jitter.NormalRelative, Amount: 0.3}, {Type: jitter.Full}} {
		var means []float64
		for _, deadline := range []float64{math.Inf(1), 1e3, 1e6} {
			p := policy(0.05, 2, math.Inf(1), 0, 6, deadline, j)
			s, err := NewSuccess(t.Context(), p, 0.3, New(p, Fine))
			if err != nil {
				t.Fatal(err)
			}
			means = append(means, s.Mean)
		}
		for _, m := range means[1:] {
			if !(math.Abs(m-means[0]) <= 1e-4*means[0]) {
				t.Errorf("%v: the mean time to success is %v without a deadline, and %v with late ones", j, means[0],
					means[1:])
			}
		}
	}
}

// Many retries with jitter are added up by runs.
func TestSuccessOfManyRetries(t *testing.T) {
	p := policy(1, 1, math.Inf(1), 0, math.Inf(1), math.Inf(1), jitter.Jitter{Type: jitter.Full})
	many, err := NewSuccess(t.Context(), p, 0.999, New(p, Coarse))
	// geometric
	if err != nil || !(math.Abs(many.Mean-499.5) < 0.01) || !(math.Abs(many.Quantile(0.99)/2302.5-1) < 2e-3) {
		t.Errorf("999 of 1000 fail: mean %g, p99 %g: %v", many.Mean, many.Quantile(0.99), err)
	}
	s, err := NewSuccess(t.Context(), p, 0.9, New(p, Coarse))
	if err != nil || !(math.Abs(s.Mean-4.5) < 1e-6) { // nine failures, half a second each
		t.Errorf("nine of ten fail: mean %g: %v", s.Mean, err)
	}
	p.Deadline = 20
	if _, err := NewSuccess(t.Context(), p, 0.999, New(p, Coarse)); err != nil {
		t.Error(err)
	}
}
