package sweep

import (
	"math"
	"slices"

	"retune/ui/ask/answer"
	"retune/ui/ask/setting"
	"retune/ui/unit"
)

// along returns an empty chart over an axis.
func along(a setting.Axis, title string, y unit.Kind) answer.Chart {
	lo, hi := a.Values[0], a.Values[len(a.Values)-1]
	return answer.Chart{Title: title, Over: a.Name(), Places: a.Values, X: a.Kind, Y: y, Lo: lo, Hi: hi, LogX: a.Log,
		Cross: math.NaN()}
}

// stacked returns the first tables of the answers, one below the other, with the setting of the axis as the first
// column unless they have it. It also returns a chart of the first figure, with a line for each row name.
func stacked(a setting.Axis, rows []row) ([]answer.Table, []answer.Chart) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.None != nil || len(r.Tables) == 0 })
	if len(rows) == 0 {
		return nil, nil
	}
	type place struct {
		row row
		at  int
	}
	var places []place
	for _, r := range rows {
		for i := range r.Tables[0].Len {
			places = append(places, place{r, i})
		}
	}
	first := rows[0].Tables[0]
	has := slices.ContainsFunc(first.Columns, func(c answer.Column) bool { return c.Name == a.Setting.Name })
	t := answer.Table{Name: first.Name, Len: len(places), Rows: first.Rows}
	if first.Rows != "" {
		t.Label = func(i int) string { return places[i].row.Tables[0].Label(places[i].at) }
	}
	if !has {
		t.Columns = append(t.Columns, answer.Column{Name: a.Setting.Name, Kind: a.Kind})
	}
	for j, c := range first.Columns {
		if c.Words != nil {
			c.Words = func(i int) string { return places[i].row.Tables[0].Columns[j].Words(places[i].at) }
		}
		if c.KindOf != nil {
			c.KindOf = func(i int) unit.Kind { return places[i].row.Tables[0].Columns[j].KindOf(places[i].at) }
		}
		if c.Error > 0 && !has {
			c.Error++
		}
		t.Columns = append(t.Columns, c)
	}
	t.Row = func(i int) []float64 {
		row := places[i].row.Tables[0].Row(places[i].at)
		if !has {
			row = append([]float64{places[i].row.x}, row...)
		}
		return row
	}
	return []answer.Table{t}, stackedChart(a, rows)
}

// stackedChart returns a line for each row name, from the first column that is not a setting.
func stackedChart(a setting.Axis, rows []row) []answer.Chart {
	first := rows[0].Tables[0]
	column := slices.IndexFunc(first.Columns, func(c answer.Column) bool {
		return c.Words == nil && c.Name != a.Setting.Name && !c.Detail && c.KindOf == nil
	})
	if first.Label == nil || column < 0 || first.Len > len(answer.Roles) {
		return nil
	}
	c := along(a, first.Columns[column].Name, first.Columns[column].Kind)
	for i := range first.Len {
		name := first.Label(i)
		c.Series = append(c.Series, answer.Series{Name: name, Role: answer.Roles[i], Y: curve(rows, func(r row) float64 {
			t := r.Tables[0]
			for i := range t.Len {
				if t.Label(i) == name {
					return t.Row(i)[column]
				}
			}
			return math.NaN()
		}, answer.Straight(a.Log, false)).Y})
	}
	return []answer.Chart{c}
}
