package numeric

import (
	"math"
	"math/rand/v2"
	"testing"
)

// whole is the whole numbers between two.
func whole(a, b, share float64) float64 {
	x := math.Round(a + (b-a)*share)
	if x == a || x == b {
		x = math.Round((a + b) / 2)
	}
	if math.IsInf(b, 1) || x == a || x == b {
		return math.NaN()
	}
	return x
}

// TestBoundary finds the last of 10,000 whole numbers that keeps a bound, or the first
// that does, beside a scan of them all: of a step, a line and a curve, from one or two values.
func TestBoundary(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	rungs := []float64{1, 10, 100, 1000, 10000}
	most := 0
	for i := range 600 {
		edge, rises := float64(2+rng.IntN(9998)), rng.IntN(2) == 0
		y := func(x float64) float64 {
			d := x - edge + 0.5
			return []float64{math.Copysign(1, d), d, d * d * d, math.Expm1(d / 1000)}[i%4]
		}
		b := Boundary{Near: []float64{float64(1 + rng.IntN(10000))}, Rungs: rungs, Steady: true, Most: 60, Between: whole,
			Try: func(x float64) Try { return Try{Y: y(x), Keeps: y(x) < 0 == rises, OK: true} }}
		if i%2 == 0 {
			b.Near = append(b.Near, float64(1+rng.IntN(10000)))
		}
		got := b.Find()
		in, out := edge-1, edge
		if !rises {
			in, out = edge, edge-1
		}
		if most = max(most, len(got.Tries)); !got.Found || got.In.X != in || got.Out.X != out || got.Ended {
			t.Fatalf("edge %v, rises %v, from %v: %+v", edge, rises, b.Near, got)
		}
	}
	if most > 40 {
		t.Errorf("up to %d tries", most)
	}
}

// TestBoundaryNone holds the answer where there is no boundary, where a part of the
// rungs has no value, and where the tries do not suffice.
func TestBoundaryNone(t *testing.T) {
	b := Boundary{Near: []float64{4}, Rungs: []float64{1, 2, 4, 8, 16, math.Inf(1)}, Most: 20, Between: whole,
		Try: func(x float64) Try { return Try{Y: x, Keeps: true, OK: x > 1} }}
	if got := b.Find(); got.In.X != 4 || got.Found || got.Ended || len(got.Tries) != 5 || got.Tries[0].X != 2 {
		t.Errorf("all keep it: %+v", got)
	}
	b.Try = func(x float64) Try { return Try{Y: x, OK: true} }
	if got := b.Find(); got.In.OK || got.Out.X != 4 || len(got.Tries) != 6 {
		t.Errorf("none keeps it: %+v", got)
	}
	b.Try, b.Most = func(x float64) Try { return Try{Y: x, Keeps: math.IsInf(x, 1), OK: true} }, 3
	if got := b.Find(); got.In.OK || !got.Ended || len(got.Tries) != 3 {
		t.Errorf("too few tries: %+v", got)
	}
	b.Most = 20
	if got := b.Find(); !math.IsInf(got.In.X, 1) || got.Out.X != 16 {
		t.Errorf("only none keeps it: %+v", got)
	}
	b.Try = func(x float64) Try { return Try{Y: x, Keeps: x > 6, OK: x > 6} }
	if got := b.Find(); !got.Found || got.In.X != 7 || got.Out.X != 6 || got.Out.OK {
		t.Errorf("a value is there from 7 on: %+v", got)
	}
}

// TestBoundaryNear checks that Near is tried first, and that the search goes on from a finite value.
func TestBoundaryNear(t *testing.T) {
	tries := 0
	b := Boundary{Near: []float64{math.Inf(1), 50}, Rungs: []float64{1, 1000, math.Inf(1)}, Most: 20, Between: whole,
		Try: func(x float64) Try { tries++; return Try{Y: x, Keeps: x <= 60, OK: true} }, Want: 60.5}
	if got := b.Find(); got.In.X != 60 || got.Out.X != 61 || tries > 9 {
		t.Errorf("%d tries: %+v", tries, got)
	}
}
