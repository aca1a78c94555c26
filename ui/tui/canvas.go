package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

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

// A frame is what the terminal is to show.
type frame struct {
	cells  []chart.Cell
	width  int
	ascii  bool
	cursor *tea.Cursor // nil: there is none
	hits   []hit
	lost   []string // texts that were painted only in part, although they were to be seen whole
}

// A hit is a place of the frame that can be clicked, and what a click at x and y in it does.
type hit struct {
	rect
	do func(m Model, x, y int) Model
}

// A canvas is a part of a frame that is being painted. Places count from its corner. It drops everything painted
// outside, so a frame is never larger than the terminal.
type canvas struct {
	*frame
	rect
}

func newCanvas(w, h int, o Options) canvas {
	f := &frame{cells: make([]chart.Cell, w*h), width: w, ascii: o.ASCII}
	for i := range f.cells {
		f.cells[i].Rune = ' '
	}
	return canvas{f, rect{0, 0, w, h}}
}

// in returns the part of the frame at r.
func (c canvas) in(r rect) canvas { return canvas{c.frame, r} }

// cell returns the cell at x, y, or nil outside.
func (c canvas) cell(x, y int) *chart.Cell {
	if x < 0 || y < 0 || x >= c.w || y >= c.h || c.x+x >= c.width || c.y+y >= len(c.cells)/c.width {
		return nil
	}
	return &c.cells[(c.y+y)*c.width+c.x+x]
}

// put paints one character and returns the number of its cells: 0 for one that is no character, or without room.
func (c canvas) put(x, y int, char rune, r role) int {
	wide := cellsOf(char)
	if c.ascii {
		if char = chart.PlainRune(char); wide == 2 {
			wide = 1
		}
	}
	cell := c.cell(x, y)
	if cell == nil || wide == 0 {
		return wide
	}
	if wide == 2 && c.cell(x+1, y) == nil {
		char, wide = ' ', 1
	}
	*cell = chart.Cell{Rune: char, Role: r}
	if wide == 2 {
		*c.cell(x+1, y) = chart.Cell{Rune: chart.Filler, Role: r}
	}
	return wide
}

// on makes a place clickable.
func (c canvas) on(r rect, do func(m Model, x, y int) Model) {
	c.hits = append(c.hits, hit{rect{c.x + r.x, c.y + r.y, r.w, r.h}, do})
}

// cellsOf returns the number of cells of a character. Names of files and policies may contain any character.
func cellsOf(char rune) int {
	switch {
	case char < ' ':
		return 0
	case char < 0x7f, char >= 0x2500 && char < 0x25a0, char >= 0x2800 && char < 0x2900: // lines, blocks and braille
		return 1
	}
	return chart.Width(string(char))
}

// shade paints the background of a character.
func (c canvas) shade(x, y int, ground role) {
	if cell := c.cell(x, y); cell != nil {
		cell.Ground = ground
	}
}

// picture paints a picture. A role of the picture is shown as look says; a background stays.
func (c canvas) picture(p chart.Picture, look func(role) role) {
	for y, cells := range p.Cells {
		for x, cell := range cells {
			r := cell.Role
			if r != cell.Ground {
				r = look(r)
			}
			if cell.Rune != chart.Filler {
				c.put(x, y, cell.Rune, r)
			}
			c.shade(x, y, cell.Ground)
		}
	}
}

// asWords replaces signs that need several characters in ASCII.
var asWords = strings.NewReplacer("∞", "inf", " ± ", " +-", "→", "->")

// plain returns s with those signs replaced on an ASCII screen.
func (c canvas) plain(s string) string {
	if c.ascii {
		return asWords.Replace(s)
	}
	return s
}

// text paints s from x and returns the x behind it.
func (c canvas) text(x, y int, s string, r role) int {
	s = c.plain(s)
	for i, char := range s {
		if x >= c.w {
			if strings.TrimSpace(s[i:]) != "" && y >= 0 && y < c.h {
				c.lost = append(c.lost, s)
			}
			break
		}
		x += c.put(x, y, char, r)
	}
	return x
}

// clip returns s with … in place of whatever exceeds width. A number that does not fit goes as a whole.
func clip(s string, width int) string {
	if width <= 0 || chart.Width(s) <= width {
		return s
	}
	kept, cut := strings.CutSuffix(chart.Shortened(s, width), "…")
	number := kept[strings.LastIndexAny(kept, " (")+1:]
	if cut && number != "" && number[0] >= '0' && number[0] <= '9' && s[len(kept)] != ' ' && len(number) < len(kept) {
		kept = kept[:len(kept)-len(number)]
	}
	return kept + "…"
}

