package system_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/des"
	"retune/calc/fluid"
	"retune/calc/jitter"
	"retune/calc/reference"
	"retune/calc/system"
)

var inf = math.Inf(1)

// clearOf is 4,000 clients, or as many requests, of any traffic, server, jitter, budget
// and outages.
var clearOf = reference.Values{
	Clients: []float64{4000}, Think: []float64{5, 20},
	InitialDelay: []float64{0.1, 1}, Factor: []float64{1.5, 2, math.E}, Cap: []float64{3, 10, inf}, Amount: []float64{0.1, 0.5}, Growth: []float64{2, 3},
	Retries: []float64{0, 3, 8, inf, inf, inf}, Deadline: []float64{inf}, Timeout: []float64{0.7, 2, inf},
	Ratio: []float64{0.1, 0.5}, Reserve: []float64{100, 3000},
	BreakerShare: []float64{0.5}, BreakerWindow: []float64{2, 10}, Least: []float64{500}, Pause: []float64{2, 5},
	ServiceTime: []float64{0.1, 0.3}, Concurrency: []float64{1.5, 5, inf}, Slowdown: []float64{1, 5}, CheckInterval: []float64{0.03, 0.1},
	Workers: []float64{1.5}, Room: []float64{1, inf}, Capacity: []float64{1.5},
	Outages: 3, After: []float64{5, 8.3, 12}, Length: []float64{0.5, 2, 7.7}, Share: []float64{0.2, 0.5, 0.8},
	Duration: []float64{40}, Step: []float64{1},
}

// anySystem returns one of those, whose server takes half as much again as it needs: what
// happens is then clear, and the same in every run.
func anySystem(r *rand.Rand) system.System {
	w := clearOf.System(r)
	w.Traffic.Rate = w.Traffic.Clients / w.Traffic.Think
	s, load := &w.Server, w.Traffic.Rate
	s.Concurrency *= load * s.ServiceTime
	s.Slowdown = 1 + s.Slowdown/(load*s.ServiceTime)
	s.Workers, s.QueueSize = math.Ceil(s.Workers*load*s.ServiceTime), math.Ceil(s.QueueSize*load*s.ServiceTime)
	s.Capacity = math.Ceil(s.Capacity * load)
	return w
}

// clear tells whether the runs agree on whether the fleet comes back, and on the steps
// in which the breaker opens: if chance decides, the mean of many runs is between what they do,
// and the fluid model is on one side.
func clear(w system.System, runs []system.Result) bool {
	calm := w.Healthy()
	base := fluidRun(calm).Baseline(calm)
	back := runs[0].Verdict(w, base).Outcome.Back()
	for _, r := range runs[1:] {
		for i, x := range r.Stopped {
			if (x > 0) != (runs[0].Stopped[i] > 0) {
				return false
			}
		}
		if r.Verdict(w, base).Outcome.Back() != back {
			return false
		}
	}
	return true
}

func fluidRun(w system.System) system.Result {
	s, _ := fluid.Solve(context.Background(), w, 0)
	return s.Result
}

func sum(xs []float64) (total float64) {
	for _, x := range xs {
		total += x
	}
	return total
}

