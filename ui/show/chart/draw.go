package chart

import (
	"math"
	"slices"

	"retune/ui/unit"
)

// beside writes a text near a cell where only shading and the crosshair are: behind the cell if possible, otherwise
// before it.
func (g grid) beside(row, col int, t Text) {
	n := Width(t.Text)
	for _, r := range []int{row, min(row+1, len(g)-1), max(row-1, 0)} {
		cells := g[r]
		for _, start := range []int{col + 2, col + 4, col + 6, col - 1 - n} {
			if vacant(cells, start, t.Text) {
				write(cells, start, t.Text, t.Role)
				return
			}
		}
	}
}

// eighths are the glyphs of a cell filled from below.
const eighths = "▁▂▃▄▅▆▇█"

// below fills the cells below samples. A cell may have several samples side by side.
func (g grid) below(y scale, samples []float64) {
	blocks, columns := []rune(eighths), len(g[0])
	for col := range columns {
		v := slices.Max(samples[col*len(samples)/columns : (col+1)*len(samples)/columns])
		if !(v > y.Lo) || !unit.Finite(v) {
			continue
		}
		high := min(y.fraction(v)*float64(len(g)-1)+0.5, float64(len(g)))
		for row, left := 0, int(math.Round(8*high)); left > 0; row, left = row+1, left-8 {
			g.put(row, col, blocks[min(left, 8)-1], Area)
			if left >= 8 {
				g[row][col].Ground = Area
			}
		}
	}
}

// point draws a point.
func (g grid) point(row, col int, p Point) {
	for below := range row {
		if p.Stem {
			g.put(below, col, '│', p.Role)
		}
	}
	sign := '◆'
	switch {
	case p.Role == B:
		sign = '◇'
	case p.Role == Sample:
		sign = '•'
	case p.Stem && p.Role != Mark:
		sign = '●'
	}
	g.put(row, col, sign, p.Role)
}

// hatch is the number of columns between the strokes of a hatched span.
const hatch = 4

// fill shades the cells between the edges of a fill.
func (g grid) fill(f Fill, x, y scale) {
	lo, hi := f.edges(x, y, len(g[0]))
	for col := range lo {
		from, inside := y.row(lo[col], len(g))
		to, _ := y.row(hi[col], len(g))
		for row := from; inside && row <= to; row++ {
			g[row][col] = Cell{' ', Blank, f.Role}
			if f.Role == Band {
				g.put(row, col, '░', Band)
			} else if (len(g)-1-row+col)%hatch == 0 {
				g.put(row, col, '╱', f.Role)
			}
		}
	}
}
