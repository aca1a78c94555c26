package answer

import (
	"math"
	"slices"

	"retune/ui/ask/setting"
	"retune/ui/show/chart"
	"retune/ui/unit"
)

// A Chart describes a picture in numbers: curves over one axis, and marks on them. The code that draws it samples the
// curves at its columns.
type Chart struct {
	Title     string
	XName     string // name of the x axis; "": retries or time
	X, Y      unit.Kind
	Digits    int       // significant digits known of Y; 0: as many as are shown
	SampledAt []float64 // x at which the curves are computed, with straight lines between; nil: any x
	EndText   string    // text behind the last point of the curve of A
	Lo, Hi    float64   // range of the x axis
	Curves    []Curve   // curves of A and of the other policies
	Series    []Curve   // parts of their curves, or the curves of other things
	Limit     Limit     // limit of the curves
	Crosshair float64   // x that the question is about, or NaN

	Policies []string // names of the curves if there are several; nil: A, B ...

	Outages [][2]float64 // shaded ranges of the x axis: outages

	LogFrom float64 // start of a logarithmic x axis; 0: the axis cannot be logarithmic
	LogX    bool    // the x axis is always logarithmic

	Boxes   []Box    // distributions that are compared over the x axis; there are no curves then
	Columns []Column // of the figures beside them
}

// A Box is a distribution drawn as a box plot.
type Box struct {
	Name        string
	Percentiles [5]float64 // p5, p25, p50, p75, p95
	Figures     []float64  // beside it; NaN: not known
	Digits      int        // known of the figures; 0: as many as are shown
	Note        string     // below it, or ""
	Policy      int        // the policy that it is of
	IsA         bool       // the box of the scenario
	Of          []string   // names of the other policies that it is of

	Setting [2]string // name and value of a setting that turns the scenario into it; "": it is of another policy
}

// Roles are the roles of curves, in their order. No further curves look different.
var Roles = [...]chart.Role{chart.A, chart.B, chart.Goodput, chart.Offered, chart.Fifth, chart.Sixth}

// A Curve is a figure as a function of x: a delay, the mean delay with jitter, a load. The curves of the policies have
// their roles and names from the chart.
type Curve struct {
	Name   string // what it shows of its policy; or ""
	Policy int    // index of its policy
	Role   chart.Role
	Points
	Peaks  bool    // peaks lie between columns, and are drawn
	Cap    float64 // drawn as a line; 0 or +Inf: none
	Capped float64 // x in the middle of the first delay that reaches the cap; 0 or NaN: not in the chart
	Band   Band    // probable range of the figure
	Rough  bool    // the curve is an approximation: see Exact
	// the mean of the figure and the edges of its band for documents, because they take long to compute; or nil
	Exact []Points
	// start of each retry in sight, or its mean, and the delay that follows; NaN after the last retry
	Starts [][2]float64
}

// The roles of a series: the part of a load that is answered in time, and the part that is new.
const (
	Goodput = chart.Goodput
	Offered = chart.Offered
)

// A Limit is drawn as a line. The zero value is no limit.
type Limit = chart.Line

// A Band is the probable range of a figure. The zero value is no band.
type Band struct {
	Lo, Hi         Points
	LoName, HiName string // at the right ends of the edges, or ""
	Name           string // name of the range between the edges
}

// HasStarts reports whether the chart has the times of retries.
func (c Chart) HasStarts() bool {
	return slices.ContainsFunc(c.Curves, func(curve Curve) bool { return len(curve.Starts) > 0 })
}

// Exists reports whether the band exists.
func (b Band) Exists() bool { return b.Name != "" }

// Add adds a box and extends the axis to include it, unless it has no end.
func (c *Chart) Add(b Box) {
	c.Boxes = append(c.Boxes, b)
	if !unit.Finite(b.Percentiles[4]) {
		return
	}
	if c.Hi = max(c.Hi, b.Percentiles[4]); b.Percentiles[0] > 0 && (c.LogFrom == 0 || b.Percentiles[0] < c.LogFrom) {
		c.LogFrom = b.Percentiles[0]
	}
}

// A Scale is how the axes of a chart are divided.
type Scale uint8

