package fleet

import (
	"math"

	"retune/calc/numeric"
)

// slope returns beta, the growth of ln L(C) per attempt in a slowing server without PerAttempt. It is 0 for a server
// that never slows.
//
//	beta = ln f/15
func (s Server) slope() float64 {
	if math.IsInf(s.Concurrency, 1) {
		return 0
	}
	return math.Log(s.Slowdown) / 15
}

// Reaches returns the number of attempts in the server at which its latency reaches x.
//
//	slowing    C0 + ln(x/L0)/beta, or C0 + (x - L0)/p with p PerAttempt, L0 the mean service time
//	queue      x k/L0, +Inf beyond workers and room: the attempts before it and its own, L0 the mean service time
//	limited    +Inf
//
//	x  seconds, >= 0, or +Inf
//
// It is 0 if one attempt takes x, and +Inf if the latency never reaches x. With x the timeout, all work beyond this
// number is wasted.
func (s Server) Reaches(x float64) float64 {
	if s.FalseTimeouts(x) == 1 {
		return 0
	}
	switch s.Kind {
	case Slowing:
		return max(0, s.reaches(x, 1))
	case Queue:
		if c := x * s.Workers / s.ServiceTime; c <= s.Workers+s.QueueSize {
			return c
		}
	}
	return math.Inf(1)
}

// reaches returns the number of attempts in a slowing server at which the latency of one with the given service time,
// over the mean, reaches x.
func (s Server) reaches(x, service float64) float64 {
	if s.PerAttempt > 0 {
		return s.Concurrency + (x-service*s.ServiceTime)/s.PerAttempt
	}
	if b := s.slope(); b > 0 {
		return s.Concurrency + math.Log(x/(service*s.ServiceTime))/b
	}
	return math.Inf(1)
}

// Best returns the greatest throughput of answers younger than x, attempts per second, and the number of attempts in
// the server at that throughput.
//
//	slowing    C/L(C) at C = max(C0, 1/beta), but not above Reaches(x):
//	           e^(beta C0)/(e beta L0) where 1/beta is between; with PerAttempt p at C0
//	           where p C0 is at least L0, else at Reaches(x): 1/p where that is +Inf
//	queue      k/L0 P(S < x) at C = k
//	limited    its capacity, times P(S < x), at C = capacity L0
//	           a slowing server with random service times: the maximum of C/L(C) P(answer younger than x) over C
//
//	x  seconds, >= 0, or +Inf: answers of any age
//	S  service time, with mean L0; P(S < x) is 1 for a constant one
//
// Both are 0 if even one attempt takes x, and +Inf for a server that never slows.
func (s Server) Best(x float64) (rate, at float64) {
	late := s.FalseTimeouts(x)
	if late == 1 {
		return 0, 0
	}
	switch s.Kind {
	case Queue:
		return (1 - late) * s.Workers / s.ServiceTime, s.Workers
	case Limited:
		return (1 - late) * s.Capacity, s.Capacity * s.ServiceTime
	}
	if s.Law.Kind != Constant && s.Slows() && !math.IsInf(x, 1) {
		return s.bestRandom(x)
	}
	at = s.Reaches(x)
	switch p, b := s.PerAttempt, s.slope(); {
	case !s.Slows():
		return math.Inf(1), math.Inf(1)
	case p == 0:
		at = min(max(s.Concurrency, 1/b), at)
	case p*s.Concurrency >= s.ServiceTime:
		at = s.Concurrency
	case math.IsInf(at, 1):
		return 1 / p, at
	}
	return at / s.LatencyAt(at), at
}

// bestRandom is Best of a slowing server with random service times, within a thousandth.
func (s Server) bestRandom(x float64) (rate, at float64) {
	goodput := func(c float64) float64 {
		latency, late := s.LatencyAt(c), 0.0
		if s.PerAttempt > 0 {
			late = s.Law.AtLeast(max(0, x-(latency-s.ServiceTime)) / s.ServiceTime)
		} else {
			late = s.Law.AtLeast(x / latency)
		}
		return c / latency * (1 - late)
	}
	const parts, rare = 2000, 1e-3 // beyond the last part less than a thousandth of the attempts is in time
	at = s.Concurrency
	last := s.reaches(x, max(rare, s.Law.Quantile(rare)))
	for i := 1.0; i <= parts; i++ {
		if c := s.Concurrency + i/parts*(last-s.Concurrency); goodput(c) > goodput(at) {
			at = c
		}
	}
	return goodput(at), at
}

