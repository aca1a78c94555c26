package fleet

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// Times multiplies the number of random cases: see .ci/run.
var Times = flag.Int("times", 1, "how many times as many random cases are tried")

// smira is the published fleet: 1,000 clients that think for 10 s, and a server
// that with 951 attempts in it takes the 2 s of the timeout.
func smira() System {
	return System{
		Traffic: Traffic{Kind: Closed, Clients: 1000, Think: 10},
		Client: Client{Policy: jitter.Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10},
			Jitter: jitter.Jitter{Type: jitter.Full}, Retries: math.Inf(1), Deadline: math.Inf(1)},
			Timeout: 2},
		Server:   Server{Kind: Slowing, ServiceTime: 0.1, Concurrency: 30, Slowdown: 1.05, CheckInterval: 0.05},
		Outages:  []Outage{{Kind: Reject, At: 60, Length: 20}},
		Duration: 400, Step: 1,
	}
}

// poisson draws a Poisson count: by a product of uniforms, or from the normal approximation if it is large.
func poisson(r *rand.Rand, mean float64) float64 {
	if mean > 50 {
		return math.Max(0, math.Round(mean+math.Sqrt(mean)*r.NormFloat64()))
	}
	n := 0.0
	for p := r.Float64(); p > math.Exp(-mean); p *= r.Float64() {
		n++
	}
	return n
}

// simulate makes a run of a load and successes per second, in units of the normal
// load and as functions of the time since the outage; what does not succeed times
// out. With r it draws every count.
func simulate(w System, load, success func(t float64) float64, r *rand.Rand) Result {
	run := NewResult(w.Step, int(math.Round(w.Duration/w.Step)))
	normal, _ := w.Normal()
	for i := range run.Len() {
		t := (float64(i)+0.5)*w.Step - w.OutageEnd()
		count := func(rate float64) float64 {
			if r == nil {
				return rate * normal * w.Step
			}
			return poisson(r, rate*normal*w.Step)
		}
		run.First[i] = count(math.Min(1, load(t)))
		run.Retries[i] = count(math.Max(0, load(t)-1))
		run.Goodput[i] = count(success(t))
		run.Timeouts[i] = math.Max(0, run.First[i]+run.Retries[i]-run.Goodput[i])
	}
	return run
}

// ideal returns the baseline of a fleet that loses only what the server cannot answer in time.
func ideal(w System) Baseline {
	load, latency := w.Normal()
	best, _ := w.Server.Best(w.Client.Timeout)
	if latency >= w.Client.Timeout {
		best = 0
	}
	return Baseline{Load: load, Goodput: math.Min(load, best), Offered: load, Sound: 1}
}

// back is 1 from time at on, and before what it was.
func back(at, before float64) func(float64) float64 {
	return func(t float64) float64 {
		if t < -20 || t >= at {
			return 1
		}
		return before
	}
}

// TestVerdictSharp switches load and successes back at a known time, in runs of
// expected values and in drawn ones, with many clients and with few.
func TestVerdictSharp(t *testing.T) {
	seeds := uint64(5 * *Times)
	if testing.Short() {
		seeds = 6
	}
	for _, c := range []struct{ clients, step float64 }{{1000, 1}, {1000, 0.1}, {100000, 0.5}, {100, 1}, {20, 1}} {
		for _, at := range []float64{0, 7, 20, 31, 60} {
			for seed := range seeds {
				w := smira()
				w.Traffic.Clients, w.Step = c.clients, c.step
				w.Server.Concurrency = math.Inf(1) // 100,000 are not too many
				w.Duration = 800
				var r *rand.Rand
				off := 1e-9
				if seed > 0 {
					r = rand.New(rand.NewPCG(seed, 1))
					off += c.step + 600*10/c.clients // 600 events tell 4/5 from 1
				}
				v := simulate(w, back(at, 5), back(at, 0), r).Verdict(w, ideal(w))
				if !(math.Abs(v.Recovery-at) <= off) {
					t.Errorf("%v clients, back after %v: seed %d: recovery after %v", c.clients, at, seed, v.Recovery)
				}
				for _, x := range []float64{v.Success50, v.Success90, v.Success99} {
					if !(math.Abs(x-at) <= off) {
						t.Errorf("%v clients, back after %v: seed %d: successes after %v, %v, %v",
							c.clients, at, seed, v.Success50, v.Success90, v.Success99)
						break
					}
				}
				want := Recovers
				if v.Recovery > 20 {
					want = RecoversLate
				}
				if v.Outcome != want {
					t.Errorf("%v clients, back after %v: %v, %v", c.clients, at, v.Recovery, v.Outcome)
				}
			}
		}
	}
}

