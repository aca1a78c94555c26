package policy

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A row is a figure of a policy. One without help is shown in answers only.
type row struct {
	figure.Figure
	quantityName string // its name in answers, if that is not Name
	label        string // name for people there, or ""
	symbol       string
	allShares    bool // other percentiles are found by their names

	onCurve func(timeline) bool // whether it depends on the delays before jitter; nil: no
	detail  func(timeline) bool // whether text that must fit a screen leaves it out; nil: no

	// One of three: a number, of which the group makes a value, the share of a percentile, or the value.
	of      func(timeline) float64
	share   float64
	compute func(timeline) answer.Value
}

// A figureGroup is a group of figures with the same scope.
type figureGroup struct {
	rows       []row
	scope      answer.Scope
	better     answer.Better
	isLimit    bool                                         // +Inf means that there is none
	onCurve    func(timeline) bool                          // where a row has none
	detail     func(timeline) bool                          // where a row has none
	jumps      func(*setting.Scenario) bool                 // see [figure.Goal.NotMonotone]
	noise      func(*setting.Scenario) float64              // nil: they come from the delays before jitter
	ended      func(a *answer.Answer, s *setting.Scenario)  // see [figure.Figure.WarnEnded]
	value      func(l timeline, x float64) answer.Value     // the value of a number; nil: exact
	percentile func(l timeline, share float64) answer.Value // the percentile of a share
}

// The conditions of rows.
func yes(timeline) bool        { return true }
func jittered(l timeline) bool { return l.jittered }

// list returns the rows with what all have in common.
func (f figureGroup) list() []row {
	list := slices.Clone(f.rows)
	for i := range list {
		r := &list[i]
		r.Better = cmp.Or(r.Better, f.better)
		if r.onCurve == nil {
			r.onCurve = f.onCurve
		}
		if r.detail == nil {
			r.detail = f.detail
		}
	}
	return list
}

// quantity returns the figure of a policy as a line of an answer.
func (f figureGroup) quantity(r row, l timeline) answer.Quantity {
	var v answer.Value
	switch {
	case r.compute != nil:
		v = r.compute(l)
	case r.share > 0:
		v = f.percentile(l, r.share)
	case f.value != nil:
		v = f.value(l, r.of(l))
	default:
		v.Number = r.of(l)
	}
	v.IsLimit = f.isLimit
	q := r.Quantity(v)
	q.Name, q.Label, q.Symbol = cmp.Or(r.quantityName, q.Name), r.label, r.symbol
	q.Detail = r.detail != nil && r.detail(l)
	if r.onCurve != nil && r.onCurve(l) {
		q = ofCurve(&l.policy, q)
	}
	return q
}

// grouped returns a group of figures for all policies. Only sentences about several mention figures.
func grouped(title string, lines []timeline, of figureGroup) answer.Group {
	return answer.Group{Title: title, Quantities: answer.MergeQuantities(lines, func(l timeline) (list []answer.Quantity) {
		var others [][]answer.Quantity
		all := of.quantities(l)
		for _, rough := range l.coarser {
			if l.why() != nil { // neither has the others an answer
				break
			}
			others = append(others, of.quantities(rough))
		}
		for i := range all {
			q := &all[i]
			q.InComparisons = q.InComparisons && len(lines) > 1
			q.ErrorEstimate = estimate(q.Number, q.Kind, len(others), func(k int) float64 { return others[k][i].Number })
		}
		return all
	})}
}

func (f figureGroup) quantities(l timeline) (list []answer.Quantity) {
	for _, r := range f.list() {
		list = append(list, f.quantity(r, l))
	}
	return list
}

// figures returns the figures of the family that have help.
func (f figureGroup) figures() (list figure.Table) {
	for _, r := range f.list() {
		if r.Help == "" {
			continue
		}
		x := r.Figure
		if r.quantityName != "" {
			x.QuantityNames = append(x.QuantityNames, r.quantityName)
		}
		if x.Needs == nil && x.Takes == nil && x.Lacks == nil {
			x.Scope = f.scope
		}
		if x.NotMonotone == nil {
			x.NotMonotone = f.jumps
		}
		if x.WarnEnded == nil {
			x.WarnEnded = f.ended
		}
		if x.Compute == nil {
			x.Compute = func(ctx context.Context, s *setting.Scenario, effort answer.Effort) answer.Value {
				return f.quantity(r, figureTimeline(ctx, s, effort)).Of(0)
			}
		}
		x.RelativeError, x.BeforeJitter, x.LowerBound = f.noise, f.noise == nil && !x.OfPair, x.Better == answer.More
		takes := figure.Table{x}.Takes()
		x.DeterminedBy = func(s *setting.Scenario) string { return binds(s, takes) }
		if r.allShares {
			x.FindMore = f.otherPercentiles(x)
		}
		list = append(list, x)
	}
	return list
}

// Figures are the figures of a policy, in display order.
var Figures = sync.OnceValue(func() (list figure.Table) {
	for _, f := range []figureGroup{onCurve, atElapsed, wholePolicy, afterOutage, callTime, lastRetry, jitterAt, atCap,
		byDeadline, succeeds, ofPair, startsBy} {
		list = append(list, f.figures()...)
	}
	return list
})

// always is the NotMonotone of figures that jump, because they count retries or belong to the retry at T, and of waits
// after an outage: longer attempts shorten the delay in progress at its end.
func always(*setting.Scenario) bool { return true }

func hasDeadline(s *setting.Scenario) bool { return unit.Finite(s.CallLimit()) }

// noise returns the relative error of a rough value from a distribution. It is 0 unless each delay depends on the
// previous one; where one number is drawn for a call, the percentiles are exact.
func noise(s *setting.Scenario) float64 {
	if s.Stateful() && !s.Jitter.OncePerCall {
		return 1e-2
	}
	return 0
}

// binds names what determines a figure that takes these settings: the time or outage of the question, or else the end
// of the policy.
func binds(s *setting.Scenario, takes []string) string {
	switch {
	case slices.Contains(takes, "at") && unit.Finite(s.AskAt) && s.RetriesBy(s.AskAt) < s.RetriesMade():
		return "retry " + unit.Count.Format(max(1, s.RetriesBy(s.AskAt))) + ", the last by " + unit.Duration.Format(s.AskAt)
	case slices.Contains(takes, "outage") && s.SentenceText("outage") != "none":
		return "the outage of " + s.SentenceText("outage")
	}
	switch n := s.RetriesMade(); {
	case math.IsInf(n, 1):
		return "no retry limit"
	case math.IsNaN(n):
		return ""
	case n < s.Retries:
		return ender(s) + ", after retry " + unit.Count.Format(n)
	default:
		return "retry " + unit.Count.Format(n) + ", the last"
	}
}

// ender names what ends a policy before its last retry.
func ender(s *setting.Scenario) string {
	switch {
	case unit.Finite(s.TotalTimeout) && s.TotalTimeout <= s.Deadline:
		return "the total timeout of " + unit.Duration.Format(s.TotalTimeout)
	case unit.Finite(s.Deadline):
		return "the deadline of " + unit.Duration.Format(s.Deadline)
	}
	return "the limit of starts"
}

// number returns x as a value that is shown with these digits; why is the reason if it is not finite.
func number(x float64, why string, digits int) answer.Value {
	return answer.Value{Number: x, Why: why, Digits: digits}
}

// withoutEnd gives the reason why a value has no bound, if it is infinite.
func withoutEnd(v answer.Value, why string) answer.Value {
	if math.IsInf(v.Number, 1) {
		v.Why, v.Status = why, answer.Unbounded
	}
	return v
}
