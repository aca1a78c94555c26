package chart

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

// svgRows is the number of rows that the choice of ticks is based on.
const svgRows = 15

// An area is the place of a plot with its scales.
type area struct {
	left, right, top, bottom float64
	x, y                     scale
}

// at returns the place of a point. It reports false if the point is outside the axes.
func (a area) at(x, y float64) (at place, ok bool) {
	fx, fy := a.x.fraction(x), a.y.fraction(y)
	at = place{a.left + fx*(a.right-a.left), a.bottom - fy*(a.bottom-a.top)}
	const hair = 1e-9
	return at, fx >= -hair && fx <= 1+hair && fy >= -hair && fy <= 1+hair
}

// layout returns the layout of a plot, with a value of each curve for every pixel.
func (d *svg) layout(p Plot) layout {
	p.Glyphs = Strokes
	return p.layout(int(d.Width), svgRows)
}

// area returns the area of a plot below the previous panels, with so many letters on its left and right, and moves the
// bottom edge below its axis.
func (d *svg) area(labels, beyond int, height float64, x, y scale) area {
	a := area{float64(svgGap + svgLetter*labels + 8), d.Width - float64(svgGap+svgLetter*beyond), d.Bottom,
		d.Bottom + height, x, y}
	d.Bottom = a.bottom + svgLine
	return a
}

// plot draws the axes and the plot over them.
func (d *svg) plot(p Plot) {
	l := d.layout(p)
	a := d.area(d.labels, d.beyond, svgHeight, l.x, l.y)
	if p.X.Name != "" {
		d.Bottom += svgGap
		d.anchored(a.right, d.Bottom-2, p.X.Name, "label", "end")
	}
	d.fills(a, p)
	d.yLabels(a, l.labels)
	d.xAxis(a)
	d.line("frame", place{a.left, a.top}, place{a.left, a.bottom})
	for _, line := range p.Lines {
		if from, ok := a.at(l.x.at(0), line.Y); ok {
			d.line(classes[line.Role], from, place{a.right, from[1]})
		}
	}
	for i, c := range slices.Backward(p.Curves) {
		for _, run := range a.runs(l.samples[i]) {
			d.line("curve "+classes[c.Role], simpler(run)...)
		}
	}
	if from, ok := a.at(p.Cross, l.y.Lo); ok {
		d.line("cross", from, place{from[0], a.top})
		d.anchored(from[0], a.top-3, p.X.Kind.Format(p.Cross), "cross", "middle")
	}
	for _, m := range slices.Backward(p.Points) {
		if at, ok := a.at(m.X, m.Y); ok {
			d.marker(at[0], at[1], m.Role)
		}
	}
	for _, t := range p.Texts {
		at, ok := a.at(t.X, min(t.Y, l.y.Hi))
		switch long := float64(svgLetter * utf8.RuneCountInString(t.Text)); {
		case !ok:
		case at[0]+long < a.right:
			d.label(at[0]+8, at[1]+4, t.Text, classes[t.Role])
		default:
			d.anchored(at[0]-8, at[1]-6, t.Text, classes[t.Role], "end")
		}
	}
	d.names(a, p)
}

// yLabels draws the labels of the y axis, each with a line across the plot.
func (d *svg) yLabels(a area, labels []label) {
	for _, l := range labels {
		if at, ok := a.at(a.x.at(0), l.value); ok {
			d.line("grid", at, place{a.right, at[1]})
			d.anchored(a.left-8, at[1]+4, l.text, classes[l.role], "end")
		}
	}
}

// xAxis draws the axis below the plot with its ticks and their labels.
func (d *svg) xAxis(a area) {
	d.line("frame", place{a.left, a.bottom}, place{a.right, a.bottom})
	for _, l := range xLabels(a.x, int(a.right-a.left)/svgLetter) {
		at := a.left + a.x.fraction(l.value)*(a.right-a.left)
		d.line("frame", place{at, a.bottom}, place{at, a.bottom + 4})
		half := float64(svgLetter*l.width()) / 2
		d.anchored(min(at, d.Width-half), a.bottom+16, l.text, "label", "middle")
	}
}

// runs returns the places of samples, split at gaps.
func (a area) runs(samples []float64) (list [][]place) {
	var run []place
	for i, v := range append(samples, math.NaN()) {
		if at, ok := a.at(a.x.centre(i, len(samples)), v); ok {
			run = append(run, at)
		} else if run != nil {
			list, run = append(list, run), nil
		}
	}
	return list
}

