package advice

import (
	"cmp"
	"context"
	"math"

	"retune/calc/fleet"
	"retune/calc/simulate"
)

// An Effect is the fate of a fleet: the study, the verdict with the means of its runs, see [simulate.Study.Means], and
// the longest outage that it survives.
type Effect struct {
	Study   *simulate.Study
	Verdict fleet.Verdict
	Longest Edge
	NoEdge  error // reason why Longest is unknown, or nil
}

// few is the number of runs for a lever. outageError is the relative error of its longest outage.
const (
	few         = 4
	outageError = 0.1
)

// Evaluate returns the fate of a fleet from a few runs, with the longest outage to 10%.
func Evaluate(ctx context.Context, w fleet.System, o simulate.Options) (Effect, error) {
	o.Runs, o.Scale = few, w.MostScale(math.Inf(1))
	s := simulate.NewStudy(w, o)
	if err := s.More(ctx, few); err != nil {
		return Effect{}, err
	}
	if s.Summarize(); s.Verdict.Outcome == fleet.Unsettled { // the duration was too short: use as long as it takes
		w.Duration = math.Inf(1)
		long := s.Like(w, s.Left(), true)
		if err := long.More(ctx, 1); err != nil {
			return Effect{}, err
		}
		v := long.Each[0]
		s.Verdict.Outcome, s.Verdict.Reason, s.Verdict.Recovery = v.Outcome, v.Reason, v.Recovery
	}
	return Of(ctx, s, outageError)
}

// Of returns the effect of a study, with the longest outage to a relative error of rel.
func Of(ctx context.Context, s *simulate.Study, rel float64) (Effect, error) {
	e := Effect{Study: s, Verdict: s.Means()}
	e.Longest, e.NoEdge = LongestOutage(ctx, s, rel)
	return e, ctx.Err()
}

// Compare is negative if a is better than b. It compares the outcome, then the longest outage survived, then the time
// to recovery, and then the peak load. Edges within their errors are equal.
func Compare(a, b Effect) int {
	if x := cmp.Compare(rank[a.Verdict.Outcome], rank[b.Verdict.Outcome]); x != 0 {
		return x
	}
	if off := a.Longest.Error + b.Longest.Error; !(math.Abs(a.Longest.At-b.Longest.At) <= off) &&
		a.Longest.At != b.Longest.At {
		return cmp.Compare(b.Longest.At, a.Longest.At)
	}
	if x := cmp.Compare(backAfter(a.Verdict), backAfter(b.Verdict)); x != 0 {
		return x
	}
	return cmp.Compare(a.Verdict.Load, b.Verdict.Load)
}

// Helps reports whether a is better than b by more than 5% in a figure or by its outcome. Smaller differences may be
// random.
func Helps(a, b Effect) bool {
	apart := func(x, y float64) bool { return x != y && !(math.Abs(x-y) <= 0.05*math.Abs(y)) }
	return Compare(a, b) < 0 && (a.Verdict.Outcome != b.Verdict.Outcome || apart(a.Longest.At, b.Longest.At) ||
		apart(backAfter(a.Verdict), backAfter(b.Verdict)) || apart(a.Verdict.Load, b.Verdict.Load))
}

// rank orders outcomes from the best.
var rank = [...]int{fleet.Recovers: 0, fleet.RecoversLate: 1, fleet.Unsettled: 2, fleet.GaveUp: 3,
	fleet.Metastable: 4, fleet.Overloaded: 5}

// backAfter returns the time to recovery after the outage in seconds, or +Inf.
func backAfter(v fleet.Verdict) float64 {
	if !math.IsNaN(v.Recovery) {
		return v.Recovery
	}
	return math.Inf(1)
}
