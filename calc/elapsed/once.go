package elapsed

import (
	"context"
	"math"
	"slices"
	"sync"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A once implements Clients for a policy that draws one number u for a call. Every delay is the quantile of u of its
// distribution, so T_k is a function of u that never falls, and every figure is an integral over u from 0 to 1.
type once struct {
	policy jitter.Policy
	nodes  int     // values of u in an integral
	same   float64 // retry from which on all delays have the same distribution

	mu   sync.Mutex    // guards list
	list []jitter.Dist // delays before retry 1, 2, ...
}

func newOnce(p jitter.Policy, effort Effort) *once {
	return &once{policy: p, nodes: effort.cells(), same: p.SameFrom()}
}

// delays returns the distributions of the delays before the first k retries, or up to those that stay the same.
func (o *once) delays(k float64) []jitter.Dist {
	o.mu.Lock()
	defer o.mu.Unlock()
	for n := float64(len(o.list) + 1); n <= min(k, o.same, mostCrossed); n++ {
		o.list = append(o.list, o.policy.Retry(n))
	}
	return o.list
}

// start returns T_k of a client that draws u, seconds.
func (o *once) start(k, u float64) (at float64) {
	list := o.delays(k)
	n := min(k, float64(len(list)))
	for _, d := range list[:int(n)] {
		at += o.policy.AttemptTime + d.Quantile(u)
	}
	if k > n {
		at += (k - n) * (o.policy.AttemptTime + list[int(n)-1].Quantile(u))
	}
	return at
}

// A together is the distribution of T_k, whose quantile at u is T_k of a client that draws u.
type together struct {
	quantile func(u float64) float64
	exact
}

func (d together) Mean() float64              { return d.mean }
func (d together) Variance() float64          { return d.variance }
func (d together) Support() (lo, hi float64)  { return d.lo, d.hi }
func (d together) Quantile(q float64) float64 { return d.quantile(min(1, max(0, q))) }
func (d together) CDF(x float64) float64      { return d.upTo(x + closePoint*math.Abs(x)) }
func (d together) Atom(x float64) float64     { return max(0, d.CDF(x)-d.upTo(earlier(x))) }

// upTo returns the greatest u whose quantile is at most x, seconds.
func (d together) upTo(x float64) float64 {
	switch {
	case x >= d.hi:
		return 1
	case x < d.lo:
		return 0
	}
	return numeric.Least(func(u float64) float64 { return one(d.quantile(u) > x) }, 1, 0, 1)
}

func (o *once) Delay(_ context.Context, k int) (jitter.Dist, error) {
	return o.policy.Retry(float64(k)), nil
}

func (o *once) Start(_ context.Context, k int) (jitter.Dist, error) {
	n := float64(k)
	if n > mostCrossed && o.same > mostCrossed {
		if math.IsInf(o.start(mostCrossed, 0.5), 1) {
			return jitter.Constant(math.Inf(1)), nil
		}
		return nil, errUnsettled
	}
	d := together{quantile: func(u float64) float64 { return o.start(n, u) }}
	d.lo, d.hi = o.start(n, 0), o.start(n, 1)
	list := o.delays(n)
	for j, delay := range list[:min(k, len(list))] {
		times := 1.0
		if j == len(list)-1 {
			times = n - float64(j)
		}
		d.mean += times * (o.policy.AttemptTime + delay.Mean())
	}
	for i := range fewCells {
		x := o.start(n, (float64(i)+0.5)/fewCells) - d.mean
		d.variance += x * x / fewCells
	}
	return d, nil
}

// A node is a value of u, with its weight in an integral.
type node struct{ u, weight float64 }

// over returns values of u for an integral of a function that is smooth between the values at which some retry starts
// at one of the times, in seconds.
func (o *once) over(times ...float64) (list []node) {
	edges, most := []float64{0, 1}, 0.0
	for _, t := range times {
		if !(t > 0) || math.IsInf(t, 1) {
			continue
		}
		last := min(o.policy.MostRetries(), mostCrossed)
		from, ok := numeric.FirstWhole(func(k float64) bool { return k > 0 && o.start(k, 1) >= t }, 0, last)
		to, _ := numeric.FirstWhole(func(k float64) bool { return k > 0 && o.start(k, 0) > t }, 0, last)
		if most = max(most, to); ok && to-from <= mostSteps {
			for k := max(1, from); k <= to; k++ {
				edges = append(edges, together{func(u float64) float64 { return o.start(k, u) },
					exact{lo: o.start(k, 0), hi: o.start(k, 1)}}.upTo(t))
			}
		}
	}
	slices.Sort(edges)
	nodes := max(fewCells, min(float64(o.nodes), 1e6/(1+most)))
	for i, to := range edges[1:] {
		width := to - edges[i]
		n := math.Ceil(nodes * width)
		for j := range int(n) {
			list = append(list, node{edges[i] + width*(float64(j)+0.5)/n, width / n})
		}
	}
	return list
}

// follow calls each for every retry k of a client that draws u: at is the start of the attempt before it, and the
// policy makes it at next if goes is true. It stops if each returns false, and reports whether it stopped at all.
func (o *once) follow(u float64, each func(k, at, delay, next float64, goes bool) (on bool)) bool {
	p, list, at := &o.policy, o.delays(1), 0.0
	for k := 1.0; k <= mostCrossed; k++ {
		if float64(len(list)) < min(k, o.same) {
			list = o.delays(2 * k)
		}
		delay := list[min(int(k), len(list))-1].Quantile(u)
		failed := at + p.AttemptTime
		next, goes := p.RetryStart(k, failed, failed+delay)
		if !each(k, at, delay, next, goes) || !goes {
			return true
		}
		at = next
	}
	return false
}

// followAll calls follow for the draws u of an integral over all clients. It splits the integral where a retry starts
// at one of the times or at the deadline, because the function may jump there.
func (o *once) followAll(ctx context.Context, times []float64,
	each func(n node, k, at, delay, next float64, goes bool) bool,
) error {
	if o.policy.Rule.Starts.Most > 0 {
		return errStarts
	}
	d, lost := o.policy.Deadline, 0.0
	for i, n := range o.over(append(times, d, d-o.policy.AttemptTime)...) {
		if err := ctx.Err(); i%64 == 0 && err != nil {
			return err
		}
		if !o.follow(n.u, func(k, at, delay, next float64, goes bool) bool {
			return each(n, k, at, delay, next, goes)
		}) {
			lost += n.weight
		}
		if lost > 1e-4 {
			return errUnsettled
		}
	}
	return nil
}

func (o *once) StartedBy(ctx context.Context, k int, t float64) (share float64, err error) {
	switch n := float64(k); {
	case n > o.policy.MostRetries():
		return 0, nil
	case o.policy.Rule.Stop == jitter.LookAhead && o.policy.Rule.Starts.Most == 0:
		d, err := o.Start(ctx, k)
		if err != nil {
			return 0, err
		}
		return d.CDF(min(t, o.policy.Deadline)), nil
	default:
		err = o.followAll(ctx, []float64{t}, func(x node, made, _, _, next float64, goes bool) bool {
			on := goes && next <= t*(1+closePoint)
			if on && made == n {
				share += x.weight
			}
			return on && made < n
		})
	}
	return min(1, share), err
}

func (o *once) RetriesBy(ctx context.Context, t float64) (total float64, err error) {
	if math.IsInf(t, 1) && math.IsInf(o.policy.Deadline, 1) {
		return o.policy.Retries, nil
	}
	err = o.followAll(ctx, []float64{t}, func(n node, _, _, _, next float64, goes bool) bool {
		on := goes && next <= t*(1+closePoint)
		total += n.weight * one(on)
		return on
	})
	return total, err
}

func (o *once) Last(ctx context.Context) (jitter.Dist, error) {
	p := &o.policy
	switch {
	case math.IsInf(p.Deadline, 1) && math.IsInf(p.Retries, 1):
		return nil, nil
	case p.MostRetries() == 0:
		return jitter.Constant(0), nil
	case math.IsInf(p.Deadline, 1):
		return o.Start(ctx, int(p.Retries))
	}
	var last []point
	err := o.followAll(ctx, nil, func(n node, _, at, _, _ float64, goes bool) bool {
		if !goes {
			last = append(last, point{at, n.weight})
		}
		return true
	})
	latest := p.LatestStart()
	if n := p.MostRetries(); n <= mostCrossed {
		latest = min(latest, o.start(n, 1))
	}
	return weighted(last, latest), err
}

func (o *once) Waiting(ctx context.Context, t float64) (jitter.Dist, float64, error) {
	var delays []point
	share, longest := 0.0, 0.0
	err := o.followAll(ctx, []float64{t}, func(n node, k, at, delay, next float64, goes bool) bool {
		on := goes && next <= t*(1+closePoint)
		if goes && !on {
			delays, share = append(delays, point{next - at - o.policy.AttemptTime, n.weight}), share+n.weight
			longest = max(longest, o.delays(k)[min(int(k), len(o.delays(k)))-1].Quantile(1))
		}
		return on
	})
	return weighted(delays, min(longest, o.policy.LatestStart())), share, err
}

// succeed weighs each retry with the probability that it is the first attempt that succeeds.
func (o *once) succeed(ctx context.Context, q, _ float64) (jitter.Dist, float64, error) {
	times, share := []point{{0, 1 - q}}, 1-q
	err := o.followAll(ctx, nil, func(n node, k, _, _, next float64, goes bool) bool {
		weight := n.weight * (1 - q) * math.Pow(q, k)
		if goes {
			times, share = append(times, point{next, weight}), share+weight
		}
		return weight > slight*n.weight
	})
	latest := o.policy.LatestStart()
	if n := o.policy.MostRetries(); n <= mostCrossed {
		latest = min(latest, o.start(n, 1))
	}
	return weighted(times, latest), share, err
}

// weighted returns the distribution of points in any order, with a support up to most, seconds, or nil if there are
// none. Times that are equal stay a point.
func weighted(list []point, most float64) jitter.Dist {
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b point) int { return int(math.Copysign(1, a.x-b.x)) })
	total, e := 0.0, exact{lo: list[0].x, hi: list[len(list)-1].x}
	for _, p := range list {
		total, e.mean = total+p.p, e.mean+p.p*p.x
	}
	e.mean /= total
	d := piecewise{}
	for i, sum := 0, 0.0; i < len(list); {
		x, weight, n := list[i].x, 0.0, 0
		for ; i < len(list) && list[i].x <= x*(1+closePoint); i++ {
			weight, n = weight+list[i].p/total, n+1
			e.variance += list[i].p / total * (list[i].x - e.mean) * (list[i].x - e.mean)
		}
		switch { // one value stands for others around it
		case n > 1 || weight > 1e-3:
			d.x, d.cdf = append(d.x, x, x), append(d.cdf, sum, sum+weight)
		default:
			d.x, d.cdf = append(d.x, x), append(d.cdf, sum+weight/2)
		}
		sum += weight
	}
	if !math.IsInf(most, 1) {
		e.hi = max(e.hi, most)
	}
	d.exact = e
	return d
}
