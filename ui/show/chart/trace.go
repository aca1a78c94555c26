package chart

import (
	"slices"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// trace draws a line through one row per column, rows counted from the bottom
// and NaN for a gap, and puts every rune of it, rows counted from the top. Column -1
// is the axis, where the line starts. Of whole rows asciigraph has nothing to round.
func trace(at []float64, rows int, set asciigraph.CharSet, put func(row, col int, r rune)) {
	if !slices.ContainsFunc(at, finite) {
		return
	}
	picture := asciigraph.Plot(append(at[:1:1], at...), // the first column is a step from itself
		asciigraph.Height(rows-1), asciigraph.LowerBound(0), asciigraph.UpperBound(float64(rows-1)),
		asciigraph.Offset(1), // one column for the axis
		asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
		asciigraph.SeriesChars(set),
	)
	row := 0
	for line := range strings.Lines(picture) {
		col := -1
		for _, r := range strings.TrimSuffix(line, "\n") {
			if r != ' ' && (col >= 0 || r == '┼') {
				put(row, col, r)
			}
			col++
		}
		row++
	}
}

// strokes is a set of runes for a line. Nothing reaches into a gap.
func strokes(flat, upright, leftDown, leftUp, rightDown, rightUp string) asciigraph.CharSet {
	return asciigraph.CharSet{
		Horizontal: flat, VerticalLine: upright, StartCap: flat, EndCap: " ",
		ArcDownLeft: leftDown, ArcUpLeft: leftUp, ArcDownRight: rightDown, ArcUpRight: rightUp,
	}
}
