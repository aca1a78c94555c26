package sim

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
	"retune/calc/world"
)

// anyWorld returns a world with something of everything, small enough to be
// played in a moment.
func anyWorld(r *rand.Rand) world.World {
	of := func(xs ...float64) float64 { return xs[r.IntN(len(xs))] }
	yes := func() bool { return r.IntN(2) == 0 }
	w := world.World{
		Traffic: world.Traffic{Kind: world.TrafficKind(r.IntN(3)), Clients: of(1, 7, 100, 1000), Think: of(0.01, 0.3, 5), Rate: of(0.5, 40, 900)},
		Client: world.Client{
			Retries: of(0, 2, 9, inf, inf), Deadline: of(0.3, 4, inf, inf), Timeout: of(0.004, 0.1, 1, inf), Cancel: yes(),
			Budget: world.Budget{Kind: world.BudgetKind(r.IntN(4)), Ratio: of(0.1, 0.5), Reserve: of(1, 10, 500)},
		},
		Server: world.Server{Kind: world.ServerKind(r.IntN(3)), Latency: of(0.001, 0.05, 0.3), Limit: of(0, 20, inf), Slowdown: of(1, 1.05, 3),
			Look: of(0.007, 0.05, 0.3333), AtArrival: yes(), Workers: of(1, 10), Room: of(0, 30, inf), Capacity: of(1, 50, 1000)},
		Horizon: of(1, 7.77), Step: of(0.1, 1./3, 2),
	}
	w.Client.First, w.Client.Factor, w.Client.Cap = of(0.02, 0.1), of(1, 1.5, 2), of(0.1, 1, inf)
	w.Client.Law = jitter.Law{Kind: jitter.Kind(r.IntN(10)), Amount: 0.5}
	if w.Client.Law.Kind == jitter.Decorrelated {
		w.Client.Law.Amount = 3
	}
	w.Client.CapAfter, w.Client.Feedback, w.Client.FirstFromThink = yes(), r.IntN(4) == 0, r.IntN(4) == 0
	if yes() {
		w.Client.Breaker = world.Breaker{Share: of(0.1, 0.6, 1), Window: of(0.05, 2), Least: of(1, 20), Pause: of(0.1, 1)}
	}
	at := [world.Spike + 1]float64{}
	for range r.IntN(6) { // those of a kind do not overlap
		f := world.Fault{Kind: world.FaultKind(r.IntN(5)), Length: of(0, 0.1, 0.777, 2), Share: of(0.2, 0.7, 1)}
		f.At = at[f.Kind] + of(0, 0.25, 1.001)
		at[f.Kind] = f.End()
		w.Faults = append(w.Faults, f)
	}
	return w
}

// TestConservation holds that no call is lost: every call that started has ended
// in one way or is under way; and that nothing is ever less than nothing.
func TestConservation(t *testing.T) {
	worlds := 400
	if testing.Short() {
		worlds = 30
	}
	r := rand.New(rand.NewPCG(3, 4))
	for i := range worlds {
		w := anyWorld(r)
		run := Play(w, uint64(i), 1)
		started := total(run.First) + total(run.Retries)
		ended := total(run.Successes) + total(run.Failures) + total(run.Timeouts) + run.UnderWay
		if started != ended {
			t.Errorf("world %d: %g calls started, %g ended or are under way: %+v", i, started, ended, w)
		}
		if w.Traffic.Kind != world.Open && w.Client.Retries == 0 && total(run.Retries) > 0 {
			t.Errorf("world %d: retries: %+v", i, w)
		}
		for k, s := range run.Series() {
			for j, x := range *s {
				if x < -1e-9 || math.IsNaN(x) != (k == 11 && run.Successes[j] == 0) {
					t.Fatalf("world %d: series %d has %g in step %d: %+v", i, k, x, j, w)
				}
			}
		}
		for j := range run.StaleIn {
			if run.StaleIn[j] > run.InServer[j]+1e-6 {
				t.Fatalf("world %d, step %d: %g stale of %g calls in the server: %+v", i, j, run.StaleIn[j], run.InServer[j], w)
			}
		}
	}
}