// The scales.
const (
	ByData      Scale = iota // linear, unless the delays grow exponentially
	Linear                   // equal steps
	Logarithmic              // equal factors
)

// A View is how a chart is displayed. It does not change the values of the chart.
type View struct {
	Scale  Scale
	Glyphs chart.Glyphs // characters to draw with
	First  int          // index of the first visible box
}

// steep is the ratio of the largest to the smallest value from which an axis is logarithmic.
const steep = 30

// Log reports whether the axes are logarithmic.
func (c Chart) Log(s Scale) bool {
	if len(c.Boxes) > 0 && s == ByData {
		return c.LogFrom > 0 && c.Hi >= steep*c.LogFrom
	}
	if s != ByData || c.Y != unit.Duration {
		return s == Logarithmic
	}
	const places = 32
	least, most := math.Inf(1), 0.0
	for i := range places {
		at := (float64(i) + 0.5) / places
		x := c.Lo + (c.Hi-c.Lo)*at
		if c.LogFrom > 0 {
			x = c.LogFrom * math.Pow(c.Hi/c.LogFrom, at)
		}
		for _, curve := range c.Curves {
			if y := curve.Y(x); y > 0 && !math.IsInf(y, 1) {
				least, most = min(least, y), max(most, y)
			}
		}
	}
	return most >= steep*least
}

// Axis returns the visible x axis.
func (c Chart) Axis(v View) chart.Axis {
	log := c.Log(v.Scale)
	a := chart.Axis{Name: c.XName, Kind: c.X, Lo: c.Lo, Hi: c.Hi}
	switch {
	case c.XName != "":
	case c.X == unit.Duration:
		a.Name = "time"
	case c.X == unit.Count:
		a.Name = "retry"
	}
	if a.Log = c.LogX; log && c.LogFrom > 0 {
		a.Log, a.Lo = true, c.LogFrom
	}
	return a
}

// Panel returns the chart in its default view, as part of a drawing.
func (c Chart) Panel() chart.Panel {
	p := chart.Panel{Title: c.Title, Plot: c.Plot(View{}), Legend: keysOf(c.Legend())}
	if p.Desc = c.X.Format(c.Lo) + " to " + c.X.Format(c.Hi) + " on the horizontal axis"; c.Log(ByData) {
		p.Desc += ", logarithmic"
	}
	return p
}

// VisibleRange returns the part of the x axis that shows the outages, the recovery of a fleet and the times of its
// figures. It starts at most half an outage before the first one, unless the peak is earlier. For a policy that does
// not recover it spans three times the outages. Other charts are shown whole.
func (c Chart) VisibleRange(a Answer) (lo, hi float64) {
	if _, ok := a.Figure("time to recovery"); !ok || len(c.Outages) == 0 {
		return c.Lo, c.Hi
	}
	first, end := c.Outages[0], 0.0
	for _, s := range c.Outages {
		end = max(end, s[1])
	}
	long := end - first[0]
	lo, hi = first[0]-(first[1]-first[0])/2, end+long
	for i := range max(1, len(a.Policies)) {
		after := 3 * long
		if recovery := a.Value("time to recovery", i); recovery.Status == "" {
			after = 1.2 * recovery.Number
		}
		hi = max(hi, end+after)
		if back := a.Value("goodput 99", i); back.Status == "" {
			hi = max(hi, end+1.1*back.Number)
		}
		for _, figure := range []string{"peak at", "peak after outage at"} {
			if at := a.Value(figure, i); at.Status == "" {
				lo, hi = min(lo, at.Number), max(hi, at.Number)
			}
		}
	}
	return max(c.Lo, lo), min(c.Hi, hi)
}

// band returns the band of policy A. Two bands on top of each other are unreadable.
func (c Chart) band() Band {
	if len(c.Curves) == 0 {
		return Band{}
	}
	return c.Curves[0].Band
}

// Scenario returns s with what the box is of, asked the same.
func (b Box) Scenario(given *setting.Scenario) (setting.Scenario, error) {
	s := *given
	if b.Setting[0] == "" {
		if b.Policy > 0 {
			s = s.SwapPolicy(b.Policy)
		}
		return s, nil
	}
	k, _ := setting.Find(b.Setting[0])
	err := k.Try(&s, b.Setting[1])
	return s, err
}
