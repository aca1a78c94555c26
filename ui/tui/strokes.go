package tui

import (
	"fmt"
	"strings"
)

// What a character that is drawn consists of: half strokes from the middle of
// the cell to its sides, or a shape.
type stroke struct {
	left, right, up, down bool
	round                 bool // the two halves join in an arc
	heavy                 bool
	dashes                string
	shape                 string // svg of a shape around 0,0
}

const dotted, broken = "1.5 3", "5 4"

var strokes = map[rune]stroke{
	'─': {left: true, right: true}, '│': {up: true, down: true},
	'╭': {right: true, down: true, round: true}, '╮': {left: true, down: true, round: true},
	'╰': {right: true, up: true, round: true}, '╯': {left: true, up: true, round: true},
	'└': {right: true, up: true}, '┤': {left: true, up: true, down: true},
	'┼': {left: true, right: true, up: true, down: true},
	'┬': {left: true, right: true, down: true}, '┴': {left: true, right: true, up: true},
	'━': {left: true, right: true, heavy: true},
	'┄': {left: true, right: true, dashes: broken}, '┈': {left: true, right: true, dashes: dotted},
	'┊': {up: true, down: true, dashes: dotted},
	'·': {left: true, right: true, dashes: dotted}, ':': {up: true, down: true, dashes: dotted},
	'═': {left: true, right: true, heavy: true}, '╌': {left: true, right: true, dashes: dotted},
	'●': {shape: `<circle class="%s full" cx="%g" cy="%g" r="4.4"/>`},
	'○': {shape: `<path class="%s hollow curve" d="M%g %gm-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0"/>`},
	'◆': {shape: `<path class="%s full" d="M%g %gm0-5 4.5 5-4.5 5-4.5-5z"/>`},
}

// isStroke tells whether a character is drawn rather than written. A colon is
// drawn only as a part of a curve.
func isStroke(char rune) bool {
	_, ok := strokes[char]
	return ok && char != ':' || char >= 0x2800 && char <= 0x28ff
}

// A pen is what strokes that can be one path have in common.
type pen struct {
	role   role
	heavy  bool
	dashes string
}

// writeStrokes writes what is drawn as a path per pen: horizontal strokes that
// touch are one, and so are vertical ones.
func writeStrokes(b *strings.Builder, c *canvas) {
	paths := map[pen]*strings.Builder{}
	var pens []pen
	draw := func(p pen, format string, args ...any) {
		if paths[p] == nil {
			paths[p] = &strings.Builder{}
			pens = append(pens, p)
		}
		fmt.Fprintf(paths[p], format, args...)
	}
	at := func(x, y int) (cell, stroke) {
		if x >= c.w || y >= c.h {
			return cell{}, stroke{}
		}
		cell := c.cells[y*c.w+x]
		s := strokes[cell.char]
		if cell.char == ':' && cell.role != policyB {
			s = stroke{}
		}
		return cell, s
	}
	writeDots(b, c)
	of := func(cell cell, s stroke) pen { return pen{cell.role, s.heavy, s.dashes} }
	var shapes strings.Builder

	// Halves are counted in half cells: a run begins and ends at an even number
	// (a side) or an odd one (a middle).
	for y := range c.h {
		for x := 0; x < c.w; x++ {
			cell, s := at(x, y)
			mx, my := float64(x)*cellW+cellW/2.0, float64(y)*cellH+cellH/2.0
			switch {
			case s.shape != "":
				fmt.Fprintf(&shapes, s.shape+"\n", class(cell.role), mx, my)
			case s.round:
				draw(of(cell, s), "%s", arc(mx, my, s))
			}
		}
	}
	runs(c.w, c.h, func(x, y int) (pen, bool, bool) {
		cell, s := at(x, y)
		return of(cell, s), s.left && !s.round, s.right && !s.round
	}, func(p pen, y, from, to int) {
		draw(p, "M%g %gh%g", float64(from)*cellW/2, float64(y)*cellH+cellH/2.0, float64(to-from)*cellW/2)
	})
	runs(c.h, c.w, func(y, x int) (pen, bool, bool) {
		cell, s := at(x, y)
		return of(cell, s), s.up && !s.round, s.down && !s.round
	}, func(p pen, x, from, to int) {
		draw(p, "M%g %gv%g", float64(x)*cellW+cellW/2.0, float64(from)*cellH/2, float64(to-from)*cellH/2)
	})

	for _, p := range pens {
		width, dashes := "", ""
		switch {
		case p.heavy:
			width = " heavy"
		case p.role == policyA || p.role == policyB:
			width = " curve"
		}
		if p.dashes != "" {
			dashes = fmt.Sprintf(` stroke-dasharray="%s"`, p.dashes)
		}
		fmt.Fprintf(b, `<path class="%s%s"%s d="%s"/>`+"\n", class(p.role), width, dashes, paths[p])
	}
	b.WriteString(shapes.String())
}

