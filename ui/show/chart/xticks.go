package chart

import (
	"math"
	"slices"

	"retune/ui/unit"
)

// sparse is the least number of columns between two ticks of a continuous
// axis, as the eye likes it.
const sparse = 7

// xLabels are the labels of the x axis, the tick of each at its column.
func xLabels(x scale, columns int) []label {
	if x.kind == unit.Count && !x.log {
		return countLabels(x, columns)
	}
	var labels []label
	// A short axis may have no tick so sparse; then it gets what fits.
	for most := max(columns/sparse, 1); most <= columns && len(labels) == 0; most *= 2 {
		for ticks := range x.divisions(most) {
			if labels = x.place(ticks, columns); roomy(labels, 2) {
				break
			}
		}
	}
	return thinned(labels)
}

// countLabels are those of whole numbers: multiples of a step, and the first
// and the last number whatever they are, for one wants to know these.
func countLabels(x scale, columns int) []label {
	first, last := math.Ceil(x.lo), math.Floor(x.hi)
	if first > last {
		return nil
	}
	for all := range x.divisions(columns) {
		step := 1.0
		if len(all) > 1 {
			step = all[1] - all[0]
		}
		ticks := []float64{first}
		for _, v := range all {
			if v-first > step/2 && last-v > step/2 {
				ticks = append(ticks, v)
			}
		}
		if last > first {
			ticks = append(ticks, last)
		}
		// One blank will do between a few labels, many need air.
		if labels := x.place(ticks, columns); roomy(labels, 1+min(len(ticks)/12, 1)) {
			return labels
		}
	}
	return thinned(x.place(slices.Compact([]float64{first, last}), columns))
}

// thinned are the labels for which there is room to the right of those before:
// all of them, unless the axis is too short for any division.
func thinned(labels []label) []label {
	var kept []label
	for _, l := range labels {
		if roomy(append(kept, l), 1) {
			kept = append(kept, l)
		}
	}
	return kept
}

// place gives each tick its label: centred, but within the plot on the right.
func (s scale) place(ticks []float64, columns int) []label {
	labels := make([]label, 0, len(ticks))
	for i, text := range texts(s.kind, ticks) {
		if col, ok := s.column(ticks[i], columns); ok {
			l := label{at: col, value: ticks[i], text: text, role: Label}
			l.start = min(col-l.width()/2, columns-l.width())
			labels = append(labels, l)
		}
	}
	return labels
}

// roomy tells whether there are so many blanks between the labels, and room to
// the left of the first.
func roomy(labels []label, blanks int) bool {
	end := -labelField
	for _, l := range labels {
		if l.start < end {
			return false
		}
		end = l.start + l.width() + blanks
	}
	return true
}
