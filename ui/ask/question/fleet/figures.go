package fleet

import (
	"fmt"
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// fleetGroups returns the groups of a fleet: the verdict, the figures, and the tipping points.
func fleetGroups(s setting.Scenario, list []fleetRun) []answer.Group {
	groups := []answer.Group{
		{Title: "verdict", Quantities: answer.Each(list, verdictOf)},
		{Title: simulated(float64(len(list[0].each))), Quantities: answer.Each(list, figuresOf)},
		{Title: "tipping points", Quantities: slices.DeleteFunc(answer.Each(list, tippingOf),
			func(q answer.Quantity) bool {
				// undefined for this traffic and server
				return math.IsNaN(q.A) &&
					!slices.ContainsFunc(q.Others, func(q answer.Quantity) bool { return !math.IsNaN(q.A) })
			})},
	}
	if s.MaxOutage { // it is the limit that is asked for
		groups[2].Quantities[0].Detail = true
		groups = append(groups, answer.Group{Title: "edge",
			Quantities: answer.Each(list, func(p fleetRun) []answer.Quantity { return p.edge.quantities() })})
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
func tally(p fleetRun) answer.Tally {
	if p.verdict.Outcome == fleet.Overloaded {
		return nil
	}
	t := answer.Tally{}
	for _, v := range p.each {
		if v.Outcome.Back() && p.verdict.Outcome.Back() {
			v.Outcome = p.verdict.Outcome
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

// tones are the tones of the verdicts.
var tones = []answer.Tone{fleet.Recovers: answer.Good, fleet.RecoversLate: answer.Doubtful,
	fleet.Unsettled:  answer.Doubtful,
	fleet.Metastable: answer.Bad, fleet.Overloaded: answer.Bad, fleet.GaveUp: answer.Bad}

func verdictOf(p fleetRun) []answer.Quantity {
	return []answer.Quantity{
		{Name: "verdict", Better: answer.Less, Tells: true, Detail: true, Words: p.verdict.Outcome.String(),
			Among: outcomes, Binds: bindsVerdict(p), Tally: tally(p)},
		{Name: "because", Detail: true, Words: because(p)},
		{Name: "engine", Label: "engine", Detail: true, Words: "simulation"},
		{Name: "scale", Label: "clients for each one simulated", Detail: p.study.Scale == 1, Kind: unit.Count,
			A: p.study.Scale},
	}
}

const (
	never   = "not reached within the simulated time"
	noneNow = "undefined for this traffic"
	noAfter = "no outage ends within the simulated time"
)

// A figure is a number in a verdict.
type figure struct {
	answer.Quantity
	names string // other names of the result
	help  string
	of    func(fleet.Verdict) float64
	binds func(fleetRun) string // see [answer.Quantity.Binds]; nil: the outages

	back   bool                   // absent for a fleet that does not recover, even if some runs do
	shared func(fleetRun) float64 // standard error from the baseline, which all runs share
	fixed  bool                   // the figure itself comes from the baseline
	steady bool                   // it describes the fleet without an outage
}

// timed returns the figure of time i of a verdict, which may not be reached.
func timed(i int, name, label, help string) figure {
	return figure{Quantity: answer.Quantity{Name: name, Label: label, Better: answer.Less, Detail: i > 0,
		Kind: unit.Duration, Why: never, Status: answer.NotReached}, help: help,
		of:     func(v fleet.Verdict) float64 { return v.List()[i] },
		shared: func(p fleetRun) float64 { return p.study.Shift()[i] }}
}

// success returns the figure of the time until a share of the goodput is back.
func success(i int, percent, of string) figure {
	return timed(i, "goodput "+percent, "goodput back to "+percent+"% after",
		"time from the end of the outage until "+of+" of the baseline goodput is back, or "+of+" of a burst has succeeded")
}

// counted returns the figure of a number of requests or attempts.
func counted(name, label, help string, better answer.Better, of func(fleet.Verdict) float64) figure {
	return figure{Quantity: answer.Quantity{Name: name, Label: label, Better: better, Detail: label == "",
		Kind: unit.Count}, help: help, of: of}
}

// figures returns the figures of a fleet with that traffic.
func figures(t fleet.TrafficKind) []figure {
	back := timed(0, "time to recovery", "", "time from the end of the outage until load and goodput return to the "+
		"baseline and stay there")
	back.Tells, back.Ranks, back.back, back.of, back.binds = true, "soonest back", true, recovery, bindsRecovery
	back.names = "recovery-time ttr recovery time-to-recover"
	failed := counted("requests failed", "requests failed for good", "requests that fail for good", answer.Less,
		func(v fleet.Verdict) float64 { return v.Failed })
	failed.Tells, failed.Ranks = true, "fewest failures"
	list := []figure{back, success(1, "50", "half"), success(2, "90", "90%"), success(3, "99", "99%")}
	if t == fleet.Burst {
		for i, share := range [...]string{"half", "90%", "99%"} {
			list[1+i].Label = share + " of the clients have succeeded after"
		}
		done := timed(0, "all done after", "all have succeeded or failed after",
			"time from the end of the outage until every request has succeeded or failed")
		done.Why, done.shared = "not all are done within the simulated time", nil
		list = append(list, done)
	}
	list = append(append(list, loads(t)...),
		counted("requests started", "", "requests that begin in the simulated time", answer.Neither,
			func(v fleet.Verdict) float64 { return v.Started }),
		counted("requests succeeded", "", "requests answered in time", answer.More,
			func(v fleet.Verdict) float64 { return v.Succeeded }),
		failed,
		counted("requests under way", "requests still waiting", "requests neither answered nor given up at the end",
			answer.Less, func(v fleet.Verdict) float64 { return v.UnderWay }),
		counted("failed attempts", "", "attempts that fail or time out", answer.Less,
			func(v fleet.Verdict) float64 { return v.Wasted }),
		figure{Quantity: answer.Quantity{Name: "peak backoff share", Detail: true, Label: "peak clients in backoff",
			Kind: unit.Share, Limit: true, Why: noneNow, Status: answer.NotApplicable},
			help: "largest share of clients waiting to retry, as a mean over a twentieth of the " +
				"outage, at most 1s", of: func(v fleet.Verdict) float64 { return v.Waiting }})
	return list
}

// loads returns the figures of the load of a fleet with that traffic.
func loads(t fleet.TrafficKind) []figure {
	within := " in a second"
	if t == fleet.Burst {
		within = " in the window"
	}
	limited := func(name, label, why string, kind unit.Kind) answer.Quantity {
		return answer.Quantity{Name: name, Label: label, Detail: true, Kind: kind, Limit: true, Why: why,
			Status: answer.NotApplicable}
	}
	after := limited("peak after outage", "", noAfter, unit.Rate)
	after.Better, after.Tells = answer.Less, true
	load, goodput := limited("baseline load", "", noneNow, unit.Rate), limited("baseline goodput", "", noneNow, unit.Rate)
	load.Detail, goodput.Better = false, answer.More
	ratio := limited("load ratio", "", noneNow, unit.Number)
	ratio.Better = answer.Less
	return []figure{
		{Quantity: answer.Quantity{Name: "peak load", Better: answer.Less, Ranks: "kindest to the server",
			Label: "peak load" + within, Kind: unit.Rate}, names: "peak peak-rps peak-rate",
			help:  "most attempts per second that reach the server",
			of:    func(v fleet.Verdict) float64 { return v.Load },
			binds: func(p fleetRun) string { return whenOf(p, p.verdict.At) }},
		{Quantity: answer.Quantity{Name: "peak at", Label: "time of the peak load", Detail: true, Kind: unit.Duration},
			help: "time of the peak load", of: func(v fleet.Verdict) float64 { return v.At }},
		{Quantity: after, help: "most attempts per second after the end of the outage",
			of:    func(v fleet.Verdict) float64 { return v.AfterLoad },
			binds: func(p fleetRun) string { return whenOf(p, p.verdict.AfterAt) }},
		{Quantity: limited("peak after outage at", "time of the peak after outage", noAfter, unit.Duration),
			help: "time of the peak after the outage", of: func(v fleet.Verdict) float64 { return v.AfterAt }},
		{Quantity: load, help: "attempts per second without an outage", fixed: true, steady: true,
			of:     func(v fleet.Verdict) float64 { return v.Baseline.Load },
			shared: func(p fleetRun) float64 { return p.verdict.Baseline.LoadError }},
		{Quantity: goodput, help: "requests answered in time per second without an outage", fixed: true, steady: true,
			of:     func(v fleet.Verdict) float64 { return v.Baseline.Goodput },
			shared: func(p fleetRun) float64 { return p.verdict.Baseline.GoodputError }},
		{Quantity: answer.Quantity{Name: "retry amplification", Better: answer.Less, Tells: true, Kind: unit.Number},
			names: "amplification attempts-per-request",
			help:  "attempts per request, at least 1, attempts that a breaker blocks included",
			of:    func(v fleet.Verdict) float64 { return v.RetryAmplification }},
		{Quantity: ratio, help: "load from the start of the outage on, divided by the load without an outage",
			of: func(v fleet.Verdict) float64 { return v.LoadRatio }, steady: true,
			shared: func(p fleetRun) float64 {
				b := p.verdict.Baseline
				return p.verdict.LoadRatio * b.LoadError / b.Load
			}},
	}
}

// recovery returns the time to recovery after the outage, or NaN.
func recovery(v fleet.Verdict) float64 {
	if !v.Outcome.Back() {
		return math.NaN()
	}
	return v.Recovery
}

// quantity returns the figure as a quantity, with the standard error of its mean over the runs.
func (f figure) quantity(p fleetRun) (q answer.Quantity, se float64) {
	q, se = f.Quantity, math.NaN()
	if f.steady && p.verdict.Outcome == fleet.Overloaded {
		q.A, q.Why = math.Inf(1), "an overloaded fleet has no baseline"
		return q, se
	}
	if q.Binds = bindsOutages(p); f.binds != nil {
		q.Binds = f.binds(p)
	}
	if q.Status == answer.NotReached {
		q.Over = p.system.Duration - p.system.OutageEnd()
	}
	runs := p.each
	// all times are from the same runs, so that they are in order
	if q.Status == answer.NotReached && p.verdict.Outcome.Back() {
		runs = slices.DeleteFunc(slices.Clone(runs), func(v fleet.Verdict) bool { return !v.Outcome.Back() })
		q.Tally = apart(len(runs), len(p.each))
	}
	if q.A, se = meanOf(runs, f.of); se <= 1e-12*math.Abs(q.A) { // a rounding error
		se = 0
	}
	if math.IsNaN(q.A) { // no run has it, except the one that continued beyond the end
		q.A = f.of(p.verdict)
	}
	if f.shared != nil { // the baseline comes from all runs
		if f.fixed {
			se = 0
		}
		se = math.Hypot(se, f.shared(p))
	}
	if math.IsNaN(q.A) && q.Status == answer.NotApplicable {
		q.A, se = math.Inf(1), math.NaN() // absent without a warning
	}
	if f.back && !p.verdict.Outcome.Back() {
		q.A = math.NaN()
	}
	return q, se
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
	for _, f := range figures(p.system.Traffic.Kind) {
		q, se := f.quantity(p)
		if q.Digits = unit.Known(q.A, se); se > 0 {
			q.Noise = se
		}
		list = append(list, q, answer.Quantity{Name: q.Name + " se", Label: "± standard error", Kind: q.Kind, A: se,
			Error: true, Limit: true, Why: "too few runs have it", Status: answer.Unknown})
	}
	back, late := "runs that do not recover", "runs that recover late"
	q := []answer.Quantity{
		{Name: back, Detail: true, Kind: unit.Share, A: 1 - p.study.Back()},
		{Name: late, Detail: true, Kind: unit.Share, A: shareOf(p.each, fleet.RecoversLate)},
	}
	if of := runsOf(p); of != "" {
		q[0].Label, q[1].Label = back+of, late+of
	}
	return append(list, q...)
}

// runsOf gives the size of the simulated fleet if it is scaled down, else "".
func runsOf(p fleetRun) string {
	w := p.system.At(p.study.Scale)
	switch {
	case p.study.Scale == 1:
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
func meanOf[R any](runs []R, figure func(R) float64) (mean, se float64) {
	var sum, squares, n float64
	for _, r := range runs {
		if x := figure(r); finite(x) {
			sum, n = sum+x, n+1
		}
	}
	mean = sum / n
	for _, r := range runs {
		if x := figure(r); finite(x) {
			squares += (x - mean) * (x - mean)
		}
	}
	return mean, math.Sqrt(squares / n / (n - 1))
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
