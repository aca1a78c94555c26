package fleet

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/numeric"
	"retune/calc/simulate"
	"retune/ui/answer"
	"retune/ui/knob"
	"retune/ui/query/worked"
	"retune/ui/unit"
)

// Levers answers with what would help a fleet.
var Levers = answer.Query{
	Try:    []string{"retune levers"},
	Worked: worked.Levers,
	Name:   "levers", Names: "what-if whatif sensitivity",
	Short: "what would help a fleet, one setting at a time",
	Takes: slices.DeleteFunc(knob.OfFleet(), func(name string) bool { // which ask more
		return slices.Contains([]string{"engine", "max-outage", "vs"}, name)
	}),
	Base: "outage", Slow: answer.Slow, Draws: true,
	Ask: func(ctx context.Context, s knob.Scenario, _ answer.Effort) answer.Answer {
		return AskLevers(ctx, s, func(int, int) {})
	},
	Long: `The fleet as it is, and with one setting changed by a sensible step: the verdict, the longest
outage that it survives (none: any), attempts per request, and when it is back after the outage;
the best first. Better is, in this order: the verdict, the longest outage, the time to recovery,
the peak of the load.

    edge of x    the x up to which the fleet recovers, late or not, by doubling and bisection;
                 of the jitter, the least share of the delay over which it must be spread
    distance     edge over present value: how many times as much, or as little

The fleet as it is is the one of retune fleet, by as many runs. Each of the others is simulated four
times, and on either side of an edge until two of three runs agree.

Sources: N. Bronson and others, "Metastable Failures in Distributed Systems", HotOS 2021.`,
}

// A lever is a fleet with one knob at another value; without a knob it is the present
// one.
type lever struct {
	knob   knob.Knob
	fleet  knob.Scenario
	effect advice.Effect
	err    error
}

// AskLevers answers what Levers asks, and tells meanwhile how many parts are done, of how many:
// several at once may tell it.
func AskLevers(ctx context.Context, s knob.Scenario, told func(done, all int)) answer.Answer {
	if none := notCarried(s); none != nil {
		return answer.Answer{None: none}
	}
	w := s.World()
	list := []lever{{fleet: s}}
	for _, l := range advice.List(w) {
		k, ok := knob.Find(l.Knob)
		if !ok {
			k, _ = knob.Find("initial-delay")
		}
		changed := s
		changed.System = l.System
		list = append(list, lever{knob: k, fleet: changed})
	}
	edges := edgesOf(s, w)
	var done atomic.Int64
	parts := len(list) + len(edges)
	options := optionsOf(s, answer.MostAttempts/float64(parts))
	now, err := simulate.Judge(ctx, w, options)
	if err != nil {
		return answer.Answer{None: tooLarge(err)}
	}
	options.Cores = 1
	numeric.Each(parts, cores, func(i int) {
		defer func() { told(int(done.Add(1)), parts) }()
		switch j := i - len(list); {
		case i == 0:
			const rel = 0.02
			list[i].effect, list[i].err = advice.Of(ctx, now, rel)
		case j < 0:
			list[i].effect, list[i].err = advice.Evaluate(ctx, list[i].fleet.World(), options)
		case edges[j].find != nil:
			edges[j].Edge, edges[j].err = edges[j].find(ctx, now)
		}
	})
	if ctx.Err() != nil {
		return answer.Stopped
	}
	if present := list[0].effect; edges[0].find == nil {
		edges[0].Edge, edges[0].err = present.Longest, present.NoEdge
	}
	list = slices.DeleteFunc(list, func(l lever) bool { return l.err != nil })
	slices.SortStableFunc(list, func(a, b lever) int { return advice.Compare(a.effect, b.effect) })
	a := answer.Answer{Tables: []answer.Table{leversTable(s, list), edgesTable(edges)}}
	a.Summary, a.Bars = leversSummary(s, list, edges), leversBars(s, list)
	var longer []string
	for _, l := range list {
		name := cmp.Or(l.knob.Name, "as it is")
		if e := l.effect; e.NoEdge == nil && math.IsInf(e.Longest.Error, 1) && !slices.Contains(longer, name) {
			longer = append(longer, name)
		}
	}
	if longer != nil {
		a.Warn(answer.Approximate, "longest outage ("+strings.Join(longer,
			", ")+"): at least that: the search ran out of time", "levers")
	}
	for _, e := range edges {
		if e.err != nil {
			a.Warn(answer.Absent, e.name+": "+e.err.Error(), "edges")
		} else if math.IsInf(e.Error, 1) {
			a.Warn(answer.Approximate, e.name+": at least that: the search reached its limit of attempts", "edges")
		}
	}
	if n := now.Back(); n > 0 && n < 1 {
		a.Warn(answer.OnTheEdge,
			fmt.Sprintf("as it is %s of the runs do not recover: this fleet is at its tipping point",
				unit.Share.Format(1-n)), "levers")
	}
	return a
}

