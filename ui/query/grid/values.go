package grid

import (
	"context"
	"slices"
	"sync"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// values is those of a sweep or of a map in the making.
type values struct {
	scenario func(i int) (knob.Scenario, error)
	do       func(ctx context.Context, i int) (keep func()) // works out value i
	absent   func(i int) *answer.None                       // why value i, which is known, has none
	fewer    func(most int) string                          // how to ask for so many
	some     []int                                          // by which it is judged how long those of fleets take
	probes   []int                                          // and those of policies
	costs    costs
	counted  bool // they are of policies: what a value takes is seen
	rough    bool // and rough values are less exact, and sooner there
	budget

	mu     sync.Mutex // held for what follows, and for what do keeps
	effort answer.Effort
	coarse bool // they are worked out less exactly than was asked for
	none   *answer.None
	known  []bool
}

// start begins with n values, of which none is known; the figures of a policy have noise.
func (v *values) start(n int, effort answer.Effort, noise func(knob.Scenario) float64) {
	v.left, v.effort, v.known = allSeconds, effort, make([]bool, n)
	v.rough = v.counted && effort == answer.Full && noise != nil && slices.ContainsFunc(v.some, func(i int) bool {
		s, err := v.scenario(i)
		return err == nil && noise(s) > 0
	})
}

// held changes what may be looked at meanwhile.
func (v *values) held(change func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	change()
}

// all works out all values, in that order, where there is time for them, and reports whether
// they are all known.
func (v *values) all(ctx context.Context, c *counter, order []int) bool {
	if !v.judged {
		none, enough := v.refuse(ctx, c)
		if why := v.allAbsent(); why != nil && (none != nil || !enough) {
			none = why
		}
		v.held(func() { v.none = none })
	}
	switch {
	case !v.judged || v.none != nil:
		return false
	case !v.counted:
		v.work(ctx, c, order)
	case !v.in(ctx, v.left, func(ctx context.Context) { v.work(ctx, c, order) }):
		v.held(func() {
			v.none = tooMany("more than the limit of "+unit.Duration.Format(allSeconds), len(v.known)/2, v.fewer)
		})
		return false
	}
	return !c.ended(ctx)
}

// work works out those of some values that are not known yet.
func (v *values) work(ctx context.Context, c *counter, order []int) {
	c.each(ctx, order, v.known, func(i int) func() {
		var keep func()
		v.costing(ctx, i, func(ctx context.Context) { keep = v.do(ctx, i) })
		return func() {
			v.held(func() {
				keep()
				v.known[i] = true
			})
		}
	})
}

// refuse says why there is no time for all values, as seen from some of them, or is nil. enough
// tells whether those took less than half of what they may.
func (v *values) refuse(ctx context.Context, c *counter) (none *answer.None, enough bool) {
	if v.counted {
		n := len(v.known)
		none = v.judge(ctx, n, v.probes, v.rough, func(ctx context.Context, some []int, roughly bool) bool {
			if roughly && !v.coarse {
				v.held(func() { v.effort, v.coarse, v.known = answer.Rough, true, make([]bool, n) })
				v.took = nil
			}
			v.work(ctx, c, some)
			return !c.ended(ctx)
		}, v.fewer)
		return none, v.left > allSeconds*(1-0.5*float64(len(v.probes))/float64(n))
	}
	var some []knob.Scenario
	var which []int
	for _, i := range v.some {
		if s, err := v.scenario(i); err == nil {
			some, which = append(some, s), append(which, i)
		}
	}
	whole := true
	v.mean, none = v.costs.afford(some, len(v.known), v.effort, func(seconds float64) (pace float64) {
		var tries []int
		estimates := map[int]float64{}
		for _, i := range spread(len(some), tried) {
			tries = append(tries, which[i])
			estimates[which[i]] = v.costs.seconds(some[i], v.effort)
		}
		pace, whole = v.pace(ctx, seconds, tries, func(i int) float64 { return estimates[i] },
			func(ctx context.Context, i int) { v.work(ctx, c, []int{i}) }, func() bool { return c.ended(ctx) })
		return pace
	}, v.fewer)
	if v.judged = whole; !whole {
		none = nil
	}
	return none, true
}

// allAbsent is why there is no value where those that are known have none: the first of them.
func (v *values) allAbsent() (none *answer.None) {
	for i, known := range v.known {
		if known {
			why := v.absent(i)
			if why == nil {
				return nil
			}
			if none == nil {
				none = why
			}
		}
	}
	return none
}
