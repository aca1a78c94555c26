package answer

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"retune/ui/show/chart"
	"retune/ui/unit"
)

// An Entry is a line of a legend, or a value read off a chart.
type Entry struct {
	Role chart.Role
	Sign string // how the entry is drawn; "" for a value
	Text string
}

// keysOf returns a legend as part of a drawing.
func keysOf(legend []Entry) (keys []chart.Key) {
	for _, e := range legend {
		keys = append(keys, chart.Key{Role: e.Role, Text: e.Text})
	}
	return keys
}

// signs are the samples of curves and areas in a legend.
var signs = map[chart.Role]string{
	chart.A: "──", chart.B: "··", chart.Goodput: "══", chart.Offered: "╌╌",
	chart.Fifth: "━━", chart.Sixth: "++",
	chart.Band: "░░", chart.Span: "╱╱", chart.Cross: "┊",
}

// Legend returns the legend of the chart.
func (c Chart) Legend() (list []Entry) {
	add := func(role chart.Role, text string) { list = append(list, Entry{role, signs[role], text}) }
	for _, r := range c.readings() {
		switch text := cmp.Or(c.policyName(r.Policy), r.Name); {
		case r.kind == whole && text != "":
			add(r.Role, text)
		case r.kind == part && r.Policy == 0:
			add(r.Role, r.Name)
		}
	}
	if band := c.band(); band.Exists() {
		add(chart.Band, band.Name)
	}
	if len(c.Outages) > 0 {
		add(chart.Span, "outage")
	}
	return list
}

// ReadAt returns the values of the chart at x, the most important first: x itself, then the curves.
func (c Chart) ReadAt(x float64) (list []Entry) {
	if !(x >= c.Lo && x <= c.Hi) {
		return nil
	}
	where := c.xText(x)
	if c.X == unit.Count {
		x = math.Round(x)
	}
	readings := c.readings()
	slices.SortStableFunc(readings, func(r, s reading) int { return cmp.Compare(r.kind, s.kind) })
	for _, r := range readings {
		if y := r.Y(x); !r.Rough && !math.IsNaN(y) {
			list = append(list, Entry{r.Role, "", strings.TrimSpace(c.fullName(r) + " " + c.Y.Rounded(y, c.Digits))})
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
