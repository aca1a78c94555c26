package chart

import (
	"math"

	"github.com/guptarohit/asciigraph"
)

// trace draws a line through one row per column, rows counted from the bottom
// and NaN for a gap, and puts every rune of it, rows counted from the top. The
// rune in column -1 is on the axis, where the line starts.
//
// asciigraph rounds values to rows in its own way, which is off by up to a row
// if its least value is not 0, so it is given rows: between bounds of 0 and
// rows-1 it has nothing left to round. Its column c joins samples c and c+1,
// hence the first sample twice: then column c shows sample c.
func trace(at []float64, rows int, set asciigraph.CharSet, put func(row, col int, r rune)) {
	doubled := make([]float64, 1, len(at)+1)
	doubled[0] = at[0]
	doubled = append(doubled, at...)
	picture := asciigraph.Plot(doubled,
		asciigraph.Height(rows-1),
		asciigraph.LowerBound(0),
		asciigraph.UpperBound(float64(rows-1)),
		asciigraph.Offset(1), // one column for the axis
		asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
		asciigraph.SeriesChars(set),
	)
	row, col := 0, -1
	for _, r := range picture {
		switch {
		case r == '\n':
			row, col = row+1, -2
		case r == ' ' || r == '┤':
		default:
			put(row, col, r)
		}
		col++
	}
}

// empty tells whether a line has gaps only; asciigraph knows no such line.
func empty(at []float64) bool {
	for _, v := range at {
		if !math.IsNaN(v) {
			return false
		}
	}
	return true
}

// strokes is a set of runes for a line. A line that starts after a gap starts
// with a whole stroke, and at its end nothing reaches into the gap.
func strokes(flat, upright, leftDown, leftUp, rightDown, rightUp string) asciigraph.CharSet {
	return asciigraph.CharSet{
		Horizontal: flat, VerticalLine: upright,
		ArcDownLeft: leftDown, ArcUpLeft: leftUp, ArcDownRight: rightDown, ArcUpRight: rightUp,
		StartCap: flat, EndCap: " ",
	}
}
