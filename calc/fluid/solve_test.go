package fluid

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/reference"
	"retune/calc/system"
)

// times is how many times as many random cases are tried: see .ci/run.
var times = flag.Int("times", 1, "how many times as many random cases are tried")

var inf = math.Inf(1)

// standard is the system that a person sees first: a server that hangs for 20 s.
func standard(p jitter.Policy) system.System {
	return system.System{
		Traffic:  system.Traffic{Kind: system.Closed, Clients: 1000, Think: 10},
		Client:   system.Client{Policy: limitedTo(p, inf), Timeout: 2},
		Server:   system.Server{Kind: system.Slowing, ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05, CheckInterval: 0.05},
		Outages:  []system.Outage{{Kind: system.Hang, At: 40, Length: 20}},
		Duration: 300, Step: 1,
	}
}

var (
	fixed       = jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 1, Cap: inf}}
	exponential = jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2.71828, Cap: 300},
		Jitter: jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.1}, Feedback: true}
)

// refusing is a burst of attempts that a server refuses all along.
func refusing(p jitter.Policy, duration float64) system.System {
	return system.System{
		Traffic:  system.Traffic{Kind: system.Burst, Clients: 1000},
		Client:   system.Client{Policy: limitedTo(p, inf), Timeout: 1},
		Server:   system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 1},
		Outages:  []system.Outage{{Kind: system.Reject, Length: 2 * duration}},
		Duration: duration, Step: 1,
	}
}

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.10g, want %.10g within %.1e", what, got, want, tol)
	}
}

func sum(xs []float64) (total float64) {
	for _, x := range xs {
		total += x
	}
	return total
}

// TestBurst is a fleet without jitter: it attempts at 0.1 (2^k - 1) s, from the cap
// on every 10 s, and stays in step whatever the grid.
func TestBurst(t *testing.T) {
	for _, step := range []float64{1, 0.1} {
		for _, grid := range []float64{0, 0.05, 0.03, 0.007} {
			w := refusing(policy(0.1, 2, 10, jitter.None, 0), 100)
			w.Step = step
			w.Server.Capacity = 200
			w.Outages[0].Length = 10
			s := solved(w, grid)
			attempts, good := make([]float64, s.Len()), make([]float64, s.Len())
			left := 1000.0
			for k, at, delay := 0, 0.0, 0.1; at < 100 && left > 0; k++ {
				i := int(at/step + 1e-6)
				attempts[i] += left
				if at >= 10 { // answered 0.1 s later
					left -= 200
					good[int((at+0.1)/step+1e-6)] += 200
				}
				at += delay
				delay = math.Min(10, 2*delay)
			}
			for i := range attempts {
				near(t, fmt.Sprintf("step %g, grid %g: attempts at %d", step, grid, i), s.First[i]+s.Retries[i], attempts[i], 1e-9)
				near(t, fmt.Sprintf("step %g, grid %g: successes at %d", step, grid, i), s.Goodput[i], good[i], 1e-9)
			}
		}
	}
}

// TestRefused compares the retries of a fleet that is always refused with the
// distributions of the elapsed time, P(T_k <= t) summed over k, which calc/jitter has by
// Fourier series; for full jitter M(60) = 17.396668 by simulation of ten million.
func TestRefused(t *testing.T) {
	full := policy(0.1, 2, 10, jitter.Full, 0)
	s := refined(refusing(full, 60), 0)
	near(t, "M(60)", sum(s.Retries)/1000, 17.396668, 2e-4)
	plans := []jitter.Policy{
		full,
		policy(0.1, 2, 10, jitter.Equal, 0),
		policy(0.1, 2, 10, jitter.Spread, 0.2),
		policy(0.2, 1.5, 4, jitter.Up, 0.5),
		policy(0.2, 1.5, 4, jitter.Add, 0.7),
		policy(0.3, 2, 5, jitter.NormalRelative, 0.3),
		policy(0.1, 3, inf, jitter.Full, 0),
		{Policy: calc.Policy{InitialDelay: 0.2, Factor: 2, Cap: 3}, Jitter: jitter.Jitter{Type: jitter.Full}, CapAfter: true},
	}
	if testing.Short() {
		plans = plans[:2]
	}
	for _, p := range plans {
		s := refined(refusing(p, 20), 0)
		p.Retries, p.Deadline = inf, inf
		dist := elapsed.New(p, elapsed.Coarse)
		retries := 0.0
		for i := range s.Len() {
			retries += s.Retries[i] / 1000
			want, err := dist.RetriesBy(t.Context(), float64(i+1))
			if err != nil {
				t.Fatal(err)
			}
			near(t, fmt.Sprintf("%v: retries by %d s", p, i+1), retries, want, 0.01)
		}
	}
}

