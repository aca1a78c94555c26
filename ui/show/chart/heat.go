package chart

import (
	"math"
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
	pic := blank(width, height)
	rows := h.fit(height-HeatHeight, h.Rows)
	labels := Plot{}.yLabels(newScale(h.Y), rows)
	field := max(labelField, min(widest(labels), labelWidest))
	columns := h.fit(width-field-2, h.Columns)
	if rows < 2 || columns < fewest {
		return pic
	}
	pic.area(field+2, field+2+columns, 0, rows, newScale(h.X.around(h.Columns)))
	pic.yAxis(labels)
	pic.xAxis()
	draw := h.sign
	if h.Glyphs == Braille {
		draw = h.halves
	}
	for row := range pic.grid {
		for col := range columns {
			draw(pic.grid, row, col)
		}
	}
	if h.Glyphs == Braille {
		pic.border(h)
	}
	h.mark(pic.grid, h.Mark, '◆', Mark)
	h.mark(pic.grid, h.Cross, '┼', Cross)
	return pic.glyphs(h.Glyphs)
}

// fit returns the number of characters for the cells. For signs it is the largest multiple that room allows, or room if
// it is less than one per cell.
func (h Heat) fit(room, cells int) int {
	if h.Glyphs == Braille || room < cells || cells == 0 {
		return room
	}
	return room / cells * cells
}

// around returns the axis extended by half a cell at both ends.
func (a Axis) around(cells int) Axis {
	s := newScale(a)
	if !s.valid() || cells < 2 {
		return a
	}
	half := 0.5 / float64(cells-1)
	a.Lo, a.Hi = s.at(-half), s.at(1+half)
	return a
}

// cell returns the cell of the map at a place of the plot area.
func (h Heat) cell(g grid, row, col int) (column, up int) {
	return col * h.Columns / len(g[row]), row * h.Rows / len(g)
}

// At returns the cell of the map at a column and row of its picture.
func (h Heat) At(p Picture, col, row int) (column, up int, ok bool) {
	if col < p.Left || col >= p.Right || row < p.Top || row >= p.Bottom {
		return 0, 0, false
	}
	column, up = h.cell(p.grid, p.Bottom-1-row, col-p.Left)
	return column, up, true
}

// sign draws one character.
func (h Heat) sign(g grid, row, col int) {
	i, j := h.cell(g, row, col)
	class := h.Class(i, j)
	if class < 0 {
		return
	}
	g.put(row, col, h.Signs[class], Class+Role(class))
	if h.Kept == nil || h.Kept(i, j) != Breaks {
		return
	}
	if stroke := h.stroke(g, row, col); stroke != 0 {
		g.put(row, col, stroke, Limit)
	}
}

// keeps reports whether a place is inside the plot area and its cell keeps the limit.
func (h Heat) keeps(g grid, row, col int) bool {
	if row < 0 || row >= len(g) || col < 0 || col >= len(g[row]) {
		return false
	}
	column, up := h.cell(g, row, col)
	return h.Kept(column, up) == Keeps
}

// stroke returns the stroke of the limit at a place whose neighbours may keep it, or 0.
func (h Heat) stroke(g grid, row, col int) rune {
	up, down := h.keeps(g, row+1, col), h.keeps(g, row-1, col)
	left, right := h.keeps(g, row, col-1), h.keeps(g, row, col+1)
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

// halves draws one character with the classes of its upper and lower half.
func (h Heat) halves(g grid, row, col int) {
	role := func(half int) Role {
		class := h.Class(col*h.Columns/len(g[row]), (2*row+half)*h.Rows/(2*len(g)))
		if class < 0 {
			return Blank
		}
		return Class + Role(class)
	}
	switch upper, lower := role(1), role(0); {
	case upper != Blank:
		g[row][col] = Cell{'▀', upper, lower}
	case lower != Blank:
		g[row][col] = Cell{'▄', lower, Blank}
	}
}

// border draws the border as a line through the points nearest to each column, and writes its value in three columns.
func (pic Picture) border(h Heat) {
	rows, columns, y := len(pic.grid), pic.Right-pic.Left, newScale(h.Y.around(h.Rows))
	for col := range columns {
		off := func(p [2]float64) float64 {
			return math.Abs(pic.x.fraction(p[0]) - pic.x.fraction(pic.x.centre(col, columns)))
		}
		nearest := 1 / float64(h.Columns)
		for _, p := range h.Border {
			nearest = min(nearest, off(p))
		}
		for _, p := range h.Border {
			row := rows - 1 - int((1-y.fraction(p[1]))*float64(rows))
			if off(p) > nearest || row < 0 || row >= rows {
				continue
			}
			text := " " + h.Y.Kind.Short(p[1]) + " "
			pic.put(row, col, '━', Limit)
			if n := Width(text); col >= n && (col-n)%(columns/3) == columns/6 {
				write(pic.grid[row], col-n, text, Limit)
			}
		}
	}
}

// mark draws a sign in the middle of a cell.
func (h Heat) mark(g grid, at [2]int, sign rune, role Role) {
	if at[0] >= 0 && at[1] >= 0 && at[0] < h.Columns && at[1] < h.Rows {
		g.put((2*at[1]+1)*len(g)/h.Rows/2, (2*at[0]+1)*len(g[0])/h.Columns/2, sign, role)
	}
}
