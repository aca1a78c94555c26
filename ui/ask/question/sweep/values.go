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
type values[V any] struct {
	none   *answer.None           // reason why they cannot be computed
	absent func(v V) *answer.None // reason why a computed value is absent, or nil

	mu       sync.Mutex // guards the fields below
	list     []V
	known    []bool
	attempts float64 // simulated attempts
	done     int     // computations, which can be more than values
}

// newValues returns n values that are not computed.
func newValues[V any](n int, absent func(V) *answer.None) values[V] {
	return values[V]{list: make([]V, n), known: make([]bool, n), absent: absent}
}

// unknown returns the indices in order whose values are not computed.
func (v *values[V]) unknown(order []int) []int {
	return slices.DeleteFunc(order, func(i int) bool { return v.known[i] })
}

// each computes the listed values on all cores and reports whether it computed all of them. It stops when ctx is
// cancelled, when progress returns false, or when more attempts were simulated than one question may. value computes a
// value, with the attempts simulated for it.
func (v *values[V]) each(ctx context.Context, progress func(done, all int) bool, list []int,
	value func(i int) (V, float64)) bool {
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
			x, attempts := value(part[k])
			if ctx.Err() != nil { // a cancelled value is invalid
				return
			}
			telling.Lock()
			defer telling.Unlock()
			v.mu.Lock()
			v.list[part[k]], v.known[part[k]] = x, true
			v.attempts += attempts
			v.done++
			v.mu.Unlock()
			paused = progress != nil && !progress(v.done, all) || paused
		})
	}
	return !ended()
}

// absences counts the computed values that are absent, and returns the reason of the first.
func (v *values[V]) absences() (n int, first *answer.None) {
	for i, x := range v.list {
		if !v.known[i] {
			continue
		}
		if none := v.absent(x); none != nil {
			if n++; n == 1 {
				first = none
			}
		}
	}
	return n, first
}

// without returns the reason why there is nothing to show, or nil.
func (v *values[V]) without() *answer.None {
	switch n, first := v.absences(); {
	case v.none != nil:
		return v.none
	case v.count() == 0:
		return answer.Cancelled.None
	case n == len(v.list):
		return first
	}
	return nil
}

// count returns the number of computed values.
func (v *values[V]) count() (n int) {
	for _, known := range v.known {
		if known {
			n++
		}
	}
	return n
}

// shortfalls warns about values that were not computed.
func (v *values[V]) shortfalls(a *answer.Answer, things, key string) {
	if n := v.count(); n < len(v.known) {
		a.Warn(answer.Partial, fmt.Sprintf("only %d of %d %s are computed", n, len(v.known), things), key)
	}
	if v.attempts > answer.MostAttempts {
		a.Inconclusive = fmt.Sprintf("stopped after %s simulated attempts with %d of %d %s",
			unit.Count.Format(v.attempts), v.count(), len(v.known), things)
	}
}

// upTo returns the indices below n.
func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// absent returns the reason why the value of a result is absent, or nil.
func absent(v answer.Value) *answer.None {
	if v.Words != "" || v.Status != answer.NotApplicable && v.Status != answer.Unknown {
		return nil
	}
	return &answer.None{Reason: v.Why}
}
