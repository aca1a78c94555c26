package des

import (
	"context"

	"retune/calc/num"
	"retune/calc/system"
)

// Run simulates the system once. The result depends on the system and the seed
// alone.
func Run(w system.System, seed uint64) system.Result {
	s := newSimulation(newConfig(w))
	s.run(context.Background(), seed)
	return s.result(w.Step)
}

// Repeat simulates the system runs times, on up to so many cores, and hands the
// results to each: in the order of the runs and one at a time, whatever the cores.
// Run i is Run with the seed Seed(seed, i). No more results are held than there
// are cores. Once ctx is done Repeat returns its error within 0.1 s; the runs that
// were handed over are then the first ones.
func Repeat(ctx context.Context, w system.System, seed uint64, runs, cores int, each func(i int, r system.Result)) error {
	config := func() *config { return newConfig(w) }
	return repeat(ctx, config, seed, runs, cores, func(i int, r []system.Result) { each(i, r[0]) }, w.Step)
}

// RepeatIn is Repeat with the results in two steps, those in the step of w to one and those in
// that of seconds to other, each in the order of the runs. They are of the same runs where
// steps do not change these.
func RepeatIn(ctx context.Context, w system.System, step float64, seed uint64, runs, cores int, one, other func(r system.Result)) error {
	v := w
	v.Step = step
	if clock, ok := both(newClock(w), newClock(v)); ok {
		config := func() *config {
			c := newConfig(w)
			c.clock = clock
			return c
		}
		return repeat(ctx, config, seed, runs, cores, func(_ int, r []system.Result) { one(r[0]); other(r[1]) }, w.Step, step)
	}
	err := Repeat(ctx, w, seed, runs, cores, func(_ int, r system.Result) { one(r) })
	if err == nil {
		err = Repeat(ctx, v, seed, runs, cores, func(_ int, r system.Result) { other(r) })
	}
	return err
}

// repeat makes the runs and hands over the results of each in all these steps.
func repeat(ctx context.Context, config func() *config, seed uint64, runs, cores int, each func(i int, r []system.Result), steps ...float64) error {
	return num.Replicate(runs, cores, func() func(int) ([]system.Result, error) {
		s := newSimulation(config())
		ran := false
		return func(i int) (list []system.Result, err error) {
			if ran {
				s.rewind()
			}
			ran = true
			if err := s.run(ctx, Seed(seed, i)); err != nil {
				return nil, err
			}
			for _, step := range steps {
				list = append(list, s.result(step))
			}
			return list, nil
		}
	}, each)
}

// Seed returns the seed of run i of a sample; the first is the given one.
func Seed(seed uint64, i int) uint64 { return seed + uint64(i)*0x9e3779b97f4a7c15 }
