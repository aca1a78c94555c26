package elapsed_test

import (
	"math"
	"math/big"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// irwinHall returns P(U_1 + ... + U_k <= i/8), the sum over j of (-1)^j C(k,j)
// ((x-j)+)^k / k!, in rational numbers.
func irwinHall(k, i int64) float64 {
	sum := new(big.Rat)
	for j := int64(0); 8*j < i; j++ {
		x := new(big.Int).Exp(big.NewInt(i-8*j), big.NewInt(k), nil)
		x.Mul(x, new(big.Int).Binomial(k, j))
		if j%2 == 1 {
			x.Neg(x)
		}
		sum.Add(sum, new(big.Rat).SetInt(x))
	}
	all := new(big.Int).Exp(big.NewInt(8), big.NewInt(k), nil)
	all.Mul(all, new(big.Int).MulRange(1, k))
	f, _ := sum.Quo(sum, new(big.Rat).SetInt(all)).Float64()
	return f
}

// TestExact compares sums of uniforms with the Irwin-Hall distribution and sums of normals with the normal
// distribution, and checks Error.
func TestExact(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: math.Inf(1)}, Retries: 6,
		Deadline: math.Inf(1), Jitter: jitter.Jitter{Type: jitter.Full}}
	for _, effort := range []elapsed.Effort{elapsed.Coarse, elapsed.Fine} {
		c := elapsed.New(p, effort)
		off := []float64{1e-4, 1e-5}[effort]
		for k := 1; k <= 6; k++ {
			d := must(c.Start(t.Context(), k))
			for i := 0; i <= 8*k; i++ {
				if want := irwinHall(int64(k), int64(i)); !(math.Abs(d.CDF(float64(i)/8)-want) <= off) {
					t.Errorf("effort %d: P(T_%d <= %d/8) = %.9f, exactly %.9f, allowed %.2g", effort, k, i,
						d.CDF(float64(i)/8), want, off)
				}
			}
		}
	}
	p.Factor, p.Jitter = 2, jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.05}
	c := elapsed.New(p, elapsed.Fine)
	for _, x := range []float64{55, 60, 63, 66, 70} {
		want := math.Erfc(-(x-63)/(0.05*math.Sqrt(1365))/math.Sqrt2) / 2 // 1 + 4 + ... + 4^5
		if got := must(c.Start(t.Context(), 6)).CDF(x); !(math.Abs(got-want) <= 1e-4) {
			t.Errorf("normal: P(T_6 <= %v) = %v, exactly %v", x, got, want)
		}
	}
}

// TestReconnectExact takes one retry after U(0, 10), n = 1, of an outage that ends
// between 2 and 8, without a deadline and with D = 6.
func TestReconnectExact(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 10, Factor: 1, Cap: math.Inf(1)}, Retries: 1,
		Deadline: math.Inf(1), Jitter: jitter.Jitter{Type: jitter.Full}}
	for _, test := range []struct{ deadline, gaveUp, mean float64 }{
		{math.Inf(1), 0.5, (512. - 8) / 6 / 6 / 10 / 0.5}, // E ((10-X)^2)/2/10 = (8^3-2^3)/(3 6)/20
		{6, 1 - 8./60, 4. / 3},                            // E (6-X)+/10 = 16/2/6/10, E ((6-X)+)^2/20 = 64/3/6/20
	} {
		p.Deadline = test.deadline
		r := must(elapsed.New(p, elapsed.Fine).Reconnect(t.Context(),
			elapsed.Outage{Kind: elapsed.UniformOutage, A: 2, B: 8}))
		if !(math.Abs(r.GaveUp-test.gaveUp) <= 1e-6) || !(math.Abs(r.Mean-test.mean) <= 1e-4*test.mean) {
			t.Errorf("deadline %v: gave up %v, mean %v; exactly %v, %v", test.deadline, r.GaveUp, r.Mean, test.gaveUp,
				test.mean)
		}
	}
}

