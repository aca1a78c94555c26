package tui

import (
	"fmt"
	"strings"
)

// arms gives the lines from the middle of a cell to the left, right, up and down.
var arms = map[rune]string{
	'─': "lr", '━': "lr", '┄': "r", '│': "ud", '┊': "d", '└': "ru", '┤': "lud", '├': "rud", '┼': "lrud",
	'┬': "lrd", '╭': "rd", '╮': "ld", '╰': "ru", '╯': "lu", '═': "lr", '╌': "r",
}

// ways gives the path of each arm.
var ways = map[rune]string{'l': "h-4.5", 'r': "h4.5", 'u': "v-9.5", 'd': "v9.5"}

// brailleDots gives the bits of braille dots, by row from the top and by column.
var brailleDots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// strokes returns the paths that draw a character in the cell at x, y: lines, dots, and filled areas.
func strokes(char rune, x, y float64) (lines, dots, fill string) {
	for _, arm := range arms[char] {
		lines += fmt.Sprintf("M%g %g%s", x+cellW/2.0, y+cellH/2.0, ways[arm])
	}
	for row, of := range brailleDots {
		for column, bit := range of {
			if bits := char - 0x2800; bits >= 0 && bits <= 0xff && bits&bit != 0 {
				dots += fmt.Sprintf("M%g %gh0", x+(float64(column)+0.5)*cellW/2, y+(float64(row)+0.5)*cellH/4)
			}
		}
	}
	if eighths := char - '▁' + 1; eighths >= 1 && eighths <= 8 {
		high := float64(eighths) / 8 * cellH
		fill = fmt.Sprintf("M%g %gh%dv%gh-%[3]dz", x, y+cellH-high, cellW, high)
	}
	if char == '▀' {
		fill = fmt.Sprintf("M%g %gh%dv%gh-%[3]dz", x, y, cellW, cellH/2.0)
	}
	return lines, dots, fill
}

// isStroke reports whether a character is drawn rather than written.
func isStroke(char rune) bool {
	lines, dots, fill := strokes(char, 0, 0)
	return lines+dots+fill != "" || char == 0x2800
}

// writeStrokes writes the drawn characters of a frame and the backgrounds below them, as a path per kind and role.
func writeStrokes(b *strings.Builder, c *canvas) {
	const kinds = 4
	var paths [roles][kinds]strings.Builder
	wide := 0 // adjacent cells with the same background
	for i, cell := range c.cells {
		x, y := float64(i%c.w)*cellW, float64(i/c.w)*cellH
		if wide++; i%c.w == c.w-1 || c.cells[i+1].ground != cell.ground {
			if cell.ground != plain {
				fmt.Fprintf(&paths[cell.ground][0], "M%g %gh-%dv%dh%[3]dz", x+cellW, y, wide*cellW, cellH)
			}
			wide = 0
		}
		if cell.ground == cell.role { // the background covers it
			continue
		}
		lines, dots, fill := strokes(cell.char, x, y)
		for kind, path := range []string{fill, lines, dots} {
			paths[cell.role][1+kind].WriteString(path)
		}
	}
	for kind, class := range [kinds]string{" ground", " full", "", " dots"} {
		for r := range paths {
			if d := paths[r][kind].String(); d != "" {
				fmt.Fprintf(b, `<path class="%s%s" d="%s"/>`+"\n", classOf(role(r)), class, d)
			}
		}
	}
}
