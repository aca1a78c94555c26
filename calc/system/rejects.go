package system

import "math"

// Rejects returns which share of the calls of a closed fleet a server says no to
// that has more than it can take for good: the x at which the calls that it
// accepts are its capacity.
//
//	N (1-x^(n+1))/mu = Z + (1-x^(n+1)) L + sum over k = 1..n of x^k E d_k
//
//	mu  its capacity, calls per second: Best(+Inf)
//	L   latency of what it accepts, seconds
//	Z   mean think, seconds        n  retries      d_k  delays, at their means
//
// It takes x as the same at every retry, which holds while the fleet is spread
// over all phases of its waits. The load is then mu/(1-x). It is 0 if the server
// takes all, NaN for traffic that is not closed and for a server that slows
// instead. Deadline, budget and breaker are left out.
func (s Server) Rejects(c Client, t Traffic) float64 {
	if t.Kind != Closed || s.Kind == Slowing {
		return math.NaN()
	}
	mu, _ := s.Best(math.Inf(1))
	load, latency := s.Normal(t)
	if load <= mu {
		return 0
	}
	waits := c.waits()
	over := func(x float64) bool {
		served := 1 - math.Pow(x, c.Retries+1)
		return !(t.Think+served*latency+waits(x) < t.Clients*served/mu)
	}
	lo, hi := 0.0, 1.0
	for range 60 {
		if x := (lo + hi) / 2; over(x) {
			hi = x
		} else {
			lo = x
		}
	}
	return lo
}

// waits returns the function that says how long a request waits on average between
// its attempts, each of which goes wrong with probability x: the sum over k = 1..n
// of x^k E d_k, seconds.
func (c Client) waits() func(x float64) float64 {
	var means []float64 // of the first 4,096 delays; those after them are taken to be like the last
	for k, d := 1.0, 0.0; k <= c.Retries && k <= 1<<12; k++ {
		d = c.meanDelay(k, d)
		means = append(means, d)
	}
	return func(x float64) float64 {
		wait, p := 0.0, 1.0 // p = x^k
		for _, d := range means {
			p *= x
			if p < 1e-300 {
				break
			}
			wait += p * d
		}
		if rest := c.Retries - float64(len(means)); rest > 0 && p > 0 {
			wait += p * means[len(means)-1] * (Tries(x, rest) - 1)
		}
		return wait
	}
}
