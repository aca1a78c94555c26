package numeric_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/numeric"
)

func logUniform(rnd *rand.Rand, lo, hi float64) float64 {
	return lo * math.Exp(rnd.Float64()*math.Log(hi/lo))
}

// elapsed is T_n of a policy, by its definition.
func elapsed(first, factor, limit, call, n float64) (t float64) {
	d := first
	for range int(n) {
		t += call + math.Min(limit, d)
		d *= factor
	}
	return t
}

// A knob is a parameter of elapsed with the range that a goal gives it.
type knob struct {
	name   string
	lo, hi float64
	f      func(v [4]float64, n, x float64) float64
}

var knobs = []knob{
	{"first", 1e-9, 3e10, func(v [4]float64, n, x float64) float64 { return elapsed(x, v[1], v[2], v[3], n) }},
	{"factor", 1, 1000, func(v [4]float64, n, x float64) float64 { return elapsed(v[0], x, v[2], v[3], n) }},
	// lo: the first delay
	{"cap", 0, 3e10, func(v [4]float64, n, x float64) float64 { return elapsed(v[0], v[1], x, v[3], n) }},
	{"call time", 0, 3e10, func(v [4]float64, n, x float64) float64 { return elapsed(v[0], v[1], v[2], x, n) }},
}

// random draws a knob, a policy with an n, and the value that is to be found.
func random(rnd *rand.Rand) (k knob, v [4]float64, n, x float64) {
	k = knobs[rnd.IntN(len(knobs))]
	v = [4]float64{logUniform(rnd, 1e-3, 100), 1 + logUniform(rnd, 1e-4, 9), math.Inf(1), 0}
	if rnd.IntN(2) == 0 {
		v[2] = v[0] * logUniform(rnd, 1, 1e4)
	}
	if rnd.IntN(2) == 0 {
		v[3] = logUniform(rnd, 1e-3, 100)
	}
	n = math.Floor(logUniform(rnd, 2, 60))
	switch k.name {
	case "factor":
		x = 1 + logUniform(rnd, 1e-12, 900)
	case "cap":
		k.lo = v[0]
		x = math.Min(k.hi, v[0]*logUniform(rnd, 1, 1e6))
	default:
		x = logUniform(rnd, 1e-8, 1e9)
	}
	return k, v, n, x
}

func cases(all int) int {
	if testing.Short() {
		return all / 10
	}
	return all
}

// Smooth, bent and flat: every want that some x has is found, cheaply.
func TestSeekMonotone(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var sum, worst, count int
	for range cases(30000) {
		k, v, n, x := random(rnd)
		f := func(x float64) float64 { return k.f(v, n, x) }
		want := f(x)
		near := math.Min(k.hi, math.Max(k.lo, x*logUniform(rnd, 1e-3, 1e3)))
		got := numeric.Goal{F: f, Want: want, Lo: k.lo, Hi: k.hi, Near: near, Monotone: true}.Seek()
		if !got.OK || got.F != f(got.X) || !(math.Abs(got.F-want) <= 1e-14*want) {
			t.Fatalf("%s %v n %g x %g from %g: %+v, want %g", k.name, v, n, x, near, got, want)
		}
		if got.From > got.X || got.X > got.To || !(math.Abs(f(got.From)-want) <= 1e-14*want) ||
			!(math.Abs(f(got.To)-want) <= 1e-14*want) {
			t.Fatalf("%s %v n %g: %+v is not flat", k.name, v, n, got)
		}
		if got.Evals > 760 {
			t.Errorf("%s %v n %g: %d evaluations", k.name, v, n, got.Evals)
		}
		if got.From == got.To {
			sum, worst, count = sum+got.Evals, max(worst, got.Evals), count+1
		}
	}
	t.Logf("%d smooth: mean %.1f evaluations, most %d", count, float64(sum)/float64(count), worst)
	if mean := float64(sum) / float64(count); mean > 14 || worst > 50 {
		t.Errorf("mean %.1f evaluations, most %d", mean, worst)
	}
}

// The same without a promise that F never turns round.
func TestSeekScan(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range cases(4000) {
		k, v, n, x := random(rnd)
		f := func(x float64) float64 { return k.f(v, n, x) }
		want := f(x)
		got := numeric.Goal{F: f, Want: want, Lo: k.lo, Hi: k.hi, Near: k.lo}.Seek()
		if !got.OK || !(math.Abs(got.F-want) <= 1e-14*want) || got.More || got.Evals > 760 {
			t.Fatalf("%s %v n %g x %g: %+v, want %g", k.name, v, n, x, got, want)
		}
	}
}

