package chart

import (
	"math"
	"slices"

	"retune/ui/unit"
)

// sparse is the preferred least number of columns between two ticks of a continuous axis.
const sparse = 7

// xLabels returns the labels of the x axis, each tick in its column.
func xLabels(x scale, columns int) []label {
	if x.Kind == unit.Count && !x.Log {
		return countLabels(x, columns)
	}
	var labels []label
	// A short axis may have no tick at that distance; then it gets closer ones that fit.
	for most := max(columns/sparse, 1); most <= columns && len(labels) == 0; most *= 2 {
		for ticks := range x.divisions(most) {
			if labels = x.place(ticks, columns); roomy(labels, 2) {
				break
			}
		}
	}
	return thinned(labels)
}

// countLabels returns the labels of whole numbers: multiples of a step, and always the first and the last number, which
// readers look for.
func countLabels(x scale, columns int) []label {
	first, last := math.Ceil(x.Lo), math.Floor(x.Hi)
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
		// One blank suffices between a few labels; many need two.
		if labels := x.place(ticks, columns); roomy(labels, 1+min(len(ticks)/12, 1)) {
			return labels
		}
	}
	return thinned(x.place(slices.Compact([]float64{first, last}), columns))
}

// thinned returns the labels that have room to the right of the previous ones: all of them, unless the axis is too
// short for any division.
func thinned(labels []label) []label {
	var kept []label
	for _, l := range labels {
		if roomy(append(kept, l), 1) {
			kept = append(kept, l)
		}
	}
	return kept
}

// place returns a label for each tick, centred on it, but within the plot on the right.
func (s scale) place(ticks []float64, columns int) []label {
	labels := make([]label, 0, len(ticks))
	for i, text := range texts(s.Kind, ticks) {
		if col, ok := s.column(ticks[i], columns); ok {
			l := label{at: col, value: ticks[i], text: text, role: Label}
			l.start = min(col-l.width()/2, columns-l.width())
			labels = append(labels, l)
		}
	}
	return labels
}

// roomy reports whether the labels have enough blanks between them, and room left of the first.
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
