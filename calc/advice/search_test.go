package advice

import (
	"cmp"
	"math"
	"testing"

	"retune/calc/fleet"
	"retune/calc/simulate"
)

// draining returns open traffic on a queue that is full after every outage, and that works off any backlog.
func draining() fleet.System {
	w := fixed()
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 80}
	w.Client.InitialDelay, w.Client.Factor, w.Client.Retries = 1, 2, 3
	w.Server = fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 40, QueueSize: math.Inf(1)}
	w.Duration = math.Inf(1)
	return w
}

// TestEdgeOfFleet checks that the longest outage depends on the fleet alone: not on the runs of the study from which it
// is asked, on its limit of attempts or on the present outage.
func TestEdgeOfFleet(t *testing.T) {
	for name, w := range map[string]fleet.System{"tips": fixed(), "drains": draining()} {
		if name == "drains" && *searches == 1 {
			continue // it takes seconds
		}
		var want Edge
		for i, o := range []simulate.Options{{Seed: 1, Runs: 1, Cores: 1}, {Seed: 1, Runs: 6, Cores: 2, Attempts: 4e6}} {
			w.Outages[0].Length = []float64{20, 5}[i]
			now, err := simulate.Judge(t.Context(), w, o)
			if err != nil {
				t.Fatal(name, err)
			}
			q := little()
			q.Attempts = cmp.Or(q.Attempts, 4e6)
			e, err := q.LongestOutage(t.Context(), now)
			if i == 0 {
				want = e
			}
			if err != nil || !(e.At > 0) || e.At != want.At || !same(e.Next, want.Next) {
				t.Errorf("%s: %+v, %v, and %+v from other runs", name, e, err, want)
			}
		}
	}
}

func same(x, y float64) bool { return x == y || math.IsNaN(x) && math.IsNaN(y) }

// TestLittle checks that with few attempts an edge is a bound that was simulated, or absent with a reason.
func TestLittle(t *testing.T) {
	now := studied(t, draining())
	before := 0.0
	list := []float64{1e3, 1e6, 3e6}
	if *searches > 1 {
		list = append(list, 1e7)
	}
	for _, attempts := range list {
		q := fine
		q.Attempts = attempts
		e, err := q.LongestOutage(t.Context(), now)
		if (err == nil) != (e.At > 0) || !math.IsNaN(e.Next) || e.At < before {
			t.Errorf("%g attempts: %+v, %v", attempts, e, err)
		}
		if e.At > 0 {
			before = e.At
		}
	}
	if !(before >= 5) {
		t.Errorf("millions of attempts show %g s", before)
	}
}

// TestFits checks the cost of runs that were not made: 3 runs of 10 attempts each are 30, and as many more as the value
// is larger.
func TestFits(t *testing.T) {
	s := &search{tried: map[float64]*simulate.Study{2: {Work: 100, Each: make([]fleet.Verdict, 10)}}}
	for _, c := range []struct {
		x, attempts float64
		want        bool
	}{{4, 60, true}, {4, 59, false}, {2, 30, true}, {2, 29, false}, {1, 30, true}, {1, 29, false}} {
		if s.fits(3, 2, c.x, c.attempts) != c.want {
			t.Errorf("3 runs at %v fit %v attempts: %v", c.x, c.attempts, !c.want)
		}
	}
}
