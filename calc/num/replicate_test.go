package num

import (
	"errors"
	"testing"
)

// TestReplicate holds that results come in order on any number of cores, and none
// after an error.
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
