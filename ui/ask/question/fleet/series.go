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

// pairColumns are the series that text has for each of several policies.
var pairColumns = []string{"load", "goodput", "in flight"}

// timelineTable returns the series over time, with one row per step.
func timelineTable(a answer.Answer, list []fleetRun) answer.Table {
	t := answer.Table{Name: "timeline", Even: true, Shown: mostTimes,
		Columns: []answer.Column{{Name: "t", Head: "time", Kind: unit.Duration}}, Len: list[0].run.Len()}
	var errors []fleet.Result
	for i, p := range list {
		errors = append(errors, p.study.Sample.Error())
		t.Peaks = append(t.Peaks, len(t.Columns)) // of the load
		for _, c := range seriesColumns {
			c.Detail = c.Detail || len(list) > 1 && !slices.Contains(pairColumns, c.Name)
			c.Name, c.Head = a.OfPolicy(c.Name, i, "")
			c.Error = len(t.Columns) + len(seriesColumns)
			t.Columns = append(t.Columns, c)
		}
		for _, of := range seriesColumns {
			c := answer.Column{Kind: of.Kind, Detail: true}
			c.Name, c.Head = a.OfPolicy(of.Name+" se", i, "")
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
			span := p.span(i)
			add := func(load float64, r fleet.Result) {
				row = append(row, load*p.run.Step/span, r.First[i]/span, r.Retries[i]/span, r.Goodput[i]/span, r.Failures[i]/span,
					r.Timeouts[i]/span, r.InFlight[i], r.Latency[i], r.Abandoned[i]/span, r.Waiting[i])
			}
			add(p.run.Load(i), p.run)
			add(p.study.Sample.Load(i).Error(), errors[j])
		}
		return row
	}
	return t
}

// seriesColumns are the columns of the series.
var seriesColumns = []answer.Column{
	{Name: "load", Kind: unit.Rate}, {Name: "offered", Kind: unit.Rate}, {Name: "retries", Kind: unit.Rate},
	{Name: "goodput", Kind: unit.Rate}, {Name: "rejected", Kind: unit.Rate},
	{Name: "timeouts", Kind: unit.Rate}, {Name: "in flight", Kind: unit.Count},
	{Name: "latency", Kind: unit.Duration},
	{Name: "abandoned", Kind: unit.Rate, Detail: true}, {Name: "in backoff", Kind: unit.Count, Detail: true},
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
		load.Curves = append(load.Curves, curveOf(rates, r.Step))
		if len(list) < 3 { // of three or more only the loads can be told apart
			load.Series = append(load.Series, answer.Series{Name: "goodput", Of: of, Role: answer.Goodput,
				Y: overTime(goodput, r.Step)})
		}
		if of == 0 && len(list) < 3 {
			load.Series = append(load.Series, answer.Series{Name: "offered", Role: answer.Offered,
				Y: overTime(offered, r.Step), Peaks: peaks(offered, r.Step)})
		}
		inside.Curves = append(inside.Curves, curveOf(r.InFlight, r.Step))
	}
	return []answer.Chart{load, inside}
}

// curveOf returns a series as a curve without a cap.
func curveOf(series []float64, step float64) answer.Curve {
	return answer.Curve{Y: overTime(series, step), Peaks: peaks(series, step)}
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

// overTime returns a series as a function of time.
func overTime(series []float64, step float64) func(t float64) float64 {
	return func(t float64) float64 {
		if i := int(t / step); t >= 0 && i < len(series) {
			return series[i]
		}
		return math.NaN()
	}
}
