package chart

import (
	"iter"
	"math"
	"slices"
	"strconv"

	"retune/ui/unit"
)

// A label is a text at a row or column, counted from the low end of the axis.
type label struct {
	at    int
	value float64
	text  string
	role  Role
	start int // on the x axis: column of the first rune, negative if left of the plot
}

func (l label) width() int { return Width(l.text) }

func widest(labels []label) int {
	width := 0
	for _, l := range labels {
		width = max(width, l.width())
	}
	return width
}

// divisions yields sets of round values on the axis, dense ones first, each with no more than about most values.
// Callers take the first set that has room.
func (s scale) divisions(most int) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		if !s.valid() {
			return
		}
		if !s.Log {
			s.multiples(most, yield)
			return
		}
		for _, n := range []int{1, 3, 6, 9, 15, 30, 60, 150, 300} {
			if !s.rungs(n, 2, yield) {
				return
			}
		}
		// Below two decades the axis is nearly linear.
		_ = s.multiples(most, yield) && s.rungs(3, 1, yield)
	}
}

// multiples yields the multiples of a step, for rising steps. It returns false if yield does.
func (s scale) multiples(most int, yield func([]float64) bool) bool {
	i := rungFrom(s.Kind, (s.Hi-s.Lo)/float64(most))
	if s.Kind == unit.Count {
		i = max(i, 0)
	} else if s.Kind == unit.Duration && s.Hi-s.Lo > 2*year {
		i = max(i, len(clock)) // days do not add up to years
	}
	for ; ; i++ {
		step := rung(s.Kind, i)
		from, to := math.Ceil(s.Lo/step-1e-9), math.Floor(s.Hi/step+1e-9)
		if !(to >= from) || to-from > 1e4 || max(-from, to) > 1e12 {
			return true
		}
		var ticks []float64
		for k := from; k <= to; k++ {
			tick := k * step
			if step < 1 {
				tick = k / math.Round(1/step) // 0.3 and not 0.30000000000000004
			}
			// Avoid -0, and rounding errors beyond a round end.
			ticks = append(ticks, min(max(tick+0, s.Lo), s.Hi))
		}
		if !yield(ticks) {
			return false
		}
		if len(ticks) == 1 {
			return true
		}
	}
}

// rungs yields every n-th rung as one set, if it has at least few ticks. It returns false if yield does.
func (s scale) rungs(n, few int, yield func([]float64) bool) bool {
	// Rungs are counted from rung 0, not from lo, so that ticks stay while the range moves.
	i := n * int(math.Ceil(float64(rungFrom(s.Kind, s.Lo*(1-1e-9)))/float64(n)))
	var ticks []float64
	for ; rung(s.Kind, i)*(1-1e-9) <= s.Hi; i += n {
		ticks = append(ticks, min(max(rung(s.Kind, i), s.Lo), s.Hi))
	}
	return len(ticks) < few || yield(ticks)
}

// texts returns the labels of ticks: short ones if they distinguish the ticks.
func texts(kind unit.Kind, ticks []float64) (list []string) {
	text := kind.Short
	for i, v := range ticks {
		near := max(i, 1) // of two neighbours, the second
		small := kind == unit.Count && ticks[len(ticks)-1] < 1e7
		if small || len(ticks) > 1 && !(math.Abs(shortly(kind, v)-v) <= (ticks[near]-ticks[near-1])/100) {
			text = kind.Exact
		}
	}
	for _, v := range ticks {
		list = append(list, text(v))
	}
	return list
}

// shortly returns the value that the short form of v denotes: three digits, or a time in its unit.
func shortly(kind unit.Kind, v float64) float64 {
	if kind == unit.Duration {
		back, err := kind.Parse(kind.Short(v))
		if err != nil {
			return math.NaN()
		}
		return back
	}
	back, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	return back
}

// gap returns the preferred distance between two labels, in rows.
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

// yLabels returns the labels of the y axis: the values of the lines, and round values that keep clear of these.
func (p Plot) yLabels(y scale, rows int) []label {
	var labels []label
	for _, l := range p.Lines {
		row, ok := y.row(l.Y, rows)
		if text := y.Kind.Short(l.Y); ok && free(labels, row, 1) && len(text) <= labelWidest {
			labels = append(labels, label{at: row, value: l.Y, text: text, role: l.Role})
		}
	}
	lines := labels
	ticks := y.yTicks(rows)
	names := texts(y.Kind, ticks)
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

// yTicks returns the densest ticks at the preferred distance, at least two if possible.
func (s scale) yTicks(rows int) []float64 {
	widest := gap(rows)
	switch { // logarithmic labels carry more information
	case s.Log && rows < 12:
		widest = 1
	case s.Log:
		widest = 2
	}
	for apart := widest; apart > 0; apart-- {
		// Rows are whole numbers, so steps that are slightly too close may still fit.
		for ticks := range s.divisions(max(2*(rows-1)/apart, 1)) {
			if s.apart(ticks, rows, apart) && (len(ticks) > 1 || apart == 1) {
				return ticks
			}
		}
	}
	return nil
}

// apart reports whether neighbouring ticks have a distance of at least the given number of rows.
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

// free reports whether no label is closer to row than within rows.
func free(labels []label, row, within int) bool {
	for _, l := range labels {
		if max(l.at-row, row-l.at) < within {
			return false
		}
	}
	return true
}
