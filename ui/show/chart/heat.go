package chart

import (
	"math"
	"unicode/utf8"
)

// A Heat is a heat map: cells over two axes, each in a class. Each class has its own sign, so that the map can be read
// without colour.
type Heat struct {
	X, Y          Axis // from the middle of the first cell to the middle of the last
	Columns, Rows int  // numbers of cells; the first is at the bottom left

	Shades []Shade                     // shades of the classes, in a drawing
	Border [][2]float64                // points of the border between classes, in a drawing
	Signs  []rune                      // signs of the classes, in ASCII except for ·
	Class  func(column, row int) int   // index of a cell's class; -1: not known yet
	Kept   func(column, row int) State // whether a cell keeps the limit; nil: no limit

	Mark   [2]int // column and row of the mark; -1: none
	Cross  [2]int // column and row of the cursor; -1: none
	Glyphs Glyphs
}

// A State says on which side of the limit a cell is.
type State int8

// The states.
const (
	Open   State = iota // the side is not known
	Keeps               // the cell keeps the limit
	Breaks              // the cell breaks the limit
)

// Class is the role of the first class of a heat map. The roles of the other classes follow.
const Class Role = 64

// HeatHeight is the number of rows of the picture below its cells.
const HeatHeight = 2

// Draw draws the map in exactly width by height characters. A cell takes several equal characters where there is room;
// where there is too little, some cells are left out. The line of the limit goes through the cells that break it next
// to cells that keep it.
//
// With the glyphs Braille, the map fills the width with upper half blocks. The background of a half block is the class
// of its lower half. The border is drawn as a line with its numbers.
func (h Heat) Draw(width, height int) Picture {
	pic := blank(max(width, 0), max(height, 0))
	fit := fit
	if h.Glyphs == Braille {
		fit = func(room, _ int) int { return room }
	}
	rows := fit(height-HeatHeight, h.Rows)
	y, _ := newScale(h.Y)
	labels := Plot{}.yLabels(y, rows)
	field := max(labelField, min(widest(labels), labelWidest))
	columns := fit(width-field-2, h.Columns)
	if rows < 2 || columns < fewest {
		return pic
	}
	x, _ := newScale(h.X.around(h.Columns))
	pic.x, pic.Left, pic.Right, pic.Bottom = x, field+2, field+2+columns, rows
	d := pic
	d.yAxis(labels)
	d.xAxis(xLabels(x, columns))
	for row := range rows {
		for col := range columns {
			if h.Glyphs == Braille {
				d.halves(h, row, col)
			} else {
				d.heat(h, row, col)
			}
		}
	}
	if h.Glyphs == Braille {
		y, _ = newScale(h.Y.around(h.Rows))
		d.border(h, x, y)
	}
	d.heatMark(h, h.Mark, '◆', Mark)
	d.heatMark(h, h.Cross, '┼', Cross)
	if h.Glyphs == ASCII {
		return pic.plain()
	}
	return pic
}

// fit returns the number of characters for the cells: the largest multiple that room allows, or room
// if it is less than one per cell.
func fit(room, cells int) int {
	if room < cells || cells == 0 {
		return room
	}
	return room / cells * cells
}

// around returns the axis extended by half a cell at both ends.
func (a Axis) around(cells int) Axis {
	s, ok := newScale(a)
	if !ok || cells < 2 {
		return a
	}
	half := 0.5 / float64(cells-1)
	a.Lo, a.Hi = s.at(-half), s.at(1+half)
	return a
}

// cellAt returns the cell of the map at a row and column of the plot area.
func (d Picture) cellAt(h Heat, row, col int) (column, up int) {
	rows, columns := d.Bottom-d.Top, d.Right-d.Left
	return col * h.Columns / columns, (rows - 1 - row) * h.Rows / rows
}

// At returns the cell of the map at a column and row of its picture.
func (h Heat) At(p Picture, col, row int) (column, up int, ok bool) {
	if col < p.Left || col >= p.Right || row < p.Top || row >= p.Bottom {
		return 0, 0, false
	}
	column, up = p.cellAt(h, row-p.Top, col-p.Left)
	return column, up, true
}

