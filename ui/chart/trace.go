package chart

import (
	"math"

	"github.com/guptarohit/asciigraph"
)

// stretch is how many columns are traced at a time: the picture of a stretch is as
// high as the line rises there, and that of a whole line as all of the plot.
const stretch = 16

// trace draws a line through one row per column, rows counted from the bottom
// and NaN for a gap, and puts every rune of it, rows counted from the top. The
// rune in column -1 is on the axis, where the line starts.
//
// asciigraph rounds values to rows in its own way, which is off by up to a row
// if its least value is not 0, so it is given rows: between bounds of 0 and
// the highest it has nothing left to round. Its column c joins samples c and c+1,
// hence the sample before a stretch too, or the first one twice: then column c
// shows sample c.
func trace(at []float64, rows int, set asciigraph.CharSet, put func(row, col int, r rune)) {
	up := make([]float64, 0, stretch+1)
	for from := 0; from < len(at); from += stretch {
		lowest, highest := math.Inf(1), math.Inf(-1)
		up = append(append(up[:0], at[max(from-1, 0)]), at[from:min(from+stretch, len(at))]...)
		for _, v := range up {
			if v == v { // no gap
				lowest, highest = min(lowest, v), max(highest, v)
			}
		}
		if lowest > highest { // asciigraph knows no line of gaps only
			continue
		}
		for i := range up {
			up[i] -= lowest
		}
		height := max(highest-lowest, 1)
		picture := asciigraph.Plot(up,
			asciigraph.Height(int(height)),
			asciigraph.LowerBound(0),
			asciigraph.UpperBound(height),
			asciigraph.Offset(1), // one column for the axis
			asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
			asciigraph.SeriesChars(set),
		)
		top := rows - 1 - int(lowest+height)
		row, col := top, -1
		for _, r := range picture {
			switch {
			case r == '\n':
				row, col = row+1, -2
			case r == ' ' || r == '┤' || col < 0 && from > 0:
			default:
				put(row, from+col, r)
			}
			col++
		}
	}
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
