package fluid

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/system"
)

// TestBreakerForgets compares what a breaker counts with all attempts that have ended, each with
// its cell: those of the window before, and none from before it was open.
func TestBreakerForgets(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	opened := 0
	for range 50 {
		g := grid{h: 0.25, n: 400}
		cells := 1 + r.IntN(20)
		b := newBreaker(system.Client{Processes: 1, Breaker: system.Breaker{Share: 0.2 + 0.6*r.Float64(), Window: float64(cells) * g.h, Least: 1 + 30*r.Float64(), Pause: 4 * r.Float64()}}, g)
		type ended struct {
			cell int
			ends
		}
		var list []ended
		shuts := math.Inf(-1)
		for j := range g.n {
			end := float64(j+1) * g.h
			var now ends
			if j%7 > 2 { // in some cells nothing ends
				now = ends{math.Round(10 * r.Float64()), math.Round(10 * r.Float64())}
			}
			list = append(list, ended{j, now})
			all, bad := 0.0, 0.0
			for _, x := range list {
				if x.cell > j-1-cells {
					all, bad = all+x.good+x.bad, bad+x.bad
				}
			}
			if end-eps >= shuts && now.good+now.bad > 0 && b.Opens(all, bad) {
				shuts, opened = end+b.Pause, opened+1
				list = nil
			}
			if end < shuts {
				list = nil
			}
			if b.good, b.bad = now.good, now.bad; b.stops(end) { // which stops what would end
				b.good, b.bad = 0, 0
			}
			if b.close(j, end); b.shuts != shuts {
				t.Fatalf("%+v: after cell %d it shuts at %g, and with all attempts at %g", b.Breaker, j, b.shuts, shuts)
			}
		}
	}
	if opened < 100 {
		t.Errorf("only %d of the breakers opened", opened)
	}
}