// clipped paints s from x with … in place of whatever exceeds width or the canvas.
func (c canvas) clipped(x, y, width int, s string, r role) {
	if width = min(width, c.w-x); width > 0 {
		c.text(x, y, clip(c.plain(s), width), r)
	}
}

// right paints s right-aligned, ending before x.
func (c canvas) right(x, y int, s string, r role) {
	s = c.plain(s)
	c.text(x-chart.Width(s), y, s, r)
}

// columns returns where the columns of rows end: the names, and as many others as fit whole. Each of these has at least
// that many cells.
func (c canvas) columns(rows [][]string, least int) (ends []int) {
	const gap = 2
	end := 0
	for k := range rows[0] {
		width := 0
		if k > 0 {
			width, end = least, end+gap
		}
		for _, row := range rows {
			width = max(width, chart.Width(row[k]))
		}
		if end += width; k > 0 && end > c.w {
			break
		}
		ends = append(ends, end)
	}
	return ends
}

// table paints rows: the names left-aligned, the other columns right-aligned. The roles of the columns are those of the
// first row and those of the others.
func (c canvas) table(rows [][]string, ends []int, heads, looks []role) {
	for y, row := range rows {
		c.text(0, y, row[0], heads[0])
		for k := 1; k < len(ends); k++ {
			c.right(ends[k], y, row[k], heads[k])
		}
		heads = looks
	}
}

// wrapped paints s from x in at most most lines. The last one ends with … if s does not fit.
func (c canvas) wrapped(x, y, most int, s string, r role) {
	lines := wrap(s, c.w-x)
	if len(lines) > most {
		rest := strings.TrimRight(strings.Join(lines[most-1:], " "), " ")
		lines = append(lines[:most-1:most-1], clip(rest, c.w-x))
	}
	for i, line := range lines {
		c.text(x, y+i, line, r)
	}
}

// explained matches an explanation in a title.
var explained = regexp.MustCompile(` \([^)]*\)`)

// titled paints a title at the left and a note at the right, and returns the canvas below. A title without room loses
// its explanations, then what follows a comma.
func (c canvas) titled(title, note string) canvas {
	if chart.Width(title) > c.w {
		title = explained.ReplaceAllString(title, "")
	}
	if chart.Width(title) > c.w {
		title, _, _ = strings.Cut(title, ", ")
	}
	x := c.text(0, 0, clip(title, c.w), heading)
	if c.w-x >= chart.Width(note)+2 {
		c.right(c.w, 0, note, muted)
	}
	return c.in(c.inside())
}

// rule paints a line across the canvas.
func (c canvas) rule(y int) {
	for x := range c.w {
		c.put(x, y, '─', ruled)
	}
}

// partOf says which of all lines are in sight, or "" if they all are.
func partOf(first, last, all int) string {
	if last-first+1 >= all {
		return ""
	}
	return fmt.Sprintf("%d to %d of %d", first, last, all)
}

// linesOf says which of all lines are in sight, headings and blank ones included.
func linesOf(first, last, all int) string {
	if part := partOf(first, last, all); part != "" {
		return "lines " + part
	}
	return ""
}

// ansiReset ends every style.
const ansiReset = "\x1b[m"

// paint returns the text of the frame, styled by the theme. A blank looks the same in every role, so it ends no run.
// Where the terminal has a background colour for a shade, the colour replaces the shading character.
func (f *frame) paint(t *theme) string {
	var b strings.Builder
	b.Grow(len(f.cells) * 3)
	for cells := range slices.Chunk(f.cells, max(1, f.width)) {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		now, on := plain, ""
		for _, cell := range cells {
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
			if cell.Rune != chart.Filler {
				b.WriteRune(cell.Rune)
			}
		}
		b.WriteString(t[now].end)
		if on != "" {
			b.WriteString(ansiReset)
		}
	}
	return b.String()
}

// wrap breaks a command into lines of at most w cells, between words.
func wrap(line string, w int) []string {
	if w = max(1, w); len(line) <= w {
		return []string{line}
	}
	var lines []string
	rest := []rune(line)
	for chart.Width(string(rest)) > w {
		cut := min(w, len(rest)-1)
		for cut > 1 && chart.Width(string(rest[:cut])) > w {
			cut--
		}
		for i := cut; i > 0; i-- {
			if rest[i] == ' ' || rest[i-1] == ',' {
				cut = i
				break
			}
		}
		lines = append(lines, string(rest[:cut]))
		for rest = rest[cut:]; len(rest) > 0 && rest[0] == ' '; {
			rest = rest[1:]
		}
	}
	return append(lines, string(rest))
}
