// Package chart draws functions as lines of text.
//
// It gives a [Picture]: cells with a rune and a [Role], of exactly the size
// that was asked for. It refuses to know colours, styles and escapes: whoever
// shows the picture decides what a role looks like, and every role can be told
// apart by its runes alone. It invents no values: each column shows the curve
// at the x of its centre and nothing is drawn between columns but the stroke
// that joins them.
//
// Conventions: columns count from the left and rows from the top, both from 0;
// ranges are half-open. A value that is NaN, infinite, outside its axis or not
// positive on a logarithmic one is a gap. A row shows the values nearest to
// it, so nothing stands more than half a row from its value, or an eighth of a row
// where curves are drawn in braille, whose cells are two dots wide and four high.
//
//	p := chart.Plot{
//		X:      chart.Axis{Kind: unit.Count, Lo: 0.5, Hi: 12.5},
//		Y:      chart.Axis{Kind: unit.Duration},
//		Curves: []chart.Curve{{Role: chart.A, Y: delay}},
//		Cross:  math.NaN(),
//	}
//	fmt.Println(p.Draw(72, 18))
//
// The lines are traced by github.com/guptarohit/asciigraph, fed with whole rows of
// cells or of dots.
package chart

import (
	"math"
	"unicode/utf8"

	"retune/ui/unit"
)

// A Role says what a cell is part of, for whoever paints it.
type Role uint8

// The roles.
const (
	Blank   Role = iota
	Frame        // axis lines and tick marks
	Label        // tick labels
	A            // the policy's curve
	B            // the second policy's curve
	Limit        // a horizontal limit line (the cap), its value and its name
	Mark         // a marker (the retry that reaches the cap)
	Cross        // the crosshair
	Band         // most of what may happen
	Span         // a part of the x axis that is set apart: an outage
	Sample       // one thing that happened
	Goodput      // the part of a load that is answered in time
	Offered      // and the part of it that is new
	Fifth        // a fifth and a sixth of several curves
	Sixth
)

// Glyphs are the characters that a plot is drawn with.
type Glyphs uint8

// The sets of glyphs.
const (
	Strokes Glyphs = iota // box-drawing characters
	Braille               // and curves of dots, eight to a cell
	ASCII                 // no rune above 127
)

// An Axis is a range of values and how it is divided. For whole things, such
// as retries 1 to N, Kind is Count and the range 0.5 to N+0.5: then each has
// equally many columns.
type Axis struct {
	Kind   unit.Kind
	Lo, Hi float64
	Log    bool
}

// A Curve is a function of x, NaN or infinite where there is nothing to draw.
type Curve struct {
	Role  Role
	Name  string // at its right end, or ""
	Y     func(x float64) float64
	Peaks func(from, to float64) float64 // a column shows this of what it spans instead, or nil
}

// A Fill is the ground between two functions of x: ░ in the role Band, sparse ╱
// in the role Span, where nothing else stands. NaN or an infinite Lo is a gap; an
// infinite Hi reaches the upper edge.
type Fill struct {
	Role           Role
	Lo, Hi         func(x float64) float64
	LoName, HiName string // at the right ends of the edges, or ""
}

// A Line is horizontal and broken; its name stands at its right end and its
// value among the labels.
type Line struct {
	Y    float64
	Name string
	Role Role
}

// A Point is marked with a diamond, a hollow one in the role of B, or with a
// dot in the role Sample.
type Point struct {
	X, Y float64
	Role Role
}

// A Plot is all there is to draw.
type Plot struct {
	X, Y   Axis    // Y.Lo and Y.Hi both 0: chosen from samples and lines
	Curves []Curve // the first is on top
	Fills  []Fill  // the first is on top
	Lines  []Line
	Points []Point // the first is on top
	Cross  float64 // x of the crosshair, NaN: none
	Glyphs Glyphs

	Boxes []Box    // drawn instead of curves, over the x axis; there is no y axis
	Heads []string // of the figures beside them
	First int      // the first of them in sight
}

const (
	labelField  = 6  // width of the y labels, unless one needs more: stacked charts align
	labelWidest = 12 // a longer one is left out
	fewest      = 4  // columns and rows below which there is no room for a picture
)

