package system_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/des"
	"retune/calc/fluid"
	"retune/calc/reference"
	"retune/calc/system"
)

// extremes are the edges of the domain.
var extremes = reference.Values{
	Clients: []float64{1, 2, 1000, 1e12}, Think: []float64{1e-3, 1, 1e6}, Rate: []float64{1e-3, 100, 1e9},
	InitialDelay: []float64{1e-9, 1e-4, 0.1, 1e3}, Factor: []float64{1, 1.0001, 2, 1e6}, Cap: []float64{1e3, 1e4, inf},
	Amount: []float64{0, 1e-3, 0.5, 1}, Growth: []float64{1.001, 3, 100},
	Retries: []float64{0, 1, 50, inf}, Deadline: []float64{0, 1, inf, inf}, Timeout: []float64{1e-3, 0.05, 1, 1e6, inf},
	Ratio: []float64{1e-9, 0.1, 1e9}, Reserve: []float64{1, 10, 1e12},
	BreakerShare: []float64{1e-9, 0.5, 1}, BreakerWindow: []float64{1e-6, 1, 1e6}, Least: []float64{1, 100, 1e12}, Pause: []float64{1e-6, 1, 1e6},
	ServiceTime: []float64{1e-3, 0.1, 1e3}, Concurrency: []float64{0, 1, 1e6, inf}, Slowdown: []float64{1, 1.01, 1e6}, CheckInterval: []float64{0.01, 0.05, 1e3},
	Workers: []float64{1, 10, 1e12}, Room: []float64{0, 1, 1e12, inf}, Capacity: []float64{1, 1e3, 1e12},
	Outages: 5, After: []float64{0, 0.5, 1e6}, Length: []float64{0, 1e-9, 0.7, 1e9}, Share: []float64{1e-6, 0.5, 1},
	FailureRate: []float64{0, 1e-9, 0.999}, Processes: []float64{0, 1, 1e3}, Duration: []float64{1e-3, 0.1, 2}, Step: []float64{0.1, 1, 100},
}

// TestEnginesAtTheEdges holds that both engines come to an end in any system, that no
// attempt is lost and that no number is less than 0 or none at all. A system can ask for
// more attempts than can be simulated: those runs are stopped, which must be possible
// wherever they are.
func TestEnginesAtTheEdges(t *testing.T) {
	systems := 30 * *system.Times
	if testing.Short() {
		systems = 15
	}
	r := rand.New(rand.NewPCG(5, 6))
	for n := range systems {
		w := extremes.System(r)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
		runs := map[string]system.Result{}
		if fluid.Refuses(w) == "" && fluid.CostOf(w).Seconds < 0.05 {
			runs["fluid model"] = fluidRun(w)
		}
		v := w // clients that are simulated take memory
		v.Traffic.Clients, v.Traffic.Rate = math.Min(w.Traffic.Clients, 1e4), math.Min(w.Traffic.Rate, 1e4)
		if des.Attempts(v) < 5e4 {
			runs["simulation"] = des.Run(v, 1)
		}
		for name, run := range runs {
			started := conserves(t, fmt.Sprintf("system %d, %s", n, name), w, run)
			for k, s := range run.Series() {
				for i, x := range *s {
					if !(x >= -1e-6*(1+started) && !math.IsInf(x, 1)) && !(k == 11 && math.IsNaN(x)) {
						t.Fatalf("system %d, %s: series %d has %g in step %d: %+v", n, name, k, x, i, w)
					}
				}
			}
		}
	}
}
