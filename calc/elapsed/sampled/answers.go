package sampled

import (
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/num"
	"retune/calc/outage"
)

// values returns the sample of a figure of the crossings, sorted; ok leaves out
// those that do not have it.
func values(list []crossing, of func(crossing) (x float64, ok bool)) []float64 {
	y := make([]float64, 0, len(list))
	for _, c := range list {
		if x, ok := of(c); ok {
			for range int(c.weight) {
				y = append(y, x)
			}
		}
	}
	slices.Sort(y)
	return y
}

// RetriesBy returns the expected number of retries that start by time t.
//
//	E N(t) = sum over k = 1..n of P(T_k <= min(t, D))
//
//	t     seconds, >= 0
//	n, D  retries and deadline of the policy
//
// It is +Inf where the delays of a policy that never ends die out before t.
func (c *Clients) RetriesBy(t float64) float64 {
	p := c.policy
	t = min(t, p.Deadline)
	if math.IsInf(t, 1) {
		return p.Retries
	}
	total := 0.0
	for k := 1; float64(k) <= p.Retries; k++ {
		steps, rest := c.to(k)
		if k > len(steps) {
			return total + rest.retriesBy(t, p.Retries)
		}
		f := steps[k-1].at.CDF(t)
		if total += f; f == 0 {
			break
		}
	}
	return total
}

// retriesBy returns the sum of P(T_k <= t) over the retries k after the walk, up to
// n: those that surely start, and the others one by one or, where they are many, by
// the formula of Euler and Maclaurin, whose remainder is below 1e-6 then.
func (r *rest) retriesBy(t, n float64) float64 {
	f := func(k float64) float64 { return r.start(k).CDF(t) }
	const sure = 1e-10
	if r.still && r.policy.AttemptTime == 0 {
		if f := r.at.CDF(t); f > 1/r.clients { // else no client of the sample is there
			return f * (n - float64(r.k))
		}
		return 0
	}
	k := float64(r.k)
	// the last retry of which the probability is above a bound
	last := func(bound float64) float64 {
		if f(k+1) <= bound {
			return k
		}
		lo, step := k+1, 1.0
		for lo < n && f(min(n, lo+step)) > bound {
			if lo = min(n, lo+step); lo > 1e18 {
				return math.Inf(1)
			}
			step *= 2
		}
		hi := min(n, lo+step)
		for hi-lo > 1 {
			if mid := math.Floor(lo + (hi-lo)/2); f(mid) > bound {
				lo = mid
			} else {
				hi = mid
			}
			if math.Floor(lo+(hi-lo)/2) == lo {
				break
			}
		}
		if f(hi) > bound {
			return hi
		}
		return lo
	}
	from, to := last(1-sure), last(sure)
	total := from - k
	if !(to-from > 512) {
		for i := from + 1; i <= to; i++ {
			total += f(i)
		}
		return total
	}
	if math.IsInf(to, 1) {
		return to
	}
	a, b := f(from+1), f(to)
	panels := int(min(4096, 32+(to-from)/16))
	return total + num.Integrate(f, from+1, to, panels) + (a+b)/2 + (b-f(to-1)-f(from+2)+a)/12
}

// Last returns the distribution of the time at which the last retry starts that
// retries and deadline allow, 0 for a policy that makes none, seconds.
func (c *Clients) Last() jitter.Dist {
	p := c.policy
	switch {
	case p.Retries == 0:
		return point(0)
	case math.IsInf(p.Deadline, 1) && math.IsInf(p.Retries, 1):
		return nil
	case math.IsInf(p.Deadline, 1):
		return c.Start(int(p.Retries))
	}
	list := c.cross(func(float64) float64 { return math.Inf(1) }, true)
	y := values(list, func(x crossing) (float64, bool) { return x.before, true })
	lo := 0.0
	if first, _ := c.Start(1).Support(); first <= p.Deadline && p.Retries == 1 {
		lo = first
	}
	return newTable(y, 1024, min(lo, y[0]), max(p.Deadline, y[len(y)-1]))
}

// Waiting returns the distribution of the delay that clients wait in at time t, of
// those whose policy goes on, and the probability that it does. A client waits in
// delay k from T_(k-1), its attempt included, until T_k; a delay that ends after the
// deadline is not waited. Without such clients the distribution is nil.
func (c *Clients) Waiting(t float64) (jitter.Dist, float64) {
	list := c.cross(func(float64) float64 { return t }, true)
	y := values(list, func(x crossing) (float64, bool) { return x.delay, !x.over })
	if len(y) == 0 {
		return nil, 0
	}
	all := 0.0
	for _, x := range list {
		all += x.weight
	}
	lo, hi := c.policy.Next(0, true).Support()
	if y[0] < lo || y[len(y)-1] > hi {
		lo = 0
		hi = min(c.longest(math.Inf(1), c.policy.Retries), c.policy.Deadline)
	}
	return newTable(y, 1024, lo, hi), float64(len(y)) / all
}

