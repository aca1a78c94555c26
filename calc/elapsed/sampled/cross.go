package sampled

import (
	"math"
	"math/rand/v2"
)

// A crossing is how one client passes the time that it was to reach.
type crossing struct {
	target     float64 // seconds
	limit, end float64 // retries of the policy and deadline
	until      bool    // a retry that starts exactly at the target is before it
	retries    float64 // that start before the target
	before     float64 // start of the last of them, 0 without one, seconds
	delay      float64 // the delay after that, seconds
	after      float64 // start of the next one, seconds; +Inf if it never gets there
	over       bool    // there is no next one: retries or deadline ended the policy
}

// retry has the client start retry k at t after a delay d, and reports whether that
// is the last of interest.
func (x *crossing) retry(k, t, d float64) bool {
	x.delay, x.after = d, t
	if x.over = t > x.end*(1+rounding); x.over {
		return true
	}
	if x.until && t > x.target*(1+rounding) || !x.until && t >= x.target*(1-rounding) {
		return true
	}
	x.retries, x.before, x.over = k, t, k >= x.limit
	return x.over
}

// cross lets the clients go until each has reached its target, or its policy has
// ended: // target is that of the client at q of all, seconds.
func (c *Clients) cross(until bool, target func(q float64) float64) []crossing {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plan()
	list := make([]crossing, c.walk.clients)
	left := make([]int, len(list))
	for i := range list {
		list[i] = crossing{target: target((float64(i) + 0.5) / float64(len(list))), limit: c.policy.Retries,
			end: c.policy.Deadline, until: until, over: c.policy.Retries == 0}
		left[i] = i
	}
	for k := 1; k <= c.length && c.policy.Retries > 0 && len(left) > 0; k++ {
		c.walk.to(k)
		still := left[:0]
		for _, i := range left {
			if !list[i].retry(float64(k), c.walk.at[k][i], c.walk.delay[k][i]) {
				still = append(still, i)
			}
		}
		left = still
	}
	random := rand.New(rand.NewPCG(c.seed, 0x6661))
	for _, i := range left {
		if x := &list[i]; !x.over {
			c.beyond().cross(x, c.walk.delay[c.length][i], random)
		}
	}
	return list
}

// cross lets a client with a last delay d go on after the walk: in a settled chain by
// leaps, each one draw of a sum of delays that hardly ever passes the target, and near
// it delay by delay; else at the pace of the last delay.
func (r *rest) cross(x *crossing, d float64, random *rand.Rand) {
	const least = 64 // retries of a leap
	goal, s := min(x.target, x.end), r.policy.AttemptTime
	stop := x.retries + r.stop(random.Float64())
	for r.settled && (d > 0 || r.hazard == 0) && r.ctx.Err() == nil {
		// m (mean + s) + 4 sqrt(m variance) = what is left
		h := 2 * math.Sqrt(r.variance) / (r.mean + s)
		root := math.Sqrt(h*h+max(0, goal-x.before)/(r.mean+s)) - h
		m := min(math.Floor(root*root)-1, x.limit-x.retries-1, stop-x.retries)
		if m >= least {
			t := x.before + m*s + max(0, m*r.mean+math.Sqrt(m*r.variance)*random.NormFloat64())
			x.retries, x.before = x.retries+m, min(t, goal*(1-2*rounding))
			if d = r.delay[r.k][random.IntN(r.clients)]; x.retries == stop {
				d = 0
			}
			continue
		}
		d = r.draw(d, false, random.Float64())
		if x.retry(x.retries+1, x.before+(s+d), d) {
			return
		}
	}
	if d < 1e-9*x.before { // they have died out
		d = 0
	}
	k, t := x.retries, x.before
	m := x.limit - k - 1
	if s+d > 0 {
		m = min(m, max(0, math.Floor((goal-t)/(s+d))-1))
	}
	if x.retries, x.before = k+m, t+m*(s+d); math.IsInf(m, 1) {
		x.before, x.delay, x.after = t, d, m // it never gets there
		return
	}
	for n := 0; n < 1000 && !x.retry(x.retries+1, x.before+(s+d), d); n++ { // a few, but for rounding
	}
}
