// Package contention simulates clients that all change one row of a database under optimistic concurrency control. In
// this case jitter was first shown to save both attempts and time. An attempt fails only if another client was faster.
// Begin with [System] and [Run].
//
// # The model
//
// N clients start at time 0, each to change the row once:
//
//	read     a hop to the server, and a hop back with the version of the row
//	write    a hop to the server: it succeeds if the version is still the one
//	         that was read, and then increments it
//	reply    a hop back; if the write failed the client waits and begins again
//
// A hop takes |X|, X normal and independent. The delay before try k+1 is the delay before retry k of a
// [jitter.Policy]. Its AttemptTime is not used, because an attempt takes as long as its hops. Retries and Deadline are
// not used either: a client tries until it succeeds.
//
// The server takes no time, and requests only meet at the server. A write therefore succeeds if and only if no other
// write has succeeded since its read arrived, and all hops from one write of a client to its next can be drawn at once.
// Writes that arrive at the same time are processed in order, and a read that arrives with a successful write sees it.
//
// Source: Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog, 2015, and its simulator. There a hop takes
// 10 ms with a standard deviation of 2 ms, the base is 5 ms and the cap 2 s. That simulator doubles the base before the
// first delay, so its exponential policies have an initial delay of 10 ms here. Only decorrelated jitter begins at 5
// ms.
package contention

import (
	"context"
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A System is the clients that contend for one row, and their distance from it.
type System struct {
	Clients int // N, in [1, 2^20)
	jitter.Policy
	NoDelay bool    // clients retry at once, whatever the policy is
	HopMean float64 // mean of X, seconds, >= 0
	HopSD   float64 // standard deviation of X, seconds, >= 0
}

// A Result is the mean of many runs. Standard errors are NaN for fewer than two runs, means without a run.
type Result struct {
	Runs       int
	Attempts   float64 // writes of all clients together
	AttemptsSE float64
	Time       float64 // until the last client learns that it succeeded, seconds
	TimeSE     float64
}

// Run simulates the system runs times.
//
//	seed   determines all random numbers of a run, together with its number
//	cores  goroutines to use, >= 1; the result does not depend on it
//
// When ctx is done it returns, within 0.1 s, the mean of the runs before the first unfinished one.
func Run(ctx context.Context, w System, seed uint64, runs, cores int) Result {
	var attempts, times numeric.Mean
	numeric.Replicate(runs, cores, func() func(int) ([2]float64, error) {
		p := simulation{System: w, delays: w.Sampler()}
		return func(i int) ([2]float64, error) {
			p.Rand = rand.New(rand.NewPCG(seed, uint64(i)))
			return p.run(ctx)
		}
	}, func(_ int, r [2]float64) {
		attempts.Add(r[0])
		times.Add(r[1])
	})
	return Result{Runs: int(attempts.Count()), Attempts: attempts.Value(), AttemptsSE: attempts.Error(),
		Time: times.Value(), TimeSE: times.Error()}
}

// Work returns an estimate of the writes in one run, rather too high. A write takes about 0.1 us of one core. The
// estimate is fast and depends only on the system.
//
// One write succeeds in about 1.5 hops if the delays are spread by at least a third of their mean. All N clients are
// then done after D = 1.5 N hops, during which each keeps trying at its mean delays. At most N(N+1)/2 writes are made:
// then one of the remaining clients succeeds at a time.
func Work(w System) float64 {
	n, hop := float64(w.Clients), w.HopMean+w.HopSD
	most := n * (n + 1) / 2
	first := w.Following(1, 0)
	if w.NoDelay || !(first.Variance() > 0) {
		return most
	}
	end := 1.5 * n * hop * max(1, first.Mean()/math.Sqrt(first.Variance())/3)
	tries, wait := 1.0, 0.0
	for t := 0.0; t < end && n*tries < most; tries++ {
		last := wait
		wait = w.Following(tries, last).Mean()
		gap := wait + 4*hop
		t += gap
		if math.Abs(wait-last) <= 1e-6*wait || tries > 1e4 { // the cap, or delays that hardly grow
			tries += max(0, end-t) / gap
			break
		}
	}
	return min(n*tries, most)
}
