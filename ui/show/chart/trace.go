package chart

import (
	"slices"
	"strings"

	"github.com/guptarohit/asciigraph"
)

// trace draws a line through one row per column and passes each of its runes to put. In at, rows count from the bottom
// and NaN is a gap; put gets rows counted from the top. The line starts at column -1, the axis. The rows are whole
// numbers, so asciigraph rounds nothing.
func trace(at []float64, rows int, set asciigraph.CharSet, put func(row, col int, r rune)) {
	if !slices.ContainsFunc(at, finite) {
		return
	}
	picture := asciigraph.Plot(append(at[:1:1], at...), // repeats the first column
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

// strokes returns the runes of a line. It draws no end cap into a gap.
func strokes(flat, upright, leftDown, leftUp, rightDown, rightUp string) asciigraph.CharSet {
	return asciigraph.CharSet{
		Horizontal: flat, VerticalLine: upright, StartCap: flat, EndCap: " ",
		ArcDownLeft: leftDown, ArcUpLeft: leftUp, ArcDownRight: rightDown, ArcUpRight: rightUp,
	}
}
