package simulate

import (
	"context"
	"math"

	"retune/calc/fleet"
)

// once simulates the system once.
func once(w fleet.System, seed uint64) fleet.Result {
	s := newSimulation(newConfig(w))
	defer spare.Keep(s)
	_ = s.run(context.Background(), seed, math.Inf(1))
	return s.result(w.Step)
}

// repeat simulates the system in independent runs, on up to so many cores, and hands the results to each.
func repeat(ctx context.Context, w fleet.System, seed uint64, runs, cores int, each func(r fleet.Result)) error {
	q := batch{system: w, seed: seed, runs: runs, cores: cores, most: math.Inf(1)}
	return q.repeat(ctx, func(r []fleet.Result) { each(r[0]) }, w.Step)
}
