package sweep

import (
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
)

// summary describes the sweep, and the range of the first figure that varies.
func (w *sweep) summary(rows []row, heads []answer.Quantity, charts []answer.Chart) string {
	idle := len(heads) > 0 && !slices.ContainsFunc(heads, func(q answer.Quantity) bool { return changes(rows, q) })
	first, last := w.axis.Kind.Format(rows[0].x), w.axis.Kind.Format(rows[len(rows)-1].x)
	text := fmt.Sprintf("%s of the %s, from %s to %s", answer.Counted(float64(len(rows)), "value", "values"),
		w.axis.Name(), first, last)
	switch {
	case idle && len(rows) > 1:
		return text + ": no difference."
	case len(charts) == 0 || len(charts[0].Curves) == 0:
		return text + "."
	}
	c := charts[0]
	least, most := rows[0], rows[0]
	y := func(r row) float64 { return c.Curves[0].Y(r.x) }
	for _, r := range rows {
		if !(y(least) <= y(r)) && !math.IsNaN(y(r)) {
			least = r
		}
		if !(y(most) >= y(r)) && !math.IsNaN(y(r)) {
			most = r
		}
	}
	of := heads[slices.IndexFunc(heads, func(q answer.Quantity) bool { return q.Called() == c.Title })].Name
	at := func(r row) string {
		return fmt.Sprintf("%s at %s %s", r.figure(of).Text(0), w.axis.Name(), w.axis.Kind.Format(r.x))
	}
	return fmt.Sprintf("%s: %s from %s to %s.", text, c.Title, at(least), at(most))
}

// warn repeats each warning of the answers once, and says why rows have no answer.
func (w *sweep) warn(a *answer.Answer, rows []row) {
	seen := map[string]bool{}
	const most = 6
	add := func(code answer.Code, message string, keys []string) {
		if !seen[message] && len(seen) < most {
			seen[message] = true
			a.Warn(code, message, keys...)
		}
	}
	for _, r := range rows {
		if r.None != nil {
			add(answer.Absent, fmt.Sprintf("%s %s: %s", w.axis.Name(), w.axis.Kind.Format(r.x), r.None.Reason),
				[]string{"sweep"})
		}
	}
	for _, r := range rows {
		for _, n := range r.Warnings {
			if n.Code != answer.Absent {
				add(n.Code, n.String(), n.Keys)
			}
		}
	}
}
