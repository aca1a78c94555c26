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

// values holds the values of a sweep or a map as they are computed.
type values struct {
	absent func(i int) *answer.None // reason why the computed value i is absent, or nil

	mu       sync.Mutex // guards the fields below, and the values
	effort   answer.Effort
	none     *answer.None
	known    []bool
	attempts float64 // simulated attempts
	done     int     // computed parts
}

// unknown returns the indices in order whose values are not computed.
func (v *values) unknown(order []int) []int {
	return slices.DeleteFunc(order, func(i int) bool { return v.known[i] })
}

// each computes the listed values on all cores and reports whether it computed all of them. It stops when ctx is
// cancelled, when progress returns false, or when more attempts were simulated than one question may. do computes a
// value and returns a function that stores it; each runs these one at a time.
func (v *values) each(ctx context.Context, progress func(done, all int) bool, list []int,
	do func(i int) (keep func())) bool {
	const atOnce = 64 // a fixed number, so that the cores do not affect where it stops
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
			if ctx.Err() != nil { // a cancelled value is invalid
				return
			}
			telling.Lock()
			defer telling.Unlock()
			v.mu.Lock()
			keep()
			v.done++
			v.mu.Unlock()
			paused = progress != nil && !progress(v.done, all) || paused
		})
	}
	return !ended()
}

// allAbsent returns the first reason if every computed value is absent, else nil.
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

// count returns the number of computed values.
func (v *values) count() (n int) {
	for _, known := range v.known {
		if known {
			n++
		}
	}
	return n
}

// shortfalls warns about values that were not computed.
func (v *values) shortfalls(a *answer.Answer, things, key string) {
	if n := v.count(); n < len(v.known) {
		a.Warn(answer.Partial, fmt.Sprintf("only %d of %d %s are computed", n, len(v.known), things), key)
	}
	if v.attempts > answer.MostAttempts {
		a.Inconclusive = fmt.Errorf("stopped after %s simulated attempts with %d of %d %s",
			unit.Count.Format(v.attempts), v.count(), len(v.known), things)
	}
}
