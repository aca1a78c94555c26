package fluid

import (
	"context"
	"math"

	"retune/calc/system"
)

// Refine solves the system as Solve does, and again on a grid of half the step and
// with half the bins of delays, where there are such, and returns the finer
// solution with its error: what halving changed. The error
// of the fluid model falls with the step at least in proportion, so that a further halving
// changes half as much, and all of them together as much again. Where a threshold
// is crossed or not by a hair no such order holds, and the error then shows that.
// Where the finer grid would take too long it returns the solution of Solve, without
// an error.
func Refine(ctx context.Context, w system.System, step float64) (Solution, error) {
	coarse, err := Solve(ctx, w, step)
	if err != nil {
		return coarse, err
	}
	g, states := newGrid(w, coarse.Grid/2), newGraph(w, 2)
	if afford(w, g, states, refineSeconds) != nil {
		return coarse, nil
	}
	fine, err := solve(ctx, w, g, states)
	if err != nil {
		return fine, err
	}
	fine.Error = system.NewRun(w.Step, fine.Len())
	from, to := coarse.Series(), fine.Error.Series()
	for s, series := range fine.Series() {
		for i, x := range *series {
			(*to[s])[i] = math.Abs(x - (*from[s])[i])
		}
	}
	fine.Error.UnderWay = math.Abs(fine.UnderWay - coarse.UnderWay)
	return fine, nil
}

// LoadError returns how far Load(i) may be off for the step of the grid, attempts
// per second: NaN without Refine.
func (s Solution) LoadError(i int) float64 {
	if s.Error.Len() == 0 {
		return math.NaN()
	}
	return (s.Error.First[i] + s.Error.Retries[i] + s.Error.Stopped[i]) / s.Step
}

// Peak returns the largest load of any step, attempts per second, the step, and how
// far that load may be off for the step of the grid.
func (s Solution) Peak() (load float64, step int, off float64) {
	for i := range s.Len() {
		if x := s.Load(i); x > load {
			load, step = x, i
		}
	}
	if s.Len() > 0 {
		off = s.LoadError(step)
	}
	return load, step, off
}
