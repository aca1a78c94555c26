package chart

import "github.com/guptarohit/asciigraph"

// glyphs are the runes of everything but the labels.
type glyphs struct {
	wall, side, origin, corner, floor, tick rune // of the axes
	limit, mark, hollow, cross              rune
	dot, band, fringe                       rune
	solid, dotted                           asciigraph.CharSet
	ascii                                   bool
}

// runes are the glyphs to draw with.
func runes(ascii bool) glyphs {
	if ascii {
		return glyphs{'|', '+', '+', '+', '-', '+', '~', '*', 'o', '!', 'x', '%', ':', solidASCII, dottedASCII, true}
	}
	return glyphs{'│', '┤', '┼', '└', '─', '┬', '┄', '◆', '◇', '┊', '•', '▒', '░', solid, dotted, false}
}

// A drawing is a picture in the making.
type drawing struct {
	Picture
	glyphs
}

func (d drawing) put(row, col int, r rune, role Role) { d.Cells[row][col] = Cell{r, role} }

// write writes text from a column on, as far as it fits.
func (d drawing) write(row, col int, text string, role Role) {
	for _, r := range text {
		if col >= len(d.Cells[row]) {
			return
		}
		d.put(row, col, d.plain(r), role)
		col++
	}
}

// plain is r as it can be shown.
func (d drawing) plain(r rune) rune {
	switch {
	case !d.ascii || r < 128:
		return r
	case r == 'µ' || r == 'μ': // the sign and the Greek letter
		return 'u'
	case r == '×':
		return 'x'
	}
	return '?'
}

// yAxis draws the axis to the left of the plot area and its labels, flush
// right.
func (d drawing) yAxis(labels []label) {
	for row := d.Top; row < d.Bottom; row++ {
		d.put(row, d.Left-1, d.wall, Frame)
	}
	for _, l := range labels {
		d.put(d.Bottom-1-l.at, d.Left-1, d.side, Frame)
		if col := d.Left - 2 - l.width(); col >= 0 {
			d.write(d.Bottom-1-l.at, col, l.text, l.role)
		}
	}
}

// xAxis draws the axis below the plot area, its ticks and their labels.
func (d drawing) xAxis(labels []label) {
	d.put(d.Bottom, d.Left-1, d.corner, Frame)
	for col := d.Left; col < d.Right; col++ {
		d.put(d.Bottom, col, d.floor, Frame)
	}
	for _, l := range labels {
		d.put(d.Bottom, d.Left+l.at, d.tick, Frame)
		d.write(d.Bottom+1, d.Left+l.start, l.text, l.role)
	}
}

// curve draws a curve through one row per column.
func (d drawing) curve(role Role, at []float64) {
	if empty(at) {
		return
	}
	set := d.solid
	if role == B {
		set = d.dotted
	}
	trace(at, d.Bottom-d.Top, set, func(row, col int, r rune) {
		if col < 0 {
			d.put(d.Top+row, d.Left-1, d.origin, Frame)
			return
		}
		d.put(d.Top+row, d.Left+col, r, role)
	})
}

// line fills what is blank in a row, and writes the name of the line beside
// the plot area if there is a margin for it.
func (d drawing) line(row int, l Line, margin int) {
	for col := d.Left; col < d.Right; col++ {
		if d.Cells[row][col].Role == Blank {
			d.put(row, col, d.limit, l.Role)
		}
	}
	name := len([]rune(l.Name))
	if end := len(d.Cells[row]); name < margin && d.Cells[row][end-1].Role == Blank {
		d.write(row, end-name, l.Name, l.Role)
	}
}

// marker is the rune of a point.
func (d drawing) marker(r Role) rune {
	switch r {
	case B:
		return d.hollow
	case Sample:
		return d.dot
	}
	return d.mark
}

// fill paints what is blank between the edges of a fill.
func (d drawing) fill(f Fill, x, y scale) {
	shade := map[Role]rune{Band: d.band, Fringe: d.fringe}[f.Role]
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
			if cell := &d.Cells[d.Bottom-1-row][d.Left+col]; cell.Role == Blank {
				*cell = Cell{shade, f.Role}
			}
		}
	}
}

// crosshair draws an upright through what is blank and lights up the curves
// that it meets.
func (d drawing) crosshair(col int) {
	for row := d.Top; row < d.Bottom; row++ {
		switch cell := &d.Cells[row][col]; cell.Role {
		case Blank, Band, Fringe:
			*cell = Cell{d.cross, Cross}
		case A, B:
			cell.Role = Cross
		}
	}
}
