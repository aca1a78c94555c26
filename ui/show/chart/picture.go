package chart

import (
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

	x scale
}

// blank returns an empty picture whose plot area is empty.
func blank(width, height int) Picture {
	cells := slices.Repeat([]Cell{{Rune: ' '}}, width*height)
	pic := Picture{Cells: make([][]Cell, height)}
	for i := range pic.Cells {
		pic.Cells[i], cells = cells[:width:width], cells[width:]
	}
	return pic
}

// String returns the lines of the picture without trailing blanks, joined by newlines.
func (pic Picture) String() string {
	var text, line strings.Builder
	for i, cells := range pic.Cells {
		if i > 0 {
			text.WriteByte('\n')
		}
		line.Reset()
		for _, c := range cells {
			line.WriteRune(c.Rune)
		}
		text.WriteString(strings.TrimRight(line.String(), " "))
	}
	return text.String()
}

// X returns the x that column col shows, if it is in the plot area.
func (pic Picture) X(col int) (x float64, ok bool) {
	if col < pic.Left || col >= pic.Right || !pic.x.valid() {
		return 0, false
	}
	return pic.x.centre(col-pic.Left, pic.Right-pic.Left), true
}

// Column returns the column that shows x, if x is on the axis.
func (pic Picture) Column(x float64) (col int, ok bool) {
	if pic.Right == pic.Left {
		return 0, false
	}
	col, ok = pic.x.column(x, pic.Right-pic.Left)
	return pic.Left + col, ok
}
