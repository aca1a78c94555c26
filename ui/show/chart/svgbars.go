package chart

import (
	"cmp"
	"math"
	"unicode/utf8"
)

// Bars is a bar chart with one bar below the other.
type Bars []Bar

// A Bar is a bar of a bar chart.
type Bar struct {
	Name  string
	Value float64      // +Inf: beyond the end; NaN: no bar
	Text  string       // text at its end
	Now   bool         // the bar of the present scenario
	Parts [][2]float64 // from and to of each part; replaces the bar from 0 to Value
	Rank  int          // index of its outcome in the order of words: see [WordShade]
}

// Longest returns the largest finite value.
func (b Bars) Longest() (most float64) {
	for _, bar := range b {
		if bar.Value > most && !math.IsInf(bar.Value, 1) {
			most = bar.Value
		}
	}
	return most
}

// bars draws the bars over the whole width, with a name above each and its text beside it.
func (d *svg) bars(b Bars) {
	texts := 0
	for _, bar := range b {
		texts = max(texts, utf8.RuneCountInString(bar.Text))
	}
	wide, longest := d.Width-3*svgGap-float64(svgLetter*texts), cmp.Or(b.Longest(), 1)
	end := func(value float64) float64 { return min(wide, 0.95*wide*value/longest) }
	for _, bar := range b {
		d.Bottom += 36
		d.label(svgGap, d.Bottom-20, bar.Name, "heading")
		if bar.Parts == nil {
			bar.Parts = [][2]float64{{0, bar.Value}}
		}
		for _, p := range bar.Parts {
			if from, to := end(p[0]), end(p[1]); from < to {
				d.shaded(place{svgGap + from, d.Bottom - 14}, max(1, to-from-1), 12, WordShade(bar.Rank), "")
			}
		}
		at := 0.0
		if bar.Value > 0 {
			at = end(bar.Value)
		}
		d.label(svgGap+at+6, d.Bottom-4, bar.Text, "label")
	}
	d.Bottom += svgGap
}
