package grid

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/unit"
)

// mostExact is how many values that come of a sample are as exact as a single one. More than
// these are rough ones, so that all are soon there.
const mostExact = 100

// coarser is the note on values that are rough.
const coarser = "each value is of fewer clients than one asked for alone, so that all are soon there: " +
	"probabilities may be off by about 2%; ask for fewer values to have them more exactly"

// values holds the values of a sweep or of a map in the making.
type values struct {
	do     func(ctx context.Context, i int) (keep func()) // computes value i
	absent func(i int) *answer.None                       // why value i, which is known, has none

	mu       sync.Mutex // guards what follows, and what do keeps
	effort   answer.Effort
	coarse   bool // they are less exact than was asked for
	none     *answer.None
	known    []bool
	attempts float64 // that were simulated
}

// start begins with n unknown values about the policies of s. Those that are drawn come of a sample
// where a delay depends on the one before.
func (v *values) start(n int, s knob.Scenario, effort answer.Effort, drawn bool) {
	v.effort, v.known = effort, make([]bool, n)
	if effort == answer.Full && n > mostExact && drawn && slices.ContainsFunc(s.Policies(), knob.Scenario.Stateful) {
		v.effort, v.coarse = answer.Rough, true
	}
}

// held changes what Answer may read meanwhile.
func (v *values) held(change func()) {
	v.mu.Lock()
	defer v.mu.Unlock()
	change()
}

// all computes the values that are not known yet in that order, and reports whether all are known.
func (v *values) all(ctx context.Context, c *counter, order []int) bool {
	return v.each(ctx, c, order, v.known, func(i int) func() {
		keep := v.do(ctx, i)
		return func() { keep(); v.known[i] = true }
	})
}

// each does the parts in that order that are not done yet, on all cores, until ctx ends or more
// attempts were simulated than one question may. The result of part i is kept by what do returns.
// It reports whether all parts are done.
func (v *values) each(ctx context.Context, c *counter, order []int, done []bool, do func(i int) (keep func())) bool {
	const atOnce = 64 // so that where it stops does not depend on the number of cores
	for part := range slices.Chunk(order, atOnce) {
		if v.attempts > answer.MostAttempts || c.ended(ctx) {
			return false
		}
		c.each(ctx, part, done, func(i int) func() {
			keep := do(i)
			return func() { v.held(keep) }
		})
	}
	return !c.ended(ctx)
}

// allAbsent is why there is no value if none of the known ones could be asked: the first reason.
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

// shortfalls notes on an answer that values are missing or rough.
func (v *values) shortfalls(a *answer.Answer, things, key string) {
	done := 0
	for _, known := range v.known {
		if known {
			done++
		}
	}
	if done < len(v.known) {
		a.Warn(answer.Partial, fmt.Sprintf("only %d of %d %s are worked out", done, len(v.known), things), key)
	}
	if v.attempts > answer.MostAttempts {
		a.Inconclusive = fmt.Errorf("stopped after %s simulated attempts with %d of %d %s",
			unit.Count.Format(v.attempts),
			done, len(v.known), things)
	}
	if v.coarse {
		a.Warn(answer.Approximate, coarser, key)
	}
}
