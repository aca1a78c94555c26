package chart

import (
	"iter"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"retune/ui/unit"
)

// A label is a text that stands at a row or column, counted from the axis'
// low end.
type label struct {
	at    int
	value float64
	text  string
	role  Role
	start int // on the x axis: column of the first rune, left of the plot if negative
}

func (l label) width() int { return utf8.RuneCountInString(l.text) }

func widest(labels []label) int {
	width := 0
	for _, l := range labels {
		width = max(width, l.width())
	}
	return width
}

// divisions yields sets of round values on the axis, dense ones first and of
// about most values at most. The first for which there is room is to be taken.
func (s scale) divisions(most int) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		if !s.valid() {
			return
		}
		if !s.log {
			s.multiples(most, yield)
			return
		}
		fine, coarse := fine(s.kind), coarse(s.kind)
		if !s.rungs(fine, 1, 3, yield) {
			return
		}
		for _, n := range []int{1, 2, 3, 5, 10, 20, 50, 100} {
			if !s.rungs(coarse, n, 2, yield) {
				return
			}
		}
		// Less than two decades: a linear axis but for its curvature.
		_ = s.rungs(fine, 2, 2, yield) && s.multiples(most, yield) && s.rungs(fine, 4, 1, yield)
	}
}

// multiples yields the multiples of rising steps. It is false if it was told
// to stop.
func (s scale) multiples(most int, yield func([]float64) bool) bool {
	steps := linear(s.kind, s.hi-s.lo)
	for i := steps.index((s.hi - s.lo) / float64(most)); ; i++ {
		step := steps.at(i)
		from, to := math.Ceil(s.lo/step-1e-9), math.Floor(s.hi/step+1e-9)
		if !(to >= from) || to-from > 1e4 || max(-from, to) > 1e12 {
			return true
		}
		var ticks []float64
		for k := from; k <= to; k++ {
			tick := k * step
			if step < 1 {
				tick = k / math.Round(1/step) // 0.3 and not 0.30000000000000004
			}
			// Clear of -0, and of a hair beyond an end that is itself round.
			ticks = append(ticks, min(max(tick+0, s.lo), s.hi))
		}
		if !yield(ticks) {
			return false
		}
		if len(ticks) == 1 {
			return true
		}
	}
}

// rungs yields every n-th rung of a ladder, if that is few at least. It is
// false if it was told to stop.
func (s scale) rungs(l ladder, n, few int, yield func([]float64) bool) bool {
	// Counted from rung 0 and not from lo: a tick that is there stays there
	// while the range moves.
	i := n * int(math.Ceil(float64(l.index(s.lo*(1-1e-9)))/float64(n)))
	var ticks []float64
	for ; l.at(i)*(1-1e-9) <= s.hi; i += n {
		ticks = append(ticks, min(max(l.at(i), s.lo), s.hi))
	}
	return len(ticks) < few || yield(ticks)
}

// texts are the labels of ticks, in the shortest way that tells them truly.
func texts(kind unit.Kind, ticks []float64) []string {
	list := make([]string, len(ticks))
	for _, write := range []func(unit.Kind, float64) string{unit.Kind.Short, four, unit.Kind.Exact} {
		for i, v := range ticks {
			list[i] = write(kind, v)
		}
		if truthful(kind, ticks, list) {
			break
		}
	}
	return list
}

// truthful tells whether texts of ticks say what they are meant to say.
func truthful(kind unit.Kind, ticks []float64, list []string) bool {
	for i, v := range ticks {
		switch kind {
		case unit.Count:
			// Short enough in full; the last may be any number.
			if v < 1e7 && list[i] != kind.Format(v) {
				return false
			}
			continue
		case unit.Duration:
			// How a time is rounded depends on its unit: read it back. Half a
			// year may be 183 days.
			step := v
			if len(ticks) > 1 {
				step = ticks[max(i, 1)] - ticks[max(i, 1)-1]
			}
			if back, err := kind.Parse(list[i]); err != nil || math.Abs(back-v) > step/100 {
				return false
			}
		}
		// Three digits give a multiple of 1, 2 or 5 up to the hundredth; beyond,
		// the axis is a narrow window far from 0.
		if i > 0 && kind != unit.Duration && math.Abs(v) > 100*(v-ticks[i-1]) {
			return false
		}
	}
	return true
}

