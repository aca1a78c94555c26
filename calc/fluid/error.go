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
	if afford(ctx, w, g, states, refineSeconds) != nil {
		return coarse, nil
	}
	fine, err := solve(ctx, w, g, states)
	if err != nil {
		return fine, err
	}
	fine.Error = system.NewResult(w.Step, fine.Len())
	from, to := coarse.Series(), fine.Error.Series()
	for s, series := range fine.Series() {
		for i, x := range *series {
			(*to[s])[i] = math.Abs(x - (*from[s])[i])
		}
	}
	fine.Error.UnderWay = math.Abs(fine.UnderWay - coarse.UnderWay)
	return fine, nil
}

// Unsettled returns what halving the grid changes, as a share of the attempts: of the load and of
// the goodput the mean over the steps of how far they moved. 0 without Refine.
func (s Solution) Unsettled() float64 {
	load, moved, good := 0.0, 0.0, 0.0
	for i := range s.Error.Len() {
		load += s.First[i] + s.Retries[i]
		moved += s.Error.First[i] + s.Error.Retries[i]
		good += s.Error.Goodput[i]
	}
	if load == 0 {
		return 0
	}
	return max(moved, good) / load
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

// Noise returns the standard deviation of the load of step i in one run, attempts
// per second, by which a run of N clients strays from the fluid model.
//
//	sqrt(n)/Step,  n = Load Step, the expected attempts in the step
//
// That is the Poisson distribution of many independent clients who each rarely make an attempt in
// the step. It is too much where they do so together, as without jitter, and too little
// where a server near a threshold makes much of a small difference.
func (s Solution) Noise(i int) float64 {
	return math.Sqrt(max(0, s.Load(i)) / s.Step)
}

// PeakBias returns how far above the peak of the fluid model the peak of one run is to be
// expected, as a share of it: of steps that are about as busy, one is high by
// chance. With B of them, each of n attempts, it is m/sqrt(n), m the mean of the
// largest of B standard normals,
//
//	m = Phi^-1((B - 3/8)/(B + 1/4)),  close to sqrt(2 ln B) for many
//
// Steps count as comparable within two standard deviations of the peak. Source of
// the quantile: Blom, Statistical Estimates and Transformed Beta-Variables, 1958.
func (s Solution) PeakBias() float64 {
	peak, at, _ := s.Peak()
	if peak == 0 {
		return 0
	}
	b := 0.0
	for i := range s.Len() {
		if s.Load(i) >= peak-2*s.Noise(at) {
			b++
		}
	}
	m := math.Sqrt2 * math.Erfinv(2*(b-0.375)/(b+0.25)-1)
	return max(0, m) / math.Sqrt(peak*s.Step)
}
