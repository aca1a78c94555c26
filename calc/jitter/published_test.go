package jitter_test

import (
	"fmt"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/outage"
)

// maths.md B2: elapsed times of ten retries, by inclusion and exclusion with
// 400 bits and a simulation of ten million.
func TestElapsedPublished(t *testing.T) {
	for _, c := range []struct {
		law      jitter.Jitter
		mean, sd float64
		q        [6]float64
	}{
		{jitter.Jitter{Type: jitter.Full}, 21.35, 5.436068, [6]float64{9.141387, 14.252947, 21.35, 28.447053, 33.558613, 36.495982}},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, 42.7, 2.174427, [6]float64{37.816555, 39.861179, 42.7, 45.538821, 47.583445, 48.758393}},
		{jitter.Jitter{Type: jitter.Add, Amount: 1}, 47.7, 0.912871, [6]float64{45.602933, 46.521906, 47.7, 48.878094, 49.797067, 50.423156}},
	} {
		e := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Jitter: c.law}, 10, jitter.Coarse).Elapsed(10)
		near(t, "mean", e.Mean(), c.mean, 1e-13)
		near(t, "sd", math.Sqrt(e.Variance()), c.sd, 5e-7)
		for i, q := range []float64{0.01, 0.1, 0.5, 0.9, 0.99, 0.999} {
			near(t, fmt.Sprint(c.law, " quantile ", q), e.Quantile(q), c.q[i], 6e-7)
		}
	}
}

// Full jitter, doubling, no cap: the Fabius function at 1/4, 1/8 and 1/16, but
// for the 2^-30 that is not yet summed. Its derivative there is known, too:
// F'(x) = 2 F(2x), and the sum's support ends 2^-30 early.
func TestFabius(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}, Jitter: jitter.Jitter{Type: jitter.Full}}
	e := jitter.New(p, 60, jitter.Coarse).Elapsed(60)
	scale := math.Ldexp(1, 60)
	near(t, "1/2", e.CDF(scale/2), 0.5, 1e-14)
	near(t, "1/4", e.CDF(scale/4), 5./72, 1e-14)
	near(t, "1/8", e.CDF(scale/8), 1./288, 1e-14)
	near(t, "1/16", e.CDF(scale/16), 143./2073600, 1e-14)
	n30 := jitter.New(p, 30, jitter.Coarse).Elapsed(30) // as published, by the series
	near(t, "n = 30, 1/4", n30.CDF(math.Ldexp(1, 28)), 0.069444444910, 5e-13)
	near(t, "n = 30, 1/8", n30.CDF(math.Ldexp(1, 27)), 0.003472222287, 5e-13)
}

// maths.md B3: retries within 30 s, and what one client makes of 60 s.
func TestRetriesByDeadline(t *testing.T) {
	for _, c := range []struct {
		law      jitter.Jitter
		expected float64
		from     int
		pmf      []float64
	}{
		{jitter.Jitter{Type: jitter.Full}, 11.396324, 9, []float64{0.05703, 0.22502, 0.29459, 0.22428, 0.12150, 0.05169, 0.01828}},
		{jitter.Jitter{Type: jitter.Equal}, 9.230900, 9, []float64{0.75944, 0.23532}},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, 8.075362, 0, nil},
		{jitter.Jitter{Type: jitter.None}, 8, 8, []float64{1}},
	} {
		s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Jitter: c.law}, 60, jitter.Coarse)
		near(t, fmt.Sprint(c.law, " expected"), s.Expected(30), c.expected, 6e-7)
		started := s.Started(30)
		for i, p := range c.pmf {
			n := c.from + i
			near(t, fmt.Sprint(c.law, " retries ", n), started[n-1]-started[n], p, 6e-6)
		}
	}
	// maths.md C1: by a simulation of ten million, and by a grid of 20 ms.
	for _, c := range []struct {
		law  jitter.Jitter
		want float64
	}{
		{jitter.Jitter{Type: jitter.Full}, 17.396668},
		{jitter.Jitter{Type: jitter.Equal}, 13.248693},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, 11.164162},
	} {
		s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Jitter: c.law}, 80, jitter.Coarse)
		near(t, fmt.Sprint(c.law, " by 60"), s.Expected(60), c.want, 2e-6)
	}
}

