package policy

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/calc/oracle"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// scenarioOf returns the scenario with these settings, of which q, if it is not nil, has its own: "cap 3s, ratio 0.1".
func scenarioOf(t *testing.T, q *answer.Question, settings ...string) setting.Scenario {
	t.Helper()
	s := setting.Default()
	for _, item := range strings.Split(strings.Join(settings, ", "), ", ") {
		name, text, _ := strings.Cut(item, " ")
		if name == "" {
			continue
		}
		k, ok := setting.Find(name)
		if q != nil {
			k, ok = q.Setting(name)
		}
		if !ok {
			t.Fatal(name)
		}
		if err := k.Set(&s, text); err != nil {
			t.Fatalf("%s: %v", item, err)
		}
	}
	return s
}

// The crossed parts of a scenario. T is 3s, a failure rate of 30% and one of the outages are in all.
var (
	crossedJitters = []string{"none", "full", "equal", "spread=0.3", "add=0.7s", "once:up=0.5", "decorrelated"}
	crossedLimits  = []string{"retries 5", "retries 5, cap 3s", "retries 5, cap 3s, cap-after yes",
		"retries 5, deadline 9s",
		"retries none, deadline 9s", "retries 5, total-timeout 8s, attempt-time 0.5s", "retries 5, attempt-time 0.4s, cap 4s",
		"retries 4, factor 1"}
	crossedOutages = []string{"4s", "2s..6s", "mean=4s", "log=1s..8s"}
)

// A life is a simulated client of a policy whose attempts all fail.
type life struct {
	starts     []float64 // of each attempt, seconds; the first is 0
	byDeadline bool      // a limit of time ended it
}

// last returns the start of the last retry, seconds.
func (l life) last() float64 { return l.starts[len(l.starts)-1] }

// retries returns the number of retries by t.
func (l life) retries(t float64) (n int) {
	for _, start := range l.starts[1:] {
		if start <= t {
			n++
		}
	}
	return n
}

// live simulates a client of p.
func live(p jitter.Policy, r *rand.Rand) (l life) {
	c := oracle.NewClient(&p, r)
	l.starts = []float64{0}
	for {
		if _, starts := c.Wait(); !starts {
			break
		}
		l.starts = append(l.starts, c.Elapsed)
	}
	l.byDeadline = float64(len(l.starts)-1) < p.Retries
	return l
}

// A sample has what simulated clients of one scenario did.
type sample struct {
	s                            *setting.Scenario
	lives                        []life
	calls, waits, relative, gone []float64
	wasted                       []float64
	tries                        []oracle.Try
}

func simulate(s *setting.Scenario, n int, r *rand.Rand) (x sample) {
	x.s = s
	for range n {
		x.lives = append(x.lives, live(s.Policy, r))
		x.calls = append(x.calls, callOf(s.Policy, r))
		x.tries = append(x.tries, oracle.WithFailures(&s.Policy, s.FailureRate, r))
		end := s.Outage.Quantile(r.Float64())
		o := oracle.Through(&s.Policy, end, 10_000, r)
		x.wasted = append(x.wasted, o.Wasted)
		if x.gone = append(x.gone, 0); o.GaveUp {
			x.gone[len(x.gone)-1] = 1
		} else {
			x.waits, x.relative = append(x.waits, o.Reconnect), append(x.relative, o.Reconnect/end)
		}
	}
	return x
}

// of returns a number of each client for which it is not NaN.
func (x sample) of(f func(life) float64) (list []float64) {
	for _, l := range x.lives {
		if y := f(l); !math.IsNaN(y) {
			list = append(list, y)
		}
	}
	return list
}

// waiting returns the delay that a client has at T, NaN if it has ended.
func (x sample) waiting(l life) float64 {
	n := l.retries(x.s.AskAt)
	if n+1 >= len(l.starts) { // the next one is not made
		return math.NaN()
	}
	return l.starts[n+1] - l.starts[n] - x.s.AttemptTime
}

