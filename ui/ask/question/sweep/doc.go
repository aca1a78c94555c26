// Package sweep repeats questions while one or two settings change: a sweep over the values of one setting, and a map
// over the values of two.
//
// Each value is a pure function of its scenario. All cores compute values, and the result does not depend on their
// number or order.
package sweep

import (
	"math/bits"
	"slices"
)

// coarseFirst returns the cells of a grid in an order that soon gives an overview: every 2^k-th column and row before
// those between.
func coarseFirst(columns, rows int) []int {
	order := upTo(columns * rows)
	level := func(i int) int { // level of refinement at which the cell appears
		return 64 - min(bits.TrailingZeros64(uint64(i%columns)|1<<62), bits.TrailingZeros64(uint64(i/columns)|1<<62))
	}
	slices.SortStableFunc(order, func(i, j int) int { return level(i) - level(j) })
	return order
}
