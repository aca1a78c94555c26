package numeric

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestBoundary finds the last of 10,000 whole numbers that keeps a bound, or the first
// that does, beside a scan of them all.
func TestBoundary(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	rungs := []float64{1, 10, 100, 1000, 10000}
	for range 300 {
		edge, rises := float64(2+rng.IntN(9998)), rng.IntN(2) == 0
		keeps := func(x float64) bool { return x < edge == rises }
		near := float64(1 + rng.IntN(10000))
		b := Boundary{Near: near, Rungs: rungs, AtOnce: 1 + rng.IntN(2), Cost: func(float64) float64 { return 1 },
			Budget: 40,
			Try:    func(x float64) Try { return Try{Y: x, Keeps: keeps(x), OK: true} },
			Between: func(a, b, share float64) float64 {
				if x := math.Round(a + (b-a)*share); x != a {
					return x
				}
				return a + math.Copysign(1, b-a)
			}}
		got := b.Find()
		in, out := edge-1, edge
		if !rises {
			in, out = edge, edge-1
		}
		if got.In.X != in || got.Out.X != out || got.Ended {
			t.Fatalf("edge %v, rises %v, from %v: %+v", edge, rises, near, got)
		}
	}
}

// TestBoundaryNone holds what is said where there is no boundary, where a part of the
// rungs cannot be told, and where the tries do not suffice.
func TestBoundaryNone(t *testing.T) {
	b := Boundary{Near: 4, Rungs: []float64{1, 2, 4, 8, 16, math.Inf(1)}, AtOnce: 1,
		Cost: func(float64) float64 { return 1 }, Budget: 20,
		Try:     func(x float64) Try { return Try{Y: x, Keeps: true, OK: x > 1} },
		Between: func(a, b, share float64) float64 { return math.NaN() }}
	if got := b.Find(); got.In.X != 4 || got.Out.OK || got.Ended || len(got.Tries) != 5 || got.Tries[0].X != 2 {
		t.Errorf("all keep it: %+v", got)
	}
	b.Try = func(x float64) Try { return Try{Y: x, OK: true} }
	if got := b.Find(); got.In.OK || got.Out.X != 4 || len(got.Tries) != 6 {
		t.Errorf("none keeps it: %+v", got)
	}
	b.Try, b.Budget = func(x float64) Try { return Try{Y: x, Keeps: math.IsInf(x, 1), OK: true} }, 4
	if got := b.Find(); got.In.OK || !got.Ended || len(got.Tries) > 4 {
		t.Errorf("too few tries: %+v", got)
	}
	b.Budget = 20
	if got := b.Find(); !math.IsInf(got.In.X, 1) || got.Out.X != 16 {
		t.Errorf("only none keeps it: %+v", got)
	}
}
