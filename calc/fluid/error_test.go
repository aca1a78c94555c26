package fluid

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/jitter"
	"retune/calc/system"
)

// TestHalving: on a violent recovery the solution settles as the grid is halved,
// and what Refine states holds against a grid eight times as fine.
func TestHalving(t *testing.T) {
	w := standard(policy(0.1, 2, 10, jitter.Full, 0))
	w.Server = system.Server{Kind: system.Slowing, ServiceTime: 0.1, Concurrency: 100, Slowdown: 1.05, CheckInterval: 0.05, AtArrival: true}
	w.Outages = []system.Outage{{Kind: system.Reject, At: 10, Length: 20}}
	w.Duration = 60
	if testing.Short() {
		t.Skip("needs a fine grid")
	}
	exact, _ := solve(context.Background(), w, newGrid(w, 0.05/32), newGraph(w, 2))
	peak, at, _ := exact.Peak()
	last := math.Inf(1)
	for _, step := range []float64{0.05, 0.025, 0.0125} {
		s := refined(w, step)
		off := math.Abs(s.Load(at) - peak)
		if !(off <= 2*s.LoadError(at)+1e-4*peak && s.LoadError(at) > 0) {
			t.Errorf("step %g: peak %g, want %g +- %g", step, s.Load(at), peak, s.LoadError(at))
		}
		if !(off <= last+1e-4*peak) {
			t.Errorf("step %g: off by %g, before by %g", step, off, last)
		}
		last = off
	}
}

func TestGrid(t *testing.T) {
	w := standard(fixed)
	for _, x := range [][2]float64{{0, 0.1}, {0.05, 0.05}, {0.04, 0.025}, {0.12, 0.1}, {1, 1}} {
		near(t, fmt.Sprintf("grid asked for %g", x[0]), solved(w, x[0]).Grid, x[1], 1e-12)
	}
	w.Server.AtArrival = true
	near(t, "no looks", solved(w, 0.04).Grid, 0.04, 0)
	w.Server.AtArrival, w.Server.CheckInterval = false, 3600 // one look an hour, in a run of 300 s
	g := newGrid(w, 0.04)
	near(t, "cells that are told apart", float64(len(newServer(w, g).(*slowing).classes)), float64(g.n), 0)
}

// TestNoise compares spread and peak of Poisson counts with what is said of them.
func TestNoise(t *testing.T) {
	const steps, n = 50, 400
	s := Solution{Result: system.NewResult(2, steps)}
	for i := range steps {
		s.First[i] = n
	}
	r := rand.New(rand.NewPCG(3, 4))
	runs, tol := 400, 0.04
	if testing.Short() {
		runs, tol = 200, 0.06
	}
	square, peaks := 0.0, 0.0
	for range runs {
		top := 0.0
		for range steps {
			k := 0.0 // Poisson by exponential gaps
			for at := r.ExpFloat64(); at < n; at += r.ExpFloat64() {
				k++
			}
			square += (k - n) * (k - n) / float64(runs) / steps
			top = math.Max(top, k)
		}
		peaks += (top/n - 1) / float64(runs)
	}
	near(t, "noise over what is seen", s.Noise(0)*s.Step/math.Sqrt(square), 1, tol)
	near(t, "bias of the peak over what is seen", s.PeakBias()/peaks, 1, 2*tol)
	near(t, "of one step", Solution{Result: system.NewResult(1, 1)}.PeakBias(), 0, 0)
}

func TestRefuses(t *testing.T) {
	for name, w := range systems() {
		if why := Refuses(w); why != "" {
			t.Errorf("%s: %s", name, why)
		}
	}
	w := standard(fixed)
	w.Client.Deadline = 100
	w.Client.Retries = 5
	if Refuses(w) == "" {
		t.Error("a deadline is not refused")
	}
	w.Client.Deadline = 300
	if why := Refuses(w); why != "" {
		t.Errorf("a deadline at the end of the run: %s", why)
	}
	w.Client.Retries = 1e6 // every 0.1 s: 3000 by the end of the run
	if Refuses(w) == "" {
		t.Error("a million retries are not refused")
	}
	w.Client.InitialDelay = 10
	if why := Refuses(w); why != "" {
		t.Errorf("retries that nobody can make: %s", why)
	}
	w.Client.Policy, w.Client.Retries = exponential, 61
	if Refuses(w) == "" {
		t.Error("61 retries with feedback are not refused")
	}
	w.Client.Retries = 1e5 // of which the states alone would take gigabytes
	if c, seconds := CostOf(w), VerdictSeconds(w); c != (Cost{}) || seconds != 0 {
		t.Errorf("what is refused costs %+v and %g s", c, seconds)
	}
}