// heat draws one character.
func (d Picture) heat(h Heat, row, col int) {
	i, j := d.cellAt(h, row, col)
	class := h.Class(i, j)
	if class < 0 {
		return
	}
	sign := h.Signs[class]
	d.put(d.Top+row, d.Left+col, sign, Class+Role(class))
	if h.Kept == nil || h.Kept(i, j) != Breaks {
		return
	}
	kept := func(down, right int) bool {
		r, c := row+down, col+right
		if r < 0 || r >= d.Bottom-d.Top || c < 0 || c >= d.Right-d.Left {
			return false
		}
		i, j := d.cellAt(h, r, c)
		return h.Kept(i, j) == Keeps
	}
	if line := limitSign(kept(-1, 0), kept(1, 0), kept(0, -1), kept(0, 1)); line != 0 {
		d.put(d.Top+row, d.Left+col, line, Limit)
	}
}

// halves draws one character with the classes of its upper and lower half.
func (d Picture) halves(h Heat, row, col int) {
	rows := 2 * (d.Bottom - d.Top)
	class := func(half int) int {
		return h.Class(col*h.Columns/(d.Right-d.Left), (rows-1-2*row-half)*h.Rows/rows)
	}
	cell := &d.Cells[d.Top+row][d.Left+col]
	switch upper, lower := class(0), class(1); {
	case lower >= 0 && upper >= 0:
		*cell = Cell{'▀', Class + Role(upper), Class + Role(lower)}
	case lower >= 0:
		*cell = Cell{'▄', Class + Role(lower), Blank}
	case upper >= 0:
		*cell = Cell{'▀', Class + Role(upper), Blank}
	}
}

// border draws the border as a line through the points nearest to each column, and writes its value in three columns.
func (d Picture) border(h Heat, x, y scale) {
	rows, columns := d.Bottom-d.Top, d.Right-d.Left
	for col := range columns {
		nearest, off := []float64(nil), 1/float64(h.Columns)
		for _, p := range h.Border {
			switch by := math.Abs(x.fraction(p[0]) - x.fraction(x.centre(col, columns))); {
			case by < off:
				nearest, off = []float64{p[1]}, by
			case by == off:
				nearest = append(nearest, p[1])
			}
		}
		for _, v := range nearest {
			row := int((1 - y.fraction(v)) * float64(rows))
			if row < 0 || row >= rows {
				continue
			}
			text := " " + h.Y.Kind.Short(v) + " "
			d.put(d.Top+row, d.Left+col, '━', Limit)
			if n := utf8.RuneCountInString(text); col >= n && (col-n)%(columns/3) == columns/6 {
				d.write(d.Top+row, d.Left+col-n, text, Limit)
			}
		}
	}
}

// limitSign returns the stroke of the limit in a cell whose neighbours on the given sides are beyond the limit, or 0.
func limitSign(up, down, left, right bool) rune {
	switch {
	case up && right || down && left:
		return '\\'
	case (up || down) && (left || right):
		return '/'
	case up || down:
		return '─'
	case left || right:
		return '│'
	}
	return 0
}

// heatMark draws a sign in the middle of a cell.
func (d Picture) heatMark(h Heat, at [2]int, sign rune, role Role) {
	rows, columns := d.Bottom-d.Top, d.Right-d.Left
	if at[0] < 0 || at[1] < 0 || at[0] >= h.Columns || at[1] >= h.Rows {
		return
	}
	col := (2*at[0] + 1) * columns / h.Columns / 2
	row := rows - 1 - (2*at[1]+1)*rows/h.Rows/2
	d.put(d.Top+row, d.Left+col, sign, role)
}

// Divide divides an axis into no more than most classes at round values. It returns the values between the classes in
// ascending order.
func (a Axis) Divide(most int) []float64 {
	s, ok := newScale(a)
	if !ok {
		return nil
	}
	for ticks := range s.divisions(4 * most) {
		inside := ticks[:0:0]
		for _, v := range ticks {
			if v > a.Lo && v < a.Hi && !math.IsNaN(v) {
				inside = append(inside, v)
			}
		}
		if len(inside) < most {
			return inside
		}
	}
	return nil
}
