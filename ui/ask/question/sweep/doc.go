// Package sweep repeats questions while one or two settings change: a sweep over the values of one setting, and a map
// over the values of two.
//
// Each value is a pure function of its scenario. All cores compute values, and the result does not depend on their
// number or order.
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

// coarseFirst returns the cells of a grid in an order that soon gives an overview: every 2^k-th column and row before
// those between.
func coarseFirst(columns, rows int) []int {
	order := make([]int, columns*rows)
	for i := range order {
		order[i] = i
	}
	level := func(i int) int { // level of refinement at which the cell appears
		return 64 - min(bits.TrailingZeros64(uint64(i%columns)|1<<62), bits.TrailingZeros64(uint64(i/columns)|1<<62))
	}
	slices.SortStableFunc(order, func(i, j int) int { return level(i) - level(j) })
	return order
}

// value returns the result of s, or the reason why there is none.
func value(ctx context.Context, r answer.Result, s setting.Scenario, err error, effort answer.Effort) answer.Value {
	if err != nil {
		return answer.Value{Number: math.NaN(), Status: answer.NotApplicable, Why: err.Error()}
	}
	return r.At(ctx, s, effort)
}

// number returns a value for comparison with a limit. A value that is not reached or has no bound is +Inf. ok is false
// if there is no number.
func number(v answer.Value) (x float64, ok bool) {
	switch {
	case v.Words != "":
		return 0, false
	case v.Status == "":
		return v.Number, true
	}
	return math.Inf(1), v.Status == answer.NotReached || v.Status == answer.Unbounded || v.Status == answer.Overflow
}

// absent returns the reason why a value is absent, or nil.
func absent(v answer.Value) *answer.None {
	if v.Words != "" || v.Status != answer.NotApplicable && v.Status != answer.Unknown {
		return nil
	}
	return &answer.None{Reason: strings.TrimSuffix(v.Why, ".")}
}