// TestLastNearOneTime compares the mean of the last retry where most clients start it
// within 24 ms and one in a thousand after another attempt of s seconds: of 25 delays of
// whole milliseconds, and then of 50, the first two are 0 and j ms together at most.
func TestLastNearOneTime(t *testing.T) {
	for _, s := range []float64{0.1, 0.5, 1, 7.5, 100, 3600} {
		for j := range 4 {
			p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.025, Factor: 2, Cap: math.Inf(1), AttemptTime: s,
				Quantum: calc.Quantum{Size: 1e-3}},
				Jitter: jitter.Jitter{Type: jitter.Full}, Retries: 10, Deadline: 2*s + float64(j)*1e-3}
			want := s + 0.012
			for first := 0; first <= j; first++ {
				for second := 0; second <= j-first; second++ {
					want += (s + float64(second)*1e-3) / 25 / 50
				}
			}
			if got := must(elapsed.New(p, elapsed.Fine).Last(t.Context())).Mean(); !(math.Abs(got-want) <= 5e-5*want) {
				t.Errorf("attempts of %v s, deadline %v s: the last retry starts at %v s on average, want %v s", s,
					p.Deadline, got, want)
			}
		}
	}
}

// TestAllAtTheCap: from the fourth retry on all but 1 in 10,000 normal delays are at the cap, and later all are. Later
// delays are certain and the deviation of T_k stays the same.
func TestAllAtTheCap(t *testing.T) {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.044, Factor: 2, Cap: 0.22, AttemptTime: 0.44},
		Jitter: jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.1}, CapAfter: true, Retries: 100,
		Deadline: math.Inf(1)}
	clients := elapsed.New(p, elapsed.Fine)
	off := func(k int) float64 {
		return must(clients.Start(t.Context(), k)).Quantile(0.95) - must(clients.Start(t.Context(), k)).Mean()
	}
	want := off(5)
	for _, k := range []int{6, 7, 12, 40, 60} {
		if got := off(k); !(math.Abs(got-want) <= 1e-6) {
			t.Errorf("p95 of the start of retry %d is %g s above the mean, of the fifth %g s", k, got, want)
		}
	}
}

// TestClippedReconnect has one retry, clipped to the deadline of 3 s, after an outage that ends by
// then at a random time: the reconnect delay is uniform on [0, 2 s].
func TestClippedReconnect(t *testing.T) {
	p := jitter.Policy{Jitter: jitter.Jitter{Type: jitter.Up, Amount: 0.5}, Retries: 1, Deadline: 3,
		Rule: jitter.Rule{Stop: jitter.Clip}}
	p.InitialDelay, p.Factor, p.Cap = 5, 2, math.Inf(1)
	r := must(elapsed.New(p, elapsed.Fine).Reconnect(t.Context(), elapsed.Outage{Kind: elapsed.UniformOutage, A: 1, B: 3}))
	for _, x := range []struct{ got, want float64 }{{r.Mean, 1}, {r.P50, 1}, {r.P95, 1.9}, {r.P99, 1.98}} {
		if !(math.Abs(x.got-x.want) <= 1e-3) {
			t.Errorf("%+v", r)
		}
	}
}

// TestWaitingOfNormals: long after the first retry the delay under way has a probability proportional to its length,
// and the mean E t^2/E t, even without a limit on the delay.
func TestWaitingOfNormals(t *testing.T) {
	for amount, retries := range map[float64]float64{0.05: 1000, 0.3: math.Inf(1), 0.5: 1000} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 0.25, Factor: 1.1, Cap: 0.25},
			Jitter: jitter.Jitter{Type: jitter.NormalAbsolute, Amount: amount}, Retries: retries, Deadline: math.Inf(1)}
		clients := elapsed.New(p, elapsed.Fine)
		one := must(clients.Delay(t.Context(), 3))
		want := one.Mean() + one.Variance()/one.Mean()
		d, waits, err := clients.Waiting(t.Context(), 120)
		if err != nil {
			t.Fatal(err)
		}
		if !(math.Abs(d.Mean()-want) <= 1e-4*want) || !(math.Abs(waits-1) <= 1e-9) ||
			!(d.Quantile(0.5) < d.Quantile(0.99) && d.Quantile(0.99) < 4*want) {
			t.Errorf("sigma %g s, %g retries: a mean of %g s, want %g s; p50 %g, p99 %g", amount, retries, d.Mean(),
				want, d.Quantile(0.5), d.Quantile(0.99))
		}
	}
}
