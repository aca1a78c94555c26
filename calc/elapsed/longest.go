package elapsed

import (
	"math"

	"retune/calc/num"
	"retune/calc/outage"
)

// longest returns the longest possible wait that ends by the deadline: from X to the
// end of a step that begins at T_k < X. With a <= X <= b, the support of X, that is
//
//	hi(k+1) - a                             if T_k is always before a
//	min(s + hi of delay k+1, D - x)         else, x = max(a, lo(k)): X just after T_k
//
// The first grows with k, and so does the longest step: the last k of either kind
// counts, the last one that may start before a, and where the deadline takes over.
func (e *independent) longest(o outage.Outage) float64 {
	a, b := o.Support()
	s, deadline := e.policy.AttemptTime, e.policy.Deadline
	most := min(e.policy.Retries-1, 1<<50) // k
	if most < 0 {
		return 0
	}
	last := func(is func(k int) bool) int { // the last k for which it holds, 0 if for none
		next, _ := num.FirstWhole(func(k float64) bool { return k > most || !is(int(k)) }, 1, most+1)
		return int(next) - 1
	}
	wait := func(k int) float64 {
		t := e.sum(k)
		_, step := e.one(float64(k + 1)).Support()
		if t.hi < a {
			return min(t.hi+s+step, deadline) - a
		}
		x := max(a, t.lo)
		return min(s+step, deadline-x)
	}
	short := last(func(k int) bool { return e.sum(k).hi < a })
	early := last(func(k int) bool { return e.sum(k).lo <= a })
	late := last(func(k int) bool { lo := e.sum(k).lo; return lo < b && lo <= deadline })
	longest, tries := 0.0, []int{short, short + 1, early, late}
	if !math.IsInf(deadline, 1) {
		cut := last(func(k int) bool { _, step := e.one(float64(k + 1)).Support(); return s+step <= deadline-e.sum(k).lo })
		tries = append(tries, cut, cut+1)
	}
	if !e.policy.Usual() { // a first delay may be longer than those after it, and a list has any order
		for k := 0; k < mostStages && e.sum(k).lo < min(b, deadline); k++ {
			tries = append(tries, k)
		}
	}
	for _, k := range tries {
		if t := e.sum(k); float64(k) <= most && (k == 0 || t.lo < b && t.lo <= deadline) {
			longest = max(longest, wait(k))
		}
	}
	return longest
}