// Draw draws the plot in exactly width by height cells. What has no room is
// left out: first the names of lines, then the x axis, then everything.
func (p Plot) Draw(width, height int) Picture {
	if len(p.Boxes) > 0 {
		return p.boxes(width, height)
	}
	pic := blank(max(width, 0), max(height, 0))
	x, _ := newScale(p.X) // without a range: a frame, with nothing in it
	rows, columns, margin := height, width-labelField-2, p.margin()
	if height > fewest {
		rows -= 2 // x axis and its labels
	}
	if columns-margin < 4*fewest {
		margin = 0
	}
	columns -= margin
	if rows < 2 || columns < fewest {
		return pic
	}

	var (
		field   = labelField
		samples [][]float64
		y       scale
		labels  []label
	)
	// Wider labels leave fewer columns, hence other samples, hence perhaps
	// another range and other labels; the field only grows, so this ends.
	for {
		samples = p.sample(x, columns)
		y, _ = newScale(p.yAxis(samples, rows))
		labels = p.yLabels(y, rows)
		wider := min(widest(labels), field+columns-fewest)
		if wider <= field {
			break
		}
		columns -= wider - field
		field = wider
	}

	pic.x, pic.Left, pic.Right, pic.Bottom = x, field+2, field+2+columns, rows
	d := drawing{pic, runes[p.Glyphs]}
	d.yAxis(labels)
	if height > fewest {
		d.xAxis(xLabels(x, columns))
	}
	for i := len(p.Curves) - 1; i >= 0; i-- {
		if d.dots {
			d.dotted(p.Curves[i].Role, dotsOf(y, samples[i], rows))
		} else {
			d.curve(p.Curves[i].Role, rowsOf(y, samples[i], rows))
		}
	}
	for _, l := range p.Lines {
		if row, ok := y.row(l.Y, rows); ok {
			d.line(rows-1-row, l)
			d.name(rows-1-row, l.Name, l.Role, margin)
		}
	}
	for _, c := range p.Curves {
		d.nameEnd(c.Name, c.Role, c.Y, x, y, margin, 1, -1)
	}
	for _, f := range p.Fills {
		d.nameEnd(f.HiName, f.Role, f.Hi, x, y, margin, -1)
		d.nameEnd(f.LoName, f.Role, f.Lo, x, y, margin, 1)
	}
	for i := len(p.Points) - 1; i >= 0; i-- {
		m := p.Points[i]
		col, okX := x.column(m.X, columns)
		if row, okY := y.row(m.Y, rows); okX && okY {
			d.put(rows-1-row, pic.Left+col, d.marker(m.Role), m.Role)
		}
	}
	for _, f := range p.Fills {
		d.fill(f, x, y)
	}
	if col, ok := x.column(p.Cross, columns); ok {
		d.crosshair(pic.Left + col)
	}
	return pic
}

// sample evaluates every curve at the centre of every column, or over all of it,
// and at that of every column of dots if it is drawn with these; then the edges of
// every band.
func (p Plot) sample(x scale, cells int) [][]float64 {
	samples := make([][]float64, 0, len(p.Curves)+len(p.Fills))
	columns := cells
	if p.Glyphs == Braille {
		columns *= dotsWide
	}
	add := func(f func(float64) float64, columns int) {
		at := make([]float64, columns)
		for col := range at {
			at[col] = f(x.centre(col, columns))
		}
		samples = append(samples, at)
	}
	for _, c := range p.Curves {
		if c.Peaks == nil {
			add(c.Y, columns)
			continue
		}
		at := make([]float64, columns)
		for col := range at {
			at[col] = c.Peaks(x.edge(col, columns), x.edge(col+1, columns))
		}
		samples = append(samples, at)
	}
	for _, f := range p.Fills {
		if f.Role != Span {
			add(f.Hi, cells)
			add(f.Lo, cells)
		}
	}
	return samples
}

// rowsOf are the rows, from the bottom, on which samples stand; NaN for a gap.
func rowsOf(y scale, samples []float64, rows int) []float64 {
	at := make([]float64, len(samples))
	for i, v := range samples {
		at[i] = math.NaN()
		if row, ok := y.row(v, rows); ok {
			at[i] = float64(row)
		}
	}
	return at
}

// margin is the width that the names need to the right of the plot: there they
// hide nothing.
func (p Plot) margin() int {
	width := 0
	see := func(name string) {
		if name != "" {
			width = max(width, utf8.RuneCountInString(name)+1)
		}
	}
	for _, l := range p.Lines {
		if finite(l.Y) {
			see(l.Name)
		}
	}
	for _, c := range p.Curves {
		see(c.Name)
	}
	for _, f := range p.Fills {
		see(f.LoName)
		see(f.HiName)
	}
	return width
}
