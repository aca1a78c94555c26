package stack

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

var inf = math.Inf(1)

// layer returns a layer with that many attempts, delays a, 2a, 4a ... and a timeout of one attempt.
func layer(name string, attempts, a, timeout float64) Layer {
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: a, Factor: 2, Cap: inf}, Retries: attempts - 1, Deadline: inf}
	return Layer{name, p, timeout, true}
}

// TestGrowingWaits checks that retries without end count as such, also if their waits grow beyond any time.
func TestGrowingWaits(t *testing.T) {
	s := Stack{Layers: []Layer{layer("a", inf, 1, inf), layer("b", 3, 0, inf)}, FailureRate: 1}
	if r := s.Reach(t.Context())[0]; !alike(r, reached(inf, inf, inf, inf)) {
		t.Errorf("the layer comes to %v, want no end", r)
	}
	s.Layers[0].Timeout, s.Layers = 1, append([]Layer{layer("gateway", 1, 0, 60)}, s.Layers...)
	if r := s.Reach(t.Context())[0]; !(r.Bottom < 30) {
		t.Errorf("within 60s it comes to %v", r)
	}
}

func reached(least, longest, attempts, bottom float64) Reach {
	return Reach{least, longest, attempts, bottom, nil}
}

// alike reports whether the figures are equal.
func alike(a, b Reach) bool {
	a.Attempt, b.Attempt = nil, nil
	return reflect.DeepEqual(a, b)
}

// TestPublishedCases checks published numbers.
func TestPublishedCases(t *testing.T) {
	times := func(n float64, k int) (s Stack) {
		for range k {
			s.Layers = append(s.Layers, layer("l", n, 0, inf))
		}
		s.FailureRate = 1
		return s
	}
	for _, c := range []struct {
		name   string
		s      Stack
		bottom float64
	}{
		{"accrue#44: library of 4 attempts, SDK of 3",
			Stack{Layers: []Layer{layer("a", 4, 0, inf), layer("b", 3, 0, inf)}}, 12},
		{"SRE book, chapter 22: 4 attempts at 3 layers", times(4, 3), 64},
		{"AWS Builders' Library: 3 attempts at 5 layers", times(3, 5), 243},
		{"three retries at 5 layers", times(4, 5), 1024},
	} {
		if got := c.s.Reach(t.Context())[0].Bottom; got != c.bottom {
			t.Errorf("%s: %g attempts at the bottom, want %g", c.name, got, c.bottom)
		}
	}
	// 18F/identity-idp#4740: 4 x 5 s + 0.3 + 0.6 + 1.2 = 22.1 s inside 15 s; with 2 retries 15.9 s.
	idp := Stack{[]Layer{layer("rack", 1, 1, 15), layer("faraday", 4, 0.3, 5)}, inf, 1}
	reach := idp.Reach(t.Context())
	if h := reach[1].Longest; !(math.Abs(h-22.1) <= 1e-12) {
		t.Errorf("faraday takes up to %gs, want 22.1s", h)
	}
	if !idp.Inverted(reach, 1) || idp.Inverted(reach, 0) {
		t.Error("faraday outlasts rack, and rack has nothing around it")
	}
	if !alike(reach[0], reached(15, 15, 1, 3)) {
		t.Errorf("rack comes to %v, want 15s and the 3 attempts that start before", reach[0])
	}
	if n := idp.Fitting(t.Context(), 1, 15); n != 2 {
		t.Errorf("%g attempts fit into 15s, want 2: 10.3s", n)
	}
	idp.Layers[1].Retries = 2
	if h := idp.Reach(t.Context())[1].Longest; !(math.Abs(h-15.9) <= 1e-12) {
		t.Errorf("with 2 retries faraday takes up to %gs, want 15.9s", h)
	}
}

