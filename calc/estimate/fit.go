package estimate

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"retune/calc/jitter"
	"retune/calc/numeric"
)

// A Parameter is an estimated parameter.
type Parameter struct {
	Name Name
	Interval
}

// A Fit is the policy that agrees best with a log.
type Fit struct {
	Policy     jitter.Policy // with the shortest numbers that lie in their intervals
	Parameters []Parameter   // of the policy, those that were not seen included
	End        End
	Noise      noise
	Same       []jitter.Policy // the same law written with other types of jitter
	Next       []jitter.Policy // other laws whose criterion is nearly as good

	Requests, Delays, Used int  // requests and delays of the log, and delays that the estimate used
	Starts                 bool // the log has starts of attempts only: delays contain the time that attempts take
	Told                   bool // the log has outcomes
	Checked

	log    Log
	search *search
	list   []delay
	ended  []finish
}

// Of returns the policy of a log, or why there is none. given is the noise in seconds; 0: it is estimated. cores is the
// number of goroutines.
func Of(l Log, given float64, cores int) (f Fit, err error) {
	if err := l.check(); err != nil {
		return f, err
	}
	list := l.delays()
	of := measured(list)
	f = Fit{log: l, list: list, Requests: len(l.Requests), Delays: len(list), Starts: !l.ends(), Told: l.told()}
	f.End, f.ended = endOf(l, of)
	f.End.limited(l, list)
	s := newSearch(l, list, given, cores)
	f.search, f.Used = s, len(s.all)
	var ranked []candidate
	for _, g := range groups {
		if ranked = append(ranked, s.best(g)...); len(ranked) == 0 {
			continue
		}
		s.rank(ranked, len(s.all))
		p, n := ranked[0].policy(ranked[0].x)
		if f.Checked = f.check(p, n); f.Checked.Distance == 0 && !f.Checked.odd(len(list)) && !s.repeats(p) {
			break
		}
	}
	f.allowing(ranked)
	if len(ranked) == 0 {
		return f, errors.New("no type of jitter has a law for these delays")
	}
	s.written(&f, ranked)
	f.End.judged(f.Policy, f.Noise, f.ended)
	f.limits()
	f.Checked = f.check(f.Policy, f.Noise)
	return f, nil
}

// allowing moves the first candidate that allows the delays to the front, if there is one: a law that excludes some of
// few delays is likelier than one with a parameter for each of them, and wrong.
func (f *Fit) allowing(ranked []candidate) {
	for i := range ranked {
		p, n := ranked[i].policy(ranked[i].x)
		if c := f.check(p, n); !c.odd(len(f.list)) {
			first := ranked[i]
			copy(ranked[1:i+1], ranked[:i])
			ranked[0] = first
			return
		}
	}
}

// written sets the policy to the best candidate. Of candidates that are equally good it takes the one with the shortest
// numbers: spread, up and down are the same law around another initial delay.
func (s *search) written(f *Fit, ranked []candidate) {
	const near = 4
	n := len(s.all)
	best := ranked[0].criterion(n)
	type text struct {
		p      jitter.Policy
		n      noise
		digits float64
		list   []Parameter
	}
	var texts []text
	for i, c := range ranked {
		if c.criterion(n) > best+near {
			break
		}
		if i > 0 {
			if p, _ := c.policy(c.x); c.kind != ranked[0].kind {
				f.Next = append(f.Next, p)
			}
			continue
		}
		for _, same := range c.written() {
			list := s.parameters(&same)
			p, n, digits := s.short(&same, list)
			texts = append(texts, text{p, n, digits, list})
		}
	}
	slices.SortStableFunc(texts, func(a, b text) int { return cmp.Compare(a.digits, b.digits) })
	first := texts[0]
	f.Policy, f.Noise, f.Parameters = first.p, first.n, first.list
	for _, t := range texts[1:] {
		f.Same = append(f.Same, t.p)
	}
}

// parameters returns the free parameters of a candidate with their intervals.
func (s *search) parameters(c *candidate) []Parameter {
	list := make([]Parameter, len(c.free))
	numeric.Each(len(list), s.cores, func(i int) {
		list[i] = Parameter{c.free[i], Interval{Best: c.value(i, c.x), Seen: true}}
		if c.free[i] != Noise {
			lo, hi := s.profile(c, i)
			wide := c.blurred(i)
			list[i].Lo, list[i].Hi = min(list[i].Best, c.within(i, lo-wide)), max(list[i].Best, c.within(i, hi+wide))
		}
	})
	return list
}

// short returns the policy of a candidate with the shortest numbers whose likelihood is within the intervals, the noise
// beside it, and how long the numbers are in all.
func (s *search) short(c *candidate, list []Parameter) (jitter.Policy, noise, float64) {
	_, n := c.policy(c.x)
	least := 2 * n.Scale // as the intervals allow for a part of the noise
	at, total, limit := *c, 0.0, s.cost(c, c.x, s.all, least)+c.drop()
	for i, p := range list {
		if p.Name == Noise || p.Name == Overhead {
			continue
		}
		lo, hi := p.Lo, p.Hi
		for range 4 { // a number in the interval may not go with those before it
			next := at.holding(i)
			y, digits := shortest(p.Best, lo, hi)
			next.x[i] = next.within(i, y)
			if next.cost = s.beside(next, limit, least); next.cost < limit {
				at, total = *next, total+digits
				break
			}
			lo, hi = (lo+3*p.Best)/4, (hi+3*p.Best)/4
		}
	}
	at.x = slices.Clone(at.x)
	s.beside(&at, math.Inf(-1), 0)
	found, n := at.policy(at.x)
	return found, n, total + 15*float64(len(list)-2-len(at.held))
}

// limits adds the parameters that were not seen, and those of the end, and sets the end of the policy.
func (f *Fit) limits() {
	list := slices.DeleteFunc(f.Parameters, func(p Parameter) bool { return p.Name == Overhead || p.Name == Noise })
	has := func(name Name) bool {
		return slices.ContainsFunc(list, func(p Parameter) bool { return p.Name == name })
	}
	p := &f.Policy
	if row := p.Jitter.Type.Row(); !has(Factor) && row.DependsOnFactor() && !has(Each) {
		list = append(list, Parameter{Factor, Interval{Best: 1, Lo: 1, Hi: math.Inf(1)}})
	}
	if !has(Cap) {
		longest := 0.0
		for k := range f.search.of {
			longest = max(longest, p.Grown(float64(k+1)))
		}
		if p.Jitter.Type.Row().After != nil {
			longest = f.search.of[len(f.search.of)-1].most
		}
		list = append(list, Parameter{Cap, Interval{Best: math.Inf(1), Lo: longest, Hi: math.Inf(1)}})
	}
	e := f.End
	n := float64(e.Retries)
	retries := Interval{Best: n, Lo: n, Hi: n, Seen: e.Seen}
	if !e.Seen {
		retries.Best, retries.Hi = math.Inf(1), math.Inf(1)
	}
	if p.Retries = retries.Best; e.Deadline.Seen {
		p.Deadline, _ = shortest(e.Deadline.Best+(e.Deadline.Hi-e.Deadline.Best)/3, e.Deadline.Lo, e.Deadline.Hi)
		p.Rule.Stop = e.Stop
	}
	f.Parameters = append(list, Parameter{Retries, retries}, Parameter{Deadline, e.Deadline})
}
