package fleet

import "math"

// grows reports whether open traffic keeps an unbounded queue down for ever, by new requests alone. Every attempt times
// out while the backlog takes longer to serve than the timeout, so that a request that starts now makes all its
// attempts. With c workers that serve in S on average, the backlog after u seconds is at least
//
//	B(u) = B(0) + m integral from 0 to u of a(v) dv - u c/S
//
//	m  rate of requests    a(v)  attempts of a request whose start was due by v seconds after its first
//
// Retry k is due after k timeouts and twice the mean delays before it, which is the longest sum with full jitter. The
// fleet is lost if the least B(u), less what chance explains, is far above the backlog of the timeout, and the backlog
// rises from there on: see [Result.sure].
//
// There is no such sign if the server drops attempts that timed out, or if something else ends requests.
func (r Result) grows(w System, from int) bool {
	c, s := w.Client, w.Server
	if w.Traffic.Kind != Open || s.Kind != Queue || !math.IsInf(s.QueueSize, 1) || c.Cancel || c.Breaker.Share > 0 ||
		c.Budget.Kind != NoBudget || !math.IsInf(c.CallLimit(), 1) || w.FailureRate > 0 {
		return false
	}
	rate, late := w.finishes(0)
	backlog := math.Inf(1)
	for i := (from + r.Len()) / 2; i < r.Len(); i++ {
		if r.Goodput[i] > 0 {
			return false
		}
		backlog = min(backlog, r.InFlight[i])
	}
	const faster, chances, surely = 1.02, 6, 30
	u, delay, retries := 0.0, 0.0, c.RetriesMade()
	for k := 0.0; k <= retries && backlog > late; k++ {
		arrives := w.Traffic.Rate * (k + 1)
		if excess := 1 - faster*rate/arrives; excess > 0 {
			spread := 1 + s.Law.Variance()
			backlog -= chances * math.Sqrt(2*rate*u*spread)
			return 2*(backlog-late)*excess >= surely*spread
		}
		delay = c.meanDelay(k+1, delay)
		lasts := c.Timeout + 2*delay
		backlog -= (faster*rate - arrives) * lasts
		u += lasts
	}
	return false
}
