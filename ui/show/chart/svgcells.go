package chart

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Look is how a role looks in a frame: the colours of its characters and of its background, which may be absent.
type Look struct {
	Colour
	Ground Colour
	Bold   bool
}

// These are the sizes of a frame in pixels. At cellFont, a character of most monospace fonts is as wide as a cell;
// textLength enforces the width in others.
const (
	cellW, cellH = 9, 19
	cellFont     = 15
	cellBase     = 14 // from the top of a cell
	framePadding = 14
)

// A screen is a frame as rows of cells, which is drawn as SVG.
type screen struct {
	svg
	cells []Cell
	w     int // columns
}

// Screen returns a screen of w columns as an SVG drawing, light or dark as the page of the reader is. Text stays text;
// box characters and braille become strokes, so that it is sharp in any font. looks are the looks of the roles.
func Screen(cells []Cell, w int, title, desc string, looks []Look) string {
	d := screen{cells: cells, w: w}
	width, height := w*cellW+2*framePadding, len(cells)/w*cellH+2*framePadding
	fmt.Fprintf(&d, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" role="img">`+
		"\n%s%s<style>\ntext{font:%dpx ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;"+
		"white-space:pre}\npath{fill:none;stroke-width:1.2}"+
		".full,.ground{stroke-width:0}.dots{stroke-width:3;stroke-linecap:round}\n",
		width, height, element("title", title), element("desc", desc), cellFont)
	d.rules(looks, func(c Colour) string { return c.Light })
	d.WriteString("@media(prefers-color-scheme:dark){\n")
	d.rules(looks, func(c Colour) string { return c.Dark })
	fmt.Fprintf(&d, "}\n</style>\n"+`<rect class="page" x=".5" y=".5" width="%d" height="%d" rx="9"/>`+"\n"+
		`<g transform="translate(%d %[3]d)">`+"\n", width-1, height-1, framePadding)
	d.strokes(len(looks))
	d.texts()
	d.WriteString("</g>\n</svg>\n")
	return d.String()
}

// rules writes the style rules of the roles for light or dark, as pick says.
func (d *screen) rules(looks []Look, pick func(Colour) string) {
	fmt.Fprintf(d, ".page{fill:%s;stroke:%s}\n", pick(Colour{"#ffffff", "#0d1117"}), pick(Colour{"#d0d7de", "#30363d"}))
	for r, look := range looks {
		weight, class, colour := "", roleClass(Role(r)), pick(look.Colour)
		if look.Bold {
			weight = ";font-weight:600"
		}
		if ground := pick(look.Ground); ground != "" {
			fmt.Fprintf(d, "path.%s.ground{fill:%s}\n", class, ground)
		}
		if colour != "" {
			fmt.Fprintf(d, "text.%s,.%[1]s.full{fill:%s%s}path.%[1]s{stroke:%[2]s}\n", class, colour, weight)
		}
	}
}

// roleClass returns the class name of a role.
func roleClass(r Role) string {
	const letters = 26
	return strings.Repeat("z", int(r)/letters) + string('a'+rune(r%letters))
}

// texts writes the words of the frame: one text element per run of a role without two blanks in a row.
func (d *screen) texts() {
	for at := 0; at < len(d.cells); {
		role, from, row := d.cells[at].Role, at, d.cells[:(at/d.w+1)*d.w]
		written := func(i int) bool { return i < len(row) && isText(row[i].Rune) && row[i].Role == role }
		var run strings.Builder
		for ; written(at) || at > from && written(at+1) && row[at].Rune == ' '; at++ {
			run.WriteRune(row[at].Rune)
		}
		if at == from {
			at++
			continue
		}
		fmt.Fprintf(d, `<text class="%s" x="%d" y="%d"`, roleClass(role), from%d.w*cellW, from/d.w*cellH+cellBase)
		if n := utf8.RuneCountInString(run.String()); n > 1 {
			fmt.Fprintf(d, ` textLength="%d"`, n*cellW)
		}
		fmt.Fprintf(d, ">%s</text>\n", escaped(run.String()))
	}
}

// isText reports whether a character is written rather than drawn.
func isText(char rune) bool {
	lines, dots, fill := cellPaths(char, 0, 0)
	return !strings.ContainsRune(" ░╱\u2800", char) && lines+dots+fill == ""
}

// arms gives the lines from the middle of a cell to the left, right, up and down.
var arms = map[rune]string{
	'─': "lr", '━': "lr", '┄': "r", '│': "ud", '┊': "d", '└': "ru", '┤': "lud", '├': "rud", '┼': "lrud",
	'┬': "lrd", '╭': "rd", '╮': "ld", '╰': "ru", '╯': "lu", '═': "lr", '╌': "r",
}

// ways gives the path of each arm.
var ways = map[rune]string{'l': "h-4.5", 'r': "h4.5", 'u': "v-9.5", 'd': "v9.5"}

// cellPaths returns the paths that draw a character in the cell at x, y: lines, dots, and filled areas.
func cellPaths(char rune, x, y float64) (lines, dots, fill string) {
	for _, arm := range arms[char] {
		lines += fmt.Sprintf("M%g %g%s", x+cellW/2.0, y+cellH/2.0, ways[arm])
	}
	for row, of := range brailleBits {
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

// strokes writes the drawn characters of the frame and the backgrounds below them, as a path per kind and role.
func (d *screen) strokes(roles int) {
	const kinds = 4
	paths := make([][kinds]strings.Builder, roles)
	wide := 0 // adjacent cells with the same background
	for i, cell := range d.cells {
		x, y := float64(i%d.w)*cellW, float64(i/d.w)*cellH
		if wide++; i%d.w == d.w-1 || d.cells[i+1].Ground != cell.Ground {
			if cell.Ground != Blank {
				fmt.Fprintf(&paths[cell.Ground][0], "M%g %gh-%dv%dh%[3]dz", x+cellW, y, wide*cellW, cellH)
			}
			wide = 0
		}
		if cell.Ground == cell.Role { // the background covers it
			continue
		}
		lines, dots, fill := cellPaths(cell.Rune, x, y)
		for kind, path := range []string{fill, lines, dots} {
			paths[cell.Role][1+kind].WriteString(path)
		}
	}
	for kind, class := range [kinds]string{" ground", " full", "", " dots"} {
		for r := range paths {
			if path := paths[r][kind].String(); path != "" {
				fmt.Fprintf(d, `<path class="%s%s" d="%s"/>`+"\n", roleClass(Role(r)), class, path)
			}
		}
	}
}
