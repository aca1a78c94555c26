package sampled

import (
	"math"
	"math/rand/v2"
	"sort"

	"retune/calc/num"
)

// A crossing is how one client passes the time that it was to reach.
type crossing struct {
	target  float64 // seconds
	limit   float64 // retries of the policy
	end     float64 // its deadline, seconds
	until   bool    // a retry that starts exactly at the target is before it
	retries float64 // that start before the target
	before  float64 // start of the last of them, 0 without one, seconds
	delay   float64 // the delay after that, seconds
	after   float64 // start of the next one, seconds; +Inf if it never gets there
	over    bool    // there is no next one: retries or deadline ended the policy
}

// passed reports whether a retry at t is the next one, or too late.
func (x *crossing) passed(t float64) bool {
	return t > x.end*(1+rounding) || x.until && t > x.target*(1+rounding) || !x.until && t >= x.target*(1-rounding)
}

// retry has the client start retry k at t after a delay d, and reports whether that
// was all.
func (x *crossing) retry(k, t, d float64) bool {
	x.delay, x.after = d, t
	if x.passed(t) {
		x.over = t > x.end*(1+rounding)
		return true
	}
	x.retries, x.before, x.over = k, t, k >= x.limit
	return x.over
}

// cross lets the clients go until each has reached its target, or its policy has
// ended.
//
//	target  of the client at q of all, seconds, 0 < q < 1
//	until   a retry that starts exactly at the target is before it
func (c *Clients) cross(target func(q float64) float64, until bool) []crossing {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plan()
	w := c.walk
	list := make([]crossing, w.clients)
	var left []int
	for i := range list {
		list[i] = crossing{target: target((float64(i) + 0.5) / float64(w.clients)), limit: c.policy.Retries,
			end: c.policy.Deadline, until: until, over: c.policy.Retries == 0}
		if !list[i].over {
			left = append(left, i)
		}
	}
	for k := 1; k <= c.length && len(left) > 0; k++ {
		w.to(c.ctx, k)
		still := left[:0]
		for _, i := range left {
			if !list[i].retry(float64(k), w.at[k][i], w.delay[k][i]) {
				still = append(still, i)
			}
		}
		left = still
	}
	random := rand.New(rand.NewPCG(c.seed, 0x6661))
	for _, i := range left {
		c.beyond().cross(&list[i], c.walk.delay[c.length][i], random)
	}
	return list
}

// cross lets a client with a last delay d go on after the walk: in a settled chain by
// leaps, each one draw of a sum of delays that hardly ever passes the target, and
// near it along the second half of what another client has walked.
func (r *rest) cross(x *crossing, d float64, random *rand.Rand) {
	goal, s, half := min(x.target, x.end), r.policy.AttemptTime, r.k/2
	stop := x.retries + r.stop(d, random.Float64())
	step := r.mean + s
	for r.settled && x.retries < stop && step > 0 {
		// m step + 4 sqrt(m v) = what is left
		h := 2 * math.Sqrt(r.variance) / step
		root := math.Sqrt(h*h+max(0, goal-x.before)/step) - h
		if m := min(math.Floor(root*root)-1, x.limit-x.retries-1, stop-x.retries); m >= float64(r.k-half) {
			t := x.before + m*s + max(0, m*r.mean+math.Sqrt(m*r.variance)*random.NormFloat64())
			x.retries, x.before = x.retries+m, min(t, goal*(1-2*rounding))
			continue
		}
		i := r.going[random.IntN(len(r.going))]
		t, k := x.before-r.walk.at[half][i], x.retries-float64(half)
		most := min(r.k-half, int(min(x.limit-x.retries, stop-x.retries, float64(r.k))))
		n := half + 1 + sort.Search(most-1, func(n int) bool { return x.passed(t + r.walk.at[half+1+n][i]) })
		if n > half+1 {
			x.retry(k+float64(n-1), t+r.walk.at[n-1][i], r.delay[n-1][i])
		}
		if x.retry(k+float64(n), t+r.walk.at[n][i], r.delay[n][i]) {
			return
		}
	}
	if r.settled || r.stopped(d) {
		d = 0
	}
	g := r.mean
	if !math.IsInf(r.policy.Cap, 1) || d == 0 {
		g = 0
	}
	start, at := x.retries, x.before
	most := min(x.limit-start, 1e15)
	after := func(m float64) float64 { return at + m*s + d*powers(g, m) }
	m, passed := num.FirstWhole(func(m float64) bool { return x.passed(after(m)) }, 1, most)
	if passed && m > 1 {
		x.retry(start+m-1, after(m-1), d*math.Exp(g*(m-1)))
	}
	if !x.retry(start+m, after(m), d*math.Exp(g*m)) {
		x.retries, x.after = math.Inf(1), math.Inf(1)
	}
}