// crowded makes of a small world one that is played in parts.
func crowded(w world.World) world.World {
	w.Traffic.Rate, w.Horizon = 300_000, 3.5
	w.Traffic.Clients, w.Traffic.Think = 100_000, 2
	w.Server.Limit, w.Server.Slowdown = 5000, 1.002
	w.Faults = append([]world.Fault(nil), w.Faults...)
	for i := range w.Faults {
		w.Faults[i].At /= 3
		w.Faults[i].Length /= 3
	}
	return w
}

// TestCores holds that a run is the same on one core, two and three.
func TestCores(t *testing.T) {
	list := map[string]world.World{}
	for _, name := range []string{"free every", "every", "quota queue", "free at every"} {
		list[name] = build(worlds[name])
	}
	for _, name := range []string{"hang", "every open", "at every", "burst"} {
		w := crowded(build(worlds[name]))
		if testing.Short() {
			w.Horizon = 1.2
		}
		list["crowded "+name] = w
	}
	for name, w := range list {
		one := fmt.Sprint(Play(w, 9, 1))
		for cores := 2; cores <= 3; cores++ {
			if got := fmt.Sprint(Play(w, 9, cores)); got != one {
				t.Errorf("%s: another run on %d cores", name, cores)
			}
		}
		if fmt.Sprint(Play(w, 8, 1)) == one {
			t.Errorf("%s: the same run with another seed", name)
		}
	}
}

// TestParts compares a crowd that is played in parts with the same in one, in
// which no part has to guess what the others do in the same tick.
func TestParts(t *testing.T) {
	if testing.Short() {
		t.Skip("plays crowds")
	}
	for _, name := range []string{"refuse", "hang", "hang cancel", "every", "at hang", "at every", "burst", "at burst"} {
		w := crowded(build(worlds[name]))
		w.Step = 0.25
		got := Play(w, 1, 2)
		r := newRules(w)
		r.parts = 1
		tallies, underWay, _ := playTogether(r, 2, 1, func() bool { return false })
		want := r.run(w, tallies, underWay)
		for k, s := range got.Series()[:11] {
			for i, x := range *s {
				y := (*want.Series()[k])[i]
				if !(math.Abs(x-y) <= 6*math.Sqrt(x+y)+0.01*y+20) {
					t.Errorf("%s: series %d, step %d: %g in parts, %g in one", name, k, i, x, y)
				}
			}
		}
	}
}

// golden is the checksum of what was played when these lines were written: a
// change to the engine that is not to change a run must leave them alone.
var golden = map[string]uint64{
	"at burst":        0x59a255165f1f090d,
	"add after":       0x6dfc899b41b70d6e,
	"at every":        0xe666f5b424dbd62e,
	"at hang cancel":  0xaee46c4e626d34d1,
	"at hang":         0xbcde1555b93a8eae,
	"at":              0x193dfa5a9859abeb,
	"breaker hang":    0xdbd4e00530b21134,
	"breaker ratio":   0xd2d5d5bbcd92c74f,
	"breaker":         0x663f59b8c0735923,
	"burst":           0x258c170d3baadb58,
	"decorrelated th": 0xd60aa0034dab9823,
	"decorrelated":    0x7320885586b5e1ec,
	"every open":      0xdc51861dc4927200,
	"every":           0xc71204d4b23bca2,
	"feedback think":  0x73be6f94143a8806,
	"feedback":        0x3493b7d187c204c7,
	"free at every":   0xc04e73caf557713c,
	"free every":      0x9282a7e17182d195,
	"free":            0x73c26c07c8e6409a,
	"hang cancel":     0x8655799b2717ab51,
	"hang":            0xf7f6c628c9882e3,
	"limited every":   0x8396b866f7fb7a0a,
	"limited hang":    0xec751315231f3682,
	"limited":         0x1e55377741433624,
	"normal":          0x3d1ba396e04367bf,
	"queue cancel":    0x54ac94a50692db0e,
	"queue every":     0xc678f1ba9f92d402,
	"queue hang":      0x1245dbb01583cd89,
	"queue":           0xacd4396642213cb7,
	"quota queue":     0x6b6eea668a5c7759,
	"quota":           0x60a51c7fe98e9a59,
	"ratio":           0x563906d5231e40d2,
	"refuse":          0xd57ae57698714038,
	"think normal":    0x707518856096181c,
	"think":           0x97429c1d940a0692,
	"throttle":        0xdeb7e8da2e468a87,
}

