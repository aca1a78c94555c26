package advice

import (
	"cmp"
	"context"
	"math"

	"retune/calc/fleet"
	"retune/calc/numeric"
	"retune/calc/simulate"
)

// An Effect is the fate of a fleet: the study, the verdict with the means of its runs, see [simulate.Study.Means], and
// the longest outage that it survives.
type Effect struct {
	Study   *simulate.Study
	Verdict fleet.Verdict
	Longest Edge
	NoEdge  error // reason why Longest is unknown, or nil

	search *search // the search for Longest
	tried  []float64
}

// The numbers of runs for a lever: if they agree whether the fleet recovers, and if they do not.
const few, some = 8, 20

// Evaluate returns the fate of a fleet from a few runs, or more if they differ, without the longest outage: see
// [Effect.FindLongest].
func Evaluate(ctx context.Context, w fleet.System, o simulate.Options) (Effect, error) {
	o.Runs, o.Scale = some, w.MostScale(math.Inf(1))
	s := simulate.NewStudy(w, o)
	if err := s.More(ctx, few); err != nil {
		return Effect{}, err
	}
	if back := s.Back(); back > 0 && back < 1 && !s.Stopped {
		if err := s.More(ctx, some-few); err != nil {
			return Effect{}, err
		}
	}
	if s.Summarize(); s.Verdict.Outcome == fleet.Unsettled { // the duration was too short: use as long as it takes
		w.Duration = math.Inf(1)
		s = s.Trial(w, s.Left(), true)
		if err := s.More(ctx, few); err != nil {
			return Effect{}, err
		}
		s.Summarize()
	}
	return Effect{Study: s, Verdict: s.Means()}, ctx.Err()
}

// FindLongest finds the longest outage of a fleet from few runs, of at most longest seconds or four times the present
// one if that is longer. [Effect.ConfirmLongest] makes it sure.
func (e *Effect) FindLongest(ctx context.Context, q Search, longest float64) {
	if e.search, e.NoEdge = q.outages(ctx, e.Study); e.NoEdge == nil {
		x := e.search.present
		e.tried = ladder(x/100, max(longest, 4*x), x)
		e.Longest, e.NoEdge = e.search.roughly(e.tried), e.search.err
	}
}

// ConfirmLongest makes the longest outage of a fleet sure with more attempts, see [Search].
func (e *Effect) ConfirmLongest() {
	if e.search != nil && e.NoEdge == nil {
		e.search.left = EdgeAttempts
		e.Longest, e.NoEdge = e.search.walk(e.tried)
	}
}

// LongestRecovered returns the longest outage from which a search saw the fleet recover, or 0 if the search found the
// edge.
func (e Effect) LongestRecovered() float64 {
	if e.NoEdge != nil || !math.IsNaN(e.Longest.Next) || math.IsNaN(e.Longest.At) {
		return 0
	}
	return e.Longest.At
}

// EffectOf returns the effect of a study, with the longest outage.
func (q Search) EffectOf(ctx context.Context, s *simulate.Study) (Effect, error) {
	e := Effect{Study: s, Verdict: s.Means()}
	e.Longest, e.NoEdge = q.LongestOutage(ctx, s)
	return e, ctx.Err()
}

// Recovers adds runs until they decide whether the fleet of the effect recovers, see [Search], and reports whether it
// does.
func (q Search) Recovers(ctx context.Context, e Effect) (bool, error) {
	s := e.Study
	for runs := len(s.Each); ; runs = min(2*runs, mostRuns) {
		runs = max(runs, 1)
		if more := runs - len(s.Each); more > 0 {
			if err := s.More(ctx, more); err != nil {
				return false, err
			}
		}
		back := int(math.Round(s.Back() * float64(len(s.Each))))
		open := int(math.Round(s.Open() * float64(len(s.Each))))
		if is := numeric.Reaches(back, open, len(s.Each), q.Share, deviations); is != 0 || runs >= mostRuns || s.Stopped {
			return is > 0, ctx.Err()
		}
	}
}

// Compare is negative if a is better than b. It compares the outcome, then the longest outage survived, then the time
// to recovery, and then the peak load, of which one that is unknown or can still grow is the highest. Two longest
// outages are equal if their ranges overlap.
func Compare(a, b Effect) int {
	if x := cmp.Compare(rank[a.Verdict.Outcome], rank[b.Verdict.Outcome]); x != 0 {
		return x
	}
	if x := a.Longest.compare(b.Longest); x != 0 {
		return -x
	}
	if x := cmp.Compare(backAfter(a.Verdict), backAfter(b.Verdict)); x != 0 {
		return x
	}
	return cmp.Compare(a.finalLoad(), b.finalLoad())
}

// finalLoad returns the peak load in attempts per second, or +Inf if it is unknown or a longer run may have a higher
// one.
func (e Effect) finalLoad() float64 {
	if e.Verdict.Outcome == fleet.Unsettled || math.IsNaN(e.Verdict.Load) {
		return math.Inf(1)
	}
	return e.Verdict.Load
}

// compare is positive if e is surely longer than f: its last value that recovers is beyond the first of f that does
// not.
func (e Edge) compare(f Edge) int {
	switch {
	case e.At > f.Next || e.At > 0 && math.IsNaN(f.At):
		return 1
	case f.At > e.Next || f.At > 0 && math.IsNaN(e.At):
		return -1
	}
	return 0
}

// Helps reports whether a is better than b by more than 5% in a figure or by its outcome. Smaller differences may be
// random.
func Helps(a, b Effect) bool {
	apart := func(x, y float64) bool { return x != y && !(math.Abs(x-y) <= 0.05*math.Abs(y)) }
	return Compare(a, b) < 0 && (a.Verdict.Outcome != b.Verdict.Outcome || a.Longest.compare(b.Longest) != 0 ||
		apart(backAfter(a.Verdict), backAfter(b.Verdict)) || apart(a.finalLoad(), b.finalLoad()))
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
