package query

import (
	"context"
	"fmt"
	"math"
	"slices"

	"retune/calc/fluid"
	"retune/calc/levers"
	"retune/calc/system"
	"retune/ui/knob"
	"retune/ui/unit"
)

// fleetGroups is what is said of the fleet: the verdict, the figures, and where
// it tips over.
func fleetGroups(s knob.Scenario, list []fleetRun, effort Effort) []Group {
	title := "solved as a flow"
	if s.Engine == knob.Simulation {
		title = fmt.Sprintf("played %s times", unit.Count.Format(s.Runs))
		if s.Runs == 1 {
			title = "played 1 time"
		}
	}
	groups := []Group{
		{"verdict", each(list, verdictOf)},
		{title, each(list, func(p fleetRun) []Quantity { return figuresOf(s, p, effort) })},
		{"tipping points", slices.DeleteFunc(each(list, tippingOf), func(q Quantity) bool {
			return math.IsNaN(q.A) && (len(list) == 1 || math.IsNaN(q.B)) // this traffic and this server have none
		})},
	}
	if s.Traffic.Kind == system.Burst {
		groups = append(groups, Group{"the herd", each(list, func(p fleetRun) []Quantity { return herdOf(s, p) })})
	}
	if s.Edges {
		groups = append(groups, Group{"edge", each(list, func(p fleetRun) []Quantity { return edgeOf(s, p) })})
	}
	return groups
}

// each asks the same of every policy's world.
func each(list []fleetRun, of func(fleetRun) []Quantity) []Quantity {
	quantities := of(list[0])
	if len(list) > 1 {
		for i, b := range of(list[1]) {
			quantities[i].B, quantities[i].WordsB = b.A, b.Words
			if finite(quantities[i].A) {
				quantities[i].why = b.why
			}
		}
	}
	return quantities
}

func verdictOf(p fleetRun) []Quantity {
	return []Quantity{
		{Name: "verdict", Words: p.verdict.Outcome.String()},
		{Name: "because", Words: because(p)},
	}
}

const (
	never   = "the fleet does not get there by the horizon"
	noneNow = "this traffic has none"
)

// figures are what a verdict says in numbers.
var figures = []struct {
	Quantity
	of func(system.Verdict) float64
}{
	{Quantity{Name: "recovery time", Kind: unit.Duration, why: never}, func(v system.Verdict) float64 { return v.Recovery }},
	{Quantity{Name: "success 50", Label: "half of normal success after", Kind: unit.Duration, why: never}, func(v system.Verdict) float64 { return v.Success50 }},
	{Quantity{Name: "success 90", Label: "90% of it after", Kind: unit.Duration, why: never}, func(v system.Verdict) float64 { return v.Success90 }},
	{Quantity{Name: "success 99", Label: "99% of it after", Kind: unit.Duration, why: never}, func(v system.Verdict) float64 { return v.Success99 }},
	{Quantity{Name: "peak load", Kind: unit.Rate}, func(v system.Verdict) float64 { return v.Load }},
	{Quantity{Name: "peak at", Kind: unit.Duration}, func(v system.Verdict) float64 { return v.At }},
	{Quantity{Name: "peak after outage", Kind: unit.Rate, Limit: true, why: "the outage lasts to the horizon, or there is none"}, func(v system.Verdict) float64 { return v.AfterLoad }},
	{Quantity{Name: "normal load", Kind: unit.Rate, Limit: true, why: noneNow}, func(v system.Verdict) float64 { return v.Baseline.Load }},
	{Quantity{Name: "retry amplification", Kind: unit.Number}, func(v system.Verdict) float64 { return v.RetryAmplification }},
	{Quantity{Name: "load ratio", Kind: unit.Number, Limit: true, why: noneNow}, func(v system.Verdict) float64 { return v.LoadRatio }},
	{Quantity{Name: "calls in vain", Kind: unit.Number}, func(v system.Verdict) float64 { return v.Wasted }},
	{Quantity{Name: "waiting", Label: "clients waiting at most", Kind: unit.Share, Limit: true, why: noneNow}, func(v system.Verdict) float64 { return v.Waiting }},
}

