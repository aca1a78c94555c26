package elapsed

import (
	"math"
	"math/rand/v2"
	"testing"

	"retune/calc/jitter"
)

// TestMoments adds up many points and uniforms, some of them the same, one by one.
func TestMoments(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var lists [][]jitter.Component
	for range 5 {
		var list []jitter.Component
		for i := range 30 {
			list = append(list, jitter.Component{Weight: r.Float64() / 150, Lo: float64(i), Hi: float64(i + i%4)})
		}
		list[29].Hi = 32
		lists = append(lists, nil)
		for _, width := range []float64{0, 1, 2, 3} { // in the order of their ends
			var one []jitter.Component
			for _, c := range list {
				if c.Hi-c.Lo == width {
					one = append(one, c)
				}
			}
			lists = append(lists, one)
		}
	}
	all, light := newParts(lists, 0)
	if len(all.list) != 30 || light != 0 {
		t.Errorf("%d parts of 30, %g too light", len(all.list), light)
	}
	for x := -1.0; x < 40; x += 0.25 {
		for p := range 3 {
			want := 0.0
			for _, list := range lists {
				for _, c := range list {
					if c.Lo == c.Hi {
						want += c.Weight * power(x-c.Lo, p)
					} else {
						want += c.Weight * ramp(c, x, p)
					}
				}
			}
			if got := all.moment(x, p); !(math.Abs(got-want) <= 1e-12*(1+want)) {
				t.Errorf("moment %d at %g is %g, one by one %g", p, x, got, want)
			}
		}
	}
}
