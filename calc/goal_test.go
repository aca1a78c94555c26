package calc_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc"
)

// A goal is one of the ways back: solve for a parameter, put it in, ask again.
type goal struct {
	name    string
	solve   func(p calc.Policy, n, want float64) (float64, bool)
	put     func(p *calc.Policy, x float64)
	forward func(p calc.Policy, n float64) float64
	bits    float64 // units in the last place that the result moves with the parameter, per retry
}

func first(p *calc.Policy, x float64)    { p.InitialDelay = x }
func factor(p *calc.Policy, x float64)   { p.Factor = x }
func limit(p *calc.Policy, x float64)    { p.Cap = x }
func callTime(p *calc.Policy, x float64) { p.AttemptTime = x }

// In the goals of the next delay n stands for the time.
var goals = []goal{
	{"FirstForElapsed", calc.Policy.FirstForElapsed, first, calc.Policy.Elapsed, 0},
	{"FactorForElapsed", calc.Policy.FactorForElapsed, factor, calc.Policy.Elapsed, 1},
	{"CapForElapsed", calc.Policy.CapForElapsed, limit, calc.Policy.Elapsed, 1}, // the tolerance of the edge
	{"CallTimeForElapsed", calc.Policy.CallTimeForElapsed, callTime, calc.Policy.Elapsed, 1},
	{"FirstForDelay", calc.Policy.FirstForDelay, first, calc.Policy.Delay, 0},
	{"FactorForDelay", calc.Policy.FactorForDelay, factor, calc.Policy.Delay, 1},
	{"CapForDelay", calc.Policy.CapForDelay, limit, calc.Policy.Delay, 1},
	{"FirstForNextDelay", nextDelay(calc.Policy.FirstForNextDelay), first, calc.Policy.NextDelay, 0},
	{"CapForNextDelay", nextDelay(calc.Policy.CapForNextDelay), limit, calc.Policy.NextDelay, 0},
	{"CallTimeForNextDelay", nextDelay(calc.Policy.CallTimeForNextDelay), callTime, calc.Policy.NextDelay, 0},
}

func nextDelay(f func(p calc.Policy, x, t float64) (float64, bool)) func(p calc.Policy, n, want float64) (float64, bool) {
	return func(p calc.Policy, t, x float64) (float64, bool) { return f(p, x, t) }
}

// spoilt returns p without the parameter that is looked for, which must not be
// read.
func (g goal) spoilt(p calc.Policy) calc.Policy {
	g.put(&p, math.NaN())
	return p
}

func cases(all int) int {
	if testing.Short() {
		return all / 10
	}
	return all
}

func TestGoalRoundTrip(t *testing.T) {
	rnd := rand.New(rand.NewPCG(31, 32))
	for i := range cases(100000) {
		p := randomPolicy(rnd, i%3 != 0, i%2 == 0)
		g := goals[rnd.IntN(len(goals))]
		n := randomRetry(rnd, p)
		retries := n
		if g.bits == 0 && g.name[len(g.name)-9:] == "NextDelay" {
			n = (p.InitialDelay + p.AttemptTime) * logUniform(rnd, 0.5, 1e9)
			retries = p.RetryAt(n)
		}
		want := g.forward(p, n)
		if math.IsInf(want, 1) {
			continue
		}
		x, ok := g.solve(g.spoilt(p), n, want)
		if !ok {
			flat := g.name == "FirstForNextDelay" && p.AttemptTime == 0 && want == p.Cap && (p.Factor-1)*n >= want
			never := g.name == "CallTimeForNextDelay" && want == p.InitialDelay
			small := g.name == "FirstForDelay" && n*math.Log(p.Factor) > 600 || g.name == "FirstForNextDelay" && p.AttemptTime > 0 && n > 600*p.AttemptTime/math.Log(p.Factor)
			if !flat && !never && !small {
				t.Errorf("%s: %+v n %g: no answer for %g", g.name, p, n, want)
			}
			continue
		}
		back := p
		g.put(&back, x)
		if err := back.Validate(); err != nil {
			t.Errorf("%s: %+v n %g: %v", g.name, p, n, err)
		}
		tol := 1e-12 + 2*g.bits*retries*0x1p-52
		if got := g.forward(back, n); !(math.Abs(got-want) <= tol*want) {
			t.Errorf("%s: %+v n %g: %g gives %g, want %g: off by %.3g", g.name, p, n, x, got, want, got/want-1)
		}
	}
}

