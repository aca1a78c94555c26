package elapsed_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

// A part is one rule of a real client beside the five numbers.
type part struct {
	name string
	do   func(p *jitter.Policy)
}

// parts has examples of all rules, for a policy with a = 1 s, r = 2, c = 20 s, full jitter and 8 retries.
var parts = []part{
	{"shift", func(p *jitter.Policy) { p.Growth = calc.Growth{Shift: 1} }},
	{"offset", func(p *jitter.Policy) { p.Growth = calc.Growth{Offset: 3} }},
	{"until", func(p *jitter.Policy) { p.Growth = calc.Growth{Until: 3} }},
	{"less", func(p *jitter.Policy) { p.Growth = calc.Growth{Kind: calc.Less, Shift: 1} }},
	{"less from 0", func(p *jitter.Policy) { p.Growth = calc.Growth{Kind: calc.Less} }},
	{"linear", func(p *jitter.Policy) { p.Growth = calc.Growth{Kind: calc.Polynomial, Step: 1, Power: 1} }},
	{"linear without a cap",
		func(p *jitter.Policy) { p.Cap = inf; p.Growth = calc.Growth{Kind: calc.Polynomial, Step: 1, Power: 1} }},
	{"power", func(p *jitter.Policy) { p.Growth = calc.Growth{Kind: calc.Polynomial, Step: 0.5, Power: 2} }},
	{"fibonacci", func(p *jitter.Policy) { p.Growth = calc.Growth{Kind: calc.Fibonacci, Shift: 1} }},
	{"doublings", func(p *jitter.Policy) { p.Growth = calc.Growth{Kind: calc.Doublings, Until: 2} }},
	{"stepped", func(p *jitter.Policy) { p.Factor = 1.5; p.Growth = calc.Growth{Kind: calc.Stepped, Step: 0.1} }},
	{"listed", func(p *jitter.Policy) {
		p.Growth = calc.Growth{Kind: calc.Listed,
			List: calc.NewList(5, 1, 3, 0, 8)}
	}},
	{"no first delay", func(p *jitter.Policy) { p.First = calc.NoDelay }},
	{"exact first delay", func(p *jitter.Policy) { p.First = calc.Exact }},
	{"first delay above the cap", func(p *jitter.Policy) { p.InitialDelay, p.Cap, p.FirstUncapped = 10, 2, true }},
	{"floor", func(p *jitter.Policy) { p.Floor = 0.7 }},
	{"quantum", func(p *jitter.Policy) { p.Quantum = calc.Quantum{Size: 1} }},
	{"quantum of which the end counts",
		func(p *jitter.Policy) { p.Quantum = calc.Quantum{Size: 1, Inclusive: true} }},
	{"quantum that the ends have", func(p *jitter.Policy) {
		p.Rule.AtCap, p.Jitter = jitter.Range, jitter.Jitter{Type: jitter.Spread, Amount: 0.4}
		p.Quantum = calc.Quantum{Size: 0.5, WholeEnds: true}
	}},
	{"nearest", func(p *jitter.Policy) { p.Quantum = calc.Quantum{Size: 0.5, Round: calc.Nearest} }},
	{"up", func(p *jitter.Policy) { p.Quantum = calc.Quantum{Size: 0.5, Round: calc.Up} }},
	{"milliseconds", func(p *jitter.Policy) { p.Quantum = calc.Quantum{Size: 1e-3} }},
	{"cap before and after", func(p *jitter.Policy) {
		p.Rule.AtCap, p.Jitter = jitter.Both, jitter.Jitter{Type: jitter.Spread, Amount: 0.5}
	}},
	{"range within the cap", func(p *jitter.Policy) {
		p.Rule.AtCap, p.Jitter = jitter.Range, jitter.Jitter{Type: jitter.Spread, Amount: 0.5}
	}},
	{"pinned to the cap", func(p *jitter.Policy) { p.Rule.AtCap = jitter.Pinned }},
	{"redrawn at the cap", func(p *jitter.Policy) {
		p.Rule.AtCap, p.Jitter = jitter.Redraw, jitter.Jitter{Type: jitter.Up, Amount: 1}
	}},
	{"least", func(p *jitter.Policy) { p.Rule.Least = 2.5 }},
	{"plus", func(p *jitter.Policy) { p.Rule.Plus = 1.5 }},
	{"teeth", func(p *jitter.Policy) { p.Rule.Values = 9 }},
	{"looks behind", func(p *jitter.Policy) { p.Rule.Stop = jitter.LookBehind }},
	{"clips", func(p *jitter.Policy) { p.Rule.Stop = jitter.Clip }},
	{"count and age", func(p *jitter.Policy) { p.Rule.Stop = jitter.CountAndAge }},
	{"adds by the retry", func(p *jitter.Policy) { p.Jitter = jitter.Jitter{Type: jitter.AddGrowing, Amount: 1} }},
	{"within steps", func(p *jitter.Policy) {
		p.Jitter, p.Factor = jitter.Jitter{Type: jitter.WithinSteps, Amount: 0.4}, 1.5
	}},
	{"parted", func(p *jitter.Policy) {
		p.Jitter, p.Factor = jitter.Jitter{Type: jitter.Parted, Amount: 0.99}, 1.7
	}},
	{"between", func(p *jitter.Policy) { p.Jitter = jitter.Jitter{Type: jitter.Between, From: 0.8, Amount: 1.3} }},
	{"truncated, with a floor",
		func(p *jitter.Policy) { p.Jitter, p.Floor = jitter.Jitter{Type: jitter.Truncated, Amount: 1}, 1 }},
	{"normal, in half seconds", func(p *jitter.Policy) {
		p.Jitter, p.Quantum = jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.3}, calc.Quantum{Size: 0.5}
	}},
	{"prior", func(p *jitter.Policy) {
		p.Jitter, p.FirstUncapped = jitter.Jitter{Type: jitter.Prior, Amount: 1},
			true
	}},
	{"decorrelated within the cap", func(p *jitter.Policy) {
		p.Jitter, p.Rule.AtCap = jitter.Jitter{Type: jitter.Decorrelated, Amount: 3}, jitter.Range
	}},
	{"decorrelated, first exact", func(p *jitter.Policy) {
		p.Jitter, p.First = jitter.Jitter{Type: jitter.Decorrelated, Amount: 2}, calc.Exact
	}},
	{"smooth", func(p *jitter.Policy) { p.Jitter = jitter.Jitter{Type: jitter.Smooth} }},
	{"smooth without a cap", func(p *jitter.Policy) { p.Jitter, p.Cap = jitter.Jitter{Type: jitter.Smooth}, inf }},
	{"no jitter, linear", func(p *jitter.Policy) {
		p.Jitter, p.Growth = jitter.Jitter{}, calc.Growth{Kind: calc.Polynomial, Step: 1, Power: 1}
	}},
	{"no jitter, looks behind",
		func(p *jitter.Policy) { p.Jitter, p.Rule.Stop = jitter.Jitter{}, jitter.LookBehind }},
	{"no jitter, clips", func(p *jitter.Policy) { p.Jitter, p.Rule.Stop = jitter.Jitter{}, jitter.Clip }},
	{"no jitter, count and age",
		func(p *jitter.Policy) { p.Jitter, p.Rule.Stop = jitter.Jitter{}, jitter.CountAndAge }},
	{"no jitter, starts", func(p *jitter.Policy) {
		p.Jitter, p.Rule.Starts, p.Cap = jitter.Jitter{}, jitter.Starts{Most: 3, Within: 10}, 4
	}},
}