func TestGolden(t *testing.T) {
	for name, changes := range worlds {
		r := Play(build(changes), 42, 1)
		sum := fnv.New64a()
		for _, s := range r.Series()[:8] {
			fmt.Fprint(sum, *s)
		}
		fmt.Fprint(sum, r.UnderWay)
		if got := sum.Sum64(); got != golden[name] {
			t.Errorf("%q: %#x,", name, got)
		}
	}
}

// TestStop holds that a play can be stopped where a client calls a billion times in a
// second: in a life, in a tick, and in a tick that is played in order.
func TestStop(t *testing.T) {
	for _, server := range []world.Server{
		{Kind: world.Slowing, Latency: 0.1, Limit: inf, Look: 0.05},
		{Kind: world.Slowing, Latency: 0.1, Limit: 1, Slowdown: 2, Look: 0.05},
		{Kind: world.Queue, Latency: 0.1, Workers: 1},
	} {
		w := plain(1, 1000)
		w.Server, w.Client.Plan = server, jitter.Plan{Policy: calc.Policy{First: 1e-9, Factor: 1, Cap: 1}, Law: jitter.Law{Kind: jitter.Full}}
		asked := 0
		if s := Repeat(w, 1, 1, 1, func() bool { asked++; return asked > 3 }); len(s.Runs) != 0 {
			t.Errorf("%+v: played to the end", server)
		}
	}
}

// TestRepeat holds that the runs of a sample are those that Play gives, that mean
// and error are theirs, and that it ends when told to.
func TestRepeat(t *testing.T) {
	w := small()
	s := Repeat(w, 4, 5, 2, nil)
	if len(s.Runs) != 5 || !reflect.DeepEqual(s.Runs[0].First, Play(w, 4, 1).First) ||
		!reflect.DeepEqual(s.Runs[3].First, Play(w, Seed(4, 3), 1).First) {
		t.Error("the runs are not those of their seeds")
	}
	mean, squares := 0.0, 0.0
	for _, r := range s.Runs {
		mean += r.First[2] / 5
	}
	for _, r := range s.Runs {
		squares += (r.First[2] - mean) * (r.First[2] - mean)
	}
	if se := math.Sqrt(squares / 4 / 5); !(math.Abs(s.Mean.First[2]-mean) < 1e-9) || !(math.Abs(s.SE.First[2]-se) < 1e-9) {
		t.Errorf("%g +- %g, want %g +- %g", s.Mean.First[2], s.SE.First[2], mean, se)
	}
	if one := Repeat(w, 4, 1, 2, nil); !math.IsNaN(one.SE.First[0]) {
		t.Error("one run has a standard error")
	}
	asked := 0
	s = Repeat(w, 4, 1000, 2, func() bool { asked++; return asked > 100 })
	if len(s.Runs) >= 1000 || asked != 101 {
		t.Errorf("stopped after %d runs and %d questions", len(s.Runs), asked)
	}
	if s := Repeat(w, 4, 3, 2, func() bool { return true }); len(s.Runs) != 0 || s.Mean.Len() != 0 {
		t.Error("runs that were not finished")
	}
}
