package tui

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"

	"retune/ui/show/chart"
)

// A rect is an area of the screen in cells.
type rect struct{ x, y, w, h int }

func (r rect) has(x, y int) bool { return x >= r.x && x < r.x+r.w && y >= r.y && y < r.y+r.h }

// inside returns the rect without its title line.
func (r rect) inside() rect { return rect{r.x, r.y + 1, r.w, max(0, r.h-1)} }

// split divides an area into two, one above the other; the first has h lines.
func split(r rect, h int) (first, rest rect) {
	h = min(max(h, 0), r.h)
	return rect{r.x, r.y, r.w, h}, rect{r.x, r.y + h, r.w, r.h - h}
}

// beside divides an area into two, side by side with a gap; the first has w columns.
func (r rect) beside(w int) (first, rest rect) {
	return rect{r.x, r.y, w, r.h}, rect{r.x + w + 2, r.y, r.w - w - 2, r.h}
}

// A canvas is a frame that is being painted. It drops everything painted outside, so a frame is never larger than the
// terminal.
type canvas struct {
	w, h  int
	cells []chart.Cell
	ascii bool
}

func newCanvas(w, h int, o Options) *canvas {
	c := &canvas{w, h, make([]chart.Cell, w*h), o.ASCII}
	for i := range c.cells {
		c.cells[i].Rune = ' '
	}
	return c
}

// put paints one character, which is one cell wide.
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
	c.cells[y*c.w+x] = chart.Cell{Rune: char, Role: r}
}

// narrow reports whether a character is known to take one cell. Names of files and policies may contain any character.
func narrow(char rune) bool {
	switch {
	case char < 0x7f:
		return char >= ' '
	case char >= 0x2500 && char < 0x25a0, char >= 0x2800 && char < 0x2900: // lines, blocks and braille
		return true
	}
	return lipgloss.Width(string(char)) == 1
}

// shade paints the background of a character.
func (c *canvas) shade(x, y int, ground role) {
	if x >= 0 && y >= 0 && x < c.w && y < c.h {
		c.cells[y*c.w+x].Ground = ground
	}
}

// picture paints a picture at x, y. A role of the picture is shown as look says; a background stays.
func (c *canvas) picture(x, y int, p chart.Picture, look func(role) role) {
	for row, cells := range p.Cells {
		for column, cell := range cells {
			r := cell.Role
			if r != cell.Ground {
				r = look(r)
			}
			c.put(x+column, y+row, cell.Rune, r)
			c.shade(x+column, y+row, cell.Ground)
		}
	}
}

// asWords replaces signs that need several characters in ASCII.
var asWords = strings.NewReplacer("∞", "inf", " ± ", " +-", "→", "->")

// plain returns s with those signs replaced on an ASCII screen.
func (c *canvas) plain(s string) string {
	if c.ascii {
		return asWords.Replace(s)
	}
	return s
}

// text paints s from x, cut at width cells, and returns the x behind it.
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

// clip returns s with … in place of whatever exceeds width.
func clip(s string, width int) string {
	if n := utf8.RuneCountInString(s); n > width && width > 0 {
		return string([]rune(s)[:width-1]) + "…"
	}
	return s
}

// clipped paints s with … in place of whatever exceeds width.
func (c *canvas) clipped(x, y, width int, s string, r role) {
	c.text(x, y, width, clip(c.plain(s), width), r)
}

// right paints s right-aligned, ending before x.
func (c *canvas) right(x, y int, s string, r role) {
	s = c.plain(s)
	n := utf8.RuneCountInString(s)
	c.text(x-n, y, n, s, r)
}

// titled paints the title of an area at its left and a note at its right. A title without room loses its explanation.
func (c *canvas) titled(r rect, title, note string) {
	if utf8.RuneCountInString(title) > r.w {
		title, _, _ = strings.Cut(title, " (")
		title, _, _ = strings.Cut(title, ", ")
	}
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

// partOf says which of all lines are in sight, or "" if they all are.
func partOf(first, last, all int) string {
	if last-first+1 >= all {
		return ""
	}
	return fmt.Sprintf("%d to %d of %d", first, last, all)
}

// ansiReset ends every style.
const ansiReset = "\x1b[m"

// paint returns the text of the frame, styled by the theme. A blank looks the same in every role, so it ends no run.
// Where the terminal has a background colour for a shade, the colour replaces the shading character.
func (c *canvas) paint(t *theme) string {
	var b strings.Builder
	b.Grow(c.w * c.h * 3)
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		now, on := plain, ""
		for _, cell := range c.cells[y*c.w : (y+1)*c.w] {
			ground := t[cell.Ground].ground
			if ground != "" && cell.Role == cell.Ground {
				cell.Rune = ' '
			}
			if ground != on || cell.Role != now && cell.Rune != ' ' {
				b.WriteString(t[now].end)
				if on != "" {
					b.WriteString(ansiReset)
				}
				b.WriteString(t[cell.Role].begin)
				b.WriteString(ground)
				now, on = cell.Role, ground
			}
			b.WriteRune(cell.Rune)
		}
		b.WriteString(t[now].end)
		if on != "" {
			b.WriteString(ansiReset)
		}
	}
	return b.String()
}

// wrapTo breaks a text into no more than most lines; the last ends with … if the text does not fit.
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
