package fleet

import (
	"context"
	"math"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/calc/jitter"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// A fleetEdge is the value of a number up to which the fleet recovers.
type fleetEdge struct {
	advice.Edge
	name string
	kind unit.Kind
	now  float64
	at   func(x float64) float64                                             // converts the result of find to the number
	find func(ctx context.Context, now *simulate.Study) (advice.Edge, error) // finds the edge; nil: the longest outage
	err  error
}

func edgesOf(s setting.Scenario, w fleet.System) (list []fleetEdge) {
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

// edgesTable returns the edges and their distances from the present fleet.
func edgesTable(list []fleetEdge) answer.Table {
	kind := func(i int) unit.Kind { return list[i].kind }
	return answer.Table{Name: "edges", Len: len(list), Rows: "edge", Head: "limit",
		Label: func(i int) string { return list[i].name },
		Columns: []answer.Column{{Name: "now", KindOf: kind}, {Name: "at", Head: "threshold", KindOf: kind, Error: 2},
			{Name: "error", Head: "uncertainty", KindOf: kind, Digits: 1},
			{Name: "distance", Head: "threshold / now", Kind: unit.Number, Error: 4}, {Name: "distance error", Detail: true}},
		Row: func(i int) []float64 {
			e := list[i]
			if e.err != nil {
				return []float64{e.now, math.NaN(), math.NaN(), math.NaN(), math.NaN()}
			}
			at := e.at(e.At)
			off := math.Abs(e.at(e.At+e.Error) - at)
			return []float64{e.now, at, off, at / e.now, off / e.now}
		}}
}
