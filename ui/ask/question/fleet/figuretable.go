package fleet

import (
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/ask/figure"
	"retune/ui/unit"
)

// Reasons why a figure is absent.
const (
	never   = "not reached within the simulated time"
	notDone = "not all are done within the simulated time"
	noneNow = "undefined for this traffic"
	noAfter = "no outage ends within the simulated time"
)

// A row is a figure that each run of a fleet has.
type row struct {
	figure.Figure
	label        string // name in an answer, or ""
	shown        bool   // text that must fit a screen has it
	whyAbsent    string // reason why it can be absent, or ""
	compute      func(fleet.Verdict) float64
	determinedBy func(fleetRun) string // see [answer.Quantity.DeterminedBy]; nil: the outages

	needsRecovery bool                   // absent for a fleet that does not recover, even if some runs do
	baselineError func(fleetRun) float64 // standard error from the baseline, which all runs share
	fromBaseline  bool                   // the figure itself comes from the baseline
	withoutOutage bool                   // it describes the fleet without an outage
	course        answer.Course          // what it can do while a run goes on
}

// figures returns the figures of a fleet with that traffic.
func figures(t fleet.TrafficKind) []row {
	return slices.Concat(times(t), loads(t), requests)
}

// times returns the recovery times of a fleet with that traffic.
func times(t fleet.TrafficKind) []row {
	list := []row{{Figure: figure.Figure{Name: "time-to-recovery", Names: "recovery-time ttr recovery time-to-recover",
		BestLabel: "soonest back", InComparisons: true,
		Help: "time from the end of the outage until load and goodput return to the baseline and stay there"},
		shown: true, needsRecovery: true,
		determinedBy: bindsRecovery}}
	for _, share := range []string{"50", "90", "99"} {
		of := share + "%"
		if share == "50" {
			of = "half"
		}
		f := row{Figure: figure.Figure{Name: "goodput-" + share, Help: "time from the end of " +
			"the outage until " + of + " of the baseline goodput is back, or " + of + " of a burst is served"},
			label: "goodput back to " + share + "% after"}
		if t == fleet.Burst {
			f.label, f.shown = of+" of the clients served after", true
		}
		list = append(list, f)
	}
	for i := range list {
		list[i].compute = func(v fleet.Verdict) float64 { return v.List()[i] }
		list[i].baselineError = func(p fleetRun) float64 { return p.Shift()[i] }
		list[i].whyAbsent = never
	}
	if list[0].compute = recovery; t == fleet.Burst { // all are done then
		list[0].shown = false
		list = append(list, row{Figure: figure.Figure{Name: "all-done-after",
			Help: "time from the end of the outage until every request is served or given up"},
			label: "all served or given up after", shown: true, whyAbsent: notDone,
			compute: func(v fleet.Verdict) float64 { return v.Recovery }})
	}
	for i := range list {
		list[i].Unit, list[i].Better = unit.Duration, answer.Less
	}
	return list
}

