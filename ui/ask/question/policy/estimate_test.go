package policy

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/calc/oracle"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

var (
	questions = flag.Int("questions", 3, "random questions whose errors TestErrors checks")
	firstly   = flag.Int("first", 0, "number of the first of them")
	clientsOf = flag.Int("simulated", 4000, "clients of each that it simulates")
)

// asked returns a random question: any type of jitter, with a deadline, a total timeout or neither, and an outage.
func asked(r *rand.Rand) setting.Scenario {
	pick := func(x ...float64) float64 { return x[r.IntN(len(x))] }
	for {
		s := setting.Default()
		s.InitialDelay, s.Factor, s.Retries = 0.5+r.Float64(), 1+2*r.Float64(), pick(1, 2, 3, 5, 8)
		if r.IntN(2) == 0 {
			s.Cap, s.CapAfter = 1+20*r.Float64(), r.IntN(2) == 0
		}
		s.AttemptTime = pick(0, 0, 0.3)
		row := &jitter.Types[1+r.IntN(len(jitter.Types)-1)]
		s.Jitter = jitter.Jitter{Type: jitter.Type(slices.IndexFunc(jitter.Types, func(x jitter.Row) bool {
			return x.Formula == row.Formula
		})), Amount: max(row.MinAmount, min(row.MaxAmount, pick(0.1, 0.3, 1)))}
		if row.TwoAmounts {
			s.Jitter.From = s.Jitter.Amount * r.Float64()
		}
		s.Jitter.OncePerCall = r.IntN(3) == 0
		length := s.InitialDelay * (1 + 8*r.Float64())
		switch r.IntN(3) {
		case 0:
			s.Deadline = length * (0.5 + 2*r.Float64())
		case 1:
			s.TotalTimeout = length * (0.5 + 2*r.Float64())
		}
		s.Outage = []elapsed.Outage{elapsed.OutageOf(length), {Kind: elapsed.UniformOutage, A: length / 3, B: length * 5 / 3},
			{Kind: elapsed.ExponentialOutage, A: length, B: length},
			{Kind: elapsed.LogUniformOutage, A: length / 10, B: 2 * length}}[r.IntN(4)]
		if s.Policy.Validate() == nil {
			return s
		}
	}
}

// TestErrors compares figures of random questions with clients that are simulated one by one. Of 100 questions at most
// one may have an error above its estimate, after five standard errors of the simulation. The mean call time counts the
// part of a wait or an attempt that a total timeout cuts.
func TestErrors(t *testing.T) {
	above := 0
	for i := range *questions {
		seed := *firstly + i
		r := rand.New(rand.NewPCG(uint64(seed), 44))
		s := asked(r)
		l := newTimeline(t.Context(), &s, answer.Full)
		groups := []answer.Group{grouped("", []timeline{l}, callTime), grouped("", []timeline{l}, afterOutage)}
		a := answer.Answer{Groups: groups}
		if l.why() != nil {
			continue
		}
		wrong := 0
		check := func(name string, y []float64, percentile float64) {
			q := a.Value(name, 0)
			off := q.ErrorEstimate + 1e-9*math.Abs(q.Number) + 1e-12
			slices.Sort(y)
			n := float64(len(y))
			if n < 200 || math.IsNaN(q.Number) {
				return
			}
			if percentile > 0 {
				below, _ := slices.BinarySearch(y, q.Number-off)
				upTo, _ := slices.BinarySearch(y, q.Number+off)
				tol := 5*math.Sqrt(percentile*(1-percentile)/n) + 2/n
				if !(float64(below)/n <= percentile+tol) || !(float64(upTo)/n >= percentile-tol) {
					wrong++
					t.Logf("%d: %s %g +- %g, simulated CDF %g to %g", seed, name, q.Number, off, float64(below)/n, float64(upTo)/n)
				}
				return
			}
			var m numeric.Mean
			for _, x := range y {
				m.Add(x)
			}
			if tol := 5*m.Error() + 8*(1+m.Value())/n; !(math.Abs(q.Number-m.Value()) <= off+tol) {
				wrong++
				t.Logf("%d: %s %g +- %g, simulated %g +- %g", seed, name, q.Number, off, m.Value(), m.Error())
			}
		}
		var calls, waits, lost, wasted []float64
		for range *clientsOf {
			calls = append(calls, callOf(s.Policy, r))
			o := oracle.Through(&s.Policy, s.Outage.Quantile(r.Float64()), 10_000, r)
			wasted = append(wasted, o.Wasted)
			if lost = append(lost, 0); o.GaveUp {
				lost[len(lost)-1] = 1
			} else {
				waits = append(waits, o.Reconnect)
			}
		}
		check("call time mean", calls, 0)
		check("call time p95", calls, 0.95)
		check("gave up", lost, 0)
		check("wasted retries", wasted, 0)
		check("reconnect delay mean", waits, 0)
		check("reconnect delay p50", waits, 0.5)
		check("reconnect delay p99", waits, 0.99)
		if wrong > 0 {
			above++
			t.Logf("%d: %+v in %+v", seed, s.Policy, s.Outage)
		}
	}
	if above > *questions/100 {
		t.Errorf("%d of %d questions have a figure with a greater error than its estimate", above, *questions)
	}
}

// callOf simulates the time of a call that never succeeds, seconds. A total timeout ends it during an attempt or a
// wait.
func callOf(p jitter.Policy, r *rand.Rand) float64 {
	free, w := p, p.TotalTimeout
	free.TotalTimeout = 0
	c := oracle.NewClient(&free, r)
	for {
		end := c.Elapsed + p.AttemptTime
		if w > 0 && end >= w {
			return w
		}
		if _, starts := c.Wait(); !starts {
			return end
		}
	}
}

// TestCallTimeCut compares the mean call time with its closed form for one retry after a delay D of U(0, 1) s: a total
// timeout of 0.6 s + m ends the call of attempts of 0.3 s after 0.6 s + min(D, m).
func TestCallTimeCut(t *testing.T) {
	for _, m := range []float64{0.1, 0.5, 0.9, 2} {
		s := setting.Default()
		s.InitialDelay, s.Retries, s.AttemptTime, s.TotalTimeout = 1, 1, 0.3, 0.6+m
		s.Jitter.Type = jitter.Full
		l := newTimeline(t.Context(), &s, answer.Full)
		a, cut := answer.Answer{Groups: []answer.Group{grouped("", []timeline{l}, callTime)}}, min(1, m)
		got, want := a.Value("call time mean", 0).Number, 0.6+cut-cut*cut/2
		if !(math.Abs(got-want) <= 1e-5*want) {
			t.Errorf("with a total timeout of %v s the mean is %v s, want %v s", s.TotalTimeout, got, want)
		}
	}
}
