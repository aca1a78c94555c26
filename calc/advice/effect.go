package advice

import (
	"cmp"
	"context"
	"math"

	"retune/calc/fleet"
	"retune/calc/simulate"
)

// An Effect is what becomes of a fleet: the study, the verdict with the means of its runs, see
// [simulate.Study.Means], and the longest outage that it survives.
type Effect struct {
	Study   *simulate.Study
	Verdict fleet.Verdict
	Longest Edge
	NoEdge  error // why Longest is not known; nil if it is
}

// few is how many runs there are of a lever, and outageError how far apart the bounds of a longest outage
// may be, as a share of it.
const (
	few         = 4
	outageError = 0.1
)

// Evaluate returns what becomes of a fleet by a few runs, with the longest outage to 10 %.
func Evaluate(ctx context.Context, w fleet.System, o simulate.Options) (Effect, error) {
	o.Runs, o.Scale = few, w.MostScale(math.Inf(1))
	s := simulate.NewStudy(w, o)
	if err := s.More(ctx, few); err != nil {
		return Effect{}, err
	}
	if s.Summarize(); s.Verdict.Outcome == fleet.Unsettled { // not within the duration: what becomes of it in the end
		w.Duration = math.Inf(1)
		long := s.Like(w, s.Left(), true)
		if err := long.More(ctx, 1); err != nil {
			return Effect{}, err
		}
		s.Verdict.Outcome, s.Verdict.Reason = long.Each[0].Outcome, long.Each[0].Reason
	}
	return Of(ctx, s, outageError)
}

// Of returns the effect of a study, with the longest outage to a share rel of it.
func Of(ctx context.Context, s *simulate.Study, rel float64) (Effect, error) {
	e := Effect{Study: s, Verdict: s.Means()}
	e.Longest, e.NoEdge = LongestOutage(ctx, s, rel)
	return e, ctx.Err()
}

// Compare is negative if a is better than b: by the outcome, then by the longest
// outage survived, then by the time to recovery, and then by the peak of the load.
// Edges that do not differ by more than their errors are alike.
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

// Helps tells whether a is better than b by more than a twentieth of what makes it so: less may be chance.
func Helps(a, b Effect) bool {
	apart := func(x, y float64) bool { return x != y && !(math.Abs(x-y) <= 0.05*math.Abs(y)) }
	return Compare(a, b) < 0 && (a.Verdict.Outcome != b.Verdict.Outcome || apart(a.Longest.At, b.Longest.At) ||
		apart(backAfter(a.Verdict), backAfter(b.Verdict)) || apart(a.Verdict.Load, b.Verdict.Load))
}

// rank is how good an outcome is, the least the best.
var rank = [...]int{fleet.Recovers: 0, fleet.RecoversLate: 1, fleet.Unsettled: 2, fleet.GaveUp: 3,
	fleet.Metastable: 4, fleet.Overloaded: 5}

// backAfter is when the fleet is back, seconds after the outage, +Inf if never.
func backAfter(v fleet.Verdict) float64 {
	if !math.IsNaN(v.Recovery) {
		return v.Recovery
	}
	return math.Inf(1)
}
