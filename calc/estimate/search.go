package estimate

import (
	"cmp"
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// The delays that are used: few to choose the candidates, and more to compare the best of them.
const (
	fewDelays  = 300
	mostDelays = 1500
	mostListed = 10 // retries with a delay of their own
)

// A search finds the best candidates for the delays of a log.
type search struct {
	few, all []delay
	of       []measure
	floor    float64 // density of delays that no law explains
	limits   limits
	fixed    bool // the noise is given
	slow     bool // attempts have starts only, and may take time
	cores    int
}

func newSearch(l Log, list []delay, given float64, cores int) *search {
	s := &search{cores: cores, few: l.sample(list, fewDelays), all: l.sample(list, mostDelays), of: measured(list)}
	least, most := math.Inf(1), 0.0
	for _, m := range s.of {
		least, most = min(least, m.mean), max(most, m.most)
	}
	s.floor = 1 / max(1e-3, 4*most)
	s.limits = limits{max(20e-6, 0.2*l.Tick), max(mostNoise, l.Tick, least/100), max(mostNoise, l.Tick)}
	if s.fixed = given > 0; s.fixed {
		s.limits = limits{given, given, given}
	}
	if s.slow = !l.ends() && len(s.of) >= 3; s.slow {
		s.limits.shift = max(s.limits.shift, least)
	}
	if !l.ends() {
		s.limits.most = max(s.limits.most, least/20)
	}
	return s
}

// cost returns -log L of a candidate with the values x, and a little more for an overhead.
func (s *search) cost(c *candidate, x []float64, list []delay, least float64) float64 {
	p, n := c.policy(x)
	n.Scale = max(n.Scale, least)
	return lawOf(p).cost(list, n, s.floor) + s.rare(n)
}

// rare returns what an overhead costs: without attempts that take time it is as likely as an exponential time with a
// mean of a quarter of the limit.
func (s *search) rare(n noise) float64 {
	if s.slow {
		return 0
	}
	return 4 * n.Shift / s.limits.shift
}

// improve searches better values of a candidate, at first with more noise: it smooths the ends of ranges, which else
// stop the search at the first corner.
func (s *search) improve(c *candidate, list []delay) {
	calls, still := 40*len(c.x), 0
	for _, pass := range []struct{ blur, wide float64 }{
		{0.1, 1}, {0.02, 0.5}, {0, 0.5}, {0, 0.2}, {0, 0.07}, {0, 0.3}, {0, 0.02}, {0, 0.1}, {0, 1}, {0, 0.05}} {
		least := pass.blur * s.of[0].sd
		f := func(x []float64) float64 { return s.cost(c, x, list, least) }
		before := f(c.x)
		c.x, c.cost = numeric.Simplex(f, c.x, s.steps(c, pass.wide), calls, 0.02)
		if still++; pass.blur > 0 || before-c.cost >= 0.1 {
			still = 0
		}
		if still == 2 {
			break
		}
	}
}

// best returns the candidates, the best first: all of them compared with few delays, and the best of these with more.
func (s *search) best(g group) []candidate {
	list := s.candidates(g)
	tried := func(delays []delay) {
		numeric.Each(len(list), s.cores, func(i int) { s.improve(&list[i], delays) })
		list = slices.DeleteFunc(list, func(c candidate) bool { return !s.told(&c) })
		s.rank(list, len(delays))
	}
	s.rank(list, len(s.few))
	list = list[:min(len(list), 16)]
	tried(s.few)
	list = list[:min(len(list), 8)]
	tried(s.all)
	return list
}

// told reports whether the log tells a candidate from simpler ones. The standard deviation of its jitter is above that
// of the noise before some retry, or it has no jitter. Where the cap collects draws, three delays are there at least.
func (s *search) told(c *candidate) bool {
	p, n := c.policy(c.x)
	if row := c.kind.Row(); slices.Contains(c.free, Cap) && (c.after || row.After != nil) {
		there := 0
		for _, d := range s.all {
			if math.Abs(d.y-n.Shift-p.Cap) <= slack*n.Scale {
				there++
			}
		}
		if there < 3 {
			return false
		}
	}
	switch {
	case !p.Jitter.Draws():
		return c.kind == jitter.None
	case p.Stateful():
		return true
	}
	for k := range s.of {
		if math.Sqrt(p.Retry(float64(k+1)).Variance()) > 2*n.Scale {
			return true
		}
	}
	return false
}

// repeats reports whether requests repeat most of their delays to a twentieth of the deviation that the jitter of a
// policy has: the delays may be a list.
func (s *search) repeats(p jitter.Policy) bool {
	if p.Stateful() || !p.Jitter.Draws() {
		return false
	}
	same, n := 0, 0
	for k, m := range s.of {
		if m.n < 2 {
			continue
		}
		if n++; m.sd <= math.Sqrt(p.Retry(float64(k+1)).Variance())/20 {
			same++
		}
	}
	return same >= 2 && 2*same > n
}

// rank sorts candidates by their criterion for n delays.
func (s *search) rank(list []candidate, n int) {
	slices.SortStableFunc(list, func(a, b candidate) int { return cmp.Compare(a.criterion(n), b.criterion(n)) })
}

// steps returns how far a search first goes from the values of a candidate: as far as the delays vary, times wide.
func (s *search) steps(c *candidate, wide float64) []float64 {
	list := make([]float64, len(c.x))
	_, n := c.policy(c.x)
	for i, name := range c.free {
		m := s.of[0]
		switch name {
		case Each:
			m = s.of[i]
		case Factor:
			m = s.of[c.reach-1]
		case Cap:
			m = s.of[len(s.of)-1]
		}
		switch list[i] = wide * min(0.3, (0.3*m.sd+3*n.Scale)/m.mean); {
		case slices.Contains(c.held, name):
			list[i] = 0
		case name == Amount && c.kind.Row().Unit == jitter.Share:
			list[i] = wide * (0.2*c.x[i] + 0.01)
		case name == Amount:
			list[i] = wide * 0.3
		case name == Overhead:
			list[i] = wide * (3*n.Scale + s.limits.shift/50)
		case name == Noise:
			list[i] = wide
		}
	}
	return list
}
