package policy

import (
	"cmp"
	"context"
	"math"
	"sync"

	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

func charts(s setting.Scenario, lines []timeline) []answer.Chart {
	return []answer.Chart{byRetry(s, lines), byElapsed(s, lines)}
}

// byRetry returns the chart of the delay before each retry.
func byRetry(s setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "delay before retry n", X: unit.Count, Y: unit.Duration, Lo: 0.5, Hi: 1.5, Cross: math.NaN()}
	for _, l := range lines {
		p, n := l.policy, l.inSight()
		c.Hi = max(c.Hi, n+0.5)
		within := func(figure func(jitter.Dist) float64) func(float64) float64 {
			return func(x float64) float64 {
				if x = math.Round(x); x >= 1 && x <= n {
					return figure(l.Delay(int(x)))
				}
				return math.NaN()
			}
		}
		curve := answer.Curve{Cap: p.Cap, Capped: upTo(p.CapRetry(), n), Y: within(jitter.Dist.Mean)}
		if l.draws() {
			curve.Capped = math.NaN() // the delays before jitter are not drawn
			curve.Band = answer.FiveTo95
			curve.Band.Lo, curve.Band.Hi = within(low), within(high)
		}
		c.Curves = append(c.Curves, curve)
	}
	if unit.Finite(s.AskAt) {
		c.Cross = upTo(s.RetriesBy(s.AskAt)+1, c.Hi)
	}
	return c
}

// byElapsed returns the chart of the current delay at each elapsed time, which is the delay before the next retry.
//
// With jitter the clients differ at time T. The chart shows the distribution of the current delay among clients that
// have not ended. Until that is computed, it shows the delay of a client whose retries all start at their mean times.
func byElapsed(s setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "delay at elapsed T", X: unit.Duration, Y: unit.Duration, Cross: s.AskAt}
	for _, l := range lines {
		p, n := l.policy, l.inSight()
		start := l.start(jitter.Dist.Mean)
		c.Hi = max(c.Hi, start(n))
		curve := answer.Curve{Cap: p.Cap, Capped: p.Policy.Elapsed(upTo(p.CapRetry(), n)-1) + p.Cap/2,
			Y: l.waitedAt(n, start), Starts: l.starts(n, start)}
		if l.draws() {
			curve.Capped, curve.Exactly = math.NaN(), l.waiting
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
	return c
}

// starts returns the start of each of the first n retries, or its mean, with the delay that follows: NaN after the last
// retry of the policy. Of very many retries, those after the first 500 are a sample at even distances.
func (l timeline) starts(n float64, start func(float64) float64) (list [][2]float64) {
	const all = 500
	for k := 1.0; k <= n; {
		wait := math.NaN()
		if k < float64(l.n) || math.IsInf(l.policy.Total(), 1) {
			wait = l.Delay(int(k) + 1).Mean()
		}
		list = append(list, [2]float64{start(k), wait})
		if step := 1.0; k < n {
			if k >= all {
				step = max(1, math.Floor((n-all)/all))
			}
			k = min(k+step, n)
		} else {
			break
		}
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
func expectedRetries(ctx context.Context, s setting.Scenario, lines []timeline) answer.Chart {
	c := answer.Chart{Title: "retries by elapsed T", X: unit.Duration, Y: unit.Number, Cross: s.Outage.B,
		Hi: 2 * s.Outage.B}
	for _, l := range lines {
		c.Hi = max(c.Hi, 2*l.policy.Outage.B)
		c.Curves = append(c.Curves, answer.Curve{
			Y: remembered(clients(context.WithoutCancel(ctx), l.policy.Policy, answer.Rough).RetriesBy)})
	}
	c.LogFrom = logFrom(s, c.Hi)
	return c
}

// logFrom returns the start of a logarithmic time axis up to hi.
func logFrom(s setting.Scenario, hi float64) float64 {
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

// remembered returns f with its values cached, because a chart is drawn again with every frame.
func remembered(f func(float64) float64) func(float64) float64 {
	var known sync.Map
	return func(x float64) float64 {
		y, ok := known.Load(x)
		if !ok {
			y, _ = known.LoadOrStore(x, f(x))
		}
		return y.(float64)
	}
}
