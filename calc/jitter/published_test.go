package jitter

import (
	"math"
	"testing"

	"retune/calc"
)

// TestPublished compares the least, the mean and the longest delay before retries 1 to 8 with real clients: with their
// sources and, for most, with runs of their code. Times are in seconds.
func TestPublished(t *testing.T) {
	inf := math.Inf(1)
	of := func(a, r, c float64, j Jitter, rest ...func(p *Policy)) Policy {
		p := Policy{Policy: calc.Policy{InitialDelay: a, Factor: r, Cap: c}, Jitter: j, Retries: 8, Deadline: inf}
		for _, do := range rest {
			do(&p)
		}
		return p
	}
	full, none := Jitter{Type: Full}, Jitter{}
	quantum := func(size float64, inclusive bool) func(p *Policy) {
		return func(p *Policy) { p.Quantum = calc.Quantum{Size: size, Inclusive: inclusive} }
	}
	grows := func(g calc.Growth) func(p *Policy) { return func(p *Policy) { p.Growth = g } }
	after := func(p *Policy) { p.CapAfter = true }
	at := func(c AtCap) func(p *Policy) { return func(p *Policy) { p.Rule.AtCap = c } }
	uncapped := func(p *Policy) { p.FirstUncapped = true }
	for _, c := range []struct {
		name          string
		p             Policy
		lo, mean, top []float64
		tol           float64
	}{
		{"AWS simulator, full", of(0.005, 2, 2, full, grows(calc.Growth{Shift: 1})), []float64{0, 0, 0, 0},
			[]float64{.005, .01, .02, .04, .08, .16, .32, .64}, []float64{.01, .02, .04, .08, .16, .32, .64, 1.28},
			1e-12},
		{"gax-go", of(1, 2, 30, full, uncapped), nil, []float64{.5, 1, 2, 4, 8, 15, 15, 15},
			[]float64{1, 2, 4, 8, 16, 30, 30, 30}, 1e-12},
		{"gRPC A6", of(0.1, 2, 1, Jitter{Type: Spread, Amount: 0.2}), []float64{.08, .16, .32, .64, .8, .8},
			[]float64{.1, .2, .4, .8, 1, 1}, []float64{.12, .24, .48, .96, 1.2, 1.2}, 1e-12},
		{"Envoy", of(0.025, 2, 0.25, full, quantum(1e-3, false)), []float64{0, 0, 0, 0, 0, 0},
			[]float64{.012, .0245, .0495, .0995, .1245, .1245, .1245, .1245},
			[]float64{.024, .049, .099, .199, .249, .249, .249, .249}, 1e-12},
		{"cenkalti", of(0.5, 1.5, 60, Jitter{Type: Spread, Amount: 0.5}, uncapped), []float64{.25, .375, .5625,
			.84375}, []float64{.5, .75, 1.125, 1.6875}, []float64{.75, 1.125, 1.6875, 2.53125}, 1e-12},
		{"cenkalti, first above the cap", of(10, 2, 1, none, uncapped), []float64{10, 1, 1}, []float64{10, 1, 1},
			[]float64{10, 1, 1}, 0},
		{"go-retryablehttp, linear", of(1, 1, inf, Jitter{Type: Between, From: 1, Amount: 30},
			grows(calc.Growth{Kind: calc.Polynomial, Step: 1, Power: 1})),
			[]float64{1, 2, 3, 4}, []float64{15.5, 31, 46.5, 62}, []float64{30, 60, 90, 120}, 1e-12},
		{"avast", of(0.1, 2, inf, Jitter{Type: Add, Amount: 0.1}), []float64{.1, .2, .4, .8, 1.6},
			[]float64{.15, .25, .45, .85, 1.65}, []float64{.2, .3, .5, .9, 1.7}, 1e-12},
		{"AWS SDK for Go v2", of(1, 2, 20, full, grows(calc.Growth{Shift: 1}), at(Pinned)),
			[]float64{0, 0, 0, 0, 20, 20}, []float64{1, 2, 4, 8, 20, 20}, []float64{2, 4, 8, 16, 20, 20}, 1e-12},
		{"CrashLoopBackOff", of(10, 2, 300, none, grows(calc.Growth{Shift: -1}),
			func(p *Policy) { p.First = calc.NoDelay }),
			[]float64{0, 10, 20, 40, 80, 160, 300, 300}, []float64{0, 10, 20, 40, 80, 160, 300, 300},
			[]float64{0, 10, 20, 40, 80, 160, 300, 300}, 1e-12},
		{"gRPC connection", of(1, 1.6, 120, Jitter{Type: Spread, Amount: 0.2}, uncapped,
			func(p *Policy) { p.First = calc.Exact }),
			[]float64{1, 1.28, 2.048}, []float64{1, 1.6, 2.56}, []float64{1, 1.92, 3.072}, 1e-12},
		{"tenacity, min 5", of(1, 2, 60, full, func(p *Policy) { p.Rule.Least = 5 }), []float64{5, 5, 5, 5, 5},
			[]float64{5, 5, 5, 6.5, 10.5}, []float64{5, 5, 5, 8, 16}, 1e-12},
		{"urllib3", of(0.1, 2, 120, none, func(p *Policy) { p.First = calc.NoDelay }),
			[]float64{0, .2, .4, .8, 1.6}, []float64{0, .2, .4, .8, 1.6}, []float64{0, .2, .4, .8, 1.6}, 1e-12},
		{"Celery", of(1, 2, 600, full, quantum(1, true)), []float64{0, 0, 0}, []float64{.5, 1, 2, 4, 8, 16, 32, 64},
			[]float64{1, 2, 4, 8, 16, 32, 64, 128}, 1e-12},
		{"Resilience4j", of(0.5, 1.5, inf, Jitter{Type: Spread, Amount: 0.5},
			grows(calc.Growth{Kind: calc.Stepped, Step: 1e-3}), quantum(1e-3, true)),
			[]float64{.25, .375, .562, .843, 1.265, 1.897, 2.846, 4.269}, []float64{.5, .75, 1.125, 1.687, 2.530,
				3.795, 5.692, 8.538}, []float64{.75, 1.125, 1.688, 2.531, 3.795, 5.693, 8.538, 12.807}, 1.1e-3},
		{"Resilience4j, capped", of(0.5, 2, 4, Jitter{Type: Spread, Amount: 0.5}, after),
			[]float64{.25, .5, 1, 2, 4, 4}, []float64{.5, 1, 2, 3.5, 4, 4}, []float64{.75, 1.5, 3, 4, 4, 4}, 1e-12},
		{"Sidekiq", of(15, 1, inf, Jitter{Type: AddGrowing, Amount: 10},
			grows(calc.Growth{Kind: calc.Polynomial, Step: 1, Power: 4}), quantum(1, false)),
			[]float64{15, 16, 31, 96, 271, 640, 1311, 2416}, []float64{19.5, 25.5, 45.5, 115.5, 295.5, 669.5, 1345.5,
				2455.5}, []float64{24, 35, 60, 135, 320, 699, 1380, 2495}, 1e-9},
		{"async-retry", of(1, 2, inf, Jitter{Type: Up, Amount: 1}), []float64{1, 2, 4}, []float64{1.5, 3, 6},
			[]float64{2, 4, 8}, 1e-12},
		{"axios-retry", of(0.1, 2, inf, Jitter{Type: Up, Amount: 0.2}, grows(calc.Growth{Shift: 1})),
			[]float64{.2, .4, .8}, []float64{.22, .44, .88}, []float64{.24, .48, .96}, 1e-12},
		{"Kafka at the cap", of(0.1, 2, 1, Jitter{Type: Spread, Amount: 0.2}, at(Both)), []float64{.08, .16, .32,
			.64, .8}, []float64{.1, .2, .4, .8, .95}, []float64{.12, .24, .48, .96, 1}, 1e-12},
		{"azcore", of(0.8, 2, 60, Jitter{Type: Between, From: 0.8, Amount: 1.3},
			grows(calc.Growth{Kind: calc.Less, Shift: 1}), after),
			[]float64{.64, 1.92, 4.48}, []float64{.84, 2.52, 5.88}, []float64{1.04, 3.12, 7.28}, 1e-12},
		{"stripe-go", of(0.5, 1, 5, Jitter{Type: Down, Amount: 0.25},
			grows(calc.Growth{Kind: calc.Polynomial, Step: 0.5, Power: 2}), func(p *Policy) { p.Floor = 0.5 }),
			[]float64{.5, .75, 1.875, 3.75, 3.75}, []float64{.5, .875, 2.1875, 4.375, 4.375},
			[]float64{.5, 1, 2.5, 5, 5}, 1e-12},
		{"Spring Retry", of(0.1, 2, 30, Jitter{Type: Between, From: 1, Amount: 2}, at(Both)),
			[]float64{.1, .2, .4, .8, 1.6, 3.2, 6.4, 12.8}, []float64{.15, .3, .6, 1.2},
			[]float64{.2, .4, .8, 1.6, 3.2, 6.4, 12.8, 25.6}, 1e-12},
		{"Cloud Tasks", of(10, 2, 300, none, grows(calc.Growth{Kind: calc.Doublings, Until: 3})),
			[]float64{10, 20, 40, 80, 160, 240, 300}, []float64{10, 20, 40, 80, 160, 240, 300},
			[]float64{10, 20, 40, 80, 160, 240, 300}, 1e-12},
		{"EF Core", of(1, 2, 30, Jitter{Type: Up, Amount: 0.1}, grows(calc.Growth{Kind: calc.Less}), after),
			[]float64{0, 1, 3, 7, 15, 30}, []float64{0, 1.05, 3.15, 7.35, 15.75, 30},
			[]float64{0, 1.1, 3.3, 7.7, 16.5, 30}, 1e-12},
		{"go-redis", of(0.016, 2, 1, full, after, func(p *Policy) { p.Rule.Plus = 0.008 }), []float64{.008, .008},
			[]float64{.016, .024, .040}, []float64{.024, .040, .072}, 1e-12},
		{"Vector", of(1, 1, 30, full, grows(calc.Growth{Kind: calc.Fibonacci, Shift: 1})), nil,
			[]float64{.5, 1, 1.5, 2.5, 4, 6.5, 10.5, 15}, []float64{1, 2, 3, 5, 8, 13, 21, 30}, 1e-12},
		{"dskit", of(0.5, 2, 300, Jitter{Type: Up, Amount: 1}, grows(calc.Growth{Until: 9}), at(Range)),
			[]float64{.5, 1, 2, 4, 8, 16, 32, 64}, []float64{.75, 1.5, 3}, []float64{1, 2, 4, 8, 16, 32, 64, 128},
			1e-12},
		{"Reactor", of(0.1, 2, 1, Jitter{Type: Spread, Amount: 0.5}, at(Range),
			func(p *Policy) { p.Rule.Least = 0.1 }), []float64{.1, .1, .2, .4, .5, .5},
			[]float64{.125, .2, .4, .7, .75, .75}, []float64{.15, .3, .6, 1, 1, 1}, 1e-12},
		{"dramatiq at the cap", of(15, 2, 20, Jitter{Type: Up, Amount: 1}, at(Redraw)), []float64{10, 10, 10},
			[]float64{17.5/3 + 2*15./3, 15, 15}, []float64{20, 20, 20}, 1e-11},
		{"librdkafka", of(1, 2, inf, Jitter{Type: Spread, Amount: 0.2}, func(p *Policy) { p.Rule.Values = 41 }),
			[]float64{.8, 1.6}, []float64{1, 2}, []float64{1.2, 2.4}, 1e-12},
		{"Curator", of(1, 2, inf, full, grows(calc.Growth{Shift: 1}), quantum(1, false),
			func(p *Policy) { p.Floor = 1 }), []float64{1, 1, 1}, []float64{1, 1.75, 3.625}, []float64{1, 3, 7}, 1e-9},
		{"socket.io", of(1, 2, 5, Jitter{Type: Slices, Amount: 0.5}, after), []float64{.55, 1.1},
			[]float64{1.025, 2.05}, []float64{1.5, 3}, 1e-9},
		{"Prefect", of(1, 2, inf, Jitter{Type: Truncated, Amount: 0.3}), []float64{.752}, []float64{1.001},
			[]float64{1.3}, 1e-3},
		{"Polly", of(1, 2, inf, Jitter{Type: Smooth}), []float64{0, 0, 0},
			[]float64{.871, 1.158, 2.078, 4.128, 8.25, 16.5}, nil, 2e-2},
	} {
		if err := c.p.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		for i := range max(len(c.lo), len(c.mean), len(c.top)) {
			var d Dist
			if k := float64(i + 1); c.p.Jitter.Type.Row().Path != nil {
				d = c.p.Path(k)
			} else {
				d = c.p.Retry(k)
			}
			lo, hi := d.Support()
			for which, want := range map[string][]float64{"least": c.lo, "mean": c.mean, "longest": c.top} {
				got := map[string]float64{"least": lo, "mean": d.Mean(), "longest": hi}[which]
				if i < len(want) && !(math.Abs(got-want[i]) <= c.tol*math.Max(1, want[i])+1e-15) {
					t.Errorf("%s: the %s delay before retry %d is %v, want %v", c.name, which, i+1, got, want[i])
				}
			}
		}
	}
}

