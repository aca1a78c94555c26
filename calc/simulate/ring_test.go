package simulate

import (
	"math/rand/v2"
	"testing"
)

// TestRing compares a ring with a map while cohorts come and go in any order.
func TestRing(t *testing.T) {
	for _, ticks := range []int{3, 64, 5000} {
		rng := rand.New(rand.NewPCG(1, uint64(ticks)))
		r, want := ring{slots: make([]cohort, 4)}, map[int]uint64{}
		for now := range ticks {
			if rng.IntN(3) > 0 {
				r.place(now).n++
				r.place(now).sum += uint64(now)
				want[now]++
			}
			for range 4 {
				if j := rng.IntN(now + 1); rng.IntN(2) == 0 && now%1000 < 700 { // else few cohorts leave
					r.empty(j)
					delete(want, j)
				} else if c := r.of(j); c.n != want[j] || c.sum != want[j]*uint64(j) {
					t.Fatalf("of %d ticks, at %d: tick %d has %+v, want %d", ticks, now, j, c, want[j])
				}
			}
		}
		for j, n := range want {
			if c := r.of(j); c.n != n {
				t.Errorf("of %d ticks: in the end tick %d has %d, want %d", ticks, j, c.n, n)
			}
		}
	}
}
