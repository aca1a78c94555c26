package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/outage"
)

// A certain is the clients of a policy that draws nothing: every number is one of
// package calc.
type certain struct{ p jitter.Policy }

func (c certain) Delay(_ context.Context, k int) (jitter.Dist, error) {
	return jitter.Constant(c.p.Delay(float64(k))), nil
}

func (c certain) Start(_ context.Context, k int) (jitter.Dist, error) {
	return jitter.Constant(c.p.Elapsed(float64(k))), nil
}

func (c certain) StartedBy(_ context.Context, k int, t float64) (float64, error) {
	return one(float64(k) <= c.by(t)), nil
}

// one is 1 for what is so.
func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (c certain) RetriesBy(_ context.Context, t float64) (float64, error) { return c.by(t), nil }

// by returns the number of retries that start by t, seconds.
func (c certain) by(t float64) float64 {
	n := c.p.Total()
	if math.IsInf(t, 1) || c.p.Rule.Stop == jitter.Clip && t >= c.p.Deadline {
		return n
	}
	return min(n, c.p.RetriesBy(t))
}

func (c certain) Last(context.Context) (jitter.Dist, error) {
	n := c.p.Total()
	if math.IsInf(n, 1) {
		return nil, nil
	}
	return jitter.Constant(c.p.StartOf(n)), nil
}

func (c certain) Waiting(_ context.Context, t float64) (jitter.Dist, float64, error) {
	done := c.by(t)
	if done >= c.p.Total() {
		return nil, 0, nil
	}
	d := c.p.Delay(done + 1)
	if c.p.Rule.Stop == jitter.Clip {
		d = min(d, c.p.Deadline-c.p.Elapsed(done)-c.p.AttemptTime)
	}
	return jitter.Constant(d), 1, nil
}

// A gap is the time between two retries that follow each other.
type gap struct {
	from, to float64 // seconds
	p, upTo  float64 // probability of an end there, and by its end
}

// mostGaps is how many gaps are looked at one by one; in those that follow w is uniform,
// with an error of the square of a gap over the outage.
const mostGaps = 20_000

// A stretch is gaps that follow each other and are alike, or nearly: w is uniform there.
type stretch struct{ p, step float64 } // probability of an end there, length of a gap in seconds

// stretch returns how many gaps after retry k are alike but for a part in 10,000, of n
// retries: all if those from retry alike on are.
func (c certain) stretch(k, n, alike float64) float64 {
	if k+1 >= alike {
		return n - k
	}
	length := func(k float64) float64 { return c.p.Delay(k) + c.p.AttemptTime }
	most := min(n, alike) - k
	m, _ := num.FirstWhole(func(m float64) bool { return !(length(k+m+1) <= 1.0001*length(k+1)) }, 1, max(1, most))
	return min(m, most)
}

// Reconnect returns the figures as sums over the gaps between retries: in the gap
// (T_k, T_(k+1)] the reconnect delay is w = T_(k+1) - X.
func (c certain) Reconnect(_ context.Context, o outage.Outage) (outage.Reconnect, error) {
	if o.IsFixed() {
		return c.after(o.A), nil
	}
	n, lo, hi := c.p.Total(), 0.0, 0.0
	if lo, hi = o.Support(); math.IsInf(hi, 1) {
		hi = o.Quantile(1 - 0x1p-53)
	}
	alike := c.p.Policy.SameFrom() // gaps from the one that ends with it on are alike
	var gaps []gap
	k := min(n, c.p.RetriesBy(lo))
	start := c.p.Starts()
	at := start(k)
	r := outage.Reconnect{Wasted: k}
	goesOn := func() bool { return k < n && at < hi && !math.IsInf(at, 1) }
	for ; goesOn() && len(gaps) < mostGaps; k++ {
		next := start(k + 1)
		gaps = append(gaps, gap{from: at, to: next})
		r.Wasted += 1 - o.CDF(next)
		r.Max = max(r.Max, next-max(at, lo))
		at = next
	}
	var stretches []stretch
	mean, inverse, back := 0.0, 0.0, 0.0
	for goesOn() {
		m := c.stretch(k, n, alike)
		step, stop := c.p.Delay(k+1)+c.p.AttemptTime, c.p.StartOf(k+m)
		if k+1 < alike {
			step = (stop - at) / m
		}
		to := min(stop, hi)
		p := o.CDF(to) - o.CDF(at)
		over := o.Partial(to) - o.Partial(at) + to*(1-o.CDF(to)) - at*(1-o.CDF(at)) // of P(X > x)
		r.Wasted += over/step - (1-o.CDF(at))/2 + (1-o.CDF(to))/2
		mean, inverse = mean+p*step/2, inverse+(o.Inverse(to)-o.Inverse(at))*step/2
		last := k + m
		if stop > hi {
			last = c.p.RetriesBy(hi) + 1
		}
		r.Max = max(r.Max, c.p.Delay(last)+c.p.AttemptTime)
		stretches, back = append(stretches, stretch{p, step}), back+p
		k, at = k+m, stop
	}
	for i := range gaps {
		g := &gaps[i]
		g.upTo = o.CDF(g.to)
		g.p = g.upTo - o.CDF(g.from)
		p := g.p
		back += p
		if p > 0 {
			mean += g.to*p - (o.Partial(g.to) - o.Partial(g.from))
			inverse += g.to*(o.Inverse(g.to)-o.Inverse(g.from)) - p
		}
	}
	if r.GaveUp = max(0, 1-back); math.IsInf(n, 1) || r.GaveUp < 1e-15 {
		r.GaveUp = 0
	}
	if !(back > 1e-12) {
		return outage.None(r.Wasted), nil
	}
	r.Mean, r.RelativeMean = max(0, mean)/back, inverse/back
	if lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	by := func(y float64) float64 {
		total := 0.0
		for _, s := range stretches {
			total += s.p * min(1, y/s.step)
		}
		for _, g := range gaps {
			if y >= g.to-g.from {
				total += g.p
			} else {
				total += g.upTo - o.CDF(g.to-y)
			}
		}
		return total / back
	}
	r.P50 = num.Least(by, 0.5, 0, r.Max)
	r.P95 = num.Least(by, 0.95, r.P50, r.Max)
	r.P99 = num.Least(by, 0.99, r.P95, r.Max)
	return r, nil
}

// after returns the figures of an outage that ends at x.
func (c certain) after(x float64) outage.Reconnect {
	n, next, wait := c.p.Total(), c.p.RetriesBy(x), 0.0
	wasted := next
	if c.p.RetryAt(x) == next { // a retry starts at x, or so close to it that rounding decides
		wasted--
	} else {
		next++
		wait = c.p.StartOf(next) - x
	}
	if next > n || wait < 0 {
		return outage.None(n)
	}
	return outage.Reconnect{Mean: wait, P50: wait, P95: wait, P99: wait, Max: wait, RelativeMean: wait / x, Wasted: max(0, wasted)}
}
