package des

import (
	"math"
	"sync"
	"sync/atomic"

	"retune/calc/system"
)

// A Sample is several independent runs of a world.
type Sample struct {
	Runs []system.Result
	Mean system.Result // of each value; of Latency over the runs that have one
	SE   system.Result // the standard error of that mean; NaN for fewer than two runs
}

// Repeat plays the world so many times, several runs at once on up to so many
// cores. Run i is Play with the seed Seed(seed, i), whatever the cores. If stop
// is not nil it is asked again and again, by one at a time, also in the middle of
// a run; once it says true, Repeat returns what is finished.
func Repeat(w system.System, seed uint64, runs, cores int, stop func() bool) Sample {
	var asking sync.Mutex
	var stopped atomic.Bool
	poll := func() bool {
		if stop == nil || stopped.Load() {
			return stopped.Load()
		}
		asking.Lock()
		defer asking.Unlock()
		if !stopped.Load() && stop() {
			stopped.Store(true)
		}
		return stopped.Load()
	}
	done := make([]system.Result, runs)
	finished := make([]bool, runs)
	atOnce := max(1, min(cores, runs))
	var next atomic.Int64
	var all sync.WaitGroup
	for range atOnce {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < runs && !stopped.Load(); i = int(next.Add(1)) - 1 {
				done[i], finished[i] = play(w, Seed(seed, i), max(1, cores/atOnce), poll)
			}
		})
	}
	all.Wait()
	var list []system.Result
	for i, r := range done {
		if finished[i] {
			list = append(list, r)
		}
	}
	return Summary(list)
}

// Summary returns the sample that independent runs of a world are.
func Summary(runs []system.Result) Sample {
	s := Sample{Runs: runs}
	s.Mean, s.SE = average(runs)
	return s
}

// Seed returns the seed of run i of a sample; the first is the given one.
func Seed(seed uint64, i int) uint64 { return seed + uint64(i)*0x9e3779b97f4a7c15 }

// average returns the mean and the standard error of every value of the runs.
func average(runs []system.Result) (mean, se system.Result) {
	if len(runs) == 0 {
		return
	}
	mean = system.NewRun(runs[0].Step, runs[0].Len())
	se = system.NewRun(runs[0].Step, runs[0].Len())
	means, ses := mean.Series(), se.Series()
	for k := range means {
		for i := range *means[k] {
			(*means[k])[i], (*ses[k])[i] = moments(runs, func(r *system.Result) float64 { return (*r.Series()[k])[i] })
		}
	}
	mean.UnderWay, se.UnderWay = moments(runs, func(r *system.Result) float64 { return r.UnderWay })
	return mean, se
}

// moments returns the mean of a value of the runs that have one, and the standard
// error of that mean.
func moments(runs []system.Result, value func(*system.Result) float64) (mean, se float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for i := range runs {
		if x := value(&runs[i]); !math.IsNaN(x) {
			n, sum = n+1, sum+x
		}
	}
	mean = sum / n
	for i := range runs {
		if d := value(&runs[i]) - mean; !math.IsNaN(d) {
			squares += d * d
		}
	}
	if n < 2 {
		return mean, math.NaN()
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}
