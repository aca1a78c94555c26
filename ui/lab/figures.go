package lab

import (
	"fmt"
	"math"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// A sample is one run, simulated or measured.
type sample struct {
	fleet.Verdict
	of fleet.Result
	w  fleet.System
}

// A figure is a number that is predicted and measured.
type figure struct {
	name string
	kind unit.Kind
	of   func(sample) float64
}

var figures = []figure{
	{"load before any outage", unit.Rate, func(s sample) float64 { return s.mean(fleet.Result.Load, 0, s.start()) }},
	{"load in the outage", unit.Rate, func(s sample) float64 {
		return s.mean(fleet.Result.Load, s.start(), s.w.OutageEnd())
	}},
	{"load after the outage", unit.Rate, func(s sample) float64 { return s.after(fleet.Result.Load) }},
	{"goodput after the outage", unit.Rate, func(s sample) float64 {
		return s.after(func(r fleet.Result, i int) float64 { return r.Goodput[i] / r.Step })
	}},
	{"peak load after the outage", unit.Rate, func(s sample) float64 { return s.AfterLoad }},
	{"attempts in flight after the outage", unit.Number, func(s sample) float64 {
		return s.after(func(r fleet.Result, i int) float64 { return r.InFlight[i] })
	}},
	{"time-outs", unit.Count, func(s sample) (sum float64) {
		for _, n := range s.of.Timeouts {
			sum += n
		}
		return sum
	}},
	{"retry amplification", unit.Number, func(s sample) float64 { return s.RetryAmplification }},
	{"goodput back to 90%", unit.Duration, func(s sample) float64 { return s.Success90 }},
	{"time to recovery", unit.Duration, func(s sample) float64 {
		if !s.Outcome.Back() {
			return math.NaN()
		}
		return s.Recovery
	}},
}

// start returns when the outage begins, or the end of the run.
func (s sample) start() float64 { return min(s.w.OutageStart(), s.w.Duration) }

// after returns the mean of a series after the outage, NaN without one.
func (s sample) after(series func(fleet.Result, int) float64) float64 {
	if len(s.w.Outages) == 0 {
		return math.NaN()
	}
	return s.mean(series, s.w.OutageEnd(), s.w.Duration)
}

// mean returns the mean of a series from one time to another, NaN if there is no step between them.
func (s sample) mean(series func(fleet.Result, int) float64, from, to float64) float64 {
	sum, n, step := 0.0, 0.0, s.of.Step
	for i := int(math.Ceil(from/step - 1e-6)); float64(i+1)*step <= to+1e-6 && i < s.of.Len(); i++ {
		sum, n = sum+series(s.of, i), n+1
	}
	return sum / n
}

// Answer compares what was measured so far with the prediction.
func (r *Run) Answer(q *Prediction) answer.Answer {
	measured, w := r.meter.result(r.Now())
	v := measured.Verdict(w, q.Base)
	var rows [][]answer.Value
	inside := 0
	for i, f := range figures {
		least := 0.0
		if f.kind == unit.Duration {
			least = w.Step
		}
		b, x := bandOf(&q.figures[i], least), f.of(sample{v, measured, w})
		if reached := f.kind == unit.Duration && w.Duration > w.OutageEnd() && w.OutageEnd() > 0; !reached &&
			math.IsNaN(b.mean) && math.IsNaN(x) {
			continue // there is no such part of the run
		}
		if b.has(x) {
			inside++
		}
		number := func(x float64) answer.Value { return answer.Value{Number: x, Kind: f.kind, Digits: 3} }
		rows = append(rows, []answer.Value{{Words: f.name}, number(b.mean), number(b.low), number(b.high), number(x),
			answer.Truth(b.has(x))})
	}
	t := answer.Table{Name: "comparison", Columns: []answer.Column{{Name: "figure", Words: true}, {Name: "predicted"},
		{Name: "from"}, {Name: "to"}, {Name: "measured"}, {Name: "inside", Truth: true}},
		Len: len(rows), Row: func(i int) []answer.Value { return rows[i] }}
	a := answer.Answer{Tables: []answer.Table{t}, Tone: toneOf(v.Outcome)}
	a.Groups = []answer.Group{{Title: "verdict", Quantities: []answer.Quantity{
		{Name: "predicted verdict", Words: q.verdict()},
		{Name: "measured verdict", Words: v.Outcome.String()},
		{Name: "attempts", Label: "measured attempts", Kind: unit.Count, A: v.Started * v.RetryAmplification},
	}}}
	a.Summary = fmt.Sprintf("Measured: %s. Predicted: %s. %d of %d figures are inside the predicted band.",
		spoken(v, w), q.verdict(), inside, len(rows))
	a.Plot = func() []answer.Chart { return r.charts(q, measured, w) }
	if r.lost > 0 {
		a.Warn(answer.Input, fmt.Sprintf("%s never came to the server, as more connections waited than the system holds",
			answer.Counted(float64(r.lost), "attempt", "attempts")))
	}
	if r.late > lateness {
		a.Warn(answer.Input, fmt.Sprintf("this machine was up to %s late, %s of the fleet: a lower --speed or fewer clients "+
			"are more exact", unit.Duration.Rounded(r.late.Seconds(), 2), unit.Duration.Rounded(r.late.Seconds()*r.Speed, 2)))
	}
	return a
}

// toneOf returns the tone of an outcome.
func toneOf(o fleet.Outcome) answer.Tone {
	switch o {
	case fleet.Recovers:
		return answer.Good
	case fleet.RecoversLate, fleet.Unsettled:
		return answer.Doubtful
	}
	return answer.Bad
}

// spoken returns a verdict with the time to recovery, if there is one.
func spoken(v fleet.Verdict, w fleet.System) string {
	if v.Outcome.Back() && len(w.Outages) > 0 {
		return v.Outcome.String() + " " + unit.Duration.Rounded(v.Recovery, 3) + " after the outage"
	}
	return v.Outcome.String()
}

// verdict returns the most frequent outcome of the simulated runs, and its frequency.
func (q *Prediction) verdict() string {
	return fmt.Sprintf("%s in %d of %d simulated runs", q.Likeliest, q.Outcomes[q.Likeliest], q.Runs)
}

// titles are the titles of the charts.
var titles = [series]string{"load", "goodput", "time-outs", "attempts in flight"}

// charts draws the measured series over the predicted bands.
func (r *Run) charts(q *Prediction, measured fleet.Result, w fleet.System) (list []answer.Chart) {
	step := float64(q.columns) * w.Step
	var spans [][2]float64
	for _, o := range w.Outages {
		spans = append(spans, [2]float64{o.At, o.End()})
	}
	over := func(n int, at func(i int) float64) func(float64) float64 {
		return func(t float64) float64 {
			if i := int(t / step); t >= 0 && i < n {
				return at(i)
			}
			return math.NaN()
		}
	}
	for k, is := range q.columned(measured, w) {
		n := len(q.series[k])
		edge := func(of func(band) float64) func(float64) float64 {
			return over(n, func(i int) float64 { return of(bandOf(&q.series[k][i], 0)) })
		}
		c := answer.Chart{Title: titles[k], X: unit.Duration, Y: unit.Rate, Hi: q.System.Duration, Cross: math.NaN(),
			Spans: spans}
		if k == inFlight {
			c.Y = unit.Number
		}
		predicted := answer.Band{Name: "predicted"}
		predicted.Lo = edge(func(b band) float64 { return b.low })
		predicted.Hi = edge(func(b band) float64 { return b.high })
		c.Curves = []answer.Curve{{Y: over(len(is), func(i int) float64 { return is[i] }), Band: predicted}}
		list = append(list, c)
	}
	return list
}