// Between the retries the same functions answer for RetryAt.
func TestGoalRetryAt(t *testing.T) {
	rnd := rand.New(rand.NewPCG(33, 34))
	missed := 0
	total := cases(40000)
	for i := range total {
		p := randomPolicy(rnd, i%3 != 0, i%2 == 0)
		g := goals[rnd.IntN(4)]
		at := p.InitialDelay*logUniform(rnd, 1, 1e9) + p.AttemptTime*logUniform(rnd, 1, 1e4)
		n := p.RetryAt(at)
		if !(n >= 1 && n < 1e6) {
			continue
		}
		x, ok := g.solve(g.spoilt(p), n, at)
		if !ok {
			missed++ // next to where it jumps
			continue
		}
		back := p
		g.put(&back, x)
		if got := back.RetryAt(at); !(math.Abs(got-n) <= (1e-12+4*n*0x1p-52)*n) {
			t.Errorf("%s: %+v at %g: %g gives %.17g, want %.17g", g.name, p, at, x, got, n)
		}
	}
	if missed > total/1000 {
		t.Errorf("%d of %d have no answer", missed, total)
	}
}

// What is refused cannot be had: a dense scan of the parameter stays on one
// side of it. And what a scan shows to be on both sides is found.
func TestGoalOutOfReach(t *testing.T) {
	rnd := rand.New(rand.NewPCG(35, 36))
	refused := 0
	for range cases(6000) {
		p := calc.Policy{InitialDelay: logUniform(rnd, 0.01, 10), Factor: 1 + logUniform(rnd, 0.01, 5), Cap: inf}
		if rnd.IntN(2) == 0 {
			p.Cap = p.InitialDelay * logUniform(rnd, 1, 1e3)
		}
		if rnd.IntN(2) == 0 {
			p.AttemptTime = logUniform(rnd, 0.01, 10)
		}
		g := goals[rnd.IntN(len(goals))]
		n := float64(1 + rnd.IntN(12))
		want := g.forward(p, n) * logUniform(rnd, 0.01, 100)
		x, ok := g.solve(g.spoilt(p), n, want)
		if ok {
			back := p
			g.put(&back, x)
			if got := g.forward(back, n); back.Validate() != nil || !(math.Abs(got-want) <= 1e-12*want) {
				t.Errorf("%s: %+v n %g: %g gives %g, want %g", g.name, p, n, x, got, want)
			}
			continue
		}
		refused++
		lo, hi := 1e-12, 1e12
		switch name := g.name; {
		case name[:3] == "Fac":
			lo = 1
		case name[:3] == "Cap":
			lo = p.InitialDelay
		case name[:5] == "First":
			hi = math.Min(hi, p.Cap)
		}
		below, above := false, false
		for u := 0.0; u <= 1; u += 1.0 / 400 {
			g.put(&p, math.Min(hi, math.Max(lo, lo*math.Pow(hi/lo, u))))
			got := g.forward(p, n)
			below, above = below || got < want*(1-1e-9), above || got > want*(1+1e-9)
		}
		if below && above {
			t.Errorf("%s: %+v n %g: %g refused (%g), but lies between", g.name, p, n, want, x)
		}
	}
	if refused < cases(6000)/10 {
		t.Errorf("only %d were refused", refused)
	}
}

// Published and computed with 40 digits by other means.
func TestGoalOracles(t *testing.T) {
	for _, c := range []struct {
		ratio, n, want float64
	}{
		{600, 10, 1.87004693807587371}, {1e6, 5, 31.3676733467570447}, {3600, 20, 1.44650502806787933},
		{36000, 20, 1.65425911393971663}, {60, 60, 1},
	} {
		for _, a := range []float64{1, 0.125, 4096} {
			r, ok := calc.Policy{InitialDelay: a, Cap: inf}.FactorForElapsed(c.n, c.ratio*a)
			if !ok {
				t.Errorf("no factor for %v", c)
			}
			near(t, "factor", r, c.want, 4e-16)
		}
	}
	plain := calc.Policy{InitialDelay: 0.1, Factor: 2, Cap: 10}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"capped factor", must(t)(plain.FactorForElapsed(10, 40)), 1.92056861124295395},
		{"factor below the cap", must(t)(plain.FactorForElapsed(10, 12)), 1.51197299998641333},
		{"cap", must(t)(plain.CapForElapsed(10, 30)), 5.925},
		{"first delay", must(t)(plain.FirstForElapsed(10, 30)), 0.0392156862745098039},
		{"call time", must(t)(plain.CallTimeForElapsed(10, 52.7)), 1},
		{"first delay of a delay", must(t)(plain.FirstForDelay(5, 8)), 0.5},
		{"factor of a delay", must(t)(plain.FactorForDelay(5, 8.1)), 3},
		{"first delay of the next", must(t)(plain.FirstForNextDelay(9, 3)), 6},
		// Retry 3 of 1, 2, 4 with calls of 2 starts at 13 and waits 8 next.
		{"first delay with calls", must(t)(calc.Policy{Factor: 2, Cap: inf, AttemptTime: 2}.FirstForNextDelay(8, 13)), 1},
		{"call time of the next", must(t)(calc.Policy{InitialDelay: 1, Factor: 2, Cap: inf}.CallTimeForNextDelay(8, 13)), 2},
	} {
		near(t, c.name, c.got, c.want, 1e-15)
	}
}