// Without jitter, with an amount of nothing, and with feedback of nothing,
// every number is that of package calc to the last bit.
func TestNone(t *testing.T) {
	for _, policy := range []calc.Policy{
		{InitialDelay: 0.1, Factor: 2, Cap: 10},
		{InitialDelay: 1, Factor: 1.1, Cap: inf, AttemptTime: 0.3},
		{InitialDelay: 0.7, Factor: 1, Cap: 0.7},
	} {
		for _, law := range []jitter.Jitter{{}, {Type: jitter.Spread}, {Type: jitter.Add}, {Type: jitter.NormalRelative}, {Type: jitter.NormalAbsolute}} {
			for i := range 4 {
				p := jitter.Policy{Policy: policy, Jitter: law, CapAfter: i&1 == 1, Feedback: i&2 == 2}
				if p.Stateful() {
					t.Errorf("%v is stateful", p)
				}
				s := jitter.New(p, 40, jitter.Coarse)
				for k := 1; k <= 40; k++ {
					n := float64(k)
					for _, q := range []float64{0, 0.3, 1} {
						near(t, "delay", s.Delay(k).Quantile(q), policy.Delay(n), 0)
						near(t, "elapsed", s.Elapsed(k).Quantile(q), policy.Elapsed(n), 0)
					}
					near(t, "mean", s.Elapsed(k).Mean(), policy.Elapsed(n), 0)
					near(t, "variance", s.Elapsed(k).Variance(), 0, 0)
					at := policy.Elapsed(n)
					near(t, "expected", s.Expected(at), math.Min(40, policy.RetriesBy(at)), 0)
					x := at * (1 - 0.3/n)
					if next := policy.RetriesBy(x) + 1; next <= 40 {
						near(t, "overshoot", s.Overshoot(outage.Outage{Kind: outage.Fixed, A: x}).P99, policy.NextRetryAt(x)-x, 0)
					}
				}
			}
		}
	}
}

// A time typed by a person is at the retry it means: package calc's tolerance.
func TestTypedTime(t *testing.T) {
	s := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.1, Cap: inf}}, 5, jitter.Coarse)
	near(t, "retries by 3.31", s.Expected(3.31), 3, 0)
}

// clients.md: what real clients may wait before retry k, seconds.
func TestClients(t *testing.T) {
	double := calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}
	for _, c := range []struct {
		client   string
		plan     jitter.Policy
		k        int
		min, max float64
	}{
		// Fluentd: from the second retry on 12.5 % to both sides, cap before.
		{"Fluentd", jitter.Policy{Policy: double, Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.125}}, 4, 7, 9},
		{"Fluentd", jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 60}, Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.125}}, 9, 52.5, 67.5},
		// gRPC A6, 0.1 s to 1 s: up to 1.2 times the cap.
		{"gRPC", grpc, 1, 0.08, 0.12},
		{"gRPC", grpc, 4, 0.64, 0.96},
		{"gRPC", grpc, 5, 0.8, 1.2},
		{"gRPC", grpc, 8, 0.8, 1.2},
		// Tenacity, wait_exponential_jitter.
		{"tenacity", jitter.Policy{Policy: double, Jitter: jitter.Jitter{Type: jitter.Add, Amount: 1}}, 8, 128, 129},
		// Linkerd: up to twice, the cap of 250 ms after.
		{"Linkerd", linkerd, 1, 0.025, 0.05},
		{"Linkerd", linkerd, 4, 0.2, 0.25},
		{"Linkerd", linkerd, 5, 0.25, 0.25},
	} {
		lo, hi := jitter.New(c.plan, c.k, jitter.Coarse).Delay(c.k).Support()
		near(t, c.client+" min", lo, c.min, 1e-15*c.min)
		near(t, c.client+" max", hi, c.max, 2e-16*c.max)
	}
	// Kafka: half of the waits at the cap are exactly the cap, mean 0.95 of it.
	kafka := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: 1}, Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.2}, CapAfter: true}
	d := jitter.New(kafka, 1, jitter.Coarse).Delay(1)
	near(t, "Kafka atom", d.Atom(1), 0.5, 1e-15)
	near(t, "Kafka mean", d.Mean(), 0.95, 1e-15)
}

var (
	grpc    = jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 1}, Jitter: jitter.Jitter{Type: jitter.Spread, Amount: 0.2}}
	linkerd = jitter.Policy{Policy: calc.Policy{InitialDelay: 0.025, Factor: 2, Cap: 0.25}, Jitter: jitter.Jitter{Type: jitter.Up, Amount: 1}, CapAfter: true}
)

