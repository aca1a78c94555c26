package target

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// The factors among which a proposal is looked for, and how far the search goes
// above them where a limit on retries is kept by no other.
const (
	leastFactor = 1.01
	mostFactor  = 4
	maxFactor   = 1000
)

// propose is the policy that makes the fewest retries by T among those that keep
// the limits, or why there is none. It marks the limits that decide it.
//
// Longer delays make fewer retries, so that every limit leaves a longest first
// delay, and with each factor a longest cap; the factors are tried one by one.
// The retries never end before the outage does: there is no limit on their
// number, and the deadline stays where it is late enough.
func propose(ctx context.Context, s knob.Scenario, limits []bound) (knob.Scenario, *answer.None) {
	s.Retries = math.Inf(1)
	none := firstDelay(&s, limits)
	if none != nil {
		return s, none
	}
	onlyRetries := true
	for i, b := range limits {
		if b.cap != nil {
			onlyRetries = false
		} else if b.longest != nil {
			onlyRetries = false
			if c := max(s.InitialDelay, b.longest(s)); c < s.Cap {
				s.Cap = c
				mark(limits, i)
			}
		}
	}
	if s.Stateful() {
		if s.Jitter.Type.Row().Factored() && !onlyRetries {
			s.Factor = mostFactor
		}
		for i, b := range limits {
			if b.cap != nil && b.cap(s) < s.Cap {
				s.Cap = b.cap(s)
				mark(limits, i)
			}
		}
		none = tooMany(s)
	} else if onlyRetries {
		s, none = fewEnough(s, limits)
	} else {
		s, none = fewestOf(ctx, s, limits)
	}
	if s.Deadline < s.AskAt+longestAt(s, s.AskAt) {
		s.Deadline = math.Inf(1)
	}
	return s, none
}

// mark notes that limit i, and no earlier one of its sort, decides the proposal.
func mark(limits []bound, i int) {
	for j := range limits {
		if limits[j].longest != nil {
			limits[j].binds = j == i
		}
	}
}

// firstDelay makes the first delay the longest that --max-initial-delay and the other
// limits allow, where --max-initial-delay is given; else the policy's own must keep them.
func firstDelay(s *knob.Scenario, limits []bound) *answer.None {
	free := finite(s.MaxInitial)
	if free {
		s.InitialDelay = min(s.MaxInitial, s.Cap)
	}
	for i, b := range limits {
		if b.longest == nil {
			limits[i].binds = b.name == "max-initial-delay" && s.InitialDelay == b.most
			continue
		}
		flat := *s
		flat.Cap, flat.Factor = s.InitialDelay, 1
		if b.keeps(flat) {
			continue
		}
		if c := b.longest(flat); free && c > 0 {
			s.InitialDelay, limits[i].binds = c, true
			continue
		}
		hint := "shorten the initial delay or the attempts, or choose another jitter"
		if c := b.longest(flat); c > 0 {
			hint = "let it be shorter: --max-initial-delay " + unit.Duration.Format(c)
		}
		return &answer.None{Reason: fmt.Sprintf(
			"no cap keeps --%s %s: with an initial delay of %s the longest wait is %s at least", b.name,
			unit.Duration.Exact(b.most), unit.Duration.Exact(s.InitialDelay), unit.Duration.Format(b.of(flat))), Hint: hint}
	}
	return nil
}

// fewestOf is the fewest, with shares so much smaller that 99 of 100 clients keep
// them. Timed by mean delays a share is nearly that of the 99th percentile; where
// delays grow fast and jitter is wide, those that were drawn short count.
func fewestOf(ctx context.Context, s knob.Scenario, limits []bound) (knob.Scenario, *answer.None) {
	p, none := fewest(s, limits)
	if none != nil || !s.MaxRelative || math.IsNaN(s.MaxReconnect) || s.Jitter.Type == jitter.None {
		return p, none
	}
	over := func(p knob.Scenario, points float64) (worst float64) {
		p.Deadline = math.Inf(1) // one that is too early is lifted
		first, times := longestAt(p, 0), elapsed.New(p.Policy, elapsed.Coarse)
		for i := 0.0; i < points; i++ {
			x := p.AskAt * math.Pow(min(1, p.InitialDelay/p.AskAt), i/points)
			r, err := times.Reconnect(ctx, elapsed.OutageOf(x))
			if err != nil {
				return math.Inf(1)
			}
			worst = max(worst, r.P99/(p.MaxReconnect*x+first))
		}
		return worst
	}
	const near = 1 + 1e-3 // what a rough distribution may be off
	const few, many = 16, 256
	if over(p, few) <= near && over(p, many) <= near {
		return p, nil
	}
	i := slices.IndexFunc(limits, func(b bound) bool { return b.name == "max-reconnect-delay" })
	within := slices.Clone(limits)
	with := func(share float64) knob.Scenario {
		within[i].most, within[i].cap = share, capOfShare(share, longestAt)
		p, none = fewest(s, within)
		return p
	}
	most := numeric.LastWithin(func(share float64) float64 { return over(with(share), few) }, near, s.MaxReconnect/20,
		s.MaxReconnect, 1e-5*s.MaxReconnect)
	p = with(most)
	for range 8 { // the worst outage may lie between the few
		worst := over(p, many)
		if worst <= near {
			break
		}
		most /= worst
		p = with(most)
	}
	limits[i].binds = true
	return p, none
}

