package elapsed

import (
	"math"

	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/outage"
)

// A certain is the clients of a policy that draws nothing: every number is one of
// package calc.
type certain struct{ p jitter.Policy }

func (c certain) Error() float64                     { return 0 }
func (c certain) Delay(k int) jitter.Dist            { return jitter.Constant(c.p.Delay(float64(k))) }
func (c certain) Start(k int) jitter.Dist            { return jitter.Constant(c.p.Elapsed(float64(k))) }
func (c certain) StartedBy(k int, t float64) float64 { return one(float64(k) <= c.RetriesBy(t)) }

// one is 1 for what is so.
func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (c certain) RetriesBy(t float64) float64 {
	n := c.p.Total()
	if math.IsInf(t, 1) || c.p.Rule.Stop == jitter.Clip && t >= c.p.Deadline {
		return n
	}
	return min(n, c.p.RetriesBy(t))
}

func (c certain) Last() jitter.Dist {
	n := c.p.Total()
	if math.IsInf(n, 1) {
		return nil
	}
	return jitter.Constant(c.p.StartOf(n))
}

func (c certain) Waiting(t float64) (jitter.Dist, float64) {
	done := c.RetriesBy(t)
	if done >= c.p.Total() {
		return nil, 0
	}
	d := c.p.Delay(done + 1)
	if c.p.Rule.Stop == jitter.Clip {
		d = min(d, c.p.Deadline-c.p.Elapsed(done)-c.p.AttemptTime)
	}
	return jitter.Constant(d), 1
}

// A gap is the time between two retries that follow each other.
type gap struct{ from, to float64 }

// mostGaps is how many gaps of equal length are looked at one by one; in those that
// follow w is uniform, with an error of the square of a gap over the outage.
const mostGaps = 20_000

// Reconnect returns the figures as sums over the gaps between retries: in the gap
// (T_k, T_(k+1)] the reconnect delay is w = T_(k+1) - X.
func (c certain) Reconnect(o outage.Outage) outage.Reconnect {
	if o.IsFixed() {
		return c.after(o.A)
	}
	n, lo, hi := c.p.Total(), 0.0, 0.0
	if lo, hi = o.Support(); math.IsInf(hi, 1) {
		hi = o.Quantile(1 - 0x1p-53)
	}
	alike := c.p.Policy.SameFrom() // gaps from the one that ends with it on are alike
	var gaps []gap
	k := min(n, c.p.RetriesBy(lo))
	at := c.p.StartOf(k)
	r := outage.Reconnect{Wasted: k}
	for first := max(alike, k+1); k < n && at < hi && k < first+mostGaps; k++ {
		next := c.p.StartOf(k + 1)
		gaps = append(gaps, gap{at, next})
		r.Wasted += 1 - o.CDF(next)
		r.Max = max(r.Max, next-max(at, lo))
		if at = next; math.IsInf(at, 1) {
			break
		}
	}
	step, rest := c.p.Delay(k+1)+c.p.AttemptTime, 0.0 // what is left is gaps of this length
	mean, inverse := 0.0, 0.0
	if k < n && at < hi && !math.IsInf(at, 1) {
		stop := c.p.StartOf(n)
		rest = o.CDF(stop) - o.CDF(at)
		stop = min(stop, hi)
		over := o.Partial(stop) - o.Partial(at) + stop*(1-o.CDF(stop)) - at*(1-o.CDF(at)) // of P(X > x)
		r.Wasted += over/step - (1-o.CDF(at))/2 + (1-o.CDF(stop))/2
		mean, inverse = rest*step/2, (o.Inverse(stop)-o.Inverse(at))*step/2
		r.Max = max(r.Max, step)
	}
	back := rest
	for _, g := range gaps {
		p := o.CDF(g.to) - o.CDF(g.from)
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
		return outage.None(r.Wasted)
	}
	r.Mean, r.RelativeMean = max(0, mean)/back, inverse/back
	if lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	by := func(y float64) float64 {
		total := rest * min(1, y/step)
		for _, g := range gaps {
			if y >= g.to-g.from {
				total += o.CDF(g.to) - o.CDF(g.from)
			} else {
				total += o.CDF(g.to) - o.CDF(g.to-y)
			}
		}
		return total / back
	}
	r.P50 = num.Least(by, 0.5, 0, r.Max)
	r.P95 = num.Least(by, 0.95, r.P50, r.Max)
	r.P99 = num.Least(by, 0.99, r.P95, r.Max)
	return r
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
