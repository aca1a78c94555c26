package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"retune/calc/fleet"
	"retune/ui/ask/answer"
	"retune/ui/unit"
)

// listed returns what came from clients of another program, one by one: they are not the fleet of the prediction.
func (r *Run) listed(q *Prediction, measured fleet.Result, w fleet.System) answer.Answer {
	requests, attempts := sum(measured.First), sum(measured.First)+sum(measured.Retries)
	a := answer.Answer{Tables: []answer.Table{r.attempts()}}
	a.Summary = fmt.Sprintf("Measured: %s in %s for %s. The fleet of the prediction makes about %s: nothing is compared.",
		answer.Counted(attempts, "attempt", "attempts"), unit.Duration.Rounded(w.Duration, 3),
		answer.Counted(requests, "request", "requests"),
		unit.Count.Rounded(q.requests.Value()*w.Duration/q.System.Duration, 2))
	count := func(name string, x float64) answer.Quantity {
		return answer.Quantity{Name: name, Value: answer.Amount(x, unit.Count)}
	}
	a.Groups = []answer.Group{{Title: "measured", Quantities: []answer.Quantity{
		count("requests", requests), count("attempts", attempts), count("successes", sum(measured.Goodput)),
		count("rejections", sum(measured.Failures)), count("time-outs", sum(measured.Timeouts)),
	}}}
	return a
}

// attempts returns a table of the attempts. A wait is the time from the end of the attempt before.
func (r *Run) attempts() answer.Table {
	r.meter.mu.Lock()
	list := slices.Clone(r.meter.first)
	r.meter.mu.Unlock()
	slices.SortFunc(list, func(a, b Attempt) int {
		return cmp.Or(cmp.Compare(a.Request, b.Request), cmp.Compare(a.Attempt, b.Attempt))
	})
	number := func(x float64) answer.Value { return answer.Value{Number: x, Digits: 3} }
	var rows [][]answer.Value
	for i, a := range list {
		wait := answer.Value{Number: math.NaN(), Status: answer.NotApplicable}
		if i > 0 && list[i-1].Request == a.Request {
			wait = number(a.Start - list[i-1].End)
		}
		rows = append(rows, []answer.Value{{Words: strings.TrimSuffix(a.Path, "?")}, {Number: float64(a.Attempt)},
			number(a.Start), wait, {Words: string(a.Result)}})
	}
	columns := answer.Columns("request: words, retry: count, start: duration, wait: duration, result: words")
	return answer.Table{Name: "attempts", Columns: columns}.WithRows(len(rows),
		func(i int) []answer.Value { return rows[i] })
}
