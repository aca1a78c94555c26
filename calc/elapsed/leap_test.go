package elapsed

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLeapEndsBefore leaps with random delays, limits and spreads. A client whose normal number is within six
// deviations stays before the time that it moves towards, and makes no more retries than it has left. In the mean it
// moves by as many delays as it makes retries.
func TestLeapEndsBefore(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 13))
	leaps := 0
	for range 2000 {
		l := leap{rate: rate{1, math.Pow(10, 4*r.Float64()-2), 0}, deadline: math.Inf(1)}
		l.variance = l.mean * l.mean * math.Pow(10, 4*r.Float64()-4)
		n := leastLeap * math.Pow(10, 3*r.Float64())
		x, room := n*l.mean, math.Inf(1)
		switch r.IntN(4) {
		case 0:
			room = math.Ceil(n * (0.5 + r.Float64()))
		case 1:
			room = math.Ceil(n)
		case 2:
			l.deadline = x * (0.5 + r.Float64())
		}
		spread, u := l.variance*float64(r.IntN(2))*n, r.Float64()
		var at [3]float64
		var made float64
		for i, z := range []float64{-5.9, 0, 5.9} {
			made = l.over(&at[i], x, room, spread, u, z)
		}
		if made > 0 {
			leaps++
		}
		if end := min(x, l.deadline); !(at[2] <= end && made <= room) {
			t.Errorf("%+v towards %v s with %v retries left: %v retries until %v s", l, end, room, made, at[2])
		}
		if !(math.Abs(at[1]-made*l.mean) <= 1e-9*at[1]) {
			t.Errorf("%+v: %v retries take %v s in the mean", l, made, at[1])
		}
		if sd := math.Sqrt(made * l.variance); at[2] > at[1] && !(math.Abs(at[2]-at[0]-11.8*sd) <= 1e-6*at[1]) {
			t.Errorf("%+v: %v retries deviate by %v s, want %v", l, made, (at[2]-at[0])/11.8, sd)
		}
	}
	if leaps < 1000 {
		t.Errorf("%d of 2000 clients leap", leaps)
	}
}
