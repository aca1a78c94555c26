package elapsed

import (
	"context"
	"math"

	"retune/calc/jitter"
)

// A certain implements Clients for a policy without random delays. Every number comes from package calc.
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

// one converts true to 1 and false to 0.
func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

func (c certain) RetriesBy(_ context.Context, t float64) (float64, error) { return c.by(t), nil }

// by returns the number of retries that start by t, seconds.
func (c certain) by(t float64) float64 {
	n := c.p.RetriesMade()
	if math.IsInf(t, 1) || c.p.Rule.Stop == jitter.Clip && t >= c.p.Deadline {
		return n
	}
	return min(n, c.p.RetriesBy(t))
}

func (c certain) Last(context.Context) (jitter.Dist, error) {
	n := c.p.RetriesMade()
	if math.IsInf(n, 1) {
		return nil, nil
	}
	return jitter.Constant(c.p.StartOf(n)), nil
}

func (c certain) Waiting(_ context.Context, t float64) (jitter.Dist, float64, error) {
	done := c.by(t)
	if done >= c.p.RetriesMade() {
		return nil, 0, nil
	}
	d := c.p.Delay(done + 1)
	if c.p.Rule.Stop == jitter.Clip {
		d = min(d, c.p.Deadline-c.p.Elapsed(done)-c.p.AttemptTime)
	}
	return jitter.Constant(d), 1, nil
}

// Reconnect returns the figures from the next retry after a fixed outage, or from the gaps between the retries.
func (c certain) Reconnect(ctx context.Context, o Outage) (Reconnect, error) {
	switch {
	case o.IsFixed():
		return c.after(o.A), nil
	case o.Kind == WorstOutage:
		return c.worst(o.B), nil
	}
	p := c.p
	p.Retries, p.Rule.Starts = p.RetriesMade(), jitter.Starts{}
	if p.Rule.Stop != jitter.Clip {
		p.Deadline, p.Rule.Stop = math.Inf(1), jitter.LookAhead
	}
	return (&clients{newIndependent(p, Fine.cells()), p, Fine.cells()}).Reconnect(ctx, o)
}

// worst returns the figures of the worst outage up to x, which ends just after the attempt before the longest wait.
// Wasted counts the retries until x.
func (c certain) worst(x float64) Reconnect {
	r := c.after(x)
	if r.GaveUp > 0 {
		return r
	}
	const most = 10_000 // after these the delays only grow or are at the cap
	n := max(0, c.p.RetriesBy(x))
	for k := max(0, n-most); k <= n && c.p.StartOf(k) < x; k++ {
		r.Max = max(r.Max, c.p.StartOf(k+1)-c.p.StartOf(k))
	}
	r.Mean, r.P50, r.P95, r.P99, r.RelativeMean = r.Max, r.Max, r.Max, r.Max, r.Max/x
	return r
}

// after returns the figures of an outage that ends at x.
func (c certain) after(x float64) Reconnect {
	n, next, wait := c.p.RetriesMade(), c.p.RetriesBy(x), 0.0
	wasted := next
	if c.p.RetryAt(x) == next { // a retry starts at x, up to rounding
		wasted--
	} else {
		next++
		wait = c.p.StartOf(next) - x
	}
	if next > n || wait < 0 {
		return NoReconnect(n)
	}
	return Reconnect{Mean: wait, P50: wait, P95: wait, P99: wait, Max: wait,
		RelativeMean: wait / x, Wasted: max(0, wasted)}
}
