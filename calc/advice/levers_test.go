package advice

import (
	"math"
	"testing"

	"retune/calc"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
)

// fixed returns a fleet that an outage of about 4 s tips over: it retries every 0.1 s. Its server becomes 5 %
// slower with each thousandth of the clients beyond its concurrency.
func fixed() fleet.System {
	inf := math.Inf(1)
	return fleet.System{
		Traffic: fleet.Traffic{Kind: fleet.Closed, Clients: 300, Think: 10},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 1, Cap: inf},
			Retries: inf, Deadline: inf},
			Timeout: 2},
		Server: fleet.Server{Kind: fleet.Slowing, ServiceTime: 0.1, Concurrency: 9, Slowdown: math.Pow(1.05, 1000/300.),
			CheckInterval: 0.05},
		Outages:  []fleet.Outage{{Kind: fleet.Hang, At: 40, Length: 20}},
		Duration: 300, Step: 1,
	}
}

// fine and rough search as what and levers do.
var fine, rough = Search{Share: 0.95, Rel: 0.02}, Search{Share: 0.95, Rel: 0.1}

// little returns a fine search, with fewer attempts unless many searches are asked for: it finds wider edges.
func little() Search {
	q := fine
	if *searches == 1 {
		q.Attempts = 2e6
	}
	return q
}

// open reports whether all outages tried are survived, and whether these are longer than least.
func open(e Edge, least float64) bool {
	return e.At > least && math.IsNaN(e.Next) && math.IsNaN(e.Again)
}

var options = simulate.Options{Seed: 1, Runs: 4, Cores: 2}

// studied returns the study of a fleet from a few runs.
func studied(t *testing.T, w fleet.System) *simulate.Study {
	t.Helper()
	s, err := simulate.Judge(t.Context(), w, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestList checks that every lever is another system, and valid.
func TestList(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range List(fixed()) {
		seen[l.Setting] = true
		if err := l.System.Validate(); err != nil {
			t.Errorf("%s: %v", l.Setting, err)
		}
		if l.System.Client == fixed().Client && l.System.Server == fixed().Server {
			t.Errorf("%s changes nothing", l.Setting)
		}
	}
	for _, setting := range []string{"initial-delay", "factor", "cap", "jitter", "retries", "budget", "breaker",
		"timeout", "cancel", "concurrency"} {
		if !seen[setting] {
			t.Errorf("no %s", setting)
		}
	}
}

// long skips a test of seconds under -short. The race detector needs one search, and that is TestLongestOutage.
func long(t *testing.T) {
	t.Helper()
	if testing.Short() || *searches == 1 {
		t.Skip("a search of seconds")
	}
}

// TestLongestOutage compares the length found by bisection with verdicts on both sides.
func TestLongestOutage(t *testing.T) {
	e, err := little().LongestOutage(t.Context(), studied(t, fixed()))
	if err != nil || !(e.At > 3.2 && e.At < 4.3 && e.Next < 5) || e.Again > 0 {
		t.Errorf("the longest outage is %+v, %v", e, err)
	}
	w := fixed()
	w.Client.Cancel, w.Client.InitialDelay = true, 10
	if *searches > 1 { // it takes seconds
		if e, err := fine.LongestOutage(t.Context(), studied(t, w)); err != nil || !open(e, 20) {
			t.Errorf("with cancelled attempts: %+v, %v", e, err)
		}
	}
	w = fixed()
	w.Outages = nil
	if _, err := fine.LongestOutage(t.Context(), studied(t, w)); err == nil {
		t.Error("without an outage there is one")
	}
}

// TestBothEnds simulates a fleet in which chance decides over a wide range of sizes: from 90% of the runs that recover
// with 2,300 clients to 3% with 2,600. One end of the edge must be before that range and the other behind it.
func TestBothEnds(t *testing.T) {
	long(t)
	w := fixed()
	w.Traffic.Clients, w.Client.Timeout = 2000, 1
	w.Client.InitialDelay, w.Client.Factor, w.Client.Cap, w.Client.Retries = 0.5, 1.5, 2, 2
	w.Client.Jitter = jitter.Jitter{Type: jitter.Full}
	w.Server = fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 31, QueueSize: math.Inf(1)}
	w.Outages = []fleet.Outage{{Kind: fleet.Brownout, Share: 0.5, At: 40, Length: 3}}
	e, err := rough.MostTraffic(t.Context(), studied(t, w))
	if err != nil {
		t.Fatal(err)
	}
	for clients, recovers := range map[float64]bool{e.At: true, e.Next: false} {
		v := w
		v.Traffic.Clients = clients
		study, err := simulate.Judge(t.Context(), v, simulate.Options{Seed: 7, Runs: 60, Cores: 2})
		if back := study.Back(); err != nil || recovers && back < 0.9 || !recovers && back > 0.97 {
			t.Errorf("edge %+v: with %v clients %v of the runs recover (%v)", e, clients, study.Back(), err)
		}
	}
}

// TestSteepFactor checks a factor of 2.5. Its wave of retries after an outage of X comes up to 1.5 X after the end, and
// the next one later, and the fleet must get the time for both. In a separate simulation it recovers from an outage of
// any length.
func TestSteepFactor(t *testing.T) {
	long(t)
	w := fixed()
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 100}
	w.Client.InitialDelay, w.Client.Factor, w.Client.Retries = 1, 2.5, 10
	w.Server = fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 200}
	w.Outages, w.Duration = []fleet.Outage{{Kind: fleet.Reject, At: 40, Length: 20}}, 300
	if e, err := fine.LongestOutage(t.Context(), studied(t, w)); err != nil || !open(e, 20) {
		t.Errorf("the longest outage is %+v, %v", e, err)
	}
}

