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
	at   func(x float64) float64 // converts the result of find to the number
	find search                  // finds the edge; nil: the longest outage
	err  error
}

type search func(ctx context.Context, now *simulate.Study, rel float64) (advice.Edge, error)

func edgesOf(s setting.Scenario, w fleet.System) (list []fleetEdge) {
	if i := advice.Outage(w); i >= 0 {
		list = append(list, fleetEdge{name: longest(w), kind: unit.Duration, now: w.Outages[i].Length,
			at: func(x float64) float64 { return x }})
	}
	traffic := fleetEdge{name: "most clients", kind: unit.Number, now: w.Clients, find: advice.MostTraffic}
	if s.Traffic.Kind == fleet.Open {
		traffic.name, traffic.kind, traffic.now = "most requests", unit.Rate, w.Rate
	}
	traffic.at = func(x float64) float64 { return x * traffic.now }
	name, now := advice.Capacity(&w.Server)
	capacity := fleetEdge{name: "least " + name, kind: unit.Number, now: *now, find: advice.LeastCapacity,
		at: func(x float64) float64 { return max(1, math.Ceil(*now/x-1e-9)) }} // as it was simulated
	list = append(list, traffic, capacity)
	if w.Client.Retries > 0 && w.Client.Growth.Kind.Row().Reads("a") {
		row, spread := w.Client.Jitter.Type.Row(), fleetEdge{name: "least jitter", kind: unit.Share,
			now: math.NaN(), at: func(x float64) float64 { return x }, find: advice.LeastJitter}
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
