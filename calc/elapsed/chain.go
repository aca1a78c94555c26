package elapsed

import (
	"context"
	"errors"
	"math"

	"retune/calc/jitter"
)

// A chain has the distributions of the delays of a policy in which each delay depends on the previous one. With a grid
// for the last delay t, the distribution of the next delay t' is a sum over the cells:
//
//	P(t' <= y) = sum of P(t in cell) P(t' <= y | t)
//
// A cap, a floor and other single values with a positive probability are cells without width. Each cell is represented
// by two values of t, as in Gauss's rule, with ln t as the variable.
type chain struct {
	policy jitter.Policy
	cells  int
	delays []marginal // delays[k] is the delay before retry k; delays[0] is 0
	free   free
	even   bool // from the last delay on all have the same distribution
	steady bool // the chain is followed further although all delays are alike
}

// A marginal has the distribution of the delay before one retry, and the moments of its start. Cell i has the values
// 2i and 2i+1.
type marginal struct {
	piecewise
	t        []float64 // values, seconds
	p        []float64 // their probabilities
	at1, at2 []float64 // E (T_k; value), seconds, and E (T_k^2; value), seconds squared
	start    exact     // moments and support of T_k
	next     *transition
}

// A transition has the distributions of the delay that follows each value of one grid, on another grid.
type transition struct {
	x     []float64     // knots of the other grid, seconds
	dists []jitter.Dist // by value
	cells [][]float64   // probability of each cell, by value
}

var errUnsettled = errors.New("the delays do not settle, and more retries are asked for than are followed")

const (
	nothing    = 1e-200 // shortest delay that does not count as 0, seconds
	trimmed    = 1e-7   // probability that a grid leaves out at either end
	mostDelays = 2048   // greatest number of delays in a chain
	mostAtoms  = 8      // single delays with a positive probability; more are spread over the cells
)

func newChain(p jitter.Policy, cells int) *chain {
	none := marginal{t: []float64{0, 0}, p: []float64{1, 0}, at1: []float64{0, 0}, at2: []float64{0, 0}}
	none.x, none.cdf = []float64{0, 0}, []float64{0, 1}
	return &chain{policy: p, cells: cells, delays: []marginal{none}, free: newFree(p)}
}

// to extends the chain to retry k, or until all further delays are alike.
func (c *chain) to(ctx context.Context, k int) error {
	for len(c.delays) <= k && !c.even {
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(c.delays) > mostDelays {
			return errUnsettled
		}
		c.advance()
	}
	return nil
}

// start returns the moments of T_k. They grow linearly after the last delay that differs.
func (c *chain) start(k int) exact {
	last := len(c.delays) - 1
	if k <= last {
		return c.delays[k].start
	}
	e, before, n := c.delays[last].start, c.delays[last-1].start, float64(k-last)
	lo, hi := c.delays[last].Support()
	return exact{e.mean + n*(e.mean-before.mean), e.variance + n*(e.variance-before.variance),
		e.lo + n*(c.policy.AttemptTime+lo), e.hi + n*(c.policy.AttemptTime+hi)}
}

// advance adds a delay.
func (c *chain) advance() {
	from := &c.delays[len(c.delays)-1]
	from.next = c.transition(from)
	n := len(from.next.x) - 1
	p, at1, at2 := make([]float64, n), make([]float64, n), make([]float64, n)
	to := marginal{piecewise: piecewise{x: from.next.x, cdf: make([]float64, n+1)}}
	for i, row := range from.next.cells {
		m := from.next.dists[i].Mean()
		to.mean += from.p[i] * m
		to.variance += from.p[i] * (m*m + from.next.dists[i].Variance())
		for j, q := range row {
			p[j] += from.p[i] * q
			at1[j] += from.at1[i] * q
			at2[j] += from.at2[i] * q
		}
	}
	to.variance = max(0, to.variance-to.mean*to.mean)
	for j, q := range p {
		to.cdf[j+1] = min(1, to.cdf[j]+q)
	}
	for i, share := range weights(to.x, to.cdf) {
		j := i / 2
		t := gauss(to.x[j], to.x[j+1])[i%2]
		wait := c.policy.AttemptTime + t
		to.t, to.p = append(to.t, t), append(to.p, share*p[j])
		to.at1 = append(to.at1, share*(at1[j]+p[j]*wait))
		to.at2 = append(to.at2, share*(at2[j]+2*wait*at1[j]+p[j]*wait*wait))
		to.start.mean, to.start.variance = to.start.mean+to.at1[i], to.start.variance+to.at2[i]
	}
	to.start.variance = max(0, to.start.variance-to.start.mean*to.start.mean)
	c.support(from, &to)
	c.free.step(&to)
	c.even = !c.steady && c.settled(from, &to)
	c.delays = append(c.delays, to)
}

// gauss returns the two values of a cell.
func gauss(from, to float64) [2]float64 {
	at := 0.5 - 0.5/math.Sqrt(3)
	return [2]float64{math.Pow(from, 1-at) * math.Pow(to, at), math.Pow(from, at) * math.Pow(to, 1-at)}
}

// settled reports whether the last step changed neither the delay nor the increments of the moments.
func (c *chain) settled(from, to *marginal) bool {
	k := len(c.delays)
	if k < 2 || from.next != c.delays[k-2].next {
		return false
	}
	before := c.delays[k-2].start
	step, last := to.start.variance-from.start.variance, from.start.variance-before.variance
	return apart(from.cdf, to.cdf) <= 1e-8 && math.Abs(step-last) <= 1e-5*math.Abs(step)
}

// apart returns the largest distance between two CDFs on one grid.
func apart(a, b []float64) (most float64) {
	for i, p := range a {
		most = max(most, math.Abs(p-b[i]))
	}
	return most
}

// support sets the supports of the next delay and of its start. A longer delay is followed by longer ones.
func (c *chain) support(from, to *marginal) {
	first := len(c.delays) == 1
	to.lo, _ = c.policy.Next(from.lo, first).Support()
	_, to.hi = c.policy.Next(from.hi, first).Support()
	to.start.lo = from.start.lo + c.policy.AttemptTime + to.lo
	to.start.hi = from.start.hi + c.policy.AttemptTime + to.hi
}

// transition returns the transition from a delay. It is the previous transition if the grids are the same.
func (c *chain) transition(from *marginal) *transition {
	k := len(c.delays)
	if k > 1 {
		old := c.delays[k-2].next
		likely := same(old.x, from.x) && same(c.delays[k-2].x, from.x)
		// checked again at retries 4, 8, 16, ...
		if likely && (k&(k-1) != 0 || same(c.grid(from, old.dists), from.x)) {
			return old
		}
	}
	n := &transition{}
	for _, t := range from.t {
		n.dists = append(n.dists, c.policy.Next(t, k == 1))
	}
	n.x = c.grid(from, n.dists)
	for _, d := range n.dists {
		n.cells = append(n.cells, cells(d, n.x))
	}
	return n
}
