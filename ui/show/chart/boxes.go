package chart

import (
	"math"
	"slices"
	"unicode/utf8"
)

// A Box is a distribution drawn as a box plot on its own line: whiskers from p5 to p95, a box from p25 to p75, and the
// median.
type Box struct {
	Name  string
	Role  Role       // A or B: the box is marked; Label: it is not
	Mark  string     // the text of the mark: A, B or AB; "": a sign
	At    [5]float64 // p5, p25, p50, p75, p95, rising; NaN: not drawn
	Cells []string   // figures beside the box
	Note  string     // text below it, or ""; if one box has a note, all have its line
}

// boxMargin is the number of columns before the names: a blank, the mark and a blank.
const boxMargin = 3

// Beside is the number of lines for the heads and the axis in a picture of boxes.
const Beside = 3

// boxes draws the boxes of a plot over one axis: a line of heads, a line per box from the first one in sight, and the
// axis. If not all figures have room, the first of them are left out.
func (p Plot) boxes(width, height int) Picture {
	pic := blank(max(width, 0), max(height, 0))
	names, margin, heads := 0, boxMargin, len(p.Heads)
	for _, b := range p.Boxes {
		names, margin = max(names, utf8.RuneCountInString(b.Name)), max(margin, len(b.Mark)+2)
	}
	left := margin + names + 2
	widths, right := p.cellWidths(), 0
	for _, w := range widths {
		right += w + 2
	}
	for ; heads > 0 && width-left-right < 3*fewest; heads-- {
		right -= widths[len(widths)-heads] + 2
	}
	columns := width - left - right
	if height < fewest || columns < fewest {
		return pic
	}
	x, _ := newScale(p.X)
	pic.x, pic.Left, pic.Right, pic.Top, pic.Bottom = x, left, left+columns, 1, height-2
	d := pic
	const legend = "├ p5  ━ p25  ● p50  ━ p75  ┤ p95"
	if utf8.RuneCountInString(legend) <= columns {
		d.write(0, left, legend, Label)
	}
	beside := func(row int, cells []string, role Role) {
		col := d.Right
		for i := len(p.Heads) - heads; i < len(cells); i++ {
			col += widths[i] + 2
			d.write(row, col-utf8.RuneCountInString(cells[i]), cells[i], role)
		}
	}
	beside(0, p.Heads, Label)
	for row, i := d.Top, p.First; row < d.Bottom && i < len(p.Boxes); row, i = row+p.BoxLines(), i+1 {
		b := p.Boxes[i]
		if b.Role == A && b.Mark == "" {
			d.put(row, 1, '◆', Mark)
		}
		d.write(row, 1, b.Mark, b.Role)
		d.write(row, margin, b.Name, b.Role)
		d.oneBox(row, b, x)
		beside(row, b.Cells, b.Role)
		if row+1 < d.Bottom {
			d.write(row+1, margin, b.Note, Label)
		}
	}
	d.xAxis(xLabels(x, columns))
	if col, ok := x.column(p.Cross, columns); ok {
		d.crosshair(pic.Left + col)
	}
	return pic
}

// BoxLines returns the number of lines of each box.
func (p Plot) BoxLines() int {
	if slices.ContainsFunc(p.Boxes, func(b Box) bool { return b.Note != "" }) {
		return 2
	}
	return 1
}

// cellWidths returns the width of each column of figures.
func (p Plot) cellWidths() []int {
	widths := make([]int, len(p.Heads))
	for i, head := range p.Heads {
		widths[i] = utf8.RuneCountInString(head)
		for _, b := range p.Boxes {
			if i < len(b.Cells) {
				widths[i] = max(widths[i], utf8.RuneCountInString(b.Cells[i]))
			}
		}
	}
	return widths
}

// oneBox draws one box, clipped to the axis.
func (d Picture) oneBox(row int, b Box, x scale) {
	columns := d.Right - d.Left
	var at [5]int
	for i, v := range b.At {
		f := x.fraction(v)
		switch {
		case math.IsNaN(v):
			return
		case math.IsNaN(f) && v > 0: // beyond every axis
			f = 2
		case math.IsNaN(f): // below a logarithmic axis
			f = -1
		}
		at[i] = int(min(max(math.Floor(f*float64(columns)), -1), float64(columns)))
		if f == 1 {
			at[i] = columns - 1
		}
	}
	put := func(col int, r rune) {
		if col >= 0 && col < columns {
			d.put(row, d.Left+col, r, b.Role)
		}
	}
	for col := at[0]; col <= at[4]; col++ {
		if col >= at[1] && col <= at[3] {
			put(col, '━')
		} else {
			put(col, '─')
		}
	}
	put(at[0], '├')
	put(at[4], '┤')
	put(at[2], '●')
}
