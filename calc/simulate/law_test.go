package simulate

import (
	"math"
	"testing"

	"retune/calc/fleet"
)

func exponential(w *fleet.System) { w.Server.Law = fleet.Law{Kind: fleet.Exponential} }
func lognormal(w *fleet.System)   { w.Server.Law = fleet.Law{Kind: fleet.Lognormal, Sigma: 0.8} }
func listed(w *fleet.System) {
	w.Server.Law, w.Server.ServiceTime, _ = fleet.ListOf([]float64{0.02, 0.05, 0.05, 0.4})
}

// inSystem returns the mean number of attempts in a server with random service times of mean 0.1 s that an open stream
// calls without retries and without a timeout, and its standard error.
func inSystem(t *testing.T, rate, workers float64, law fleet.Law) (mean, se float64) {
	t.Helper()
	w := plain(0, 0)
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: rate}
	w.Server = fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: workers, QueueSize: inf, Law: law}
	w.Client.Timeout, w.Client.Retries = inf, 0
	w.Duration, w.Step = 1000, 500 // the second step is steady
	s := sample(t, w, 5, int(min(40, 1500/rate)))
	return s.Mean().InFlight[1], s.Error().InFlight[1]
}

// TestErlangC compares the attempts in the queue with M/M/c:
//
//	L = a + C(c, a) a/(c - a),  a = rate service time,  C = Erlang's probability of waiting
func TestErlangC(t *testing.T) {
	for _, x := range []struct{ rate, workers float64 }{{6, 1}, {16, 2}, {85, 10}} {
		a, term, sum := x.rate*0.1, 1.0, 0.0
		for k := range int(x.workers) {
			sum += term
			term *= a / float64(k+1)
		}
		last := term * x.workers / (x.workers - a)
		want := a + last/(sum+last)*a/(x.workers-a)
		got, se := inSystem(t, x.rate, x.workers, fleet.Law{Kind: fleet.Exponential})
		if !(math.Abs(got-want) <= 4*se) {
			t.Errorf("%g/s on %g workers: %g ± %g in the server, want %g", x.rate, x.workers, got, se, want)
		}
	}
}

// TestPollaczekKhinchine compares the attempts in a queue with one worker with M/G/1:
//
//	L = a + a^2 (1 + V)/(2 (1 - a)),  V = variance of the service time over its squared mean
func TestPollaczekKhinchine(t *testing.T) {
	list, _, _ := fleet.ListOf([]float64{1, 1, 1, 5})
	const a = 0.6
	for name, law := range map[string]fleet.Law{"constant": {}, "lognormal": {Kind: fleet.Lognormal, Sigma: 0.7},
		"list": list} {
		want := a + a*a*(1+law.Variance())/(2*(1-a))
		got, se := inSystem(t, 10*a, 1, law)
		if !(math.Abs(got-want) <= 4*se) {
			t.Errorf("%s: %g ± %g in the server, want %g", name, got, se, want)
		}
	}
}

// TestFalseTimeouts compares the share of attempts that time out on a healthy server with the tail of the law.
func TestFalseTimeouts(t *testing.T) {
	for _, kind := range []fleet.ServerKind{fleet.Queue, fleet.Limited} {
		w := plain(0, 0)
		w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 1000}
		w.Server = fleet.Server{Kind: kind, ServiceTime: 0.1, Workers: 1000, QueueSize: inf, Capacity: 5000,
			Law: fleet.Law{Kind: fleet.Lognormal, Sigma: 1}}
		w.Client.Timeout, w.Client.Retries, w.Duration, w.Step = 0.5, 3, 100, 50
		run := once(w, 2)
		share := run.Timeouts[1] / (run.First[1] + run.Retries[1])
		if want := w.Server.FalseTimeouts(0.5); !(math.Abs(share-want) <= 5*math.Sqrt(want/50_000)) {
			t.Errorf("server %d: %g of the attempts time out, want %g", kind, share, want)
		}
	}
}
