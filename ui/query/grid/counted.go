package grid

import (
	"context"
	"fmt"
	"math"
	"sync"

	"retune/calc/num"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// Seconds of work, of all cores together, that the values of a policy may take: all of them,
// and as long as they may be exact where rough ones come next; and that it may take to tell
// how many fit.
const (
	allSeconds   = 4.5
	exactSeconds = 3.5
	tellSeconds  = 0.7
	oneSeconds   = 5.0 // an answer that is asked for alone
)

// probes is by how many values along an axis the time that all take is judged.
const probes = 4

// A budget is the work that the values of a sweep or of a map may still take. What a value of
// a policy takes is seen from some of them: they are worked out first, in no more than their
// share of what all may take. So what takes too long is refused soon, whatever it is of.
type budget struct {
	left   float64 // seconds
	judged bool    // there is time for all, as far as it is seen
	mean   float64 // seconds that one of those took

	mu    sync.Mutex
	costs map[int]float64 // seconds that values took, by value
}

// in has some values worked out in so many seconds at most, and reports whether there was time
// for them.
func (b *budget) in(ctx context.Context, seconds float64, do func(context.Context)) bool {
	ctx, work, release := num.Within(ctx, max(0, min(seconds, b.left)))
	defer release()
	do(ctx)
	b.left -= work.Seconds()
	return !work.Over()
}

// costing notes what value i takes.
func (b *budget) costing(ctx context.Context, i int, do func(context.Context)) {
	ctx, work, release := num.Within(ctx, math.Inf(1))
	defer release()
	do(ctx)
	if ctx.Err() == nil {
		b.cost(i, work.Seconds())
	}
}

// cost notes that value i takes so many seconds.
func (b *budget) cost(i int, seconds float64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.costs == nil {
		b.costs = map[int]float64{}
	}
	b.costs[i] = seconds
}

// judge has some of so many values worked out: exactly or, where there is no time for it and
// rough ones are less exact, roughly. none is why there is time for neither; fewer says how to
// ask for so many values. do reports whether it was not stopped.
func (b *budget) judge(ctx context.Context, values int, some []int, rough bool, do func(ctx context.Context, some []int, roughly bool) bool, fewer func(most int) string) (none *answer.None) {
	share, most := float64(len(some))/float64(values), allSeconds
	efforts := []bool{false}
	if rough {
		most, efforts = exactSeconds, []bool{false, true}
	}
	for _, roughly := range efforts {
		whole := false
		if b.in(ctx, share*most, func(ctx context.Context) { whole = do(ctx, some, roughly) }) || ctx.Err() != nil {
			b.judged = whole
			for _, i := range some {
				b.mean += b.costs[i] / float64(len(some))
			}
			return nil
		}
		most = b.left
	}
	told, n := 0.0, 0.0
	for _, i := range some { // one by one, as which of several are there in time depends on the cores
		left := tellSeconds - told
		if b.in(ctx, left, func(ctx context.Context) { do(ctx, []int{i}, rough) }); !(b.costs[i] > 0 && b.costs[i] <= left) {
			break
		}
		told, n = told+b.costs[i], n+1
	}
	if n == 0 {
		return tooMany("more than the limit of "+unit.Duration.Format(allSeconds), 0, fewer)
	}
	one := told / n
	return tooMany(fmt.Sprintf("about %s; the limit is %s", unit.Duration.Rounded(max(one*float64(values), 1.1*allSeconds), 2), unit.Duration.Format(allSeconds)),
		min(values-1, int(0.8*allSeconds/one)), fewer)
}

// spread is about so many of n numbers from 0, in the middle of equal parts.
func spread(n, parts int) (list []int) {
	parts = min(n, parts)
	for i := range parts {
		list = append(list, (2*i+1)*n/(2*parts))
	}
	return list
}

// tooMany is that values take so long, and how many there is time for.
func tooMany(long string, most int, fewer func(most int) string) *answer.None {
	hint := "ask for single values"
	if most >= 2 {
		hint = fewer(most)
	}
	return &answer.None{Reason: "so many values would take " + long, Hint: hint}
}

// base is the name of the scenario that a question begins with: "" if it is about policies.
func base(q answer.Query, s knob.Scenario) string {
	if q.From != nil {
		return q.From(s)
	}
	return q.Base
}

// limited asks once, and says so where an answer about policies takes longer than it may: twice
// as long about two, which go on side by side. What an answer leaves for later goes on.
func limited(ctx context.Context, q answer.Query, ask func(context.Context, knob.Scenario, answer.Effort) answer.Answer, s knob.Scenario, effort answer.Effort) answer.Answer {
	if base(q, s) != "" {
		return ask(ctx, s, effort)
	}
	ctx, work, _ := num.Within(ctx, oneSeconds*float64(len(s.Policies())))
	a := ask(ctx, s, effort)
	if work.Over() {
		return answer.Answer{None: &answer.None{Reason: "this would take longer than the limit of " + unit.Duration.Format(oneSeconds), Hint: "fewer retries take less, or another type of jitter"}}
	}
	work.Free()
	return a
}

// counted tells whether it is of policies: what a cell takes is seen.
func (m *mapping) counted() bool { return m.r.Base == "" }

// fits reports whether there is time for all cells, as seen from some of them.
func (m *mapping) fits(ctx context.Context, c *counter) bool {
	if m.budget.judged {
		return true
	}
	nx, ny := len(m.x.Values), len(m.y.Values)
	var some []int
	for _, row := range spread(ny, 3) {
		for _, column := range spread(nx, 3) {
			some = append(some, m.cell(column, row))
		}
	}
	none := m.budget.judge(ctx, nx*ny, some, m.rough, func(ctx context.Context, some []int, roughly bool) bool {
		if roughly && !m.coarse {
			m.held(func() { m.effort, m.coarse, m.known = answer.Rough, true, make([]bool, nx*ny) })()
			m.budget.costs = nil
		}
		m.work(c, some)(ctx)
		return !c.ended(ctx)
	}, m.fewer)
	m.held(func() { m.none, m.takes = none, m.budget.mean })()
	return m.budget.judged && none == nil
}

// vain is why there is no answer at all where those that are known have none, and took as long
// as they may: the others will not be sooner there.
func (w *sweep) vain() *answer.None {
	if w.budget.left > allSeconds*(1-0.5*probes/float64(len(w.known))) {
		return nil
	}
	var none *answer.None
	for i, known := range w.known {
		if known {
			if none = w.answers[i].None; none == nil {
				return nil
			}
		}
	}
	return none
}