// TestLittleTooMuch checks that a server for 200/s does not take as much, although goodput within 10% of the offered
// load would pass, and that 100/s need more than 100/s.
func TestLittleTooMuch(t *testing.T) {
	w := fixed()
	w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 100}
	w.Client.InitialDelay, w.Client.Retries = 1, 1
	w.Server = fleet.Server{Kind: fleet.Limited, ServiceTime: 0.1, Capacity: 200}
	w.Outages, w.Duration = []fleet.Outage{{Kind: fleet.Errors, Share: 0.5, At: 10, Length: 5}}, 60
	traffic, err := fine.MostTraffic(t.Context(), studied(t, w))
	capacity, err2 := fine.LeastCapacity(t.Context(), studied(t, w))
	if err != nil || err2 != nil || !(traffic.At > 190 && traffic.At < 200 && traffic.Next <= 202) ||
		!(capacity.At > 100 && capacity.At < 106 && capacity.Next <= 100) {
		t.Errorf("traffic %+v, capacity %+v (%v, %v)", traffic, capacity, err, err2)
	}
}

// TestFactors checks that the fleet recovers on one side of the edges of traffic and capacity and not on the other,
// with nothing else changed.
func TestFactors(t *testing.T) {
	long(t)
	w := fixed()
	traffic, err := fine.MostTraffic(t.Context(), studied(t, w))
	capacity, err2 := fine.LeastCapacity(t.Context(), studied(t, w))
	if err != nil || err2 != nil || !(traffic.At > 15 && traffic.At < 150) || !(capacity.At > 18) {
		t.Fatalf("traffic %+v, capacity %+v (%v, %v)", traffic, capacity, err, err2)
	}
	for i, want := range []bool{true, false} {
		fewer, smaller := w, w
		fewer.Traffic.Clients = []float64{traffic.At, traffic.Next}[i]
		smaller.Server.Concurrency = []float64{capacity.At, capacity.Next}[i]
		for name, v := range map[string]fleet.System{"most traffic": fewer, "least capacity": smaller} {
			s, err := simulate.Judge(t.Context(), v, simulate.Options{Seed: 9, Runs: 20, Cores: 2})
			if back := s.Back(); err != nil || want && back < 0.9 || !want && back > 0.97 {
				t.Errorf("%s, edge %v, %v: it is %v (%v)", name, traffic, capacity, s.Verdict.Outcome, err)
			}
		}
	}
}