// TestByHand checks small stacks computed by hand.
func TestByHand(t *testing.T) {
	slow := layer("slow", 2, 1, 10) // 10 + 1 + 10 = 21 s of hanging
	for _, c := range []struct {
		name string
		s    Stack
		want Reach
	}{
		{"one layer fails at once", Stack{[]Layer{layer("a", 3, 1, inf)}, 0, 1}, reached(3, 3, 3, 3)},
		{"one layer hangs without a timeout", Stack{[]Layer{layer("a", 3, 1, inf)}, inf, 1}, reached(inf, inf, 1, 1)},
		{"the outer timeout ends the second attempt",
			Stack{[]Layer{layer("a", 2, 1, 15), slow}, inf, 1}, reached(31, 31, 2, 4)},
		{"the outer timeout ends the wait", Stack{[]Layer{layer("a", 1, 1, 10.5), slow}, inf, 1}, reached(10.5, 10.5, 1, 1)},
		{"without cancel the call below goes on", Stack{[]Layer{{"a", layer("", 2, 1, 0).Policy, 10.5, false}, slow}, inf, 1},
			reached(22, 22, 2, 4)},
		{"an attempt of just the timeout succeeds or fails by itself",
			Stack{[]Layer{layer("a", 2, 0, 1)}, 1, 1}, reached(2, 2, 2, 2)},
		{"a total timeout ends the call", func() Stack {
			s := Stack{[]Layer{layer("a", 5, 1, 2)}, inf, 1}
			s.Layers[0].TotalTimeout = 6 // 0-2, 3-5, waits until 7
			return s
		}(), reached(6, 6, 2, 2)},
		{"a deadline starts no retry after it", func() Stack {
			s := Stack{[]Layer{layer("a", 5, 1, 2)}, inf, 1}
			s.Layers[0].Deadline = 6
			return s
		}(), reached(5, 5, 2, 2)},
	} {
		if got := c.s.Reach(t.Context())[0]; !alike(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if c.want.Longest == inf {
			continue
		}
		r, err := c.s.Simulate(context.Background(), rand.New(rand.NewPCG(1, 1)), 10)
		if err != nil || r.Time.Value() != c.want.Longest || r.Attempts.Value() != c.want.Bottom {
			t.Errorf("%s: simulated %gs and %g attempts, want %v", c.name, r.Time.Value(), r.Attempts.Value(), c.want)
		}
	}
}

// TestChance checks means that are sums of a few terms.
func TestChance(t *testing.T) {
	for _, c := range []struct {
		name           string
		s              Stack
		time, attempts float64
	}{
		{"half hang until the timeout: 0/2 + 1/4 + 2/4", Stack{[]Layer{layer("a", 2, 0, 1)}, inf, 0.5}, 0.75, 1.5},
		{"an answer after the timeout is no answer, even if the call goes on",
			Stack{[]Layer{{"a", layer("", 2, 0, 0).Policy, 1, false}, layer("b", 1, 0, inf)}, 5, 0}, 2, 2},
	} {
		r, err := c.s.Simulate(context.Background(), rand.New(rand.NewPCG(1, 2)), 100_000)
		if !(err == nil && math.Abs(r.Time.Value()-c.time) <= 4*r.Time.Error() &&
			math.Abs(r.Attempts.Value()-c.attempts) <= 4*r.Attempts.Error()) {
			t.Errorf("%s: %gs and %g attempts, want %gs and %g", c.name, r.Time.Value(), r.Attempts.Value(), c.time, c.attempts)
		}
	}
}

// A frame is an open call of the replay.
type frame struct {
	k            float64 // attempts so far
	start        float64
	end          float64 // end of the call by its total timeout
	attemptUntil float64
}

// replay simulates one request on one clock without recursion. Open calls are on a stack. The earliest timeout ends
// the calls inside it, and each failure is passed to the enclosing call.
func replay(s Stack, r *rand.Rand) (took, attempts float64) {
	now := 0.0
	var open []frame
	descend := func() {
		for i := len(open); i < len(s.Layers); i++ {
			l := s.Layers[i]
			open = append(open, frame{1, now, now + l.whole(), now + l.Timeout})
		}
	}
	cutoff := func() (at float64, i int, whole bool) {
		at = inf
		for j, f := range open {
			if f.end < at {
				at, i, whole = f.end, j, true
			}
			if f.attemptUntil < at {
				at, i, whole = f.attemptUntil, j, false
			}
		}
		return at, i, whole
	}
	for descend(); ; descend() {
		attempts++
		fails := r.Float64() < s.FailureRate
		end := now + s.AttemptTime
		if !fails && math.IsInf(s.AttemptTime, 1) {
			end = now
		}
		at, i, whole := cutoff()
		if end <= at {
			if now = end; !fails {
				return now, attempts
			}
			i, whole = len(open)-1, false
		} else {
			now = at
		}
		for open = open[:i+1]; ; open = open[:len(open)-1] { // the attempt of the innermost open call failed
			if len(open) == 0 {
				return now, attempts
			}
			f, l := &open[len(open)-1], s.Layers[len(open)-1]
			f.attemptUntil = inf
			if whole || now >= f.end || f.k > l.Retries {
				whole = false
				continue
			}
			wait := min(l.Cap, l.InitialDelay*math.Pow(l.Factor, f.k-1))
			if l.Jitter.Type == jitter.Full {
				wait *= r.Float64()
			}
			next := now + wait
			if l.Rule.Stop == jitter.LookBehind && now-f.start >= l.Deadline ||
				l.Rule.Stop != jitter.LookBehind && next-f.start > l.Deadline {
				continue
			}
			if at, j, _ := cutoff(); at <= next { // a timeout ends the wait
				if now = at; at == open[j].attemptUntil {
					open = open[:j+1]
					open = append(open, frame{}) // the loop removes it
				} else {
					open = open[:j+1]
				}
				continue
			}
			now, f.k, f.attemptUntil = next, f.k+1, next+l.Timeout
			break
		}
	}
}

// random returns a stack of up to four layers.
func random(r *rand.Rand, q float64) (s Stack) {
	pick := func(list ...float64) float64 { return list[r.IntN(len(list))] }
	for range 1 + r.IntN(4) {
		l := layer("l", pick(1, 2, 3, 4), pick(0, 0.1317, 0.5119, 1.7031), pick(inf, inf, 0.7177, 2.3041, 9.7013))
		l.Cap = pick(inf, 0.9059)
		l.InitialDelay = min(l.InitialDelay, l.Cap)
		l.Deadline = pick(inf, inf, 3.1007)
		l.TotalTimeout = pick(0, 0, 5.3083)
		l.Rule.Stop = []jitter.Stop{jitter.LookAhead, jitter.LookBehind}[r.IntN(2)]
		if l.TotalTimeout > 0 { // invalid with a deadline that looks behind
			l.Deadline = inf
		}
		if r.IntN(2) == 0 {
			l.Jitter.Type = jitter.Full
		}
		s.Layers = append(s.Layers, l)
	}
	s.AttemptTime, s.FailureRate = pick(0.0503, 0.4019, 2.9023), q
	return s
}

// TestAgainstReplay compares the bounds and the simulation with the replay.
func TestAgainstReplay(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 29))
		q := []float64{1, 0.3, 0.8}[seed%3]
		s := random(r, q)
		if err := s.Validate(); err != nil {
			t.Fatal(err)
		}
		reach := s.Reach(t.Context())[0]
		const n = 3000
		var time, attempts [2]float64 // sums and sums of squares
		for range n {
			x, y := replay(s, r)
			if q == 1 && (x > reach.Longest+1e-9 || x < reach.Least-1e-9 || y > reach.Bottom) {
				t.Fatalf("seed %d: %gs and %g attempts, beyond %v of %+v", seed, x, y, reach, s)
			}
			time[0], time[1] = time[0]+x/n, time[1]+x*x/n
			attempts[0], attempts[1] = attempts[0]+y/n, attempts[1]+y*y/n
		}
		got, err := s.Simulate(context.Background(), r, n)
		if err != nil {
			t.Fatal(err)
		}
		apart := func(x float64, sums [2]float64, se float64) bool {
			se = math.Hypot(se, math.Sqrt(max(0, sums[1]-sums[0]*sums[0])/n))
			if math.IsNaN(se) {
				se = 0
			}
			return !(math.Abs(x-sums[0]) <= 4.5*se+1e-6)
		}
		if apart(got.Time.Value(), time, got.Time.Error()) || apart(got.Attempts.Value(), attempts, got.Attempts.Error()) {
			t.Errorf("seed %d: %gs and %g attempts, replayed %gs and %g of %+v", seed,
				got.Time.Value(), got.Attempts.Value(), time[0], attempts[0], s)
		}
	}
}