// Equilibria returns the numbers of attempts in the server at which it finishes as many per second as arrive.
//
//	C = rate L(C)
//	slowing    C = -W(-beta rate L0 e^(-beta C0))/beta, W0 stable and W-1 unstable of
//	           Lambert's W; rate L0 is stable if that is at most C0
//	           With PerAttempt p beyond C0 it is rate (L0 - p C0)/(1 - rate p), stable where rate p < 1
//	others     rate L0, and none that is unstable: +Inf
//
//	rate  attempts per second, > 0
//
// A disturbed server returns to the stable equilibrium from anywhere below the unstable one. Above it the server fills
// up without end. Both are NaN if rate exceeds Best(+Inf). Random waits, as in a queue that is not full on average,
// are ignored.
func (s Server) Equilibria(rate float64) (stable, unstable float64) {
	stable, unstable = rate*s.ServiceTime, math.Inf(1)
	nan := math.NaN()
	if s.Kind != Slowing {
		if best, _ := s.Best(math.Inf(1)); rate > best {
			return nan, nan
		}
		return stable, unstable
	}
	if !s.Slows() {
		return stable, unstable
	}
	if p := s.PerAttempt; p > 0 {
		within, beyond := stable <= s.Concurrency, rate*(s.ServiceTime-p*s.Concurrency)/(1-rate*p)
		switch {
		case within && rate*p > 1:
			unstable = beyond
		case !within && rate*p < 1:
			stable = beyond
		case !within:
			return nan, nan
		}
		return stable, unstable
	}
	b := s.slope()
	ahead := func(c float64) float64 { // ln of C/L(C) over rate: it rises up to top and then falls
		return math.Log(c/stable) - b*max(0, c-s.Concurrency)
	}
	top := max(s.Concurrency, 1/b)
	if ahead(top) < 0 {
		return nan, nan
	}
	behind := func(c float64) float64 { return -ahead(c) }
	unstable = 2 * top
	for behind(unstable) < 0 {
		unstable *= 2
	}
	unstable = numeric.Least(behind, 0, top, unstable)
	if stable > s.Concurrency {
		stable = numeric.Least(ahead, 0, s.Concurrency, top)
	}
	return stable, unstable
}

// Utilisation returns the offered load over the greatest throughput of the server, see [Server.Best]: N/(Z + L0) for
// closed traffic, the rate for open traffic. It is above 1 if the traffic alone overloads the server, 0 for a server
// that never slows, and NaN for a burst.
func (w System) Utilisation() float64 {
	best, _ := w.Server.Best(w.Client.Timeout)
	switch w.Traffic.Kind {
	case Open:
		return w.Traffic.Rate / best
	case Closed:
		return w.Traffic.Clients / (w.Traffic.Think + w.Server.ServiceTime) / best
	}
	return math.NaN()
}

// Normal returns the load of the traffic without any outage, attempts per second, and the latency with that load,
// seconds. The latency is +Inf if the server cannot take the load.
//
//	closed    load N/(Z + L), L the latency with load L attempts in the server, the
//	          least such L; of a queue max(L0, N L0/k - Z), up to its room
//	open      load is the rate, L the latency of the stable equilibrium
//	burst     load NaN: there is none that lasts; L is L0
//
// Attempts that fail at random do not reach a slowing server. With closed traffic L then follows from the effective
// think time
//
//	(Z + sum over k = 1..n of q^k E d_k)/Served,  q the failure rate
//
// If closed traffic slows the server until all attempts time out, and there is no other equilibrium, the load is N/(Z
// + L0), what the clients would send to a server that did not slow, and L is +Inf.
func (w System) Normal() (load, latency float64) {
	s, t := w.Server, w.Traffic
	latency = s.ServiceTime
	switch {
	case t.Kind == Burst:
		return math.NaN(), latency
	case t.Kind == Open:
		c, _ := s.Equilibria(t.Rate)
		if s.Kind == Slowing {
			latency = s.LatencyAt(c)
		}
		if math.IsNaN(c) {
			latency = math.Inf(1)
		}
		return t.Rate, latency
	case s.Kind == Queue:
		most := (s.Workers + s.QueueSize) * latency / s.Workers
		latency = max(latency, min(most, t.Clients*latency/s.Workers-t.Think))
	case s.Kind == Slowing:
		think := t.Think
		if q := w.FailureRate; q > 0 {
			think = (think + w.Client.Waits(q)) / w.Served()
		}
		// from below, to stop at the least L; few iterations are needed unless the equilibrium is almost lost
		for range 100_000 {
			next := s.LatencyAt(t.Clients / (1 + think/latency))
			if next <= latency*(1+0x1p-50) {
				break
			}
			latency = next
		}
		if latency >= w.Client.Timeout {
			return t.Clients / (t.Think + s.ServiceTime), math.Inf(1)
		}
	}
	return t.Clients / (t.Think + latency), latency
}
