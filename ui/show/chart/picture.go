package chart

import (
	"math"
	"slices"
	"strings"
)

// A Cell is one character of a picture with its role and the shading below it: a band, a span or nothing.
type Cell struct {
	Rune   rune
	Role   Role
	Ground Role // Band, Span or Blank
}

// A Picture is a drawn plot, as rows of cells.
type Picture struct {
	Cells                    [][]Cell
	Left, Right, Top, Bottom int // the plot area: columns [Left,Right), rows [Top,Bottom)

	grid // the cells of the plot area
	x    scale
}

// A grid is a plot area, as rows of cells from the bottom to the top.
type grid [][]Cell

// blank returns an empty picture whose plot area is empty.
func blank(width, height int) Picture {
	pic := Picture{Cells: make([][]Cell, max(height, 0))}
	for i := range pic.Cells {
		pic.Cells[i] = slices.Repeat([]Cell{{Rune: ' '}}, max(width, 0))
	}
	return pic
}

// area sets the plot area and its x axis.
func (pic *Picture) area(left, right, top, bottom int, x scale) {
	pic.Left, pic.Right, pic.Top, pic.Bottom, pic.x = left, right, top, bottom, x
	for _, cells := range slices.Backward(pic.Cells[top:bottom]) {
		pic.grid = append(pic.grid, cells[left:right])
	}
}

func (g grid) put(row, col int, r rune, role Role) { g[row][col].Rune, g[row][col].Role = r, role }

// write writes text into a row of cells from a column on, clipped at the end of the row.
func write(cells []Cell, col int, text string, role Role) {
	for _, r := range text {
		wide := Width(string(r))
		if col+wide > len(cells) {
			return
		}
		for i := range wide {
			cells[col+i].Rune, cells[col+i].Role = [2]rune{r, Filler}[i], role
		}
		col += wide
	}
}

// String returns the lines of the picture without trailing blanks, joined by newlines.
func (pic Picture) String() string {
	lines := make([]string, len(pic.Cells))
	for i, cells := range pic.Cells {
		var line strings.Builder
		for _, c := range cells {
			if c.Rune != Filler {
				line.WriteRune(c.Rune)
			}
		}
		lines[i] = strings.TrimRight(line.String(), " ")
	}
	return strings.Join(lines, "\n")
}

// X returns the x that column col shows, if it is in the plot area.
func (pic Picture) X(col int) (x float64, ok bool) {
	if col < pic.Left || col >= pic.Right {
		return 0, false
	}
	x = pic.x.centre(col-pic.Left, pic.Right-pic.Left)
	return x, !math.IsNaN(x)
}

// Column returns the column that shows x, if x is on the axis.
func (pic Picture) Column(x float64) (col int, ok bool) {
	if pic.Right == pic.Left {
		return 0, false
	}
	col, ok = pic.x.column(x, pic.Right-pic.Left)
	return pic.Left + col, ok
}

// yAxis draws the axis left of the plot area and its right-aligned labels.
func (pic Picture) yAxis(labels []label) {
	for _, cells := range pic.Cells[pic.Top:pic.Bottom] {
		write(cells, pic.Left-1, "│", Frame)
	}
	for _, l := range labels {
		cells := pic.Cells[pic.Bottom-1-l.at]
		write(cells, pic.Left-1, "┤", Frame)
		if col := pic.Left - 2 - l.width(); col >= 0 {
			write(cells, col, l.text, l.role)
		}
	}
}

// xAxis draws the axis below the plot area, its ticks and their labels.
func (pic Picture) xAxis() {
	columns := pic.Right - pic.Left
	write(pic.Cells[pic.Bottom], pic.Left-1, "└"+strings.Repeat("─", columns), Frame)
	for _, l := range xLabels(pic.x, columns) {
		write(pic.Cells[pic.Bottom], pic.Left+l.at, "┬", Frame)
		write(pic.Cells[pic.Bottom+1], pic.Left+l.start, l.text, l.role)
	}
}

// crosshair draws a vertical line at x.
func (pic Picture) crosshair(x float64) {
	if col, ok := pic.x.column(x, pic.Right-pic.Left); ok {
		for row := range pic.grid {
			pic.put(row, col, '┊', Cross)
		}
	}
}

// glyphs returns the picture in a set of glyphs: with [ASCII], in ASCII.
func (pic Picture) glyphs(set Glyphs) Picture {
	for _, cells := range pic.Cells {
		for i := range cells {
			if set == ASCII {
				cells[i].Rune = PlainRune(cells[i].Rune)
			}
		}
	}
	return pic
}