// TestVerdictRamp lets successes rise in a straight line for 40 s, and the load
// fall, and then stay.
func TestVerdictRamp(t *testing.T) {
	w := smira()
	ramp := func(t float64) float64 { return math.Max(0, math.Min(1, t/40)) }
	fall := func(t float64) float64 { return 3 - 2*ramp(t) }
	for seed := range uint64(15) {
		var r *rand.Rand
		off := 1.0
		if seed > 0 {
			r, off = rand.New(rand.NewPCG(seed, 2)), 11 // a fifth of the rate, and chance
		}
		v := simulate(w, fall, ramp, r).Verdict(w, ideal(w))
		for i, c := range []struct{ got, want float64 }{{v.Success50, 20}, {v.Success90, 36}, {v.Success99, 39.6},
			{v.Recovery, 36}} {
			if !(math.Abs(c.got-c.want) <= off) {
				t.Errorf("seed %d, time %d is %v, want %v", seed, i, c.got, c.want)
			}
		}
	}
}

// TestVerdictFew has the same rise with only 100 clients and ten successes a second, too few for any window to be
// certain. The times must hold on average.
func TestVerdictFew(t *testing.T) {
	w := smira()
	w.Traffic.Clients, w.Duration = 100, 800
	var half, recovery float64
	for seed := range uint64(40) {
		rise := func(t float64) float64 { return math.Max(0, math.Min(1, t/40)) }
		v := simulate(w, func(t float64) float64 { return 3 - 2*rise(t) }, rise,
			rand.New(rand.NewPCG(seed, 4))).Verdict(w, ideal(w))
		half += v.Success50 / 40
		recovery += v.Recovery / 40
	}
	if !(math.Abs(half-20) <= 5) || !(math.Abs(recovery-36) <= 3) {
		t.Errorf("half of normal after %v, want 20; normal after %v, want 36", half, recovery)
	}
}

// TestVerdictShort recovers from 2 s of outage after 3, which is within two timeouts,
// and after 5.
func TestVerdictShort(t *testing.T) {
	for at, want := range map[float64]Outcome{3: Recovers, 5: RecoversLate} {
		w := smira()
		w.Outages[0].Length = 2
		if v := simulate(w, back(at, 5), back(at, 0), nil).Verdict(w, ideal(w)); v.Recovery != at || v.Outcome != want {
			t.Errorf("%v: %+v", at, v)
		}
	}
}