// Google's rule, min(2^n + up to 1 s, 64 s): exactly 64 s from retry 7 on, and
// so for ever, also where the envelope has overflowed.
func TestGoogle(t *testing.T) {
	google := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 64}, Jitter: jitter.Jitter{Type: jitter.Add, Amount: 1}, CapAfter: true}
	s := jitter.New(google, 10, jitter.Coarse)
	if lo, hi := s.Delay(6).Support(); lo != 32 || hi != 33 {
		t.Errorf("retry 6 waits %g to %g", lo, hi)
	}
	for k := 7; k <= 10; k++ {
		if d := s.Delay(k); d.Quantile(0) != 64 || d.Quantile(1) != 64 || d.Atom(64) != 1 || d.Mean() != 64 || d.Variance() != 0 {
			t.Errorf("retry %d waits %g to %g", k, d.Quantile(0), d.Quantile(1))
		}
		near(t, "variance", s.Elapsed(k).Variance(), 6./12, 1e-15)
	}
	for _, l := range laws {
		for _, e := range []float64{1e30, 1e300, math.MaxFloat64, inf} {
			d := jitter.Policy{Policy: google.Policy, Jitter: l.law, CapAfter: true}.One(e)
			want := 1.0
			if l.law.Type == jitter.NormalRelative { // what is cut at 0 stays there
				want = 1 - math.Erfc(1/l.law.Amount/math.Sqrt2)/2
			}
			near(t, l.name+" atom at the cap", d.Atom(64), want, 1e-15)
			near(t, l.name+" mean", d.Mean(), 64*want, 1e-13)
		}
		d := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}, Jitter: l.law}.One(inf)
		near(t, l.name+" without a cap", d.Mean(), inf, 0)
	}
}

// Moments in closed form: maths.md B1.
func TestMoments(t *testing.T) {
	const d = 3.7
	for _, c := range []struct {
		law            jitter.Jitter
		mean, variance float64
	}{
		{jitter.Jitter{Type: jitter.Full}, d / 2, d * d / 12},
		{jitter.Jitter{Type: jitter.Equal}, 3 * d / 4, d * d / 48},
		{jitter.Jitter{Type: jitter.Spread, Amount: 0.3}, d, 0.09 * d * d / 3},
		{jitter.Jitter{Type: jitter.Up, Amount: 0.3}, 1.15 * d, 0.09 * d * d / 12},
		{jitter.Jitter{Type: jitter.Down, Amount: 0.3}, 0.85 * d, 0.09 * d * d / 12},
		{jitter.Jitter{Type: jitter.Add, Amount: 0.3}, d + 0.15, 0.09 / 12},
		{jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.1}, d, 0.01 * d * d},
		{jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.1}, d, 0.01},
		// Half is cut: E |N|/2 and E N^2/2 - (E |N|/2)^2 as d is next to nothing.
		{jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 1e18}, 1e18 / math.Sqrt(2*math.Pi), 1e36 * (0.5 - 1/(2*math.Pi))},
	} {
		one := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}, Jitter: c.law}.One(d)
		near(t, fmt.Sprint(c.law, " mean"), one.Mean(), c.mean, 1e-15*c.mean)
		near(t, fmt.Sprint(c.law, " variance"), one.Variance(), c.variance, 2e-15*c.variance)
	}
	// Add before the cap, u = c - d: d + u - u^2/2w, u^2 - 2u^3/3w - (u - u^2/2w)^2.
	c, u, w := 4.0, 4-d, 0.8
	one := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: c}, Jitter: jitter.Jitter{Type: jitter.Add, Amount: w}, CapAfter: true}.One(d)
	m := u - u*u/(2*w)
	near(t, "cut mean", one.Mean(), d+m, 1e-15)
	near(t, "cut variance", one.Variance(), u*u-2*u*u*u/(3*w)-m*m, 1e-15)
	near(t, "cut atom", one.Atom(c), 1-u/w, 1e-15)
	// A sum: a^2 (r^2n - 1)/(12 (r^2-1)), maths.md B1.
	e := jitter.New(jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: inf}, Jitter: jitter.Jitter{Type: jitter.Full}}, 20, jitter.Coarse).Elapsed(20)
	near(t, "sum of means", e.Mean(), 0.05*(1<<20-1), 1e-15*e.Mean())
	near(t, "sum of variances", e.Variance(), 0.01*(1<<40-1)/36, 1e-15*e.Variance())
}
