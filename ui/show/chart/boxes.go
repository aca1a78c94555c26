package chart

import (
	"math"
	"slices"
	"strings"
)

// A Box is a distribution drawn as a box plot on its own line: whiskers from p5 to p95, a box from p25 to p75, and the
// median.
type Box struct {
	Name  string
	Role  Role       // A: the box is marked
	At    [5]float64 // p5, p25, p50, p75, p95, rising; NaN: not drawn
	Cells []string   // figures beside the box
	Note  string     // text below it, or ""; if one box has a note, all have its line
}

// Beside is the number of lines for the heads and the axis in a picture of boxes.
const Beside = 3

// A boxTable is the layout of boxes with their names and figures, in columns and lines of text. The heads are in the
// first line.
type boxTable struct {
	left, right int // the columns of the boxes
	texts       []placed
}

// A placed is a text that begins at a column of a line, or ends before it.
type placed struct {
	line, column int
	text         string
	role         Role
	ends         bool
}

// table returns the layout of the boxes from the first one in sight. If not all figures have room, the first of them
// are left out.
func (p Plot) table(width int) (t boxTable) {
	const margin = 3 // a blank, the mark and a blank
	names, skip := 0, 0
	widths := make([]int, len(p.Heads))
	for _, b := range slices.Concat(p.Boxes, []Box{{Cells: p.Heads}}) {
		names = max(names, Width(b.Name))
		for i, cell := range b.Cells {
			widths[i] = max(widths[i], Width(cell)+2)
		}
	}
	t.left, t.right = margin+names+2, width
	for _, w := range widths {
		t.right -= w
	}
	for ; skip < len(widths) && t.right-t.left < 3*fewest; skip++ {
		t.right += widths[skip]
	}
	add := func(line int, b Box) {
		column := t.right
		if b.Role == A {
			t.texts = append(t.texts, placed{line, 1, "◆", Mark, false})
		}
		for i := skip; i < len(b.Cells); i++ {
			column += widths[i]
			t.texts = append(t.texts, placed{line, column, b.Cells[i], b.Role, true})
		}
		t.texts = append(t.texts, placed{line, margin, b.Name, b.Role, false},
			placed{line + 1, margin, b.Note, Label, false})
	}
	add(0, Box{Cells: p.Heads, Role: Label})
	for i, b := range p.Boxes[p.First:] {
		add(1+i*p.BoxLines(), b)
	}
	return t
}

// boxes draws the boxes of a plot over one axis: a line of heads, a line per box from the first one in sight, and the
// axis.
func (p Plot) boxes(width, height int) Picture {
	pic, t := blank(width, height), p.table(width)
	columns := t.right - t.left
	if height < fewest || columns < fewest {
		return pic
	}
	pic.area(t.left, t.right, 1, height-2, newScale(p.X))
	for _, text := range t.texts {
		if text.ends {
			text.column -= Width(text.text)
		}
		if text.line < pic.Bottom {
			write(pic.Cells[text.line], text.column, text.text, text.role)
		}
	}
	const legend = "├ p5  ━ p25  ● p50  ━ p75  ┤ p95"
	if Width(legend) <= columns {
		write(pic.Cells[0], t.left, legend, Label)
	}
	pic.crosshair(p.Cross)
	for i, b := range p.Boxes[p.First:] {
		if row := len(pic.grid) - 1 - i*p.BoxLines(); row >= 0 {
			b.draw(pic.grid[row], pic.x)
		}
	}
	pic.xAxis()
	return pic
}

// BoxLines returns the number of lines of each box.
func (p Plot) BoxLines() int {
	if slices.ContainsFunc(p.Boxes, func(b Box) bool { return b.Note != "" }) {
		return 2
	}
	return 1
}

// places returns the places of the percentiles as fractions of the axis, or false if one is not known.
func (b Box) places(x scale) (at [5]float64, ok bool) {
	sum := 0.0
	for i, v := range b.At {
		at[i] = min(max(x.fraction(v), 0), 1)
		sum += at[i]
	}
	return at, !math.IsNaN(sum)
}

// draw draws the box into a row of the plot area.
func (b Box) draw(cells []Cell, x scale) {
	places, ok := b.places(x)
	if !ok {
		return
	}
	var at [5]int
	for i, f := range places {
		at[i] = min(int(f*float64(len(cells))), len(cells)-1)
	}
	write(cells, at[0], strings.Repeat("─", at[4]-at[0]), b.Role)
	write(cells, at[1], strings.Repeat("━", at[3]-at[1]+1), b.Role)
	write(cells, at[0], "├", b.Role)
	write(cells, at[4], "┤", b.Role)
	write(cells, at[2], "●", b.Role)
}