// off is the largest distance between a place and the simplified line, in pixels.
const off = 0.3

// simpler returns a line without the places whose distance from it is less than off (Douglas and Peucker 1973).
func simpler(line []place) []place {
	if len(line) < 3 {
		return line
	}
	first, last := line[0], line[len(line)-1]
	dx, dy := last[0]-first[0], last[1]-first[1]
	worst, most := 0, off*math.Hypot(dx, dy)
	for i, p := range line {
		if far := math.Abs(dx*(p[1]-first[1]) - dy*(p[0]-first[0])); far > most {
			worst, most = i, far
		}
	}
	if worst == 0 {
		return []place{first, last}
	}
	left := simpler(line[:worst+1])
	return slices.Concat(left[:len(left)-1], simpler(line[worst:]))
}

// fillColumns is a number of samples that shows the edges of a short outage.
const fillColumns = 640

// fills draws the areas between the edges of the fills.
func (d *svg) fills(a area, p Plot) {
	for _, f := range slices.Backward(p.Fills) {
		lo, hi := f.edges(a.x, a.y, fillColumns)
		lower := a.runs(lo)
		for i, run := range a.runs(hi) {
			slices.Reverse(lower[i])
			edge := slices.Concat(simpler(run), simpler(lower[i]))
			d.draw(`<path class="ground-%s" d="%sZ"/>`, classes[f.Role], path(edge))
		}
	}
}

// names writes the names of lines, curves and bands at their ends without overlap. A name that is moved has a leader.
func (d *svg) names(a area, p Plot) {
	type named struct {
		ending
		at place
		y  float64
	}
	var list []named
	for _, e := range p.endings(a.x, int(d.Width)) {
		if at, ok := a.at(e.x, e.y); ok {
			list = append(list, named{e, at, at[1]})
		}
	}
	slices.SortStableFunc(list, func(m, n named) int { return cmp.Compare(m.y, n.y) })
	for i := 1; i < len(list); i++ { // downwards, and back up if the lowest would leave the plot
		list[i].y = max(list[i].y, list[i-1].y+14)
	}
	lowest := a.bottom
	for _, n := range slices.Backward(list) {
		n.y = min(n.y, lowest)
		lowest = n.y - 14
		if math.Abs(n.at[1]-n.y) > 4 {
			d.line("frame", n.at, place{n.at[0] + 5, n.y})
		}
		d.label(n.at[0]+6, n.y+4, n.name, classes[n.role])
	}
}

// boxes draws box plots with names and figures beside them.
func (d *svg) boxes(p Plot) {
	const legend = "whiskers p5 to p95, box p25 to p75, circle p50"
	pixel := func(column int) float64 { return svgGap + float64(svgLetter*column) }
	t, lines := p.table(int(d.Width-2*svgGap)/svgLetter), p.BoxLines()
	a := area{pixel(t.left), pixel(t.right), d.Bottom + svgLine, d.Bottom + float64(svgLine*(1+lines*len(p.Boxes))),
		newScale(p.X), scale{}}
	for _, text := range append(t.texts, placed{0, t.left, legend, Label, false}) {
		x, y := pixel(text.column), d.Bottom+float64(svgLine*text.line)+14
		switch {
		case text.role == Mark:
			d.marker(x, y-4, Mark)
		case text.ends:
			d.anchored(x, y, text.text, classes[text.role], "end")
		default:
			d.label(x, y, text.text, classes[text.role])
		}
	}
	for i, b := range p.Boxes {
		at, ok := b.places(a.x)
		if !ok {
			continue
		}
		for i, f := range at {
			at[i] = a.left + f*(a.right-a.left)
		}
		y, role := a.top+float64(svgLine*i*lines)+svgLine/2, classes[b.Role]
		for _, end := range [][2]float64{{at[0], at[1]}, {at[4], at[3]}} {
			d.line("curve "+role, place{end[0], y - 4}, place{end[0], y + 4}, place{end[0], y}, place{end[1], y})
		}
		d.draw(`<path class="full curve %s" d="M%s %sH%sV%sH%sZ"/>`, role, at[1], y-5, at[3], y+5, at[1])
		d.draw(`<circle class="median" cx="%s" cy="%s" r="3"/>`, at[2], y)
	}
	d.xAxis(a)
	d.Bottom = a.bottom + svgLine
}
