// Package sweep holds what is asked again and again while one or two settings change: a sweep
// over the values of one, and a map over those of two.
//
// Each value is a pure function of its scenario, and all cores work them out: what comes
// out depends neither on how many there are nor on which was first.
package sweep

import (
	"context"
	"math"
	"math/bits"
	"slices"
	"strings"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

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
func value(ctx context.Context, r answer.Result, s setting.Scenario, err error, effort answer.Effort) answer.Value {
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
