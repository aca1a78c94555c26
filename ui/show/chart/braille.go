package chart

import "math"

// dotsWide and dotsHigh are the numbers of dots in a braille cell. A curve is traced in a picture with one cell per
// dot, and the dots are then combined.
const dotsWide, dotsHigh = 2, 4

// brailleBits are the bits of the dots in the code point after U+2800, by row from the top and by column.
var brailleBits = [dotsHigh][dotsWide]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// dotted draws a curve through one dot per column of dots. Dots are counted from the bottom; NaN is a gap.
func (d Picture) dotted(role Role, at []float64) {
	rows, columns := d.Bottom-d.Top, len(at)/dotsWide
	bits := make([]rune, rows*columns)
	trace(at, rows*dotsHigh, curves[A], func(row, col int, _ rune) {
		if col >= 0 {
			bits[row/dotsHigh*columns+col/dotsWide] |= brailleBits[row%dotsHigh][col%dotsWide]
		}
	})
	for i, b := range bits {
		if b != 0 {
			d.put(d.Top+i/columns, d.Left+i%columns, 0x2800+b, role)
		}
	}
}

// dotsOf returns the dots for samples, counted from the bottom; NaN is a gap. The middle of a row is between its second
// and its third dot.
func dotsOf(y scale, samples []float64, rows int) []float64 {
	at := make([]float64, len(samples))
	for i, v := range samples {
		at[i] = math.NaN()
		if _, ok := y.row(v, rows); ok {
			up := (y.fraction(v)*float64(rows-1)+0.5)*dotsHigh - 0.5
			at[i] = min(max(math.Round(up), 0), float64(rows*dotsHigh-1))
		}
	}
	return at
}
