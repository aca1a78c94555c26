package simulate

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/fleet"
	"retune/calc/oracle"
)

// TestRandomWaits compares random fleets whose servers ask for waits with the reference: requests that succeed and are
// given up, and retries.
func TestRandomWaits(t *testing.T) {
	const runs = 30
	r := rand.New(rand.NewPCG(60, 10))
	for compared := 0; compared < 12**times; {
		w := someOf.System(r)
		w.Traffic.Clients, w.Traffic.Rate = min(w.Traffic.Clients, 100), min(w.Traffic.Rate, 40)
		w.Server.RetryAfter = fleet.RetryAfter{Least: 0.2, Spread: float64(compared % 2)}
		if w.Duration = 5; !w.Rejects() {
			continue
		}
		compared++
		got := sample(t, w, 6, runs).Mean()
		want, se, _ := oracle.Mean(w, runs, 9)
		for k, name := range map[int]string{1: "retries", 3: "successes", 6: "given up"} {
			error := 0.0
			for _, x := range *se.Series()[k] {
				error = math.Hypot(error, x)
			}
			if a, b := total(*got.Series()[k]), total(*want.Series()[k]); !(math.Abs(a-b) <= 8*error+0.02*b+1) {
				t.Errorf("%s: %.2f, the reference has %.2f ± %.2f: %+v", name, a, b, error, w)
			}
		}
	}
}

// TestHerd counts 1,000 clients by hand that a server rejects at once and asks to come back after 60 s: all of them
// come in one second, or with a spread of 10 s a hundred in each of ten.
func TestHerd(t *testing.T) {
	for _, spread := range []float64{0, 10} {
		w := plain(1000, 0)
		w.Traffic.Kind, w.Duration, w.Step, w.Server.Concurrency = fleet.Burst, 80, 1, inf
		w.Outages = []fleet.Outage{{Kind: fleet.Reject, Length: 30}}
		w.Server.RetryAfter = fleet.RetryAfter{Least: 60, Spread: spread}
		run := once(w, 1)
		for i, n := range run.Retries {
			want, most := 0.0, 0.0
			switch {
			case spread == 0 && i == 60:
				want = 1000
			case spread > 0 && i >= 60 && i < 70:
				want, most = 100, 45 // 4.7 standard deviations
			}
			if !(math.Abs(n-want) <= most) {
				t.Errorf("spread %g: %g retries in second %d, want %g", spread, n, i, want)
			}
		}
		if p := run.Peaks(w); spread == 0 && (p.AfterLoad != 1000 || math.Floor(p.AfterAt) != 59) {
			t.Errorf("%g a second from %g s on, want 1000 from 59 s on", p.AfterLoad, p.AfterAt)
		}
	}
}
