package jitter_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/jitter"
)

var inf = math.Inf(1)

// near fails the test unless got is within tol of want.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) && got != want {
		t.Errorf("%s = %.17g, want %.17g within %.1e", what, got, want, tol)
	}
}

// laws holds each law once, with an amount that clients use, and those at the
// ends of their range that are different.
var laws = []struct {
	name string
	law  jitter.Jitter
}{
	{"none", jitter.Jitter{Type: jitter.None}},
	{"full", jitter.Jitter{Type: jitter.Full}},
	{"equal", jitter.Jitter{Type: jitter.Equal}},
	{"spread=0.2", jitter.Jitter{Type: jitter.Spread, Amount: 0.2}},
	{"spread=1", jitter.Jitter{Type: jitter.Spread, Amount: 1}},
	{"up=0.5", jitter.Jitter{Type: jitter.Up, Amount: 0.5}},
	{"down=0.25", jitter.Jitter{Type: jitter.Down, Amount: 0.25}},
	{"add=1s", jitter.Jitter{Type: jitter.Add, Amount: 1}},
	{"normal=0.1", jitter.Jitter{Type: jitter.NormalRelative, Amount: 0.1}},
	{"normal=1", jitter.Jitter{Type: jitter.NormalRelative, Amount: 1}},
	{"normal=100ms", jitter.Jitter{Type: jitter.NormalAbsolute, Amount: 0.1}},
}

// A plain sampler, made from nothing but the words of the laws: it shares no
// line with the package.
func play(r *rand.Rand, p jitter.Policy, delays []float64) {
	e := p.InitialDelay
	for i := range delays {
		d := e
		if !p.CapAfter {
			d = min(d, p.Cap)
		}
		u, j := r.Float64(), p.Jitter.Amount
		t := d
		switch p.Jitter.Type {
		case jitter.Full:
			t = u * d
		case jitter.Equal:
			t = d/2 + u*d/2
		case jitter.Spread:
			t = d * (1 - j + 2*j*u)
		case jitter.Up:
			t = d * (1 + j*u)
		case jitter.Down:
			t = d * (1 - j*u)
		case jitter.Add:
			t = d + j*u
		case jitter.NormalRelative:
			t = max(0, d+j*d*r.NormFloat64())
		case jitter.NormalAbsolute:
			t = max(0, d+j*r.NormFloat64())
		case jitter.Decorrelated:
			before := p.InitialDelay
			if i > 0 {
				before = delays[i-1]
			}
			t = min(p.Cap, p.InitialDelay+(j*before-p.InitialDelay)*u)
		}
		if p.CapAfter {
			t = min(t, p.Cap)
		}
		delays[i] = t
		e *= p.Factor
		if p.Feedback {
			e = p.Factor * t
		}
	}
}

// eachStateful runs f for plans whose delays depend on those before.
func eachStateful(t *testing.T, f func(t *testing.T, p jitter.Policy)) {
	for _, l := range append(laws[1:], struct {
		name string
		law  jitter.Jitter
	}{"decorrelated", jitter.Jitter{Type: jitter.Decorrelated, Amount: 3}}) {
		for _, after := range []bool{false, true} {
			policy := calc.Policy{InitialDelay: 0.5, Factor: 2.5, Cap: 6, AttemptTime: 0.25}
			p := jitter.Policy{Policy: policy, Jitter: l.law, CapAfter: after, Feedback: true}
			t.Run(fmt.Sprintf("feedback,%s,after=%t", l.name, after), func(t *testing.T) {
				t.Parallel()
				f(t, p)
			})
		}
	}
}

// eachPlan runs f for every law, cap before and after, on policies that meet
// the cap early, late and never; where the paths of the code are what counts,
// for every law on one of the policies.
func eachPlan(t *testing.T, f func(t *testing.T, p jitter.Policy)) {
	for i, policy := range []calc.Policy{
		{InitialDelay: 0.1, Factor: 2, Cap: 10},
		{InitialDelay: 1, Factor: 1.5, Cap: 1.3, AttemptTime: 0.25},
		{InitialDelay: 0.5, Factor: 3, Cap: inf},
	} {
		for j, l := range laws {
			if testing.Short() && i != j%3 {
				continue
			}
			for _, after := range []bool{false, true} {
				if after && math.IsInf(policy.Cap, 1) {
					continue
				}
				p := jitter.Policy{Policy: policy, Jitter: l.law, CapAfter: after}
				t.Run(fmt.Sprintf("%s,cap=%g,after=%t", l.name, policy.Cap, after), func(t *testing.T) {
					t.Parallel()
					f(t, p)
				})
			}
		}
	}
}
