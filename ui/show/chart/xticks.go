package chart

import (
	"math"
	"slices"

	"retune/ui/unit"
)

// sparse is the preferred least number of columns between two ticks of a continuous axis.
const sparse = 7

// xLabels returns the labels of the x axis, each tick in its column.
func xLabels(x scale, columns int) (labels []label) {
	whole, most := x.Kind == unit.Count && !x.Log, max(columns/sparse, 1)
	if whole {
		most = max(columns, 1)
	}
	// A short axis may have no tick at that distance; then it gets closer ones that fit.
	for ; most <= columns && len(labels) == 0; most *= 2 {
		for ticks := range x.divisions(most) {
			blanks := 2
			if whole {
				ticks = x.withEnds(ticks)
				blanks = 1 + min(len(ticks)/12, 1) // one suffices between a few labels
			}
			if labels = x.place(ticks, columns); roomy(labels, blanks) {
				break
			}
		}
	}
	if whole && !roomy(labels, 1) {
		labels = x.place(x.withEnds(nil), columns)
	}
	return thinned(labels)
}

// withEnds returns ticks of whole numbers with the first and the last number, which readers look for.
func (s scale) withEnds(ticks []float64) []float64 {
	first, last, step := math.Ceil(s.Lo), math.Floor(s.Hi), 1.0
	if len(ticks) > 1 {
		step = ticks[1] - ticks[0]
	}
	ticks = slices.DeleteFunc(ticks, func(v float64) bool { return v-first <= step/2 || last-v <= step/2 })
	return slices.Compact(slices.Concat([]float64{first}, ticks, []float64{last}))
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