// TestEnginesAgree compares the engines in random systems.
func TestEnginesAgree(t *testing.T) {
	systems := 6 * *system.Times
	if testing.Short() {
		systems = 2
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range systems {
		agree(t, fmt.Sprint("system ", n), anySystem(r))
	}
}

// TestEnginesAgreeByRule compares them in systems whose clients do more than the five
// numbers say.
func TestEnginesAgreeByRule(t *testing.T) {
	rules := []func(p *jitter.Policy){
		func(p *jitter.Policy) { p.Growth = calc.Growth{Kind: calc.Polynomial, Step: 0.5, Power: 2} },
		func(p *jitter.Policy) { p.Growth, p.Cap = calc.Growth{Kind: calc.Fibonacci}, 5 },
		func(p *jitter.Policy) { p.First, p.Quantum = calc.NoDelay, calc.Quantum{Size: 0.5, Inclusive: true} },
		func(p *jitter.Policy) { p.Rule.AtCap, p.Cap = jitter.Pinned, 6 },
		func(p *jitter.Policy) {
			p.Jitter, p.Rule.AtCap = jitter.Jitter{Type: jitter.Truncated, Amount: 1}, jitter.Both
		},
		func(p *jitter.Policy) { p.Jitter = jitter.Jitter{Type: jitter.Prior, Amount: 1} },
	}
	if testing.Short() {
		rules = rules[:1]
	}
	for n, do := range rules {
		w := system.System{
			Traffic: system.Traffic{Kind: system.Closed, Clients: 4000, Think: 20},
			Client:  system.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.3, Factor: 2, Cap: 10}, Jitter: jitter.Jitter{Type: jitter.Full}, Retries: inf, Deadline: inf}, Timeout: 2},
			Server:  system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 300},
			Outages: []system.Outage{{Kind: system.Reject, At: 8, Length: 8}}, Duration: 40, Step: 1,
		}
		if do(&w.Client.Policy); w.Validate() != nil {
			t.Fatal(w.Validate())
		}
		agree(t, fmt.Sprint("rule ", n), w)
	}
}

// TestEnginesAgreeInStep compares them where round numbers meet, in systems in which
// many clients feel that at once.
func TestEnginesAgreeInStep(t *testing.T) {
	burst := func(p calc.Policy, kind jitter.Type, amount, timeout float64, server system.Server, outages ...system.Outage) system.System {
		return system.System{
			Traffic: system.Traffic{Kind: system.Burst, Clients: 10_000},
			Client: system.Client{Policy: jitter.Policy{Policy: p, Jitter: jitter.Jitter{Type: kind, Amount: amount}, CapAfter: kind == jitter.Down, Retries: inf, Deadline: inf},
				Timeout: timeout},
			Server: server, Outages: outages, Duration: 30, Step: 1,
		}
	}
	hang := func(at, length float64) system.Outage {
		return system.Outage{Kind: system.Hang, At: at, Length: length}
	}
	slow := calc.Policy{InitialDelay: 1, Factor: math.E, Cap: inf}
	queue := system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 75, QueueSize: inf}

	timesOut := burst(calc.Policy{InitialDelay: 0.1, Factor: 1.5, Cap: 10}, jitter.Down, 0.5, 0.7,
		system.Server{ServiceTime: 0.3, Concurrency: 225, Slowdown: 1 + 1./30, CheckInterval: 0.1}, hang(5, 7.7))
	timesOut.Client.Cancel = true // at its last look
	budget := burst(calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: inf}, jitter.NormalAbsolute, 0.1, 2,
		system.Server{Kind: system.Queue, ServiceTime: 0.1, Workers: 75, QueueSize: 50})
	budget.Client.Budget = system.Budget{Kind: system.Ratio, Ratio: 0.1, Reserve: 100}
	feedback := burst(calc.Policy{InitialDelay: 1, Factor: 2, Cap: 3}, jitter.Down, 0.1, 2,
		system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 750})
	feedback.Client.Feedback = true // no retry after 1 s
	breaker := burst(slow, jitter.None, 0, 2, system.Server{Kind: system.Queue, ServiceTime: 0.3, Workers: 900, QueueSize: inf})
	breaker.Client.Breaker = system.Breaker{Share: 0.5, Window: 2, Least: 500, Pause: 5} // more than half, of those not forgotten

	for name, w := range map[string]system.System{
		"answers as many as came":                   burst(slow, jitter.None, 0, inf, system.Server{ServiceTime: 0.1, Concurrency: 300, Slowdown: 1.025, AtArrival: true}),
		"a hang begins with the end of an attempt":  burst(slow, jitter.None, 0, inf, queue, hang(8.3, 2)),
		"an attempt times out when it is looked at": timesOut, "the budget is full": budget, "the first delay is at most 1 s": feedback, "the breaker forgets": breaker,
	} {
		agree(t, name, w)
	}
}

