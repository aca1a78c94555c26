package estimate_test

import (
	"fmt"
	"math"
	"math/rand/v2"

	"retune/calc/estimate"
	"retune/calc/jitter"
)

// The policy of a log of 30 requests with five retries each.
func ExampleOf() {
	p := jitter.New(0.5, 2)
	p.Retries, p.Jitter.Type = 5, jitter.Full
	r, draws := rand.New(rand.NewPCG(1, 1)), p.Sampler()
	var log estimate.Log
	for range 30 {
		q, at := estimate.Request{Ended: true}, 0.0
		for k := 0.0; k <= p.Retries; k++ {
			if k > 0 {
				delay, _ := draws.Draw(k, 0, r.Float64, r.NormFloat64)
				at += delay
			}
			q.Attempts = append(q.Attempts, estimate.Attempt{Start: at, End: math.NaN()})
		}
		log.Requests = append(log.Requests, q)
	}
	f, err := estimate.Of(log, 0, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	is := f.Policy
	fmt.Printf("%s jitter, initial delay %.3g s, factor %.3g, %g retries\n",
		is.Jitter.Type.Row().Name, is.InitialDelay, is.Factor, is.Retries)
	// Output:
	// full jitter, initial delay 0.5 s, factor 2, 5 retries
}