// TestCertainRules compares with runs of real clients without random delays.
func TestCertainRules(t *testing.T) {
	fluentd := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: math.Inf(1)}, Retries: math.Inf(1),
		Deadline: 259200, Rule: Rule{Stop: Clip}}
	if n := fluentd.RetriesMade(); n != 18 || fluentd.StartOf(17) != 131071 || fluentd.StartOf(18) != 259200 {
		t.Errorf("Fluentd makes %v retries, the last two at %v and %v", n, fluentd.StartOf(17), fluentd.StartOf(18))
	}
	systemd := Policy{Policy: calc.Policy{InitialDelay: 0.1, Factor: math.Pow(600, 1./8), Cap: 60},
		Retries: math.Inf(1), Deadline: math.Inf(1), Rule: Rule{Starts: Starts{Most: 5, Within: 10}}}
	if n := systemd.RetriesMade(); n != 4 || !(systemd.Elapsed(n) < 10) {
		t.Errorf("systemd makes %v restarts, the last at %v", n, systemd.Elapsed(n))
	}
	tasks := Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: math.Inf(1)}, Retries: 5, Deadline: 3,
		Rule: Rule{Stop: CountAndAge}}
	if tasks.RetriesMade() != 5 {
		t.Errorf("Cloud Tasks makes %v retries", tasks.RetriesMade())
	}
	if tasks.Deadline = 30; tasks.RetriesMade() != 30 {
		t.Errorf("Cloud Tasks makes %v retries within 30 s", tasks.RetriesMade())
	}
}
