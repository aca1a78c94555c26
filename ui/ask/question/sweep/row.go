package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"retune/ui/ask/answer"
)

// A row is the answer at one value.
type row struct {
	x float64
	answer.Answer
}

// figure returns the quantity with that name, absent if the row does not have it.
func (r row) figure(name string) answer.Quantity {
	if q, ok := r.Answer.Figure(name); ok {
		return q
	}
	why := ""
	if r.None != nil {
		why = r.None.Reason
	}
	return answer.Quantity{Value: answer.Value{Number: math.NaN(), Status: answer.NotApplicable, Why: why}}
}

// A column is a figure of the answers along the axis.
type column struct {
	answer.Quantity                     // of the first row that has it
	of              [][]answer.Quantity // the figure of each policy in each row
}

// mostFigures is the largest number of figures in the table of a sweep.
const mostFigures = 7

// figures returns the figures to show. If they are many, it keeps those that vary.
func (w *sweep) figures(rows []row) (list []column) {
	for _, q := range w.shown(rows) {
		policies := 1
		for _, r := range rows {
			policies = max(policies, r.Values(q))
		}
		f := column{Quantity: q}
		for i := range policies {
			var along []answer.Quantity
			for _, r := range rows {
				along = append(along, r.figure(q.Name).For(i))
			}
			f.of = append(f.of, along)
		}
		list = append(list, f)
	}
	if len(list) > mostFigures && slices.ContainsFunc(list, column.varies) {
		list = slices.DeleteFunc(list, func(f column) bool { return !f.varies() })
	}
	return list[:min(len(list), mostFigures)]
}

// shown returns the quantities besides the axis that sentences mention, or else those that are shown first. If only one
// result is asked for, it returns that.
func (w *sweep) shown(rows []row) (list []answer.Quantity) {
	seen := map[string]bool{w.axis.Name(): true}
	for _, tells := range []bool{true, false} {
		for _, r := range rows {
			for _, q := range r.Quantities() {
				if !seen[q.Name] && (w.one || q.InComparisons || !tells && !q.Detail) {
					seen[q.Name] = true
					list = append(list, q)
				}
			}
		}
		if len(list) > 0 {
			break
		}
	}
	return list
}

// varies reports whether the figure of some policy differs between rows.
func (f column) varies() bool {
	text := func(q answer.Quantity) string {
		v := q.Of(0)
		return fmt.Sprint(v.Number, v.Words, v.Status)
	}
	return slices.ContainsFunc(f.of, func(along []answer.Quantity) bool {
		return slices.ContainsFunc(along, func(q answer.Quantity) bool { return text(q) != text(along[0]) })
	})
}

// table returns a table with a row for each value, the figures of all policies side by side.
func (w *sweep) table(rows []row, figures []column) answer.Table {
	t := answer.Table{Name: "sweep", Columns: []answer.Column{{Name: w.axis.Setting.Name,
		Kind: w.axis.Kind}}}
	var shown [][]answer.Quantity
	for _, f := range figures {
		for i, along := range f.of {
			c := answer.Column{Kind: f.Kind, OwnDigits: true}
			c.Name, c.Heading = rows[0].ColumnName(f.Name, i, "")
			c.IsWords = slices.ContainsFunc(along, func(q answer.Quantity) bool { return q.Of(0).Words != "" })
			if slices.ContainsFunc(along, func(q answer.Quantity) bool { return q.Error > 0 }) {
				c.Error, _ = rows[0].ColumnName(f.Name+" se", i, "")
			}
			shown, t.Columns = append(shown, along), append(t.Columns, c)
		}
	}
	states := statesOf(figures)
	for i := range states {
		name, _ := rows[0].ColumnName("state", i, "")
		t.Columns = append(t.Columns, answer.Column{Name: name, IsWords: true, Detail: true})
	}
	return t.WithRows(len(rows), func(i int) []answer.Value {
		list := answer.Numbers(rows[i].x)
		for _, along := range shown {
			v := along[i].Of(0)
			v.Error, v.Digits = along[i].Error, cmp.Or(along[i].Digits, v.Digits)
			switch v.Status {
			case "", answer.Unbounded, answer.Overflow:
			default:
				v.Number, v.Error = math.NaN(), math.NaN()
			}
			list = append(list, v)
		}
		for _, along := range states {
			list = append(list, answer.Value{Words: string(along[i])})
		}
		return list
	})
}

// statesOf returns the state of the fleet of each policy in each row, or nil for figures of policies alone.
func statesOf(figures []column) (states [][]answer.State) {
	for _, f := range figures {
		for _, along := range f.of {
			var list []answer.State
			for _, q := range along {
				list = append(list, q.State)
			}
			if slices.ContainsFunc(list, func(s answer.State) bool { return s != "" }) {
				states = append(states, list)
			}
		}
		if len(states) > 0 {
			break
		}
	}
	return states
}