// drawn returns the simulated values of a figure whose value is their mean, or a percentile p of them.
func (x sample) drawn(name string) (list []float64, p float64, ok bool) {
	name, rest, _ := strings.Cut(name, "-p")
	p = map[string]float64{"50": 0.5, "95": 0.95, "99": 0.99}[rest]
	yes := func(is bool) float64 {
		if is {
			return 1
		}
		return 0
	}
	var won, attempts, times []float64
	for _, y := range x.tries {
		won, attempts = append(won, yes(y.Success)), append(attempts, y.Attempts)
		if y.Success {
			times = append(times, y.Elapsed+x.s.AttemptTime)
		}
	}
	switch name {
	case "elapsed", "elapsed-mean":
		return x.of(life.last), p, p > 0 || name != "elapsed"
	case "call-time", "call-time-mean":
		return x.calls, p, true
	case "ended-by-deadline":
		return x.of(func(l life) float64 { return yes(l.byDeadline) }), 0, true
	case "starts-by":
		return x.of(func(l life) float64 { return yes(l.last() <= x.s.AskAt) }), 0, true
	case "retries-expected":
		return x.of(func(l life) float64 { return float64(l.retries(x.s.AskAt)) }), 0, true
	case "current-delay-mean":
		return x.of(x.waiting), 0, true
	case "current-delay":
		return x.of(x.waiting), p, p > 0
	case "reconnect-delay", "reconnect-delay-mean":
		return x.waits, p, p > 0 || name != "reconnect-delay"
	case "reconnect-delay-relative-mean":
		return x.relative, 0, x.s.Outage.Kind != elapsed.ExponentialOutage // there it is infinite
	case "wasted-retries":
		return x.wasted, 0, true
	case "gave-up":
		return x.gone, 0, true
	case "success":
		return won, 0, rest == "robability"
	case "failure":
		for i := range won {
			won[i] = 1 - won[i]
		}
		return won, 0, rest == "robability"
	case "mean-attempts":
		return attempts, 0, true
	case "time-to-success", "time-to-success-mean":
		return times, p, true
	}
	return nil, 0, false
}

// agrees reports whether a value is the mean, or the percentile p, of simulated values, within five standard errors,
// its own error and the resolution of few clients.
func agrees(v answer.Value, list []float64, p float64) bool {
	n, off := float64(len(list)), v.ErrorEstimate+2e-3*math.Abs(v.Number)+1e-9
	if p > 0 {
		list = slices.Sorted(slices.Values(list))
		below, _ := slices.BinarySearch(list, v.Number-off)
		upTo, _ := slices.BinarySearch(list, v.Number+off)
		tol := 5*math.Sqrt(p*(1-p)/n) + 2/n
		return float64(below)/n <= p+tol && float64(upTo)/n >= p-tol
	}
	var m numeric.Mean
	for _, x := range list {
		m.Add(x)
	}
	return math.Abs(v.Number-m.Value()) <= off+5*m.Error()+8/n
}

// A curve has the times of a policy without jitter: T(n) for real n, by the formula of the geometric series.
type curve struct{ a, r, c, s, m float64 }

func curveOf(p jitter.Policy) curve {
	k := curve{p.InitialDelay, p.Factor, p.Cap, p.AttemptTime, 0}
	for ; k.m < 1e3 && k.delay(k.m) < k.c; k.m++ { // the delays below the cap
	}
	return k
}

// delay returns the delay after retry n.
func (k curve) delay(n float64) float64 { return min(k.c, k.a*math.Pow(k.r, n)) }

// start returns T(n), seconds.
func (k curve) start(n float64) float64 {
	sum := func(n float64) float64 {
		if k.r == 1 {
			return n * k.a
		}
		return k.a * (math.Pow(k.r, n) - 1) / (k.r - 1)
	}
	if n <= k.m {
		return n*k.s + sum(n)
	}
	return k.m*k.s + sum(k.m) + (n-k.m)*(k.c+k.s)
}