// TestCompare ranks by outcome, longest outage, recovery and peak.
func TestCompare(t *testing.T) {
	effect := func(o fleet.Outcome, longest, recovery, peak float64) Effect {
		return Effect{Verdict: fleet.Verdict{Outcome: o, RecoveryTimes: fleet.RecoveryTimes{Recovery: recovery},
			Peaks: fleet.Peaks{Load: peak}}, Longest: Edge{At: longest, Next: longest + 1}}
	}
	list := []Effect{
		effect(fleet.Recovers, 60, 5, 100), effect(fleet.Recovers, 20, 3, 100),
		effect(fleet.Recovers, 20.5, 3, 200), effect(fleet.Recovers, 20, 5, 100),
		effect(fleet.RecoversLate, 40, 3, 100), effect(fleet.Unsettled, 40, math.NaN(), 100),
		effect(fleet.Metastable, 10, math.NaN(), 100),
		effect(fleet.Metastable, 5, math.NaN(), 100), effect(fleet.Overloaded, 0, math.NaN(), 100),
	}
	for i := range list {
		for j := range list {
			if got := Compare(list[i], list[j]); i < j && !(got < 0) || i > j && !(got > 0) || i == j && got != 0 {
				t.Errorf("effects %d and %d compare as %d", i, j, got)
			}
		}
	}
}

// TestHelps checks that small differences and worse results do not help.
func TestHelps(t *testing.T) {
	effect := func(o fleet.Outcome, longest, recovery, peak float64) Effect {
		return Effect{Verdict: fleet.Verdict{Outcome: o, RecoveryTimes: fleet.RecoveryTimes{Recovery: recovery},
			Peaks: fleet.Peaks{Load: peak}}, Longest: Edge{At: longest, Next: longest}}
	}
	open := effect(fleet.Unsettled, 40, math.NaN(), 100)
	for _, peak := range []float64{90, math.NaN()} { // the peak may still grow, or is unknown
		if other := effect(fleet.Unsettled, 40, math.NaN(), peak); Helps(other, open) || Helps(open, other) {
			t.Errorf("a peak of %v in an unfinished run helps, or does not", peak)
		}
	}
	now := effect(fleet.RecoversLate, math.Inf(1), 50, 100)
	for _, c := range []struct {
		Effect
		want bool
	}{
		{effect(fleet.Recovers, 40, 60, 200), true}, {effect(fleet.RecoversLate, math.Inf(1), 40, 200), true},
		{effect(fleet.RecoversLate, math.Inf(1), 50, 90), true},
		{now, false}, {effect(fleet.RecoversLate, math.Inf(1), 50, 99.5), false},
		{effect(fleet.RecoversLate, math.Inf(1), 49.9, 100), false}, {effect(fleet.RecoversLate, 40, 40, 90), false},
	} {
		if Helps(c.Effect, now) != c.want {
			t.Errorf("%+v helps: %v", c.Effect, !c.want)
		}
	}
}

// TestLeastJitter checks that a fleet that recovers without jitter needs none, that one with too many retries needs
// more than jitter, and which jitter type is tried.
func TestLeastJitter(t *testing.T) {
	w := fixed()
	w.Duration = 100
	if e, err := rough.LeastJitter(t.Context(), studied(t, w)); err == nil {
		t.Errorf("%+v is enough for a fleet that retries every 100 ms", e)
	}
	w.Traffic.Clients = 30
	if e, err := rough.LeastJitter(t.Context(), studied(t, w)); err != nil || e.At != 0 || e.Next > 0 {
		t.Errorf("a tenth of the clients need %+v (%v)", e, err)
	}
	for was, want := range map[jitter.Jitter]jitter.Jitter{
		{}:                               {Type: jitter.Spread, Amount: 0.4},
		{Type: jitter.Full}:              {Type: jitter.Spread, Amount: 0.4},
		{Type: jitter.Down, Amount: 0.1}: {Type: jitter.Down, Amount: 0.4},
	} {
		if w.Client.Jitter = was; ShareJitter(w, 0.4) != want {
			t.Errorf("%v becomes %v, not %v", was, ShareJitter(w, 0.4), want)
		}
	}
}

