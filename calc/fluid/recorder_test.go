package fluid

import (
	"context"
	"fmt"
	"testing"

	"retune/calc/system"
)

// TestUnderWayByLittle: of open traffic without an outage rate × latency requests are under way
// at the end, whatever the latency is beside a cell of the grid.
func TestUnderWayByLittle(t *testing.T) {
	const rate, cell = 1000, 0.05
	for _, service := range []float64{0.05, 0.067, 0.08, 0.26, 0.29} {
		for name, server := range map[string]system.Server{
			"queue":   {Kind: system.Queue, ServiceTime: service, Workers: 1e4, QueueSize: inf},
			"limited": {Kind: system.Limited, ServiceTime: service, Capacity: 1e4},
			"arrival": {Kind: system.Slowing, AtArrival: true, ServiceTime: service, Concurrency: 1e4, Slowdown: 1.05},
		} {
			w := systems()["open, hang, arrival"]
			w.Traffic.Kind, w.Traffic.Rate, w.Server, w.Outages, w.FailureRate, w.Duration, w.Step = system.Open, rate, server, nil, 0, 5, 1
			w.Client.Timeout = 2
			run, err := Solve(context.Background(), w, cell)
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprintf("%s, %gs: under way", name, service), run.UnderWay/(rate*service), 1, 0.02)
		}
	}
}

// TestQueueServesWhatItCan: a queue that rejects finishes workers/service time a second, or all that
// comes if that is less, whatever the service time is beside a cell of the grid.
func TestQueueServesWhatItCan(t *testing.T) {
	for _, service := range []float64{0.2, 0.25, 0.31, 0.39} {
		for _, load := range []float64{0.5, 1.1, 1.5, 4} {
			w := systems()["open, hang, arrival"]
			w.Server = system.Server{Kind: system.Queue, ServiceTime: service, Workers: 61, QueueSize: 14}
			w.Traffic.Kind, w.Traffic.Rate, w.Outages, w.FailureRate, w.Duration, w.Step = system.Open, load*61/service, nil, 0, 40, 1
			w.Client.Timeout, w.Client.Retries = 4, 0
			run, err := Solve(context.Background(), w, 0.1)
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprintf("%gs, load %g", service, load), sum(run.Goodput[20:])/20/(61/service), min(1, load), 0.03)
		}
	}
}

// TestPeakAtTheEnd: the last cell reaches beyond the end of the run, and what it has there is no
// load of its last second.
func TestPeakAtTheEnd(t *testing.T) {
	for _, duration := range []float64{10, 10.03, 10.27, 10.53, 10.91} {
		w := systems()["open, hang, arrival"]
		w.Traffic.Kind, w.Traffic.Rate, w.Outages, w.FailureRate, w.Duration, w.Step = system.Open, 100, nil, 0, duration, 1
		run, err := Solve(context.Background(), w, 0.5)
		if err != nil {
			t.Fatal(err)
		}
		near(t, fmt.Sprintf("%g s: peak", duration), run.Peaks(w).Load/100, 1, 0.001)
	}
}

// TestQueueForgets holds that what an idle queue remembers of its workers does not grow with the run.
func TestQueueForgets(t *testing.T) {
	w := systems()["open, hang, arrival"]
	w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.25, Workers: 2000, QueueSize: 5000}
	w.Traffic.Kind, w.Traffic.Rate, w.Outages, w.FailureRate, w.Duration, w.Step = system.Open, 100, nil, 0, 40, 1
	f := newModel(w, newGrid(w, 0.1), newGraph(w, 1))
	for j := range f.n {
		f.cell(j)
		if s := f.server.(*queue); len(s.fresh) > 100 {
			t.Fatalf("cell %d: %d times at which workers became free", j, len(s.fresh))
		}
	}
	near(t, "idle workers", f.server.(*queue).idle(), 2000-100*0.25, 5)
}
