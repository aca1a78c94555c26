package fleet

import "math"

// Tries returns how many attempts a request makes on average, when every attempt fails
// with the same probability whatever the others do.
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

// Served returns the share of the requests that are served if the server answers every attempt
// that comes to it: 1 - q^(n+1), q the failure rate. As many attempts come to it per request.
func (w System) Served() float64 { return 1 - math.Pow(w.FailureRate, w.Client.Retries+1) }

// attemptsAtWorst returns how many attempts a request makes in the long run if all of
// them time out: those that retries and deadline leave, the delays taken at their
// means, or what the budget pays for if that is less: 1 + Ratio, or 1 under Throttle
// and Quota, which successes pay for. Under Concurrent retries are at most Ratio of all
// attempts,
//
//	1/(1 - Ratio)
//
// What the full bucket pays for at first is left out, and so are the retries that
// Concurrent and Expiring always allow, and the breaker. Sources: Finagle's retry budget;
// gRPC A6; the AWS SDK's retry quota; Envoy's retry_budget.
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

// retriesAtWorst returns how many retries a request makes whose attempts all time out,
// the delays taken at their means.
func (c Client) retriesAtWorst() float64 {
	c.Policy = c.WithoutIdleStops()
	if math.IsInf(c.Deadline, 1) {
		return c.Retries
	}
	last := c.SameFrom()
	at, delay := 0.0, 0.0
	deadline := c.Deadline * (1 + 1e-12) // so that rounding loses no retry that starts just then
	for k := 1.0; k <= c.Retries; k++ {
		failed := at + c.Timeout
		delay = c.meanDelay(k, delay)
		at = failed + delay
		switch _, made := c.Goes(k, failed, at); {
		case !made:
			return k - 1
		case k >= last && !c.Stateful() && !c.CapAfter, k == 1e5: // the means are the same from here on
			return min(c.Retries, k+math.Floor((deadline-at)/(c.Timeout+delay)))
		}
	}
	return c.Retries
}

// Waits returns how long a request waits on average between its attempts if each goes
// wrong with probability x: the sum over k = 1..n of x^k E d_k, seconds. Delays
// after the first 4,096 are taken to be like the last of those.
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