// gap is how many rows lie between two labels, as the eye likes it.
func gap(rows int) int {
	switch {
	case rows < 6:
		return 1
	case rows < 18:
		return 2
	case rows < 36:
		return 3
	}
	return 4
}

// yLabels are the labels of the y axis: the values of the lines, and round
// values clear of these.
func (p Plot) yLabels(y scale, rows int) []label {
	var labels []label
	for _, l := range p.Lines {
		row, ok := y.row(l.Y, rows)
		if text := y.text(l.Y, rows); ok && free(labels, row, 1) && len(text) <= labelWidest {
			labels = append(labels, label{at: row, value: l.Y, text: text, role: l.Role})
		}
	}
	lines := labels
	ticks := y.yTicks(rows)
	names := texts(y.kind, ticks)
	for apart := min(gap(rows), 2); apart > 0; apart-- {
		labels = slices.Clone(lines)
		for i, text := range names {
			row, ok := y.row(ticks[i], rows)
			if ok && free(lines, row, apart) && len(text) <= labelWidest {
				labels = append(labels, label{at: row, value: ticks[i], text: text, role: Label})
			}
		}
		if len(labels) > 1 {
			break
		}
	}
	return labels
}

// yTicks are the densest ticks that please the eye, two at least if possible.
func (s scale) yTicks(rows int) []float64 {
	widest := gap(rows)
	switch { // of a logarithmic axis each label says much
	case s.log && rows < 12:
		widest = 1
	case s.log:
		widest = 2
	}
	for apart := widest; apart > 0; apart-- {
		// Rows are whole: steps a little too close may still turn out well.
		for ticks := range s.divisions(max(2*(rows-1)/apart, 1)) {
			if s.apart(ticks, rows, apart) && (len(ticks) > 1 || apart == 1) {
				return s.toEnds(ticks, rows, apart)
			}
		}
	}
	return nil
}

// toEnds adds a finer tick beyond the last and before the first of a logarithmic axis, where
// there is room: the greatest delay is what people look for.
func (s scale) toEnds(ticks []float64, rows, apart int) []float64 {
	if !s.log || len(ticks) == 0 {
		return ticks
	}
	for l, i := fine(s.kind), fine(s.kind).index(s.hi*(1+1e-9)); l.at(i) > ticks[len(ticks)-1]; i-- {
		if more := append(slices.Clip(ticks), l.at(i)); l.at(i) <= s.hi && s.apart(more, rows, apart) {
			ticks = more
			break
		}
	}
	for l, i := fine(s.kind), fine(s.kind).index(s.lo*(1-1e-9)); l.at(i) < ticks[0]; i++ {
		if more := append([]float64{l.at(i)}, ticks...); l.at(i) >= s.lo && s.apart(more, rows, apart) {
			return more
		}
	}
	return ticks
}

// apart tells whether no two ticks are closer than so many rows.
func (s scale) apart(ticks []float64, rows, least int) bool {
	last := -rows
	for _, v := range ticks {
		row, ok := s.row(v, rows)
		if ok && row-last < least {
			return false
		}
		last = row
	}
	return true
}

// free tells whether no label is within so many rows.
func free(labels []label, row, within int) bool {
	for _, l := range labels {
		if max(l.at-row, row-l.at) < within {
			return false
		}
	}
	return true
}

// text is v in as many digits as a row can show: rounded by no more than a
// quarter of one.
func (s scale) text(v float64, rows int) string {
	off := func(rounding float64) float64 {
		return math.Abs(s.fraction(v*(1+rounding))-s.fraction(v)) * float64(rows-1)
	}
	switch {
	case off(0.005) <= 0.25: // three digits
		return s.kind.Short(v)
	case off(0.001) <= 0.25:
		return four(s.kind, v)
	}
	return s.kind.Exact(v)
}

// four is v in four digits, in one word, or else exactly.
func four(kind unit.Kind, v float64) string {
	text := strings.ReplaceAll(kind.Format(v), " ", "")
	if back, err := kind.Parse(text); err != nil || !(math.Abs(back-v) <= 0.001*math.Abs(v)) {
		return kind.Exact(v)
	}
	return text
}