// What cannot be had: a fall short of it, beyond it, a jump over it.
func TestSeekOutOfReach(t *testing.T) {
	square := func(x float64) float64 { return x * x }
	step := func(x float64) float64 { // 1 below 3, 5 from 3 on
		if x < 3 {
			return 1
		}
		return 5
	}
	for _, c := range []struct {
		name     string
		g        numeric.Goal
		x, f     float64
		from, to float64
	}{
		{"beyond", numeric.Goal{F: square, Want: 200, Hi: 10, Near: 2}, 10, 100, 10, 10},
		{"short", numeric.Goal{F: square, Want: 2, Lo: 3, Hi: 10, Near: 4}, 3, 9, 3, 3},
		{"jump, nearer below", numeric.Goal{F: step, Want: 2, Hi: 10, Near: 8}, math.Nextafter(3, 0), 1, 0,
			math.Nextafter(3, 0)},
		{"jump, nearer above", numeric.Goal{F: step, Want: 4, Hi: 10, Near: 8}, 8, 5, 3, 10},
		{"flat at the end", numeric.Goal{F: func(x float64) float64 { return math.Min(x, 7) }, Want: 8, Hi: 100,
			Near: 2}, 7,
			7, 7, 100},
		{"infinite", numeric.Goal{F: func(x float64) float64 { return 1 / math.Max(0, x-5) }, Want: 0.1, Hi: 10,
			Near: 7}, 10,
			0.2, 10, 10},
		{"one value", numeric.Goal{F: square, Want: 2, Lo: 3, Hi: 3, Near: 3}, 3, 9, 3, 3},
	} {
		for _, monotone := range []bool{true, false} {
			c.g.Monotone = monotone
			got := c.g.Seek()
			if got.OK || got.More || !close(got.X, c.x) || !close(got.F, c.f) || !close(got.From, c.from) ||
				!close(got.To, c.to) || got.Evals > 760 {
				t.Errorf("%s (%v): %+v, want %+v", c.name, monotone, got, c)
			}
		}
	}
	none := func(float64) float64 { return math.NaN() }
	if got := (numeric.Goal{F: none, Want: 1, Hi: 1, Near: 0.5}).Seek(); got.OK || !math.IsNaN(got.F) ||
		got.X != 0.5 {
		t.Errorf("no value anywhere: %+v", got)
	}
}

func close(got, want float64) bool { return math.Abs(got-want) <= 1e-9*math.Abs(want) }

// A slow F with an error of its own is asked half as often, and its own noise
// is no jump.
func TestSeekRough(t *testing.T) {
	rnd := rand.New(rand.NewPCG(9, 10))
	for _, monotone := range []bool{true, false} {
		exact, rough := 0, 0
		for range cases(500) {
			k, v, n, x := random(rnd)
			f := func(x float64) float64 { return k.f(v, n, x) }
			noisy := func(x float64) float64 {
				return f(x) * (1 + 1e-5*float64(math.Float64bits(x)*0x9e3779b97f4a7c15>>11)*0x1p-53)
			}
			g := numeric.Goal{F: f, Want: f(x), Lo: k.lo, Hi: k.hi, Near: k.lo, Monotone: monotone}
			exact += g.Seek().Evals
			g.F, g.Rough = noisy, 3e-5
			got := g.Seek()
			rough += got.Evals
			if !got.OK || !(math.Abs(got.F/g.Want-1) <= 3e-5) || got.F != noisy(got.X) {
				t.Fatalf("%s %v n %g x %g: %+v, want %g", k.name, v, n, x, got, g.Want)
			}
		}
		if !(float64(rough) < 0.75*float64(exact)) {
			t.Errorf("monotone %v: %d evaluations, and %d if rough", monotone, exact, rough)
		}
	}
	asked := 0
	none := func(float64) float64 { asked++; return 3 }
	if got := (numeric.Goal{F: none, Want: 4, Lo: 1, Hi: 100, Near: 2}).Seek(); got.OK || got.Evals != asked ||
		asked > 150 {
		t.Errorf("no part in it: %+v after %d", got, asked)
	}
}

