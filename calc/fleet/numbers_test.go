package fleet

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// TestVerdictNumbers checks a run computed by hand: fourteen steps of 2 s, the outage in the third and fourth, twice
// the traffic in the eighth.
func TestVerdictNumbers(t *testing.T) {
	w := smira()
	w.Step, w.Duration = 2, 28
	w.Traffic.Think, w.Server.ServiceTime = 9.9, 0.1 // 100 attempts per second; 30 do not slow the server
	w.Outages = []Outage{{Kind: Hang, At: 4, Length: 4}, {Kind: Spike, At: 14, Length: 2, Share: 2}}
	r := NewResult(2, 14)
	r.First = []float64{200, 200, 100, 50, 200, 200, 200, 400, 200, 200, 200, 200, 200, 200}
	r.Retries = []float64{0, 0, 500, 800, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	r.Stopped = []float64{0, 0, 0, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	r.Failures = []float64{0, 0, 500, 100, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	r.Timeouts = []float64{0, 1, 0, 500, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	r.Waiting = []float64{0, 0, 300, 700, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0}
	r.Goodput = []float64{200, 200, 0, 0, 200, 200, 200, 400, 200, 200, 200, 200, 200, 200}
	r.InFlight = []float64{10, 10, 10, 10, 10, 10, 10, 10, 40, 20, 20, 20, 20, 20}
	r.AbandonedInFlight = []float64{0, 0, 0, 0, 0, 0, 0, 0, 20, 5, 0, 0, 0, 0}
	for r.Bin = r.Step; len(r.Attempts) < r.Len(); {
		r.Attempts = append(r.Attempts, r.Load(len(r.Attempts))*r.Step)
	}
	v := r.Verdict(w, ideal(w))
	for name, c := range map[string]struct{ got, want float64 }{
		"peak": {v.Load, 375}, "peak at": {v.At, 6}, "peak after": {v.AfterLoad, 100}, "when": {v.AfterAt, 16},
		"wasted": {v.Wasted, 1141}, "waiting": {v.Waiting, 0.7}, "in flight": {v.InFlight, 40},
		"abandoned":     {v.Abandoned, 0.5},
		"load ratio":    {v.LoadRatio, (600. + 750 + 220 + 200 + 200 + 400 + 400 + 800) / 2400},
		"amplification": {v.RetryAmplification, 4070. / 2750},
		"recovery":      {v.Recovery, 0}, "50%": {v.Success50, 0},
		"started": {v.Started, 2750}, "succeeded": {v.Succeeded, 2600}, "under way": {v.UnderWay, 150},
		"answered": {v.Answered, 2200. / 2350}, "asked": {v.Asked, 2350},
	} {
		if !(math.Abs(c.got-c.want) <= 1e-9) {
			t.Errorf("%s is %v, want %v", name, c.got, c.want)
		}
	}
	w.Outages = nil
	if v := r.Verdict(w, ideal(w)); v.Load != 375 || !math.IsNaN(v.AfterLoad) ||
		!(math.Abs(v.LoadRatio-3970.0/2800) <= 1e-9) {
		t.Errorf("without an outage: %+v", v)
	}
	w.Server = Server{Kind: Limited, ServiceTime: 0.1, Capacity: 80}
	if v := r.Verdict(w, ideal(w)); v.Outcome != Overloaded || v.Reason != ReasonOverload || !math.IsNaN(v.Recovery) {
		t.Errorf("too much for the server: %+v", v)
	}
}

// TestPeaks slides a window of a second over counts at known times.
func TestPeaks(t *testing.T) {
	w := smira()
	w.Outages[0] = Outage{Kind: Reject, At: 2, Length: 3}
	w.Duration = 10
	r := NewResult(10, 1)
	var n int
	r.Bin, n = w.PeakBin()
	r.Attempts = make([]float64, n)
	for at, m := range map[float64]float64{0.9: 30, 1.5: 30, 1.95: 20, 4.9: 30, 5.3: 25, 6.2: 24} {
		r.Attempts[int(at/r.Bin)] += m
	}
	if p := r.Peaks(w); r.Bin != 1./64 || p.Load != 60 || p.At != 0.515625 || p.AfterLoad != 49 ||
		p.AfterAt != 5.203125 {
		t.Errorf("%+v", p)
	}
	w.Window = 8
	r.Bin, n = w.PeakBin()
	r.Attempts = append(make([]float64, n-1), 16)
	if p := r.Peaks(w); p.Load != 2 || p.At != 2 || p.AfterLoad != 16./5 {
		t.Errorf("%+v", p)
	}
}

// TestVerdictBurst serves a burst of 100 in known steps.
func TestVerdictBurst(t *testing.T) {
	w := smira()
	w.Traffic = Traffic{Kind: Burst, Clients: 100}
	w.Duration, w.Outages = 100, []Outage{{Kind: Reject, At: 0, Length: 5}}
	r := NewResult(1, 100)
	r.First[0] = 100
	for i, n := range map[int]float64{3: 10, 7: 40, 20: 40, 30: 8} {
		r.Goodput[i], r.Retries[i] = n, 2*n
	}
	if v := r.Verdict(w, ideal(w)); v.Success50 != 2.9875 || v.Success90 != 15.9875 || !math.IsNaN(v.Success99) ||
		v.Outcome.Back() ||
		!math.IsNaN(v.LoadRatio) || !(math.Abs(v.RetryAmplification-2.96) <= 1e-12) {
		t.Errorf("two are not served: %+v", v)
	}
	r.GivenUp[9], r.LastEnd = 2, 30.25
	if v := r.Verdict(w, ideal(w)); v.Recovery != 25.25 || v.Outcome != GaveUp || v.Reason != ReasonGaveUp ||
		v.Lost != 0.02 {
		t.Errorf("two gave up: %+v", v)
	}
	r.GivenUp[9], r.Goodput[8] = 0, 2
	if v := r.Verdict(w, ideal(w)); v.Recovery != 25.25 || v.Success99 != 25.25 || v.Outcome != RecoversLate {
		t.Errorf("late: %+v", v)
	}
	w.Server = Server{Kind: Limited, ServiceTime: 0.1, Capacity: 7} // 100 take 14 s, and late is twice that
	if v := r.Verdict(w, ideal(w)); v.Recovery != 25.25 || v.Outcome != Recovers {
		t.Errorf("slow server: %+v", v)
	}
	r.Goodput[8], r.Goodput[98], r.LastEnd = 0, 2, 98.5
	if v := r.Verdict(w, ideal(w)); v.Success99 != 93.25 || v.Recovery != 93.5 {
		t.Errorf("all served: %+v", v)
	}
}

// TestReachesToStay has a goodput that is back for 10 steps, falls to 60% for 20 steps and is then back for good: it
// reaches 50% at once, and 90% only when it stays.
func TestReachesToStay(t *testing.T) {
	counts := make([]float64, 200)
	for i := range counts {
		counts[i] = 100
		if 20 <= i && i < 40 {
			counts[i] = 60
		}
	}
	s := newSteady(counts, false, 100, 10, 1, fewer)
	for share, want := range map[float64]int{0.5: 10, 0.9: 40, 0.99: 40} {
		if got := s.reaches(share); got != want {
			t.Errorf("goodput reaches %v at step %d, want %d", share, got, want)
		}
	}
}

// TestReason has a run for every reason: counts per step after the outage.
func TestReason(t *testing.T) {
	type counts struct{ good, failed, late, stopped, waiting, inside, abandoned float64 }
	for _, c := range []struct {
		change func(*System)
		counts counts
		want   Reason
	}{
		{func(w *System) { w.Outages[0].Length = 1000 }, counts{}, ReasonOutage},
		{func(w *System) { w.Traffic.Think = 0.01 }, counts{good: 1, late: 9}, ReasonOverload},
		{func(w *System) { w.Client.Timeout = 0.1 }, counts{late: 9}, ReasonTimeout},
		{func(w *System) {}, counts{good: 10, late: 10, stopped: 30}, ReasonBreaker},
		{func(w *System) {}, counts{good: 1, late: 90, failed: 80, inside: 50, abandoned: 40}, ReasonAbandoned},
		{func(w *System) {}, counts{good: 1, late: 90, inside: 50, abandoned: 10}, ReasonLatency},
		{func(w *System) {}, counts{good: 50, late: 20, failed: 30}, ReasonRefused},
		{func(w *System) {}, counts{good: 50, late: 2, failed: 3, waiting: 500, inside: 30}, ReasonWaiting},
		{func(w *System) {}, counts{good: 50, waiting: 5, inside: 30}, ReasonBacklog},
	} {
		w := smira()
		c.change(&w)
		r := NewResult(1, 400)
		for i := range r.Len() {
			attempts := c.counts.good + c.counts.failed + c.counts.late + c.counts.stopped
			r.First[i], r.Stopped[i] = attempts, c.counts.stopped
			r.Goodput[i], r.Failures[i], r.Timeouts[i] = c.counts.good, c.counts.failed+c.counts.stopped, c.counts.late
			if i < 200 { // the first trouble is not the one that lasts
				r.Timeouts[i], r.Failures[i], r.Stopped[i] = 300, 0, 0
			}
			r.Waiting[i], r.InFlight[i], r.AbandonedInFlight[i] = c.counts.waiting, c.counts.inside, c.counts.abandoned
		}
		if v := r.Verdict(w, ideal(w)); v.Outcome.Back() || v.Reason != c.want {
			t.Errorf("%+v: %v for reason %d, want %d", c.counts, v.Outcome, v.Reason, c.want)
		}
	}
}

// TestFewRequests uses a fleet with so few requests that some runs have none after the outage.
func TestFewRequests(t *testing.T) {
	w := smira()
	w.Duration, w.Outages = 60, []Outage{{Kind: Reject, At: 5, Length: 5}}
	base := Baseline{Load: 0.1, Goodput: 0.1, Offered: 0.1}
	r := NewResult(1, 60)
	r.First[2], r.Goodput[2] = 1, 1
	for whole, want := range map[bool]Outcome{true: Recovers, false: Unsettled} {
		if r.Whole = whole; r.Verdict(w, base).Outcome != want {
			t.Errorf("five expected, none seen, simulated %v: %v", whole, r.Verdict(w, base).Outcome)
		}
	}
	base = Baseline{Load: 1.2, Goodput: 1.2, Offered: 1.2}
	if r.Whole = true; r.Verdict(w, base).Outcome == Recovers {
		t.Error("sixty expected, none seen, and all is well")
	}
}

// TestBaselineError draws which requests succeed. The means differ from the expected values by their standard errors,
// and the fleet does not count as overloaded.
func TestBaselineError(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const expect = 0.3 // a step
	w := System{Traffic: Traffic{Kind: Open, Rate: 1}, FailureRate: 1 - expect, Client: Client{Timeout: 2},
		Server: Server{Kind: Limited, ServiceTime: 0.1, Capacity: 10}}
	strays := 0.0
	const draws, runs = 400, 5
	for range draws {
		var all []Baseline
		for range runs {
			r := NewResult(1, 100)
			r.Whole = true
			for i := range r.First {
				r.First[i] = 1
				if random.Float64() < expect {
					r.Goodput[i] = 1
				} else {
					r.GivenUp[i] = 1
				}
			}
			all = append(all, r.Baseline(w))
		}
		b := MeanOf(all)
		if b.Overloaded() {
			t.Errorf("overloaded by chance: %+v", b)
		}
		strays += math.Pow((b.Goodput-expect)/b.GoodputError, 2) / draws
	}
	if !(math.Abs(strays-1) <= 0.35) {
		t.Errorf("means stray by the root of %v errors", strays)
	}
}

// TestTrend has a run without a verdict for every trend of a server that works or has nothing to do: attempts in the
// server and successes per step since the outage.
func TestTrend(t *testing.T) {
	flat := func(x float64) func(i float64) float64 { return func(float64) float64 { return x } }
	for _, c := range []struct {
		name           string
		inFlight, good func(i float64) float64
		returns        float64 // time of the next attempt of a client that waits
		want           Trend
	}{
		{"the server is empty, and clients wait", flat(0), flat(10), 900, Waiting},
		{"the server is full, and clients wait", flat(500), flat(10), 900, Level},
		{"the backlog grows, and clients wait", func(i float64) float64 { return 100 * i }, flat(10), 900, Growing},
		{"the backlog falls, and clients wait", func(i float64) float64 { return 1e5 - 100*i }, flat(10), 900, Draining},
		{"the goodput rises, and clients wait", flat(500), func(i float64) float64 { return i / 3 }, 900, Approaching},
		{"the server is empty, and none waits", flat(0), flat(10), 0, Level},
	} {
		w := smira()
		w.Duration, w.Outages = 320, []Outage{{Kind: Hang, At: 10, Length: 10}}
		r := NewResult(1, 320)
		for i := range r.Len() {
			r.InFlight[i], r.Goodput[i] = c.inFlight(float64(i)), c.good(float64(i))
			r.Returns = append(r.Returns, c.returns)
		}
		u := r.unfinished(w, Baseline{Load: 200, Goodput: 200, InFlight: 10})
		if u.Trend != c.want || (u.Return == 900) != (c.returns == 900) {
			t.Errorf("%s: %+v, want trend %d", c.name, u, c.want)
		}
	}
}

// TestKnownNotAtTheTimeout checks that attempts that take as long as the timeout have no baseline in closed form.
func TestKnownNotAtTheTimeout(t *testing.T) {
	for timeout, want := range map[float64]bool{0.09: false, 0.1: false, 0.11: true} {
		w := New(Traffic{Kind: Open, Rate: 10}, Client{Timeout: timeout}, NewQueue(100, 0.1))
		if _, ok := w.Known(); ok != want {
			t.Errorf("attempts of 0.1 s with a timeout of %v s: %v", timeout, ok)
		}
	}
}

// TestOfferedRandom compares the requests that clients offer to a server with random service times S of mean 1 with
// their cycle: think time Z, an attempt, and after a timeout W the delay d and another one.
//
//	N (1 - q^2) / (Z + (1 + q) E min(S, W) + q d)        q = exp(-W), E min(S, W) = 1 - q
func TestOfferedRandom(t *testing.T) {
	const clients, think, delay, timeout = 40.0, 3.0, 0.5, 1.5
	q := math.Exp(-timeout)
	w := New(Traffic{Kind: Closed, Clients: clients, Think: think}, Client{Timeout: timeout, Policy: jitter.Policy{
		Policy: calc.Policy{InitialDelay: delay, Factor: 1, Cap: math.Inf(1)}, Retries: 1, Deadline: math.Inf(1)}},
		NewQueue(1000, 1))
	w.Server.Law.Kind = Exponential
	want := clients * (1 - q*q) / (think + (1+q)*(1-q) + q*delay)
	if got := w.Offered(); !(math.Abs(got-want) <= 1e-9*want) {
		t.Errorf("clients offer %v/s, want %v", got, want)
	}
}

// TestWholeMinutes checks that a suggested duration is the next whole minute.
func TestWholeMinutes(t *testing.T) {
	for _, x := range []float64{1, 59.9, 60, 61, 600, 3601} {
		if got := roundUp(x); !(got >= x && got < x+60 && math.Mod(got, 60) == 0) {
			t.Errorf("%v s become %v s", x, got)
		}
	}
}