func must(t *testing.T) func(x float64, ok bool) float64 {
	return func(x float64, ok bool) float64 {
		t.Helper()
		if !ok {
			t.Errorf("no answer")
		}
		return x
	}
}

// The edges: a factor next to 1, one retry, caps that just bind, many retries,
// and the jumps between the retries.
func TestGoalEdges(t *testing.T) {
	yes := func(name string, want float64) func(x float64, ok bool) {
		return func(x float64, ok bool) {
			t.Helper()
			if !ok {
				t.Errorf("%s: no answer", name)
			}
			near(t, name, x, want, 4e-16)
		}
	}
	no := func(name string) func(x float64, ok bool) {
		return func(x float64, ok bool) {
			t.Helper()
			if ok {
				t.Errorf("%s: %g, want no answer", name, x)
			}
		}
	}
	p := calc.Policy{InitialDelay: 1, Factor: 2, Cap: 8}
	yes("factor of one retry", 1)(p.FactorForElapsed(1, 1))
	no("factor of one retry")(p.FactorForElapsed(1, 1.5))
	yes("cap of one retry", 1)(p.CapForElapsed(1, 1))
	yes("factor when all wait the cap", 8)(p.FactorForElapsed(4, 25))
	no("more than the cap allows")(p.FactorForElapsed(4, 25.001))
	yes("least cap that does not bind", 8)(p.CapForElapsed(4, 15))
	no("more than without cap")(p.CapForElapsed(4, 15.001))
	yes("first delay at the cap", 8)(p.FirstForElapsed(4, 32))
	no("first delay beyond the cap")(p.FirstForElapsed(4, 32.001))
	no("shorter than the waits")(p.CallTimeForElapsed(4, 14.999))
	yes("no call time", 0)(p.CallTimeForElapsed(4, 15))
	yes("decimal factor", 1.21)(calc.Policy{InitialDelay: 1, Factor: 1.1}.CapForElapsed(3, 3.31))
	yes("no call time, decimal factor", 0)(calc.Policy{InitialDelay: 1, Factor: 1.1, Cap: inf}.CallTimeForElapsed(3, 3.31))
	no("a cap below the first delay")(p.CapForNextDelay(0.5, 3))
	no("no least first delay")(p.FirstForNextDelay(8, 8))
	yes("capped next delay", 5)(p.FirstForNextDelay(8, 3))
	// Between retry 2 and 3 the waits go on to the cap at once: S_2.5 is at
	// most 1 + 2 + 4 (r^.5 - 1) as long as the third wait is below the cap.
	q := calc.Policy{InitialDelay: 1, Factor: 4, Cap: 16}
	below := 1 + 4 + 16*(math.Sqrt(4)-1)/3
	yes("just below the jump", 1-1e-9)(q.FirstForElapsed(2.5, below*(1-1e-9)))
	no("within the jump")(q.FirstForElapsed(2.5, below*1.05))
	no("within the jump")(q.FactorForElapsed(2.5, below*1.05))
	yes("above the jump", 1)(q.FirstForElapsed(2.5, 1+4+8))
	yes("above the jump", 4)(q.FactorForElapsed(2.5, 1+4+8))
	for _, r := range []float64{1 + 0x1p-52, 1 + 1e-12, 1 + 1e-9, 1.0001} {
		for _, n := range []float64{2, 3, 50, 1e4, 1e6} {
			p := calc.Policy{InitialDelay: 1, Factor: r, Cap: inf}
			at := p.Elapsed(n)
			got, ok := p.FactorForElapsed(n, at)
			p.Factor = got
			if e := p.Elapsed(n)/at - 1; !ok || !(math.Abs(e) <= 1e-15+n*0x1p-52) {
				t.Errorf("factor %g, n %g: %.17g (%v) is off by %g", r, n, got, ok, e)
			}
		}
	}
}

func BenchmarkGoal(b *testing.B) {
	for _, g := range goals {
		for _, n := range []float64{40, 1e6} {
			p := calc.Policy{InitialDelay: 1, Factor: 1.0001, Cap: 60, AttemptTime: 0.25}
			want := g.forward(p, n)
			b.Run(fmt.Sprintf("%s/%g", g.name, n), func(b *testing.B) {
				for b.Loop() {
					sink, _ = g.solve(p, n, want)
				}
			})
		}
	}
}
