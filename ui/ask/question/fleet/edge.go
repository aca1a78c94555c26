package fleet

import (
	"context"
	"fmt"
	"math"
	"strings"

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

	name  string
	kind  unit.Kind
	now   float64
	falls bool // less is worse for the fleet
	find  func(q advice.Search, ctx context.Context, now *simulate.Study) (advice.Edge, error)
}

// longest returns the edge of the longest outage that a fleet survives, or the longest spike if it only has a spike.
func longest(w fleet.System, found advice.Edge, err error) edge {
	e := edge{name: "longest outage", kind: unit.Duration, now: math.NaN()}
	e.set(found, err)
	if i := advice.MainOutage(w); i >= 0 {
		if e.now = w.Outages[i].Length; w.Outages[i].Kind == fleet.Spike {
			e.name = "longest spike"
		}
	}
	return e
}

// set sets what was found.
func (e *edge) set(found advice.Edge, err error) {
	if e.Edge, e.err = found, err; err != nil {
		e.At, e.Next = math.NaN(), math.NaN()
	}
}

// The relative distances between both sides of an edge: of the longest outage of the present fleet, of its other
// edges, and of the longest outage of a fleet with one setting changed.
const outageError, edgeError, leverError = 0.02, 0.05, 0.1

// searchOf returns the search for edges of the fleet of s.
func searchOf(s *setting.Scenario, rel float64) advice.Search {
	return advice.Search{Share: s.RecoversShare, Rel: rel}
}

// longestOf finds the longest outage for the fleet of a study.
func longestOf(ctx context.Context, q advice.Search, s *simulate.Study) edge {
	found, err := q.LongestOutage(ctx, s)
	return longest(s.System, found, err)
}

// edgesOf returns the edges of other numbers, which are not found yet.
func edgesOf(s *setting.Scenario, w fleet.System) []edge {
	traffic := edge{name: "most clients", kind: unit.Number, now: w.Clients, find: advice.Search.MostTraffic}
	if s.Traffic.Kind == fleet.Open {
		traffic.name, traffic.kind, traffic.now = "most requests", unit.Rate, w.Rate
	}
	name, now := advice.Capacity(&w.Server)
	capacity := edge{name: "least " + name, kind: unit.Number, now: *now, falls: true, find: advice.Search.LeastCapacity}
	if w.Client.Retries == 0 || !w.Client.Growth.Kind.Row().Reads("a") {
		return []edge{traffic, capacity}
	}
	spread := edge{name: "least jitter", kind: unit.Share, now: math.NaN(), falls: true, find: advice.Search.LeastJitter}
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
	return answer.Table{Name: "edges", Named: true,
		Columns: answer.Columns("edge as limit: words, now, at as recovers at, next as not at, " +
			"distance as limit / now: number, bound as recovers at least at: detail"),
	}.WithRows(len(list), func(i int) []answer.Value {
		e := list[i]
		return []answer.Value{{Words: e.name}, {Number: e.now, Kind: e.kind},
			{Number: e.number(), Kind: e.kind, TableText: e.text()}, {Number: e.Next, Kind: e.kind},
			{Number: e.number() / e.now},
			{Number: e.bound(), Kind: e.kind}}
	})
}

// number returns the value of the edge, or NaN if it is only known on one side. No jitter at all is known.
func (e edge) number() float64 {
	if math.IsNaN(e.Next) && e.At != 0 || e.Most > 0 {
		return math.NaN()
	}
	return e.At
}

// bound returns the last value from which the fleet surely recovers, if the edge is not known more closely, else NaN.
func (e edge) bound() float64 {
	if !math.IsNaN(e.Next) && !(e.Most > 0) || !math.IsNaN(e.number()) {
		return math.NaN()
	}
	return e.At
}

// text returns the edge in words: "8.2s", "at least 20m".
func (e edge) text() string {
	switch text := e.kind.Format(e.At); {
	case math.IsNaN(e.At) && math.IsNaN(e.Next):
		return "-"
	case math.IsNaN(e.At) && e.falls:
		return "more than " + e.kind.Format(e.Next)
	case math.IsNaN(e.At):
		return "less than " + e.kind.Format(e.Next)
	case e.Most > 0:
		return text + " to " + e.kind.Format(e.Most)
	case !math.IsNaN(e.Next) || e.At == 0:
		return text
	case e.falls:
		return "at most " + text
	default:
		return "at least " + text
	}
}

// brief returns the edge in a table: "8.2s", ">= 20m".
func (e edge) brief() string {
	return strings.NewReplacer("at least ", ">= ", "at most ", "<= ", "less than ", "< ", "more than ", "> ").
		Replace(e.text())
}

// says completes the sentence "... from which it recovers is 8.2s", with where verdicts change again.
func (e edge) says() string {
	if math.IsNaN(e.Again) {
		return e.text()
	}
	return fmt.Sprintf("%s (not from %s, and again from %s)", e.text(), e.kind.Format(e.Next), e.kind.Format(e.Again))
}

// unchanged says up to which value the present fleet recovers, and its own value.
func (e edge) unchanged() string {
	says, now := e.says(), e.kind.Format(e.now)
	switch {
	case says == e.kind.Format(e.At):
		says = "up to " + says
	case e.At > 0 && e.Most > 0:
		says = fmt.Sprintf("up to %s in nearly all runs and up to %s in most", e.kind.Format(e.At), e.kind.Format(e.Most))
	}
	of, found := strings.CutPrefix(e.name, "longest ")
	switch {
	case found:
		return fmt.Sprintf("it survives %ss of %s; this one lasts %s", of, says, now)
	case e.falls:
		return fmt.Sprintf("the %s with which it recovers is %s; now it is %s", e.name, e.says(), now)
	}
	with, things := "with ", strings.TrimPrefix(e.name, "most")
	if e.kind == unit.Rate {
		with, things = "at ", ""
	}
	return fmt.Sprintf("it recovers %s%s%s; now it is %s", with, says, things, now)
}

// quantities returns the longest outage as a figure, the next one from which the fleet does not recover, and a later
// one from which it does.
func (e edge) quantities() []answer.Quantity {
	q := answer.Quantity{Name: "longest outage", Better: answer.More, Label: e.name + " from which it recovers",
		Value: answer.Value{Kind: e.kind, Number: e.At, UpperBound: e.Next}}
	next := answer.Quantity{Name: "longest outage next", Label: "does not recover from",
		Value: answer.OrNone(e.Next, e.kind).WithReason("none of those tried")}
	again := answer.Quantity{Name: "longest outage again", Label: "recovers again from",
		Value: answer.OrNone(e.Again, e.kind).WithReason("none of those tried"), Detail: math.IsNaN(e.Again)}
	switch {
	case math.IsNaN(e.At) && math.IsNaN(e.Next):
		q.Number, q.UpperBound, q.Why, q.Status = math.NaN(), 0, "no number of runs decides it", answer.Unknown
		if e.err != nil {
			q.Why, again.Number = e.err.Error(), math.NaN()
		}
	case math.IsNaN(e.At):
		q.Number = 0
	case math.IsNaN(e.Next):
		q.UpperBound = math.Inf(1)
	case e.Most > 0: // chance decides over a wide range
		q.UpperBound = e.Most
	}
	return []answer.Quantity{q, next, again}
}
