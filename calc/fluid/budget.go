package fluid

import "retune/calc/system"

// A budget is the bucket of tokens of a fleet, as a fluid.
type budget struct {
	system.Budget
	tokens  float64
	before  float64 // tokens before the bad ends that are not settled yet
	lost    float64 // tokens that those would take from a bucket without a bottom
	retries float64 // that wait or are under way
	began   float64 // first attempts of the cell at hand

	recent system.Recent // of one with a window
}

// newBudget returns the buckets of all processes as one: each sees an equal part
// of the traffic, so that all are as full.
func newBudget(c system.Client) budget {
	b := c.Budget
	b.Reserve *= c.ProcessCount()
	return budget{Budget: b, tokens: b.Reserve, before: b.Reserve, recent: b.Recent()}
}

// begin begins a cell at that time, in which slots may expire.
func (b *budget) begin(start float64) {
	b.began = 0
	if b.Window > 0 {
		b.recent.Begin(uint64(start/b.Window*system.Slots + 1e-6))
	}
}

// started is told of m attempts that start, first ones or retries.
func (b *budget) started(m float64, retries bool) {
	if !retries {
		b.began += m
	}
	switch {
	case b.Kind == system.Ratio && !retries:
		b.tokens += m * b.Ratio
	case !b.OnSuccess && !(retries && b.Kind == system.Expiring):
		b.recent.Count(m)
	}
}

// succeeded is told of m successes that put back so many tokens under Quota.
func (b *budget) succeeded(m, back float64) {
	if b.Kind == system.Throttle {
		back = m * b.Ratio
	}
	if b.OnSuccess {
		b.recent.Count(m)
	}
	b.tokens += back
	if b.Kind != system.Ratio {
		b.tokens = min(b.tokens, b.Reserve)
	}
	b.before, b.lost = b.tokens, 0
}

// failed is told of m attempts that ended badly.
func (b *budget) failed(m float64) {
	if b.Kind == system.Throttle {
		b.tokens = max(0, b.tokens-m)
		b.lost += m
	}
}

// keeps returns the shares of the first attempts and of the retries that ended badly since
// it was last asked whose clients may retry: of a throttle those that left more than half,
// of places those for which there are some beside so many attempts under way, or that
// started within the window, of tokens those that find their price. A retry that ends has
// just left one. Wanted is how many of each would.
func (b *budget) keeps(wanted [2]float64, underWay, price float64, atOnce bool) [2]float64 {
	keep, all := [2]float64{1, 1}, wanted[0]+wanted[1]
	switch b.Kind {
	case system.Ratio:
		keep = b.divide(wanted, b.tokens, atOnce)
		b.tokens -= keep[0]*wanted[0] + keep[1]*wanted[1]
	case system.Quota:
		if want := price * all; want > b.tokens {
			keep = [2]float64{b.tokens / want, b.tokens / want}
			b.tokens = 0
		} else {
			b.tokens -= want
		}
	case system.Throttle:
		keep[0] = b.throttles()
		keep[1] = keep[0]
	case system.Concurrent:
		if b.Window > 0 {
			underWay = b.recent.Counted()
		}
		free := b.Ratio*underWay - b.retries
		if !atOnce && b.Window == 0 { // they leave those under way one by one, and the last find fewer of them
			free = (free + b.Ratio*all) / (1 + b.Ratio)
		}
		free = max(free, b.Reserve-b.retries)
		for i := 1; i >= 0; i-- {
			if wanted[i] > 0 {
				keep[i] = max(0, min(1, free/wanted[i]))
				free -= keep[i] * wanted[i]
			}
		}
	case system.Expiring:
		keep = b.divide(wanted, max(0, b.Left(&b.recent)), atOnce)
		b.recent.Grant(keep[0]*wanted[0] + keep[1]*wanted[1])
	}
	return keep
}

// divide returns the shares of the first attempts and of the retries that ended badly that get
// one of the tokens. They are as likely to, but for the tokens that come with first attempts
// which may fail at once, a share s of those: a request that brings what a token
// lacks is then the first that wants it. With w0 first attempts and w1 retries, the first get
//
//	tokens w0/(w0+w1) + s fresh w1/(w0+w1)
func (b *budget) divide(wanted [2]float64, tokens float64, atOnce bool) [2]float64 {
	all := wanted[0] + wanted[1]
	if all <= tokens {
		return [2]float64{1, 1}
	}
	first := tokens * wanted[0] / all
	if atOnce && wanted[0] > 0 && !b.OnSuccess {
		s, fresh := min(1, wanted[0]/b.began), min(tokens, b.Ratio*b.began)
		first = min(wanted[0], first+s*fresh*wanted[1]/all)
	}
	return [2]float64{share(first, wanted[0]), share(tokens-first, wanted[1])}
}

// share is part/whole, or 0 of nothing.
func share(part, whole float64) float64 {
	if whole <= 0 {
		return 0
	}
	return min(1, part/whole)
}

// throttles is keeps of a throttle.
func (b *budget) throttles() float64 {
	before, lost, half := b.before, b.lost, b.Reserve/2
	b.before, b.lost = b.tokens, 0
	switch {
	case b.tokens > half:
		return 1
	case before > half:
		return (before - half) / lost
	}
	return 0
}

// close ends a cell: only now does a bucket of Ratio run over, as what comes in
// and what is taken out in a cell happen side by side.
func (b *budget) close() { b.tokens = min(b.tokens, b.Reserve) }
