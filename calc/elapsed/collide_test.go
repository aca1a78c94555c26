package elapsed_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// one returns the clients of a policy with one jittered delay or more.
func one(a, r, c float64, j jitter.Type, amount float64, after bool) jitter.Policy {
	return jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c},
		Jitter:   jitter.Jitter{Type: j, Amount: amount},
		CapAfter: after, Retries: math.Inf(1), Deadline: math.Inf(1)}
}

// TestCollideUniform compares with the closed form for points on a line: n keep w apart in a unit with probability (1
// - (n-1) w)^n.
func TestCollideUniform(t *testing.T) {
	d := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)},
		Jitter: jitter.Jitter{Type: jitter.Full}}.One(1)
	for _, n := range []float64{2, 3, 10, 100, 40, 41, 150, 1000, 3000, 1e6} {
		for _, pairs := range []float64{0.001, 0.1, 0.5, 1, 3} {
			w := pairs / (n * (n - 1))
			if (n-1)*w >= 1 {
				continue
			}
			want := -math.Expm1(n * math.Log1p(-(n-1)*w))
			if got := elapsed.Collide(d, w, n); !(math.Abs(got-want) <= 0.005) {
				t.Errorf("%g clients within %g: %g, want %g", n, w, got, want)
			}
		}
	}
	if got := elapsed.Collide(d, 2, 2); got != 1 {
		t.Errorf("two within their range: %g", got)
	}
	if got := elapsed.Collide(d, 0.5, 1); got != 0 {
		t.Errorf("one client: %g", got)
	}
	if got := elapsed.Collide(jitter.Constant(3), 0, 2); got != 1 {
		t.Errorf("two without jitter: %g", got)
	}
}

// TestCollideTails compares two clients with sums of many normal draws. The difference D of two sums is normal: P(|D|
// <= w) = erf(w / (2 s sqrt k)). The tail is less accurate farther out.
func TestCollideTails(t *testing.T) {
	for _, a := range []float64{10, 1e6, 3.2e9} {
		d := must(elapsed.New(one(a, 1, math.Inf(1), jitter.NormalAbsolute, 0.1, false),
			elapsed.Coarse).Start(t.Context(), 10))
		want := math.Erf(0.1 / (2 * 0.1 * math.Sqrt(10)))
		if got := elapsed.Collide(d, 0.1, 2); !(math.Abs(got-want) <= 0.01) {
			t.Errorf("delays of %gs: %g, want %g", a, got, want)
		}
	}
}

// TestCollide simulates clients whose starts have points, tails and steps.
func TestCollide(t *testing.T) {
	for _, c := range []struct {
		p    jitter.Policy
		k    int
		w, n float64
	}{
		{one(0.1, 3, 0.5, jitter.NormalAbsolute, 0.1, false), 1, 1e-4, 10}, // one in six is cut at 0
		{one(1, 2, 10, jitter.NormalRelative, 0.1, false), 3, 0.01, 12},
		{one(1, 2, 3, jitter.Full, 0, true), 4, 0.02, 20},
		{one(1, 2, 1.9, jitter.Full, 0, true), 2, 1e-3, 3},    // the cap is a point
		{one(1, 1, 1.001, jitter.Up, 1, true), 1, 1e-4, 3},    // nearly all of it
		{one(1, 2, 1.99, jitter.Full, 0, true), 2, 1e-7, 150}, // a small point
	} {
		const games = 8_000
		n := int(c.n)
		d := must(elapsed.New(c.p, elapsed.Fine).Start(t.Context(), c.k))
		r := rand.New(rand.NewPCG(5, 12))
		hits := 0.0
		at := make([]float64, n)
		for range games * 10 / n {
			for i := range at {
				j := journey{policy: c.p, random: r}
				for range c.k {
					j.next()
				}
				at[i] = j.at
			}
			slices.Sort(at)
			for i := 1; i < n; i++ {
				if at[i]-at[i-1] <= c.w {
					hits++
					break
				}
			}
		}
		m := float64(games * 10 / n)
		got, want := elapsed.Collide(d, c.w, c.n), hits/m
		if tol := 5*math.Sqrt(want*(1-want)/m) + 0.005; !(math.Abs(got-want) <= tol) {
			t.Errorf("%+v: %g, simulated %g, allowed %.2g", c, got, want, tol)
		}
	}
}

// TestCollideMany compares the two ways at the number of clients where they meet.
func TestCollideMany(t *testing.T) {
	for _, p := range []jitter.Policy{
		one(0.1, 3, 0.5, jitter.NormalAbsolute, 0.1, false),
		one(0.1, 3, 0.5, jitter.NormalAbsolute, 0.026, false), // P(0) = 6e-5
		one(1, 2, 10, jitter.NormalRelative, 0.1, false),
		one(1, 2, 3, jitter.Full, 0, true),
	} {
		d := must(elapsed.New(p, elapsed.Fine).Start(t.Context(), 2))
		for _, w := range []float64{1e-6, 1e-5, 1e-4} {
			// of one client more
			if few, many := elapsed.Collide(d, w, 40),
				elapsed.Collide(d, w, 41); !(math.Abs(few-many) <= 0.005-0.05*(1-few)*math.Log1p(-few)) {
				t.Errorf("%v within %g: %g and %g", p.Jitter, w, few, many)
			}
		}
	}
}