// leversTable is the fleets, the best first.
func leversTable(s knob.Scenario, list []lever) answer.Table {
	text := func(of func(lever) knob.Scenario) func(int) string {
		return func(i int) string {
			if list[i].knob.Value == nil {
				return "-"
			}
			return list[i].knob.Text(of(list[i]))
		}
	}
	return answer.Table{Name: "levers", Len: len(list), Rows: "knob", Label: func(i int) string {
		if list[i].knob.Value == nil {
			return "as it is"
		}
		return list[i].knob.Name
	},
		Columns: []answer.Column{
			{Name: "from", Words: text(func(lever) knob.Scenario { return s })},
			{Name: "to", Words: text(func(l lever) knob.Scenario { return l.fleet })},
			{Name: "verdict", Words: func(i int) string { return list[i].effect.Verdict.Outcome.String() }},
			{Name: "longest outage", Kind: unit.Duration}, {Name: "amplification", Kind: unit.Number},
			{Name: "recovery", Kind: unit.Duration},
		},
		Row: func(i int) []float64 {
			e := list[i].effect
			longest := e.Longest.At
			if e.NoEdge != nil {
				longest = math.NaN()
			}
			return []float64{0, 0, 0, longest, e.Verdict.RetryAmplification, recovery(e.Verdict)}
		}}
}

// leversBars is the longest outage that each fleet survives, as a picture; nil where there is
// none to survive.
func leversBars(s knob.Scenario, list []lever) *answer.Bars {
	b := &answer.Bars{Title: "longest outage that the fleet recovers from, by what is changed"}
	for _, l := range list {
		e := l.effect
		if e.NoEdge != nil || math.IsNaN(e.Longest.At) {
			continue
		}
		bar := answer.Bar{Name: "as it is", Value: e.Longest.At, Text: "any", Rank: int(e.Verdict.Outcome),
			Now: l.knob.Value == nil}
		if l.knob.Value != nil {
			bar.Name = l.knob.Name + " " + l.knob.Text(l.fleet) + " instead of " + l.knob.Text(s)
		}
		if !math.IsInf(bar.Value, 1) {
			bar.Text = unit.Duration.Format(bar.Value)
		}
		bar.Text += ", " + e.Verdict.Outcome.String()
		b.List = append(b.List, bar)
	}
	if len(b.List) == 0 {
		return nil
	}
	return b
}

// A fleetEdge is up to where the fleet recovers as one of its numbers changes.
type fleetEdge struct {
	advice.Edge
	name string
	kind unit.Kind
	now  float64
	at   func(x float64) float64                                             // the number at what find finds
	find func(ctx context.Context, now *simulate.Study) (advice.Edge, error) // nil: it is that of the fleet as it is
	err  error
}

// edgesOf is the edges that a fleet has.
func edgesOf(s knob.Scenario, w fleet.System) (list []fleetEdge) {
	const rel = 0.05
	if i := advice.Outage(w); i >= 0 {
		name := "longest outage"
		if w.Outages[i].Kind == fleet.Spike {
			name = "longest spike"
		}
		list = append(list, fleetEdge{name: name, kind: unit.Duration, now: w.Outages[i].Length,
			at: func(x float64) float64 { return x }})
	}
	traffic := fleetEdge{name: "most clients", kind: unit.Number, now: w.Clients,
		find: func(ctx context.Context, now *simulate.Study) (advice.Edge, error) {
			return advice.MostTraffic(ctx, now, rel)
		}}
	if s.Traffic.Kind == fleet.Open {
		traffic.name, traffic.kind, traffic.now = "most requests", unit.Rate, w.Rate
	}
	traffic.at = func(x float64) float64 { return x * traffic.now }
	capacity := fleetEdge{name: "least concurrency", kind: unit.Number, now: w.Server.Concurrency,
		find: func(ctx context.Context, now *simulate.Study) (advice.Edge, error) {
			return advice.LeastCapacity(ctx, now, rel)
		}}
	switch w.Server.Kind {
	case fleet.Queue:
		capacity.name, capacity.now = "least workers", w.Server.Workers
	case fleet.Limited:
		capacity.name, capacity.now = "least capacity", w.Server.Capacity
	}
	now := capacity.now
	capacity.at = func(x float64) float64 { return now / x }
	list = append(list, traffic, capacity)
	if w.Client.Retries > 0 && w.Client.Growth.Kind.Row().Reads("a") {
		row, spread := w.Client.Jitter.Type.Row(), fleetEdge{name: "least jitter", kind: unit.Share,
			now: math.NaN(), at: func(x float64) float64 { return x },
			find: func(ctx context.Context, now *simulate.Study) (advice.Edge, error) {
				return advice.LeastJitter(ctx, now, 2*rel)
			}}
		switch {
		case row.Unit == jitter.Share:
			spread.now = w.Client.Jitter.Amount
		case !w.Client.Jitter.Draws():
			spread.now = 0
		}
		list = append(list, spread)
	}
	return list
}

// edgesTable is where they are, and how far from the present fleet.
func edgesTable(list []fleetEdge) answer.Table {
	kind := func(i int) unit.Kind { return list[i].kind }
	return answer.Table{Name: "edges", Len: len(list), Rows: "edge", Label: func(i int) string { return list[i].name },
		Columns: []answer.Column{{Name: "now", KindOf: kind}, {Name: "at", KindOf: kind},
			{Name: "error", KindOf: kind}, {Name: "distance", Kind: unit.Number}},
		Row: func(i int) []float64 {
			e := list[i]
			if e.err != nil {
				return []float64{e.now, math.NaN(), math.NaN(), math.NaN()}
			}
			at := e.at(e.At)
			off := math.Abs(e.at(e.At+e.Error) - at)
			return []float64{e.now, at, off, at / e.now}
		}}
}
