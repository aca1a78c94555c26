package fleet

import (
	"math"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/ui/answer"
	"retune/ui/unit"
)

// span is how long step i lasts, seconds: the last one ends with the run.
func (p fleetRun) span(i int) float64 {
	if left := p.world.Duration - float64(i)*p.run.Step; left > 0 {
		return min(left, p.run.Step)
	}
	return p.run.Step
}

// timelineTable is the series over time, one row per step.
func timelineTable(list []fleetRun) answer.Table {
	t := answer.Table{Name: "timeline", Even: true, Columns: []answer.Column{{Name: "t", Kind: unit.Duration}},
		Len: list[0].run.Len()}
	for i, p := range list {
		suffix := ""
		if i > 0 {
			suffix = " B"
		}
		t.Peaks = append(t.Peaks, len(t.Columns)) // of the load
		for _, c := range seriesColumns {
			c.Name += suffix
			c.Detail = c.Detail || len(list) > 1 && !slices.Contains([]string{"load", "goodput", "in flight"},
				strings.TrimSuffix(c.Name, suffix))
			t.Columns = append(t.Columns, c)
		}
		if len(p.each) > 0 {
			t.Columns = append(t.Columns, answer.Column{Name: "load se" + suffix, Kind: unit.Rate, Detail: true},
				answer.Column{Name: "goodput se" + suffix, Kind: unit.Rate, Detail: true},
				answer.Column{Name: "in flight se" + suffix, Kind: unit.Number, Detail: true})
		}
	}
	for _, p := range list {
		for _, f := range p.world.Outages { // the edges of an outage
			for _, at := range []float64{f.At, f.End()} {
				if i := int(at / p.run.Step); i < t.Len {
					t.Keep = append(t.Keep, i)
				}
			}
		}
	}
	se := make([]fleet.Result, len(list))
	for i, p := range list {
		if len(p.each) > 0 {
			se[i] = p.study.Sample.Error()
		}
	}
	t.Row = func(i int) []float64 {
		row := []float64{float64(i) * list[0].run.Step}
		for j, p := range list {
			r, span := p.run, p.span(i)
			row = append(row, r.Load(i)*r.Step/span, r.First[i]/span, r.Retries[i]/span, r.Goodput[i]/span,
				r.Failures[i]/span, r.Timeouts[i]/span,
				r.InFlight[i], r.Latency[i], r.Abandoned[i]/span, r.Waiting[i])
			if len(p.each) > 0 {
				row = append(row, p.study.Sample.Load(i).Error()*r.Step/span, se[j].Goodput[i]/span, se[j].InFlight[i])
			}
		}
		return row
	}
	return t
}

var seriesColumns = []answer.Column{
	{Name: "load", Kind: unit.Rate}, {Name: "offered", Kind: unit.Rate}, {Name: "retries", Kind: unit.Rate},
	{Name: "goodput", Kind: unit.Rate}, {Name: "rejected", Kind: unit.Rate}, {Name: "timeouts", Kind: unit.Rate},
	{Name: "in flight", Kind: unit.Number}, {Name: "latency", Kind: unit.Duration},
	{Name: "abandoned", Kind: unit.Rate, Detail: true}, {Name: "in backoff", Kind: unit.Number, Detail: true},
}

// fleetCharts is the load over time, what of it is new and what is answered in time,
// with what the server can answer and the outages; and the attempts in flight.
func fleetCharts(list []fleetRun) []answer.Chart {
	end := list[0].run.Step * float64(list[0].run.Len())
	load := answer.Chart{Title: "load", X: unit.Duration, Y: unit.Rate, Hi: end, Cross: math.NaN()}
	inside := answer.Chart{Title: "attempts in flight", X: unit.Duration, Y: unit.Number, Hi: end, Cross: math.NaN()}
	for _, p := range list {
		for _, f := range p.world.Outages {
			if span := [2]float64{f.At, f.End()}; !slices.Contains(load.Spans, span) {
				load.Spans = append(load.Spans, span)
			}
		}
	}
	inside.Spans = load.Spans
	w := list[0].world
	if most, _ := w.Server.Best(w.Client.Timeout); most > 0 && !math.IsInf(most, 1) {
		load.Limit = answer.Limit{Name: "capacity", Y: most}
	}
	for of, p := range list {
		r := p.run
		rates, offered, goodput := make([]float64, r.Len()), make([]float64, r.Len()), make([]float64, r.Len())
		for i := range rates {
			span := p.span(i)
			rates[i], offered[i], goodput[i] = r.Load(i)*r.Step/span, r.First[i]/span, r.Goodput[i]/span
		}
		load.Curves = append(load.Curves, answer.Curve{Cap: math.Inf(1), Capped: math.NaN(),
			Y: overTime(rates, r.Step), Peaks: peaks(rates, r.Step)})
		load.Series = append(load.Series, answer.Series{Name: "goodput", Of: of, Role: answer.Goodput,
			Y: overTime(goodput, r.Step)})
		if of == 0 {
			load.Series = append(load.Series, answer.Series{Name: "offered", Role: answer.Offered,
				Y: overTime(offered, r.Step), Peaks: peaks(offered, r.Step)})
		}
		inside.Curves = append(inside.Curves, answer.Curve{Cap: math.Inf(1), Capped: math.NaN(),
			Y: overTime(r.InFlight, r.Step), Peaks: peaks(r.InFlight, r.Step)})
	}
	return []answer.Chart{load, inside}
}

// peaks is the greatest value of a series in a span of time, so that a picture
// with fewer columns than steps misses none.
func peaks(series []float64, step float64) func(from, to float64) float64 {
	return func(from, to float64) float64 {
		most := math.NaN()
		for i := max(0, int(from/step)); i < len(series) && float64(i)*step < to; i++ {
			if !(series[i] <= most) {
				most = series[i]
			}
		}
		return most
	}
}
