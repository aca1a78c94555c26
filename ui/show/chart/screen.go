package chart

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Look is how a role looks in a frame: the colours of its characters and of its background, which may be absent.
type Look struct {
	Colour
	Ground Colour
	Bold   bool
}

// These are the sizes of a frame in pixels. In the font of the template, a character of most monospace fonts is as wide
// as a cell; textLength enforces the width in others.
const (
	cellW, cellH = 9.0, 19.0
	cellBase     = 14 // from the top of a cell
	framePadding = 14
)

// Screen returns a screen of w columns as an SVG drawing, light or dark as the page of the reader is. Text stays text;
// box characters and braille become strokes, so that it is sharp in any font. looks are the looks of the roles.
func Screen(cells []Cell, w int, title, desc string, looks []Look) string {
	width, height := float64(w)*cellW+2*framePadding, float64(len(cells)/w)*cellH+2*framePadding
	return made("screen", map[string]any{"Title": title, "Desc": desc, "Looks": looks, "Width": width, "Height": height,
		"Right": width - 1, "Bottom": height - 1, "Body": strokes(cells, w) + writing(cells, w)})
}

// writing returns the words of a frame: one text element per run of a role without two blanks in a row.
func writing(cells []Cell, w int) string {
	var b strings.Builder
	for at := 0; at < len(cells); at++ {
		row, run := cells[at:(at/w+1)*w], ""
		written := func(i int) bool { return i < len(row) && isText(row[i].Rune) && row[i].Role == row[0].Role }
		for i := 0; written(i) || i > 0 && written(i+1) && row[i].Rune == ' '; i++ {
			run += string(row[i].Rune)
		}
		if n := utf8.RuneCountInString(run); n > 0 {
			fmt.Fprintf(&b, `<text class="r%d" x="%g" y="%g" textLength="%g">%s</text>`+"\n", row[0].Role, float64(at%w)*cellW,
				float64(at/w)*cellH+cellBase, float64(n)*cellW, escaped(strings.ReplaceAll(run, string(Filler), "")))
			at += n - 1
		}
	}
	return b.String()
}

// isText reports whether a character is written rather than drawn.
func isText(char rune) bool {
	_, path := glyph(char, 0, 0)
	return path == "" && !strings.ContainsRune(" ░╱\u2800", char)
}

// arms gives the lines from the middle of a cell to the left, right, up and down.
var arms = map[rune]string{
	'─': "lr", '━': "lr", '┄': "r", '│': "ud", '┊': "d", '└': "ru", '┤': "lud", '├': "rud", '┼': "lrud",
	'┬': "lrd", '╭': "rd", '╮': "ld", '╰': "ru", '╯': "lu", '═': "lr", '╌': "r",
}

// ways gives the path of each arm.
var ways = map[rune]string{'l': "h-4.5", 'r': "h4.5", 'u': "v-9.5", 'd': "v9.5"}

// glyph returns the path that draws a character in the cell at x, y, or "" for one that is written, and its class:
// lines, dots, or a filled area.
func glyph(char rune, x, y float64) (class, path string) {
	for _, arm := range arms[char] {
		path += fmt.Sprintf("M%g %g%s", x+cellW/2, y+cellH/2, ways[arm])
	}
	switch bits, eighths := char-0x2800, float64(char-'▀'); {
	case bits > 0 && bits <= 0xff:
		for row, of := range brailleBits {
			for column, bit := range of {
				if bits&bit != 0 {
					path += fmt.Sprintf("M%g %gh0", x+(float64(column)+0.5)*cellW/2, y+(float64(row)+0.5)*cellH/4)
				}
			}
		}
		return "dots", path
	case char == '▀':
		return "full", block(x, y, cellW, cellH/2)
	case eighths > 0 && eighths <= 8:
		return "full", block(x, y+cellH-eighths/8*cellH, cellW, eighths/8*cellH)
	}
	return "line", path
}

func block(x, y, w, h float64) string { return fmt.Sprintf("M%g %gh%gv%gh-%[3]gz", x, y, w, h) }

// strokes returns the drawn characters of a frame and the backgrounds behind them, as a path per class and role.
func strokes(cells []Cell, w int) string {
	paths := map[string]string{}
	wide := 0.0 // adjacent cells with the same background
	for i, cell := range cells {
		x, y := float64(i%w)*cellW, float64(i/w)*cellH
		if wide += cellW; i%w == w-1 || cells[i+1].Ground != cell.Ground {
			if cell.Ground != Blank {
				paths[fmt.Sprint("back r", cell.Ground)] += block(x+cellW-wide, y, wide, cellH)
			}
			wide = 0
		}
		if cell.Ground != cell.Role { // else the background covers it
			class, path := glyph(cell.Rune, x, y)
			paths[fmt.Sprint(class, " r", cell.Role)] += path
		}
	}
	var b strings.Builder
	for _, class := range slices.Sorted(maps.Keys(paths)) { // the backgrounds are the first
		if paths[class] != "" {
			fmt.Fprintf(&b, `<path class="%s" d="%s"/>`+"\n", class, paths[class])
		}
	}
	return b.String()
}
