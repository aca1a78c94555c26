package policy

import (
	"context"
	"math"

	"retune/calc/elapsed"
	"retune/calc/jitter"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A timeline holds the retries of one policy, row by row.
type timeline struct {
	ctx      context.Context // of the question
	effort   answer.Effort
	policy   setting.Scenario
	n        int        // number of rows
	jittered bool       // a policy of the answer has jitter
	coarser  []timeline // others with less accurate times, whose differences tell the errors of this one
	part     int        // 1, 2, ... if this is one of them
	cache    *cache     // of its figures
	times
}

// cache has what several figures of a timeline need, once it is computed.
type cache struct {
	outage  *reconnection
	success *success
	call    *call
}

// cached returns what is known, or computes it first.
func cached[T any](known **T, compute func() T) *T {
	if *known == nil {
		x := compute()
		*known = &x
	}
	return *known
}

// draws reports whether the policy has jitter.
func (l timeline) draws() bool { return l.policy.Jitter.Type != jitter.None }

// clients returns the times of the clients of another policy.
func (l timeline) clients(p jitter.Policy) times {
	if list := elapsed.Rougher(p); l.part > 0 && l.part <= len(list) {
		return timesOf(l.ctx, list[l.part-1])
	}
	return clients(l.ctx, p, l.effort)
}

// figureTimeline returns the timeline for one figure, without rows.
func figureTimeline(ctx context.Context, p *setting.Scenario, effort answer.Effort) timeline {
	return timeline{ctx: ctx, effort: effort, policy: *p, n: endless, cache: &cache{},
		times: clients(ctx, p.Policy, effort)}
}

// newTimeline returns a timeline with a row for each retry that can start: without jitter from the delays before
// jitter, with jitter those that at least one client in a thousand makes.
func newTimeline(ctx context.Context, given *setting.Scenario, effort answer.Effort) timeline {
	p := *given
	p.Rule.Starts = p.WithoutIdleStops().Rule.Starts // drop a limit that never applies
	if p.Jitter.Draws() && p.Certain() {             // delays of 0 have no jitter
		p.Jitter = jitter.Jitter{}
	}
	l := figureTimeline(ctx, &p, effort)
	if n := p.RetriesMade(); !math.IsInf(n, 1) {
		l.n = int(n)
	}
	if l.hasRandomEnd() {
		if l.n = l.atLeast(0.001); l.n == mostStarts {
			l.n = endless
		}
	}
	if effort == answer.Full && l.draws() {
		for i, c := range elapsed.Rougher(p.Policy) {
			other := l
			other.part, other.times, other.cache = i+1, timesOf(ctx, c), &cache{}
			if p.Stateful() && !p.Chained() { // the delays of each retry are exact
				other.Delay = l.Delay
			}
			l.coarser = append(l.coarser, other)
		}
	}
	return l
}

// hasRandomEnd reports whether the number of retries is random, because a deadline or a limit of starts ends them.
func (l timeline) hasRandomEnd() bool {
	return l.draws() && (unit.Finite(l.policy.CallLimit()) || l.policy.Rule.Starts.Most > 0)
}

func timelines(ctx context.Context, s *setting.Scenario, effort answer.Effort) []timeline {
	var list []timeline
	jittered := false
	for _, p := range s.Policies() {
		list = append(list, newTimeline(ctx, &p, effort))
		jittered = jittered || list[len(list)-1].draws()
	}
	for i := range list {
		list[i].jittered = jittered
		for j := range list[i].coarser {
			list[i].coarser[j].jittered = jittered
		}
	}
	return list
}

// mostCharted is the largest number of retries with jitter in a chart.
const mostCharted = 300

// chartedRetries returns the number of retries in a chart: all, or for an endless policy at least 12 and those up to T.
// Retries after the largest possible elapsed time are left out.
func (l timeline) chartedRetries() float64 {
	s := l.policy
	n := float64(l.n)
	if math.IsInf(s.RetriesMade(), 1) {
		n = 12
		if unit.Finite(s.AskAt) {
			n = min(max(n, s.RetriesBy(s.AskAt)+2), 1e6)
		}
	}
	if l.draws() {
		n = min(n, mostCharted)
	}
	return min(n, s.RetriesBy(setting.MaxElapsed))
}

// low and high are the edges of the band in charts.
var low, high = quantile(0.05), quantile(0.95)

// start returns a figure of the start of each retry.
func (l timeline) start(figure func(jitter.Dist) float64) func(n float64) float64 {
	return func(n float64) float64 {
		if n == 0 {
			return 0
		}
		return figure(l.Start(int(n)))
	}
}

// waited returns the current delay over time, from starts with the delays that follow. It ends at the last of them.
func waited(starts [][2]float64) answer.Points {
	p := answer.Points{Join: answer.Join{Holds: true}}
	for _, start := range starts {
		p.At, p.Values = append(p.At, start[0]), append(p.Values, start[1])
	}
	p.Values[len(p.Values)-1] = math.NaN()
	return p
}
