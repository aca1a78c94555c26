package fleet

import (
	"context"
	"math"

	"retune/calc/advice"
	"retune/calc/fleet"
	"retune/calc/simulate"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// An edge is the longest outage that a fleet survives, or the longest spike if it only has a spike.
type edge struct {
	advice.Edge
	label string
	why   string // reason why there is none, or ""
}

// longest returns the name of the edge.
func longest(w fleet.System) string {
	if i := advice.Outage(w); i >= 0 && w.Outages[i].Kind == fleet.Spike {
		return "longest spike"
	}
	return "longest outage"
}

// edgeOf finds the edge for the fleet of a study.
func edgeOf(ctx context.Context, s *simulate.Study) edge {
	e := edge{label: longest(s.System) + " from which it recovers"}
	var err error
	if e.Edge, err = advice.LongestOutage(ctx, s, 0.02); err != nil {
		e.why = err.Error()
	} else if math.IsInf(e.Error, 1) { // the search reached its limit
		e.label += ", at least"
	}
	return e
}

func (e edge) quantities() []answer.Quantity {
	at, off := e.At, e.Error
	if e.why != "" {
		at, off = math.NaN(), math.NaN()
	}
	status, why := answer.Status(""), e.why
	if math.IsInf(at, 1) {
		status, why = answer.Unbounded, "the fleet recovers from an outage of any length"
	}
	return []answer.Quantity{
		{Name: "longest outage", Better: answer.More, Label: e.label, Kind: unit.Duration, A: at, Status: status,
			Why: why, Noise: off},
		{Name: "longest outage error", Label: "± error", Kind: unit.Duration, A: off, Limit: true, Why: e.why, Error: true},
	}
}
