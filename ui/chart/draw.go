package chart

import (
	"math"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// glyphs are the runes of everything but the labels.
type glyphs struct {
	wall, side, origin, corner, floor, tick rune // of the axes
	limit, mark, hollow, cross              rune
	dot, band, span                         rune
	from, whisker, box, median, to          rune // of a box plot
	curves                                  map[Role]asciigraph.CharSet
	dots, ascii                             bool // curves are dots; no rune is above 127
}

var boxes = glyphs{
	'│', '┤', '┼', '└', '─', '┬', '┄', '◆', '◇', '┊', '•', '░', '╱', '├', '─', '━', '●', '┤', map[Role]asciigraph.CharSet{
		A:       strokes("─", "│", "╮", "╯", "╭", "╰"),
		B:       strokes("·", ":", "·", "·", "·", "·"),
		Goodput: strokes("═", "║", "╗", "╝", "╔", "╚"),
		Offered: strokes("╌", "╎", "╌", "╌", "╌", "╌"),
		Fifth:   strokes("━", "┃", "┓", "┛", "┏", "┗"),
		Sixth:   strokes("+", "+", "+", "+", "+", "+"),
	}, false, false,
}

// runes are the sets of glyphs: the curves of every set differ in shape, for
// there may be no colours.
var runes = map[Glyphs]glyphs{
	Strokes: boxes,
	Braille: func() glyphs { g := boxes; g.dots = true; return g }(),
	ASCII: {
		'|', '+', '+', '+', '-', '+', '~', '*', 'o', '!', 'x', ':', '/', '|', '-', '=', 'O', '|', map[Role]asciigraph.CharSet{
			A:       strokes("-", "|", ".", "'", ".", "'"),
			B:       strokes(".", ":", ".", ".", ".", "."),
			Goodput: strokes("=", "H", "=", "=", "=", "="),
			Offered: strokes("_", ";", "_", "_", "_", "_"),
			Fifth:   strokes("#", "#", "#", "#", "#", "#"),
			Sixth:   strokes("%", "%", "%", "%", "%", "%"),
		}, false, true,
	},
}

// A drawing is a picture in the making.
type drawing struct {
	Picture
	glyphs
}

func (d drawing) put(row, col int, r rune, role Role) { d.Cells[row][col] = Cell{Rune: r, Role: role} }

// write writes text from a column on, as far as it fits.
func (d drawing) write(row, col int, text string, role Role) {
	for _, r := range text {
		if col >= len(d.Cells[row]) {
			return
		}
		d.put(row, col, d.plain(r), role)
		col++
	}
}

// plain is r as it can be shown.
func (d drawing) plain(r rune) rune {
	switch {
	case !d.ascii || r < 128:
		return r
	case r == 'µ' || r == 'μ': // the sign and the Greek letter
		return 'u'
	case r == '×':
		return 'x'
	}
	return '?'
}

// yAxis draws the axis to the left of the plot area and its labels, flush
// right.
func (d drawing) yAxis(labels []label) {
	for row := d.Top; row < d.Bottom; row++ {
		d.put(row, d.Left-1, d.wall, Frame)
	}
	for _, l := range labels {
		d.put(d.Bottom-1-l.at, d.Left-1, d.side, Frame)
		if col := d.Left - 2 - l.width(); col >= 0 {
			d.write(d.Bottom-1-l.at, col, l.text, l.role)
		}
	}
}

// xAxis draws the axis below the plot area, its ticks and their labels.
func (d drawing) xAxis(labels []label) {
	d.put(d.Bottom, d.Left-1, d.corner, Frame)
	for col := d.Left; col < d.Right; col++ {
		d.put(d.Bottom, col, d.floor, Frame)
	}
	for _, l := range labels {
		d.put(d.Bottom, d.Left+l.at, d.tick, Frame)
		d.write(d.Bottom+1, d.Left+l.start, l.text, l.role)
	}
}

// curve draws a curve through one row per column.
func (d drawing) curve(role Role, at []float64) {
	trace(at, d.Bottom-d.Top, d.curves[role], func(row, col int, r rune) {
		if col < 0 {
			d.put(d.Top+row, d.Left-1, d.origin, Frame)
			return
		}
		d.put(d.Top+row, d.Left+col, r, role)
	})
}

// line fills what is blank in a row.
func (d drawing) line(row int, l Line) {
	for col := d.Left; col < d.Right; col++ {
		if d.Cells[row][col].Role == Blank {
			d.put(row, col, d.limit, l.Role)
		}
	}
}

// name writes a name beside the plot area, if there is a margin for it: in a row, or
// where another stands in one of those next to it, the first of these given.
func (d drawing) name(row int, name string, role Role, margin int, next ...int) {
	if n := utf8.RuneCountInString(name); n == 0 || n >= margin {
		return
	}
	for _, away := range append([]int{0}, next...) {
		if r := row + away; r >= d.Top && r < d.Bottom && d.Cells[r][d.Right+1].Role == Blank {
			d.write(r, d.Right+1, name, role)
			return
		}
	}
}

// nameEnd names a function at the height where it leaves the plot area.
func (d drawing) nameEnd(name string, role Role, f func(float64) float64, x, y scale, margin int, next ...int) {
	columns := d.Right - d.Left
	for col := columns - 1; col >= 0 && name != ""; col-- {
		v := f(x.centre(col, columns))
		if row, ok := y.row(v, d.Bottom-d.Top); ok {
			d.name(d.Bottom-1-row, name, role, margin, next...)
		}
		if !math.IsNaN(v) {
			return
		}
	}
}

// marker is the rune of a point.
func (d drawing) marker(r Role) rune {
	switch r {
	case B:
		return d.hollow
	case Sample:
		return d.dot
	}
	return d.mark
}

// hatch is how many columns lie between the strokes that a span is hatched with.
const hatch = 4

// fill shades the cells between the edges of a fill that stand on nothing yet.
func (d drawing) fill(f Fill, x, y scale) {
	rows, columns := d.Bottom-d.Top, d.Right-d.Left
	for col := range columns {
		at := x.centre(col, columns)
		lo, hi := f.Lo(at), f.Hi(at)
		from, okLo := y.row(max(lo, y.lo), rows)
		to, okHi := y.row(min(hi, y.hi), rows)
		if !okLo || !okHi {
			continue
		}
		for row := from; row <= to; row++ {
			cell := &d.Cells[d.Bottom-1-row][d.Left+col]
			if cell.Ground != Blank {
				continue
			}
			cell.Ground = f.Role
			switch {
			case cell.Role != Blank:
			case f.Role == Band:
				cell.Rune, cell.Role = d.band, Band
			case (d.Bottom-1-row+col)%hatch == 0:
				cell.Rune, cell.Role = d.span, f.Role
			}
		}
	}
}

// crosshair draws an upright through what is blank and lights up the curves
// that it meets.
func (d drawing) crosshair(col int) {
	for row := d.Top; row < d.Bottom; row++ {
		switch cell := &d.Cells[row][col]; cell.Role {
		case Blank, Band, Span:
			cell.Rune, cell.Role = d.cross, Cross
		case A, B, Goodput, Offered:
			cell.Role = Cross
		}
	}
}
