package fleet

import (
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// span returns the length of step i in seconds. The last step ends with the run.
func (p fleetRun) span(i int) float64 {
	if left := p.system.Duration - float64(i)*p.run.Step; left > 0 {
		return min(left, p.run.Step)
	}
	return p.run.Step
}

// mostTimes is the number of rows of the timeline in text.
const mostTimes = 8

// errorColumns are the series with standard errors in the table.
var errorColumns = []string{"load", "goodput", "in flight"}

// timelineTable returns the series over time, with one row per step.
func timelineTable(a answer.Answer, list []fleetRun) answer.Table {
	t := answer.Table{Name: "timeline", Even: true, Shown: mostTimes,
		Columns: []answer.Column{{Name: "t", Head: "time", Kind: unit.Duration}}, Len: list[0].run.Len()}
	var errors []fleet.Result
	for i, p := range list {
		errors = append(errors, p.study.Sample.Error())
		t.Peaks = append(t.Peaks, len(t.Columns))    // of the load
		first := len(t.Columns) + len(seriesColumns) // index of the first standard error
		for _, c := range seriesColumns {
			c.Detail = c.Detail || len(list) > 1 && !slices.Contains(errorColumns, c.Name)
			c.Name, c.Head = a.OfPolicy(c.Name, i, "")
			if c.Error += first; c.Kind == unit.Duration {
				c.Error = 0
			}
			t.Columns = append(t.Columns, c)
		}
		for _, of := range errorColumns {
			c := answer.Column{Kind: unit.Rate, Detail: true}
			if c.Name, c.Head = a.OfPolicy(of+" se", i, ""); of == "in flight" {
				c.Kind = unit.Number
			}
			t.Columns = append(t.Columns, c)
		}
		for _, f := range p.system.Outages { // the start and the end of an outage
			for _, at := range []float64{f.At, f.End()} {
				if i := int(at / p.run.Step); i < t.Len {
					t.Keep = append(t.Keep, i)
				}
			}
		}
	}
	t.Row = func(i int) []float64 {
		row := []float64{float64(i) * list[0].run.Step}
		for j, p := range list {
			r, span := p.run, p.span(i)
			row = append(row, r.Load(i)*r.Step/span, r.First[i]/span, r.Retries[i]/span, r.Goodput[i]/span,
				r.Failures[i]/span, r.Timeouts[i]/span, r.InFlight[i], r.Latency[i], r.Abandoned[i]/span, r.Waiting[i],
				p.study.Sample.Load(i).Error()*r.Step/span, errors[j].Goodput[i]/span, errors[j].InFlight[i])
		}
		return row
	}
	return t
}

// seriesColumns are the columns of the series. Error is the index in errorColumns of the series whose standard error
// applies to them: 0, 1 or 2.
var seriesColumns = []answer.Column{
	{Name: "load", Kind: unit.Rate}, {Name: "offered", Kind: unit.Rate}, {Name: "retries", Kind: unit.Rate},
	{Name: "goodput", Kind: unit.Rate, Error: 1}, {Name: "rejected", Kind: unit.Rate},
	{Name: "timeouts", Kind: unit.Rate}, {Name: "in flight", Kind: unit.Count, Error: 2},
	{Name: "latency", Kind: unit.Duration, Digits: 3},
	{Name: "abandoned", Kind: unit.Rate, Detail: true}, {Name: "in backoff", Kind: unit.Count, Detail: true, Error: 2},
}

// fleetCharts returns a chart of the load over time, its new part and its part answered in time, with the capacity and
// the outages; and a chart of the attempts in flight.
func fleetCharts(list []fleetRun) []answer.Chart {
	end := list[0].run.Step * float64(list[0].run.Len())
	load := answer.Chart{Title: "load", X: unit.Duration, Y: unit.Rate, Digits: 3, Hi: end, Cross: math.NaN()}
	inside := answer.Chart{Title: "attempts in flight", X: unit.Duration, Y: unit.Number, Digits: 3, Hi: end,
		Cross: math.NaN()}
	for _, p := range list {
		for _, f := range p.system.Outages {
			if span := [2]float64{f.At, f.End()}; !slices.Contains(load.Spans, span) {
				load.Spans = append(load.Spans, span)
			}
		}
	}
	inside.Spans = load.Spans
	w := list[0].system
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
		if len(list) < 3 { // of three or more only the loads can be told apart
			load.Series = append(load.Series, answer.Series{Name: "goodput", Of: of, Role: answer.Goodput,
				Y: overTime(goodput, r.Step)})
		}
		if of == 0 && len(list) < 3 {
			load.Series = append(load.Series, answer.Series{Name: "offered", Role: answer.Offered,
				Y: overTime(offered, r.Step), Peaks: peaks(offered, r.Step)})
		}
		inside.Curves = append(inside.Curves, answer.Curve{Cap: math.Inf(1), Capped: math.NaN(),
			Y: overTime(r.InFlight, r.Step), Peaks: peaks(r.InFlight, r.Step)})
	}
	return []answer.Chart{load, inside}
}

// peaks returns the largest value of a series in a span of time, so that a picture with fewer columns than steps misses
// no peak.
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
