// Package contend plays clients that all want to change one row of a database
// under optimistic concurrency control: the setting in which jitter was first
// shown to spare both calls and time. Nothing fails here but for want of luck;
// what a client waits out is the other clients.
//
// # The model
//
// N clients start at time 0, each to change the row once:
//
//	read     a hop to the server, and a hop back with the version of the row
//	write    a hop to the server: it succeeds if the version is still the one
//	         that was read, which goes up then
//	reply    a hop back; if the write failed the client waits and begins again
//
// A hop takes |X|, X normal, each drawn anew. The wait before try k+1 is that of
// retry k of a [jitter.Policy]; its AttemptTime is not used, for here a call takes as
// long as its hops. A client tries until it succeeds.
//
// The server takes no time, and requests meet nowhere but on it. A write
// therefore succeeds exactly if no other has since its read arrived, and all the
// hops from one write of a client to its next can be drawn at once. Writes that
// arrive at the same instant are taken one by one, and a read that arrives with
// a write that succeeds sees it.
//
// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015,
// and its simulator. There a hop is 10 ms with a standard deviation of 2 ms, the
// base is 5 ms and the cap 2 s; as that simulator doubles the base before the
// first wait, its exponential laws are plans with a first delay of 10 ms, and
// only decorrelated jitter begins at 5 ms.
package occ

import (
	"math"
	"math/rand/v2"
	"sync"

	"retune/calc/jitter"
)

// A World is a fleet that contends for one row.
type World struct {
	Clients int // N, >= 1
	jitter.Policy
	NoDelay bool    // clients try again at once, whatever the plan says
	HopMean float64 // mean of X, seconds, >= 0
	HopSD   float64 // standard deviation of X, seconds, >= 0
}

// A Result is the mean of many runs of a world, with standard errors: the
// standard deviation of a run over the root of the number of runs, NaN for fewer
// than two. Without a run the means are NaN, too.
type Result struct {
	Runs    int
	Calls   float64 // writes that all clients made together
	CallsSE float64
	Time    float64 // until the last client knows that it succeeded, seconds
	TimeSE  float64
}

// Play plays the world runs times.
//
//	seed   with the number of the run it fixes all that is drawn in the run
//	cores  goroutines to use, >= 1; the result does not depend on it
//	stop   tells whether to give up; nil: never. All goroutines ask, often
//
// When stopped it returns the mean of the runs before the first unfinished one.
func Play(w World, seed uint64, runs, cores int, stop func() bool) Result {
	calls, times := make([]float64, runs), make([]float64, runs)
	done := make([]bool, runs)
	var workers sync.WaitGroup
	for first := range min(cores, runs) {
		workers.Go(func() {
			p := player{World: w, stop: stop}
			for i := first; i < runs; i += cores {
				p.Rand = rand.New(rand.NewPCG(seed, uint64(i)))
				if calls[i], times[i], done[i] = p.run(); !done[i] {
					return
				}
			}
		})
	}
	workers.Wait()
	n := 0
	for n < runs && done[n] {
		n++
	}
	r := Result{Runs: n}
	r.Calls, r.CallsSE = mean(calls[:n])
	r.Time, r.TimeSE = mean(times[:n])
	return r
}

// mean returns the mean of x and its standard error.
func mean(x []float64) (m, se float64) {
	n := float64(len(x))
	for _, v := range x {
		m += v
	}
	m /= n // 0/0 without a run
	for _, v := range x {
		se += (v - m) * (v - m)
	}
	return m, math.Sqrt(se / (n - 1) / n)
}