// Flat at Want, turning round, without value: each has its answer.
func TestSeekShapes(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	valued := func(x float64) float64 { // no value below 2
		if x < 2 {
			return nan
		}
		return x
	}
	twoFlats := func(x float64) float64 { // 3 from 2 to 4, and from 24 on
		return math.Min(x+1, 3) + math.Max(0, math.Min(x-4, 24-x))
	}
	for _, c := range []struct {
		name     string
		g        numeric.Goal
		x        float64
		from, to float64
		more     bool
	}{
		{"flat below", numeric.Goal{F: func(x float64) float64 { return math.Max(x, 3) }, Want: 3, Hi: 100, Near: 50,
			Monotone: true}, 3, 0, 3, false},
		{"flat around", numeric.Goal{F: func(x float64) float64 { return math.Max(x, 3) }, Want: 3, Hi: 100, Near: 2,
			Monotone: true}, 2, 0, 3, false},
		{"flat all over", numeric.Goal{F: func(float64) float64 { return 3 }, Want: 3, Lo: 1, Hi: 1000, Near: 1,
			Monotone: true}, 1, 1, 1000, false},
		{"flat from next to 1",
			numeric.Goal{F: func(r float64) float64 { return math.Min(r-1, 1e-9) }, Want: 1e-9, Lo: 1,
				Hi: 1000, Near: 1, Monotone: true}, 1 + 1e-9, 1 + 1e-9, 1000, false},
		{"at Lo", numeric.Goal{F: math.Sqrt, Want: 0, Hi: 10, Near: 5, Monotone: true}, 0, 0, 0, false},
		{"falling", numeric.Goal{F: func(x float64) float64 { return 1 / x }, Want: 4, Hi: 3e10, Near: 0,
			Monotone: true},
			0.25, 0.25, 0.25, false},
		{"overflow", numeric.Goal{F: func(x float64) float64 { return math.Exp(math.Exp(x)) }, Want: 1e300, Hi: 3e10,
			Near:     1,
			Monotone: true}, math.Log(300 * math.Ln10), 0, 0, false},
		{"negative", numeric.Goal{F: func(x float64) float64 { return -x }, Want: -7, Hi: 100, Near: 1,
			Monotone: true},
			7, 7,
			7, false},
		{"through zero", numeric.Goal{F: func(x float64) float64 { return x - 3 }, Want: 0, Hi: 100, Near: 50,
			Monotone: true}, 3, 3, 3, false},
		{"twice, low", numeric.Goal{F: func(x float64) float64 { return x * (10 - x) }, Want: 16, Hi: 20, Near: 3},
			2, 2, 2,
			true},
		{"twice, high", numeric.Goal{F: func(x float64) float64 { return x * (10 - x) }, Want: 16, Hi: 20, Near: 7},
			8,
			8, 8,
			true},
		{"two flats", numeric.Goal{F: twoFlats, Want: 3, Hi: 100, Near: 3.5}, 3.5, 2, 4, true},
		{"a border", numeric.Goal{F: valued, Want: 2, Hi: 100, Near: 50, Monotone: true}, 2, 2, 2, false},
		{"behind a border", numeric.Goal{F: valued, Want: 2.001, Hi: 100, Near: 1, Monotone: true}, 2.001, 2.001,
			2.001,
			false},
		{"infinite at first",
			numeric.Goal{F: func(x float64) float64 { return inf * math.Max(0, 1-x) }, Want: 5, Hi: 100,
				Near: 0}, nan, 0, 0, false},
	} {
		got := c.g.Seek()
		if math.IsNaN(c.x) { // no answer, but an end
			if got.OK || got.Evals > 760 {
				t.Errorf("%s: %+v, want none", c.name, got)
			}
			continue
		}
		near := func(x, want float64) bool { return math.Abs(x-want) <= 1e-9*want }
		if c.from == 0 && c.to == 0 {
			c.from, c.to = c.x, c.x
		}
		if !got.OK || !near(got.X, c.x) || !near(got.From, c.from) || !near(got.To, c.to) || got.More != c.more ||
			got.Evals > 760 {
			t.Errorf("%s: %+v, want %g in %g..%g", c.name, got, c.x, c.from, c.to)
		}
	}
}

