package jitter

import "math"

// rounding is how far from the deadline, relative to it, a time still is at the deadline.
const rounding = 1e-12

// WithoutIdleStops returns the policy with a rule for its end that says the same more
// simply: where there is no deadline, or nothing but a deadline that comes too late. A total
// timeout is then a deadline.
func (p Policy) WithoutIdleStops() Policy {
	p = p.timedOut()
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

// timedOut returns the policy with the total timeout W as a deadline just before it: a retry
// that is due at W is not made. A later deadline, and the retries it allows beside the
// number n, then no longer count.
func (p Policy) timedOut() Policy {
	w := p.TotalTimeout
	p.TotalTimeout = 0
	if w == 0 || w > p.Deadline || math.IsInf(w, 1) {
		return p
	}
	if p.Rule.Stop == CountAndAge {
		p.Retries = math.Inf(1)
	}
	p.Deadline, p.Rule.Stop = w*(1-4*rounding), LookAhead
	return p
}

// Until returns the earlier of deadline and total timeout, seconds.
func (p *Policy) Until() float64 {
	if p.TotalTimeout > 0 {
		return min(p.Deadline, p.TotalTimeout)
	}
	return p.Deadline
}

// CallTime returns how long a call takes without jitter and without a success, seconds: from
// the first attempt to the end of the last, or to the total timeout W.
//
//	min(T_n + s, W)    n the retries that are made if there is no W; T_(n+1), with WaitAfterLast
func (p Policy) CallTime() float64 {
	w := p.TotalTimeout
	p.TotalTimeout = 0
	p, s := p.Closing()
	end := p.StartOf(p.Total()) + s
	if w > 0 {
		return min(end, w)
	}
	return end
}

// Closing returns a policy and s, seconds, such that a call of p ends s after the last retry of that policy: p and
// its attempt time, or, with WaitAfterLast, one retry more, which is the end: at min(T_(n+1), D).
func (p Policy) Closing() (Policy, float64) {
	if !p.WaitAfterLast {
		return p, p.AttemptTime
	}
	p.Retries, p.Rule.Stop = p.Retries+1, Clip
	return p, 0
}

// Goes reports whether retry k is made that is due at start, and when, both in seconds
// since the first attempt; the attempt before it failed at failed.
func (p *Policy) Goes(k, failed, start float64) (at float64, made bool) {
	d := p.Deadline
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

// Total returns the number of retries that a policy without jitter makes before
// its retries, its deadline or the limit of its starts end it; +Inf if none does.
//
//	look ahead     min(n, the retries that start by D)
//	look behind    min(n, 1 + the retries that start before D - s), 0 if D <= s
//	clip           likewise
//	count and age  max(n, the retries that start by D)
func (p Policy) Total() float64 {
	return min(p.byDeadline(), p.byStarts())
}

// byDeadline is Total without a limit of the starts.
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
		if n > 0 && p.Elapsed(n) >= last*(1-rounding) { // one that starts just then has failed too late
			n--
		}
		return min(p.Retries, n+1)
	case CountAndAge:
		return max(p.Retries, p.RetriesBy(p.Deadline))
	}
	return min(p.Retries, p.RetriesBy(p.Deadline))
}

// MostRetries returns how many retries the number of them lets a policy make at most: +Inf
// where it ends only when an age is passed, too.
func (p *Policy) MostRetries() float64 {
	if p.Rule.Stop == CountAndAge {
		return math.Inf(1)
	}
	return p.Retries
}

// A Window counts the attempts of one client that start within the interval of a limit.
// The zero value is that after the first attempt, at time 0.
type Window struct {
	opened float64 // since when, seconds
	after  float64 // attempts after the one that opened it
}

// Lets reports whether an attempt may start at t, seconds, and counts it if so.
func (w *Window) Lets(limit Starts, t float64) bool {
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

// byStarts returns the number of retries that the limit of the starts allows. Once the
// delays stay the same, and one interval more has been open to the end, it allows all; where
// they never fall, it does so once any interval has been open to the end, as no later one
// has more starts.
func (p Policy) byStarts() float64 {
	limit := p.Rule.Starts
	if limit.Most == 0 {
		return math.Inf(1)
	}
	most := 4*limit.Most + 2 + min(p.Policy.SameFrom(), 1<<20)
	var w Window
	elapsed := p.Policy.Starts()
	for k := 1.0; k <= most; k++ {
		if !w.Lets(limit, elapsed(k)) {
			return k - 1
		}
		if p.Policy.Plain() && w.after == 0 {
			break
		}
	}
	return math.Inf(1)
}

// StartOf returns the time at which retry k of a policy without jitter starts, if it is
// made, seconds: a deadline that clips lets none start later.
func (p Policy) StartOf(k float64) float64 { return p.clipped(p.Elapsed(k)) }

// Starts returns StartOf for retries that mostly rise, which goes on from the last one.
func (p Policy) Starts() func(k float64) float64 {
	elapsed := p.Policy.Starts()
	return func(k float64) float64 { return p.clipped(elapsed(k)) }
}

// clipped returns when a retry starts that is due at t, seconds.
func (p Policy) clipped(t float64) float64 {
	if p.Rule.Stop == Clip {
		return min(t, p.Deadline)
	}
	return t
}

// Latest returns the time after which deadline and total timeout let no retry start, seconds;
// +Inf if there is none. A deadline that is looked at before a delay, or beside a number of
// retries, is none.
func (p Policy) Latest() float64 {
	p = p.timedOut()
	if p.Rule.Stop == LookAhead || p.Rule.Stop == Clip {
		return p.Deadline
	}
	return math.Inf(1)
}
