package tui

import (
	"encoding/xml"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A picture is an SVG of a frame. Text stays text; box characters and braille become strokes, so that it is sharp in
// any font.
//
// A cell is cellW by cellH. At fontSize, a character of most monospace fonts is as wide; textLength enforces the width
// in others.
const (
	cellW, cellH = 9, 19
	fontSize     = 15
	baseline     = 14 // from the top of a cell
	padding      = 14
)

// svg returns the picture of a frame, light or dark as the page of the reader is.
func svg(c *canvas, title, desc string) string {
	var b strings.Builder
	w, h := c.w*cellW+2*padding, c.h*cellH+2*padding
	fmt.Fprintf(&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%[1]d" height="%d" role="img">`, w, h)
	b.WriteByte('\n')
	for _, e := range [][2]string{{"title", title}, {"desc", desc}} {
		b.WriteString("<" + e[0] + ">")
		xml.EscapeText(&b, []byte(e[1]))
		b.WriteString("</" + e[0] + ">\n")
	}
	b.WriteString("<style>\n")
	fmt.Fprintf(&b, "text{font:%dpx "+
		"ui-monospace,SFMono-Regular,Menlo,Consolas,\"DejaVu Sans Mono\",monospace;white-space:pre}\n", fontSize)
	b.WriteString("path{fill:none;stroke-width:1.2}.curve{stroke-width:2}.heavy{stroke-width:3}" +
		".full,.ground{stroke-width:0}.dots{stroke-width:3;stroke-linecap:round}\n")
	b.WriteString(rules(0) + "@media(prefers-color-scheme:dark){\n" + rules(1) + "}\n</style>\n")
	fmt.Fprintf(&b, `<rect class="page" x=".5" y=".5" width="%d" height="%d" rx="9"/>`+"\n", w-1, h-1)
	fmt.Fprintf(&b, `<g transform="translate(%d %[1]d)">`+"\n", padding)
	writeStrokes(&b, c)
	writeTexts(&b, c)
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

// rules returns the style rules of the roles for mode 0, light, or 1, dark.
func rules(mode int) string {
	var b strings.Builder
	ground, edge := "#ffffff", "#d0d7de"
	if mode == 1 {
		ground, edge = "#0d1117", "#30363d"
	}
	fmt.Fprintf(&b, ".page{fill:%s;stroke:%s}.hollow{fill:%[1]s}\n", ground, edge)
	for r := plain + 1; r < roles; r++ {
		colour := []string{hueOf(r).light, hueOf(r).dark}[mode]
		weight := ""
		if bold[r] && mode == 0 {
			weight = ";font-weight:600"
		}
		if g, ok := groundOf(r); ok {
			fmt.Fprintf(&b, "path.%s.ground{fill:%s}\n", classOf(r), []string{g.Light, g.Dark}[mode])
		}
		fmt.Fprintf(&b, "text.%s,.%[1]s.full{fill:%s%s}path.%[1]s{stroke:%[2]s}\n", classOf(r), colour, weight)
	}
	return b.String()
}

// classOf returns the class name of a role.
func classOf(r role) string {
	const letters = 26
	return strings.Repeat("z", int(r)/letters) + string('a'+rune(r%letters))
}

// writeTexts writes the words of the frame: one text element per run of a role without two blanks in a row.
func writeTexts(b *strings.Builder, c *canvas) {
	for y := range c.h {
		row := c.cells[y*c.w : (y+1)*c.w]
		for x := 0; x < c.w; {
			if !isText(row[x].char) {
				x++
				continue
			}
			end, r := x, row[x].role
			var run strings.Builder
			for ; end < c.w && (isText(row[end].char) && row[end].role == r ||
				row[end].char == ' ' && end+1 < c.w && isText(row[end+1].char) && row[end+1].role == r); end++ {
				run.WriteRune(row[end].char)
			}
			text := run.String()
			fmt.Fprintf(b, `<text class="%s" x="%d" y="%d"`, classOf(r), x*cellW, y*cellH+baseline)
			if n := utf8.RuneCountInString(text); n > 1 {
				fmt.Fprintf(b, ` textLength="%d"`, n*cellW)
			}
			b.WriteString(">")
			xml.EscapeText(b, []byte(text))
			b.WriteString("</text>\n")
			x = end
		}
	}
}

// isText reports whether a character is written rather than drawn.
func isText(char rune) bool { return char != ' ' && char != '░' && char != '╱' && !isStroke(char) }
