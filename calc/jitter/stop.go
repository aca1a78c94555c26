package jitter

import "math"

// rounding is the relative distance within which a time counts as at the deadline.
const rounding = 1e-12

// WithoutIdleStops returns an equivalent policy with a simpler rule for its end, for policies without a deadline or
// whose deadline never matters. It is [Policy.WithDefaults], with its total timeout as a deadline.
func (p Policy) WithoutIdleStops() Policy {
	p = p.WithDefaults().timedOut()
	endless := math.IsInf(p.Deadline, 1)
	switch p.Rule.Stop {
	case LookBehind, Clip:
		if endless {
			p.Rule.Stop = LookAhead
		}
	case CountAndAge:
		if endless || math.IsInf(p.Retries, 1) {
			p.Retries, p.Deadline, p.Rule.Stop = math.Inf(1), math.Inf(1), LookAhead
		}
	}
	return p
}

// timedOut returns the policy with its total timeout W converted to a deadline just before W, because a retry due at W
// is not made. It drops a later deadline and the retries that the deadline allows beyond the number n.
func (p Policy) timedOut() Policy {
	w := p.TotalTimeout
	p.Deadline, p.TotalTimeout = p.deadline(), 0
	if w == 0 || w > p.Deadline || math.IsInf(w, 1) {
		return p
	}
	if p.Rule.Stop == CountAndAge {
		p.Retries = math.Inf(1)
	}
	p.Deadline, p.Rule.Stop = w*(1-4*rounding), LookAhead
	return p
}

// CallLimit returns the earlier of deadline and total timeout, seconds.
func (p *Policy) CallLimit() float64 {
	if p.TotalTimeout > 0 {
		return min(p.deadline(), p.TotalTimeout)
	}
	return p.deadline()
}

// CallTime returns how long a call takes without jitter and without a success, seconds: from
// the first attempt to the end of the last, or to the total timeout W.
//
//	min(T_n + s, W)    n the retries that are made if there is no W; T_(n+1), with WaitAfterLast
func (p Policy) CallTime() float64 {
	w := p.TotalTimeout
	p.TotalTimeout = 0
	p, s := p.EndAsRetry()
	end := p.StartOf(p.RetriesMade()) + s
	if w > 0 {
		return min(end, w)
	}
	return end
}

// EndAsRetry returns a policy and s, seconds, such that a call of p ends s after the last retry of that policy. These
// are p and its attempt time or, with WaitAfterLast, p with one more retry, which marks the end at min(T_(n+1), D), and
// 0.
func (p Policy) EndAsRetry() (Policy, float64) {
	if !p.WaitAfterLast {
		return p, p.AttemptTime
	}
	p.Retries, p.Rule.Stop = p.Retries+1, Clip
	return p, 0
}

// RetryStart reports whether retry k, due at start, is made and at what time. The attempt before it failed at failed.
// Times are seconds since the first attempt.
func (p *Policy) RetryStart(k, failed, start float64) (at float64, made bool) {
	d := p.deadline()
	switch p.Rule.Stop {
	case LookBehind:
		return start, k <= p.Retries && failed < d*(1-rounding)
	case Clip:
		return min(start, d), k <= p.Retries && failed < d*(1-rounding)
	case CountAndAge:
		return start, k <= p.Retries || start <= d*(1+rounding)
	}
	return start, k <= p.Retries && start <= d*(1+rounding)
}

// RetriesMade returns the number of retries that a policy without jitter makes until the number of retries, the
// deadline or the limit of starts ends it; +Inf if none does.
//
//	look ahead     min(n, the retries that start by D)
//	look behind    min(n, 1 + the retries that start before D - s), 0 if D <= s
//	clip           likewise
//	count and age  max(n, the retries that start by D)
func (p Policy) RetriesMade() float64 {
	return min(p.byDeadline(), p.byStarts())
}

// byDeadline returns Total without a limit of starts.
func (p Policy) byDeadline() float64 {
	p = p.WithoutIdleStops()
	if math.IsInf(p.Deadline, 1) {
		return p.Retries
	}
	switch p.Rule.Stop {
	case LookBehind, Clip:
		last := p.Deadline - p.AttemptTime
		if !(last > 0) {
			return 0
		}
		n := p.RetriesBy(last)
		if n > 0 && p.Elapsed(n) >= last*(1-rounding) { // a retry that starts at the limit fails too late
			n--
		}
		return min(p.Retries, n+1)
	case CountAndAge:
		return max(p.Retries, p.RetriesBy(p.Deadline))
	}
	return min(p.Retries, p.RetriesBy(p.Deadline))
}

// MostRetries returns the greatest number of retries of a policy, +Inf under CountAndAge.
func (p *Policy) MostRetries() float64 {
	if p.Rule.Stop == CountAndAge {
		return math.Inf(1)
	}
	return p.Retries
}

// A Window counts the attempts of one client that start within the interval of a limit. The zero value is the state
// after the first attempt at time 0.
type Window struct {
	opened float64 // start of the interval, seconds
	after  float64 // attempts after the one that opened the interval
}

// Allows reports whether an attempt may start at t, seconds, and counts it if it may.
func (w *Window) Allows(limit Starts, t float64) bool {
	switch {
	case limit.Most == 0:
		return true
	case t >= (w.opened+limit.Within)*(1-rounding):
		w.opened, w.after = t, 0
		return true
	case w.after+1 >= limit.Most:
		return false
	}
	w.after++
	return true
}

// byStarts returns the number of retries that the limit of starts allows. It allows all if, once the delays stay the
// same, one more interval ends within the limit. If the delays never fall, any interval that ends within the limit
// suffices, because no later one has more starts.
func (p Policy) byStarts() float64 {
	limit := p.Rule.Starts
	if limit.Most == 0 {
		return math.Inf(1)
	}
	most := 4*limit.Most + 2 + min(p.Policy.SameFrom(), 1<<20)
	var w Window
	elapsed := p.Policy.Starts()
	for k := 1.0; k <= most; k++ {
		if !w.Allows(limit, elapsed(k)) {
			return k - 1
		}
		if p.Policy.Exponential() && w.after == 0 {
			break
		}
	}
	return math.Inf(1)
}

// StartOf returns the time at which retry k of a policy without jitter starts if it is made, seconds. A deadline that
// clips lets none start later.
func (p Policy) StartOf(k float64) float64 { return p.clipped(p.Elapsed(k)) }

// Starts returns StartOf as a function that continues from the last call, which is fast for mostly rising k.
func (p Policy) Starts() func(k float64) float64 {
	elapsed := p.Policy.Starts()
	return func(k float64) float64 { return p.clipped(elapsed(k)) }
}

// clipped returns when a retry due at t starts, seconds.
func (p Policy) clipped(t float64) float64 {
	if p.Rule.Stop == Clip {
		return min(t, p.deadline())
	}
	return t
}

// LatestStart returns the time after which deadline and total timeout let no retry start, seconds; +Inf if there is
// none. A deadline that is checked before the delay or combined with the number of retries does not count.
func (p Policy) LatestStart() float64 {
	p = p.timedOut()
	if p.Rule.Stop == LookAhead || p.Rule.Stop == Clip {
		return p.Deadline
	}
	return math.Inf(1)
}
