package tui

import (
	"slices"
	"unicode/utf8"
)

// A piece is some rows and columns of a sheet in a box, and its place among others.
type piece struct {
	sheet
	rect
	columns, widths []int
	from, to        int            // rows
	cut             map[string]int // how many names each is the beginning of, as far as there is room
}

// columnGap is the cells between two columns.
const columnGap = 2

// mostMeasured is how many rows of a sheet are looked at for the widths of its columns.
const mostMeasured = 200

// pieces cuts a sheet into columns that fit into w cells, each with the first one.
func (s sheet) pieces(w int) (list []piece) {
	widths := make([]int, 0, 8)
	measure := func(cells []string, least int) {
		for j, cell := range cells {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			n := utf8.RuneCountInString(cell)
			if j > 0 && !(j < len(s.words) && s.words[j]) {
				n = max(n, least)
			}
			widths[j] = max(widths[j], n)
		}
	}
	measure(s.heads, valueWidth)
	for i := range min(s.len, mostMeasured) {
		measure(s.row(i), valueWidth) // room for any usual value, so that nothing jumps
	}
	if len(widths) == 0 {
		return nil
	}
	w -= 4 // border and margin
	second := 0
	if len(widths) > 1 {
		second = widths[1] + columnGap
	}
	first := max(1, min(widths[0], max(w-second, min(w/2, 12))))
	p := piece{sheet: s, columns: []int{0}, widths: []int{first}}
	if first < widths[0] {
		p.cut = map[string]int{}
		for i := range min(s.len, mostMeasured) {
			p.cut[clip(s.row(i)[0], first)]++
		}
	}
	used := first
	for j := 1; j < len(widths); j++ {
		n := min(widths[j], max(1, w-first-columnGap))
		if used+columnGap+n > w && len(p.columns) > 1 {
			list = append(list, p.sized(used))
			p.columns, p.widths, used = []int{0}, []int{first}, first
		}
		p.columns, p.widths = append(p.columns, j), append(p.widths, n)
		used += columnGap + n
	}
	return append(list, p.sized(used))
}

// sized is the piece with columns of its own, and the width that these take.
func (p piece) sized(used int) piece {
	p.columns, p.widths = slices.Clone(p.columns), slices.Clone(p.widths)
	p.w = max(used, min(utf8.RuneCountInString(p.title)+2, used+24)) + 4
	return p
}

// pages lays out sheets as boxes on pages of w by h cells: below each other as far as
// they go, then beside each other.
func pages(list []sheet, w, h int) (book [][]piece) {
	var page []piece
	x, y, column := 0, 0, 0 // of the next box; the width of those above it
	end := func() {
		if len(page) > 0 {
			book = append(book, page)
		}
		page, x, y, column = nil, 0, 0, 0
	}
	for _, s := range list {
		for _, p := range s.pieces(w) {
			p.w = min(p.w, w)
			frame := 2 + min(1, len(s.heads))
			for i := 0; i < s.len; {
				room := h - y - frame
				switch {
				case y > 0 && (room < min(s.len-i, 3) || x+p.w > w):
					x, y, column = x+column, 0, 0
					continue
				case x > 0 && x+p.w > w:
					end()
					continue
				}
				p.from, p.to = i, min(s.len, i+max(1, room))
				p.rect = rect{x, y, p.w, p.to - p.from + frame}
				page = append(page, p)
				i, y, column = p.to, y+p.h, max(column, p.w)
			}
		}
	}
	end()
	for _, page := range book {
		for i, p := range page {
			column, last := p.w, true
			for _, q := range page {
				if q.x == p.x {
					column = max(column, q.w)
				}
				last = last && q.x <= p.x
			}
			if last {
				column = w - p.x
			}
			page[i].w = column
			if low := !slices.ContainsFunc(page, func(q piece) bool { return q.x == p.x && q.y > p.y }); low && h <= 12 {
				page[i].h = h - p.y
			}
		}
	}
	return book
}

// rowsOn is the first and the last of the rows of a page, and how many there are.
func rowsOn(book [][]piece, n int) (from, to, all int) {
	for i, page := range book {
		for _, p := range page {
			if i < n {
				from += p.to - p.from
			}
			if i <= n {
				to += p.to - p.from
			}
			all += p.to - p.from
		}
	}
	return from + 1, to, all
}

// paintPage paints the n-th page of a book into a rect, and says what part it is.
func paintPage(c *canvas, r rect, book [][]piece, n int, as func(role) role) {
	if len(book) == 0 {
		return
	}
	page := book[n]
	more := partOf(rowsOn(book, n))
	corner := 0 // the box in which that is said
	for i, p := range page {
		if p.y == 0 && p.x >= page[corner].x {
			corner = i
		}
	}
	for i, p := range page {
		place, note := rect{r.x + p.x, r.y + p.y, p.w, p.h}, ""
		if i == corner {
			note = more
		}
		room := p.w - 6
		if note != "" && utf8.RuneCountInString(note)+12 < p.w {
			room -= utf8.RuneCountInString(note) + 3
		}
		c.box(place, clip(p.title, max(1, room)), note)
		in := place.inside()
		y := in.y
		if len(p.heads) > 0 {
			p.paintCells(c, in.x+1, y, p.heads, true, as)
			y++
		}
		for i := p.from; i < p.to; i++ {
			if y < r.y+r.h {
				p.paintCells(c, in.x+1, y, p.row(i), false, as)
			}
			y++
		}
	}
}

// paintCells paints a row of a piece.
func (p piece) paintCells(c *canvas, x, y int, cells []string, head bool, as func(role) role) {
	for k, j := range p.columns {
		r := as(p.roles[min(j, len(p.roles)-1)])
		if head {
			r = muted
		}
		switch {
		case j >= len(cells):
		case j < len(p.words) && p.words[j]:
			text := clip(cells[j], p.widths[k])
			if j == 0 && p.cut[text] > 1 {
				text = clipInside(cells[j], p.widths[k])
			}
			c.text(x, y, p.widths[k], text, r)
		default:
			c.right(x+p.widths[k], y, clip(cells[j], p.widths[k]), r)
		}
		x += p.widths[k] + columnGap
	}
}

// rowAt is the piece and the row of it at a place of a page painted into r.
func rowAt(r rect, page []piece, x, y int) (piece, int, bool) {
	for _, p := range page {
		in := rect{r.x + p.x, r.y + p.y, p.w, p.h}.inside()
		if i := p.from + y - in.y - min(1, len(p.heads)); in.has(x, y) && i >= p.from && i < p.to {
			return p, i, true
		}
	}
	return piece{}, 0, false
}