// TestVerdictCollapse checks fleets that stay away from normal, a little or much, always or from some time on, and
// fleets that only seem to.
func TestVerdictCollapse(t *testing.T) {
	always := func(x float64) func(float64) float64 { return func(float64) float64 { return x } }
	for name, c := range map[string]struct {
		load, success func(float64) float64
		want          Outcome
	}{
		"dead":              {always(5), always(0), Metastable},
		"four fifths":       {always(1), always(0.8), Metastable},
		"load a third more": {always(1.33), always(1), Metastable},
		"as before":         {always(1), always(1), Recovers},
		"1% off":            {always(1.01), always(0.99), Recovers},
		"falls again at 200": {always(1), func(t float64) float64 {
			return map[bool]float64{true: 1,
				false: 0.3}[t < 200]
		}, Metastable},
		"a dip at 200": {always(1), func(t float64) float64 {
			return map[bool]float64{true: 0, false: 1}[200 < t &&
				t < 202]
		}, Recovers},
		"a hole at 200": {always(1), func(t float64) float64 {
			return map[bool]float64{true: 0, false: 1}[200 < t &&
				t < 230]
		}, RecoversLate},
		"dies at 300": {always(1), func(t float64) float64 { return map[bool]float64{true: 1, false: 0}[t < 300] },
			Metastable},
		"a surge at 200": {func(t float64) float64 { return map[bool]float64{true: 3, false: 1}[200 < t && t < 230] },
			always(1), RecoversLate},
		"one long surge": {func(t float64) float64 {
			return map[bool]float64{true: 10, false: 0.3}[240 < t &&
				t < 280]
		}, always(0.4), Metastable},
		"a wave every 30 s": {func(t float64) float64 {
			return map[bool]float64{true: 20,
				false: 0.3}[math.Mod(t+80, 30) < 2]
		}, always(0.4), Metastable},
	} {
		for seed := range uint64(20) {
			w := smira()
			if c.want == Metastable {
				w.Duration = 8000
			}
			var r *rand.Rand
			if seed > 0 {
				r = rand.New(rand.NewPCG(seed, 3))
			}
			v := simulate(w, c.load, c.success, r).Verdict(w, ideal(w))
			if v.Outcome != c.want || (c.want == Metastable) != math.IsNaN(v.Recovery) {
				t.Errorf("%s, seed %d: %v after %v, want %v", name, seed, v.Outcome, v.Recovery, c.want)
			}
			if wave := name == "a wave every 30 s"; wave != (v.Reason == ReasonHerd) {
				t.Errorf("%s, seed %d: reason %d", name, seed, v.Reason)
			}
		}
	}
}

// TestVerdictRounding checks outages of many lengths without aftereffects: a fleet that is back at the end of the
// outage has a recovery time of exactly 0, despite the rounding of steps.
func TestVerdictRounding(t *testing.T) {
	for tenths := range 100 {
		w := smira()
		w.Outages = []Outage{{Kind: Reject, At: 40, Length: 0.1 * float64(tenths+1)}}
		w = w.Fine(100)
		v := simulate(w, back(0, 1), back(0, 1), nil).Verdict(w, ideal(w))
		for _, x := range []float64{v.Recovery, v.Success50, v.Success90, v.Success99} {
			if !(x == 0 || x > 1e-6) {
				t.Errorf("after an outage of %v all is back in %v", w.Outages[0].Length, x)
			}
		}
	}
}

// TestVerdictLongBurst sends a burst of a million clients to a server that answers 20 per second, and so all in 50,000
// s: no shorter run has a verdict. A server that answers none for an hour never finishes. One that works ever more
// slowly is not lost as long as it works.
func TestVerdictLongBurst(t *testing.T) {
	for _, duration := range []float64{60, 180, 3840, 11520, 45000} {
		lost := Unsettled
		if duration > 3600 {
			lost = Metastable
		}
		for name, c := range map[string]struct {
			done func(t float64) float64
			want Outcome
		}{
			"20 per second": {func(t float64) float64 { return 20 * t * 50000 / duration / 2 }, Unsettled},
			"none":          {func(float64) float64 { return 0 }, lost},
			"ever fewer":    {func(t float64) float64 { return 1e5 * (1 - math.Exp2(-8*t/duration)) }, Unsettled},
		} {
			w := smira()
			w.Traffic, w.Outages, w.Client.Timeout = Traffic{Kind: Burst, Clients: 1e6}, nil, math.Inf(1)
			w.Server = Server{Kind: Queue, ServiceTime: 0.25, Workers: 5, QueueSize: math.Inf(1)}
			w = w.Fine(duration)
			run := NewResult(w.Step, w.Steps())
			for i := range run.Len() {
				from, to := float64(i)*w.Step, float64(i+1)*w.Step
				run.Goodput[i] = c.done(to) - c.done(from)
				run.InFlight[i] = 1e6 - (c.done(from)+c.done(to))/2
			}
			if v := run.Verdict(w, run.Baseline(w)); v.Outcome != c.want {
				t.Errorf("%s, %v s: %v", name, duration, v.Outcome)
			}
		}
	}
}