// agree compares the fluid model with the mean of 10 runs, step by step: load, successes
// and attempts in the server, within five standard errors and the error that the fluid model
// states.
func agree(t *testing.T, name string, w system.System) {
	t.Helper()
	const runs = 10
	if err := w.Validate(); err != nil {
		t.Fatal(name, err)
	}
	var sample des.Summary
	var list []system.Result
	des.Repeat(t.Context(), w, 7, runs, 2, func(_ int, r system.Result) { sample.Add(r); list = append(list, r) })
	if !clear(w, list) {
		t.Logf("%s: the runs differ", name)
		return
	}
	model, err := fluid.Refine(t.Context(), w, 0)
	if model.Error.Len() == 0 {
		t.Logf("%s: too much for a finer grid, or refused: %v", name, err)
		return
	}
	mean, se := sample.Mean(), sample.Error()
	bad := 0
	for i := range model.Len() {
		for _, x := range []struct {
			what                  string
			model, mean, se, grid float64
		}{
			{"load", model.Load(i), mean.Load(i), math.Hypot(se.First[i], se.Retries[i]), model.LoadError(i)},
			{"successes", model.Goodput[i], mean.Goodput[i], se.Goodput[i], model.Error.Goodput[i]},
			{"in flight", model.InFlight[i], mean.InFlight[i], se.InFlight[i], model.Error.InFlight[i]},
		} {
			// A sample of 10 tells its own error badly: not below that of counts.
			off := 5*math.Max(x.se, math.Sqrt((x.model+1)/runs)) + x.grid
			if !(math.Abs(x.model-x.mean) <= off) {
				if bad++; bad == 1 {
					t.Errorf("%s, step %d: %s %.2f, simulated %.2f +- %.2f, grid error %.2f", name, i, x.what, x.model, x.mean, x.se, x.grid)
				}
			}
		}
	}
	if bad > 0 {
		t.Errorf("%s: %d points differ in %+v", name, bad, w)
	}
}

// both runs a system by both engines.
func both(w system.System) map[string]system.Result {
	return map[string]system.Result{"fluid model": fluidRun(w), "simulation": des.Run(w, 1)}
}

// TestEnginesAreExact holds that a fleet in step, without jitter and with a server
// that does not slow, does what calc.Policy says: retry k starts at Elapsed(k) until
// one comes after the outage, refused at once or timed out in a hang, which is then
// the time that an attempt takes.
func TestEnginesAreExact(t *testing.T) {
	for _, p := range []calc.Policy{
		{InitialDelay: 0.1, Factor: 2, Cap: 10}, {InitialDelay: 0.1, Factor: 1.1, Cap: inf}, {InitialDelay: 0.3, Factor: 1, Cap: 0.3}, {InitialDelay: 0.7, Factor: 3, Cap: 8},
	} {
		for _, kind := range []system.OutageKind{system.Reject, system.Hang} {
			const outage, latency, clients = 11.03, 0.05, 1000
			w := system.System{
				Traffic:  system.Traffic{Kind: system.Burst, Clients: clients},
				Client:   system.Client{Policy: jitter.Policy{Policy: p, Retries: inf, Deadline: inf}, Timeout: 0.7, Cancel: true},
				Server:   system.Server{Kind: system.Slowing, ServiceTime: latency, Concurrency: inf, AtArrival: true},
				Outages:  []system.Outage{{Kind: kind, Length: outage}},
				Duration: 60, Step: 0.1,
			}
			if kind == system.Hang {
				p.AttemptTime = w.Client.Timeout
			}
			// The last attempt that the hang holds is answered when it ends, if it is young.
			waits := 0.0
			if kind == system.Hang {
				waits = w.Client.Timeout - latency
			}
			retries, successes := make([]float64, w.Steps()), make([]float64, w.Steps())
			for k := 0.0; ; k++ {
				at := p.Elapsed(k)
				if k > 0 {
					retries[int(at/w.Step+1e-6)] += clients
				}
				if at > outage-waits {
					successes[int((math.Max(at, outage)+latency)/w.Step+1e-6)] += clients
					break
				}
			}
			for name, run := range both(w) {
				for i := range retries {
					if !(math.Abs(run.Retries[i]-retries[i]) <= 1e-6) || !(math.Abs(run.Goodput[i]-successes[i]) <= 1e-6) {
						t.Fatalf("%s, %s, %+v, step %d: %g retries and %g successes, want %g and %g", name, kind, p, i,
							run.Retries[i], run.Goodput[i], retries[i], successes[i])
					}
				}
			}
		}
	}
}

