package chart

import "slices"

// A Shade is the style of a class of a heat map: its fill, the ink of the sign on it, and a pattern, which is a path in
// a square of 8 pixels or "". Shades are the same on light and on dark pages.
type Shade struct{ Fill, Ink, Pattern string }

const dark, light = "#000000", "#ffffff"

// Shades lists the shades of words, those of numbers in ascending order, and the shade of a missing value. The shades
// of words and of a missing value have a contrast of at least 2 to 1 with a light and with a dark page, and 1.15 to 1
// with each other. Recovers, recovers late, metastable and overloaded have 1.5 to 1 each with the next, for readers
// without green cones too. The shades of numbers are the colours of viridis (S. van der Walt and N. Smith, 2015), which
// colour-blind readers can tell apart, in grey too.
var Shades = [...]Shade{
	{"#51cd8a", dark, ""},
	{"#af8119", dark, "M4 3.5V4.5"},                  // dots
	{"#3e75c7", light, "M0 4H8"},                     // horizontal lines
	{"#b62b4c", light, "M-1 1L1 -1M0 8L8 0M7 9L9 7"}, // diagonal lines
	{"#722b6a", light, "M0 0L8 8M0 8L8 0"},           // crossed lines
	{"#4f5861", light, "M4 0V8"},                     // vertical lines
	{"#440154", light, ""}, {"#46327e", light, ""}, {"#365c8d", light, ""}, {"#277f8e", light, ""},
	{"#1fa187", dark, ""}, {"#4ac16d", dark, ""}, {"#a0da39", dark, ""}, {"#fde725", dark, ""},
	{"#99a1a8", dark, ""},
}

// wordShades are for words, rankShades for ranges of numbers, and AbsentShade for a missing value.
var (
	wordShades, rankShades = Shades[:6], Shades[6:14]
	AbsentShade            = Shades[14]
)

// WordShade returns the shade of the i-th word.
func WordShade(i int) Shade { return wordShades[min(i, len(wordShades)-1)] }

// RankShade returns the shade of the i-th of n ranges of numbers.
func RankShade(i, n int) Shade { return rankShades[i*(len(rankShades)-1)/max(1, n-1)] }

// svgCell is the greatest height of a cell, and svgHeat that of the map, in pixels.
const svgCell, svgHeat = 24, 360

// heat draws a heat map: a rectangle with a sign for each run of equal cells in a row, the line of the limit, the
// points of the border, and the marks.
func (d *svg) heat(h Heat) {
	x, y := newScale(h.X.around(h.Columns)), newScale(h.Y.around(h.Rows))
	height := min(svgHeat, float64(svgCell*h.Rows))
	labels := Plot{}.yLabels(y, int(height)/svgLine)
	a := d.area(max(labelField, widest(labels)), 0, height, x, y)
	wide, high := (a.right-a.left)/float64(h.Columns), height/float64(h.Rows)
	corner := func(column, row int) place { return place{a.left + float64(column)*wide, a.bottom - float64(row)*high} }
	for row := range h.Rows {
		from := 0
		for to := 1; to <= h.Columns; to++ {
			class := h.Class(from, row)
			if to < h.Columns && h.Class(to, row) == class {
				continue
			}
			if class >= 0 {
				d.shaded(corner(from, row+1), float64(to-from)*wide, high, h.Shades[class], string(h.Signs[class]))
			}
			from = to
		}
	}
	d.heatLimit(h, corner)
	d.yLabels(a, labels)
	d.xAxis(a)
	for _, p := range h.Border {
		if at, ok := a.at(p[0], p[1]); ok {
			d.draw(`<circle cx="%s" cy="%s" fill="%s" r="2" stroke="%s"/>`, at[0], at[1], dark, light)
		}
	}
	if h.Mark[0] >= 0 && h.Mark[1] >= 0 {
		at := corner(h.Mark[0], h.Mark[1]+1)
		d.heatMark(at[0]+wide/2, at[1]+high/2)
	}
}

// heatLimit draws the line between cells that keep the limit and cells that break it.
func (d *svg) heatLimit(h Heat, corner func(column, row int) place) {
	for row := range h.Rows {
		for column := range h.Columns {
			for _, next := range [][2]int{{column + 1, row}, {column, row + 1}} {
				if h.Kept == nil || next[0] == h.Columns || next[1] == h.Rows {
					continue
				}
				states := []State{h.Kept(column, row), h.Kept(next[0], next[1])}
				if slices.Contains(states, Keeps) && slices.Contains(states, Breaks) {
					d.line("curve limit", corner(next[0], next[1]), corner(column+1, row+1))
				}
			}
		}
	}
}

// shaded draws a rectangle in a shade, with its pattern or, if it has none, a sign.
func (d *svg) shaded(at place, width, height float64, s Shade, sign string) {
	fills := []string{s.Fill}
	if s.Pattern != "" {
		sign, fills = "", append(fills, "url(#retune-word-"+s.Fill[1:]+")")
	}
	for _, fill := range fills {
		d.draw(`<rect fill="%s" height="%s" shape-rendering="crispEdges" width="%s" x="%s" y="%s"/>`, fill, height, width,
			at[0], at[1])
	}
	if sign != "" {
		d.draw(`<text fill="%s" text-anchor="middle" x="%s" y="%s">%s</text>`, s.Ink, at[0]+width/2, at[1]+height/2+4, sign)
	}
}

// heatMark draws a diamond that is visible on every fill.
func (d *svg) heatMark(x, y float64) {
	d.draw(`<path d="M%s %sl6 6l-6 6l-6-6z" style="fill:%s;stroke:%s;stroke-width:2"/>`, x, y-6, light, dark)
}
