package policy

import (
	"cmp"
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// callTime returns the time of a call that never succeeds: from the first attempt to the end of the last, T_N + s, or
// to the total timeout W if that is earlier. N is the number of retries without W. With a wait after the last attempt
// the time is T_(N+1).
func callTime(l timeline) []answer.Quantity {
	s := l.policy
	p, tail := s.Closing()
	end := min(s.TotalTimeout, p.Latest()+tail)
	last := l.last(p)
	figure := func(name string, of func(jitter.Dist) float64) answer.Quantity {
		q := answer.Quantity{Name: name, Better: answer.Less, Kind: unit.Duration, A: math.NaN(), Limit: true}
		if name == "call time mean" {
			q.Ranks = "shortest calls"
		}
		switch {
		case !l.needs(name):
		case last == nil:
			q.A, q.Why = math.Inf(1), "no limit on retries or time"
		default:
			q.A = min(of(last)+tail, s.TotalTimeout)
			q.Why, q.Status = l.lost(l.calls, q.A, "")
		}
		q.Digits = l.digits(name != "call time mean")
		return q
	}
	before := s.TotalTimeout - tail // latest start of the last retry; later ones are cut off by W
	list := []answer.Quantity{
		figure("call time mean", func(d jitter.Dist) float64 { return meanUpTo(d, before) }),
		figure("call time p50", quantile(0.5)),
		figure("call time p95", quantile(0.95)),
		figure("call time p99", quantile(0.99)),
		figure("call time max", highest),
	}
	longest := &list[4]
	list[0].Symbol, longest.Label, longest.Digits = "E T_N+s", "longest call time", 0
	for i := range list[:4] {
		list[i].Detail = last == nil || i == 1 || i == 2
	}
	if l.needs(longest.Name) { // the call ends by then in any case
		if longest.A = min(longest.A, end); math.IsInf(longest.A, 1) && last != nil {
			longest.Why, longest.Status = "no upper limit is known", answer.Unbounded
		}
	}
	return list
}

// last returns the start of the last retry of p, the policy that ends the call; nil: never.
func (l timeline) last(p jitter.Policy) jitter.Dist {
	switch last := jitter.Dist(nil); {
	case p.MostRetries() < 1: // independent of the jitter
		return jitter.Constant(0)
	default:
		if last = l.calls.Last(); last == nil && finite(l.policy.TotalTimeout) {
			return jitter.Constant(l.policy.TotalTimeout)
		}
		return last
	}
}

// callBoxes draws the call time of each policy as a box, the shortest p99 first.
func callBoxes(s setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "call time without a success", X: unit.Duration, Cross: math.NaN(),
		Columns: []answer.Column{{Name: "p99", Kind: unit.Duration}}}
	names, notes := s.Names(), append([]string{"the present policy"}, s.Differ()...)
	for i, l := range lines {
		take := func(s setting.Scenario) (setting.Scenario, error) {
			if i == 0 {
				return s, nil
			}
			return s.Present(i), nil
		}
		b := answer.Box{Name: names[i], Note: cmp.Or(notes[i], "the same"), Of: i, Now: i == 0, Take: take}
		p, tail := l.policy.Closing()
		last := l.last(p)
		b.Figures = []float64{math.Inf(1)}
		for j, share := range shares {
			if b.At[j] = math.NaN(); last != nil {
				b.At[j] = min(last.Quantile(share)+tail, l.policy.TotalTimeout)
			}
		}
		if last != nil {
			b.Figures[0] = min(last.Quantile(0.99)+tail, l.policy.TotalTimeout)
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

// digits returns the number of significant digits known of a figure of a distribution: 3, or 2 for percentiles of
// stateful delays that are not drawn once. Without jitter it is 0: as many as are shown.
func (l timeline) digits(percentile bool) int {
	switch {
	case !l.draws():
		return 0
	case percentile && l.policy.Stateful() && !l.policy.Jitter.Once:
		return 2
	}
	return 3
}

// callTimes returns the results of the call time.
func callTimes() (list answer.Results) {
	for _, r := range []struct{ name, names, label, help string }{
		{"call-time-mean", "mean-call-time", "",
			"mean time from the first attempt to the end of the last, without a success"},
		{"call-time-p50", "", "", "median time from the first attempt to the end of the last, without a success"},
		{"call-time-p95", "", "", "95th percentile of the time from the first attempt to the end of the last"},
		{"call-time-p99", "", "", "99th percentile of the time from the first attempt to the end of the last"},
		{"call-time-max", "call-time total-call-time", "longest call time",
			"longest time from the first attempt to the end of the last"},
	} {
		row := of(callTime, answer.Result{Naming: answer.Naming{
			Name: r.name, Names: r.names, Label: r.label, Unit: unit.Duration, Help: r.help, Better: answer.Less,
		}})
		row.NotMonotone, row.Binds = hasDeadline, lastBinds
		list = append(list, row)
	}
	return list
}
