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

// An edge is the value of a number up to which the fleet recovers.
type edge struct {
	advice.Edge
	err error // reason why there is none

	name string
	kind unit.Kind
	now  float64
	at   func(x float64) float64 // converts the result of find to the number
	find func(ctx context.Context, now *simulate.Study, rel float64) (advice.Edge, error)
}

func itself(x float64) float64 { return x }

// longest returns the edge of the longest outage that a fleet survives, or the longest spike if it only has a spike.
func longest(w fleet.System, found advice.Edge, err error) edge {
	e := edge{Edge: found, err: err, name: "longest outage", kind: unit.Duration, now: math.NaN(), at: itself}
	if i := advice.Outage(w); i >= 0 {
		if e.now = w.Outages[i].Length; w.Outages[i].Kind == fleet.Spike {
			e.name = "longest spike"
		}
	}
	return e
}

// longestOf finds the longest outage for the fleet of a study.
func longestOf(ctx context.Context, s *simulate.Study) edge {
	found, err := advice.LongestOutage(ctx, s, 0.02)
	return longest(s.System, found, err)
}

// edgesOf returns the edges of other numbers, which are not found yet.
func edgesOf(s setting.Scenario, w fleet.System) []edge {
	traffic := edge{name: "most clients", kind: unit.Number, now: w.Clients, find: advice.MostTraffic}
	if s.Traffic.Kind == fleet.Open {
		traffic.name, traffic.kind, traffic.now = "most requests", unit.Rate, w.Rate
	}
	traffic.at = func(x float64) float64 { return x * traffic.now }
	name, now := advice.Capacity(&w.Server)
	capacity := edge{name: "least " + name, kind: unit.Number, now: *now, find: advice.LeastCapacity,
		at: func(x float64) float64 { return max(1, math.Ceil(*now/x-1e-9)) }} // as it was simulated
	if w.Client.Retries == 0 || !w.Client.Growth.Kind.Row().Reads("a") {
		return []edge{traffic, capacity}
	}
	spread := edge{name: "least jitter", kind: unit.Share, now: math.NaN(), at: itself, find: advice.LeastJitter}
	switch row := w.Client.Jitter.Type.Row(); {
	case row.Unit == jitter.Share:
		spread.now = w.Client.Jitter.Amount
	case !w.Client.Jitter.Draws():
		spread.now = 0
	}
	return []edge{traffic, capacity, spread}
}

// edgesTable returns the edges and their distances from the present fleet.
func edgesTable(list []edge) answer.Table {
	return answer.Table{Name: "edges", Len: len(list), Named: true,
		Columns: []answer.Column{{Name: "edge", Head: "limit", Words: true}, {Name: "now"},
			{Name: "at", Head: "threshold"}, {Name: "error", Head: "uncertainty"},
			{Name: "distance", Head: "threshold / now", Kind: unit.Number, Error: "distance error"}},
		Row: func(i int) []answer.Value {
			e := list[i]
			at, off := e.at(e.At), math.Abs(e.at(e.At+e.Error)-e.at(e.At))
			if e.err != nil {
				at, off = math.NaN(), math.NaN()
			}
			return []answer.Value{{Words: e.name}, {Number: e.now, Kind: e.kind}, {Number: at, Error: off, Kind: e.kind},
				{Number: off, Digits: 1, Kind: e.kind}, {Number: at / e.now, Error: off / e.now}}
		}}
}

// text returns the edge in words: "8.2s", "at least 8s", "any length".
func (e edge) text() string {
	x := e.at(e.At)
	switch text := e.kind.Rounded(x, unit.Known(x, e.at(e.At+e.Error)-x)); {
	case math.IsInf(x, 1):
		return "any length"
	case math.IsInf(e.Error, 1): // the search reached its limit
		return "at least " + text
	default:
		return text
	}
}

// quantities returns the longest outage as a figure with its error.
func (e edge) quantities() []answer.Quantity {
	q := answer.Quantity{Name: "longest outage", Better: answer.More, Label: e.name + " from which it recovers",
		Kind: e.kind, A: e.At, Noise: e.Error}
	switch {
	case e.err != nil:
		q.A, q.Noise, q.Why = math.NaN(), math.NaN(), e.err.Error()
	case math.IsInf(e.At, 1):
		q.Status, q.Why = answer.Unbounded, "the fleet recovers from an outage of any length"
	case math.IsInf(e.Error, 1): // the search reached its limit
		q.Label += ", at least"
	}
	return []answer.Quantity{q, {Name: "longest outage error", Label: "± error", Kind: e.kind, A: q.Noise, Limit: true,
		Why: q.Why, Error: true}}
}
