package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"retune/ui/show/chart"
	"retune/ui/unit"
)

// xText returns x in words.
func (c Chart) xText(x float64) string {
	switch {
	case c.XName != "":
		return c.XName + " " + c.X.Format(x)
	case c.X == unit.Count:
		return "retry " + c.X.Format(max(1, math.Round(x)))
	}
	return c.X.Format(x)
}

// Describe describes the chart in a sentence: the course of each curve, and the limit.
func (c Chart) Describe() string {
	var parts []string
	for _, r := range c.readings() {
		if r.kind != whole && len(c.Curves) > 0 {
			continue
		}
		if course := c.describeCurve(r); course != "" {
			parts = append(parts, strings.TrimSpace(c.fullName(r)+" "+course))
		}
	}
	if c.Limit.Name != "" {
		parts = append(parts, "the "+c.Limit.Name+" is "+c.Y.Format(c.Limit.Y))
	}
	if len(c.Boxes) > 0 {
		byMedian := func(a, b Box) int { return cmp.Compare(a.Percentiles[2], b.Percentiles[2]) }
		lo, hi := slices.MinFunc(c.Boxes, byMedian), slices.MaxFunc(c.Boxes, byMedian)
		parts = append(parts,
			"the lowest median has "+lo.Name+", "+c.X.Rounded(lo.Percentiles[2], 3)+
				", the highest "+hi.Name+", "+c.X.Rounded(hi.Percentiles[2], 3))
	}
	if len(parts) == 0 {
		return ""
	}
	return Sentence(strings.Join(parts, "; ")) + "."
}

// describeCurve describes a curve: it stays, rises, falls, or peaks between its ends.
func (c Chart) describeCurve(r reading) string {
	const places = 400
	var xs, ys []float64
	at := c.Axis(View{}).Places(places)
	for i, x := range at {
		y := r.Y(x)
		if r.Peaks && i+1 < len(at) {
			if peak := r.Peak(x, at[i+1]); peak > y {
				y = peak
			}
		}
		if !math.IsNaN(y) {
			xs, ys = append(xs, x), append(ys, y)
		}
	}
	if ys == nil {
		return ""
	}
	first, last, least, most := ys[0], ys[len(ys)-1], slices.Min(ys), slices.Max(ys)
	show := func(y float64) string { return c.Y.Rounded(y, c.Digits) }
	switch {
	case show(least) == show(most):
		return "stays at " + show(first)
	case most == last:
		return "rises from " + show(first) + " to " + show(last)
	case most == first:
		return "falls from " + show(first) + " to " + show(last)
	}
	return "peaks at " + show(most) + " at " + c.xText(xs[slices.Index(ys, most)]) + " and ends at " + show(last)
}

// Table returns the curves of the chart at n places of its axis.
func (c Chart) Table(n int) Table {
	if len(c.Boxes) > 0 {
		t := Table{Name: c.Title, Named: true, Columns: []Column{{IsWords: true}}}
		for _, name := range []string{"p5", "p25", "p50", "p75", "p95"} {
			t.Columns = append(t.Columns, Column{Name: name, Kind: c.X, Digits: 3})
		}
		return t.WithRows(len(c.Boxes), func(i int) []Value {
			return append([]Value{{Words: c.Boxes[i].Name}}, Numbers(c.Boxes[i].Percentiles[:]...)...)
		})
	}
	axis, at := c.Axis(View{}), c.SampledAt
	if at == nil {
		at = axis.Places(n)
	}
	if c.X == unit.Count && c.XName == "" {
		at = nil
		for i, count := 0, math.Floor(c.Hi); i < n && float64(i) < count; i++ {
			at = append(at, 1+math.Round(float64(i)*max(0, count-1)/max(1, min(float64(n), count)-1)))
		}
	}
	list := c.readings()
	t := Table{Name: c.Title, Columns: []Column{{Name: cmp.Or(axis.Name, "time"), Kind: c.X}}}
	for _, r := range list {
		t.Columns = append(t.Columns, Column{Name: cmp.Or(c.fullName(r), c.Title), Kind: c.Y, Digits: c.Digits})
	}
	return t.WithRows(len(at), func(i int) []Value {
		row := Numbers(at[i])
		for _, r := range list {
			row = append(row, Value{Number: r.Y(at[i])})
		}
		return row
	})
}

// Grid returns the map as a table: a row for each y, from the largest, and a column for each x.
func (m Map) Grid() Table {
	row := func(i int) int { return len(m.Y.Values) - 1 - i }
	t := Table{Name: m.Title, Named: true,
		Columns: []Column{{Name: m.Y.Name() + " \\ " + m.X.Name(), IsWords: true}}}
	for _, x := range m.X.Values {
		t.Columns = append(t.Columns, Column{Name: m.X.Kind.Format(x), IsWords: true})
	}
	return t.WithRows(len(m.Y.Values), func(i int) []Value {
		cells := []Value{{Words: m.Y.Kind.Format(m.Y.Values[row(i)])}}
		for column := range m.X.Values {
			cells = append(cells, Value{Words: m.CellText(column, row(i))})
		}
		return cells
	})
}

// Describe describes the map in a sentence: the share of each class, and what the dots mean.
func (m Map) Describe() string {
	var parts []string
	for _, c := range m.Classes() {
		n := 0.0
		for _, v := range m.Cells {
			if c.has(v) {
				n++
			}
		}
		parts = append(parts, c.Text+" in "+unit.Share.Rounded(n/float64(max(1, m.count())), 2))
	}
	text := "Share of the map: " + strings.Join(parts, ", ")
	if len(m.Border) > 0 {
		text += "; dots mark the border"
	}
	if m.Current[0] >= 0 {
		text += "; the diamond is the current scenario"
	}
	return text + "."
}

// A Bars is a table as a picture: several figures of one kind side by side.
type Bars struct {
	Title string
	List  chart.Bars
}

// A Bar is one of them.
type Bar = chart.Bar

// Panel returns the bars as part of a drawing.
func (b Bars) Panel() chart.Panel { return chart.Panel{Title: b.Title, Bars: b.List} }

// Describe describes the bars in a sentence: the longest bar, and the bar of the present scenario.
func (b Bars) Describe() string {
	if len(b.List) == 0 {
		return ""
	}
	best := slices.MaxFunc(b.List, func(a, b Bar) int { return cmp.Compare(a.Value, b.Value) })
	text := "The longest bar belongs to " + best.Name + ": " + best.Text
	for _, bar := range b.List {
		if bar.Now {
			text += "; as it is: " + bar.Text
		}
	}
	return text + "."
}
