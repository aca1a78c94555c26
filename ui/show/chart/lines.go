package chart

import (
	"math"
	"slices"
	"strings"

	"retune/ui/unit"

	"github.com/guptarohit/asciigraph"
)

// curves are the glyphs of the curves, which differ even in ASCII, since there may be no colours: flat, upright, and
// the corners with ends to the left and down, left and up, right and down, right and up.
var curves = map[Role]string{
	A: "─│╮╯╭╰", B: "·:····", Goodput: "═║╗╝╔╚",
	Offered: "╌╎╌╌╌╌", Fifth: "━┃┓┛┏┗", Sixth: "++++++",
}

// trace draws a line through one row per column and passes each of its runes to put. In at, NaN is a gap. Rows count
// from the bottom. The line starts at column -1, the axis, and has no end cap into a gap. The rows are whole numbers,
// so asciigraph rounds nothing.
func trace(at []float64, rows int, role Role, put func(row, col int, r rune)) {
	if !slices.ContainsFunc(at, unit.Finite) {
		return
	}
	glyph := strings.Split(curves[role], "")
	picture := asciigraph.Plot(append(at[:1:1], at...), // repeats the first column
		asciigraph.Height(rows-1), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(rows-1)),
		asciigraph.Offset(1), // one column for the axis
		asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
		asciigraph.SeriesChars(asciigraph.CharSet{Horizontal: glyph[0], VerticalLine: glyph[1], ArcDownLeft: glyph[2],
			ArcUpLeft: glyph[3], ArcDownRight: glyph[4], ArcUpRight: glyph[5], StartCap: glyph[0], EndCap: " "}),
	)
	for i, line := range strings.Split(picture, "\n") {
		for col, r := range []rune(line) {
			if r != ' ' && (col > 0 || r == '┼') {
				put(rows-1-i, col-1, r)
			}
		}
	}
}

// curve draws a curve in strokes.
func (pic Picture) curve(role Role, y scale, samples []float64) {
	trace(levels(y, samples, len(pic.grid), 1), len(pic.grid), role, func(row, col int, r rune) {
		if col < 0 {
			pic.Cells[pic.Bottom-1-row][pic.Left-1].Rune = '┼'
			return
		}
		pic.put(row, col, r, role)
	})
}

// dotsWide and dotsHigh are the numbers of dots in a braille cell. A curve is traced in a picture with one cell per
// dot, and the dots are then combined.
const dotsWide, dotsHigh = 2, 4

// brailleBits are the bits of the dots in the code point after U+2800, by row from the top and by column.
var brailleBits = [dotsHigh][dotsWide]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dotted draws a curve in dots. It replaces the dots of other curves in its cells.
func (pic Picture) dotted(role Role, y scale, samples []float64) {
	dots := map[*Cell]rune{}
	rows := len(pic.grid) * dotsHigh
	trace(levels(y, samples, len(pic.grid), dotsHigh), rows, A, func(row, col int, _ rune) {
		if col >= 0 {
			dots[&pic.grid[row/dotsHigh][col/dotsWide]] |= brailleBits[dotsHigh-1-row%dotsHigh][col%dotsWide]
		}
	})
	for cell, bits := range dots {
		cell.Rune, cell.Role = 0x2800+bits, role
	}
}

// levels returns the heights of samples in steps, so many to a row, from the bottom of the plot area; NaN is a gap. The
// middle of a row of four steps is between its second and its third step.
func levels(y scale, samples []float64, rows, steps int) []float64 {
	at := make([]float64, len(samples))
	for i, v := range samples {
		at[i] = math.NaN()
		if _, ok := y.row(v, rows); ok {
			up := (y.fraction(v)*float64(rows-1)+0.5)*float64(steps) - 0.5
			at[i] = min(max(math.Round(up), 0), float64(rows*steps-1))
		}
	}
	return at
}
