package lab

import (
	"context"
	"fmt"
	"math"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// lateness is the acceptable delay of a timer, seconds.
const lateness = 0.05

// Answer compares what was measured with the prediction, for the time of the run if it ended early.
func (r *Run) Answer(ctx context.Context) (a answer.Answer, err error) {
	q := r.predicted
	measured, w := r.meter.result(r.Now())
	if w.Duration < r.System.Duration {
		if q, err = predict(context.WithoutCancel(ctx), Plan{w, r.Speed, r.Seed}); err != nil {
			return a, err
		}
	}
	s := q.sample(measured)
	numbers := s.numbers()
	var rows [][]answer.Value
	inside := 0
	for i, f := range figures {
		least := 0.0
		if f.kind == unit.Duration {
			least = w.Step
		}
		b, x := q.band(i, least), numbers[i]
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
	a = answer.Answer{Tables: []answer.Table{t}, Tone: toneOf(s.Outcome)}
	a.Groups = []answer.Group{{Title: "verdict", Quantities: []answer.Quantity{
		{Name: "predicted verdict", Words: q.verdict()},
		{Name: "measured verdict", Words: s.Outcome.String()},
		{Name: "attempts", Label: "measured attempts", Kind: unit.Count, A: s.Started * s.RetryAmplification},
	}}}
	a.Summary = fmt.Sprintf("Measured: %s. Predicted: %s. %d of %d figures are inside the predicted band.",
		spoken(s), q.verdict(), inside, len(rows))
	a.Plot = func() []answer.Chart { return q.charts(s, numbers[len(figures):]) }
	if late := r.late / r.Speed; late > lateness {
		a.Warn(answer.Input, fmt.Sprintf("this machine was up to %s late, %s of the fleet: a lower --speed or fewer clients "+
			"are more exact", unit.Duration.Rounded(late, 2), unit.Duration.Rounded(r.late, 2)))
	}
	return a, nil
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
func spoken(s sample) string {
	if s.Outcome.Back() && len(s.w.Outages) > 0 {
		return s.Outcome.String() + " " + unit.Duration.Rounded(s.Recovery, 3) + " after the outage"
	}
	return s.Outcome.String()
}

// charts draws the measured series over the predicted bands.
func (q *prediction) charts(s sample, measured []float64) (list []answer.Chart) {
	n, width := s.columns()
	var spans [][2]float64
	for _, o := range s.w.Outages {
		spans = append(spans, [2]float64{o.At, o.End()})
	}
	for k, c := range drawn {
		at := func(of func(i int) float64) func(float64) float64 {
			return func(t float64) float64 {
				if i := int(t / width); t >= 0 && i < n {
					return of(k*n + i)
				}
				return math.NaN()
			}
		}
		predicted := answer.Band{Name: "predicted"}
		predicted.Lo = at(func(i int) float64 { return q.band(len(figures)+i, 0).low })
		predicted.Hi = at(func(i int) float64 { return q.band(len(figures)+i, 0).high })
		list = append(list, answer.Chart{Title: c.title, X: unit.Duration, Y: c.kind, Hi: s.w.Duration, Cross: math.NaN(),
			Spans: spans, Curves: []answer.Curve{{Y: at(func(i int) float64 { return measured[i] }), Band: predicted}}})
	}
	return list
}
