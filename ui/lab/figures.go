package lab

import (
	"fmt"
	"math"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// A figure is a number that is predicted and measured.
type figure struct {
	name string
	kind unit.Kind
	of   func(v fleet.Verdict, r fleet.Result, w fleet.System) float64
}

var figures = []figure{
	{"load before the outage", unit.Rate, rate(fleet.Result.Load, before)},
	{"load in the outage", unit.Rate, rate(fleet.Result.Load, during)},
	{"load after the outage", unit.Rate, rate(fleet.Result.Load, after)},
	{"goodput after the outage", unit.Rate,
		rate(func(r fleet.Result, i int) float64 { return r.Goodput[i] / r.Step }, after)},
	{"peak load after the outage", unit.Rate, func(v fleet.Verdict, _ fleet.Result, _ fleet.System) float64 {
		return v.AfterLoad
	}},
	{"attempts in flight after the outage", unit.Number,
		rate(func(r fleet.Result, i int) float64 { return r.InFlight[i] }, after)},
	{"time-outs", unit.Count, func(_ fleet.Verdict, r fleet.Result, _ fleet.System) (sum float64) {
		for _, n := range r.Timeouts {
			sum += n
		}
		return sum
	}},
	{"retry amplification", unit.Number, func(v fleet.Verdict, _ fleet.Result, _ fleet.System) float64 {
		return v.RetryAmplification
	}},
	{"goodput back to 90%", unit.Duration, func(v fleet.Verdict, _ fleet.Result, _ fleet.System) float64 {
		return v.Success90
	}},
	{"time to recovery", unit.Duration, func(v fleet.Verdict, _ fleet.Result, _ fleet.System) float64 {
		if !v.Outcome.Back() {
			return math.NaN()
		}
		return v.Recovery
	}},
}

// The parts of a run.
func before(w fleet.System) (from, to float64) {
	if len(w.Outages) == 0 {
		return 0, w.Duration
	}
	return 0, w.OutageStart()
}
func during(w fleet.System) (from, to float64) { return w.OutageStart(), w.OutageEnd() }
func after(w fleet.System) (from, to float64) {
	if len(w.Outages) == 0 {
		return 0, 0
	}
	return w.OutageEnd(), w.Duration
}

// rate returns the mean of a series in a part of a run, NaN if there is no such part.
func rate(series func(r fleet.Result, i int) float64, part func(fleet.System) (from, to float64)) func(fleet.Verdict,
	fleet.Result, fleet.System) float64 {
	return func(_ fleet.Verdict, r fleet.Result, w fleet.System) float64 {
		from, to := part(w)
		sum, n := 0.0, 0.0
		for i := int(math.Ceil(from/r.Step - 1e-6)); float64(i+1)*r.Step <= to+1e-6 && i < r.Len(); i++ {
			sum, n = sum+series(r, i), n+1
		}
		return sum / n
	}
}

// Answer compares what was measured so far with the prediction.
func (r *Run) Answer(q *Prediction) answer.Answer {
	measured, w := r.meter.result(r.Now())
	v := measured.Verdict(w, q.Base)
	t := answer.Table{Name: "comparison", Columns: []answer.Column{{Name: "figure"}, {Name: "predicted"}, {Name: "from"},
		{Name: "to"}, {Name: "measured"}, {Name: "inside"}}}
	var rows [][]float64
	var kinds []figure
	inside := 0
	for i, f := range figures {
		least := 0.0
		if f.kind == unit.Duration {
			least = w.Step
		}
		b, x := bandOf(&q.figures[i], least), f.of(v, measured, w)
		if reached := f.kind == unit.Duration && w.Duration > w.OutageEnd() && w.OutageEnd() > 0; !reached &&
			math.IsNaN(b.mean) && math.IsNaN(x) {
			continue // there is no such part of the run
		}
		in := 0.0
		if b.has(x) {
			in, inside = 1, inside+1
		}
		rows, kinds = append(rows, []float64{0, b.mean, b.low, b.high, x, in}), append(kinds, f)
	}
	t.Len, t.Row = len(rows), func(i int) []float64 { return rows[i] }
	t.Columns[0].Words = func(i int) string { return kinds[i].name }
	for j := 1; j <= 4; j++ {
		t.Columns[j].KindOf, t.Columns[j].Digits = func(i int) unit.Kind { return kinds[i].kind }, 3
	}
	t.Columns[5].Truth = true
	a := answer.Answer{Tables: []answer.Table{t}, Tone: tones[v.Outcome]}
	a.Groups = []answer.Group{{Title: "verdict", Quantities: []answer.Quantity{
		{Name: "predicted verdict", Words: q.verdict()},
		{Name: "measured verdict", Words: v.Outcome.String()},
		{Name: "figures inside the band", Kind: unit.Count, A: float64(inside)},
		{Name: "figures", Kind: unit.Count, A: float64(len(rows)), Detail: true},
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

// tones is how good each outcome is.
var tones = map[fleet.Outcome]answer.Tone{fleet.Recovers: answer.Good, fleet.RecoversLate: answer.Doubtful,
	fleet.Unsettled: answer.Doubtful, fleet.Metastable: answer.Bad, fleet.Overloaded: answer.Bad, fleet.GaveUp: answer.Bad}

// spoken is a verdict with the time to recovery, if there is one.
func spoken(v fleet.Verdict, w fleet.System) string {
	if v.Outcome.Back() && len(w.Outages) > 0 {
		return v.Outcome.String() + " " + unit.Duration.Rounded(v.Recovery, 3) + " after the outage"
	}
	return v.Outcome.String()
}

// verdict is the outcome of most simulated runs, and in how many.
func (q *Prediction) verdict() string {
	return fmt.Sprintf("%s in %d of %d simulated runs", q.Usual, q.Outcomes[q.Usual], q.Runs)
}

// titles are those of the charts.
var titles = [series]string{"load", "goodput", "time-outs", "attempts in flight"}

// charts are the measured series over the predicted bands.
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
		c.Curves = []answer.Curve{{Cap: math.Inf(1), Capped: math.NaN(),
			Y: over(len(is), func(i int) float64 { return is[i] }),
			Band: answer.Band{Name: "predicted", Lo: edge(func(b band) float64 { return b.low }),
				Hi: edge(func(b band) float64 { return b.high })}}}
		list = append(list, c)
	}
	return list
}
