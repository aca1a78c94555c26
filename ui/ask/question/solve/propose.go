package solve

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A proposer changes a policy until it keeps its limits. A limit that is not given is +Inf.
type proposer struct {
	setting.Scenario
	ctx     context.Context
	wait    float64 // longest wait after any outage, seconds
	share   float64 // longest wait after an outage of up to T, as a share of it
	retries float64 // most retries by T
	initial float64 // longest initial delay, seconds
}

func newProposer(ctx context.Context, s *setting.Scenario) proposer {
	limit := func(list ...float64) float64 {
		most := math.Inf(1)
		for _, x := range list {
			if !math.IsNaN(x) {
				most = min(most, x)
			}
		}
		return most
	}
	p := proposer{Scenario: *s, ctx: ctx, wait: limit(s.Within, s.MaxReconnect), share: limit(s.MaxRatio),
		retries: limit(s.MaxWasted), initial: limit(s.MaxInitial)}
	if s.MaxRelative {
		p.wait, p.share = limit(s.Within), limit(s.MaxRatio, s.MaxReconnect)
	}
	return p
}

// limited reports whether a limit is given.
func (p proposer) limited() bool { return unit.Finite(min(p.wait, p.share, p.retries, p.initial)) }

// Factors to propose if the limits exclude the present one.
const mostFactor, maxFactor = 4, 1000

// propose returns a policy that keeps the limits and otherwise equals s, or the reason why there is none.
//
// The cap keeps limits in time, and the factor limits relative to the outage. A longer initial delay keeps the limit of
// retries, or a larger factor if --max-initial-delay excludes that. Fixed delays as long as the limits allow make the
// fewest retries; if those are too many, no policy keeps the limits.
func propose(ctx context.Context, s *setting.Scenario) (setting.Scenario, *answer.None) {
	p, ok := newProposer(ctx, s), true
	p.Retries, p.InitialDelay = math.Inf(1), min(p.InitialDelay, p.initial)
	if unit.Finite(p.wait) {
		p, ok = p.nearest("cap", min(p.Cap, p.wait), 1e-9, func(p proposer) bool {
			return longestWait(&p.Scenario) <= p.wait*(1+answer.EqualTolerance)
		})
		if !ok {
			return *s, &answer.None{Reason: fmt.Sprintf("every wait exceeds %s: an attempt takes %s, and jitter adds up to %s",
				unit.Duration.Exact(p.wait), unit.Duration.Exact(p.AttemptTime),
				unit.Duration.Format(longestWait(&p.Scenario)-p.AttemptTime)),
				Hint: "allow longer waits, or choose another jitter"}
		}
	}
	p.InitialDelay = min(p.InitialDelay, p.Cap)
	if p.Feedback { // a smaller factor may shrink the delays
		p.Factor = max(p.Factor, mostFactor)
	}
	switch {
	case unit.Finite(p.share) && p.Feedback:
		return *s, &answer.None{Reason: "with --feedback delays do not follow the length of the outage, " +
			"so no share of it can be kept",
			Hint: "limit the wait in time, with --reconnect-within"}
	case unit.Finite(p.share):
		p = p.growing()
	}
	p, none := p.fewer()
	if p.Deadline < p.AskAt+longestWait(&p.Scenario) {
		p.Deadline = math.Inf(1)
	}
	return p.Scenario, none
}

// nearest returns the policy with the value of a setting that keeps a limit and is nearest to preferred, of those with
// three digits towards easy, which keeps it most easily. If easy does not keep it, ok is false and easy is the value.
func (p proposer) nearest(name string, preferred, easy float64, keeps func(proposer) bool) (_ proposer, ok bool) {
	k, _ := setting.Find(name)
	with := func(x float64) proposer {
		q := p
		q.Scenario = k.WithNumber(&p.Scenario, x)
		return q
	}
	grid := search{unit: k.Unit(&p.Scenario), digits: 3}
	found := numeric.Boundary{Near: []float64{preferred, easy}, Between: grid.between, Most: 60,
		Try: func(x float64) numeric.Try {
			if keeps(with(x)) {
				return numeric.Try{Y: 1, Keeps: true, OK: true}
			}
			return numeric.Try{Y: -1, OK: true}
		}}.Find()
	if !found.In.OK {
		return with(easy), false
	}
	return with(found.In.X), true
}

// growing returns the policy with the largest factor, up to its own, that keeps the limit relative to the outage. If a
// delay depends on the previous one, it changes the cap instead.
func (p proposer) growing() proposer {
	if p.Stateful() {
		p, _ = p.nearest("cap", max(min(p.Cap, p.AskAt), p.InitialDelay), p.InitialDelay, proposer.keepsShare)
		return p
	}
	p, _ = p.nearest("factor", p.Factor, 1, proposer.keepsShare)
	return p
}

// keepsShare reports whether waits are at most the longest first wait plus the allowed share of the outage: all waits
// without jitter, else those of 99 of 100 clients.
func (p proposer) keepsShare() bool {
	const off, offStateful = 1e-3, 5e-3 // errors of rough distributions
	switch {
	case !unit.Finite(p.share):
		return true
	case p.Jitter.Type == jitter.None:
		return p.worstRelativeWait(p.share) <= 1+answer.EqualTolerance
	case p.Stateful():
		return p.worstRelativeWait(p.share) <= 1-offStateful
	}
	return p.mostBeyond((1-off)*p.share, (1-off)*p.first()) <= 0.01
}

