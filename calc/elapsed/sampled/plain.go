package sampled

import (
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/num"
)

// plainMoment is moment where the delay before one does not say how it is distributed:
// delays without state, sorted ones, and those of a path.
//
//	without state  its distribution is known
//	a path         so it is, and T_k is k s + F(k-1+u) until a step may meet the cap
//	sorted         the k-th delay lies between the k-th least lower ends and the k-th least upper ones
func (c *Clients) plainMoment(k int) moment {
	p := c.policy
	row := p.Jitter.Type.Row()
	var sorted [2][]float64
	for len(c.moments) <= k {
		c.work.Did(30)
		j, m := len(c.moments), c.moments[len(c.moments)-1]
		if alike := row.Path != nil && m.delayLo == m.delayHi || !p.Stateful() && float64(j) > p.SameFrom()+1; j > longest && alike {
			return settled{m, j - 1}.at(k, p.AttemptTime)
		}
		var d jitter.Dist
		switch {
		case row.Path != nil:
			d = p.Path(float64(j))
		case p.Rule.Sorted:
			if sorted[0] == nil {
				sorted = c.ends()
			}
			i := min(j, len(sorted[0])) - 1 // whoever goes on repeats the longest
			d = within{jitter.Constant(0), sorted[0][i], sorted[1][i]}
		default:
			d = p.Retry(float64(j))
		}
		var n moment
		if n.delayKnown = !p.Rule.Sorted && row.Path == nil; row.Path == nil {
			n.mean, n.variance = d.Mean(), d.Variance()
		}
		n.delayLo, n.delayHi = d.Support()
		s := p.AttemptTime
		n.atLo, n.atHi = m.atLo+(s+n.delayLo), m.atHi+(s+n.delayHi)
		if row.Path != nil && (j == 1 || m.known) {
			free := p
			free.Cap = math.Inf(1)
			_, most := free.Path(float64(j)).Support()
			if n.known = most <= p.Cap && !math.IsInf(most, 1) && p.Usual(); n.known {
				n.atLo, n.atHi = float64(j)*s+c.along(j, 0), float64(j)*s+c.along(j, 1)
			}
		}
		c.moments = append(c.moments, n)
	}
	m := c.moments[k]
	if row.Path != nil && m.known {
		mean := num.Integrate(func(u float64) float64 { return c.along(k, u) }, 0, 1, 4)
		m.atMean = float64(k)*p.AttemptTime + mean
		m.atVariance = num.Integrate(func(u float64) float64 { y := c.along(k, u) - mean; return y * y }, 0, 1, 4)
	}
	return m
}

// along returns the sum of k delays of a path that ends at u, seconds.
func (c *Clients) along(k int, u float64) float64 {
	p := c.policy
	return p.Jitter.Type.Row().Path(p.Around(1, p.InitialDelay), float64(k-1)+u)
}

// ends returns the lower and the upper ends of all delays, each in order.
func (c *Clients) ends() (list [2][]float64) {
	for k := 1.0; k <= c.policy.Retries; k++ {
		lo, hi := c.policy.Retry(k).Support()
		list[0], list[1] = append(list[0], lo), append(list[1], hi)
	}
	slices.Sort(list[0])
	slices.Sort(list[1])
	return list
}
