package fleet

import (
	"math"
	"math/rand/v2"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// CallTimes is the distribution of the time from the first attempt of a call to the end of its last, on a healthy
// server in which no attempt waits: an attempt takes the service time, or the timeout if that is not longer, and is
// then retried by the policy. Budget, breaker and random failures do not count.
//
//	P(call <= t) = P(S <= t)                             t < W
//	P(call <= t) = P(S < W) + q P(call <= t | S >= W)    t >= W
//
//	S  service time    W  timeout    q = P(S >= W)
//
// The conditional distribution comes from 131,072 drawn calls, so that the probability of a percentile has a standard
// error of at most q/724.
type CallTimes struct {
	server Server
	late   float64   // q
	calls  []float64 // drawn calls whose first attempt timed out, seconds, sorted
}

const drawnCalls = 1 << 17

// mostLate is the greatest q with CallTimes. Nearly all attempts time out beyond it, and calls are long.
const mostLate = 0.9

// CallTimes returns the distribution of the call time. ok is false if more than 90 % of the attempts of a healthy
// server outlast the timeout, or if the first delay comes from the think time.
func (w System) CallTimes() (_ CallTimes, ok bool) {
	c := CallTimes{server: w.Server, late: w.Server.FalseTimeouts(w.Client.Timeout)}
	if c.late > mostLate || w.Client.FirstFromThink {
		return c, false
	}
	if c.late > 0 {
		c.calls = w.lateCalls(drawnCalls)
	}
	return c, true
}

// Quantile returns the p-quantile, seconds, 0 < p < 1, and its standard error.
func (c CallTimes) Quantile(p float64) (t, se float64) {
	if p <= 1-c.late {
		return c.server.ServiceTime * c.server.Law.Quantile(p), 0
	}
	n := float64(len(c.calls))
	share := (p - (1 - c.late)) / c.late
	at := func(i float64) float64 { return c.calls[int(max(0, min(n-1, i)))] }
	i, off := math.Ceil(share*n)-1, math.Sqrt(n*share*(1-share))
	return at(i), (at(i+off) - at(i-off)) / 2
}

// lateCalls draws n call times of calls whose first attempt timed out, seconds, and sorts them.
func (w System) lateCalls(n int) []float64 {
	c := w.Client
	c.AttemptTime = 0 // an attempt takes the time that is drawn
	c.Policy = c.WithoutIdleStops()
	r, draws, list := rand.New(rand.NewPCG(49, 7)), c.Sampler(), make([]float64, n)
	end := math.Inf(1)
	if total := w.Client.TotalTimeout; total > 0 {
		end = total
	}
	for i := range list {
		var limit jitter.Window
		t, memory := min(c.Timeout, end), 0.0
		for k := 1.0; t < end; k++ {
			var delay float64
			delay, memory = draws.Draw(k, memory, r.Float64, r.NormFloat64)
			if least := c.LeastDelay(); least > 0 {
				delay = max(delay, least)
				memory = delay
			}
			start, made := c.RetryStart(k, t, t+delay)
			if !made || start >= end || !limit.Allows(c.Rule.Starts, start) {
				break
			}
			served := w.Server.ServiceTime * w.Server.Law.Draw(r)
			if t = min(end, start+min(served, c.Timeout)); served < c.Timeout {
				break
			}
		}
		list[i] = t
	}
	numeric.Sort(list)
	return list
}
