package tui

import (
	"retune/ui/answer"
	"retune/ui/chart"
)

// A drawing is a chart as it is drawn in its box: what it shows and how, what is read
// off it, and the picture. It stands as long as what it is of does.
type drawing struct {
	of           drawn
	title        string
	legend, read []answer.Entry
	picture      chart.Picture
}

// A drawn is what a drawing depends on.
type drawn struct {
	version, chart, w, h int
	scale                answer.Scale
	part                 answer.Part
	samples, pointed     bool
	pointer              float64
	options              [2]bool // without Unicode, without braille
	first                int     // of the boxes in sight
}

// drawing is the i-th chart in a box of that size, drawn already or now.
func (m Model) drawing(i int, r rect) drawing {
	of := drawn{m.version, i, r.w, r.h, m.scale, m.parts[i], m.samples, m.pointed, m.pointer, [2]bool{m.options.ASCII, m.options.Strokes}, 0}
	if m.hasBoxes() {
		of.first = m.firstBox(r)
	}
	if d := m.drawings[i]; d.of == of {
		return d
	}
	q, in := m.chart(i), chartArea(r)
	look := m.look(q, m.parts[i])
	d := drawing{of: of, title: q.Title, legend: q.Legend(false), read: q.At(q.Cross), picture: q.Plot(look).Draw(in.w, in.h)}
	if look.Scale == answer.Logarithmic {
		d.title += ", log"
	}
	if m.parts[i] != (answer.Part{}) {
		d.title += ", zoomed"
	}
	return d
}

// drawn is the model with the charts in view drawn.
func (m Model) drawn() Model {
	if m.component().paint != nil {
		return m
	}
	l := m.layout()
	for i, r := range l.charts {
		m.drawings[l.first+i] = m.drawing(l.first+i, r)
	}
	m.heated = m.heating(l.heat)
	return m
}
