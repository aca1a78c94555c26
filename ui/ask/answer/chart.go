package answer

import (
	"math"
	"slices"

	"retune/ui/show/chart"
	"retune/ui/unit"
)

// A Chart is a picture in numbers: curves over one axis, with what is marked
// on them. Whoever draws it samples the curves where it has columns.
type Chart struct {
	Title  string
	Over   string // what the x axis is; "": retries, or time
	X, Y   unit.Kind
	Places []float64 // x at which the curves are computed, with lines between; nil: everywhere
	Ends   string    // said behind the last place at which the curve of A has a value
	Lo, Hi float64   // of the x axis
	Curves []Curve   // of A, and of the others
	Series []Series  // what else is drawn beside them
	Limit  Limit     // of what the curves may come to
	Cross  float64   // the x that is asked about, or NaN

	Policies []string // what the curves are called, where there are several; nil: A, B ...

	Marks [][2]float64 // points that are marked
	Spans [][2]float64 // parts of the x axis that are shaded: outages

	LogFrom float64 // where a logarithmic x axis begins; 0: it has none
	LogX    bool    // the x axis is always logarithmic
	Lines   []Line  // several things, in place of curves; at most MostLines

	Boxes []Box    // distributions that are compared over the x axis; there are no curves then
	Heads []string // of the figures beside them
}

// A Box is a distribution that is drawn as a box plot.
type Box struct {
	Name    string
	At      [5]float64 // p5, p25, p50, p75, p95
	Cells   []string   // figures beside it, as people read them
	Now     bool       // the box of the scenario
	NowB    bool       // the box of policy B
	Setting string     // set to its name this setting gives it
}

// A Line is one of several things that are compared as functions of x.
type Line struct {
	Name string
	Y    func(x float64) float64 // NaN where there is none
}

// MostLines is how many lines can be told apart.
const MostLines = len(lineRoles)

// lineRoles are those of lines.
var lineRoles = [...]chart.Role{chart.A, chart.B, chart.Goodput, chart.Offered, chart.Fifth, chart.Sixth}

// A Curve is a figure of one policy as a function of x: a delay, and if that has
// jitter its mean.
type Curve struct {
	Y func(x float64) float64 // NaN where there is none
	// its greatest value in a span, where one between columns must not be missed, or nil
	Peaks   func(from, to float64) float64
	Cap     float64      // drawn as a line, +Inf: none
	Capped  float64      // x in the middle of the first delay that is a full cap, NaN: not in sight
	Band    Band         // where it lies with some probability
	Exactly Exactly      // what Y and Band are, where that takes time, or nil
	Samples [][2]float64 // x and delay of every retry of a few clients
	// of the first retries when they start, or do so on average, and the delay that follows
	Starts [][2]float64
}

// A Series is a curve that belongs to a policy's: a part of it.
type Series struct {
	Name  string
	Of    int        // the index of the curve
	Role  chart.Role // Goodput or Offered
	Y     func(x float64) float64
	Peaks func(from, to float64) float64 // as in a Curve
}

// The roles of a series: what of a load is answered in time, and what of it is new.
const (
	Goodput = chart.Goodput
	Offered = chart.Offered
)

// A Limit is drawn as a line; without a name there is none.
type Limit struct {
	Name string
	Y    float64
}

// A Band is where a figure lies with some probability; the zero value is none.
type Band struct {
	Lo, Hi         func(x float64) float64
	Name           string // of what is between them
	LoName, HiName string // of its edges
}

// Is tells whether there is a band.
func (b Band) Is() bool { return b.Lo != nil }

// Add adds a box, and makes the axis long enough for it.
func (c *Chart) Add(b Box) {
	c.Boxes = append(c.Boxes, b)
	if c.Hi = max(c.Hi, b.At[4]); b.At[0] > 0 && (c.LogFrom == 0 || b.At[0] < c.LogFrom) {
		c.LogFrom = b.At[0]
	}
}

// A Scale is how the axes of a chart are divided.
type Scale uint8

