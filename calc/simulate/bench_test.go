package simulate

import (
	"fmt"
	"math"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
)

// crowdSystem is a closed fleet of a million and a server with feedback, which
// refuses for 30 s of 100: about 18 million attempts.
func crowdSystem(n float64) fleet.System {
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: n, Think: 10},
		Client: fleet.Client{
			Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10},
				Jitter: jitter.Jitter{Type: jitter.Full}, Retries: math.Inf(1), Deadline: math.Inf(1)},
			Timeout: 1,
		},
		Server: fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.1, Concurrency: n / 20, Slowdown: 1 + 50/n,
			CheckInterval: 0.05},
		Outages:  []fleet.Outage{{Kind: fleet.Reject, At: 30, Length: 30}},
		Duration: 100,
		Step:     0.1,
	}
}

func total(xs []float64) (sum float64) {
	for _, x := range xs {
		sum += x
	}
	return sum
}

func run(b *testing.B, w fleet.System) {
	var r fleet.Result
	for b.Loop() {
		r = once(w, 1)
	}
	b.ReportMetric(total(r.First)+total(r.Retries), "attempts")
}

// BenchmarkDown runs a fleet whose server does not recover: attempts that came in a hang stay in it for a long time.
func BenchmarkDown(b *testing.B) {
	w := hung()
	w.Client.FirstFromThink, w.Client.Feedback, w.Duration = false, false, 300
	run(b, w)
}

func BenchmarkCrowd(b *testing.B) {
	for _, n := range []float64{1e4, 1e5, 2e5, 1e6} {
		for _, at := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%g/arrival=%v", n, at), func(b *testing.B) {
				w := crowdSystem(n)
				w.Server.AtArrival = at
				run(b, w)
			})
		}
	}
}

// BenchmarkAlone runs a million clients that no server slows.
func BenchmarkAlone(b *testing.B) {
	for _, kind := range []fleet.TrafficKind{fleet.Burst, fleet.Closed} {
		b.Run(fmt.Sprintf("kind=%d", kind), func(b *testing.B) {
			w := crowdSystem(1e6)
			w.Traffic.Kind = kind
			w.Server.Concurrency = math.Inf(1)
			w.Outages = []fleet.Outage{{Kind: fleet.Hang, At: 0, Length: 60}}
			w.Duration, w.Step = 60, 0.1
			run(b, w)
		})
	}
}

// BenchmarkFew makes 20 runs of a few clients. The server is mostly empty.
func BenchmarkFew(b *testing.B) {
	for _, n := range []float64{1, 5, 50} {
		for _, at := range []bool{false, true} {
			b.Run(fmt.Sprintf("n=%g/arrival=%v", n, at), func(b *testing.B) {
				w := crowdSystem(1000)
				w.Traffic.Clients, w.Server.AtArrival, w.Duration = n, at, 300
				for b.Loop() {
					_ = Repeat(b.Context(), w, 1, 20, 1, func(fleet.Result) {})
				}
			})
		}
	}
}

// BenchmarkResult reads the series of a run of 20 minutes in steps of 50 ms.
func BenchmarkResult(b *testing.B) {
	for _, n := range []float64{1, 50, 1000} {
		b.Run(fmt.Sprintf("n=%g", n), func(b *testing.B) {
			w := crowdSystem(1000)
			w.Traffic.Clients, w.Duration, w.Step = n, 1200, 0.05
			s := newSimulation(newConfig(w), new(recycler))
			if err := s.run(b.Context(), 1, math.Inf(1)); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				s.result(w.Step)
			}
		})
	}
}
