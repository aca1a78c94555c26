package chart

import (
	"math"
	"unicode/utf8"
)

// Bars is a bar chart with one bar below the other.
type Bars struct{ List []Bar }

// Longest returns the largest finite value.
func (b Bars) Longest() (most float64) {
	for _, bar := range b.List {
		if bar.Value > most && !math.IsInf(bar.Value, 1) {
			most = bar.Value
		}
	}
	return most
}

// A Bar is a bar of a bar chart.
type Bar struct {
	Name  string
	Value float64      // +Inf: beyond the end; NaN: no bar
	Text  string       // text at its end
	Parts [][2]float64 // from and to of each part; replaces the bar from 0 to Value
	Shade Shade
}

// bars draws the bars over the whole width, with a name above each and its text beside it.
func (d *svg) bars(b Bars) {
	most := b.Longest()
	texts := 0
	for _, bar := range b.List {
		texts = max(texts, utf8.RuneCountInString(bar.Text))
	}
	wide := d.width - 3*svgGap - float64(svgLetter*texts)
	for _, bar := range b.List {
		d.bottom += 36
		d.label(svgGap, d.bottom-20, bar.Name, "heading")
		length := 0.0
		switch {
		case math.IsInf(bar.Value, 1):
			length = wide
		case bar.Value > 0:
			length = max(1, 0.95*wide*bar.Value/most)
		}
		if bar.Parts == nil {
			d.shaded(place{svgGap, d.bottom - 14}, length, 12, bar.Shade, "")
		}
		for _, p := range bar.Parts {
			from, to := 0.95*wide*p[0]/most, min(wide, 0.95*wide*p[1]/most)
			if from < to {
				d.shaded(place{svgGap + from, d.bottom - 14}, max(1, to-from-1), 12, bar.Shade, "")
			}
		}
		d.label(svgGap+length+6, d.bottom-4, bar.Text, "label")
	}
	d.bottom += svgGap
}