// Whatever F does, the search ends, and says of X what F says.
func TestSeekNoise(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for i := range cases(3000) {
		kind := i % 4
		f := func(x float64) float64 {
			h := math.Float64bits(x) * 0x9e3779b97f4a7c15
			u := float64(h>>11) * 0x1p-53
			switch {
			case kind == 1 && u < 0.3:
				return math.NaN()
			case kind == 2 && u < 0.3:
				return math.Inf(1)
			case kind == 3:
				return math.Floor(10 * math.Sin(40*math.Log(x+1e-9)))
			}
			return u
		}
		g := numeric.Goal{F: f, Want: rnd.Float64(), Lo: 0, Hi: 1e4, Near: rnd.Float64(), Monotone: i%8 < 4}
		got := g.Seek()
		if f(got.X) != got.F && !math.IsNaN(got.F) || got.Evals > 760 || got.From > got.X || got.X > got.To {
			t.Errorf("kind %d: %+v", kind, got)
		}
	}
}

// Against looking at every number.
func TestFirstWhole(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	for range cases(3000) {
		lo, hi, edge := float64(rnd.IntN(50)), 50+float64(rnd.IntN(3000)), float64(rnd.IntN(3000))
		asked := 0
		n, ok := numeric.FirstWhole(func(n float64) bool { asked++; return n >= edge }, lo, hi)
		if want := math.Max(lo, edge); ok != (edge <= hi) || ok && n != want || asked > 30 {
			t.Errorf("from %v to %v, %v on: %v %v after %d", lo, hi, edge, n, ok, asked)
		}
	}
	if n, ok := numeric.FirstWhole(func(n float64) bool { return n >= 777777 }, 0, 1e6); n != 777777 || !ok {
		t.Errorf("%v %v", n, ok)
	}
}

// Least and Last end at neighbours: next to where a step is, at both ends of a flat.
func TestLeastAndLast(t *testing.T) {
	rnd := rand.New(rand.NewPCG(11, 12))
	for range cases(3000) {
		edge, wide := logUniform(rnd, 1e-6, 1e6), rnd.Float64()
		// 0 from edge on, for a while
		f := func(x float64) float64 { return math.Min(0, x-edge) + math.Max(0, x-edge*(1+wide)) }
		least, last := numeric.Least(f, 0, 1e-9, 1e9), numeric.Last(f, 0, 1e-9, 1e9)
		if !(math.Abs(least/edge-1) <= 1e-15) || !(math.Abs(last/(edge*(1+wide))-1) <= 1e-15) || f(least) < 0 ||
			f(last) > 0 {
			t.Errorf("%v and %v for %v and %v", least, last, edge, edge*(1+wide))
		}
		step := func(x float64) float64 { return math.Copysign(1, x-edge) }
		least, last = numeric.Least(step, 0.5, 1e-9, 1e9), numeric.Last(step, 0.5, 1e-9, 1e9)
		if !(math.Abs(least/edge-1) <= 1e-15) || !(math.Abs(last/edge-1) <= 1e-15) || step(least) < 0 ||
			step(last) > 0 {
			t.Errorf("%v and %v next to a step at %v", least, last, edge)
		}
	}
	same := func(x float64) float64 { return x }
	if numeric.Least(same, 0, 1, 2) != 1 || numeric.Last(same, 3, 1, 2) != 2 || numeric.Last(same, 2, 1, 2) != 2 {
		t.Error("the ends")
	}
}

// Where F jumps over Want the neighbour on the wanted side is a place as well.
func TestSeekJump(t *testing.T) {
	f := func(x float64) float64 { return x + 10*math.Floor(x/3) }
	for side, want := range map[int]float64{-1: math.Nextafter(6, 0), 1: 6} {
		for _, monotone := range []bool{true, false} {
			got := numeric.Goal{F: f, Want: 20, Hi: 100, Near: 1, Side: side, Monotone: monotone}.Seek()
			if got.OK || !got.Jump || !(math.Abs(got.X-want) <= 1e-14) || got.F != f(got.X) ||
				(got.Past > 20) == (got.F > 20) {
				t.Errorf("side %d: %+v", side, got)
			}
		}
	}
}

// TestSeekThroughNoise begins where F changes by rounding alone, and that the
// wrong way.
func TestSeekThroughNoise(t *testing.T) {
	f := func(x float64) float64 {
		if x > 1 && x < 1+1e-12 {
			return 2 + 1e-15
		}
		return 1 + 1/x
	}
	got := numeric.Goal{F: f, Want: 1.5, Lo: 1, Hi: 1000, Near: 1, Monotone: true}.Seek()
	if !got.OK || !(math.Abs(got.X-2) <= 1e-9) {
		t.Errorf("1 + 1/x = 1.5 at %v, want 2", got)
	}
}
