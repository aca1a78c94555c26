package fleet

import "math"

// Tries returns the mean number of attempts of a request whose attempts fail independently with the same probability.
//
//	(1 - x^(n+1))/(1 - x)     n+1 at x = 1
//
//	x  share of attempts that fail, 0 to 1
//	n  retries, >= 0, or +Inf
func Tries(x, n float64) float64 {
	switch {
	case x == 1:
		return n + 1
	case x == 0:
		return 1
	}
	return math.Expm1((n+1)*math.Log(x)) / (x - 1) // 1 - x^(n+1) without cancellation
}

// fails returns the share of attempts that fail although the server is healthy and no attempt waits in it: at random,
// or since a random service time outlasts the timeout, see [Server.FalseTimeouts].
func (w System) fails() float64 {
	if w.Server.Law.Kind == Constant {
		return w.FailureRate
	}
	return 1 - (1-w.FailureRate)*(1-w.Server.FalseTimeouts(w.Client.Timeout))
}

// Served returns the share of requests that succeed if the server is healthy and no attempt waits in it: 1 - q^(n+1),
// with q the share of attempts that fail at random or by a false timeout. With a constant service time it is also the
// number of attempts per request that reach a server.
func (w System) Served() float64 { return 1 - math.Pow(w.fails(), w.Client.Retries+1) }

// attemptsAtWorst returns how many attempts a request makes in the long run if all attempts time out. The number of
// retries and the deadline limit it, with delays at their means. So does the budget: to 1 + Ratio, or to 1 under
// Throttle and Quota, which only successes refill. Under Concurrent retries are at most a share Ratio of all attempts,
// which gives
//
//	1/(1 - Ratio)
//
// It ignores the tokens of the initially full bucket, the retries that Concurrent and Expiring always allow, and the
// breaker. Sources: Finagle's retry budget; gRPC A6; the AWS SDK's retry quota; Envoy's retry_budget.
func (c Client) attemptsAtWorst() float64 {
	switch c.Budget.Kind {
	case NoBudget:
		return 1 + c.retriesAtWorst()
	case Ratio, Expiring:
		if c.Budget.OnSuccess {
			return 1
		}
		return 1 + min(c.Budget.Ratio, c.retriesAtWorst())
	case Concurrent:
		if x := c.Budget.Ratio; x < 1 {
			return 1 + min(x/(1-x), c.retriesAtWorst())
		}
		return 1 + c.retriesAtWorst()
	}
	return 1
}

// retriesAtWorst returns how many retries a request makes if all its attempts time out, with delays at their means.
func (c Client) retriesAtWorst() float64 {
	c.Policy = c.WithoutIdleStops()
	if math.IsInf(c.Deadline, 1) {
		return c.Retries
	}
	last := c.SameFrom()
	at, delay := 0.0, 0.0
	deadline := c.Deadline * (1 + 1e-12) // rounding must not lose a retry that starts at the deadline
	for k := 1.0; k <= c.Retries; k++ {
		failed := at + c.Timeout
		delay = c.meanDelay(k, delay)
		at = failed + delay
		switch _, made := c.RetryStart(k, failed, at); {
		case !made:
			return k - 1
		case k >= last && !c.Stateful() && !c.CapAfter, k == 1e5: // the mean delays stay the same from here on
			return min(c.Retries, k+math.Floor((deadline-at)/(c.Timeout+delay)))
		}
	}
	return c.Retries
}

// Waits returns the mean time that a request spends between its attempts, seconds, if each attempt fails with
// probability x: the sum over k = 1..n of x^k E d_k. Delays after the first 4,096 count like the last of these.
func (c Client) Waits(x float64) (wait float64) {
	k, p, d := 0.0, 1.0, 0.0 // p = x^k
	for ; k < c.Retries && k < 1<<12 && p >= 1e-300; k++ {
		p *= x
		d = c.meanDelay(k+1, d)
		wait += p * d
	}
	if rest := c.Retries - k; rest > 0 {
		wait += p * d * (Tries(x, rest) - 1)
	}
	return wait
}