// figuresOf is the figures of the run, and how far they are to be trusted. Those
// of a simulation are means over the runs that have them, each with its standard
// error.
func figuresOf(s knob.Scenario, p fleetRun, effort Effort) (list []Quantity) {
	collapses := !p.verdict.Outcome.Back()
	for _, f := range figures {
		q := f.Quantity
		q.A = f.of(p.verdict)
		se := math.NaN()
		if s.Engine == knob.Simulation {
			q.A, se = meanOf(p.each, f.of)
		}
		if collapses && q.Name == "recovery time" {
			q.A = math.NaN()
		}
		list = append(list, q)
		if s.Engine == knob.Simulation {
			list = append(list, Quantity{Name: q.Name + " se", Label: "± standard error", Kind: q.Kind, A: se, Error: true, Limit: true, why: "too few runs have it"})
		}
	}
	switch {
	case s.Engine == knob.Simulation:
		return append(list, Quantity{Name: "runs that collapse", Kind: unit.Share, A: notBack(p.each)},
			Quantity{Name: "runs that recover late", Kind: unit.Share, A: shareOf(p.each, system.RecoversLate)})
	case effort == Rough:
		return list
	}
	_, step, off := p.flow.Peak()
	return append(list,
		Quantity{Name: "peak load error", Label: "peak load, error of the grid", Kind: unit.Rate, A: off, why: "a finer grid would take too long to compare with"},
		Quantity{Name: "peak load noise", Label: "peak load, noise of one run", Kind: unit.Rate, A: p.flow.Noise(step)},
		Quantity{Name: "peak load bias", Label: "peak of one run is higher by", Kind: unit.Share, A: p.flow.PeakBias()})
}

// shareOf is the share of the runs that come out so.
func shareOf(each []system.Verdict, o system.Outcome) float64 {
	n := 0.0
	for _, v := range each {
		if v.Outcome == o {
			n++
		}
	}
	return n / float64(len(each))
}

// notBack is the share of the runs that are not back by the horizon.
func notBack(each []system.Verdict) float64 {
	return 1 - shareOf(each, system.Recovers) - shareOf(each, system.RecoversLate)
}

// meanOf is the mean of a figure over the runs that have it, and its standard
// error.
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

// herdOf is how hard a burst knocks, and when it is over.
func herdOf(s knob.Scenario, p fleetRun) []Quantity {
	most := math.NaN()
	w := p.world
	const parts = 4 // of a window, at each of which one can begin
	if w.Step = s.Window / parts; w.Horizon/w.Step <= 1e5 && fluid.Refuses(w) == "" {
		f, _ := fluid.Solve(context.Background(), w, 0)
		r := f.Result
		for i := range r.Len() {
			calls := 0.0
			for j := i; j < min(i+parts, r.Len()); j++ {
				calls += r.Load(j) * r.Step
			}
			if !(calls <= most) {
				most = calls
			}
		}
	}
	return []Quantity{
		{Name: "most calls in window", Label: "most calls within " + unit.Duration.Format(s.Window), Kind: unit.Number, A: most, Limit: true,
			why: "the horizon holds too many such windows, or the world is no flow"},
		{Name: "all served at", Kind: unit.Duration, A: w.OutageEnd() + p.verdict.Recovery, why: "not all are by the horizon"},
	}
}

// edgeOf is the longest outage that the fleet survives.
func edgeOf(s knob.Scenario, p fleetRun) []Quantity {
	longest, off := math.NaN(), math.NaN()
	why := "there is no outage"
	if s.Outage.Length > 0 { // it is then the first fault
		if why = fluid.Refuses(p.world); why == "" {
			e, err := levers.LongestOutage(context.Background(), p.world, 0.01)
			if longest, off = e.At, e.Error; err != nil {
				longest, off, why = math.NaN(), math.NaN(), err.Error()
			}
		}
	}
	return []Quantity{
		{Name: "longest outage survived", Kind: unit.Duration, A: longest, Limit: true, why: why},
		{Name: "longest outage survived error", Label: "± error", Kind: unit.Duration, A: off, Limit: true, why: why},
	}
}
