package tui

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"retune/ui/show/chart"
)

// A rect is a part of the screen in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// inside is the rect without its title.
func (r rect) inside() rect { return rect{r.x, r.y + 1, r.w, max(0, r.h-1)} }

// split cuts a place in two; the first part has h lines.
func split(r rect, h int) (first, rest rect) {
	h = min(max(h, 0), r.h)
	return rect{r.x, r.y, r.w, h}, rect{r.x, r.y + h, r.w, r.h - h}
}

// beside cuts a place in two with a gap between them; the first part has w columns.
func (r rect) beside(w int) (first, rest rect) {
	return rect{r.x, r.y, w, r.h}, rect{r.x + w + 2, r.y, r.w - w - 2, r.h}
}

// A cell is one character with what it stands for and what it stands on: a band or
// an outage, or nothing.
type cell struct {
	char   rune
	role   role
	ground role
}

// A canvas is a frame being painted. Whatever is painted outside of it is
// dropped, so that no frame is ever larger than the terminal.
type canvas struct {
	w, h  int
	cells []cell
	ascii bool
}

func newCanvas(w, h int, o Options) *canvas {
	c := &canvas{w, h, make([]cell, w*h), o.ASCII}
	for i := range c.cells {
		c.cells[i].char = ' '
	}
	return c
}

// put paints one character. Every character that is painted is one cell wide.
func (c *canvas) put(x, y int, char rune, r role) {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return
	}
	if !narrow(char) {
		char = '?'
	}
	if c.ascii {
		char = chart.PlainRune(char)
	}
	c.cells[y*c.w+x] = cell{char: char, role: r}
}

// narrow tells whether a character surely takes one cell: a name of a file or of a policy may
// have any.
func narrow(char rune) bool {
	switch {
	case char < 0x7f:
		return char >= ' '
	case char >= 0x2500 && char < 0x25a0, char >= 0x2800 && char < 0x2900: // lines, blocks and braille
		return true
	case char >= 0x300 && char < 0x370, char >= 0x483 && char < 0x48a, char >= 0x590 && char < 0x2000, char >= 0x2c00:
		return false
	}
	return unicode.IsPrint(char)
}

// shade paints the ground of a character.
func (c *canvas) shade(x, y int, ground role) {
	if x >= 0 && y >= 0 && x < c.w && y < c.h {
		c.cells[y*c.w+x].ground = ground
	}
}

// asWords are signs that take more than a character where there is no Unicode.
var asWords = strings.NewReplacer("∞", "inf", " ± ", " +-", "→", "->")

// plain is s without those signs where there is no Unicode.
func (c *canvas) plain(s string) string {
	if c.ascii {
		return asWords.Replace(s)
	}
	return s
}

// text paints s from x on, cut at width cells, and returns the x behind it.
func (c *canvas) text(x, y, width int, s string, r role) int {
	s = c.plain(s)
	for _, char := range s {
		if width <= 0 {
			break
		}
		c.put(x, y, char, r)
		x++
		width--
	}
	return x
}

// clip is s with … for what does not fit into width.
func clip(s string, width int) string {
	if n := utf8.RuneCountInString(s); n > width && width > 0 {
		return string([]rune(s)[:width-1]) + "…"
	}
	return s
}

// clipped paints s, with … for what does not fit into width.
func (c *canvas) clipped(x, y, width int, s string, r role) {
	c.text(x, y, width, clip(c.plain(s), width), r)
}

// right paints s so that it ends before x.
func (c *canvas) right(x, y int, s string, r role) {
	s = c.plain(s)
	n := utf8.RuneCountInString(s)
	c.text(x-n, y, n, s, r)
}

// titled paints the title of a place at its left and a note at its right.
func (c *canvas) titled(r rect, title, note string) {
	x := c.text(r.x, r.y, r.w, clip(title, r.w), heading)
	if r.x+r.w-x >= utf8.RuneCountInString(note)+2 {
		c.right(r.x+r.w, r.y, note, muted)
	}
}

// rule paints a line across the screen.
func (c *canvas) rule(y int) {
	for x := range c.w {
		c.put(x, y, '─', frame)
	}
}

// partOf says which of all are in sight, if some are not.
func partOf(first, last, all int) string {
	if last-first+1 >= all {
		return ""
	}
	return fmt.Sprintf("%d to %d of %d", first, last, all)
}

// ansiReset ends every style.
const ansiReset = "\x1b[m"

// paint turns the canvas into the text of a frame, styled by the theme. A
// blank looks the same in every role, so it ends no run. Where the terminal has a
// colour for the ground, that says what a shade says elsewhere.
func (c *canvas) paint(t *theme) string {
	var b strings.Builder
	b.Grow(c.w * c.h * 3)
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		now, on := plain, ""
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			ground := t[cell.ground].ground
			if ground != "" && cell.role == cell.ground {
				cell.char = ' '
			}
			if ground != on || cell.role != now && cell.char != ' ' {
				b.WriteString(t[now].end)
				if on != "" {
					b.WriteString(ansiReset)
				}
				b.WriteString(t[cell.role].begin)
				b.WriteString(ground)
				now, on = cell.role, ground
			}
			b.WriteRune(cell.char)
		}
		b.WriteString(t[now].end)
		if on != "" {
			b.WriteString(ansiReset)
		}
	}
	return b.String()
}

// wrapTo breaks a text into at most so many lines; the last ends with … if some does not fit.
func wrapTo(text string, w, most int) []string {
	lines := wrap(text, w)
	if len(lines) > most {
		lines = append(lines[:most-1:most-1], clip(strings.TrimRight(strings.Join(lines[most-1:], " "), " "), w))
	}
	return lines
}

// wrap breaks a command into lines of at most w cells, between words.
func wrap(line string, w int) []string {
	var lines []string
	for len(line) > max(1, w) {
		cut := max(1, w)
		for i := cut; i > 0; i-- {
			if line[i] == ' ' || line[i-1] == ',' {
				cut = i
				break
			}
		}
		lines = append(lines, line[:cut])
		line = line[cut:]
		for len(line) > 0 && line[0] == ' ' {
			line = line[1:]
		}
	}
	return append(lines, line)
}
