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

// A measure holds the scales of a plot, the samples of its curves and its y labels.
type measure struct {
	x, y    scale
	samples [][]float64
	labels  []label
}

func (d *svg) measured(p Plot) (m measure) {
	p.Glyphs = Strokes
	m.x, _ = newScale(p.X)
	m.samples = p.sample(m.x, int(d.width))
	m.y, _ = newScale(p.yAxis(m.samples))
	m.labels = p.yLabels(m.y, svgRows)
	return m
}

// plot draws the axes and the plot over them.
func (d *svg) plot(p Plot) {
	m := d.measured(p)
	x, y, labels := m.x, m.y, m.labels
	left := float64(svgGap + svgLetter*d.labels + 8)
	a := area{left, d.width - float64(svgGap+svgLetter*d.beyond), d.bottom, d.bottom + svgHeight, x, y}
	d.bottom = a.bottom + svgLine
	if p.X.Name != "" {
		d.bottom += svgGap
		d.anchored(a.right, d.bottom-2, p.X.Name, "label", "end")
	}

	d.fills(a, p)
	d.yLabels(a, labels)
	d.xAxis(a, xLabels(x, int(a.right-a.left)/svgLetter))
	d.line("frame", place{a.left, a.top}, place{a.left, a.bottom})
	for _, l := range p.Lines {
		if from, ok := a.at(x.at(0), l.Y); ok {
			d.line(classes[l.Role], from, place{a.right, from[1]})
		}
	}
	for i, c := range slices.Backward(p.Curves) {
		for _, run := range a.runs(m.samples[i]) {
			d.line("curve "+classes[c.Role], simpler(run)...)
		}
	}
	if from, ok := a.at(p.Cross, y.lo); ok {
		d.line("cross", from, place{from[0], a.top})
		d.anchored(from[0], a.top-3, x.kind.Format(p.Cross), "cross", "middle")
	}
	for _, m := range slices.Backward(p.Points) {
		if at, ok := a.at(m.X, m.Y); ok {
			d.marker(at[0], at[1], m.Role)
		}
	}
	for _, t := range p.Texts {
		at, ok := a.at(t.X, min(t.Y, y.hi))
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
func (d *svg) xAxis(a area, labels []label) {
	d.line("frame", place{a.left, a.bottom}, place{a.right, a.bottom})
	for _, l := range labels {
		at := a.left + a.x.fraction(l.value)*(a.right-a.left)
		d.line("frame", place{at, a.bottom}, place{at, a.bottom + 4})
		half := float64(svgLetter*utf8.RuneCountInString(l.text)) / 2
		d.anchored(min(at, d.width-half), a.bottom+16, l.text, "label", "middle")
	}
}

// runs returns the places of samples, split at gaps.
func (a area) runs(samples []float64) (list [][]place) {
	var run []place
	for i, v := range samples {
		if at, ok := a.at(a.x.centre(i, len(samples)), v); ok {
			run = append(run, at)
		} else if run != nil {
			list, run = append(list, run), nil
		}
	}
	if run != nil {
		list = append(list, run)
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
	return append(left[:len(left)-1:len(left)-1], simpler(line[worst:])...)
}

// fills draws the areas between the edges of the fills, clipped to the plot.
func (d *svg) fills(a area, p Plot) {
	clamp, n := func(v float64) float64 {
		return min(max(v, a.y.lo),
			a.y.hi)
	}, svgWidth-120 // enough samples to show the edges of a short outage
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
			d.draw(`<path class="ground-%s" d="%sZ"/>`, classes[f.Role], path(append(simpler(run), simpler(back)...)))
		}
	}
}

// names writes the names of lines, curves and bands at their ends without overlap. A name that is moved has a leader.
func (d *svg) names(a area, p Plot) {
	var list []ending
	var ends []place
	for _, e := range p.endings(a.x, int(d.width)) {
		if at, ok := a.at(e.x, e.y); ok {
			list, ends = append(list, e), append(ends, at)
		}
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(ends[i][1], ends[j][1]) })
	y := make([]float64, len(list))
	for k, i := range order { // downwards, and back up if the lowest would leave the plot
		if y[k] = ends[i][1]; k > 0 {
			y[k] = max(y[k], y[k-1]+14)
		}
	}
	for k, i := range slices.Backward(order) {
		most := a.bottom
		if k+1 < len(y) {
			most = y[k+1] - 14
		}
		y[k] = min(y[k], most)
		at := ends[i]
		if math.Abs(at[1]-y[k]) > 4 {
			d.line("frame", at, place{at[0] + 5, y[k]})
		}
		d.label(at[0]+6, y[k]+4, list[i].name, classes[list[i].role])
	}
}

// boxLegend explains the parts of a box plot.
const boxLegend = "whiskers p5 to p95, box p25 to p75, circle p50"

// boxes draws box plots, one to a line, with names and figures beside them.
func (d *svg) boxes(p Plot) {
	names, widths, right := 0, p.cellWidths(), int(d.width)-svgGap
	for _, b := range p.Boxes {
		names = max(names, utf8.RuneCountInString(b.Name))
	}
	for _, w := range widths {
		right -= svgLetter*w + svgGap
	}
	x, _ := newScale(p.X)
	a := area{float64(svgGap + 16 + svgLetter*names + 10), float64(right), d.bottom + svgLine, d.bottom +
		float64(svgLine*(1+len(p.Boxes))), x, scale{}}
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
		for _, end := range [][2]float64{{at[0], at[1]}, {at[4], at[3]}} {
			d.line("curve "+role, place{end[0], y - 4}, place{end[0], y + 4}, place{end[0], y}, place{end[1], y})
		}
		d.draw(`<path class="full curve %s" d="M%s %sH%sV%sH%sZ"/>`, role, at[1], y-5, at[3], y+5, at[1])
		d.draw(`<circle class="median" cx="%s" cy="%s" r="3"/>`, at[2], y)
	}
	d.xAxis(a, xLabels(x, int(a.right-a.left)/svgLetter))
	d.bottom = a.bottom + svgLine
}
