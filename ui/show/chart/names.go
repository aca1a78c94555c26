package chart

// A margin holds the names of ends beside the plot area, never in it.
type margin struct {
	pic  Picture
	used []int // cells used beside each row
}

// ends returns the named ends by the row at which they are.
func (p Plot) ends(l layout, columns, rows int) [][]ending {
	ends := make([][]ending, rows)
	if p.Glyphs == Braille { // its last column of dots
		columns *= dotsWide
	}
	for _, e := range p.endings(l.x, columns) {
		if row, ok := l.y.row(e.y, rows); ok {
			ends[row] = append(ends[row], e)
		}
	}
	return ends
}

// names writes the names of ends beside their rows. Names of one row share it. Without room, a name moves to the
// nearest free row, or is left out: it hides no line.
func (pic Picture) names(ends [][]ending) {
	m := margin{pic, make([]int, len(ends))}
	var moved []func()
	for row, list := range ends {
		for _, e := range list {
			if e.role == Band { // in the plot its cells are shading
				e.role = Label
			}
			if !m.write(row, e) {
				moved = append(moved, func() { m.writeNear(row, e) })
			}
		}
	}
	for _, again := range moved { // now the rows with names are known
		again()
	}
}

// writeNear writes a name into a free row near its own.
func (m margin) writeNear(row int, e ending) {
	for _, near := range []int{row + 1, row - 1, row + 2, row - 2} {
		if near >= 0 && near < len(m.used) && m.used[near] == 0 && m.write(near, e) {
			return
		}
	}
}

// write writes a name behind those of its row, and reports whether it has room.
func (m margin) write(row int, e ending) bool {
	text := e.name
	if m.used[row] > 0 {
		text = ", " + text
	}
	cells, at := m.pic.Cells[m.pic.Bottom-1-row], m.pic.Right+1+m.used[row]
	if at+Width(text) > len(cells) {
		return false
	}
	write(cells, at, text, e.role)
	m.used[row] += Width(text)
	return true
}
