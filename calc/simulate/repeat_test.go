package simulate

import (
	"context"
	"math"

	"retune/calc/fleet"
)

// once simulates the system once.
func once(w fleet.System, seed uint64) fleet.Result {
	s := newSimulation(newConfig(w), new(recycler))
	defer reused.Keep(s)
	_ = s.run(context.Background(), seed, math.Inf(1))
	return s.result(w.Step)
}
