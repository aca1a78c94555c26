package world

import (
	"math"

	"retune/calc/jitter"
)

// Returned returns the share of clients that have called again by the time t after
// an outage so long that all of them were waiting out delays of one law, in all
// phases.
//
//	integral from 0 to t of (1 - K(u)) du / E d = E min(d, t)/E d
//
//	d  law of the delay, K its CDF, 0 < E d < +Inf: at the cap, see [Client.LongDelay]
//	t  seconds, >= 0
//
// The rate at which they come is highest at first, and then the rate of the
// retries during the outage: N/E d. Source: the residual life of a renewal process.
func Returned(d jitter.Dist, t float64) float64 {
	lo, hi := d.Support()
	if math.IsInf(hi, 1) {
		hi = d.Quantile(1 - 0x1p-53)
	}
	if t >= hi {
		return 1
	}
	if t <= lo {
		return t / d.Mean()
	}
	sum := lo
	const panels = 256 // of Simpson's rule, which is exact for uniforms
	h := (t - lo) / panels
	for i := range panels {
		u := lo + float64(i)*h
		sum += h / 6 * (6 - d.CDF(u) - 4*d.CDF(u+h/2) - d.CDF(u+h))
	}
	return math.Min(1, sum/d.Mean())
}

// Backlog returns the longest queue that clients make who call again after a
// long outage, at a server that takes all of them one by one, and when it has
// served them.
//
//	Q(t) = N Returned(t) - H t, longest where N (1 - K(t))/E d = H
//	none if E d >= N/H, which is therefore the least mean delay without overload
//
//	clients   N, >= 0
//	headroom  H, calls per second that the server has to spare, > 0
//	peak      calls; queue empty at: seconds after the outage
func Backlog(clients, headroom float64, d jitter.Dist) (peak, empty float64) {
	queue := func(t float64) float64 { return clients*Returned(d, t) - headroom*t }
	busy := headroom * d.Mean() / clients
	if busy >= 1 {
		return 0, 0
	}
	lo, hi := d.Quantile(1-busy), clients/headroom
	peak = math.Max(0, queue(lo))
	for range 100 {
		if t := (lo + hi) / 2; queue(t) > 0 {
			lo = t
		} else {
			hi = t
		}
	}
	return peak, hi
}

// LeastFactor returns the least factor with which retries whose cap is not reached
// by the end of an outage leave the server time to serve them as they come back.
//
//	r = e^(N/(H D)),  from N/(D ln r) <= H
//
//	clients   N, >= 0
//	headroom  H, calls per second, > 0
//	outage    D, seconds, > 0, long against the first delay
//
// It is for delays without jitter in all phases; full jitter of factor 2 brings a
// peak 1.2 times as high.
func LeastFactor(clients, headroom, outage float64) float64 {
	return math.Exp(clients / (headroom * outage))
}
