package chart

import (
	"cmp"
	"math"
	"slices"
	"unicode/utf8"
)

// svgRows is for how many rows ticks are chosen.
const svgRows = 15

// An area is where a plot is drawn, with its axes.
type area struct {
	left, right, top, bottom float64
	x, y                     scale
}

// at is the place of a point; ok is false where it is not on the axes.
func (a area) at(x, y float64) (place [2]float64, ok bool) {
	fx, fy := a.x.fraction(x), a.y.fraction(y)
	place = [2]float64{a.left + fx*(a.right-a.left), a.bottom - fy*(a.bottom-a.top)}
	const hair = 1e-9
	return place, fx >= -hair && fx <= 1+hair && fy >= -hair && fy <= 1+hair
}

// plot draws the axes, and what is drawn over them.
func (d *svg) plot(p Plot) {
	p.Glyphs = Strokes
	x, _ := newScale(p.X)
	samples := p.sample(x, d.columns())
	y, _ := newScale(p.yAxis(samples, svgRows))
	labels := p.yLabels(y, svgRows)
	left := float64(svgGap + svgLetter*max(labelField, widest(labels)) + 8)
	a := area{left, d.width - float64(svgGap+svgLetter*p.margin()), d.bottom, d.bottom + svgHeight, x, y}
	d.bottom = a.bottom + svgLine

	d.fills(a, p)
	for _, l := range labels {
		if place, ok := a.at(x.at(0), l.value); ok {
			d.line("grid", place, [2]float64{a.right, place[1]})
			d.anchored(a.left-8, place[1]+4, l.text, classes[l.role], "end")
		}
	}
	d.xAxis(a, xLabels(x, int(a.right-a.left)/svgLetter))
	d.line("frame", [2]float64{a.left, a.top}, [2]float64{a.left, a.bottom})
	for _, l := range p.Lines {
		if from, ok := a.at(x.at(0), l.Y); ok {
			d.line(classes[l.Role], from, [2]float64{a.right, from[1]})
		}
	}
	for i, c := range slices.Backward(p.Curves) {
		for _, run := range a.runs(samples[i]) {
			d.line("curve "+classes[c.Role], simpler(run, d.off())...)
		}
	}
	if from, ok := a.at(p.Cross, y.lo); ok {
		d.line("cross", from, [2]float64{from[0], a.top})
		d.anchored(from[0], a.top-3, x.kind.Format(p.Cross), "cross", "middle")
	}
	for _, m := range slices.Backward(p.Points) {
		if place, ok := a.at(m.X, m.Y); ok {
			d.marker(place[0], place[1], m.Role)
		}
	}
	d.names(a, p)
}

// xAxis draws the axis below the plot, its ticks and their labels.
func (d *svg) xAxis(a area, labels []label) {
	d.line("frame", [2]float64{a.left, a.bottom}, [2]float64{a.right, a.bottom})
	for _, l := range labels {
		at := a.left + a.x.fraction(l.value)*(a.right-a.left)
		d.line("frame", [2]float64{at, a.bottom}, [2]float64{at, a.bottom + 4})
		half := float64(svgLetter*utf8.RuneCountInString(l.text)) / 2
		d.anchored(min(at, d.width-half), a.bottom+16, l.text, "label", "middle")
	}
}

// runs are the places of samples, without the gaps.
func (a area) runs(samples []float64) (list [][][2]float64) {
	var run [][2]float64
	for i, v := range samples {
		if place, ok := a.at(a.x.centre(i, len(samples)), v); ok {
			run = append(run, place)
		} else if run != nil {
			list, run = append(list, run), nil
		}
	}
	if run != nil {
		list = append(list, run)
	}
	return list
}

// simpler is a line without the places that are less than so many pixels off the line through
// the others (Douglas and Peucker 1973).
func simpler(line [][2]float64, off float64) [][2]float64 {
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
		return [][2]float64{first, last}
	}
	left := simpler(line[:worst+1], off)
	return append(left[:len(left)-1:len(left)-1], simpler(line[worst:], off)...)
}

// fills draws the grounds between the edges of the fills, as far as these are in sight.
func (d *svg) fills(a area, p Plot) {
	clamp, n := func(v float64) float64 { return min(max(v, a.y.lo), a.y.hi) }, svgWidth-120 // as many as tell the edges of a short outage
	for _, f := range slices.Backward(p.Fills) {
		lo, hi := make([]float64, n), make([]float64, n)
		for i := range lo {
			x := a.x.centre(i, n)
			lo[i], hi[i] = f.Lo(x), f.Hi(x)
			if math.IsNaN(lo[i]) || math.IsNaN(hi[i]) || lo[i] > a.y.hi || hi[i] < a.y.lo {
				lo[i], hi[i] = math.NaN(), math.NaN()
			}
			lo[i], hi[i] = clamp(lo[i]), clamp(hi[i])
		}
		upper, lower := a.runs(hi), a.runs(lo)
		for i, run := range upper {
			back := slices.Clone(lower[i])
			slices.Reverse(back)
			d.empty("path", "class", "ground-"+classes[f.Role], "d", d.path(append(simpler(run, d.off()), simpler(back, d.off())...))+"Z")
		}
	}
}

