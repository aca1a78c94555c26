package chart

import (
	"math"
	"slices"
	"testing"
)

// TestNamesAreAtTheDrawnEnd draws curves that jump between a base and peaks, with every set of glyphs at many widths,
// and checks that a name stands on the row where its curve is drawn last: a column shows the peak over its width.
func TestNamesAreAtTheDrawnEnd(t *testing.T) {
	t.Parallel()
	for _, glyphs := range []Glyphs{Strokes, Braille, ASCII} {
		for width := 40; width <= 160; width++ {
			jumping := Curve{
				Role: B, Name: "jumping",
				Y: func(x float64) float64 { return 10 + 80*math.Mod(math.Floor(x), 2) },
				Peaks: func(from, to float64) float64 {
					if math.Floor(to)-math.Floor(from) >= 1 {
						return 90
					}
					return 10 + 80*math.Mod(math.Floor(from), 2)
				},
			}
			p := Plot{X: Axis{Hi: 100}, Y: Axis{Hi: 100}, Curves: []Curve{jumping}, Glyphs: glyphs}
			pic := p.Draw(width, 20)
			at := slices.IndexFunc(pic.Cells, func(row []Cell) bool { return row[pic.Right+1].Rune == 'j' })
			if at < 0 || pic.Cells[at][pic.Right-1].Role != B {
				t.Fatalf("%d columns, glyphs %d: no curve at its name:\n%s", width, glyphs, pic)
			}
		}
	}
}
