package answer

import (
	"math"

	"retune/ui/show/chart"
	"retune/ui/unit"
)

// An Entry is a line of a legend, or a value read off a chart.
type Entry struct {
	Role chart.Role
	Sign string // how the entry is drawn; "" for a value
	Text string
}

// signs are the samples of curves and areas in a legend.
var signs = map[chart.Role]string{
	chart.A: "──", chart.B: "··", chart.Goodput: "══", chart.Offered: "╌╌",
	chart.Fifth: "━━", chart.Sixth: "++",
	chart.Band: "░░", chart.Span: "╱╱", chart.Cross: "┊",
}

// Legend returns the legend of the chart. brief selects the shortest texts.
func (c Chart) Legend(brief bool) (list []Entry) {
	add := func(role chart.Role, full, short string) {
		sign := signs[role]
		if brief {
			full, sign = short, string([]rune(sign)[:1])
		}
		list = append(list, Entry{role, sign, full})
	}
	band := c.band()
	switch {
	case len(c.Curves) > 1:
		for i := range c.Curves {
			add(lineRoles[i], c.called(i), c.called(i))
		}
	case len(c.Series) > 0:
		add(chart.A, c.Title, c.Title)
	case band.HiName != "":
		add(chart.A, "mean", "mean")
	}
	for i, l := range c.Lines {
		add(lineRoles[i], l.Name, l.Name)
	}
	for _, s := range c.Series {
		if s.Of == 0 {
			add(s.Role, s.Name, s.Name)
		}
	}
	if band.Is() {
		short := "runs"
		if band.HiName != "" {
			short = "5-95%"
		}
		add(chart.Band, band.Name, short)
	}
	if len(c.Spans) > 0 {
		add(chart.Span, "outage", "outage")
	}
	return list
}

// reading returns the name of a curve's value with a space behind it, or "".
func (c Chart) reading(curve Curve) string {
	switch {
	case curve.Band.HiName != "":
		return "mean "
	case len(c.Series) > 0:
		return c.Title + " "
	}
	return ""
}

// At returns the values of the chart at x, the most important first: x itself, then the curves.
func (c Chart) At(x float64) (list []Entry) {
	if !(x >= c.Lo && x <= c.Hi) {
		return nil
	}
	where := c.X.Format(x)
	if c.X == unit.Count {
		x = math.Round(x)
		where = "retry " + c.X.Format(x)
	}
	add := func(role chart.Role, of int, name string, y float64) {
		if len(c.Curves) > 1 {
			name = c.called(of) + " " + name
		}
		if !math.IsNaN(y) {
			list = append(list, Entry{role, "", name + c.Y.Rounded(y, c.Digits)})
		}
	}
	for i, curve := range c.Curves {
		if curve.Exactly == nil { // the values of slow curves may not be known yet
			add(lineRoles[i], i, c.reading(curve), curve.Y(x))
		}
	}
	for i, l := range c.Lines {
		add(lineRoles[i], 0, l.Name+" ", l.Y(x))
	}
	for _, s := range c.Series {
		add(s.Role, s.Of, s.Name+" ", s.Y(x))
	}
	for i, curve := range c.Curves {
		if b := curve.Band; b.HiName != "" && curve.Exactly == nil {
			add(lineRoles[i], i, b.LoName+" ", b.Lo(x))
			add(lineRoles[i], i, b.HiName+" ", b.Hi(x))
		}
	}
	if c.Limit.Name != "" {
		list = append(list, Entry{chart.Limit, "", c.Limit.Name + " " + c.Y.Format(c.Limit.Y)})
	}
	if len(list) == 0 {
		return nil
	}
	return append([]Entry{{chart.Cross, signs[chart.Cross], where}}, list...)
}
