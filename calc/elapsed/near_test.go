package elapsed

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestReconnectNear compares with the exact mean over outages that end near the time, below the cap and at it, and
// with the longest simulated delay at that time.
func TestReconnectNear(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, j := range []jitter.Jitter{{Type: jitter.None}, {Type: jitter.Full}, {Type: jitter.Up, Amount: 1},
		{Type: jitter.Add, Amount: 3}} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.2, Cap: 40, AttemptTime: 0.5}, Jitter: j,
			Retries: math.Inf(1), Deadline: math.Inf(1)}
		for _, at := range []float64{60, 2000} {
			mean, longest := ReconnectNear(p, at)
			if exact := must(New(p, Coarse).Reconnect(t.Context(),
				Outage{Kind: UniformOutage, A: at * 0.8, B: at * 1.2})); !(math.Abs(mean-exact.Mean) <= 0.04*mean) {
				t.Errorf("%v at %v: mean %v, exactly %v", j, at, mean, exact.Mean)
			}
			sum, clients := 0.0, 300
			for range clients {
				d, x := 0.0, 0.0
				for k := 0.0; x <= at; k++ {
					d = p.Policy.Delay(k + 1)
					x += p.AttemptTime + p.One(d).Quantile(rng.Float64())
				}
				_, hi := p.One(d).Support()
				sum += p.AttemptTime + hi
			}
			// the delay at T is one of several
			if most := sum / float64(clients); !(math.Abs(longest-most) <= 0.12*most) {
				t.Errorf("%v at %v: longest %v, simulated %v", j, at, longest, most)
			}
		}
	}
}

// TestScaleFreeLongest compares the limit with the longest delay after a long outage.
func TestScaleFreeLongest(t *testing.T) {
	for _, j := range []jitter.Jitter{{Type: jitter.None}, {Type: jitter.Full}, {Type: jitter.Add, Amount: 3}} {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1.5, Cap: math.Inf(1)}, Jitter: j,
			Retries: math.Inf(1), Deadline: math.Inf(1)}
		const long = 1e9
		_, longest := ReconnectNear(p, long)
		if got := ScaleFreeLongest(p); !(math.Abs(got-longest/long) <= 1e-6) {
			t.Errorf("%v: %v, after a long outage %v", j, got, longest/long)
		}
	}
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 30},
		Jitter: jitter.Jitter{Type: jitter.Decorrelated, Amount: 3}, Retries: 9, Deadline: math.Inf(1)}
	if mean, longest := ReconnectNear(p, 5); !math.IsNaN(mean) || !math.IsNaN(longest) ||
		!math.IsNaN(ScaleFreeLongest(p)) {
		t.Error("a stateful type has a delay at a time")
	}
	plain := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)}, Retries: 40,
		Deadline: math.Inf(1)}
	o := must(New(plain, Fine).Reconnect(t.Context(), Outage{Kind: UniformOutage, A: 1023, B: 2047}))
	if mean, longest := ReconnectNear(plain, 1023); !(math.Abs(mean-o.Mean) <= 1e-6*mean) ||
		!(math.Abs(longest-o.Max) <= 1e-6*longest) {
		t.Errorf("within one delay it is %v and %v, by the distribution %v and %v", mean, longest, o.Mean, o.Max)
	}
}

// TestScaleFree compares the limit with the mean after log-uniform outages, from one length to at least ten times that
// length, by whole powers of the factor.
func TestScaleFree(t *testing.T) {
	for _, j := range []jitter.Jitter{{Type: jitter.None}, {Type: jitter.Full}, {Type: jitter.Spread,
		Amount: 0.5}, {Type: jitter.NormalRelative, Amount: 0.3}, {Type: jitter.Add, Amount: 3}} {
		for _, r := range []float64{1.7, 4} {
			if r == 4 && j.Type != jitter.Full {
				continue
			}
			p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: r, Cap: math.Inf(1)}, Jitter: j,
				Retries: math.Inf(1), Deadline: math.Inf(1)}
			const from = 1e7
			n := math.Ceil(math.Log(10) / math.Log(r))
			want := must(New(p, Coarse).Reconnect(t.Context(),
				Outage{Kind: LogUniformOutage, A: from, B: from * math.Pow(r, n)})).RelativeMean
			if got := must(ScaleFree(t.Context(), p)); !(math.Abs(got-want) <= 1e-3*want) {
				t.Errorf("%v, factor %v: %v in the long run, after outages of all lengths %v", j, r, got, want)
			}
		}
	}
}