// retries returns n(T) by bisection.
func (k curve) retries(t float64) float64 {
	lo, hi := 0.0, 1e6
	for range 200 {
		if mid := (lo + hi) / 2; k.start(mid) <= t {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo
}

// exact returns a figure of the policy without jitter, NaN if it is absent.
func exact(name string, s *setting.Scenario) (x float64, ok bool) {
	p := s.Policy
	k, t := curveOf(p), s.AskAt
	p.Jitter = jitter.Jitter{}
	one := live(p, rand.New(rand.NewPCG(0, 0)))
	n := float64(len(one.starts) - 1)
	from, done := k.m+1, math.Floor(k.retries(t)+1e-9)
	orAbsent := func(x float64, is bool) (float64, bool) {
		if !is {
			x = math.NaN()
		}
		return x, true
	}
	switch name {
	case "retries-made":
		return n, true
	case "elapsed":
		return one.last(), true
	case "last-delay":
		return k.delay(n - 1), true
	case "gives-up-at":
		return callOf(p, rand.New(rand.NewPCG(0, 0))), true
	case "retries-by-deadline-alone":
		return orAbsent(math.Floor(k.retries(p.Deadline)+1e-9), !math.IsInf(p.Deadline, 1))
	case "unused-by-deadline":
		return orAbsent(p.Deadline-one.last(), !math.IsInf(p.Deadline, 1))
	case "cap-from-retry":
		return orAbsent(from, from <= n)
	case "cap-from":
		return orAbsent(k.start(k.m), from <= n)
	case "delay-after-retry":
		return k.delay(k.retries(t)), true
	case "previous-delay":
		return orAbsent(k.delay(k.retries(t)-1), k.retries(t) >= 1)
	case "ratio":
		return k.delay(k.retries(t)) / t, true
	case "retries-real":
		return k.retries(t), true
	case "retries-done":
		return done, true
	case "next-retry":
		return done + 1, true
	case "current-delay":
		return k.delay(done), true
	case "next-retry-at":
		return k.start(done + 1), true
	case "retries-ratio":
		return curveOf(s.B().Policy).retries(t) / k.retries(t), true
	}
	return 0, false
}

// TestFigures compares each figure of the room with clients that are simulated one by one, or without jitter with sums
// by hand: every type of jitter with every limit, and with the outages in turn.
func TestFigures(t *testing.T) {
	t.Parallel()
	clients := 500
	for i, kind := range crossedJitters {
		for j, limit := range crossedLimits {
			if (i+j)%2 > 0 && *questions < 20 {
				continue
			}
			if kind == "decorrelated" && j != 1 && j != 3 { // it takes long, and its limits are those of the others
				continue
			}
			outage := crossedOutages[(i+j)%len(crossedOutages)]
			text := "jitter " + kind + ", " + limit + ", outage " + outage + ", at 3s, failure-rate 30%"
			s := scenarioOf(t, nil, text, "vs factor=1.5")
			x := simulate(&s, clients, rand.New(rand.NewPCG(uint64(i), uint64(j))))
			l := newTimeline(t.Context(), &s, answer.Full)
			for _, group := range []figureGroup{onCurve, atElapsed, wholePolicy, afterOutage, callTime, lastRetry, jitterAt,
				atCap, byDeadline, succeeds, ofPair, startsBy} {
				for _, r := range group.rows {
					group.rows = []row{r}
					q := grouped("", []timeline{l}, group).Quantities[0]
					compareFigure(t, text, r.Name, q.Checked(), x)
				}
			}
		}
	}
}

// compareFigure compares one figure of a scenario.
func compareFigure(t *testing.T, text, name string, v answer.Value, x sample) {
	t.Helper()
	s := x.s
	if list, p, ok := x.drawn(name); ok {
		if len(list) >= 100 && !agrees(v, list, p) {
			var m numeric.Mean
			for _, y := range list {
				m.Add(y)
			}
			t.Errorf("%s: %s is %v ± %v, of %d clients p=%v mean %v ± %v", text, name, v.Number, v.ErrorEstimate, len(list), p,
				m.Value(), m.Error())
		}
		if v.Digits == 1 && !s.Jitter.Draws() { // what is certain has all its digits
			t.Errorf("%s: one digit of %s is shown", text, name)
		}
		if off := v.ErrorEstimate; v.Status == "" && !s.Stateful() && !(off <= 0.02*math.Abs(v.Number)+1e-3) {
			t.Errorf("%s: the error of %s, %v, is estimated as %v", text, name, v.Number, off)
		}
		return
	}
	var most []float64
	switch name {
	case "call-time-max":
		most = x.calls
	case "elapsed-max":
		most = x.of(life.last)
	case "reconnect-delay":
		if most = x.waits; most == nil && v.Status == "" {
			t.Errorf("%s: %s is %v, and no client comes back", text, name, v.Number)
		}
		if most == nil {
			return
		}
	case "reconnect-delay-relative-mean":
		if v.Status != answer.Unbounded {
			t.Errorf("%s: %s is %v, want no bound", text, name, v.Number)
		}
		return
	}
	if len(most) > 0 { // no client is later, and some come close, unless delays grow threefold
		if late := slices.Max(most); v.Status != "" || !(v.Number >= late*(1-1e-9)) ||
			s.Jitter.Type != jitter.Decorrelated && !(v.Number <= 2.5*late+1) {
			t.Errorf("%s: %s is %v %s, the greatest of the clients is %v", text, name, v.Number, v.Status, late)
		}
		return
	}
	want, ok := exact(name, s)
	switch {
	case !ok:
		t.Errorf("no other route is known to %s", name)
	case s.Jitter.Type == jitter.Decorrelated: // it has no delays before jitter
		if v.Status == "" && name != "retries-made" {
			t.Errorf("%s: %s is %v, want none", text, name, v.Number)
		}
	case math.IsNaN(want) != (v.Status != ""), v.Status == "" && !(math.Abs(v.Number-want) <= 1e-9*max(1, want)),
		0 < v.Digits && v.Digits < 4: // all digits are known
		t.Errorf("%s: %s is %v %s, want %v", text, name, v.Number, v.Status, want)
	}
}
