// Package grid holds what is asked again and again while one or two knobs change: a sweep
// over the values of one, and a map over those of two.
//
// Each value is a pure function of its scenario, and all cores work them out: what comes
// out depends neither on how many there are nor on which was first.
package grid

import (
	"context"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"strings"
	"sync"

	"retune/calc/numeric"
	"retune/ui/answer"
	"retune/ui/knob"
)

// A counter counts the parts of a work that are done.
type counter struct {
	mu        sync.Mutex
	done, all int
	before    int // done in what went before
	paused    bool
	told      func(done, all int) (more bool)
}

// ended tells whether no more parts are to be done now.
func (c *counter) ended(ctx context.Context) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.paused || ctx.Err() != nil
}

// more has so many parts more to do, than those that it began with.
func (c *counter) more(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all += n
}

// did has one done, by what keeps its result.
func (c *counter) did(keep func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	keep()
	if c.done++; c.told != nil && !c.told(c.done, c.all) {
		c.paused = true
	}
}

// each does the parts in that order that are not done yet on all cores, until ctx ends. do
// returns what keeps the result of part i, which is one at a time.
func (c *counter) each(ctx context.Context, order []int, done []bool, do func(i int) (keep func())) {
	c.done = c.before
	for _, done := range done {
		if done {
			c.done++
		}
	}
	order = slices.DeleteFunc(slices.Clone(order), func(i int) bool { return done[i] })
	numeric.Each(len(order), runtime.GOMAXPROCS(0), func(i int) {
		if c.ended(ctx) {
			return
		}
		if keep := do(order[i]); ctx.Err() == nil { // what is stopped means nothing
			c.did(keep)
		}
	})
}

// coarseFirst is the cells of a grid in an order that shows soon what it looks like: those
// of every 2^k-th column and row before those between.
func coarseFirst(columns, rows int) []int {
	order := make([]int, columns*rows)
	for i := range order {
		order[i] = i
	}
	level := func(i int) int { // the fineness at which the cell is first there
		return 64 - min(bits.TrailingZeros64(uint64(i%columns)|1<<62), bits.TrailingZeros64(uint64(i/columns)|1<<62))
	}
	slices.SortStableFunc(order, func(i, j int) int { return level(i) - level(j) })
	return order
}

// value is the result of s, or why there is none.
func value(ctx context.Context, r answer.Result, s knob.Scenario, err error, effort answer.Effort) answer.Value {
	if err != nil {
		return answer.Value{Number: math.NaN(), Status: answer.NotApplicable, Why: err.Error()}
	}
	return r.Value(ctx, s, effort)
}

// number is a value as it is compared with a limit: what is not reached, or has no bound,
// is longer, or more, than any. ok is false where there is none.
func number(v answer.Value) (x float64, ok bool) {
	switch {
	case v.Words != "":
		return 0, false
	case v.Status == "":
		return v.Number, true
	}
	return math.Inf(1), v.Status == answer.NotReached || v.Status == answer.Unbounded || v.Status == answer.Overflow
}

// absent is why a value is one that could not be asked, or nil.
func absent(v answer.Value) *answer.None {
	if v.Words != "" || v.Status != answer.NotApplicable && v.Status != answer.Unknown {
		return nil
	}
	return &answer.None{Reason: strings.TrimSuffix(v.Why, ".")}
}
