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
	"math"
	"slices"
	"strings"
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

// Shading returns a fill of all y from one x to another.
func Shading(from, to float64) Fill {
	edge := func(y float64) func(float64) float64 {
		return func(x float64) float64 {
			if from <= x && x < to {
				return y
			}
			return math.NaN()
		}
	}
	return Fill{Role: Span, Lo: edge(math.Inf(-1)), Hi: edge(math.Inf(1))}
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
	if len(p.Boxes) > 0 {
		return p.boxes(width, height).glyphs(p.Glyphs)
	}
	return p.curves(width, height).glyphs(p.Glyphs)
}

func (p Plot) curves(width, height int) Picture {
	pic := blank(width, height)
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
	field, l := labelField, p.layout(columns, rows)
	// Wider labels leave fewer columns, which can change the samples, the range and the labels in turn. The field only
	// grows, so the loop ends.
	for wider := 0; ; l = p.layout(columns, rows) {
		if wider = min(widest(l.labels), field+columns-fewest); wider <= field {
			break
		}
		columns -= wider - field
		field = wider
	}
	pic.area(field+2, field+2+columns, 0, rows, l.x)
	pic.yAxis(l.labels)
	if height >= fewest {
		pic.xAxis()
	}
	p.paint(pic, l)
	return pic
}

// paint draws everything but the axes, from the back to the front.
func (p Plot) paint(pic Picture, l layout) {
	rows, columns := len(pic.grid), pic.Right-pic.Left
	for _, f := range slices.Backward(p.Fills) {
		pic.fill(f, l.x, l.y)
	}
	pic.crosshair(p.Cross)
	for _, line := range p.Lines {
		if row, ok := l.y.row(line.Y, rows); ok {
			write(pic.grid[row], 0, strings.Repeat("┄", columns), line.Role)
		}
	}
	for i, c := range p.Curves {
		if c.Fills {
			pic.below(l.y, l.samples[i])
		}
	}
	draw := pic.curve
	if p.Glyphs == Braille {
		draw = pic.dotted
	}
	for i, c := range slices.Backward(p.Curves) {
		if !c.Fills {
			draw(c.Role, l.y, l.samples[i])
		}
	}
	p.annotate(pic, l)
}

// annotate draws the names, the points and the texts.
func (p Plot) annotate(pic Picture, l layout) {
	rows, columns := len(pic.grid), pic.Right-pic.Left
	for _, m := range slices.Backward(p.Points) {
		col, okX := l.x.column(m.X, columns)
		if row, okY := l.y.row(m.Y, rows); okX && okY {
			pic.point(row, col, m)
		}
	}
	for _, t := range p.Texts {
		col, okX := l.x.column(t.X, columns)
		if row, okY := l.y.row(min(t.Y, l.y.Hi), rows); okX && okY {
			pic.beside(row, col, t)
		}
	}
	pic.names(p.ends(l, columns, rows))
}