// TestSteady is the rate of a fleet that has long been refused: N/E(d), with the
// mean delays at the cap in closed form, and for decorrelated jitter of cap over
// first delay 30 and 100 as tabulated.
func TestSteady(t *testing.T) {
	for _, x := range []struct {
		p    jitter.Policy
		mean float64 // over the cap
		tol  float64
	}{
		{policy(0.1, 2, 10, jitter.Full, 0), 0.5, 0.002},
		{policy(0.1, 2, 10, jitter.Equal, 0), 0.75, 0.002},
		{policy(0.1, 1, 10, jitter.Decorrelated, 3), 0.5272, 0.01},
		{policy(0.1, 1, 3, jitter.Decorrelated, 3), 0.6194, 0.01},
	} {
		w := refusing(x.p, 600)
		w.Step = 100
		s := solved(w, 0)
		rate := 1000 / (x.mean * x.p.Cap)
		near(t, fmt.Sprintf("%v", x.p), s.Load(s.Len()-1)/rate, 1, x.tol)
	}
}

// TestAmplification: one attempt in 1/x fails, so that a request of n retries makes
// (1 - x^(n+1))/(1-x) attempts.
func TestAmplification(t *testing.T) {
	for _, x := range []float64{0.1, 0.5, 0.9} {
		for _, n := range []float64{0, 1, 3, 10} {
			w := refusing(policy(0.1, 1, 1, jitter.Full, 0), 20)
			w.Traffic = system.Traffic{Kind: system.Open, Rate: 100}
			w.Client.Retries = n
			w.Server = system.Server{Kind: system.Slowing, ServiceTime: 0.1, Concurrency: inf, Slowdown: 1, CheckInterval: 0.05}
			w.Outages = []system.Outage{{Kind: system.Errors, Length: 100, Share: x}}
			s := solved(w, 0)
			near(t, fmt.Sprintf("x %g, n %g", x, n), s.Load(19)/100, (1-math.Pow(x, n+1))/(1-x), 1e-9)
		}
	}
}

// TestScale: a thousand times the clients at a server a thousand times the size
// is a thousand times the fluid model.
func TestScale(t *testing.T) {
	for name, w := range systems() {
		big := w
		big.Traffic.Clients *= 1000
		big.Traffic.Rate *= 1000
		big.Server.Concurrency *= 1000
		big.Server.Slowdown = math.Pow(w.Server.Slowdown, 1.0/1000)
		big.Server.Workers *= 1000
		big.Server.QueueSize *= 1000
		big.Server.Capacity *= 1000
		big.Client.Budget.Reserve *= 1000
		big.Client.Breaker.Least *= 1000
		a, b := solved(w, 0.05), solved(big, 0.05)
		for s, series := range a.Series() {
			for i, x := range *series {
				y := (*b.Series()[s])[i]
				if s == 11 { // mean ages stay
					y *= 1000
				}
				if x == x || y == y {
					near(t, fmt.Sprintf("%s: series %d at %d", name, s, i), y/1000, x, 1e-6*(1+x))
				}
			}
		}
	}
}

// TestScaleRows: of every type, multiplied without a cap, what follows a delay adds up to 1.
func TestScaleRows(t *testing.T) {
	for kind := range jitter.Type(len(jitter.Types)) {
		w := standard(policy(1e-3, 1, math.Inf(1), kind, 0.5))
		w.Client.Feedback = kind.Row().After == nil && kind.Row().Path == nil
		if !w.Client.Stateful() || kind.Row().Path != nil {
			continue
		}
		s := newScale(w, 1)
		for b := range s.states {
			total := 0.0
			for _, to := range s.from(b) {
				for _, p := range to.p {
					total += p
				}
			}
			near(t, fmt.Sprintf("%s, state %d", kind.Row().Name, b), total, 1, 1e-9)
		}
	}
}

