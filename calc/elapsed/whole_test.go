package elapsed_test

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
)

// TestWholeTimes compares the figures at a time at which whole delays may end, and between two such times, with
// renewals counted second by second. Delays are random, 0 to 200 whole seconds. Times are early, and so late that
// clients are no longer synchronized.
func TestWholeTimes(t *testing.T) {
	const n, most = 201, 20000
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: n - 1, Factor: 1, Cap: inf,
		Quantum: calc.Quantum{Size: 1, Inclusive: true}},
		Jitter: jitter.Jitter{Type: jitter.Full}, Retries: inf, Deadline: inf}
	renewals := make([]float64, most+1) // expected at each second
	renewals[0] = 1 / (1 - 1.0/n)
	for i, sum := 1, renewals[0]; i <= most; i++ {
		renewals[i] = sum / n / (1 - 1.0/n)
		if sum += renewals[i]; i >= n-1 {
			sum -= renewals[i-n+1]
		}
	}
	clients := elapsed.New(p, elapsed.Fine)
	for _, at := range []int{100, most} {
		check := func(name string, got, want, near float64) {
			t.Helper()
			if !(math.Abs(got-want) <= near) {
				t.Errorf("at %d s: %s is %v, want %v", at, name, got, want)
			}
		}
		by, before, waits, comes, mean := -1.0, -1.0, [n]float64{}, [n]float64{}, 0.0
		for i, u := range renewals[:at+1] {
			if by += u; i < at {
				before += u
			}
			for d := max(0, at-i); i+n > at && d < n; d++ {
				if i+d > at {
					waits[d] += u / n
				}
				if i < at {
					comes[i+d-at] += u / n
					mean += float64(i+d-at) * u / n
				}
			}
		}
		check("E N", must(clients.RetriesBy(t.Context(), float64(at))), by, 1e-6*by)
		waiting, _, err := clients.Waiting(t.Context(), float64(at))
		if err != nil {
			t.Fatal(err)
		}
		below, middle := 0.0, 0.0
		for d, w := range waits {
			below += w
			middle += float64(d) * w
			check("P(delay <= d)", waiting.CDF(float64(d)), below, 2e-5)
			if q := below + 1e-4; q < 1 && waits[min(n-1, d+1)] > 2e-4 {
				check("a quantile of the delay", waiting.Quantile(q), float64(d+1), 1e-9)
			}
		}
		check("the mean delay", waiting.Mean(), middle, 1e-4)
		for _, late := range []float64{0, 0.25, 1 - 1e-6} { // after the second before it
			x := float64(at) - late
			r := must(clients.Reconnect(t.Context(), elapsed.Outage{A: x, B: x}))
			check("wasted", r.Wasted, before, 1e-6*by)
			check("the mean wait", r.Mean, mean+late, 1e-4)
			sum := 0.0
			for w, c := range comes {
				for q, got := range map[float64]float64{0.5: r.P50, 0.95: r.P95, 0.99: r.P99} {
					if sum+1e-5 < q && q < sum+c-1e-5 {
						check("a quantile of the wait", got, float64(w)+late, 1e-6)
					}
				}
				sum += c
			}
		}
	}
}
