// Package chart draws functions as lines of text.
//
// It returns a [Picture]: cells with a rune and a [Role], of exactly the requested size. It has no colours, styles or
// escapes: the caller that shows the picture decides what a role looks like, and roles differ by their runes alone. It
// invents no values: each column shows the curve at the x of its centre, and only the joining stroke is drawn between
// columns.
//
// Conventions: columns count from the left and rows from the top, both from 0; ranges are half-open. A value is a gap
// if it is NaN, infinite, outside its axis, or not positive on a logarithmic axis. A row shows the values nearest to
// it, so nothing is more than half a row from its value, or an eighth of a row where curves are drawn in braille, whose
// cells are two dots wide and four high.
//
//	p := chart.Plot{
//		X:      chart.Axis{Kind: unit.Count, Lo: 0.5, Hi: 12.5},
//		Y:      chart.Axis{Kind: unit.Duration},
//		Curves: []chart.Curve{{Role: chart.A, Y: delay}},
//		Cross:  math.NaN(),
//	}
//	fmt.Println(p.Draw(72, 18))
//
// The lines are traced by github.com/guptarohit/asciigraph, which gets whole rows of cells or of dots.
package chart

import (
	"slices"

	"retune/ui/unit"
)

// A Role is what a cell is part of.
type Role uint8

// The roles.
const (
	Blank   Role = iota
	Frame        // axis lines and tick marks
	Label        // tick labels
	A            // the policy's curve
	B            // the second policy's curve
	Limit        // a horizontal limit line (the cap) with its value and name
	Mark         // a marker (the retry that reaches the cap)
	Cross        // the crosshair
	Band         // the range of most values
	Span         // a marked part of the x axis: an outage
	Sample       // a single event
	Goodput      // the part of a load that is answered in time
	Offered      // the new part of a load
	Fifth        // the fifth and sixth of several curves
	Sixth
	Area // the area below a filled curve
)

// Glyphs is a set of characters for a plot.
type Glyphs uint8

// The sets of glyphs.
const (
	Strokes Glyphs = iota // box-drawing characters
	Braille               // also curves of dots, eight to a cell
	ASCII                 // no rune above 127
)

// An Axis is a range of values and its division. For whole things, such as retries 1 to N, Kind is Count and the range
// 0.5 to N+0.5, so that each has equally many columns.
// equally many columns.
type Axis struct {
	Name   string // title below the x axis of a drawing, or ""
	Kind   unit.Kind
	Lo, Hi float64
	Log    bool
}

// A Curve is a function of x. It has a gap where Y is NaN or infinite.
type Curve struct {
	Role  Role
	Name  string // written at its right end; or ""
	Y     func(x float64) float64
	Peaks func(from, to float64) float64 // if set, a column shows the peak over its width
	Fills bool                           // the curve is the upper edge of an area
}

// A Fill shades the cells between two functions of x that are otherwise empty: ░ in the role Band, sparse ╱ in the
// role Span. NaN or an infinite Lo is a gap; an infinite Hi reaches the upper edge.
type Fill struct {
	Role           Role
	Lo, Hi         func(x float64) float64
	LoName, HiName string // at the right ends of the edges, or ""
}

// A Line is horizontal and dashed. Its name is at its right end and its value among the labels.
type Line struct {
	Y    float64
	Name string
	Role Role
}

// A Point is marked with a diamond, which is hollow in the role of B, or with a dot in the role Sample.
type Point struct {
	X, Y float64
	Role Role
	Stem bool // a vertical line leads up to it
}

// A Text is written beside a point of the plot where there is room: behind the point if possible, otherwise before it.
// A Y of +Inf is the top row.
type Text struct {
	X, Y float64
	Text string
	Role Role
}