// TestConservation: attempts end once or are under way, and every client is somewhere.
func TestConservation(t *testing.T) {
	all := systems()
	r := rand.New(rand.NewPCG(1, 2))
	n := 100 * *times
	if testing.Short() {
		n = 5
	}
	for i := range n {
		all[fmt.Sprint("random ", i)] = someOf.System(r)
	}
	for name, w := range all {
		if err := w.Validate(); err != nil {
			t.Fatal(name, err)
		}
		f := newModel(w, newGrid(w, 0.05), newGraph(w, 1))
		f.length = inf // all that is entered counts
		for j := range f.n {
			f.cell(j)
		}
		waits := sum(f.levels[waiting].jump)
		run := f.close()
		for s, series := range run.Series() {
			for i, x := range *series {
				if x < 0 || math.IsInf(x, 0) || x != x && s < 11 {
					t.Errorf("%s: series %d at %d is %g", name, s, i, x)
				}
			}
		}
		for i := range run.Len() {
			if !(run.Load(i) >= 0) {
				t.Errorf("%s: a load of %g at %d", name, run.Load(i), i)
			}
		}
		attempts := sum(run.First) + sum(run.Retries)
		ends := sum(run.Goodput) + sum(run.Failures) + sum(run.Timeouts) + f.underWay
		near(t, name+": ends of attempts", ends/attempts, 1, 1e-9)
		if w.Traffic.Kind == system.Closed {
			thinks := f.source.idle + f.source.early
			if f.source.ages != nil {
				continue // what thinks is not summed there
			}
			near(t, name+": clients", (thinks+waits+f.underWay)/w.Traffic.Clients, 1, 1e-9)
		}
	}
}

// someOf is something of everything that the fluid model carries.
var someOf = reference.Values{
	Clients: []float64{10, 1000, 1e6}, Think: []float64{1, 10}, Rate: []float64{10, 1000},
	InitialDelay: []float64{0.02, 0.1, 1}, Factor: []float64{1, 1.5, 2, math.E}, Cap: []float64{3, 30, inf}, Amount: []float64{0.1, 0.5}, Growth: []float64{2, 3},
	Retries: []float64{0, 3, inf, inf}, Deadline: []float64{inf}, Timeout: []float64{0.3, 2, inf},
	Ratio: []float64{0.1, 0.5}, Reserve: []float64{10, 1000},
	BreakerShare: []float64{0.5}, BreakerWindow: []float64{2}, Least: []float64{10}, Pause: []float64{3},
	ServiceTime: []float64{0.1, 0.25}, Concurrency: []float64{30, 1000}, Slowdown: []float64{1, 1.05}, CheckInterval: []float64{0.05, 0.1, 0.03},
	Workers: []float64{5, 100}, Room: []float64{0, 100, inf}, Capacity: []float64{10, 200},
	Outages: 3, After: []float64{0, 1.234, 4, 7.5}, Length: []float64{0.3, 2, 4.321}, Share: []float64{0.12, 0.5, 0.87},
	Duration: []float64{30}, Step: []float64{1, 0.5, 0.7},
}

func BenchmarkFixed(b *testing.B) {
	for b.Loop() {
		solved(standard(fixed), 0)
	}
}

func BenchmarkExponential(b *testing.B) {
	for b.Loop() {
		solved(standard(exponential), 0)
	}
}

func BenchmarkStages(b *testing.B) {
	for b.Loop() {
		solved(standard(policy(0.1, 2, inf, jitter.Full, 0)), 0)
	}
}

func BenchmarkRefine(b *testing.B) {
	for b.Loop() {
		refined(standard(exponential), 0)
	}
}

func BenchmarkBillion(b *testing.B) {
	w := standard(exponential)
	w.Traffic.Clients = 1e9
	w.Server.Concurrency *= 1e6
	w.Server.Slowdown = math.Pow(w.Server.Slowdown, 1e-6)
	for b.Loop() {
		solved(w, 0)
	}
}

// solved is Solve to the end.
func solved(w system.System, step float64) Solution {
	s, _ := Solve(context.Background(), w, step)
	return s
}

// refined is Refine to the end.
func refined(w system.System, step float64) Solution {
	s, _ := Refine(context.Background(), w, step)
	return s
}

// limitedTo is the policy with so many retries and no deadline.
func limitedTo(p jitter.Policy, retries float64) jitter.Policy {
	p.Retries, p.Deadline = retries, math.Inf(1)
	return p
}