// TestPeak compares with the known densities of the first retries, with the cap near and far, before the jitter and
// after it, and checks that a finer search finds no fuller window.
func TestPeak(t *testing.T) {
	starts := func(p jitter.Policy, n int) (list []jitter.Dist) {
		c := elapsed.New(p, elapsed.Fine)
		for k := 1; k <= n; k++ {
			list = append(list, must(c.Start(t.Context(), k)))
		}
		return list
	}
	inf := math.Inf(1)
	for _, far := range []float64{inf, 600, 3600, 1e9} {
		// 0.1974 of a normal are within 1/4 of its deviation.
		rate, _, _ := elapsed.Peak(t.Context(), starts(one(1, 2, far, jitter.NormalRelative, 0.1, far < inf), 5),
			0.05)
		if want := 0.19741265 / 0.05; !(math.Abs(rate/want-1) <= 1e-4) {
			t.Errorf("normal jitter, cap %g: %g, want %g", far, rate, want)
		}
		rate, at, _ := elapsed.Peak(t.Context(), starts(one(1, 2, far, jitter.Spread, 0.2, far < inf), 8), 1e-4)
		if !(math.Abs(rate/2.5-1) <= 1e-3) || !(at >= 0.8-1e-3) {
			t.Errorf("spread jitter, cap %g: %g at %g", far, rate, at)
		}
		// Full: sum over k of 1/((k-1)! 2^(k(k-1)/2)) at 1.
		want := 1 + 1./2 + 1./2/8 + 1./6/64 + 1./24/1024
		if rate, at, _ = elapsed.Peak(t.Context(), starts(one(1, 2, far, jitter.Full, 0, far < inf), 8),
			1e-4); !(math.Abs(rate/want-1) <= 1e-3) || !(math.Abs(at-1) <= 1e-3) {
			t.Errorf("full jitter, cap %g: %g, want %g", far, rate, want)
		}
	}
	// A point: half of the first delays are cut at the cap.
	rate, at, _ := elapsed.Peak(t.Context(), starts(one(1, 2, 1, jitter.Spread, 1, true), 1), 0.01)
	if want := (0.5 + 0.005) / 0.01; !(math.Abs(rate/want-1) <= 1e-6) || !(at <= 1 && at+0.01 >= 1-1e-9) {
		t.Errorf("a point at the cap: %g at %g, want %g", rate, at, want)
	}
	for _, p := range []jitter.Policy{one(1, 3, 30, jitter.NormalAbsolute, 0.1, true),
		one(1, 1.5, 4, jitter.Equal, 0, true),
		one(1, 2, 3, jitter.Full, 0, true)} {
		const w = 0.05
		list := starts(p, 4)
		rate, _, _ := elapsed.Peak(t.Context(), list, w)
		best := 0.0
		for x := 0.0; x < 30; x += 0.0025 {
			total := 0.0
			for _, d := range list {
				total += d.CDF(x+w) - d.CDF(x) + d.Atom(x)
			}
			best = max(best, total/w)
		}
		off := 1e-6
		if p.Stateful() {
			off = 0.03
		}
		if !(rate >= best*(1-off)) || !(rate <= best*(1.03)) {
			t.Errorf("%v: %g, a scan finds %g", p.Jitter, rate, best)
		}
	}
}

// TestCollideByBirthday draws delays from 61 equally likely whole seconds, or sums of two such delays. The probability
// that any two clients share a second is the birthday probability.
func TestCollideByBirthday(t *testing.T) {
	p := one(60, 1, math.Inf(1), jitter.Full, 0, false)
	p.Quantum = calc.Quantum{Size: 1, Inclusive: true}
	clients := elapsed.New(p, elapsed.Fine)
	for _, n := range []float64{2, 5, 12, 41} {
		apart := 1.0
		for i := range int(n) {
			apart *= 1 - float64(i)/61
		}
		if got := elapsed.Collide(must(clients.Start(t.Context(), 1)), 1e-3, n); !(math.Abs(got-(1-apart)) <= 0.005) {
			t.Errorf("%g clients: %g, want %g", n, got, 1-apart)
		}
	}
	same := 0.0 // probability that two sums are equal
	for i := -60; i <= 60; i++ {
		same += math.Pow((61-math.Abs(float64(i)))/61/61, 2)
	}
	if got := elapsed.Collide(must(clients.Start(t.Context(), 2)), 1e-3, 2); !(math.Abs(got-same) <= 1e-5) {
		t.Errorf("two sums: %g, want %g", got, same)
	}
}