// fewest tries factors, each with the longest cap that the limits leave it.
func fewest(s knob.Scenario, limits []bound) (knob.Scenario, *answer.None) {
	best, by := s, math.Inf(1)
	with := func(r float64) knob.Scenario {
		p := withFactor(s, r)
		for _, b := range limits {
			if b.cap != nil {
				p.Cap = min(p.Cap, max(p.InitialDelay, tidyDown(b.cap(withFactor(s, r)))))
			}
		}
		return p
	}
	try := func(r float64) {
		const same = 1e-12
		p := with(r)
		switch n := retriesDuring(p); {
		case n < by*(1-same), n <= by*(1+same) && (r == s.Factor || p.Cap > best.Cap):
			best, by = p, n
		}
	}
	for i := 100 * leastFactor; i <= 100*mostFactor; i++ {
		try(math.Round(i) / 100)
	}
	for _, b := range limits { // the greatest factor that a limit allows without a cap may lie between them
		if b.cap != nil {
			slope := func(r float64) float64 { p := withFactor(s, r); p.Cap = math.Inf(1); return b.of(p) }
			if most := numeric.Last(slope, b.most, 1, mostFactor); most < mostFactor {
				try(1 + threeDigits(most-1))
			}
		}
	}
	for around, i := best.Factor, -9.0; i <= 9; i++ { // and so may the best of all
		if r := around + i/1000; r > leastFactor && r < mostFactor {
			try(math.Round(r*1000) / 1000)
		}
	}
	if by > s.MaxWasted*(1+answer.Exact) { // no factor up to mostFactor is steep enough
		n := func(r float64) float64 { return -retriesDuring(with(r)) }
		if -n(maxFactor) <= s.MaxWasted {
			try(math.Ceil(numeric.Least(n, -s.MaxWasted, mostFactor, maxFactor)*100) / 100)
		} else {
			try(maxFactor)
		}
	}
	markFactor(limits, best)
	return best, tooMany(best)
}

// markFactor notes which limits on the cap decide the factor of a proposal: those that a slightly greater
// one would break.
func markFactor(limits []bound, best knob.Scenario) {
	tighter := best
	if tighter.Factor < mostFactor {
		tighter.Factor += 0.01
	}
	for i, b := range limits {
		if b.cap != nil {
			limits[i].binds = b.of(tighter) > b.most*(1+1e-3) || b.of(best) > b.most*(1-1e-3)
		}
	}
}

// fewEnough is the least factor that makes no more retries than allowed, where
// nothing else is limited: the wait after an outage is then the shortest share of it.
func fewEnough(s knob.Scenario, limits []bound) (knob.Scenario, *answer.None) {
	n := func(r float64) float64 { return -retriesDuring(withFactor(s, r)) }
	if math.IsNaN(s.MaxWasted) || n(s.Factor) >= -s.MaxWasted && s.Factor == 1 {
		return s, nil
	}
	if -n(maxFactor) > s.MaxWasted*(1+answer.Exact) {
		s.Factor = maxFactor
		return s, tooMany(s)
	}
	least := numeric.Least(n, -s.MaxWasted, 1, maxFactor)
	s.Factor = 1 - threeDigits(1-least)
	limits[len(limits)-1].binds = true // of those that are given it is the last
	return s, nil
}

// tooMany says that the proposal makes more retries than are allowed.
func tooMany(p knob.Scenario) *answer.None {
	n := retriesDuring(p)
	if !(n > p.MaxWasted*(1+answer.Exact)) {
		return nil
	}
	return &answer.None{Reason: fmt.Sprintf(
		"no policy that keeps the other limits makes at most %s retries in %s: the fewest are %s, with factor %s and cap %s",
		unit.Count.Format(p.MaxWasted), p.As("at"), unit.Number.Format(n), unit.Factor.Format(p.Factor),
		unit.Duration.Exact(p.Cap)),
		Hint: "allow a longer initial delay or longer waits"}
}

func withFactor(s knob.Scenario, r float64) knob.Scenario {
	s.Factor = r
	return s
}
