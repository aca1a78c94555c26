package simulate

import (
	"cmp"
	"context"
	"errors"
	"math"

	"retune/calc/fleet"
	"retune/calc/numeric"
)

// Repeat simulates the system runs times on up to cores goroutines and passes the results to each, one at a time and
// in the order of the runs. Run i has the seed Seed(seed, i). Once ctx is done Repeat returns its error within 0.1 s.
// each then has the results of the first runs.
func Repeat(ctx context.Context, w fleet.System, seed uint64, runs, cores int, each func(r fleet.Result)) error {
	q := batch{system: w, seed: seed, runs: runs, cores: cores, most: math.Inf(1)}
	return q.repeat(ctx, func(r []fleet.Result) { each(r[0]) }, w.Step)
}

// Seed returns the seed of run i of a sample. Run 0 has the given seed.
func Seed(seed uint64, i int) uint64 { return seed + uint64(i)*0x9e3779b97f4a7c15 }

// A batch is a number of runs of a system to simulate.
type batch struct {
	system fleet.System
	clock  *clock // nil: the clock of the system
	seed   uint64
	runs   int
	cores  int
	most   float64 // limit of the attempts of all runs together, counted from the first run on

	settled func(*simulation) bool // see simulation.settled; or nil
}

// repeatIn passes the results with the step of the system to one, and with the given step, seconds, to other. Both
// come from the same runs if the step does not change the runs. If the limit of attempts ends the runs with the one
// step, those with the other are as many.
func (q batch) repeatIn(ctx context.Context, step float64, one, other func(r fleet.Result)) error {
	w := q.system
	if w.Step == step {
		return q.repeat(ctx, func(r []fleet.Result) { one(r[0]); other(r[0]) }, step)
	}
	v := w
	v.Step = step
	if clock, ok := both(newClock(w), newClock(v)); ok {
		q.clock = &clock
		return q.repeat(ctx, func(r []fleet.Result) { one(r[0]); other(r[1]) }, w.Step, step)
	}
	made := 0
	err := q.repeat(ctx, func(r []fleet.Result) { one(r[0]); made++ }, w.Step)
	if err != nil && (made == 0 || !errors.Is(err, ErrLimit)) {
		return err
	}
	q.system, q.runs, q.most = v, made, math.Inf(1)
	return cmp.Or(q.repeat(ctx, func(r []fleet.Result) { other(r[0]) }, step), err)
}

// repeat makes the runs and passes the results of each run in all steps. It ends with ErrLimit at the first run that
// exceeds the limit of attempts.
func (q batch) repeat(ctx context.Context, each func(r []fleet.Result), steps ...float64) error {
	type made struct {
		results  []fleet.Result
		attempts float64
	}
	if tooLarge(q.system, q.most) {
		return ErrLimit
	}
	before := 0.0 // attempts of the runs passed on so far; it changes only while no run is being made
	err := numeric.Replicate(q.runs, q.cores, func() func(int) (made, error) {
		c := newConfig(q.system)
		if q.clock != nil {
			c.clock = *q.clock
		}
		if q.settled != nil { // the outcome needs no peaks; a run of a day has 8 MB of bins
			c.bin, c.bins = newGrid(c.duration), 1
		}
		memory := new(recycler)
		return func(i int) (m made, err error) {
			s := newSimulation(c, memory)
			defer memory.keep(s)
			s.settled = q.settled
			if err := s.run(ctx, Seed(q.seed, i), q.most-before); err != nil {
				return m, err
			}
			for _, step := range steps {
				m.results = append(m.results, s.result(step))
			}
			m.attempts = s.made()
			return m, nil
		}
	}, func(_ int, m made) {
		if before += m.attempts; before <= q.most { // else the limit also excludes all later runs
			each(m.results)
		}
	})
	if err == nil && before > q.most {
		err = ErrLimit
	}
	return err
}