// mostBeyond returns the largest share of clients that wait for longer than share times the outage plus first seconds,
// over outages of up to T. It stops at the first outage with more than one in a hundred. Between the outages that it
// tries it looks further where the share is greatest.
func (p proposer) mostBeyond(share, first float64) (most float64) {
	const points, peaks, halvings = 64, 4, 6
	times, shortest := p.clientsWithoutLimits(), min(1, p.InitialDelay/p.AskAt)
	beyond := func(i float64) float64 { // after an outage T (a/T)^i, i from 0 to 1
		x := p.AskAt * math.Pow(shortest, i)
		n, err := elapsed.Beyond(p.ctx, times, x, share*x+first)
		if err != nil {
			return 1
		}
		most = max(most, n)
		return n
	}
	list := make([]float64, points+1)
	for i := range list {
		if list[i] = beyond(float64(i) / points); most > 0.01 {
			return most
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(list[j], list[i]) })
	for _, i := range order[:peaks] {
		at, best, step := float64(i)/points, list[i], 0.5/points
		for range halvings {
			for _, next := range [...]float64{at - step, at + step} {
				if n := beyond(min(1, max(0, next))); n > best {
					at, best = next, n
				}
			}
			if step /= 2; most > 0.01 {
				return most
			}
		}
	}
	return most
}

// first returns the longest wait before the first retry, the attempt included, seconds.
func (p proposer) first() float64 { return p.AttemptTime + longest(&p.Scenario, p.InitialDelay, true) }

// worstRelativeWait returns the largest ratio of the wait of 99 of 100 clients to the allowed wait, over several
// outages of up to T. Without jitter it takes the wait after outages that end just after a retry.
func (p proposer) worstRelativeWait(share float64) (worst float64) {
	points := 128.0
	if p.Stateful() { // each is simulated
		points = 30
	}
	first, times := p.first(), p.clientsWithoutLimits()
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

// clientsWithoutLimits returns the clients of the policy without its limits.
func (p proposer) clientsWithoutLimits() elapsed.Clients {
	p.Retries, p.Deadline, p.TotalTimeout = math.Inf(1), math.Inf(1), math.Inf(1)
	return elapsed.New(p.Policy, elapsed.Coarse)
}

// expected returns the expected retries by T.
func (p proposer) expected() float64 {
	n, err := p.clientsWithoutLimits().RetriesBy(p.ctx, p.AskAt)
	if err != nil {
		return math.Inf(1)
	}
	return n
}

// mostGone is the greatest share of clients that may give up before the outage ends.
const mostGone = 0.01

// gaveUp returns the share of clients that give up before an outage of T ends.
func (p proposer) gaveUp() float64 {
	r, err := elapsed.New(p.Policy, elapsed.Coarse).Reconnect(p.ctx, elapsed.OutageOf(p.AskAt))
	if err != nil {
		return 0
	}
	return r.GaveUp
}

// outlasting returns the policy with n retries and the shortest initial delay, from its own on, with which clients
// outlast an outage of T. If no delay does that, it returns the policy without a limit of retries, and why.
func (p proposer) outlasting(n float64) (_ setting.Scenario, why string) {
	limited := p
	limited.Retries = n
	longest := max(p.InitialDelay, min(p.Cap, p.AskAt, p.initial))
	q, ok := limited.nearest("initial-delay", p.InitialDelay, longest, func(p proposer) bool {
		return p.gaveUp() <= mostGone && p.keepsRetries() && p.keepsShare()
	})
	if ok {
		return q.Scenario, ""
	}
	return p.Scenario, fmt.Sprintf("the proposal has no limit on retries: with %s within the other limits, %s of the "+
		"clients would give up before an outage of %s ends", answer.Counted(n, "retry", "retries"),
		unit.Share.Rounded(q.gaveUp(), 2), p.SentenceText("at"))
}

// keepsRetries reports whether the policy makes at most the allowed retries.
func (p proposer) keepsRetries() bool { return p.expected() <= p.retries*(1+answer.EqualTolerance) }

// fewer returns the policy changed to make at most the allowed retries, or the reason why that is impossible. If only
// the retries are limited, it chooses the shortest waits.
func (p proposer) fewer() (proposer, *answer.None) {
	if !unit.Finite(p.retries) {
		return p, nil
	}
	factored := p.Jitter.Type.Row().DependsOnFactor()
	if !unit.Finite(p.wait) && !unit.Finite(p.share) && factored {
		if q, ok := p.nearest("factor", 1, mostFactor, proposer.keepsRetries); ok {
			return q, nil
		}
	}
	// beyond T no retry starts by T
	longest := min(p.Cap, max(p.AskAt, p.InitialDelay), p.initial)
	p, ok := p.nearest("initial-delay", p.InitialDelay, longest, func(p proposer) bool {
		return p.keepsRetries() && p.keepsShare()
	})
	if ok {
		return p, nil
	}
	if factored {
		steepest := float64(maxFactor)
		if unit.Finite(p.share) {
			p = p.growing()
			q, _ := p.nearest("factor", maxFactor, p.Factor, proposer.keepsShare)
			steepest = q.Factor
		}
		if p, ok = p.nearest("factor", p.Factor, steepest, proposer.keepsRetries); ok {
			return p, nil
		}
	}
	return p, &answer.None{Reason: fmt.Sprintf(
		"no policy with --jitter %s that keeps the other limits makes at most %s retries in %s: the fewest are %s, "+
			"with an initial delay of %s", p.SentenceText("jitter"),
		unit.Count.Format(p.retries), p.SentenceText("at"), unit.Number.Rounded(p.expected(), 3),
		unit.Duration.Format(p.InitialDelay)),
		Hint: "allow longer waits"}
}