// TestLongestOutageOfDraining checks that a server with twice the needed capacity drains the backlog of any outage,
// whatever the given duration: the backlog equals the requests of the outage, so draining takes as long again.
func TestLongestOutageOfDraining(t *testing.T) {
	long(t)
	for _, duration := range []float64{60, 120} {
		w := fixed()
		w.Traffic = fleet.Traffic{Kind: fleet.Open, Rate: 100}
		w.Client.InitialDelay, w.Client.Cap, w.Client.Jitter = 3, 3, jitter.Jitter{Type: jitter.Full}
		w.Server = fleet.Server{Kind: fleet.Limited, ServiceTime: 0.25, Capacity: 200}
		w.Outages = []fleet.Outage{{Kind: fleet.Reject, At: 10, Length: 15}}
		w.Duration = duration
		if e, err := fine.LongestOutage(t.Context(), studied(t, w)); err != nil || !open(e, 15) {
			t.Errorf("in a run of %g s the longest outage is %+v (%v)", duration, e, err)
		}
	}
}

// TestLongestOutageOfBurst checks clients with endless retries whose delays at least double: all are served when they
// retry rarely enough. Clients with eight retries are served if the outage ends before the last waves that the server
// needs, however short the given duration.
func TestLongestOutageOfBurst(t *testing.T) {
	long(t)
	w := fixed()
	w.Traffic = fleet.Traffic{Kind: fleet.Burst, Clients: 300}
	w.Client.InitialDelay, w.Client.Factor, w.Client.Timeout = 0.5, 4, 3
	w.Server = fleet.Server{Kind: fleet.Queue, ServiceTime: 0.2, Workers: 40, QueueSize: 15}
	w.Outages = []fleet.Outage{{Kind: fleet.Reject, Length: 5}}
	few := w
	few.Client.InitialDelay, few.Client.Factor, few.Client.Cap, few.Client.Retries = 1, 2.5, 30, 8
	// 5 waves of 60: the last from 1 + 2.5 + 6.25 + 15.625 s on
	few.Server = fleet.Server{Kind: fleet.Limited, ServiceTime: 0.2, Capacity: 60}
	w.Client.Jitter.Type = jitter.Full
	few.Outages = []fleet.Outage{{Kind: fleet.Reject, Length: 10}}
	w.Duration, few.Duration = 20, 20
	if e, err := rough.LongestOutage(t.Context(), studied(t, w)); err != nil || !(e.At >= 300) {
		t.Errorf("the longest outage is %+v (%v)", e, err)
	}
	if e, err := rough.LongestOutage(t.Context(), studied(t, few)); err != nil || !(e.At < 25.4 && e.Next > 25.3) {
		t.Errorf("with eight retries the longest outage is %+v (%v)", e, err)
	}
}

// TestRareTimeout checks that a random service time adds a timeout at its p99.9, rounded up to two digits.
func TestRareTimeout(t *testing.T) {
	w := fleet.System{Server: fleet.Server{Kind: fleet.Queue, ServiceTime: 0.1, Workers: 15, QueueSize: math.Inf(1),
		Law: fleet.Law{Kind: fleet.Exponential}}, Traffic: fleet.Traffic{Kind: fleet.Open, Rate: 100},
		Client: fleet.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: 1},
			Deadline: math.Inf(1)}, Timeout: 2},
		Duration: 10, Step: 1}
	w.Client.TotalTimeout = math.Inf(1)
	if err := w.Validate(); err != nil {
		t.Fatal(err)
	}
	found := map[float64]bool{}
	for _, l := range List(w) {
		if l.Setting == "timeout" {
			found[l.System.Client.Timeout] = true
		}
	}
	if !found[0.7] || len(found) != 3 { // 0.1 ln 1000 = 0.691
		t.Errorf("the timeouts %v are tried", found)
	}
}
