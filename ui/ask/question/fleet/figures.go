package fleet

import (
	"fmt"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/calc/numeric"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// fleetGroups returns the groups of a fleet: the verdict, the figures, and the server.
func fleetGroups(s *setting.Scenario, list []fleetRun) []answer.Group {
	groups := []answer.Group{
		{Title: "verdict", Quantities: answer.MergeQuantities(list, verdictOf)},
		{Title: simulated(float64(len(list[0].Each))), Quantities: answer.MergeQuantities(list, figuresOf)},
		{Title: "server", Quantities: answer.MergeQuantities(s.Policies(), serverOf)},
	}
	if q := answer.MergeQuantities(s.Policies(), attemptsOf); len(q) > 0 {
		groups = append(groups, answer.Group{Title: "attempts of a healthy server", Quantities: q})
	}
	if s.MaxOutage {
		groups = append(groups, answer.Group{Title: "edge",
			Quantities: answer.MergeQuantities(list, func(p fleetRun) []answer.Quantity { return p.edge.quantities() })})
	}
	return groups
}

// simulated says how many times a fleet was simulated.
func simulated(runs float64) string {
	if runs == 1 {
		return "simulated once"
	}
	return fmt.Sprintf("simulated %s times", unit.Count.Format(runs))
}

// tally counts the runs by outcome. If the fleet recovers, in time or late, all such runs count as its verdict. It
// returns nil if the outcome is known without runs.
func tally(p *simulate.Study) answer.Tally {
	if p.Verdict.Outcome == fleet.Overloaded {
		return nil
	}
	t := answer.Tally{}
	for _, v := range p.Each {
		if v.Outcome.Back() && p.Verdict.Outcome.Back() {
			v.Outcome = p.Verdict.Outcome
		}
		t[v.Outcome.String()]++
	}
	return t
}

// outcomes are the possible verdicts.
var outcomes = func() (words []string) {
	for o := fleet.Recovers; o <= fleet.GaveUp; o++ {
		words = append(words, o.String())
	}
	return words
}()

// states are the possible states of a fleet.
var states = []string{string(answer.Settled), string(answer.Unfinished), string(answer.Lost)}

// tones are the tones of the verdicts.
var tones = []answer.Tone{fleet.Recovers: answer.Good, fleet.RecoversLate: answer.Doubtful,
	fleet.Unsettled:  answer.Doubtful,
	fleet.Metastable: answer.Bad, fleet.Overloaded: answer.Bad, fleet.GaveUp: answer.Bad}

func verdictOf(p fleetRun) []answer.Quantity {
	return []answer.Quantity{
		{Name: "verdict", Better: answer.Less, InComparisons: true, Detail: true, PossibleWords: outcomes,
			DeterminedBy: bindsVerdict(p),
			Value: answer.Value{Words: p.Verdict.Outcome.String(), Tally: tally(p.Study),
				Origin: p.origin(answer.Final)}},
		{Name: "state", Detail: true, Value: answer.Word(string(p.state())), PossibleWords: states},
		{Name: "because", Detail: true, Value: answer.Word(because(p))},
		{Name: "engine", Label: "engine", Detail: true, Value: answer.Word("simulation")},
		{Name: "scale", Label: "clients per simulated client", Detail: p.Scale == 1,
			Value: answer.Amount(p.Scale, unit.Count)},
	}
}

// recovery returns the time to recovery after the outage, or NaN.
func recovery(v fleet.Verdict) float64 {
	if !v.Outcome.Back() {
		return math.NaN()
	}
	return v.Recovery
}

// timed reports whether the figure is a time that may not be reached.
func (f row) timed() bool { return f.whyAbsent == never || f.whyAbsent == notDone }

// labelled returns the label of the figure. The peak of a burst is one of a second too if its clients do not start
// together.
func (f row) labelled(p fleetRun) string {
	if f.Name == "peak-load" && p.System.PeakWindow() == 1 {
		return "peak load in a second"
	}
	return f.label
}

// blank returns the figure as a quantity without its value.
func (f row) blank(p fleetRun) answer.Quantity {
	still := len(p.System.Outages) == 0 && p.System.Traffic.Kind != fleet.Burst // nothing to recover from
	back := len(p.System.Outages) > 0
	hidden := p.System.Traffic.Kind == fleet.Burst &&
		(f.Name == "peak-load" && back || f.Name == "peak-after-outage" && !back)
	q := f.Quantity(answer.Value{Why: f.whyAbsent, Origin: p.origin(f.course)})
	q.Label = f.labelled(p)
	q.Detail = !f.shown || f.needsRecovery && still || hidden // before an outage ends, the peak of a burst is its size
	switch {
	case f.timed() && p.early():
		q.Status, q.Why = answer.Unknown, "the simulation ends before the outage does"
	case f.timed():
		q.Status, q.ExceededBound = answer.NotReached, p.System.Duration-p.System.OutageEnd()
	case f.whyAbsent != "":
		q.Status, q.IsLimit = answer.NotApplicable, true
	}
	if q.DeterminedBy = bindsOutages(p); f.determinedBy != nil {
		q.DeterminedBy = f.determinedBy(p)
	}
	return q
}

// quantity returns the figure as a quantity, with the standard error of its mean over the runs.
func (f row) quantity(p fleetRun) (q answer.Quantity, se float64) {
	q = f.blank(p)
	if f.withoutOutage && p.Verdict.Outcome == fleet.Overloaded {
		q.Number, q.Why, q.DeterminedBy = math.Inf(1), "an overloaded fleet has no baseline", ""
		return q, math.NaN()
	}
	runs := p.Each
	if f.timed() && p.Verdict.Outcome.Back() { // all times are from the same runs, so that they are in order
		runs = slices.DeleteFunc(slices.Clone(runs), func(v fleet.Verdict) bool { return !v.Outcome.Back() })
		q.Tally = apart(len(runs), len(p.Each))
	}
	if f.partly(runs, &q) {
		return q, math.NaN()
	}
	if q.Number, se = meanOf(runs, f.compute); se <= 1e-12*math.Abs(q.Number) { // a rounding error
		se = 0
	}
	if math.IsNaN(q.Number) { // no run has it, except the one that continued beyond the end
		q.Number = f.compute(p.Verdict)
	}
	if f.baselineError != nil { // the baseline comes from all runs
		if f.fromBaseline {
			se = 0
		}
		se = math.Hypot(se, f.baselineError(p))
	}
	if math.IsNaN(q.Number) && q.IsLimit {
		q.Number, se = math.Inf(1), math.NaN() // absent without a warning
	}
	if f.needsRecovery && !p.Verdict.Outcome.Back() {
		q.Number = math.NaN()
	}
	return q, se
}

// partly reports whether only some of the runs have a time, and sets q absent then: the other runs may be later than
// the mean of these.
func (f row) partly(runs []fleet.Verdict, q *answer.Quantity) bool {
	n := reached(runs, f.compute)
	if !f.timed() || n == 0 || n == len(runs) {
		return false
	}
	q.Number, q.Tally = math.NaN(), apart(n, len(runs))
	q.Why = fmt.Sprintf("reached in %d of %d runs", n, len(runs))
	return true
}

// reached returns how many of the runs have a figure.
func reached(runs []fleet.Verdict, of func(fleet.Verdict) float64) (n int) {
	for _, v := range runs {
		if unit.Finite(of(v)) {
			n++
		}
	}
	return n
}

// apart counts the runs that have a figure and those that do not, or returns nil if all have it.
func apart(runs, all int) answer.Tally {
	if runs == all {
		return nil
	}
	return answer.Tally{"": runs, never: all - runs}
}

// figuresOf returns the means over the runs that have a figure, each with its standard error.
func figuresOf(p fleetRun) (list []answer.Quantity) {
	for _, f := range figures(p.System.Traffic.Kind) {
		q, se := f.quantity(p)
		q.Digits, q.Sample = unit.Known(q.Number, se), answer.TooFew
		if se >= 0 {
			q.Error, q.Sample = se, answer.Sampled
		}
		list = append(list, q)
	}
	for _, r := range shares {
		q, se := r.quantity(p)
		q.Error, q.Sample = se, answer.Sampled
		q.Label += runsOf(p)
		list = append(list, q)
	}
	return list
}

// A share is a figure that is a share of the runs.
type share struct {
	figure.Figure
	has func(fleet.Outcome) bool
}

// shares are the shares of the runs that do not recover, and that recover late.
var shares = []share{
	{figure.Figure{Name: "runs-that-do-not-recover", Unit: unit.Share, Label: "runs that do not recover",
		ValueText: "the fleet does not recover in %s of the runs", WantedText: "%s of the runs without a recovery",
		Better: answer.Less, Help: "share of the runs in which the fleet does not recover"},
		func(o fleet.Outcome) bool { return !o.Back() }},
	{figure.Figure{Name: "runs-that-recover-late", Unit: unit.Share, Label: "runs that recover late",
		ValueText: "the fleet recovers late in %s of the runs", WantedText: "%s of the runs with a late recovery",
		Better: answer.Less, Help: "share of the runs in which the fleet recovers late"},
		func(o fleet.Outcome) bool { return o == fleet.RecoversLate }},
}

// quantity returns the share as a quantity. se is half the distance to the farther end of Wilson's interval of two
// standard errors: it is positive for a share of 0, too.
func (r share) quantity(p fleetRun) (q answer.Quantity, se float64) {
	n, runs := 0.0, float64(len(p.Each))
	for _, v := range p.Each {
		if r.has(v.Outcome) {
			n++
		}
	}
	low, high := numeric.Wilson(n, runs, 2)
	q = r.Quantity(answer.Value{Number: n / runs, Origin: p.origin(answer.Varies)})
	q.Detail = true
	return q, max(q.Number-low, high-q.Number) / 2
}

// runsOf gives the size of the simulated fleet if it is scaled down, else "".
func runsOf(p fleetRun) string {
	w := p.System.At(p.Scale)
	switch {
	case p.Scale == 1:
		return ""
	case w.Traffic.Kind == fleet.Open:
		return fmt.Sprintf(", of %s", unit.Rate.Format(w.Traffic.Rate))
	}
	return fmt.Sprintf(", of %s clients", unit.Count.Format(w.Traffic.Clients))
}

// shareOf returns the share of the runs with an outcome.
func shareOf(each []fleet.Verdict, o fleet.Outcome) float64 {
	n := 0.0
	for _, v := range each {
		if v.Outcome == o {
			n++
		}
	}
	return n / float64(len(each))
}

// meanOf returns the mean of a figure over the runs that have it, and its standard error.
func meanOf[R any](runs []R, of func(R) float64) (mean, se float64) {
	var sum, squares, n float64
	for _, r := range runs {
		if x := of(r); unit.Finite(x) {
			sum, n = sum+x, n+1
		}
	}
	mean = sum / n
	for _, r := range runs {
		if x := of(r); unit.Finite(x) {
			squares += (x - mean) * (x - mean)
		}
	}
	return mean, math.Sqrt(squares / n / (n - 1))
}