// writeGrounds writes what is shaded as a rectangle per run of cells.
func writeGrounds(b *strings.Builder, c *canvas) {
	runs(c.w, c.h, func(x, y int) (pen, bool, bool) {
		cell := c.cells[y*c.w+x]
		return pen{role: cell.ground}, cell.ground != plain, cell.ground != plain
	}, func(p pen, y, from, to int) {
		fmt.Fprintf(b, `<path class="%s ground" d="M%g %dh%gv%dh-%[4]gz"/>`+"\n", class(p.role), float64(from)*cellW/2, y*cellH, float64(to-from)*cellW/2, cellH)
	})
}

// writeDots writes the dots of braille: those beside each other are one stroke.
func writeDots(b *strings.Builder, c *canvas) {
	paths := map[role]*strings.Builder{}
	runs(c.w, c.h*4, func(x, y int) (pen, bool, bool) {
		cell := c.cells[y/4*c.w+x]
		bits := cell.char - 0x2800
		if bits < 0 || bits > 0xff {
			return pen{role: cell.role}, false, false
		}
		dots := [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}[y%4]
		return pen{role: cell.role}, bits&dots[0] != 0, bits&dots[1] != 0
	}, func(p pen, y, from, to int) {
		if paths[p.role] == nil {
			paths[p.role] = &strings.Builder{}
		}
		fmt.Fprintf(paths[p.role], "M%g %gh%g", (float64(from)+0.5)*cellW/2, (float64(y)+0.5)*cellH/4, float64(to-from-1)*cellW/2)
	})
	for r := range roles {
		if paths[r] != nil {
			fmt.Fprintf(b, `<path class="%s dots" d="%s"/>`+"\n", class(r), paths[r])
		}
	}
}

// arc is a quarter turn that joins the two halves of a corner.
func arc(mx, my float64, s stroke) string {
	dx, dy, r := 1.0, 1.0, cellW/2.0
	if s.left {
		dx = -1
	}
	if s.up {
		dy = -1
	}
	return fmt.Sprintf("M%g %gV%gQ%[1]g %[4]g %[5]g %[4]g", mx, my+dy*cellH/2, my+dy*r, my, mx+dx*r)
}

// runs joins halves that touch along the lines of a grid, along first: each
// cell tells its pen and whether its first and second half are drawn.
func runs(along, across int, of func(i, line int) (p pen, first, second bool), emit func(p pen, line, from, to int)) {
	for line := range across {
		var open bool
		var current pen
		var from int
		end := func(at int) {
			if open {
				emit(current, line, from, at)
			}
			open = false
		}
		for i := range along {
			p, first, second := of(i, line)
			for half, drawn := range []bool{first, second} {
				at := 2*i + half
				if open && (!drawn || p != current) {
					end(at)
				}
				if drawn && !open {
					open, current, from = true, p, at
				}
			}
		}
		end(2 * along)
	}
}
