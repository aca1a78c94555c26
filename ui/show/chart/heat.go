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
	Signed []bool                      // classes whose sign stands on their shade too; nil: none
	Class  func(column, row int) int   // index of a cell's class; -1: not known yet
	Kept   func(column, row int) State // whether a cell keeps the limit; nil: no limit

	Mark   [2]int     // column and row of the mark; -1: none
	Marked [2]float64 // values at the mark
	Cross  [2]int     // column and row of the cursor; -1: none
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

// Draw draws the map in exactly width by height characters, all of which it uses: a cell takes several equal characters
// where there is room; where there is too little, some cells are left out. The line of the limit goes through the cells
// that break it next to cells that keep it.
//
// With the glyphs Braille, the map fills the width with upper half blocks. The background of a half block is the class
// of its lower half. The border is drawn as a line with its numbers.
func (h Heat) Draw(width, height int) Picture {
	pic := blank(width, height)
	rows := height - HeatHeight
	if rows < 2 || h.Columns == 0 || h.Rows == 0 {
		return pic
	}
	labels := h.labels(rows)
	field := max(labelField, min(widest(labels), labelWidest))
	columns := width - field - 2
	if columns < fewest {
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

// labels returns the labels of the y axis, each in the row of the cell with its value. The value at the mark has the
// row of the mark, although the cells are drawn at even distances.
func (h Heat) labels(rows int) (list []label) {
	whole := newScale(h.Y.around(h.Rows))
	for _, l := range (Plot{}).yLabels(newScale(h.Y), rows) {
		l.at = min(int(whole.fraction(l.value)*float64(rows)), rows-1)
		if h.Mark[1] >= 0 && l.value == h.Marked[1] {
			l.at = middleOf(h.Mark[1], h.Rows, rows)
		}
		if free(list, l.at, 1) {
			list = append(list, l)
		}
	}
	return list
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

// cell returns the cell of the map at the middle of a character of the plot area.
func (h Heat) cell(g grid, row, col int) (column, up int) {
	return (2*col + 1) * h.Columns / (2 * len(g[row])), (2*row + 1) * h.Rows / (2 * len(g))
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

// halves draws one character with the classes of its upper and lower half, and here and there the sign of a class that
// has one on its shade.
func (h Heat) halves(g grid, row, col int) {
	class := func(half int) int {
		column, _ := h.cell(g, row, col)
		return h.Class(column, (2*(2*row+half)+1)*h.Rows/(4*len(g)))
	}
	role := func(class int) Role {
		if class < 0 {
			return Blank
		}
		return Class + Role(class)
	}
	const apart = 3
	upper, lower := class(1), class(0)
	switch {
	case upper >= 0 && upper == lower && upper < len(h.Signed) && h.Signed[upper] && (col+2*row)%apart == 0:
		g[row][col] = Cell{h.Signs[upper], Label, role(upper)}
	case upper >= 0:
		g[row][col] = Cell{'▀', role(upper), role(lower)}
	case lower >= 0:
		g[row][col] = Cell{'▄', role(lower), Blank}
	}
}

// side returns what the border separates at a place of the plot area: the classes, or the sides of the limit.
func (h Heat) side(g grid, row, col int) int {
	column, up := h.cell(g, row, col)
	if h.Kept != nil {
		return int(h.Kept(column, up))
	}
	return h.Class(column, up)
}

// junctions are the characters for lines that meet in the middle of a cell, by the sum of 1 for a line from above, 2
// from below, 4 from the left and 8 from the right.
var junctions = []rune(" ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋")

// border draws a line around the cells of each side, and writes its values once. The line in a character belongs to the
// lower left corner of the cell.
func (pic Picture) border(h Heat) {
	if len(h.Border) == 0 {
		return
	}
	g, columns := pic.grid, pic.Right-pic.Left
	for row := range g {
		for col := range columns {
			parted := func(row, col, otherRow, otherCol int) bool {
				inside := min(row, otherRow) >= 0 && min(col, otherCol) >= 0
				return inside && h.side(g, row, col) != h.side(g, otherRow, otherCol)
			}
			lines := 0
			for i, meets := range [...]bool{parted(row, col, row, col-1), parted(row-1, col, row-1, col-1),
				parted(row, col-1, row-1, col-1), parted(row, col, row-1, col)} {
				if meets {
					lines |= 1 << i
				}
			}
			if lines > 0 {
				pic.put(row, col, junctions[lines], Limit)
			}
		}
	}
	pic.value(h)
}

// value writes the values of the border into the column nearest to the mark that has them; without a mark, nearest to
// the middle.
func (pic Picture) value(h Heat) {
	rows, y := len(pic.grid), newScale(h.Y.around(h.Rows))
	middle := 0.5
	if h.Mark[0] >= 0 {
		middle = (float64(h.Mark[0]) + 0.5) / float64(h.Columns)
	}
	off := func(p [2]float64) float64 { return math.Abs(pic.x.fraction(p[0]) - middle) }
	nearest := math.Inf(1)
	for _, p := range h.Border {
		nearest = min(nearest, off(p))
	}
	for _, p := range h.Border {
		row := rows - 1 - int((1-y.fraction(p[1]))*float64(rows))
		text := " " + h.Y.Kind.Short(p[1]) + " "
		col, ok := pic.x.column(p[0], len(pic.grid[0]))
		if off(p) > nearest || row < 0 || row >= rows || !ok || col+Width(text) > len(pic.grid[0]) {
			continue
		}
		for i := range Width(text) { // on one ground
			pic.grid[row][col+i].Ground = pic.grid[row][col].Ground
		}
		write(pic.grid[row], col, text, Limit)
	}
}

// mark draws a sign in the middle of a cell.
func (h Heat) mark(g grid, at [2]int, sign rune, role Role) {
	if at[0] >= 0 && at[1] >= 0 && at[0] < h.Columns && at[1] < h.Rows {
		g.put(middleOf(at[1], h.Rows, len(g)), middleOf(at[0], h.Columns, len(g[0])), sign, role)
	}
}

// middleOf returns the character in the middle of a cell, of cells over a number of characters.
func middleOf(cell, cells, characters int) int { return (2*cell + 1) * characters / (2 * cells) }
