package sampled

import (
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/num"
)

// A rest is what is known of the retries after the last one of the walk, k.
//
//	settled   the delays have one distribution; T_(k+m) is T_k and a sum of m of them,
//	          with mean m mu, variance m v and third cumulant m c
//	still     the delays have died out: T_(k+m) = T_k + m s
//	neither   the logarithms of delay and elapsed time go on changing as they did
//	          over the second half of the last stage
//
// A delay of 0 is followed by nothing else where the deviation of a normal jitter
// is a share of it. A client that has come so far stops there: all that is said of a
// settled chain is of the others, and each stops with probability hazard per retry.
type rest struct {
	policy                   jitter.Policy
	k                        int
	clients                  float64 // of the last stage
	settled, still, growing  bool
	mean, variance, cumulant float64 // of the delay, per retry: mu, v, c
	between                  float64 // what the sum of m delays has less than m v, as it begins and ends with one
	at, delay                *table  // T_k and the delay before retry k
	halfAt, halfDelay        *table  // in the middle of the last stage
	back                     float64 // retries since then
	hazard                   float64
	stopped                  float64 // share of the clients that have
	going, gone              *table  // T_k of those that go on and of those that have stopped
	last                     moment
	coefs                    polynomials
}

// newRest returns the rest at the end of a stage, or nil if it has to be walked on.
// back is half the length of the stage.
func newRest(c *Clients, back int) *rest {
	w, k := c.walk, len(c.steps)
	now, half := c.steps[k-1], c.steps[k-1-back]
	r := &rest{policy: c.policy, k: k, clients: float64(len(w.at)), at: now.at, delay: now.delay, halfAt: half.at, halfDelay: half.delay,
		back: float64(back), last: c.last, coefs: c.coefs}
	noise := 1 / math.Sqrt(float64(len(w.at)))
	if gap(half.at, now.at, r.back*r.policy.AttemptTime) <= 0.1*noise {
		r.still = true
		return r
	}
	if c.policy.Next(0, false).Atom(0) == 1 {
		r.hazard = c.policy.Next(c.policy.InitialDelay, false).Atom(0)
	}
	same := half.delay
	var going, gone []float64
	var first, second, both num.Mean
	pause := r.back * r.policy.AttemptTime
	for i, t := range w.at {
		if r.hazard > 0 && w.delay[i] == 0 {
			gone = append(gone, t)
			continue
		}
		going = append(going, t)
		first.Add(c.starts[1][i] - c.starts[0][i])
		second.Add(t - c.starts[1][i])
		both.Add(t - c.starts[0][i] - pause)
	}
	if len(gone) > 0 && len(going) > 0 {
		r.stopped = float64(len(gone)) / float64(len(w.at))
		slices.Sort(gone)
		slices.Sort(going)
		r.gone, r.going = newTable(gone, 256, now.at.lo, now.at.hi), newTable(going, 256, now.at.lo, now.at.hi)
		same = same.thinned((1 - r.stopped) / (1 - same.Atom(0)))
	}
	if len(going) > 100 && gap(same, now.delay, 0) <= max(0.01, noise) {
		r.settled = r.settle(c, first, second, both)
		if r.settled {
			return r
		}
	}
	r.growing = math.IsInf(c.policy.Cap, 1) && now.at.Quantile(0.5) > 1e9*half.at.Quantile(0.5)
	if c.stage < stages-1 && !r.growing {
		return nil
	}
	return r
}

// settle takes mean, variance and third cumulant of the delays per retry from how
// long they lasted over the second half of a stage and over both parts of that; ok
// is false where a sum of as many is too skewed to be near a normal distribution.
func (r *rest) settle(c *Clients, first, second, both num.Mean) (ok bool) {
	noise := 1 / math.Sqrt(both.Count())
	v := both.Variance()
	r.mean = both.Value() / r.back
	if math.Sqrt(v) <= 1e-9*both.Value() {
		return true
	}
	pause, cube := r.back*r.policy.AttemptTime, 0.0
	for i, t := range c.walk.at {
		if c.walk.delay[i] != 0 || r.hazard == 0 {
			d := t - c.starts[0][i] - pause - both.Value()
			cube += d * d * d / both.Count()
		}
	}
	if cube*cube > v*v*v {
		return false
	}
	covariance := (v - first.Variance() - second.Variance()) / 2
	if math.Abs(covariance) < 3*noise*math.Sqrt(first.Variance()*second.Variance()) {
		covariance = 0
	}
	r.between = 2 * covariance
	r.variance = max(0, v+r.between) / r.back
	r.cumulant = cube / r.back
	return true
}

