package simulate

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/fleet"
	"retune/calc/oracle"
)

// extremes are the edges of the domain.
var extremes = oracle.Values{
	Clients: []float64{1, 2, 1000, 1e12}, Think: []float64{1e-3, 1, 1e6}, Rate: []float64{1e-3, 100, 1e9},
	InitialDelay: []float64{1e-9, 1e-4, 0.1, 1e3}, Factor: []float64{1, 1.0001, 2, 1e6}, Cap: []float64{1e3, 1e4, inf},
	Amount: []float64{0, 1e-3, 0.5, 1}, Growth: []float64{1.001, 3, 100},
	Retries: []float64{0, 1, 50, inf}, Deadline: []float64{0, 1, inf, inf}, Timeout: []float64{1e-3, 0.05, 1, 1e6, inf},
	Ratio: []float64{1e-9, 0.1, 1e9}, Reserve: []float64{1, 10, 1e12},
	BreakerShare: []float64{1e-9, 0.5, 1}, BreakerWindow: []float64{1e-6, 1, 1e6}, Least: []float64{1, 100, 1e12},
	Pause:       []float64{1e-6, 1, 1e6},
	ServiceTime: []float64{1e-3, 0.1, 1e3}, Concurrency: []float64{0, 1, 1e6, inf}, Slowdown: []float64{1, 1.01, 1e6},
	CheckInterval: []float64{0.01, 0.05, 1e3},
	Workers:       []float64{1, 10, 1e12}, Room: []float64{0, 1, 1e12, inf}, Capacity: []float64{1, 1e3, 1e12},
	Outages: 5, After: []float64{0, 0.5, 1e6}, Length: []float64{0, 1e-9, 0.7, 1e9}, Share: []float64{1e-6, 0.5, 1},
	RetryAfter: []float64{0.01, 1, 1e6}, FailureRate: []float64{0, 1e-9, 0.999}, Processes: []float64{0, 1, 1e3},
	Duration: []float64{1e-3, 0.1, 2},
	Step:     []float64{0.1, 1, 100},
}

// TestExtremes checks that runs of any system end, that no attempt is lost and that no number is negative or NaN. A
// system may make more attempts than can be simulated: its runs must be able to stop at their limit at any point.
func TestExtremes(t *testing.T) {
	systems := 10 * *times
	r := rand.New(rand.NewPCG(5, 6))
	for n := range systems {
		w := extremes.System(r)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		// they take memory
		w.Traffic.Clients, w.Traffic.Rate = math.Min(w.Traffic.Clients, 1e4), math.Min(w.Traffic.Rate, 1e4)
		q := batch{system: w, seed: 1, runs: 1, cores: 1, most: 2e5}
		err := q.repeat(t.Context(), func(r []fleet.Result) {
			run := r[0]
			started := total(run.First) + total(run.Retries)
			ended := total(run.Goodput) + total(run.Failures) + total(run.Timeouts) + run.UnderWay
			if started != ended ||
				started > 2e5 {
				t.Errorf("system %d: %g attempts started, %g ended or are under way: %+v", n, started, ended, w)
			}
			for k, s := range run.Series() {
				for i, x := range *s {
					if !(x >= -1e-6*(1+started) && !math.IsInf(x, 1)) && !(k == 11 && math.IsNaN(x)) {
						t.Fatalf("system %d: series %d has %g in step %d: %+v", n, k, x, i, w)
					}
				}
			}
		}, w.Step)
		if err != nil && !errors.Is(err, ErrLimit) {
			t.Fatal(err)
		}
	}
}
