package levers

import (
	"cmp"
	"context"
	"math"

	"retune/calc/fluid"
	"retune/calc/system"
)

// An Effect is what becomes of a fleet: the verdict, with its peaks, retry
// amplification and recovery, and the longest outage that it survives.
type Effect struct {
	Verdict system.Verdict
	Longest Edge
	NoEdge  error // why Longest is not known; nil if it is
}

// outageError is how far apart the bounds of a longest outage may be, as a share of it.
const outageError = 0.02

// Evaluate returns what becomes of a fleet, whose longest outage is good to 2%. So many seconds
// are for the longest outage, see [EdgeSeconds], and half as many for the verdict beyond the end
// of the run, which is seldom needed.
func Evaluate(ctx context.Context, w system.System, seconds float64) (Effect, error) {
	base, err := fluid.Baseline(ctx, w)
	if err != nil {
		return Effect{}, err
	}
	v, err := fluid.JudgeAgainst(ctx, w, base, min(fluid.JudgeSeconds, seconds/2))
	if err != nil {
		return Effect{}, err
	}
	e := Effect{Verdict: v}
	e.Longest, e.NoEdge = longestOutage(ctx, w, base, outageError, seconds)
	return e, ctx.Err()
}

// Compare is negative if a is better than b: by the outcome, then by the longest
// outage survived, then by the time to recovery, and then by the peak of the load.
// Edges that do not differ by more than their errors are alike.
func Compare(a, b Effect) int {
	if x := cmp.Compare(rank[a.Verdict.Outcome], rank[b.Verdict.Outcome]); x != 0 {
		return x
	}
	if off := a.Longest.Error + b.Longest.Error; !(math.Abs(a.Longest.At-b.Longest.At) <= off) && a.Longest.At != b.Longest.At {
		return cmp.Compare(b.Longest.At, a.Longest.At)
	}
	if x := cmp.Compare(back(a.Verdict), back(b.Verdict)); x != 0 {
		return x
	}
	return cmp.Compare(a.Verdict.Load, b.Verdict.Load)
}

// Helps tells whether a is better than b by more than a hundredth of what makes it so.
func Helps(a, b Effect) bool {
	apart := func(x, y float64) bool { return x != y && !(math.Abs(x-y) <= 0.01*math.Abs(y)) }
	return Compare(a, b) < 0 && (a.Verdict.Outcome != b.Verdict.Outcome || apart(a.Longest.At, b.Longest.At) ||
		apart(back(a.Verdict), back(b.Verdict)) || apart(a.Verdict.Load, b.Verdict.Load))
}

// rank is how good an outcome is, the least the best.
var rank = [...]int{system.Recovers: 0, system.RecoversLate: 1, system.Draining: 2, system.GaveUp: 3, system.Metastable: 4, system.Overloaded: 5}

// back is when the fleet is back, seconds after the outage, +Inf if never.
func back(v system.Verdict) float64 {
	switch {
	case !math.IsNaN(v.Recovery):
		return v.Recovery
	case !math.IsNaN(v.Estimate):
		return v.Estimate
	}
	return math.Inf(1)
}
