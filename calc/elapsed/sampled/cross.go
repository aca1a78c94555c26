package sampled

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"retune/calc/jitter"
)

// A crossing is how one client passes the time that it was to reach.
type crossing struct {
	target, goal float64 // seconds; goal has the slack of rounding
	retries      float64 // that start before the target
	before       float64 // start of the last of them, 0 without one, seconds
	delay, after float64 // the delay after that and the start of the next one; +Inf if it never gets there
	over         bool    // there is no next one: retries or deadline ended the policy
	policy       *jitter.Policy
	window       jitter.Window
}

// retry starts retry k at t after a delay d, and reports whether it is the last.
func (x *crossing) retry(k, t, d float64) bool {
	due := t
	t, made := x.policy.Goes(k, t-d, t)
	made = made && x.window.Lets(x.policy.Rule.Starts, t)
	if t < due {
		d -= due - t
	}
	x.delay, x.after, x.over = d, t, !made
	if x.over || t > x.goal {
		return true
	}
	x.retries, x.before, x.over = k, t, k >= x.policy.Retries && x.policy.Rule.Stop != jitter.CountAndAge
	return x.over
}

// cross lets the clients go until each has reached its target, that at q of all, or its
// policy has ended. until says that a retry at the target is before it.
func (c *Clients) cross(until bool, target func(q float64) float64) []crossing {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plan()
	list := make([]crossing, c.walk.clients)
	left := make([]int, 0, len(list))
	known := min(len(c.walk.at)-1, c.length) // retries that were walked before
	if c.policy.Rule.Stop != jitter.CountAndAge {
		known = int(min(float64(known), c.policy.Retries))
	}
	c.work.Did(8 * len(list))
	for i := range list {
		x := target((float64(i) + 0.5) / float64(len(list)))
		list[i] = crossing{target: x, goal: x * (1 - rounding), policy: &c.policy, over: c.policy.MostRetries() == 0}
		if until {
			list[i].goal = x * (1 + rounding)
		}
		if !list[i].over && !c.passes(&list[i], i, known) {
			left = append(left, i)
		}
	}
	for k := known + 1; k <= c.length && len(left) > 0 && c.ctx.Err() == nil; k++ {
		c.walk.to(k)
		c.work.Did(4 * len(left))
		left = slices.DeleteFunc(left, func(i int) bool { return list[i].retry(float64(k), c.walk.at[k][i], c.walk.delay[k][i]) })
	}
	random := rand.New(rand.NewPCG(c.seed, 0x6661))
	for _, i := range left {
		c.beyond().cross(&list[i], c.walk.delay[c.length][i], random)
	}
	return list
}

// passes finds by bisection how client i passes its target in the first n retries, and
// reports whether it does.
func (c *Clients) passes(x *crossing, i, n int) bool {
	latest := min(x.goal, x.policy.Deadline) * (1 - 1e-11) // by then no deadline has ended it, whichever way it does
	if x.policy.Rule.Starts.Most > 0 {                     // every retry counts
		latest = -1
	}
	k := sort.Search(n, func(k int) bool { return c.walk.at[k+1][i] > latest })
	for k = max(1, k); k <= n; k++ { // the last one before the target, and the next
		if x.retry(float64(k), c.walk.at[k][i], c.walk.delay[k][i]) {
			return true
		}
	}
	return false
}

// endless is how many retries of delays that grow are made one by one.
const endless = 1 << 13

// remembered returns what a client remembers whose last delay was d: that, or of a type
// with a path a number like any other.
func (r *rest) remembered(d float64, random *rand.Rand) float64 {
	if r.policy.Jitter.Type.Row().Path != nil {
		return random.Float64()
	}
	return d
}

// cross lets a client with a last delay d go on after the walk: in a settled chain by
// leaps, each one draw of a sum of delays that hardly ever passes the target, and near
// it delay by delay; so from the start where the delays grow, which soon passes any
// target; else at the pace of the last delay. A limit of the starts ends it after a number
// of retries that is drawn as of independent ones.
func (r *rest) cross(x *crossing, d float64, random *rand.Rand) {
	goal, s, most := min(x.target, r.policy.Deadline), r.policy.AttemptTime, r.policy.Retries
	if r.policy.Rule.Stop == jitter.CountAndAge {
		most = math.Inf(1)
	}
	stop, end := x.retries+lasts(random.Float64(), r.hazard), math.Inf(1)
	if r.policy.Rule.Starts.Most > 0 { // its window is forgotten: it is ended at random
		end = x.retries + lasts(random.Float64(), r.limit)
		x.policy = &r.unlimited
	}
	for (r.settled || r.growing && x.retries < endless) && (d > 0 || r.hazard == 0) && r.ctx.Err() == nil {
		if x.retries == end {
			x.over = true
			return
		}
		r.work.Did(15)
		// m (mean + s) + 4 sqrt(m variance) = what is left
		h := 2 * math.Sqrt(r.variance) / (r.mean + s)
		root := math.Sqrt(h*h+max(0, goal-x.before)/(r.mean+s)) - h
		m := min(math.Floor(root*root)-1, most-x.retries-1, stop-x.retries, end-x.retries)
		if math.IsInf(m, 1) {
			x.retries, x.before, x.after = m, m, m // it never ends
			return
		}
		if m >= 64 && r.settled {
			t := x.before + m*s + max(0, m*r.mean+math.Sqrt(m*r.variance)*random.NormFloat64())
			x.retries, x.before = x.retries+m, min(t, goal*(1-2*rounding))
			if d = r.delay[r.k][random.IntN(r.clients)]; x.retries == stop {
				d = 0
			}
			continue
		}
		d, _ = r.draw(max(2, x.retries+1), r.remembered(d, random), random.Float64())
		if x.retry(x.retries+1, x.before+(s+d), d) {
			return
		}
	}
	if d < 1e-9*x.before { // they have died out
		d = 0
	}
	k, t := x.retries, x.before
	m := most - k - 1
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
