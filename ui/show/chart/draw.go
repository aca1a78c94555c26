package chart

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/guptarohit/asciigraph"
)

// curves are the glyphs of the curves, which differ even in ASCII, since there may be no colours.
var curves = map[Role]asciigraph.CharSet{
	A:       strokes("─", "│", "╮", "╯", "╭", "╰"),
	B:       strokes("·", ":", "·", "·", "·", "·"),
	Goodput: strokes("═", "║", "╗", "╝", "╔", "╚"),
	Offered: strokes("╌", "╎", "╌", "╌", "╌", "╌"),
	Fifth:   strokes("━", "┃", "┓", "┛", "┏", "┗"),
	Sixth:   strokes("+", "+", "+", "+", "+", "+"),
}

func (d Picture) put(row, col int, r rune, role Role) {
	d.Cells[row][col].Rune, d.Cells[row][col].Role = r, role
}

// write writes text from a column on, clipped to the picture.
func (d Picture) write(row, col int, text string, role Role) {
	for _, r := range text {
		if col >= len(d.Cells[row]) {
			return
		}
		d.put(row, col, r, role)
		col++
	}
}

// yAxis draws the axis left of the plot area and its right-aligned labels.
func (d Picture) yAxis(labels []label) {
	for row := d.Top; row < d.Bottom; row++ {
		d.put(row, d.Left-1, '│', Frame)
	}
	for _, l := range labels {
		d.put(d.Bottom-1-l.at, d.Left-1, '┤', Frame)
		if col := d.Left - 2 - l.width(); col >= 0 {
			d.write(d.Bottom-1-l.at, col, l.text, l.role)
		}
	}
}

// xAxis draws the axis below the plot area, its ticks and their labels.
func (d Picture) xAxis(labels []label) {
	d.put(d.Bottom, d.Left-1, '└', Frame)
	for col := d.Left; col < d.Right; col++ {
		d.put(d.Bottom, col, '─', Frame)
	}
	for _, l := range labels {
		d.put(d.Bottom, d.Left+l.at, '┬', Frame)
		d.write(d.Bottom+1, d.Left+l.start, l.text, l.role)
	}
}

// curve draws a curve through one row per column.
func (d Picture) curve(role Role, at []float64) {
	trace(at, d.Bottom-d.Top, curves[role], func(row, col int, r rune) {
		if col < 0 {
			d.put(d.Top+row, d.Left-1, '┼', Frame)
			return
		}
		d.put(d.Top+row, d.Left+col, r, role)
	})
}

// line draws a line through the blank cells of a row.
func (d Picture) line(row int, l Line) {
	for col := d.Left; col < d.Right; col++ {
		if d.Cells[row][col].Role == Blank {
			d.put(row, col, '┄', l.Role)
		}
	}
}

// name writes a name beside the plot area, if the margin has room for it. If the row has a name already, the new one
// follows it, and both end where the picture does.
func (d Picture) name(row int, name string, role Role, margin int) {
	if utf8.RuneCountInString(name) >= margin {
		return
	}
	at, cells := d.Right+1, d.Cells[row]
	before := strings.TrimRight(Picture{Cells: [][]Cell{cells[at:]}}.String(), " ")
	if before == "" {
		d.write(row, at, name, role)
		return
	}
	if start := len(cells) - utf8.RuneCountInString(before+", "+name); start > d.Left {
		for i, r := range []rune(before) {
			cells[start+i] = Cell{Rune: r, Role: cells[at+i].Role}
		}
		d.write(row, start+utf8.RuneCountInString(before), ", "+name, role)
	}
}

// beside writes a text near a cell where the picture is blank: behind the cell if possible, otherwise before it.
func (d Picture) beside(row, col int, t Text) {
	n := utf8.RuneCountInString(t.Text)
	for _, r := range []int{row, max(row-1, d.Top), min(row+1, d.Bottom-1)} {
		for _, start := range []int{col + 2, col + 4, col + 6, col - 1 - n} {
			if start < d.Left || start+n > d.Right {
				continue
			}
			taken := func(c Cell) bool { return c.Role != Blank }
			if !slices.ContainsFunc(d.Cells[r][max(d.Left, start-1):min(start+n+1, d.Right)], taken) {
				d.write(r, start, t.Text, t.Role)
				return
			}
		}
	}
}

// eighths are the glyphs of a cell filled from below.
const eighths = "▁▂▃▄▅▆▇█"

// area fills the cells below samples. A cell may have several samples side by side.
func (d Picture) area(y scale, samples []float64) {
	rows, columns, blocks := d.Bottom-d.Top, d.Right-d.Left, []rune(eighths)
	for col := range columns {
		v := math.Inf(-1)
		for _, of := range samples[col*len(samples)/columns : (col+1)*len(samples)/columns] {
			v = max(v, of)
		}
		if !(v > y.lo) {
			continue
		}
		high := min((y.fraction(v)*float64(rows-1)+0.5)*float64(len(blocks)), float64(rows*len(blocks)))
		for row, left := d.Bottom-1, int(math.Round(high)); left > 0; row, left = row-1, left-len(blocks) {
			d.put(row, d.Left+col, blocks[min(left, len(blocks))-1], Area)
			if left >= len(blocks) {
				d.Cells[row][d.Left+col].Ground = Area
			}
		}
	}
}

// marker returns the rune of a point.
func (d Picture) marker(p Point) rune {
	switch {
	case p.Role == B:
		return '◇'
	case p.Role == Sample:
		return '•'
	case p.Stem && p.Role != Mark:
		return '●'
	}
	return '◆'
}

// hatch is the number of columns between the strokes of a hatched span.
const hatch = 4

// fill shades the cells between the edges of a fill that have no shading yet.
func (d Picture) fill(f Fill, x, y scale) {
	rows, columns := d.Bottom-d.Top, d.Right-d.Left
	for col := range columns {
		at := x.centre(col, columns)
		lo, hi := f.Lo(at), f.Hi(at)
		from, okLo := y.row(max(lo, y.lo), rows)
		to, okHi := y.row(min(hi, y.hi), rows)
		if !okLo || !okHi {
			continue
		}
		for row := from; row <= to; row++ {
			cell := &d.Cells[d.Bottom-1-row][d.Left+col]
			if cell.Ground != Blank {
				continue
			}
			cell.Ground = f.Role
			switch {
			case cell.Role != Blank:
			case f.Role == Band:
				cell.Rune, cell.Role = '░', Band
			case (d.Bottom-1-row+col)%hatch == 0:
				cell.Rune, cell.Role = '╱', f.Role
			}
		}
	}
}

// crosshair draws a vertical line through the blank cells of a column.
func (d Picture) crosshair(col int) {
	for row := d.Top; row < d.Bottom; row++ {
		switch cell := &d.Cells[row][col]; cell.Role {
		case Blank, Band, Span:
			cell.Rune, cell.Role = '┊', Cross
		}
	}
}

// plain returns the picture in ASCII.
func (d Picture) plain() Picture {
	for _, cells := range d.Cells {
		for i := range cells {
			cells[i].Rune = PlainRune(cells[i].Rune)
		}
	}
	return d
}