// Reconnect returns how the clients come back after an outage.
//
//	w = T_k - X, k the first retry with T_k >= X
func (c *Clients) Reconnect(o outage.Outage) outage.Reconnect {
	list := c.cross(o.Quantile, false)
	all, over, wasted := 0.0, 0.0, 0.0
	var w, relative num.Mean
	for _, x := range list {
		all += x.weight
		wasted += x.weight * x.retries
		if x.over {
			over += x.weight
			continue
		}
		if math.IsInf(x.after, 1) {
			continue // it never comes back, and never gives up
		}
		wait := max(0, x.after-x.target)
		for range int(x.weight) {
			w.Add(wait)
			relative.Add(wait / x.target)
		}
	}
	y := values(list, func(x crossing) (float64, bool) {
		return max(0, x.after-x.target), !x.over && !math.IsInf(x.after, 1)
	})
	if len(y) == 0 {
		none := outage.None(wasted / all)
		none.GaveUp = over / all
		return none
	}
	at := func(q float64) float64 { return y[min(len(y)-1, int(q*float64(len(y))))] }
	r := outage.Reconnect{Mean: w.Value(), P50: at(0.5), P95: at(0.95), P99: at(0.99), RelativeMean: relative.Value(),
		Wasted: wasted / all, GaveUp: over / all, Error: 0.6 / math.Sqrt(float64(len(y)))}
	if lo, _ := o.Support(); lo == 0 {
		r.RelativeMean = math.Inf(1)
	}
	r.Max = max(y[len(y)-1], c.most(o))
	return r
}

// most returns the longest reconnect delay that the supports allow.
//
// From a last failed retry with a delay t the next takes s and at most hi(t), and t is
// the longest that a client can have waited by X. At a given X the wait ends by the
// end of the support of T_n, and the first delay is one like the others.
func (c *Clients) most(o outage.Outage) float64 {
	p := c.policy
	lo, hi := o.Support()
	if d := p.Deadline; hi > d {
		hi = max(lo, d)
	}
	_, first := p.Next(0, true).Support()
	most := p.AttemptTime + first - lo
	if p.Retries > 1 && !math.IsInf(hi, 1) {
		_, next := p.Next(c.longest(hi, p.Retries-1), false).Support()
		wait := p.AttemptTime + next
		if !math.IsInf(p.Retries, 1) && p.Retries < stages*1<<20 {
			_, end := c.Start(int(p.Retries)).Support()
			wait = min(wait, end-lo)
		}
		most = max(most, wait)
	} else if p.Retries > 1 {
		most = max(most, p.AttemptTime+c.longest(hi, p.Retries))
	}
	if !math.IsInf(p.Deadline, 1) {
		most = min(most, p.Deadline-lo)
	}
	return max(0, most)
}

// longest returns the end of the support of the delays that clients can have waited
// by x, in n retries: of all t that can follow delays, each as short as the next one
// allows, that with their attempts fit into x.
func (c *Clients) longest(x, n float64) float64 {
	p := c.policy
	_, first := p.Next(0, true).Support()
	path := []float64{first} // the greatest delays, retry by retry
	for len(path) < 1<<12 && float64(len(path)) < n {
		_, next := p.Next(path[len(path)-1], false).Support()
		if next <= path[len(path)-1] || math.IsInf(next, 1) && len(path) > 1 {
			break
		}
		path = append(path, next)
	}
	end := path[len(path)-1]
	if math.IsInf(x, 1) || math.IsInf(end, 1) {
		return end
	}
	_, one := p.Next(p.InitialDelay, false).Support()
	_, two := p.Next(2*p.InitialDelay, false).Support()
	free := p
	free.Cap = math.Inf(1)
	if p.Cap < math.Inf(1) {
		_, one = free.Next(p.InitialDelay, false).Support()
		_, two = free.Next(2*p.InitialDelay, false).Support()
	}
	slope := (two - one) / p.InitialDelay
	offset := one - slope*p.InitialDelay
	if !(slope > 0) {
		return end
	}
	// least returns the least time at which a delay of t can have been waited.
	least := func(t float64) float64 {
		at := 0.0
		for range len(path) {
			at += p.AttemptTime + t
			if t <= first {
				return at
			}
			if t = (t - offset) / slope; t < 0 {
				return at
			}
		}
		return at
	}
	if least(end) <= x {
		return end
	}
	lo, hi := 0.0, end
	for range 60 {
		if mid := lo + (hi-lo)/2; least(mid) <= x {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// point returns the distribution of a constant.
func point(x float64) jitter.Dist {
	return &table{x: []float64{x}, f: []float64{1}, mean: x, lo: x, hi: x}
}
