package sampled

import (
	"math"
	"slices"
)

// A crossing is how one client passes the time that it was to reach.
type crossing struct {
	weight  float64 // clients that it stands for
	target  float64 // seconds
	retries float64 // that start before the target
	before  float64 // start of the last of them, 0 without one, seconds
	delay   float64 // the delay after that, seconds
	after   float64 // start of the next one, seconds; +Inf if it never gets there
	over    bool    // there is no next one: retries or deadline ended the policy
}

// rounding is how far from a point, relative to it, a time still is the point.
const rounding = 1e-13

// cross plays clients until each has reached its target, or its policy has ended.
//
//	target  of the client at q of all, seconds, 0 < q < 1; it does not fall
//	until   a retry that starts exactly at the target is before it
//
// The clients are sorted by the time that is left to them. Far from their targets
// those of a settled chain leap.
func (c *Clients) cross(target func(q float64) float64, until bool) []crossing {
	p := c.policy
	w := newWalk(p, c.n, c.seed+1)
	goal := make([]float64, c.n)
	made := make([]float64, c.n) // retries
	w.target = make([]float64, c.n)
	for i := range goal {
		goal[i] = target((float64(i) + 0.5) / float64(c.n))
		w.target[i] = min(goal[i], p.Deadline)
	}
	passed := make([]crossing, 0, c.n)
	weight := 1.0
	if p.Retries == 0 {
		for _, x := range goal {
			passed = append(passed, crossing{weight: 1, target: x, over: true})
		}
		return passed
	}
	stops := p.Next(0, false).Atom(0) == 1 // a delay of 0 is followed by no other
	keep := func(clients []uint32) {
		slices.Sort(clients)
		for j, i := range clients {
			goal[j], made[j] = goal[i], made[i]
		}
		goal, made = goal[:len(clients)], made[:len(clients)]
		w.keep(clients)
	}
	before := make([]float64, c.n)
	for stage := 0; len(w.at) > 0; {
		if c.ctx.Err() != nil {
			keep([]uint32{0})
		}
		copy(before, w.at)
		w.step()
		kept := make([]uint32, 0, len(w.at))
		for i, t := range w.at {
			x := crossing{weight: weight, target: goal[i], retries: made[i], before: before[i], delay: w.delay[i], after: t}
			made[i]++
			slack := rounding * goal[i]
			switch {
			case t > p.Deadline*(1+rounding):
				x.over = true
			case until && t > goal[i]+slack || !until && t >= goal[i]-slack:
			case made[i] >= p.Retries:
				x.retries, x.before, x.over = made[i], t, true
			case stops && w.delay[i] == 0:
				x = steady(p.Retries, p.Deadline, weight, goal[i], made[i], t, 0, p.AttemptTime)
			default:
				kept = append(kept, uint32(i))
				continue
			}
			passed = append(passed, x)
		}
		if len(kept) < len(w.at) {
			keep(kept)
		}
		if w.k < stageEnd(stage) || len(w.at) == 0 {
			continue
		}
		_, r := c.to(w.k + 1)
		switch {
		case r == nil || r.k > w.k:
			if stage++; len(w.at) > min(c.n, fewest) {
				half := make([]uint32, 0, len(w.order)/2+1)
				for rank := w.random.IntN(2); rank < len(w.order); rank += 2 {
					half = append(half, w.order[rank])
				}
				keep(half)
				weight *= 2
			}
		case r.settled && r.mean+p.AttemptTime > 0:
			for i := range 8 {
				r.leap(w, made, i == 0)
			}
			stage = 2 * stages // and on, retry by retry
		default:
			for i, t := range w.at {
				delay := w.delay[i]
				if r.still || r.settled {
					delay = 0
				}
				passed = append(passed, steady(p.Retries, p.Deadline, weight, goal[i], made[i], t, delay, p.AttemptTime))
			}
			return passed
		}
	}
	return passed
}

// steady returns the crossing of a client whose delays are all the same from now on:
// they have died out or, after the last stage, change by little.
//
//	n, deadline  of the policy
//	made, t      its retries so far and the time at which the last one started, seconds
//	s            attempt time, seconds
func steady(n, deadline, weight, goal, made, t, delay, s float64) crossing {
	x := crossing{weight: weight, target: goal, delay: delay}
	m, left := math.Inf(1), n-made // a client without delays makes no way
	x.over = !math.IsInf(left, 1)
	if s+delay > 0 {
		m = math.Floor((min(goal, deadline) - t) / (s + delay))
		x.over = m >= left || deadline <= goal
	}
	m = min(m, left)
	x.retries, x.before, x.after = made+m, t, math.Inf(1)
	if s+delay > 0 && !math.IsInf(m, 1) {
		x.before = t + m*(s+delay)
		x.after = x.before + s + delay
	}
	return x
}

// leap takes the clients of a settled chain most of the way to their targets. made
// are the retries that each has made.
//
// A leap of m retries is one draw of the sum of m delays, as the rest has it, and of
// the delay before the last of them. It is the longest that passes the target once in
// three million times; a few leaps bring a client near it.
func (r *rest) leap(w *walk, made []float64, first bool) {
	const reach, shortest = 5, 64
	one, two, three := w.random.Float64(), w.random.Float64(), w.random.Float64()
	per := r.mean + r.policy.AttemptTime
	h := reach * math.Sqrt(r.variance) / (2 * per)
	none := r.delay.Atom(0)
	if r.hazard == 0 {
		none = 0
	}
	for rank, i := range w.order {
		// m per + reach sqrt(m v) = left
		root := math.Sqrt(h*h+max(0, w.target[i]-w.at[i])/per) - h
		m := math.Floor(min(root*root, r.policy.Retries-made[i]-1))
		if !(m >= shortest) || w.delay[i] == 0 && r.hazard > 0 {
			continue
		}
		_, u := math.Modf(float64(rank)*math.Phi + two)
		w.delay[i] = r.delay.Quantile(none + u*(1-none))
		if r.hazard > 0 {
			_, u := math.Modf(float64(rank)*math.Sqrt2 + three)
			if stop := math.Floor(math.Log1p(-u) / math.Log1p(-r.hazard)); stop < m {
				m, w.delay[i] = stop, 0
			}
		}
		v := m * r.variance
		if first {
			v += r.between
		}
		z := 0.0
		if v > 0 {
			z = math.Sqrt(v) * skewedQuantile(corput(rank, one), r.cumulant*m/math.Pow(v, 1.5))
		}
		w.at[i] = min(w.at[i]+max(0, m*per+z), w.target[i]*(1-1e-9))
		made[i] += m
	}
	w.sort()
}
