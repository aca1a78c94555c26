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
	// server is set if only the server knows the figure: clients know the attempts that they wait for.
	server bool
}

var figures = []figure{
	{name: "load before any outage", kind: unit.Rate, of: func(s sample) float64 {
		return s.mean(fleet.Result.Load, 0, s.start())
	}},
	{name: "load in the outage", kind: unit.Rate, of: func(s sample) float64 {
		return s.mean(fleet.Result.Load, s.start(), s.w.OutageEnd())
	}},
	{name: "load after the outage", kind: unit.Rate, of: func(s sample) float64 { return s.after(fleet.Result.Load) }},
	{name: "goodput after the outage", kind: unit.Rate, of: func(s sample) float64 {
		return s.after(func(r fleet.Result, i int) float64 { return r.Goodput[i] / r.Step })
	}},
	{name: "peak load after the outage", kind: unit.Rate, of: func(s sample) float64 { return s.AfterLoad }},
	{name: "attempts in flight after the outage", kind: unit.Number, of: func(s sample) float64 {
		return s.after(func(r fleet.Result, i int) float64 { return r.InFlight[i] })
	}, server: true},
	{name: "time-outs", kind: unit.Count, of: func(s sample) float64 { return sum(s.of.Timeouts) }},
	{name: "retry amplification", kind: unit.Number, of: func(s sample) float64 { return s.RetryAmplification }},
	{name: "goodput back to 90%", kind: unit.Duration, of: func(s sample) float64 { return s.Success90 }},
	{name: "time to recovery", kind: unit.Duration, of: func(s sample) float64 {
		if !s.Outcome.Back() {
			return math.NaN()
		}
		return s.Recovery
	}},
}

func sum(list []float64) (sum float64) {
	for _, x := range list {
		sum += x
	}
	return sum
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

// Answer compares what was measured so far with the prediction. If the clients are of another program, and make far
// fewer requests than the fleet, it lists what came instead.
func (r *Run) Answer(q *Prediction) answer.Answer {
	measured, w := r.meter.result(r.Now())
	if r.Side == Server && sum(measured.First) < q.requests.Value()*w.Duration/q.System.Duration/2 {
		return r.listed(q, measured, w)
	}
	v := measured.Verdict(w, q.Base)
	rows, inside := r.compared(q, sample{v, measured, w})
	t := answer.Table{Name: "comparison",
		Columns: answer.Columns("figure: words, predicted, from, to, measured, inside: yes-no"),
	}.WithRows(len(rows), func(i int) []answer.Value { return rows[i] })
	a := answer.Answer{Tables: []answer.Table{t}, Tone: toneOf(v.Outcome)}
	spoken, verdict := spoken(v, w), v.Outcome.String()
	if succeeded := sum(measured.Goodput); succeeded == 0 {
		spoken, verdict, a.Tone = "no attempt succeeded", "no attempt succeeded", answer.Bad
	} else if v.Outcome != q.Likeliest {
		a.Warn(answer.Input, r.contradicts(q, v.Outcome))
	}
	a.Groups = []answer.Group{{Title: "verdict", Quantities: []answer.Quantity{
		{Name: "predicted verdict", Value: answer.Word(q.verdict())},
		{Name: "measured verdict", Value: answer.Word(verdict)},
		{Name: "attempts", Label: "measured attempts", Value: answer.Amount(v.Started*v.RetryAmplification, unit.Count)},
	}}}
	a.Summary = fmt.Sprintf("Measured: %s. Predicted: %s. %d of %d figures are inside the predicted band.",
		spoken, q.verdict(), inside, len(rows))
	a.SetCharts(r.charts(q, measured, w)...)
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

// contradicts returns the warning of a measured outcome that is not the predicted one.
func (r *Run) contradicts(q *Prediction, measured fleet.Outcome) string {
	text := "the measured verdict is not the predicted one"
	if n := q.Outcomes[measured]; n > 0 {
		text += fmt.Sprintf(", but that of %d of the simulated runs", n)
	}
	if r.Speed > 1 {
		return text + ": it may be an artefact of the timers of this machine; repeat it at --speed 1"
	}
	return text + ": it may be an artefact of the timers of this machine; repeat it on an idle one"
}

// compared returns the rows of the figures that can be compared, and how many are inside their band.
func (r *Run) compared(q *Prediction, s sample) (rows [][]answer.Value, inside int) {
	for i, f := range figures {
		least := 0.0
		if f.kind == unit.Duration {
			least = s.w.Step
		}
		b, x := bandOf(&q.figures[i], least), f.of(s)
		reached := f.kind == unit.Duration && s.w.Duration > s.w.OutageEnd() && s.w.OutageEnd() > 0
		if f.server && r.Side == Clients || !reached && math.IsNaN(b.mean) && math.IsNaN(x) {
			continue // the run has no such figure
		}
		if b.has(x) {
			inside++
		}
		number := func(x float64) answer.Value { return answer.Value{Number: x, Kind: f.kind, Digits: 3} }
		rows = append(rows, []answer.Value{{Words: f.name}, number(b.mean), number(b.low), number(b.high), number(x),
			answer.YesNo(b.has(x))})
	}
	return rows, inside
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
	for k, is := range q.columned(measured, w) {
		if k == inFlight && r.Side == Clients { // see figure.server
			continue
		}
		n := len(q.series[k])
		edge := func(of func(band) float64) answer.Points {
			p := answer.Points{Step: step, Values: make([]float64, n)}
			for i := range p.Values {
				p.Values[i] = of(bandOf(&q.series[k][i], 0))
			}
			return p
		}
		c := answer.Chart{Title: titles[k], X: unit.Duration, Y: unit.Rate, Hi: q.System.Duration, Crosshair: math.NaN(),
			Outages: spans}
		if k == inFlight {
			c.Y = unit.Number
		}
		predicted := answer.Band{Name: "predicted"}
		predicted.Lo = edge(func(b band) float64 { return b.low })
		predicted.Hi = edge(func(b band) float64 { return b.high })
		c.Curves = []answer.Curve{{Points: answer.Points{Step: step, Values: is}, Band: predicted}}
		list = append(list, c)
	}
	return list
}
