package numeric

import (
	"errors"
	"testing"
)

// TestReplicate checks that results come in order on any number of cores, and none after an error.
func TestReplicate(t *testing.T) {
	for cores := range 9 {
		for _, runs := range []int{0, 1, 7, 1000} {
			for _, bad := range []int{runs, runs / 2} {
				next, stop := 0, errors.New("no more")
				err := Replicate(runs, cores, func() func(int) (int, error) {
					return func(i int) (int, error) {
						if i == bad {
							return 0, stop
						}
						return i * i, nil
					}
				}, func(i, square int) {
					if i != next || square != i*i {
						t.Errorf("run %d gives %d as number %d", i, square, next)
					}
					next++
				})
				if bad < runs && (err != stop || next > bad) || bad >= runs && (err != nil || next != runs) {
					t.Errorf("%d of %d runs on %d cores, bad %d: %v", next, runs, cores, bad, err)
				}
			}
		}
	}
}

// TestEach checks that each index is called once, and that a panic on any core reaches the caller.
func TestEach(t *testing.T) {
	for cores := range 5 {
		for _, n := range []int{0, 1, 7, 100} {
			times := make([]int, n)
			Each(n, cores, func(i int) { times[i]++ })
			for i, k := range times {
				if k != 1 {
					t.Errorf("%d things on %d cores: number %d is done %d times", n, cores, i, k)
				}
			}
			if n == 0 {
				continue
			}
			func() {
				defer func() {
					if p := recover(); p != "bad" {
						t.Errorf("%d things on %d cores: %v instead of the panic", n, cores, p)
					}
				}()
				Each(n, cores, func(i int) {
					if i == n/2 {
						panic("bad")
					}
				})
			}()
		}
	}
}

// TestReplicatePanics checks that a panic on another core reaches the caller, which can recover from it, and that
// Replicate does not wait for an endless run.
func TestReplicatePanics(t *testing.T) {
	for _, cores := range []int{1, 2, 5} {
		for _, where := range []string{"worker", "run", "each"} {
			func() {
				defer func() {
					if p := recover(); p != where {
						t.Errorf("%d cores: %v instead of the panic in %s", cores, p, where)
					}
				}()
				here := func(name string, i int) {
					if name == where && i == 3 {
						panic(name)
					}
				}
				err := Replicate(50, cores, func() func(int) (int, error) {
					here("worker", 3)
					return func(i int) (int, error) { here("run", i); return i, nil }
				}, func(i, _ int) { here("each", i) })
				t.Errorf("%d cores: no panic in %s, but %v", cores, where, err)
			}()
		}
	}
}