var inf = math.Inf(1)

// TestParts compares all figures of policies with one of these rules with clients simulated one by one.
func TestParts(t *testing.T) {
	for i, part := range parts {
		p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 2, Cap: 20, AttemptTime: 0.25},
			Jitter: jitter.Jitter{Type: jitter.Full}, Retries: 8, Deadline: inf}
		part.do(&p)
		if err := p.Validate(); err != nil {
			t.Errorf("%s: %v", part.name, err)
			continue
		}
		t.Run(part.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(uint64(i), 3))
			q := ask(p, r)
			if *policies < 6 { // of 8 retries
				q.ks = slices.DeleteFunc(q.ks, func(k int) bool { return k > 12 })
			}
			check(t, q, coarse(q.policy), part.name, *journeys/2, 5, r)
		})
	}
}

// TestRandomParts does the same for policies with several rules. -policies sets their number.
func TestRandomParts(t *testing.T) {
	for i := range *policies {
		r := rand.New(rand.NewPCG(uint64(i), 5))
		q := draw(r, false)
		done := []string{}
		for range 1 + r.IntN(3) {
			part, p := parts[r.IntN(len(parts))], q.policy
			if part.do(&p); p.Validate() == nil {
				q.policy, done = p, append(done, part.name)
			}
		}
		slices.Sort(done)
		q.policy.Deadline = inf
		q = ask(q.policy, r)
		t.Run(strconv.Itoa(i),
			func(t *testing.T) { check(t, q, coarse(q.policy), strings.Join(done, ", "), *journeys, 5, r) })
	}
}
