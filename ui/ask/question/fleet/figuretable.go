package fleet

import (
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// Reasons why a figure is absent.
const (
	never   = "not reached within the simulated time"
	notDone = "not all are done within the simulated time"
	noneNow = "undefined for this traffic"
	noAfter = "no outage ends within the simulated time"
)

// A figure is a number in a verdict.
type figure struct {
	name, label string
	names       string // other names of the result
	help        string
	kind        unit.Kind
	better      answer.Better
	shown       bool   // text that must fit a screen has it
	tells       bool   // see [answer.Quantity.Tells]
	ranks       string // see [answer.Quantity.Ranks]
	absent      string // reason why it can be absent, or ""
	of          func(fleet.Verdict) float64
	binds       func(fleetRun) string // see [answer.Quantity.Binds]; nil: the outages

	back   bool                   // absent for a fleet that does not recover, even if some runs do
	shared func(fleetRun) float64 // standard error from the baseline, which all runs share
	fixed  bool                   // the figure itself comes from the baseline
	steady bool                   // it describes the fleet without an outage
	later  answer.Course          // what it can do while a run goes on
}

// figures returns the figures of a fleet with that traffic.
func figures(t fleet.TrafficKind) []figure {
	return slices.Concat(times(t), loads(t), requests)
}

// times returns the recovery times of a fleet with that traffic.
func times(t fleet.TrafficKind) []figure {
	list := []figure{{name: "time to recovery", names: "recovery-time ttr recovery time-to-recover", shown: true,
		tells: true, ranks: "soonest back", back: true, binds: bindsRecovery,
		help: "time from the end of the outage until load and goodput return to the baseline and stay there"}}
	for _, share := range []string{"50", "90", "99"} {
		of := share + "%"
		if share == "50" {
			of = "half"
		}
		f := figure{name: "goodput " + share, label: "goodput back to " + share + "% after", help: "time from the end of " +
			"the outage until " + of + " of the baseline goodput is back, or " + of + " of a burst is served"}
		if t == fleet.Burst {
			f.label, f.shown = of+" of the clients served after", true
		}
		list = append(list, f)
	}
	for i := range list {
		list[i].of = func(v fleet.Verdict) float64 { return v.List()[i] }
		list[i].shared = func(p fleetRun) float64 { return p.Shift()[i] }
		list[i].absent = never
	}
	if list[0].of = recovery; t == fleet.Burst { // all are done then
		list[0].shown = false
		list = append(list, figure{name: "all done after", label: "all served or given up after", shown: true,
			absent: notDone, help: "time from the end of the outage until every request is served or given up",
			of: func(v fleet.Verdict) float64 { return v.Recovery }})
	}
	for i := range list {
		list[i].kind, list[i].better = unit.Duration, answer.Less
	}
	return list
}

// loads returns the figures of the load of a fleet with that traffic.
func loads(t fleet.TrafficKind) []figure {
	peak := "peak load in a second"
	if t == fleet.Burst {
		peak = "peak load in the window"
	}
	return []figure{
		{name: "peak load", label: peak, names: "peak peak-rps peak-rate", kind: unit.Rate,
			help:   "most attempts per second that reach the server",
			better: answer.Less, shown: true, ranks: "kindest to the server",
			of:    func(v fleet.Verdict) float64 { return v.Load },
			binds: func(p fleetRun) string { return whenOf(p, p.Verdict.At) }},
		{name: "peak at", label: "time of the peak load", help: "time of the peak load", kind: unit.Duration,
			later: answer.Varies, of: func(v fleet.Verdict) float64 { return v.At }},
		{name: "peak after outage", help: "most attempts per second after the end of the outage", kind: unit.Rate,
			shown: t == fleet.Burst, better: answer.Less, tells: true, absent: noAfter,
			of:    func(v fleet.Verdict) float64 { return v.AfterLoad },
			binds: func(p fleetRun) string { return whenOf(p, p.Verdict.AfterAt) }},
		{name: "peak after outage at", label: "time of the peak after outage", help: "time of the peak after the outage",
			kind: unit.Duration, absent: noAfter, later: answer.Varies,
			of: func(v fleet.Verdict) float64 { return v.AfterAt }},
		{name: "baseline load", help: "attempts per second without an outage", kind: unit.Rate, shown: true,
			absent: noneNow, fixed: true, steady: true, later: answer.Final,
			of:     func(v fleet.Verdict) float64 { return v.Baseline.Load },
			shared: func(p fleetRun) float64 { return p.Verdict.Baseline.LoadError }},
		{name: "baseline goodput", help: "requests answered in time per second without an outage", kind: unit.Rate,
			better: answer.More, absent: noneNow, fixed: true, steady: true, later: answer.Final,
			of:     func(v fleet.Verdict) float64 { return v.Baseline.Goodput },
			shared: func(p fleetRun) float64 { return p.Verdict.Baseline.GoodputError }},
		{name: "retry amplification", names: "amplification attempts-per-request", kind: unit.Number, better: answer.Less,
			help:  "attempts per request, at least 1, attempts that a breaker blocks included",
			shown: true, tells: true, later: answer.Varies,
			of: func(v fleet.Verdict) float64 { return v.RetryAmplification }},
		{name: "load ratio", help: "load from the start of the outage on, divided by the load without an outage",
			kind: unit.Number, better: answer.Less, absent: noneNow, steady: true, later: answer.Varies,
			of: func(v fleet.Verdict) float64 { return v.LoadRatio },
			shared: func(p fleetRun) float64 {
				b := p.Verdict.Baseline
				return p.Verdict.LoadRatio * b.LoadError / b.Load
			}},
	}
}

// requests are the figures of requests, attempts and clients.
var requests = []figure{
	{name: "requests started", help: "requests that begin in the simulated time", kind: unit.Count,
		of: func(v fleet.Verdict) float64 { return v.Started }},
	{name: "requests succeeded", help: "requests answered in time", kind: unit.Count, better: answer.More,
		of: func(v fleet.Verdict) float64 { return v.Succeeded }},
	{name: "requests failed", label: "requests failed for good", help: "requests that fail for good", kind: unit.Count,
		better: answer.Less, shown: true, tells: true, ranks: "fewest failures",
		of: func(v fleet.Verdict) float64 { return v.Failed }},
	{name: "requests under way", label: "requests still waiting", kind: unit.Count, better: answer.Less, shown: true,
		later: answer.Varies,
		help:  "requests neither answered nor given up at the end", of: func(v fleet.Verdict) float64 { return v.UnderWay }},
	{name: "answered in time", names: "availability success-rate", kind: unit.Share, better: answer.More,
		absent: "no request starts after the outage begins", later: answer.Varies,
		help: "requests answered in time over requests started, from the start of the outage to the end of the run",
		of:   func(v fleet.Verdict) float64 { return v.Answered }, binds: answeredOf},
	{name: "failed attempts", help: "attempts that fail or time out", kind: unit.Count, better: answer.Less,
		of: func(v fleet.Verdict) float64 { return v.Wasted }},
	{name: "peak backoff share", label: "peak clients in backoff", kind: unit.Share, absent: noneNow,
		help: "largest share of clients waiting to retry, as a mean over a twentieth of the outage, at most 1s",
		of:   func(v fleet.Verdict) float64 { return v.Waiting }},
}
