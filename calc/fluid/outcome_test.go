package fluid

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"retune/calc/jitter"
	"retune/calc/system"
)

// TestOutcomeBy holds the outcome, and when the fleet is back, of runs that end once the rest is
// known against those of the same runs to their end.
func TestOutcomeBy(t *testing.T) {
	all := map[string]system.System{}
	for name, x := range judged() {
		all[name] = x.System
	}
	for _, length := range []float64{3.5, 4.5} { // at either side of the edge: the server is slow, and the faster for a while
		w := standard(fixed)
		w.Outages[0].Length = length
		all[fmt.Sprintf("an outage of %g s", length)] = w
	}
	slow := standard(policy(100, 1, inf, jitter.None, 0)) // for longer than the timeout, but nobody comes until it is not
	slow.Traffic.Clients = 1500
	all["slow for a while"] = slow
	// All is as ever until the clients come back a minute later, all together, and stay.
	w := standard(policy(60, 1, inf, jitter.None, 0))
	w.Traffic = system.Traffic{Kind: system.Open, Rate: 150}
	w.Server = system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 20, QueueSize: inf}
	w.Outages = []system.Outage{{Kind: system.Reject, At: 10, Length: 20}}
	all["a herd a minute later"] = w
	for i := range 4 { // that are done in one step of the window or another
		w := refusing(policy(0.1, 1, inf, jitter.None, 0), 60)
		w.Client.Timeout, w.Server.Capacity, w.Outages[0].Length = 2, 200, 10+float64(i)/2
		all[fmt.Sprint("a burst ", i)] = w
	}
	r := rand.New(rand.NewPCG(21, 22))
	for i := range 8 * *times {
		w := someOf.System(r)
		w.Duration = 60
		all[fmt.Sprint("random ", i)] = w
	}
	early := map[system.Outcome]int{}
	for name, w := range all {
		w = w.Fine(w.Duration)
		if afford(t.Context(), w, verdictGrid(w), verdictGraph(w), verdictSeconds) != nil {
			continue
		}
		base, err := Baseline(t.Context(), w)
		if err != nil || base.Overloaded() { // whatever its run
			continue
		}
		whole, err := JudgeAgainst(t.Context(), w, base, 0)
		v, err2 := OutcomeBy(t.Context(), w, base)
		if err != nil || err2 != nil {
			t.Errorf("%s: %v, %v", name, err, err2)
			continue
		}
		if same := fmt.Sprintf("%.2g", v.Recovery) == fmt.Sprintf("%.2g", whole.Recovery); v.Outcome != whole.Outcome || !same {
			t.Errorf("%s: %v, back after %g; to the end of the run %v, %g\n%+v", name, v.Outcome, v.Recovery, whole.Outcome, whole.Recovery, w)
		}
		if v.Started != whole.Started || v.Wasted != whole.Wasted {
			early[whole.Outcome]++
		}
	}
	for _, o := range []system.Outcome{system.Recovers, system.Metastable} {
		if early[o] == 0 {
			t.Errorf("no run ended early of those whose outcome is %v: %v", o, early)
		}
	}
}