// A Plot is everything to draw.
type Plot struct {
	X, Y   Axis    // Y.Lo and Y.Hi both 0: derived from samples and lines
	Curves []Curve // the first is on top
	Fills  []Fill  // the first is on top
	Lines  []Line
	Points []Point // the first is on top
	Texts  []Text
	Cross  float64 // x of the crosshair; NaN: none
	Glyphs Glyphs

	Boxes []Box    // drawn instead of curves, over the x axis and without a y axis
	Heads []string // heads of the figures beside the boxes
	First int      // index of the first box in sight
}

const (
	labelField  = 6  // width of the y labels, unless one is wider: stacked charts align
	labelWidest = 12 // wider labels are left out
	fewest      = 4  // columns or rows below which nothing is drawn
)

// Draw draws the plot in exactly width by height cells. Where there is not enough room, it leaves out first the names
// of lines, then the x axis, then everything.
func (p Plot) Draw(width, height int) Picture {
	draw := p.curves
	if len(p.Boxes) > 0 {
		draw = p.boxes
	}
	pic := draw(width, height)
	if p.Glyphs == ASCII {
		return pic.plain()
	}
	return pic
}

func (p Plot) curves(width, height int) Picture {
	pic := blank(max(width, 0), max(height, 0))
	x, _ := newScale(p.X) // without a range: an empty frame
	rows, columns, margin := height, width-labelField-2, p.margin()
	if height >= fewest {
		rows -= 2 // the x axis and its labels
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
	// Wider labels leave fewer columns, which can change the samples, the range and the labels in turn. The field only
	// grows, so the loop ends.
	for {
		samples = p.sample(x, columns)
		y, _ = newScale(p.yAxis(samples))
		labels = p.yLabels(y, rows)
		wider := min(widest(labels), field+columns-fewest)
		if wider <= field {
			break
		}
		columns -= wider - field
		field = wider
	}

	pic.x, pic.Left, pic.Right, pic.Bottom = x, field+2, field+2+columns, rows
	pic.yAxis(labels)
	if height >= fewest {
		pic.xAxis(xLabels(x, columns))
	}
	p.paint(pic, x, y, samples, margin)
	return pic
}

// paint draws everything but the axes.
func (p Plot) paint(d Picture, x, y scale, samples [][]float64, margin int) {
	rows, columns := d.Bottom-d.Top, d.Right-d.Left
	for i, c := range p.Curves {
		if c.Fills {
			d.area(y, samples[i])
		}
	}
	for i := len(p.Curves) - 1; i >= 0; i-- {
		if p.Curves[i].Fills {
			continue
		}
		if p.Glyphs == Braille {
			d.dotted(p.Curves[i].Role, dotsOf(y, samples[i], rows))
		} else {
			d.curve(p.Curves[i].Role, rowsOf(y, samples[i], rows))
		}
	}
	for _, l := range p.Lines {
		if row, ok := y.row(l.Y, rows); ok {
			d.line(rows-1-row, l)
		}
	}
	for _, e := range p.endings(x, columns) {
		if row, ok := y.row(e.y, rows); ok {
			d.name(rows-1-row, e.name, e.role, margin)
		}
	}
	p.points(d, x, y)
	for _, f := range p.Fills {
		d.fill(f, x, y)
	}
	if col, ok := x.column(p.Cross, columns); ok {
		d.crosshair(d.Left + col)
	}
}

// points draws the points, and the texts beside everything drawn before.
func (p Plot) points(d Picture, x, y scale) {
	rows, columns := d.Bottom-d.Top, d.Right-d.Left
	for _, m := range slices.Backward(p.Points) {
		col, okX := x.column(m.X, columns)
		if row, okY := y.row(m.Y, rows); okX && okY {
			for below := rows - row; m.Stem && below < rows; below++ {
				d.put(below, d.Left+col, '│', m.Role)
			}
			d.put(rows-1-row, d.Left+col, d.marker(m), m.Role)
		}
	}
	for _, t := range p.Texts {
		col, okX := x.column(t.X, columns)
		if row, okY := y.row(min(t.Y, y.hi), rows); okX && okY {
			d.beside(rows-1-row, d.Left+col, t)
		}
	}
}
