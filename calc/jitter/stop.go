package jitter

import "math"

// rounding is how far from the deadline, relative to it, a time still is at the deadline.
const rounding = 1e-12

// WithoutIdleStops returns the policy with a rule for its end that says the same more
// simply: where there is no deadline, or nothing but a deadline that comes too late, and
// without a limit of the starts that never binds.
func (p Policy) WithoutIdleStops() Policy {
	if p.idleStarts() {
		p.Rule.Starts = Starts{}
	}
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

// longestStarts is in how many retries a limit of the starts is looked for that never binds.
const longestStarts = 4096

// idleStarts reports whether the limit of the starts ends no client: no Most delays in a
// row, with their attempts, are ever shorter than the interval.
func (p Policy) idleStarts() bool {
	limit, alike := p.Rule.Starts, 0.0
	if limit.Most == 0 || limit.Most > longestStarts || p.Stateful() {
		return false
	}
	if alike = p.SameFrom(); alike > longestStarts {
		return false
	}
	sums := []float64{0}
	for k := 1.0; k < alike+limit.Most; k++ {
		lo, _ := p.Retry(min(k, alike)).Support()
		sums = append(sums, sums[len(sums)-1]+p.AttemptTime+lo)
		last := len(sums) - 1
		if from := last - int(limit.Most); from >= 0 && !(sums[last]-sums[from] >= limit.Within*(1-rounding)) {
			return false
		}
	}
	return true
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

// Ahead reports whether the policy is ended as the times of its retries alone say: by its
// retries, or by a deadline that looks ahead.
func (p *Policy) Ahead() bool { return p.Rule.Stop == LookAhead && p.Rule.Starts.Most == 0 }

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

// Latest returns the time after which the deadline lets no retry start, seconds; +Inf if
// there is none. A deadline that is looked at before a delay, or beside a number of
// retries, is none.
func (p Policy) Latest() float64 {
	if p.Rule.Stop == LookAhead || p.Rule.Stop == Clip {
		return p.Deadline
	}
	return math.Inf(1)
}