// names writes the names of lines, curves and bands where they end, none over another.
func (d *svg) names(a area, p Plot) {
	type name struct {
		x, y float64
		text string
		role Role
	}
	var list []name
	add := func(text string, role Role, f func(float64) float64) {
		n := d.columns()
		for i := n - 1; i >= 0 && text != ""; i-- {
			x := a.x.centre(i, n)
			v := f(x)
			if place, ok := a.at(x, v); ok {
				list = append(list, name{place[0], place[1], text, role})
			}
			if !math.IsNaN(v) {
				return
			}
		}
	}
	for _, l := range p.Lines {
		add(l.Name, l.Role, func(float64) float64 { return l.Y })
	}
	for _, c := range p.Curves {
		add(c.Name, c.Role, c.Y)
	}
	for _, f := range p.Fills {
		add(f.HiName, f.Role, f.Hi)
		add(f.LoName, f.Role, f.Lo)
	}
	slices.SortStableFunc(list, func(a, b name) int { return cmp.Compare(a.y, b.y) })
	for i := range list { // downwards, and then up again where the lowest would leave
		if i > 0 {
			list[i].y = max(list[i].y, list[i-1].y+14)
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		most := a.bottom
		if i+1 < len(list) {
			most = list[i+1].y - 14
		}
		list[i].y = min(list[i].y, most)
		d.label(list[i].x+6, list[i].y+4, list[i].text, classes[list[i].role])
	}
}

// boxLegend says what the parts of a box plot are.
const boxLegend = "whiskers p5 to p95, box p25 to p75, circle p50"

// boxes draws box plots, a line each, with their names and figures beside them.
func (d *svg) boxes(p Plot) {
	names, widths, right := 0, p.cellWidths(), int(d.width)-svgGap
	for _, b := range p.Boxes {
		names = max(names, utf8.RuneCountInString(b.Name))
	}
	for _, w := range widths {
		right -= svgLetter*w + svgGap
	}
	x, _ := newScale(p.X)
	a := area{float64(svgGap + 16 + svgLetter*names + 10), float64(right), d.bottom + svgLine, d.bottom + float64(svgLine*(1+len(p.Boxes))), x, scale{}}
	beside := func(y float64, cells []string, class string) {
		at := a.right
		for i, w := range widths {
			at += float64(svgLetter*w + svgGap)
			if i < len(cells) {
				d.anchored(at, y, cells[i], class, "end")
			}
		}
	}
	beside(a.top-6, p.Heads, "label")
	d.label(a.left, a.top-6, boxLegend, "label")
	for i, b := range p.Boxes {
		y := a.top + svgLine*(float64(i)+0.5)
		role := classes[b.Role]
		if b.Role == A && b.Mark == "" {
			d.marker(svgGap+6, y, Mark)
		}
		d.anchored(svgGap+14, y+4, b.Mark, role, "end")
		d.label(svgGap+18, y+4, b.Name, role)
		beside(y+4, b.Cells, role)
		var at [5]float64
		seen := true
		for j, v := range b.At {
			at[j] = a.left + min(max(x.fraction(v), 0), 1)*(a.right-a.left)
			seen = seen && !math.IsNaN(at[j])
		}
		if !seen {
			continue
		}
		for _, end := range [][2]float64{{at[0], at[1]}, {at[3], at[4]}} {
			d.line("curve "+role, [2]float64{end[0], y}, [2]float64{end[1], y})
		}
		for _, end := range []float64{at[0], at[4]} {
			d.line("curve "+role, [2]float64{end, y - 4}, [2]float64{end, y + 4})
		}
		d.empty("path", "class", "full curve "+role, "d", "M"+num(at[1])+" "+num(y-5)+"H"+num(at[3])+"V"+num(y+5)+"H"+num(at[1])+"Z")
		d.empty("circle", "class", "median", "cx", num(at[2]), "cy", num(y), "r", "3")
		d.empty("path", "class", "curve "+role, "d", "M"+num(at[2])+" "+num(y-3)+"a3 3 0 1 0 .01 0z")
	}
	d.xAxis(a, xLabels(x, int(a.right-a.left)/svgLetter))
	d.bottom = a.bottom + svgLine
}