// TestBoundsAreReached checks that stacks without jitter reach their bounds.
func TestBoundsAreReached(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 30))
		s := random(r, 1)
		for i := range s.Layers {
			s.Layers[i].Jitter.Type = jitter.None
		}
		reach := s.Reach(t.Context())[0]
		x, y := replay(s, r)
		if !(math.Abs(x-reach.Longest) <= 1e-9 && math.Abs(x-reach.Least) <= 1e-9 && y == reach.Bottom) {
			t.Fatalf("seed %d: %gs and %g attempts, want %v of %+v", seed, x, y, reach, s)
		}
	}
}

// TestQuantile compares a percentile and its error with a uniform sample.
func TestQuantile(t *testing.T) {
	r := Result{}
	for i := range 10000 {
		r.sorted = append(r.sorted, float64(i))
	}
	if x, se := r.Quantile(0.99); !(math.Abs(x-9899) <= 1 && math.Abs(se-math.Sqrt(0.99*0.01*10000)) <= 1) {
		t.Errorf("p99 is %g +- %g", x, se)
	}
}

func TestRefused(t *testing.T) {
	ok := layer("a", 2, 1, 1)
	ok.Rule.Starts = jitter.Starts{Most: 5, Within: 10}
	if (Stack{Layers: []Layer{ok}}).Validate() == nil {
		t.Error("a limit of starts is not refused")
	}
	many := Stack{Layers: []Layer{layer("a", 2100, 0, inf), layer("b", 2000, 0, inf)}, FailureRate: 1}
	if _, err := many.Simulate(context.Background(), rand.New(rand.NewPCG(1, 1)), 10); err == nil {
		t.Error("4.2 million attempts of one request are simulated")
	}
	if b := many.Reach(t.Context())[0].Bottom; b != 4.2e6 {
		t.Errorf("%g attempts, want 4.2 million", b)
	}
	slow := layer("a", 1030, 1, inf) // the last waits are longer than any number of seconds
	if b := (Stack{Layers: []Layer{slow}, FailureRate: 1}).Reach(t.Context())[0].Bottom; b != 1030 {
		t.Errorf("%g attempts, want 1030", b)
	}
}