// The scales.
const (
	ByData      Scale = iota // evenly, unless the delays grow exponentially
	Linear                   // evenly
	Logarithmic              // by orders of magnitude
)

// A View is how a chart is looked at. It changes no digit of what is read off it.
type View struct {
	Scale   Scale
	Samples bool         // with the clients that were drawn
	Glyphs  chart.Glyphs // what it is drawn with
	Part    Part         // of the x axis
	First   int          // the first box in sight
}

// A Part is that from one fraction of the x axis to another; the zero value is
// all of it.
type Part struct{ From, To float64 }

// steep is the ratio of the greatest delay of a chart to its least from which
// equal steps on the axis are to be equal factors.
const steep = 30

// Log tells whether the axes are logarithmic.
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

// Axis is the x axis that is in sight.
func (c Chart) Axis(v View) chart.Axis {
	log := c.Log(v.Scale)
	a := chart.Axis{Name: c.Over, Kind: c.X, Lo: c.Lo, Hi: c.Hi}
	switch {
	case c.Over != "":
	case c.X == unit.Duration:
		a.Name = "time"
	case c.X == unit.Count:
		a.Name = "retry"
	}
	if a.Log = c.LogX; log && c.LogFrom > 0 {
		a.Log, a.Lo = true, c.LogFrom
	}
	if v.Part != (Part{}) {
		a = a.Part(v.Part.From, v.Part.To)
	}
	return a
}

// called is the name of policy i in a picture of several.
func (c Chart) called(i int) string {
	if i < len(c.Policies) {
		return c.Policies[i]
	}
	return string(rune('A' + i))
}

// Plot is the chart as it is drawn.
func (c Chart) Plot(v View) chart.Plot {
	p := chart.Plot{X: c.Axis(v), Y: chart.Axis{Kind: c.Y, Log: c.Log(v.Scale)}, Cross: c.Cross, Glyphs: v.Glyphs,
		Heads: c.Heads, First: v.First}
	pair := slices.ContainsFunc(c.Boxes, func(b Box) bool { return b.NowB })
	for _, b := range c.Boxes {
		p.Boxes = append(p.Boxes, b.drawn(pair))
	}
	for i, curve := range c.Curves {
		p.Curves = append(p.Curves, chart.Curve{Role: lineRoles[i], Name: c.named(i), Y: curve.Y, Peaks: curve.Peaks})
		if v.Samples {
			for _, s := range curve.Samples {
				p.Points = append(p.Points, chart.Point{X: s[0], Y: s[1], Role: chart.Sample})
			}
		}
		c.limit(&p, i)
	}
	for _, x := range c.Places {
		for i, curve := range c.Curves {
			p.Points = append(p.Points, chart.Point{X: x, Y: curve.Y(x), Role: lineRoles[i]})
		}
		if y := c.place(x); !math.IsNaN(y) && c.Ends != "" {
			p.Texts = []chart.Text{{X: x, Y: y, Text: c.Ends, Role: chart.Label}}
		}
	}
	for i, l := range c.Lines {
		p.Curves = append(p.Curves, chart.Curve{Role: lineRoles[i], Name: l.Name, Y: l.Y})
	}
	for _, s := range c.Series {
		drawn := chart.Curve{Role: s.Role, Name: s.Name, Y: s.Y, Peaks: s.Peaks}
		if len(c.Curves) > 1 {
			drawn.Name += " " + c.called(s.Of)
		}
		p.Curves = append(p.Curves, drawn)
	}
	if c.Limit.Name != "" {
		p.Lines = append(p.Lines, chart.Line{Y: c.Limit.Y, Name: c.Limit.Name, Role: chart.Limit})
	}
	for _, m := range c.Marks {
		p.Points = append(p.Points, chart.Point{X: m[0], Y: m[1], Role: chart.Mark})
	}
	p.Fills = c.fills()
	return p
}

