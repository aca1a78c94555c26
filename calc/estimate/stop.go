package estimate

import (
	"math"
	"slices"

	"retune/calc/jitter"
)

// late is by how much the log likelihood of a deadline falls at the end of its 95 % interval.
const late = 3

// An End is how the requests of a log end.
type End struct {
	GaveUp   []int       // requests that gave up after 0, 1, 2 ... retries
	Most     int         // greatest number of retries of any request
	Retries  int         // number of retries after which requests give up; Most if none was seen to
	Seen     bool        // requests gave up after that number, and no deadline explains it
	Deadline Interval    // if the deadline was seen
	Stop     jitter.Stop // how the deadline ends retries: LookAhead or LookBehind
	Others   int         // requests that gave up after other numbers of retries, and that no deadline explains
}

// An Interval has the values of a parameter that the log agrees with.
type Interval struct {
	Best   float64
	Lo, Hi float64 // 95 % interval; Hi is +Inf if nothing limits it
	Seen   bool
}

// A finish is a request that gave up.
type finish struct {
	retries      int
	last, failed float64 // start and end of the last attempt since the first, seconds
	delayed      float64 // sum of its delays, seconds
	before       float64 // the last delay, seconds
}

// finishes returns the requests that gave up. A request whose last attempt failed has not given up if the log ends
// before its next retry could have been seen. Without outcomes every request counts as one that gave up.
func (l Log) finishes(of []measure) (list []finish) {
	told, last, longest := l.told(), l.last(), 0.0
	for _, m := range of {
		longest = max(longest, m.most)
	}
	for _, r := range l.Requests {
		n := len(r.Attempts) - 1
		a := r.Attempts[n]
		wait := 2 * longest
		if n < len(of) {
			wait = min(wait, 1.2*of[n].most)
		}
		if a.Outcome == Succeeded || told && a.Outcome != Failed || !r.Ended && last-a.end() < wait {
			continue
		}
		first := r.Attempts[0].Start
		f := finish{retries: n, last: a.Start - first, failed: a.end() - first}
		for _, d := range r.delays(0) {
			f.delayed, f.before = d.elapsed+d.y, d.y
		}
		list = append(list, f)
	}
	return list
}

// endOf returns how the requests end, as far as that can be told without their law.
func endOf(l Log, of []measure) (e End, list []finish) {
	list = l.finishes(of)
	for _, r := range l.Requests {
		e.Most = max(e.Most, len(r.Attempts)-1)
	}
	e.GaveUp = make([]int, e.Most+1)
	for _, f := range list {
		e.GaveUp[f.retries]++
	}
	e.Deadline = Interval{Best: math.Inf(1), Lo: l.longestLast(), Hi: math.Inf(1)}
	if e.Retries = e.Most; len(list) == 0 {
		return e, nil
	}
	if lo, hi, ok := l.behind(list); ok {
		e.Deadline, e.Stop = Interval{(lo + hi) / 2, lo, hi, true}, jitter.LookBehind
		return e, list
	}
	short, mean, most := 0.0, 0.0, 0.0
	for _, f := range list {
		if f.retries == 0 || f.retries >= len(of) || f.retries == e.Most {
			continue
		}
		short++
		if f.failed+expected(of, f.retries) > e.Deadline.Lo {
			mean++
		}
		if f.failed+of[f.retries].most > e.Deadline.Lo {
			most++
		}
	}
	if short >= 2 && mean >= 0.5*short && most >= 0.9*short {
		e.Deadline.Best, e.Deadline.Seen = e.Deadline.Lo, true
		return e, list
	}
	e.counted()
	return e, list
}

// expected returns the mean of the delay before retry n+1. A deadline lets its shorter ones pass, so that it is at
// least what the delays before it would grow to.
func expected(of []measure, n int) float64 {
	mean := of[n].mean
	if n >= 2 {
		mean = max(mean, of[n-1].mean*max(1, of[n-1].mean/of[n-2].mean))
	}
	return mean
}

// counted sets the number of retries to the one after which most requests give up.
func (e *End) counted() {
	best := 0
	for n, requests := range e.GaveUp {
		if n > 0 && requests >= best && requests > 0 {
			best, e.Retries, e.Seen = requests, n, true
		}
	}
	e.Others = 0
	for n, requests := range e.GaveUp {
		if n > 0 && n != e.Retries {
			e.Others += requests
		}
	}
}

// longestLast returns the latest start of a retry since the first attempt of its request, seconds.
func (l Log) longestLast() (t float64) {
	for _, r := range l.Requests {
		t = max(t, r.Attempts[len(r.Attempts)-1].Start-r.Attempts[0].Start)
	}
	return t
}

// behind returns the range of a deadline that is compared with the time at which an attempt failed. ok is false unless
// every attempt that failed later was the last one, after different numbers of retries.
func (l Log) behind(list []finish) (lo, hi float64, ok bool) {
	hi = math.Inf(1)
	var counts []int
	for _, f := range list {
		if f.retries > 0 {
			hi = min(hi, f.failed)
			counts = append(counts, f.retries)
		}
	}
	for _, r := range l.Requests {
		for k := range len(r.Attempts) - 1 {
			lo = max(lo, r.Attempts[k].end()-r.Attempts[0].Start)
		}
	}
	return lo, hi, len(counts) >= 3 && slices.Min(counts) < slices.Max(counts) && lo < hi
}

// limited sets the time that the deadline left for each delay.
func (e *End) limited(l Log, list []delay) {
	if !e.Deadline.Seen || e.Stop != jitter.LookAhead {
		return
	}
	starts := map[[2]int]float64{}
	for i, r := range l.Requests {
		for k, a := range r.Attempts {
			starts[[2]int{i, k}] = a.end() - r.Attempts[0].Start
		}
	}
	for i, d := range list {
		list[i].left = max(d.y, e.Deadline.Best-starts[[2]int{d.request, d.retry - 1}])
	}
}

// judged completes the end with the law of the delays: what interval the deadline has, and whether a number of retries
// ends requests as well.
func (e *End) judged(p jitter.Policy, n noise, list []finish) {
	if !e.Deadline.Seen || e.Stop != jitter.LookAhead {
		return
	}
	w := lawOf(p)
	stops := func(f finish, deadline float64) float64 { // log of the probability that the next retry is too late
		d := delay{retry: f.retries + 1, before: f.before, elapsed: f.delayed}
		return math.Log(max(1e-9, 1-w.cdf(d, n)(deadline-f.failed-slack*n.Scale)))
	}
	total := func(deadline float64) (sum float64) {
		for _, f := range list {
			if f.retries > 0 && f.retries < e.Most {
				sum += stops(f, deadline)
			}
		}
		return sum
	}
	odd, atMost, group := 0, 0.0, 0
	for _, f := range list {
		switch s := stops(f, e.Deadline.Best); {
		case f.retries == e.Most:
			atMost += s
			group++
		case f.retries > 0 && s < math.Log(1e-3):
			odd++
		}
	}
	if odd > 1+len(list)/20 {
		e.Deadline = Interval{Best: math.Inf(1), Lo: e.Deadline.Lo, Hi: math.Inf(1)}
		e.counted()
		return
	}
	e.Seen = group >= 2 && atMost < -late
	from, step := e.Deadline.Best, max(n.Scale, 1e-4*e.Deadline.Best)
	to := from
	for base := total(from); base-total(to) < late && to < 10*from; step *= 1.3 {
		to = to + step
	}
	e.Deadline.Lo, e.Deadline.Hi = from-slack*n.Scale, to
}
