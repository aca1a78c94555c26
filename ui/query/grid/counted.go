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

	mu   sync.Mutex
	took map[int]float64 // seconds that values took, by value
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
	if b.took == nil {
		b.took = map[int]float64{}
	}
	b.took[i] = seconds
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
				b.mean += b.took[i] / float64(len(some))
			}
			return nil
		}
		most = b.left
	}
	told, n := 0.0, 0.0
	for _, i := range some { // one by one, as which of several are there in time depends on the cores
		left := tellSeconds - told
		if b.in(ctx, left, func(ctx context.Context) { do(ctx, []int{i}, rough) }); !(b.took[i] > 0 && b.took[i] <= left) {
			break
		}
		told, n = told+b.took[i], n+1
	}
	if n == 0 {
		return tooMany("more than the limit of "+unit.Duration.Format(allSeconds), 0, fewer)
	}
	one := told / n
	return tooMany(fmt.Sprintf("about %s; the limit is %s", unit.Duration.Rounded(max(one*float64(values), 1.1*allSeconds), 2), unit.Duration.Format(allSeconds)),
		min(values-1, int(0.8*allSeconds/one)), fewer)
}

// Of how many values it is tried what they take, and for how long all of them, seconds.
const (
	tried  = 5
	trying = 1.0
)

// pace is what some values take over their estimates: they are worked out first, one by one, as
// far as so many seconds lead. ok is false where that was stopped before they all were.
func (b *budget) pace(ctx context.Context, seconds float64, some []int, estimate func(i int) float64, do func(ctx context.Context, i int), ended func() bool) (pace float64, ok bool) {
	sum, all, left := 0.0, 0.0, seconds
	for n, i := range some {
		one, share := estimate(i), left/float64(len(some)-n)
		if _, known := b.took[i]; !known {
			over := !b.in(ctx, share, func(ctx context.Context) { do(ctx, i) })
			if ended() {
				return 1, false
			}
			if over {
				b.cost(i, max(one, share))
			}
		}
		left = max(0, left-min(share, b.took[i]))
		sum, all = sum+b.took[i], all+one
	}
	if !(all > 0) {
		return 1, true
	}
	return sum / all, true
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
