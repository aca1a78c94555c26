package des

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"retune/calc/jitter"
	"retune/calc/system"
)

// TestAttempts holds that the estimate is not far below what a run makes, and where
// retries have no end but that of the run not far above.
func TestAttempts(t *testing.T) {
	check := func(what string, w system.System, most float64) {
		r := Run(w, 1)
		got, want := Attempts(w), total(r.First)+total(r.Retries)
		if !(got >= 0.7*(want-4*math.Sqrt(want))) || want > 0 && !(got <= most*want) {
			t.Errorf("%s: %.4g attempts, the estimate is %.4g: %+v", what, want, got, w)
		}
	}
	for name, changes := range systems {
		check(name, build(changes), 6)
	}
	check("crowd", crowdSystem(1e4), 2)
	w := plain(0, 0)
	w.Traffic, w.Duration = system.Traffic{Kind: system.Open, Rate: 10}, 100
	w.Outages = []system.Outage{{Kind: system.Spike, At: 60, Length: 3, Share: 1e4}, {Kind: system.Reject, At: 60, Length: 3}}
	check("spike", w, 10)
	think := plain(1000, 1000)
	think.Traffic.Kind, think.Traffic.Think, think.Duration = system.Closed, 1, 10
	think.Client.FirstFromThink, think.Client.Factor = true, 1
	check("as far apart as the think was long", think, 3)
	late := plain(1000, 1000) // no retry comes in time if all wait for their mean
	late.Client.InitialDelay, late.Client.Factor, late.Client.Deadline, late.Client.Jitter = 1, 1, 0.499, jitter.Jitter{Type: jitter.Full}
	check("before the deadline", late, 2)
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 * *times {
		w := someOf.System(r)
		w.Client.FirstFromThink = w.Client.FirstFromThink && w.Traffic.Kind == system.Closed
		// Where the retries of a client are all as far apart as its think was long there is no mean.
		if n := Attempts(w); n < 1e6 && !(w.Client.FirstFromThink && w.Client.Factor == 1) {
			check("any", w, inf)
		}
	}
}

// TestSystemsOfBillions holds that the estimates come at once, and say what a run
// would take that is never begun.
func TestSystemsOfBillions(t *testing.T) {
	w := plain(1e8, 1000)
	w.Client.InitialDelay, w.Client.Cap = 1e-9, 1e-9
	if n := Attempts(w); !(n >= 1e18) {
		t.Errorf("%g attempts of clients that retry all the time", n)
	}
	w = crowdSystem(1e6)
	w.Traffic = system.Traffic{Kind: system.Open, Rate: 1e6}
	w.Client.Timeout, w.Client.Retries = inf, 0
	w.Outages = []system.Outage{{Kind: system.Hang, Length: 1000}}
	if n := Memory(w, 1, 1); !(n >= 8e8) || !(n <= 8e9) {
		t.Errorf("%g bytes for a hundred million requests under way", n)
	}
	if n := Memory(crowdSystem(1e7), 9, 2); !(n >= 2*8e7) || !(n <= 2*2e8) {
		t.Errorf("%g bytes for ten million clients, twice", n)
	}
}

// TestMemory holds that the estimate is at least what is allocated, and no more than
// three times that.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which is run with -short, allocates more")
	}
	crowd, open := crowdSystem(4e4), crowdSystem(4e5)
	crowd.Duration, open.Duration = 1, 1
	open.Traffic = system.Traffic{Kind: system.Open, Rate: 4e4}
	open.Client.Timeout, open.Outages = inf, []system.Outage{{Kind: system.Hang, Length: 1}}
	protected := plain(1000, 10)
	protected.Client.Processes, protected.Client.Breaker = 4e5, system.Breaker{Share: 0.5, Window: 1, Least: 10, Pause: 1}
	hangs := crowdSystem(1e4)
	hangs.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 1e3, QueueSize: inf}
	hangs.Outages, hangs.Duration = []system.Outage{{Kind: system.Hang, At: 1, Length: 10}}, 12
	cancels, stream, fast := hangs, hangs, hangs // all held attempts time out, and most stay in the queue
	cancels.Client.Cancel = true
	stream.Traffic, stream.Server.QueueSize = system.Traffic{Kind: system.Open, Rate: 1e3}, 10
	fast.Client.Timeout, fast.Client.Factor, fast.Server.QueueSize = 0.2, 1, 100
	for name, w := range map[string]system.System{"crowd": crowd, "open": open, "protected": protected,
		"a queue that hangs": hangs, "one whose attempts are cancelled": cancels, "one of open traffic": stream, "one with short timeouts": fast} {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		Run(w, 1)
		runtime.ReadMemStats(&after)
		if got, want := Memory(w, 1, 1), float64(after.TotalAlloc-before.TotalAlloc); !(got >= want) || !(got <= 3*want) {
			t.Errorf("%s: %.3g MB are allocated, the estimate is %.3g", name, want/1e6, got/1e6)
		}
	}
}
