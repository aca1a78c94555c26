package system

import "math"

// Tries returns how many calls a request makes on average, when every call goes
// wrong with the same probability whatever the others do.
//
//	(1 - x^(n+1))/(1 - x)     n+1 at x = 1
//
//	x  share of calls that go wrong, 0 to 1
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

// Amplification returns calls over calls 0 in the long run, when every call goes
// wrong with the same probability whatever the others do: Tries with the retries
// that the deadline leaves, the delays taken at their means, or what the budget
// pays for if that is less.
//
//	ratio        1 + b
//	throttle     1 if x > b/(1+b), otherwise at most 1 + b: a token is taken per
//	             bad call and b come per success, so that above that share the
//	             bucket runs down and stays there, and no retry is made at all
//	quota        1 + (1-x)/(5x), 10 for 5 after time-outs: the successes of calls 0
//	             pay for the retries that go wrong, those that succeed are free
//
//	x         share of calls that go wrong, 0 to 1
//	timeouts  they time out; otherwise they fail at once
//	b         Budget.Ratio, tokens
//
// What the full bucket pays for at first is left out, and so is the breaker.
// Sources: Finagle's retry budget; gRPC A6; the AWS SDK's retry quota.
func (c Client) Amplification(x float64, timeouts bool) float64 {
	all := Tries(x, c.retries(timeouts))
	b := c.Budget.Ratio
	switch c.Budget.Kind {
	case Ratio:
		return math.Min(all, 1+b)
	case Throttle:
		if x > b/(1+b) {
			return 1
		}
		return math.Min(all, 1+b)
	case Quota:
		cost := 5.0
		if timeouts {
			cost = 10
		}
		return math.Min(all, 1+(1-x)/(cost*x)) // at x = 0 the second is +Inf
	}
	return all
}

// retries returns how many retries a request makes whose calls all go wrong, the
// delays taken at their means.
func (c Client) retries(timeouts bool) float64 {
	if math.IsInf(c.Deadline, 1) {
		return c.Retries
	}
	call := 0.0
	if timeouts {
		call = c.Timeout
	}
	last := c.CapRetry()
	if c.Factor == 1 {
		last = 1
	}
	at, delay := 0.0, 0.0
	deadline := c.Deadline * (1 + 1e-12) // so that rounding loses no retry that starts just then
	for k := 1.0; k <= c.Retries; k++ {
		delay = c.meanDelay(k, delay)
		at += call + delay
		switch {
		case !(at <= deadline):
			return k - 1
		case k >= last && !c.Stateful() && !c.CapAfter, k == 1e5: // the means are the same from here on
			return math.Min(c.Retries, k+math.Floor((deadline-at)/(call+delay)))
		}
	}
	return c.Retries
}