// TestLimitsLeftOut compares layers without their limits with layers of infinite limits.
func TestLimitsLeftOut(t *testing.T) {
	p, inf := jitter.New(0.1, 2), math.Inf(1)
	p.Retries = 3
	full := p
	full.Cap, full.Deadline, full.TotalTimeout = inf, inf, inf
	left := Stack{AttemptTime: 2, FailureRate: 1, Layers: []Layer{{Policy: p, Timeout: 3}, {Policy: p}}}
	same := Stack{AttemptTime: 2, FailureRate: 1,
		Layers: []Layer{{Policy: full, Timeout: 3}, {Policy: full, Timeout: inf}}}
	for i, r := range left.Reach(t.Context()) {
		if s := same.Reach(t.Context())[i]; !reflect.DeepEqual(r, s) || r.Attempts != 4 {
			t.Errorf("layer %d: %+v, with infinite limits %+v", i, r, s)
		}
	}
	if x, i := left.Around(1); x != 3 || i != 0 {
		t.Errorf("around layer 1: %v of layer %d", x, i)
	}
	left.Layers = append(left.Layers, left.Layers[0], left.Layers[0])
	if x, i := left.Around(3); x != 3 || i != 0 {
		t.Errorf("around layer 3: %v of layer %d, want the outermost of equal ones", x, i)
	}
	left.Layers = left.Layers[:2]
	a, err := left.Simulate(t.Context(), rand.New(rand.NewPCG(1, 2)), 10)
	b, wrong := same.Simulate(t.Context(), rand.New(rand.NewPCG(1, 2)), 10)
	if err != nil || wrong != nil || a.Time != b.Time || a.Attempts != b.Attempts {
		t.Errorf("%+v, with infinite limits %+v", a, b)
	}
}