// fills are the band of the policy and the spans that are shaded.
func (c Chart) fills() (list []chart.Fill) {
	if b := c.band(); b.Is() {
		list = append(list, chart.Fill{Role: chart.Band, Lo: b.Lo, Hi: b.Hi, LoName: b.LoName, HiName: b.HiName})
	}
	for _, span := range c.Spans {
		list = append(list, chart.Fill{Role: chart.Span, Lo: within(span, math.Inf(-1)), Hi: within(span, math.Inf(1))})
	}
	return list
}

// within is y in a span of the axis, and NaN elsewhere.
func within(span [2]float64, y float64) func(float64) float64 {
	return func(x float64) float64 {
		if span[0] <= x && x < span[1] {
			return y
		}
		return math.NaN()
	}
}

// drawn is the box in a picture, in one of a pair with the letters of its policies.
func (b Box) drawn(pair bool) chart.Box {
	drawn := chart.Box{Name: b.Name, Role: chart.Label, At: b.At, Cells: b.Cells}
	if b.NowB {
		drawn.Role, drawn.Mark = chart.B, "B"
	}
	if b.Now {
		drawn.Role, drawn.Mark = chart.A, "A"+drawn.Mark
	}
	if !pair {
		drawn.Mark = ""
	}
	return drawn
}

// named is what a curve is called beside others of its policy, or "".
func (c Chart) named(i int) string {
	switch {
	case i > 0:
	case len(c.Series) > 0 && len(c.Curves) == 1:
		return c.Title
	case c.band().HiName != "":
		return "mean"
	}
	return ""
}

// limit draws the cap of a curve, and where the curve has reached it.
func (c Chart) limit(p *chart.Plot, i int) {
	curve, reached := c.Curves[i], !math.IsNaN(c.Curves[i].Capped)
	role, name := chart.Mark, "cap"
	if i > 0 {
		role, name = lineRoles[i], "cap of "+c.called(i)
	}
	drawn := len(curve.Samples) > 0 && !math.IsInf(curve.Cap, 1)
	if i == 0 && (reached || drawn) || reached && curve.Cap != c.Curves[0].Cap {
		p.Lines = append(p.Lines, chart.Line{Y: curve.Cap, Name: name, Role: chart.Limit})
	}
	if reached {
		p.Points = append(p.Points, chart.Point{X: curve.Capped, Y: curve.Cap, Role: role})
	}
}

// place is the value of the curve of A, NaN where there is none.
func (c Chart) place(x float64) float64 {
	if len(c.Curves) == 0 {
		return math.NaN()
	}
	return c.Curves[0].Y(x)
}

// Panel is the chart as a part of a drawing, in its usual view.
func (c Chart) Panel() chart.Panel {
	p := chart.Panel{Title: c.Title, Plot: c.Plot(View{})}
	if p.Desc = c.X.Format(c.Lo) + " to " + c.X.Format(c.Hi) + " on the horizontal axis"; c.Log(ByData) {
		p.Desc += ", logarithmic"
	}
	for _, e := range c.Legend(false) {
		p.Legend = append(p.Legend, chart.Key{Role: e.Role, Text: e.Text})
	}
	return p
}

// Shown returns the part of the x axis with the outages of a fleet and its recovery: from half an outage before the
// first one. Of a policy that does not recover it is three times the outages. Other charts are shown whole.
func (c Chart) Shown(a Answer) (lo, hi float64) {
	if _, ok := a.Figure("time to recovery"); !ok || len(c.Spans) == 0 {
		return c.Lo, c.Hi
	}
	first, end := c.Spans[0], 0.0
	for _, s := range c.Spans {
		end = max(end, s[1])
	}
	long, after := end-first[0], 0.0
	for i := range max(1, len(a.Policies)) {
		if recovery := a.Value("time to recovery", i); recovery.Status != "" {
			after = max(after, 3*long)
		} else {
			after = max(after, long, 1.2*recovery.Number)
		}
	}
	return max(c.Lo, first[0]-(first[1]-first[0])/2), min(c.Hi, end+after)
}

// band is the one that is drawn: of policy A, as two over each other would say
// nothing.
func (c Chart) band() Band {
	if len(c.Curves) == 0 {
		return Band{}
	}
	return c.Curves[0].Band
}
