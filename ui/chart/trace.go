package chart

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// trace draws a line through one row per column, rows counted from the bottom
// and NaN for a gap, and puts every rune of it, rows counted from the top. Column -1
// is the axis, where the line starts.
func trace(at []float64, rows int, set asciigraph.CharSet, put func(row, col int, r rune)) {
	flat, _ := utf8.DecodeRuneInString(set.Horizontal)
	for col, v := range at {
		if v != v { // a gap: nothing reaches into it
			continue
		}
		before, row := at[max(col-1, 0)], rows-1-int(v)
		if col == 0 {
			put(row, -1, '┼')
		}
		if before != before || before == v {
			put(row, col, flat)
			continue
		}
		for i, r := range step(set, int(v-before)) {
			put(min(row, rows-1-int(before))+i, col, r)
		}
	}
}

// A rise is from one column to the next, in rows.
type rise struct {
	set  asciigraph.CharSet
	rows int
}

// steps are the runes of each rise that has been drawn.
var steps sync.Map

// step is the runes in a column, from the top, of a line that rises so many rows to it.
func step(set asciigraph.CharSet, rows int) []rune {
	if known, ok := steps.Load(rise{set, rows}); ok {
		return known.([]rune)
	}
	// Of whole rows asciigraph has nothing to round, which it does in its own way.
	picture := asciigraph.Plot([]float64{0, float64(rows)},
		asciigraph.Height(max(rows, -rows)),
		asciigraph.Offset(1), // one column for the axis
		asciigraph.YAxisValueFormatter(func(float64) string { return "" }),
		asciigraph.SeriesChars(set),
	)
	var runes []rune
	for line := range strings.Lines(picture) {
		runes = append(runes, []rune(line)[1])
	}
	steps.Store(rise{set, rows}, runes)
	return runes
}

// strokes is a set of runes for a line.
func strokes(flat, upright, leftDown, leftUp, rightDown, rightUp string) asciigraph.CharSet {
	return asciigraph.CharSet{
		Horizontal: flat, VerticalLine: upright,
		ArcDownLeft: leftDown, ArcUpLeft: leftUp, ArcDownRight: rightDown, ArcUpRight: rightUp,
	}
}