// gap returns the greatest difference of two CDFs, the second moved back by d.
func gap(a, b *table, d float64) (most float64) {
	for _, x := range a.x {
		most = max(most, math.Abs(a.CDF(x)-b.CDF(x+d)))
	}
	for _, x := range b.x {
		most = max(most, math.Abs(a.CDF(x-d)-b.CDF(x)))
	}
	return most
}

// error returns what the rest adds to the error of a CDF.
func (r *rest) error() float64 {
	switch {
	case r.still:
		return 0
	case r.settled:
		return 0.003
	case r.growing:
		return 0.01
	}
	return 0.05
}

// delayBefore returns the distribution of the delay before retry k.
func (r *rest) delayBefore(k float64) *table {
	if !r.settled {
		t := r.scaled(r.halfDelay, r.delay, k, 0)
		return r.exact(t, k, func(m moment) (float64, float64) { return m.mean, m.variance })
	}
	if r.hazard == 0 {
		return r.delay
	}
	return r.delay.thinned(math.Exp(math.Log1p(-r.hazard) * (k - float64(r.k))))
}

// start returns the distribution of T_k, of a retry after the last of the walk.
func (r *rest) start(k float64) jitter.Dist {
	m, s := k-float64(r.k), r.policy.AttemptTime
	switch {
	case r.still:
		return r.at.moved(m * s)
	case !r.settled:
		t := r.scaled(r.halfAt, r.at, k, m*s)
		return r.exact(t, k, func(m moment) (float64, float64) { return m.atMean, m.atVariance })
	case r.hazard == 0 && !(math.Sqrt(m*r.variance) > 1e-9*r.at.mean):
		return r.at.moved(m * (s + r.mean))
	}
	d := &sum{lo: r.at.lo + m*(s+r.delay.lo), hi: r.at.hi + m*(s+r.delay.hi)}
	if r.gone == nil {
		d.add(1, r.at, m*s, m, r)
		return d
	}
	d.add(r.stopped, r.gone, m*s, 0, r)
	left := 1 - r.stopped
	goes := math.Exp(math.Log1p(-r.hazard) * m)
	d.add(left*goes, r.going, m*s, m, r)
	const parts = 12 // by the retry at which a client stops
	for i := range parts {
		u := (float64(i) + 0.5) / parts * (1 - goes)
		d.add(left*(1-goes)/parts, r.going, m*s, math.Log1p(-u)/math.Log1p(-r.hazard), r)
	}
	return d
}

// exact puts mean and variance into a distribution at retry k where they are known.
func (r *rest) exact(t *table, k float64, of func(moment) (mean, variance float64)) *table {
	if !r.last.known {
		return t
	}
	m := r.last
	for i := float64(r.k); i < k && !math.IsInf(m.atMean, 1); i++ {
		m = r.coefs.further(r.policy, m)
	}
	t.mean, t.variance = of(m)
	return t
}

// scaled returns the distribution at retry k of what goes on as it did from half to
// now: mean and variance of the logarithm as lines in k or, where they changed by
// little, in ln k.
func (r *rest) scaled(half, now *table, k, pause float64) *table {
	log := func(t *table) (mean, variance float64) {
		var l num.Mean
		for _, x := range t.points(200) {
			if x > 0 && !math.IsInf(x, 1) {
				l.Add(math.Log(x))
			}
		}
		return l.Value(), l.Variance()
	}
	m0, v0 := log(half)
	m1, v1 := log(now)
	if math.IsNaN(m0) || math.IsNaN(m1) {
		return now
	}
	steps := (k - float64(r.k)) / r.back
	if math.Abs(m1-m0) < 5 {
		last := float64(r.k)
		steps = math.Log(k/last) / math.Log(last/(last-r.back))
	}
	scale := 1.0
	if v1 > 0 {
		scale = math.Sqrt(max(0, 1+(v1-v0)/v1*steps))
	}
	t := &table{f: now.f, slack: now.slack, lo: now.lo, hi: math.Inf(1)}
	for _, x := range now.x {
		t.x = append(t.x, math.Exp(m1+(m1-m0)*steps+scale*(math.Log(x)-m1))+pause)
	}
	t.lo = min(t.lo, t.x[0])
	t.mean, t.variance = moments(t.points(1000))
	return t
}