// TestEnginesThrottle is a burst of 10,000 at a server that accepts 750: of the other
// attempts those retry that leave more than half of the 3000 tokens, the first 1499.
func TestEnginesThrottle(t *testing.T) {
	w := system.System{
		Traffic: system.Traffic{Kind: system.Burst, Clients: 10_000},
		Client: system.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}, Retries: inf, Deadline: inf}, Timeout: 1,
			Budget: system.Budget{Kind: system.Throttle, Ratio: 0.1, Reserve: 3000}},
		Server:   system.Server{Kind: system.Limited, ServiceTime: 0.1, Capacity: 750},
		Duration: 10, Step: 1,
	}
	for name, run := range both(w) {
		if got := sum(run.Retries); !(math.Abs(got-1499) <= 1) {
			t.Errorf("%s: %g retries, want 1499", name, got)
		}
	}
}

// TestBurstThinsOut simulates bursts whose clients wait ever longer until all have had success, and
// holds that a run which ends long before that calls it draining; but not one whose clients stay in
// step, 1,500 of whom come again each time that half as much time again has passed, unless an
// endless queue still works off what they have given up.
func TestBurstThinsOut(t *testing.T) {
	for _, kind := range []jitter.Type{jitter.None, jitter.Spread, jitter.Equal, jitter.Full} {
		for _, server := range []system.Server{
			{Kind: system.Limited, ServiceTime: 0.1, Capacity: 30}, {Kind: system.Queue, ServiceTime: 0.1, Workers: 3, QueueSize: inf}, {Kind: system.Queue, ServiceTime: 0.1, Workers: 10, QueueSize: 20},
		} {
			w := system.System{
				Traffic: system.Traffic{Kind: system.Burst, Clients: 400},
				Client:  system.Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.5, Factor: 1.5, Cap: inf}, Jitter: jitter.Jitter{Type: kind, Amount: 0.1}, Retries: inf, Deadline: inf}, Timeout: 1},
				Server:  server,
				Outages: []system.Outage{{Kind: system.Reject, Length: 20}}, Duration: 1e6, Step: 1e4,
			}
			if kind == jitter.None {
				w.Traffic.Clients = 1500
			}
			served := sum(des.Run(w, 1).Goodput)
			for _, duration := range []float64{25, 60} {
				short := w.Fine(duration)
				run := des.Run(short, 1)
				v := run.Verdict(short, run.Baseline(short))
				drains := v.Outcome.Back() || v.Outcome == system.Draining
				if all := served == w.Traffic.Clients; all == (kind == jitter.None) || all && !drains || !all && drains && duration == 60 && !math.IsInf(server.QueueSize, 1) {
					t.Errorf("%v, %+v: after %g s it is %v; %g have success in the end", kind, server, duration, v.Outcome, served)
				}
			}
		}
	}
}

// conserves holds that every attempt that started has ended or is under way, and returns how
// many started.
func conserves(t *testing.T, name string, w system.System, run system.Result) (started float64) {
	t.Helper()
	started = sum(run.First) + sum(run.Retries)
	ended := sum(run.Goodput) + sum(run.Failures) + sum(run.Timeouts) + run.UnderWay
	if !(math.Abs(started-ended) <= 1e-9*started) {
		t.Errorf("%s: %g attempts started, %g ended or are under way: %+v", name, started, ended, w)
	}
	return started
}

// TestEnginesConserve holds that every attempt that started has ended in one way or is
// under way, in both engines; and every request likewise.
func TestEnginesConserve(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 12 {
		w := anySystem(r)
		for des.Attempts(w) > 1e5 {
			w = anySystem(r)
		}
		for name, run := range both(w) {
			conserves(t, fmt.Sprintf("system %d, %s", n, name), w, run)
			if done := sum(run.Goodput) + sum(run.GivenUp); !(done <= sum(run.First)*(1+1e-9)) {
				t.Errorf("system %d, %s: %g requests are done, %g began", n, name, done, sum(run.First))
			}
		}
		if testing.Short() && n == 5 {
			break
		}
	}
}
