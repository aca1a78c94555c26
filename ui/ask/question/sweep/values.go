package sweep

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"retune/calc/numeric"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// values holds the values of a sweep or of a map in the making.
type values struct {
	absent func(i int) *answer.None // why value i, which is known, has none

	mu       sync.Mutex // guards what follows, and what is kept of a value
	effort   answer.Effort
	none     *answer.None
	known    []bool
	attempts float64 // that were simulated
	done     int     // parts
}

// unknown is the values in that order that are not known.
func (v *values) unknown(order []int) []int {
	return slices.DeleteFunc(order, func(i int) bool { return v.known[i] })
}

// each computes values on all cores, until ctx ends, told says that there be a pause, or more attempts were
// simulated than one question may. The result is kept by what do returns, one at a time. It reports whether all
// are computed.
func (v *values) each(ctx context.Context, told func(done, all int) bool, list []int,
	do func(i int) (keep func())) bool {
	const atOnce = 64 // so that where it stops does not depend on the number of cores
	var telling sync.Mutex
	all, paused := v.done+len(list), false
	ended := func() bool {
		telling.Lock()
		defer telling.Unlock()
		return paused || ctx.Err() != nil
	}
	for part := range slices.Chunk(list, atOnce) {
		if v.attempts > answer.MostAttempts || ended() {
			return false
		}
		numeric.Each(len(part), runtime.GOMAXPROCS(0), func(k int) {
			if ended() {
				return
			}
			keep := do(part[k])
			if ctx.Err() != nil { // what is stopped means nothing
				return
			}
			telling.Lock()
			defer telling.Unlock()
			v.mu.Lock()
			keep()
			v.done++
			v.mu.Unlock()
			paused = told != nil && !told(v.done, all) || paused
		})
	}
	return !ended()
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

// count is how many values are known.
func (v *values) count() (n int) {
	for _, known := range v.known {
		if known {
			n++
		}
	}
	return n
}

// shortfalls notes on an answer that values are missing or rough.
func (v *values) shortfalls(a *answer.Answer, things, key string) {
	if n := v.count(); n < len(v.known) {
		a.Warn(answer.Partial, fmt.Sprintf("only %d of %d %s are computed", n, len(v.known), things), key)
	}
	if v.attempts > answer.MostAttempts {
		a.Inconclusive = fmt.Errorf("stopped after %s simulated attempts with %d of %d %s",
			unit.Count.Format(v.attempts), v.count(), len(v.known), things)
	}
}
