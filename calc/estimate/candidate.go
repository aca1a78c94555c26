package estimate

import (
	"math"
	"slices"

	"retune/calc"
	"retune/calc/jitter"
)

// A Name is the name of a parameter.
type Name string

// The parameters, named as their settings are.
const (
	Initial  Name = "initial-delay"
	Factor   Name = "factor"
	Cap      Name = "cap"
	Amount   Name = "jitter"
	Retries  Name = "retries"
	Deadline Name = "deadline"
	Each     Name = "delays" // one parameter for each retry

	Overhead Name = "overhead" // s, seconds
	Noise    Name = "noise"    // h, seconds
)

// A candidate is a type of jitter with the parameters that are free. The parameters of a policy are counted; the noise
// of the log is a parameter of every candidate.
type candidate struct {
	kind   jitter.Type
	free   []Name
	after  bool // the cap comes after the jitter
	limits limits
	reach  int    // the retry whose delay is the place of the factor, >= 2
	held   []Name // the parameters whose x are their values and not their places

	x    []float64 // values on the line on which they are searched
	cost float64
}

// limits are the ranges of the noise of a log, and its scale of values.
type limits struct {
	least, most float64 // noise, seconds
	shift       float64 // greatest overhead, seconds
}

// reflected returns x folded into the range from lo to hi.
func reflected(x, lo, hi float64) float64 {
	if hi <= lo {
		return lo
	}
	x = math.Mod(math.Abs(x-lo), 2*(hi-lo))
	return lo + min(x, 2*(hi-lo)-x)
}

// policy returns the policy and the noise for the values x of the free parameters.
//
// The log has d + s and not d. So x holds log(a + s) for the initial delay, log(a r^(reach-1) + s) for the factor,
// which is the delay of retry c.reach, and log(c + s) for the cap: then the overhead can change while the delays of the
// log stay where they are. A held parameter has its own value.
func (c *candidate) policy(x []float64) (jitter.Policy, noise) {
	row := c.kind.Row()
	p := jitter.Policy{Policy: calc.Policy{InitialDelay: 1, Factor: 1, Cap: math.Inf(1)},
		Jitter: jitter.Jitter{Type: c.kind}, CapAfter: c.after, Retries: math.Inf(1), Deadline: math.Inf(1),
		ZeroDeadline: true}
	n := noise{Scale: c.limits.least}
	var list []float64
	value := func(i int) float64 {
		if slices.Contains(c.held, c.free[i]) {
			return x[i]
		}
		return max(1e-9, math.Exp(x[i])-n.Shift)
	}
	for i, v := range x { // what the others depend on
		switch c.free[i] {
		case Overhead:
			if n.Shift = v; !slices.Contains(c.held, Overhead) {
				n.Shift = reflected(v, 0, c.limits.shift)
			}
		case Noise:
			n.Scale = math.Exp(reflected(v, math.Log(c.limits.least), math.Log(c.limits.most)))
		case Amount:
			p.Jitter.Amount = v
			if !slices.Contains(c.held, Amount) {
				p.Jitter.Amount = amountAt(row, v)
			}
		}
	}
	for i, name := range c.free {
		switch name {
		case Initial:
			p.InitialDelay = value(i)
		case Each:
			list = append(list, value(i))
		case Factor:
			if p.Factor = x[i]; !slices.Contains(c.held, Factor) {
				p.Factor = max(1, math.Pow(value(i)/p.InitialDelay, 1/float64(c.reach-1)))
			}
		case Cap:
			p.Cap = max(p.InitialDelay, value(i))
		}
	}
	if list != nil {
		p.InitialDelay, p.Growth = list[0], calc.Growth{Kind: calc.Listed, List: calc.NewList(list...)}
	}
	return p, n
}

// amountAt returns the amount of jitter at v on its line: a share itself, the logarithm of any other unit.
func amountAt(row *jitter.Row, v float64) float64 {
	if row.Unit == jitter.Share {
		return reflected(v, row.MinAmount, row.MaxAmount)
	}
	return min(row.MaxAmount, max(row.MinAmount, math.Exp(v)))
}

// lineOf returns the place of the amount on its line.
func lineOf(row *jitter.Row, amount float64) float64 {
	if row.Unit == jitter.Share {
		return amount
	}
	return math.Log(max(amount, 1e-9))
}

// value returns the value of free parameter i for the values x.
func (c *candidate) value(i int, x []float64) float64 {
	p, n := c.policy(x)
	switch c.free[i] {
	case Initial:
		return p.InitialDelay
	case Each:
		return p.Growth.List.At(i)
	case Factor:
		return p.Factor
	case Cap:
		return p.Cap
	case Amount:
		return p.Jitter.Amount
	case Overhead:
		return n.Shift
	}
	return n.Scale
}

// holding returns the candidate with parameter i held at a value, or at the one that it has.
func (c *candidate) holding(i int) *candidate {
	next := *c
	next.x = slices.Clone(c.x)
	next.held, next.x[i] = append(slices.Clone(c.held), c.free[i]), c.value(i, c.x)
	return &next
}

// within returns the value x of free parameter i, moved into its range.
func (c *candidate) within(i int, x float64) float64 {
	switch row := c.kind.Row(); c.free[i] {
	case Factor:
		return max(1, x)
	case Amount:
		return min(row.MaxAmount, max(row.MinAmount, x))
	case Overhead:
		return min(c.limits.shift, max(0, x))
	}
	return max(0, x)
}

// blurred returns by how much half of the noise may move free parameter i. The noise of a log has no exact law, so that
// no parameter is known better than that, however many delays there are.
func (c *candidate) blurred(i int) float64 {
	p, n := c.policy(c.x)
	h, last := n.Scale/2, p.Grown(float64(max(2, c.reach)))
	switch c.free[i] {
	case Factor:
		return p.Factor * (h/p.InitialDelay + h/last) / float64(max(2, c.reach)-1)
	case Amount:
		if c.kind.Row().Unit == jitter.Seconds {
			return h
		}
		return h / last
	}
	return h
}

// parameters returns the number of free parameters of the policy.
func (c *candidate) parameters() (p int) {
	for _, name := range c.free {
		if name != Overhead && name != Noise {
			p++
		}
	}
	return p
}

// criterion returns -log L + p log n.
func (c *candidate) criterion(n int) float64 {
	p := float64(c.parameters())
	if c.kind.Row().Rare {
		p++
	}
	return c.cost + p*math.Log(max(20, float64(n)))
}
