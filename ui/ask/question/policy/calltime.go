package policy

import (
	"cmp"
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// callTime has the time of a call that never succeeds: from the first attempt to the end of the last, T_N + s, or to
// the total timeout W if that is earlier. N is the number of retries without W. With a wait after the last attempt the
// time is T_(N+1).
var callTime = figureGroup{jumps: hasDeadline, noise: noise, better: answer.Less, isLimit: true,
	percentile: timeline.callBy, rows: []row{
		{Figure: figure.Figure{Name: "call-time-mean", Names: "mean-call-time total-time-mean total-mean",
			Unit: unit.Duration, BestLabel: "shortest calls",
			Help: "mean time from the first attempt to the end of the last, without a success"},
			symbol: "E T_N+s", detail: certainCall,
			compute: func(l timeline) answer.Value { return l.ofCall(l.cachedCall().mean, false) }},
		{Figure: figure.Figure{Name: "call-time-p50", Names: "total-time-p50 total-p50", Unit: unit.Duration,
			Help: "median time from the first attempt to the end of the last, without a success"},
			detail: yes, share: 0.5},
		{Figure: figure.Figure{Name: "call-time-p95", Names: "total-time-p95 total-p95", Unit: unit.Duration,
			Help: "95th percentile of the time from the first attempt to the end of the last"},
			detail: yes, share: 0.95},
		{Figure: figure.Figure{Name: "call-time-p99", Names: "total-time-p99 total-p99", Unit: unit.Duration,
			Help: "99th percentile of the time from the first attempt to the end of the last; other percentiles: " +
				"--call-time-p90"},
			detail: certainCall, share: 0.99, allShares: true},
		{Figure: figure.Figure{Name: "call-time-max",
			Names: "call-time total-call-time total total-time total-delay total-time-max",
			Label: "longest call time", Unit: unit.Duration,
			Help: "longest time from the first attempt to the end of the last"},
			label: "longest call time",
			compute: func(l timeline) answer.Value {
				longest := l.ofCall(highest, false)
				longest.Number, longest.Digits = min(longest.Number, l.cachedCall().latest), 0 // the call ends by then in any case
				if l.cachedCall().last != nil {
					return withoutEnd(longest, "no upper limit is known")
				}
				return longest
			}},
	}}

// certainCall reports whether the call time does not differ between clients, or is not known.
func certainCall(l timeline) bool { return !l.jittered || l.cachedCall().last == nil }

// ofCall returns a figure of the call time, given the same figure of the start of the last retry.
func (l timeline) ofCall(of func(jitter.Dist) float64, percentile bool) answer.Value {
	c, v := l.cachedCall(), number(math.Inf(1), "no limit on retries or time", l.digits(percentile))
	if c.last != nil {
		v.Number = c.ends(of)
		v.Why, v.Status = l.lost(c.times, v.Number, "")
	}
	return v
}

// callBy returns a percentile of the call time.
func (l timeline) callBy(share float64) answer.Value { return l.ofCall(quantile(share), true) }

// A call is the time of a call that never succeeds.
type call struct {
	times              // of the policy whose last retry ends the call
	last   jitter.Dist // start of that retry; nil: never
	tail   float64     // time from its start to the end of the call, seconds
	limit  float64     // total timeout, seconds
	latest float64     // time by which the call ends, seconds
}

// cachedCall returns the time of a call of the policy.
func (l timeline) cachedCall() call { return *cached(&l.cache.call, l.call) }

// call computes the time of a call: of the last retry of [jitter.Policy.EndAsRetry], without the total timeout.
func (l timeline) call() call {
	p, limit := l.policy, l.policy.TotalTimeout
	p.TotalTimeout = math.Inf(1)
	closing, tail := p.EndAsRetry()
	c := call{l.times, jitter.Constant(0), tail, limit, min(limit, closing.LatestStart()+tail)}
	if closing != l.policy.Policy {
		c.times = l.clients(closing)
	}
	if closing.MostRetries() >= 1 { // else the jitter does not matter
		if c.last = c.Last(); c.last == nil && unit.Finite(limit) {
			c.last = jitter.Constant(limit)
		}
	}
	return c
}

// ends returns a figure of the end of the call, from that of the start of the last retry.
func (c call) ends(of func(jitter.Dist) float64) float64 { return min(of(c.last)+c.tail, c.limit) }

// mean returns E min(X, limit - tail), seconds, where X is the start of the last retry: the total timeout ends the call
// before a later start can matter.
func (c call) mean(last jitter.Dist) float64 { return meanUpTo(last, c.limit-c.tail) }

// callBoxes draws the call time of each policy as a box, the shortest p99 first.
func callBoxes(s *setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "call time without a success", X: unit.Duration, Crosshair: math.NaN(),
		Columns: answer.Columns("p99: duration")}
	names, notes := s.Names(), append([]string{"the present policy"}, s.DifferenceTexts()...)
	for i, l := range lines {
		b := answer.Box{Name: names[i], Note: cmp.Or(notes[i], "the same"), Policy: i, IsA: i == 0,
			Digits: l.digits(true)}
		of := l.cachedCall()
		b.Figures = []float64{math.Inf(1)}
		for j, share := range shares {
			b.Percentiles[j] = math.NaN() // a call that never ends has no box
			if of.last == nil {
				continue
			}
			if end := of.ends(quantile(share)); unit.Finite(end) {
				b.Percentiles[j] = end
			}
		}
		if of.last != nil {
			b.Figures[0] = of.ends(quantile(0.99))
		}
		c.Add(b)
	}
	slices.SortStableFunc(c.Boxes, func(x, y answer.Box) int { return cmp.Compare(x.Figures[0], y.Figures[0]) })
	return c
}

// meanUpTo returns the mean of the smaller of a random time and a limit, in seconds:
//
//	E min(X, m) = lo + integral of 1 - F(x) from lo to m
//
// It integrates in two parts, up to the 99th percentile and beyond.
func meanUpTo(d jitter.Dist, limit float64) float64 {
	lo, hi := d.Support()
	switch {
	case hi <= limit || d.CDF(limit) > 1-1e-7:
		return d.Mean()
	case limit <= lo:
		return limit
	}
	const pieces = 1000
	mean := lo
	for _, to := range []float64{min(limit, d.Quantile(0.99)), limit} {
		width := (to - lo) / pieces
		for i := range pieces {
			mean += width * (1 - d.CDF(lo+width*(float64(i)+0.5)))
		}
		lo = to
	}
	return mean
}

// highest returns the upper end of the support of d.
func highest(d jitter.Dist) float64 {
	_, hi := d.Support()
	return hi
}

// digits returns the number of significant digits of a figure of a distribution that are shown at most: 3, or 2 for
// rough percentiles of stateful delays that are not drawn once. Without jitter it is 0: as many as are shown.
func (l timeline) digits(percentile bool) int {
	switch {
	case !l.draws():
		return 0
	case percentile && l.policy.Stateful() && !l.policy.Jitter.OncePerCall && l.coarser == nil:
		return 2
	}
	return 3
}
