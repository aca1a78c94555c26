package fleet

import (
	"math"
	"slices"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// step returns the series of r with that load in step i, in the order of [seriesColumns]. The last step ends with the
// run.
func (p fleetRun) step(r fleet.Result, load float64, i int) []float64 {
	span := p.run.Step
	if left := p.System.Duration - float64(i)*span; left > 0 {
		span = min(left, span)
	}
	return []float64{load * p.run.Step / span, r.First[i] / span, r.Retries[i] / span, r.Goodput[i] / span,
		r.Failures[i] / span, r.Timeouts[i] / span, r.InFlight[i], r.Latency[i], r.Abandoned[i] / span, r.Waiting[i]}
}

// mostTimes is the number of rows of the timeline in text.
const mostTimes = 8

// pairColumns are the series that text has for each of several policies.
var pairColumns = []string{"load", "goodput", "in flight"}

// timelineTable returns the series over time, with one row per step.
func timelineTable(a answer.Answer, list []fleetRun) answer.Table {
	t := answer.Table{Name: "timeline", Even: true, TextRows: mostTimes,
		Columns: answer.Columns("t as time: duration")}
	n := list[0].run.Len()
	var errors []fleet.Result
	for i, p := range list {
		errors = append(errors, p.Sample.Error())
		t.Peaks = append(t.Peaks, len(t.Columns)) // of the load
		for _, c := range seriesColumns {
			c.Detail = c.Detail || len(list) > 1 && !slices.Contains(pairColumns, c.Name)
			c.Error, _ = a.ColumnName(c.Name+" se", i, "")
			c.Name, c.Heading = a.ColumnName(c.Name, i, "")
			t.Columns = append(t.Columns, c)
		}
		for _, f := range p.System.Outages { // the start and the end of an outage
			for _, at := range []float64{f.At, f.End()} {
				if i := int(at / p.run.Step); i < n {
					t.SampleAlways = append(t.SampleAlways, i)
				}
			}
		}
	}
	return t.WithRows(n, func(i int) []answer.Value {
		row := answer.Numbers(float64(i) * list[0].run.Step)
		for j, p := range list {
			off := p.step(errors[j], p.Sample.Load(i).Error(), i)
			for k, x := range p.step(p.run, p.run.Load(i), i) {
				row = append(row, answer.Value{Number: x, Error: off[k]})
			}
		}
		return row
	})
}

// seriesColumns are the columns of the series.
var seriesColumns = answer.Columns("load: rate, offered: rate, retries: rate, goodput: rate, rejected: rate, " +
	"timeouts: rate, in flight: count, latency: duration, abandoned: rate detail, in backoff: count detail")

// fleetCharts returns a chart of the load over time, its new part and its part answered in time, with the capacity and
// the outages; and a chart of the attempts in flight.
func fleetCharts(list []fleetRun) []answer.Chart {
	end := list[0].run.Step * float64(list[0].run.Len())
	load := answer.Chart{Title: "load", X: unit.Duration, Y: unit.Rate, Digits: 3, Hi: end, Crosshair: math.NaN()}
	inside := answer.Chart{Title: "attempts in flight", X: unit.Duration, Y: unit.Number, Digits: 3, Hi: end,
		Crosshair: math.NaN()}
	for _, p := range list {
		for _, f := range p.System.Outages {
			if span := [2]float64{f.At, f.End()}; !slices.Contains(load.Outages, span) {
				load.Outages = append(load.Outages, span)
			}
		}
	}
	inside.Outages = load.Outages
	w := list[0].System
	if most, _ := w.Server.Best(w.Client.Timeout); most > 0 && !math.IsInf(most, 1) {
		load.Limit = answer.Limit{Name: "capacity", Y: most}
	}
	for of, p := range list {
		load.Curves = append(load.Curves, p.curve(0))
		inside.Curves = append(inside.Curves, p.curve(6))
		if len(list) > 2 { // of three or more only the loads can be told apart
			continue
		}
		load.Series = append(load.Series, answer.Curve{Name: "goodput", Policy: of, Role: answer.Goodput,
			Points: p.curve(3).Points})
		if offered := p.curve(1); of == 0 {
			load.Series = append(load.Series, answer.Curve{Name: "offered", Role: answer.Offered,
				Points: offered.Points, Peaks: true})
		}
	}
	return []answer.Chart{load, inside}
}

// curve returns the series of a column of [seriesColumns] as a curve without a cap.
func (p fleetRun) curve(column int) answer.Curve {
	series := make([]float64, p.run.Len())
	for i := range series {
		series[i] = p.step(p.run, p.run.Load(i), i)[column]
	}
	return answer.Curve{Points: answer.Points{Step: p.run.Step, Values: series}, Peaks: true}
}
