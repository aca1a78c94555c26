package des

import (
	"context"

	"retune/calc/num"
	"retune/calc/system"
)

// Run simulates the system once. The result depends on the system and the seed
// alone.
func Run(w system.System, seed uint64) system.Result {
	s := newSimulation(w)
	s.run(context.Background(), seed)
	return s.result()
}

// Repeat simulates the system runs times, on up to so many cores, and hands the
// results to each: in the order of the runs and one at a time, whatever the cores.
// Run i is Run with the seed Seed(seed, i). No more results are held than there
// are cores. Once ctx is done Repeat returns its error within 0.1 s; the runs that
// were handed over are then the first ones.
func Repeat(ctx context.Context, w system.System, seed uint64, runs, cores int, each func(i int, r system.Result)) error {
	return num.Replicate(runs, cores, func() func(int) (system.Result, error) {
		s := newSimulation(w)
		ran := false
		return func(i int) (system.Result, error) {
			if ran {
				s.rewind()
			}
			ran = true
			if err := s.run(ctx, Seed(seed, i)); err != nil {
				return system.Result{}, err
			}
			return s.result(), nil
		}
	}, each)
}

// Seed returns the seed of run i of a sample; the first is the given one.
func Seed(seed uint64, i int) uint64 { return seed + uint64(i)*0x9e3779b97f4a7c15 }
