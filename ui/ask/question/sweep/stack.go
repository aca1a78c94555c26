package sweep

import (
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
)

// stacked returns the first tables of the answers, one below the other, with the setting of the axis as the first
// column unless they have it. It also returns a chart of the first figure, with a line for each row name.
func stacked(a setting.Axis, rows []row) ([]answer.Table, []answer.Chart) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.None != nil || len(r.Tables) == 0 })
	if len(rows) == 0 {
		return nil, nil
	}
	type place struct {
		x float64
		answer.Table
		row int
	}
	var places []place
	for _, r := range rows {
		for i := range min(r.Tables[0].Len, answer.MaxHeldRows) {
			places = append(places, place{r.x, r.Tables[0], i})
		}
	}
	first := rows[0].Tables[0]
	has := slices.ContainsFunc(first.Columns, func(c answer.Column) bool { return !c.IsWords && c.Name == a.Setting.Name })
	t := answer.Table{Name: first.Name, Named: first.Named, Columns: slices.Clone(first.Columns)}
	at := 0
	if first.Named {
		at = 1
	}
	if !has {
		t.Columns = slices.Insert(t.Columns, at, answer.Column{Name: a.Setting.Name, Kind: a.Kind})
	}
	t = t.WithRows(len(places), func(i int) []answer.Value {
		row := places[i].Row(places[i].row)
		if !has {
			row = slices.Insert(row, at, answer.Value{Number: places[i].x})
		}
		return row
	})
	return []answer.Table{t}, stackedChart(a, rows)
}

// stackedChart returns a line for each row name, from the first column that is not a setting.
func stackedChart(a setting.Axis, rows []row) []answer.Chart {
	first := rows[0].Tables[0]
	column := slices.IndexFunc(first.Columns, func(c answer.Column) bool {
		return !c.IsWords && c.Name != a.Setting.Name && !c.Detail
	})
	if !first.Named || column < 0 || first.Len > len(answer.Roles) {
		return nil
	}
	c := along(a, first.Columns[column].Name, first.Columns[column].Kind)
	for i := range first.Len {
		name := first.Row(i)[0].Words
		var numbers []float64
		for _, r := range rows {
			t, y := r.Tables[0], math.NaN()
			for i := range t.Len {
				if row := t.Row(i); row[0].Words == name {
					y = row[column].Number
				}
			}
			numbers = append(numbers, y)
		}
		c.Series = append(c.Series, answer.Curve{Name: name, Role: answer.Roles[i],
			Points: through(rows, numbers, answer.Join{LogX: a.Log})})
	}
	return []answer.Chart{c}
}
