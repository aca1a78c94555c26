package sweep

import (
	"math"
	"slices"

	"retune/ui/ask/answer"
)

// A row is the answer at one value.
type row struct {
	x float64
	answer.Answer
}

// figure is the quantity of that name, absent where the row has none.
func (r row) figure(name string) answer.Quantity {
	if q, ok := r.Answer.Figure(name); ok {
		return q
	}
	why := ""
	if r.None != nil {
		why = r.None.Reason
	}
	return answer.Quantity{A: math.NaN(), Status: answer.NotApplicable, Why: why}
}

// mostHeads is how many figures a table of a sweep has at most.
const mostHeads = 7

// headline is the figures that are most worth knowing of the answers: those that a sentence
// says, or else those that are shown first; where these are many, those that vary.
func headline(rows []row, all bool) (list []answer.Quantity) {
	for _, tells := range []bool{true, false} {
		seen := map[string]bool{}
		for _, r := range rows {
			for _, q := range r.Quantities() {
				if !seen[q.Name] && (all || !q.Error && (q.Tells || !tells && !q.Detail)) {
					seen[q.Name] = true
					list = append(list, q)
				}
			}
		}
		if len(list) > 0 {
			break
		}
	}
	change := func(q answer.Quantity) bool { return changes(rows, q) }
	if len(list) > mostHeads && slices.ContainsFunc(list, change) {
		list = slices.DeleteFunc(list, func(q answer.Quantity) bool { return !change(q) })
	}
	return list[:min(len(list), mostHeads)]
}

// changes tells whether the figure of a policy is not the same in all rows.
func changes(rows []row, q answer.Quantity) bool {
	same := func(x, y answer.Value) bool {
		return (x.Number == y.Number || math.IsNaN(x.Number) && math.IsNaN(y.Number)) && x.Words == y.Words &&
			x.Status == y.Status
	}
	return slices.ContainsFunc(rows, func(r row) bool {
		x, y := r.figure(q.Name), rows[0].figure(q.Name)
		for i := range policies(rows, q) {
			if !same(x.Of(i), y.Of(i)) {
				return true
			}
		}
		return false
	})
}

// column is a figure of one policy along the axis.
func column(rows []row, q answer.Quantity, of int) answer.Column {
	c := answer.Column{Kind: q.Kind}
	c.Name, c.Head = rows[0].OfPolicy(q.Name, of, "")
	if slices.ContainsFunc(rows, func(r row) bool { return r.figure(q.Name).Of(of).Words != "" }) {
		c.Words = func(i int) string { return rows[i].figure(q.Name).Of(of).Words }
	}
	return c
}

// table is a row for each value, with the figures of A, and of B beside them, and the standard errors of those that
// have one.
func (w *sweep) table(rows []row, heads []answer.Quantity) answer.Table {
	t := answer.Table{Name: "sweep", Len: len(rows), Columns: []answer.Column{{Name: w.axis.Setting.Name,
		Kind: w.axis.Kind}}}
	type cell struct {
		name string
		of   int
	}
	var cells []cell
	for _, q := range heads {
		for of := range policies(rows, q) {
			t.Columns = append(t.Columns, column(rows, q, of))
			cells = append(cells, cell{q.Name, of})
		}
	}
	for i, c := range slices.Clone(cells) {
		if se, ok := rows[0].Answer.Figure(c.name + " se"); ok {
			t.Columns[1+i].Error = len(t.Columns)
			e := column(rows, se, c.of)
			e.Detail = true
			t.Columns, cells = append(t.Columns, e), append(cells, cell{se.Name, c.of})
		}
	}
	t.Row = func(i int) []float64 {
		list := []float64{rows[i].x}
		for _, c := range cells {
			x := rows[i].figure(c.name).Of(c.of)
			if x.Status != "" && x.Status != answer.Unbounded && x.Status != answer.Overflow {
				x.Number = math.NaN()
			}
			list = append(list, x.Number)
		}
		return list
	}
	return t
}

// policies is how many values the quantity has.
func policies(rows []row, q answer.Quantity) (n int) {
	for _, r := range rows {
		n = max(n, r.Values(q))
	}
	return n
}
