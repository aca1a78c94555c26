package sweep

import (
	"cmp"
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
	return answer.Quantity{A: math.NaN(), Status: answer.NotApplicable, Why: why}
}

// mostHeads is the largest number of figures in the table of a sweep.
const mostHeads = 7

// headline returns the figures to show: those that sentences mention, or else those that are shown first. If they are
// many, it keeps those that vary.
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

// changes reports whether the figure of some policy differs between rows.
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

// column returns the column for a figure of one policy.
func column(rows []row, q answer.Quantity, of int) answer.Column {
	c := answer.Column{Kind: q.Kind, Of: func(i int) int {
		q := rows[i].figure(q.Name)
		return cmp.Or(q.For(of).Digits, q.Of(of).Digits)
	}}
	c.Name, c.Head = rows[0].OfPolicy(q.Name, of, "")
	if slices.ContainsFunc(rows, func(r row) bool { return r.figure(q.Name).Of(of).Words != "" }) {
		c.Words = func(i int) string { return rows[i].figure(q.Name).Of(of).Words }
	}
	return c
}

// table returns a table with a row for each value, the figures of all policies side by side, and their standard errors.
func (w *sweep) table(rows []row, heads []answer.Quantity) answer.Table {
	t := answer.Table{Name: "sweep", Len: len(rows), Columns: []answer.Column{{Name: w.axis.Setting.Name,
		Kind: w.axis.Kind}}}
	type cell struct {
		name  string
		of    int
		noise bool // the standard error of the figure
	}
	var cells []cell
	for _, q := range heads {
		for of := range policies(rows, q) {
			t.Columns = append(t.Columns, column(rows, q, of))
			cells = append(cells, cell{q.Name, of, false})
		}
	}
	for j, c := range slices.Clone(cells) {
		if slices.ContainsFunc(rows, func(r row) bool { return r.figure(c.name).For(c.of).Noise > 0 }) {
			e := answer.Column{Kind: t.Columns[j+1].Kind, Detail: true}
			e.Name, e.Head = rows[0].OfPolicy(c.name+" se", c.of, "")
			t.Columns[j+1].Error = len(t.Columns)
			t.Columns, cells = append(t.Columns, e), append(cells, cell{c.name, c.of, true})
		}
	}
	t.Row = func(i int) []float64 {
		list := []float64{rows[i].x}
		for _, c := range cells {
			q := rows[i].figure(c.name).For(c.of)
			x := q.Of(0)
			if c.noise {
				x.Number = q.Noise
			}
			if x.Status != "" && x.Status != answer.Unbounded && x.Status != answer.Overflow {
				x.Number = math.NaN()
			}
			list = append(list, x.Number)
		}
		return list
	}
	return t
}

// policies returns the number of values of the quantity.
func policies(rows []row, q answer.Quantity) (n int) {
	for _, r := range rows {
		n = max(n, r.Values(q))
	}
	return n
}
