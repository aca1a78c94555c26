package answer

import (
	"math"

	"retune/ui/chart"
	"retune/ui/unit"
)

// A Chart is a picture in numbers: curves over one axis, with what is marked
// on them. Whoever draws it samples the curves where it has columns.
type Chart struct {
	Title  string
	X, Y   unit.Kind
	Lo, Hi float64 // of the x axis
	Curves []Curve
	Cross  float64 // the x that is asked about, or NaN

	Marks  [][2]float64 // points that are marked
	Spans  [][2]float64 // parts of the x axis that are shaded: faults
	InText bool         // drawn where the answer is text, too

	LogFrom float64 // where a logarithmic x axis begins; 0: it has none

	Density []float64 // of A's delay there, in equal parts from its least to its greatest
}

// A Curve is the delay of one policy as a function of x: its mean, if it has
// jitter.
type Curve struct {
	Y       func(x float64) float64        // NaN where there is no delay
	Peaks   func(from, to float64) float64 // its greatest value in a span, where one between columns must not be missed, or nil
	Cap     float64                        // drawn as a line, +Inf: none
	Capped  float64                        // x in the middle of the first delay that is a full cap, NaN: not in sight
	Bands   []Band                         // what jitter makes of it, the inner one first
	Samples [][2]float64                   // x and delay of every retry of a few clients
}

// A Band is where a delay lies with some probability.
type Band struct{ Lo, Hi func(x float64) float64 }

// A View is how a chart is looked at.
type View struct {
	Log     bool // logarithmic axes
	Samples bool // with the clients that were drawn
	ASCII   bool // no characters beyond ASCII
}

// Plot is the chart as it is drawn.
func (c Chart) Plot(v View) chart.Plot {
	p := chart.Plot{
		X:     chart.Axis{Kind: c.X, Lo: c.Lo, Hi: c.Hi},
		Y:     chart.Axis{Kind: c.Y, Log: v.Log},
		Cross: c.Cross,
		ASCII: v.ASCII,
	}
	if v.Log && c.LogFrom > 0 {
		p.X.Log, p.X.Lo = true, c.LogFrom
	}
	for i, curve := range c.Curves {
		p.Curves = append(p.Curves, chart.Curve{Role: [...]chart.Role{chart.A, chart.B}[i], Y: curve.Y, Peaks: curve.Peaks})
		if v.Samples {
			for _, s := range curve.Samples {
				p.Points = append(p.Points, chart.Point{X: s[0], Y: s[1], Role: chart.Sample})
			}
		}
		switch reached := !math.IsNaN(curve.Capped); {
		case reached && (i == 0 || curve.Cap != c.Curves[0].Cap):
			p.Lines = append(p.Lines, chart.Line{Y: curve.Cap, Name: [...]string{"cap", "cap of B"}[i], Role: chart.Limit})
			fallthrough
		case reached:
			p.Points = append(p.Points, chart.Point{X: curve.Capped, Y: curve.Cap, Role: [...]chart.Role{chart.Mark, chart.B}[i]})
		case i == 0 && len(curve.Bands) > 0 && !math.IsInf(curve.Cap, 1):
			p.Lines = append(p.Lines, chart.Line{Y: curve.Cap, Name: "cap", Role: chart.Limit})
		}
	}
	for _, m := range c.Marks {
		p.Points = append(p.Points, chart.Point{X: m[0], Y: m[1], Role: chart.Mark})
	}
	for i, b := range c.bands() {
		p.Fills = append(p.Fills, chart.Fill{Role: [...]chart.Role{chart.Band, chart.Fringe}[i], Lo: b.Lo, Hi: b.Hi})
	}
	for _, span := range c.Spans {
		inside := func(y float64) func(float64) float64 {
			return func(x float64) float64 {
				if span[0] <= x && x < span[1] {
					return y
				}
				return math.NaN()
			}
		}
		p.Fills = append(p.Fills, chart.Fill{Role: chart.Fringe, Lo: inside(0), Hi: inside(math.Inf(1))})
	}
	return p
}

// bands are those that are drawn: of policy A, as two over each other would say
// nothing.
func (c Chart) bands() []Band {
	if len(c.Curves) == 0 {
		return nil
	}
	return c.Curves[0].Bands
}

// Legend is what the strokes and the shades of the chart are, or "".
func (c Chart) Legend() string {
	pair := ""
	if len(c.Curves) > 1 {
		pair = "  ── A  ·· B"
	}
	switch banded := len(c.bands()) > 0; {
	case len(c.Spans) > 0 && banded:
		return "  ░ fault" + pair + "  ▒ most runs"
	case len(c.Spans) > 0:
		return "  ░ fault" + pair
	case pair != "" || !banded:
		return pair
	case c.X == unit.Duration:
		return "  ─ mean  ▒ starts of 5 to 95%  ░ of all but 0.2%"
	}
	return "  ─ mean  ▒ 5 to 95%  ░ all but 0.2%"
}
