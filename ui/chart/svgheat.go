package chart

import (
	"strconv"
	"unicode/utf8"
)

// A Shade is what a class of a heat map is drawn in: its fill, the ink of the sign on it, and
// a pattern, as a path in a square of 8 pixels, or "". They are the same on a light page and on a dark one.
type Shade struct{ Fill, Ink, Pattern string }

const dark, light = "#000000", "#ffffff"

// wordShades are those of words, in their order from the best.
var wordShades = []Shade{
	{"#4ac16d", dark, ""},
	{"#d8c93a", dark, "M4 3.5V4.5"},                  // dots
	{"#7aa6e0", dark, "M0 4H8"},                      // lines across
	{"#c8374a", light, "M-1 1L1 -1M0 8L8 0M7 9L9 7"}, // oblique lines
	{"#6b1a36", light, "M0 0L8 8M0 8L8 0"},           // crossed lines
	{"#57606a", light, "M4 0V8"},                     // upright lines
}

// patternID is what the pattern of the i-th word is called.
func patternID(i int) string { return "retune-word-" + strconv.Itoa(i) }

// patternOf is the fill that lays the pattern of the shade over it, or "".
func patternOf(s Shade) string {
	for i, word := range wordShades {
		if word == s && s.Pattern != "" {
			return "url(#" + patternID(i) + ")"
		}
	}
	return ""
}

// rankShades are those of numbers, from the least to the greatest: the colours of viridis
// (S. van der Walt and N. Smith, 2015), which read the same to the colour-blind and in grey.
var rankShades = []Shade{{"#440154", light, ""}, {"#46327e", light, ""}, {"#365c8d", light, ""}, {"#277f8e", light, ""}, {"#1fa187", dark, ""}, {"#4ac16d", dark, ""}, {"#a0da39", dark, ""}, {"#fde725", dark, ""}}

// WordShade is that of the i-th word.
func WordShade(i int) Shade { return wordShades[min(i, len(wordShades)-1)] }

// RankShade is that of the i-th of n ranges of numbers.
func RankShade(i, n int) Shade { return rankShades[i*(len(rankShades)-1)/max(1, n-1)] }

// AbsentShade is that of what has no value.
var AbsentShade = Shade{"#c9d1d9", dark, ""}

// svgCell is how high a cell is at most, in pixels, and svgHeat all of them.
const svgCell, svgHeat = 24, 360

// heat draws a heat map: a rectangle for each row of cells that are alike, with their sign;
// the line of the limit, the points of the border, and what is marked.
func (d *svg) heat(h Heat) {
	y, _ := newScale(h.Y.around(h.Rows))
	x, _ := newScale(h.X.around(h.Columns))
	height := min(svgHeat, float64(svgCell*h.Rows))
	labels := Plot{}.yLabels(y, int(height)/svgLine)
	a := area{float64(svgGap + svgLetter*max(labelField, widest(labels)) + 8), d.width - svgGap, d.bottom, d.bottom + height, x, y}
	d.bottom = a.bottom + svgLine
	wide, high := (a.right-a.left)/float64(h.Columns), height/float64(h.Rows)
	corner := func(column, row int) [2]float64 {
		return [2]float64{a.left + float64(column)*wide, a.bottom - float64(row)*high}
	}
	for row := range h.Rows {
		for from := 0; from < h.Columns; {
			class, to := h.Class(from, row), from+1
			for to < h.Columns && h.Class(to, row) == class {
				to++
			}
			if class >= 0 {
				at, width, shade := corner(from, row+1), float64(to-from)*wide, h.Shades[class]
				d.shaded(at[0], at[1], width, high, shade)
				if patternOf(shade) == "" { // the sign tells it from others
					d.text("text", string(h.Signs[class]), "fill", shade.Ink, "text-anchor", "middle", "x", num(at[0]+width/2), "y", num(at[1]+high/2+4))
				}
			}
			from = to
		}
	}
	d.heatLimit(h, corner)
	for _, l := range labels {
		if place, ok := a.at(x.at(0), l.value); ok {
			d.line("frame", [2]float64{a.left - 4, place[1]}, [2]float64{a.left, place[1]})
			d.anchored(a.left-8, place[1]+4, l.text, classes[l.role], "end")
		}
	}
	d.xAxis(a, xLabels(x, int(a.right-a.left)/svgLetter))
	for _, p := range h.Border {
		if place, ok := a.at(p[0], p[1]); ok {
			d.empty("circle", "cx", num(place[0]), "cy", num(place[1]), "fill", dark, "r", "2", "stroke", light)
		}
	}
	if h.Mark[0] >= 0 && h.Mark[1] >= 0 {
		at := corner(h.Mark[0], h.Mark[1]+1)
		d.heatMark(at[0]+wide/2, at[1]+high/2)
	}
}

// shaded draws a rectangle in a shade, with its pattern.
func (d *svg) shaded(x, y, width, height float64, s Shade) {
	for _, fill := range []string{s.Fill, patternOf(s)} {
		if fill != "" {
			d.empty("rect", "fill", fill, "height", num(height), "shape-rendering", "crispEdges", "width", num(width), "x", num(x), "y", num(y))
		}
	}
}

// heatMark draws a diamond that stands out from every fill.
func (d *svg) heatMark(x, y float64) {
	points := num(x) + "," + num(y-6) + " " + num(x+6) + "," + num(y) + " " + num(x) + "," + num(y+6) + " " + num(x-6) + "," + num(y)
	d.empty("polygon", "fill", light, "points", points, "stroke", dark, "stroke-width", "2")
}

// heatLimit draws the line between cells that keep the limit and those that break it.
func (d *svg) heatLimit(h Heat, corner func(column, row int) [2]float64) {
	if h.Kept == nil {
		return
	}
	parted := func(a, b State) bool { return a != b && a != Open && b != Open }
	for row := range h.Rows {
		for column := range h.Columns {
			here := h.Kept(column, row)
			if column+1 < h.Columns && parted(here, h.Kept(column+1, row)) {
				d.line("curve limit", corner(column+1, row), corner(column+1, row+1))
			}
			if row+1 < h.Rows && parted(here, h.Kept(column, row+1)) {
				d.line("curve limit", corner(column, row+1), corner(column+1, row+1))
			}
		}
	}
}

// heatLegend draws what the signs mean, in as many lines as it takes.
func (d *svg) heatLegend(h Heat, legend []Key) {
	x := float64(svgGap)
	d.bottom += svgLine
	for _, k := range legend {
		long := float64(svgLetter*utf8.RuneCountInString(k.Text) + 40)
		if x+long > d.width {
			x, d.bottom = svgGap, d.bottom+svgLine
		}
		switch i := int(k.Role) - int(Class); {
		case i >= 0 && i < len(h.Signs):
			d.shaded(x, d.bottom-17, 24, 14, h.Shades[i])
			if patternOf(h.Shades[i]) == "" {
				d.text("text", string(h.Signs[i]), "fill", h.Shades[i].Ink, "text-anchor", "middle", "x", num(x+12), "y", num(d.bottom-6))
			}
		case k.Role == Mark:
			d.heatMark(x+12, d.bottom-10)
		case k.Role == Limit:
			d.line("curve limit", [2]float64{x, d.bottom - 10}, [2]float64{x + 24, d.bottom - 10})
		}
		d.label(x+30, d.bottom-6, k.Text, "label")
		x += long
	}
}
