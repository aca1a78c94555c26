package policy

import (
	"cmp"
	"context"
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

func charts(ctx context.Context, s *setting.Scenario, lines []timeline) []answer.Chart {
	return []answer.Chart{byRetry(s, lines), byElapsed(ctx, s, lines)}
}

// byRetry returns the chart of the delay before each retry.
func byRetry(s *setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "delay before retry n", X: unit.Count, Y: unit.Duration, Lo: 0.5, Hi: 1.5,
		Crosshair: math.NaN()}
	for _, l := range lines {
		p, n := l.policy, l.chartedRetries()
		c.Hi = max(c.Hi, n+0.5)
		shown := sampledRetries(n)
		within := func(figure func(jitter.Dist) float64) answer.Points {
			return numbered(shown, func(k float64) float64 { return figure(l.Delay(int(k))) })
		}
		curve := answer.Curve{Cap: p.Cap, Capped: upTo(p.CapRetry(), n), Points: within(jitter.Dist.Mean)}
		if l.draws() {
			curve.Capped = math.NaN() // the delays before jitter are not drawn
			curve.Band = answer.FiveTo95
			curve.Band.Lo, curve.Band.Hi = within(low), within(high)
		}
		c.Curves = append(c.Curves, curve)
	}
	if unit.Finite(s.AskAt) {
		c.Crosshair = upTo(s.RetriesBy(s.AskAt)+1, c.Hi)
	}
	return c
}

// byElapsed returns the chart of the current delay at each elapsed time, which is the delay before the next retry.
//
// With jitter the clients differ at time T. The chart shows the distribution of the current delay among clients that
// have not ended. Until that is computed, it shows the delay of a client whose retries all start at their mean times.
func byElapsed(ctx context.Context, s *setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "delay at elapsed T", X: unit.Duration, Y: unit.Duration, Crosshair: s.AskAt}
	for _, l := range lines {
		p, n := l.policy, l.chartedRetries()
		start := l.start(jitter.Dist.Mean)
		c.Hi = max(c.Hi, start(n))
		starts := l.starts(n, start)
		curve := answer.Curve{Cap: p.Cap, Capped: p.Policy.Elapsed(upTo(p.CapRetry(), n)-1) + p.Cap/2,
			Points: waited(starts), Starts: starts[1:]}
		if l.draws() {
			curve.Capped, curve.Rough = math.NaN(), true
			c.Hi = max(c.Hi, l.start(high)(n))
		}
		c.Curves = append(c.Curves, curve)
	}
	if unit.Finite(s.AskAt) {
		c.Hi = max(c.Hi, s.AskAt)
	}
	if c.Hi == 0 { // no retries, and T = 0
		c.Hi = cmp.Or(s.InitialDelay, 1)
	}
	c.LogFrom = logFrom(s, c.Hi)
	for _, curve := range c.Curves { // before the first retry of each policy
		for _, at := range curve.Starts {
			if at[0] > 0 {
				c.LogFrom = min(c.LogFrom, 0.8*at[0])
				break
			}
		}
	}
	if answer.Wanted(ctx).Exact {
		c.ComputeExact(func(i int) func(x float64) (mean, lo, hi float64) { return lines[i].waiting })
	}
	return c
}

// sampledRetries returns the retries from 1 to n in a chart. Of very many retries, those after the first 500 are a
// sample at even distances.
func sampledRetries(n float64) (list []float64) {
	const all = 500
	for k := 1.0; k <= n; {
		if list = append(list, k); k == n {
			break
		}
		step := 1.0
		if k >= all {
			step = max(1, math.Floor((n-all)/all))
		}
		k = min(k+step, n)
	}
	return list
}

// numbered returns the values of the picked retries. Each value holds until the next one.
func numbered(picked []float64, of func(k float64) float64) answer.Points {
	p := answer.Points{Join: answer.Join{Holds: true}}
	for _, k := range picked {
		p.At, p.Values = append(p.At, k-0.5), append(p.Values, of(k))
	}
	if n := len(picked); n > 0 {
		p.At, p.Values = append(p.At, picked[n-1]+0.5), append(p.Values, math.NaN())
	}
	return p
}

// starts returns 0 and the start of each of the first n retries, or its mean, each with the delay that follows: NaN
// after the last retry of the policy.
func (l timeline) starts(n float64, start func(float64) float64) (list [][2]float64) {
	for _, k := range append([]float64{0}, sampledRetries(n)...) {
		wait := math.NaN()
		if k < float64(l.n) || math.IsInf(l.policy.RetriesMade(), 1) {
			wait = l.Delay(int(k) + 1).Mean()
		}
		list = append(list, [2]float64{start(k), wait})
	}
	return list
}

// waiting returns the mean and percentiles of the current delay at elapsed time t.
func (l timeline) waiting(t float64) (mean, lo, hi float64) {
	d := l.Waiting(t)
	if d == nil {
		return math.NaN(), math.NaN(), math.NaN()
	}
	return d.Mean(), low(d), high(d)
}

// expectedRetries returns the chart of the mean number of retries started by each elapsed time, up to twice the longest
// outage:
//
//	E N(t) = sum over k of P(T_k <= t)
//
// It uses coarse distributions, which are exact enough for a picture.
func expectedRetries(ctx context.Context, s *setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "retries by elapsed T", X: unit.Duration, Y: unit.Number, Crosshair: s.Outage.B,
		Hi: 2 * s.Outage.B}
	for _, l := range lines {
		c.Hi = max(c.Hi, 2*l.policy.Outage.B)
	}
	c.LogFrom = logFrom(s, c.Hi)
	for _, l := range lines {
		c.Curves = append(c.Curves, answer.Curve{Points: l.madeBy(ctx, c.LogFrom, c.Hi)})
	}
	return c
}

// madeBy returns the mean number of retries started by each time, for a time axis that may be logarithmic from logFrom.
func (l timeline) madeBy(ctx context.Context, logFrom, hi float64) answer.Points {
	const linear, logarithmic, steps = 72, 16, 1000
	var p answer.Points
	if n := min(l.policy.RetriesBy(hi), l.policy.RetriesMade()); !l.draws() &&
		n <= steps { // one more at the start of each
		p.Join.Holds = true
		for k := range int(n) + 1 {
			p.At, p.Values = append(p.At, l.policy.Policy.Elapsed(float64(k))), append(p.Values, float64(k))
		}
		p.At, p.Values = append(p.At, math.Inf(1)), append(p.Values, math.NaN())
		return p
	}
	for i := range linear + 1 {
		p.At = append(p.At, hi*float64(i)/linear)
	}
	for i := range logarithmic {
		p.At = append(p.At, logFrom*math.Pow(hi/logFrom, float64(i)/logarithmic))
	}
	slices.Sort(p.At)
	p.At = slices.Compact(p.At)
	coarse := l.times
	if l.effort != answer.Rough {
		coarse = clients(ctx, l.policy.Policy, answer.Rough)
	}
	p.Values = coarse.RetriesEach(p.At)
	return p
}

// logFrom returns the start of a logarithmic time axis up to hi.
func logFrom(s *setting.Scenario, hi float64) float64 {
	if s.InitialDelay == 0 {
		return hi / 1000
	}
	return min(s.InitialDelay, hi/10)
}

// upTo returns n if it is at most last, else NaN.
func upTo(n, last float64) float64 {
	if n <= last {
		return n
	}
	return math.NaN()
}
