package solve

import (
	"context"
	"fmt"
	"math"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A proposer changes a policy until it keeps its limits.
type proposer struct {
	setting.Scenario
	ctx context.Context
}

// Factors to propose if the limits exclude the present one.
const mostFactor, maxFactor = 4, 1000

// propose returns a policy that keeps the limits and otherwise equals s, or the reason why there is none.
//
// The cap keeps limits in time, and the factor limits relative to the outage. A longer initial delay keeps the limit of
// retries, or a larger factor if --max-initial-delay excludes that. Fixed delays as long as the limits allow make the
// fewest retries; if those are too many, no policy keeps the limits.
func propose(ctx context.Context, s setting.Scenario) (setting.Scenario, *answer.None) {
	p := proposer{s, ctx}
	p.Retries = math.Inf(1)
	if !math.IsNaN(p.MaxInitial) {
		p.InitialDelay = min(p.InitialDelay, p.MaxInitial)
	}
	most := least(p.Within, p.longestAllowed())
	if finite(most) {
		longest := func(c float64) float64 { return longestWait(p.with("cap", c).Scenario) }
		keeps := func(c float64) bool { return longest(c) <= most*(1+answer.Exact) }
		c, ok := nearestKeeping(unit.Duration, most, 1e-9, keeps)
		if !ok {
			return s, &answer.None{Reason: fmt.Sprintf("every wait exceeds %s: an attempt takes %s, and jitter adds up to %s",
				unit.Duration.Exact(most), unit.Duration.Exact(p.AttemptTime),
				unit.Duration.Format(longest(1e-9)-p.AttemptTime)), Hint: "allow longer waits, or choose another jitter"}
		}
		p.Cap = min(p.Cap, c)
	}
	p.InitialDelay = min(p.InitialDelay, p.Cap)
	if p.Feedback { // a smaller factor may shrink the delays
		p.Factor = max(p.Factor, mostFactor)
	}
	switch share := p.shareAllowed(); {
	case finite(share) && p.Feedback:
		return s, &answer.None{Reason: "with --feedback delays do not follow the length of the outage, " +
			"so no share of it can be kept",
			Hint: "limit the wait in time, with --reconnect-within"}
	case finite(share):
		p = p.growing(share)
	}
	p, none := p.fewer(finite(most))
	if p.Deadline < p.AskAt+longestWait(p.Scenario) {
		p.Deadline = math.Inf(1)
	}
	return p.Scenario, none
}

// least returns the smallest of the given limits. NaN is no limit.
func least(limits ...float64) float64 {
	most := math.NaN()
	for _, x := range limits {
		if !(x >= most) && !math.IsNaN(x) {
			most = x
		}
	}
	return most
}

// longestAllowed returns --max-reconnect-delay as a time in seconds, or NaN.
func (p proposer) longestAllowed() float64 {
	if p.MaxRelative {
		return math.NaN()
	}
	return p.MaxReconnect
}

func (p proposer) shareAllowed() float64 {
	if p.MaxRelative {
		return least(p.MaxRatio, p.MaxReconnect)
	}
	return p.MaxRatio
}

// with returns the policy with a setting at x.
func (p proposer) with(name string, x float64) proposer {
	k, _ := setting.Find(name)
	p.Scenario = k.At(p.Scenario, x)
	return p
}

// nearestKeeping returns the value with three digits that keeps a limit and is nearest to preferred, searching towards
// easy, which keeps it most easily. ok is false if easy does not keep it.
func nearestKeeping(kind unit.Kind, preferred, easy float64, keeps func(x float64) bool) (x float64, ok bool) {
	grid := search{unit: kind, digits: 3}
	found := numeric.Boundary{Near: []float64{preferred, easy}, Between: grid.between, Most: 60,
		Try: func(x float64) numeric.Try {
			if keeps(x) {
				return numeric.Try{Y: 1, Keeps: true, OK: true}
			}
			return numeric.Try{Y: -1, OK: true}
		}}.Find()
	return found.In.X, found.In.OK
}

// growing returns the policy with the largest factor, up to its own, for which waits are at most a share of the outage:
// all waits without jitter, else those of 99 of 100 clients. If a delay depends on the previous one, it changes the cap
// instead.
func (p proposer) growing(share float64) proposer {
	if p.Stateful() {
		longest := min(p.Cap, p.AskAt)
		p.Cap, _ = nearestKeeping(unit.Duration, max(longest, p.InitialDelay), p.InitialDelay, func(c float64) bool {
			return p.with("cap", c).keepsShare(share, 8)
		})
		p.Cap = max(p.Cap, p.InitialDelay)
		return p
	}
	const few, many = 16, 128
	factor, within := p.Factor, share
	for range 6 {
		p.Factor, _ = nearestKeeping(unit.Factor, factor, 1, func(r float64) bool {
			return p.with("factor", r).keepsShare(within, few)
		})
		if p.Factor = max(1, p.Factor); p.keepsShare(share, many) { // the worst outage may be between the sampled lengths
			break
		}
		within *= 0.97
	}
	return p
}

// keepsShare reports whether 99 of 100 clients wait at most the longest first wait plus share times the length of the
// outage. It tries several outages of up to T; points is their number.
func (p proposer) keepsShare(share, points float64) bool {
	const off, offStateful = 1e-3, 5e-3 // errors of rough distributions
	most := 1 - off
	switch {
	case p.Jitter.Type == jitter.None:
		most = 1 + answer.Exact
	case p.Stateful():
		most = 1 - offStateful
	}
	return p.worst(share, points) <= most
}

// worst returns the largest ratio of the wait of 99 of 100 clients to the allowed wait, over several outages of up to
// T; points is their number. Without jitter it takes the wait after outages that end just after a retry.
func (p proposer) worst(share, points float64) (worst float64) {
	first, times := p.AttemptTime+longest(p.Scenario, p.InitialDelay, true), p.endless()
	if p.Jitter.Type == jitter.None {
		const most = 10_000
		for k := 1.0; k <= most && p.StartOf(k) < p.AskAt; k++ {
			worst = max(worst, (p.StartOf(k+1)-p.StartOf(k))/(share*p.StartOf(k)+first))
		}
		return worst
	}
	for i := 0.0; i < points; i++ {
		x := p.AskAt * math.Pow(min(1, p.InitialDelay/p.AskAt), i/points)
		r, err := times.Reconnect(p.ctx, elapsed.OutageOf(x))
		if err != nil {
			return math.Inf(1)
		}
		worst = max(worst, r.P99/(share*x+first))
	}
	return worst
}

// endless returns the clients of the policy without its limits.
func (p proposer) endless() elapsed.Clients {
	p.Retries, p.Deadline, p.TotalTimeout = math.Inf(1), math.Inf(1), math.Inf(1)
	return elapsed.New(p.Policy, elapsed.Coarse)
}

// retries returns the expected retries by T.
func (p proposer) retries() float64 {
	n, err := p.endless().RetriesBy(p.ctx, p.AskAt)
	if err != nil {
		return math.Inf(1)
	}
	return n
}

// fewer returns the policy changed to make at most the allowed retries, or the reason why that is impossible. capped
// reports whether waits are limited in time. If only the retries are limited, it chooses the shortest waits.
func (p proposer) fewer(capped bool) (proposer, *answer.None) {
	if math.IsNaN(p.MaxWasted) {
		return p, nil
	}
	share := p.shareAllowed()
	keeps := func(p proposer) bool { return p.retries() <= p.MaxWasted*(1+answer.Exact) }
	by := func(r float64) bool { return keeps(p.with("factor", r)) }
	steepest, factored := float64(maxFactor), p.Jitter.Type.Row().Factored()
	if !capped && !finite(share) && factored {
		if r, ok := nearestKeeping(unit.Factor, 1, mostFactor, by); ok {
			p.Factor = r
			return p, nil
		}
	}
	longest := min(p.Cap, max(p.AskAt, p.InitialDelay)) // beyond that no retry starts by T
	if !math.IsNaN(p.MaxInitial) {
		longest = min(longest, p.MaxInitial)
	}
	if a, ok := nearestKeeping(unit.Duration, p.InitialDelay, longest, func(a float64) bool {
		q := p.with("initial-delay", a)
		return keeps(q) && (!finite(share) || q.keepsShare(share, 128))
	}); ok {
		p.InitialDelay = a
		return p, nil
	}
	p.InitialDelay = longest
	switch {
	case !factored:
		steepest = p.Factor
	case finite(share):
		p = p.growing(share)
		steepest, _ = nearestKeeping(unit.Factor, maxFactor, p.Factor, func(r float64) bool {
			return p.with("factor", r).keepsShare(share, 128)
		})
		steepest = max(steepest, p.Factor)
	}
	if r, ok := nearestKeeping(unit.Factor, p.Factor, steepest, by); ok {
		p.Factor = r
		return p, nil
	}
	p.Factor = steepest
	return p, &answer.None{Reason: fmt.Sprintf(
		"no policy with --jitter %s that keeps the other limits makes at most %s retries in %s: the fewest are %s, "+
			"with an initial delay of %s", p.As("jitter"),
		unit.Count.Format(p.MaxWasted), p.As("at"), unit.Number.Rounded(p.retries(), 3),
		unit.Duration.Format(p.InitialDelay)),
		Hint: "allow longer waits"}
}