// loads returns the figures of the load of a fleet with that traffic.
func loads(t fleet.TrafficKind) []row {
	peak := "peak load in a second"
	if t == fleet.Burst {
		peak = "peak load in the window"
	}
	return []row{
		{Figure: figure.Figure{Name: "peak-load", Names: "peak peak-rps peak-rate",
			Unit: unit.Rate, Better: answer.Less, BestLabel: "kindest to the server",
			Help: "most attempts per second that reach the server"},
			label: peak, shown: true,
			compute:      func(v fleet.Verdict) float64 { return v.Load },
			determinedBy: func(p fleetRun) string { return whenOf(p, p.Verdict.At) }},
		{Figure: figure.Figure{Name: "peak-at", Unit: unit.Duration, Help: "time of the peak load"},
			label: "time of the peak load", course: answer.Varies,
			compute: func(v fleet.Verdict) float64 { return v.At }},
		{Figure: figure.Figure{Name: "peak-after-outage", Unit: unit.Rate, Better: answer.Less, InComparisons: true,
			Help: "most attempts per second after the end of the outage"},
			shown: t == fleet.Burst, whyAbsent: noAfter,
			compute:      func(v fleet.Verdict) float64 { return v.AfterLoad },
			determinedBy: func(p fleetRun) string { return whenOf(p, p.Verdict.AfterAt) }},
		{Figure: figure.Figure{Name: "peak-after-outage-at", Unit: unit.Duration,
			Help: "time of the peak after the outage"},
			label: "time of the peak after outage", whyAbsent: noAfter, course: answer.Varies,
			compute: func(v fleet.Verdict) float64 { return v.AfterAt }},
		{Figure: figure.Figure{Name: "baseline-load", Unit: unit.Rate,
			Help: "attempts per second without an outage"},
			shown: true, whyAbsent: noneNow, fromBaseline: true, withoutOutage: true, course: answer.Final,
			compute:       func(v fleet.Verdict) float64 { return v.Baseline.Load },
			baselineError: func(p fleetRun) float64 { return p.Verdict.Baseline.LoadError }},
		{Figure: figure.Figure{Name: "baseline-goodput", Unit: unit.Rate, Better: answer.More,
			Help: "requests answered in time per second without an outage"},
			whyAbsent: noneNow, fromBaseline: true, withoutOutage: true, course: answer.Final,
			compute:       func(v fleet.Verdict) float64 { return v.Baseline.Goodput },
			baselineError: func(p fleetRun) float64 { return p.Verdict.Baseline.GoodputError }},
		{Figure: figure.Figure{Name: "retry-amplification", Names: "amplification attempts-per-request",
			Unit: unit.Number, Better: answer.Less, InComparisons: true,
			Help: "attempts per request, at least 1, attempts that a breaker blocks included"},
			shown: true, course: answer.Varies,
			compute: func(v fleet.Verdict) float64 { return v.RetryAmplification }},
		{Figure: figure.Figure{Name: "load-ratio", Unit: unit.Number, Better: answer.Less,
			Help: "load from the start of the outage on, divided by the load without an outage"},
			whyAbsent: noneNow, withoutOutage: true, course: answer.Varies,
			compute: func(v fleet.Verdict) float64 { return v.LoadRatio },
			baselineError: func(p fleetRun) float64 {
				b := p.Verdict.Baseline
				return p.Verdict.LoadRatio * b.LoadError / b.Load
			}},
	}
}

// requests are the figures of requests, attempts and clients.
var requests = []row{
	{Figure: figure.Figure{Name: "requests-started", Unit: unit.Count,
		Help: "requests that begin in the simulated time"},
		compute: func(v fleet.Verdict) float64 { return v.Started }},
	{Figure: figure.Figure{Name: "requests-succeeded", Unit: unit.Count, Better: answer.More,
		Help: "requests answered in time"},
		compute: func(v fleet.Verdict) float64 { return v.Succeeded }},
	{Figure: figure.Figure{Name: "requests-failed",
		Unit: unit.Count, Better: answer.Less, BestLabel: "fewest failures", InComparisons: true,
		Help: "requests that fail for good"},
		label: "requests failed for good", shown: true,
		compute: func(v fleet.Verdict) float64 { return v.Failed }},
	{Figure: figure.Figure{Name: "requests-under-way", Unit: unit.Count, Better: answer.Less,
		Help: "requests neither answered nor given up at the end"},
		label: "requests still waiting", shown: true, course: answer.Varies,
		compute: func(v fleet.Verdict) float64 { return v.UnderWay }},
	{Figure: figure.Figure{Name: "answered-in-time", Names: "availability success-rate",
		Unit: unit.Share, Better: answer.More,
		Help: "requests answered in time over requests started, from the start of the outage to the end of the run"},
		whyAbsent: "no request starts after the outage begins", course: answer.Varies,
		compute:      func(v fleet.Verdict) float64 { return v.Answered },
		determinedBy: answeredOf},
	{Figure: figure.Figure{Name: "failed-attempts", Unit: unit.Count, Better: answer.Less,
		Help: "attempts that fail or time out"},
		compute: func(v fleet.Verdict) float64 { return v.Wasted }},
	{Figure: figure.Figure{Name: "peak-backoff-share", Unit: unit.Share,
		Help: "largest share of clients waiting to retry, as a mean over a twentieth of the outage, at most 1s"},
		label: "peak clients in backoff", whyAbsent: noneNow,
		compute: func(v fleet.Verdict) float64 { return v.Waiting }},
}
