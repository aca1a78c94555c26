package chart

import (
	"math"

	"retune/ui/unit"
)

// far is how many times the greatest sample a line may be for the sake of which the
// range of the y axis grows; beyond that it is not in sight.
const far = 2

// yAxis is the plot's y axis, its range chosen from the samples and the lines
// if it has none; without any of these it has no range.
func (p Plot) yAxis(samples [][]float64, rows int) Axis {
	a := p.Y
	if a.Lo != 0 || a.Hi != 0 {
		return a
	}
	least, most := math.Inf(1), math.Inf(-1)
	see := func(v float64) {
		if finite(v) && (v > 0 || !a.Log) {
			least, most = min(least, v), max(most, v)
		}
	}
	for _, s := range samples {
		for _, v := range s {
			see(v)
		}
	}
	highest := far * most
	for _, l := range p.Lines {
		if highest < 0 || l.Y <= highest {
			see(l.Y)
		}
	}
	switch {
	case least > most:
	case a.Log:
		a.Lo, a.Hi = logRange(a.Kind, least, most, rows)
	default:
		a.Lo, a.Hi = linearRange(a.Kind, least, most, rows)
	}
	return a
}

// waste is the share of the height that may stay empty for the sake of a tick
// at the edge.
const waste = 0.12

// linearRange is a range from 0 to just above most, or from just below least
// where that is negative.
func linearRange(kind unit.Kind, least, most float64, rows int) (lo, hi float64) {
	lo, hi = min(least, 0), max(most, 0)
	if lo == hi { // 0 throughout
		return 0, 1
	}
	tight := least == most
	if tight { // a constant keeps clear of both edges
		lo, hi = 1.5*lo, 1.5*hi
	}
	hi = beyond(kind, lo, hi, rows, tight)
	return 0 - beyond(kind, -hi, -lo, rows, tight), hi
}

// beyond is an end of the axis somewhat above v, the greatest value: the next
// tick if that is near, else one more row if there are plenty. What is clear
// of the greatest value already may lie on a tick and needs no row.
func beyond(kind unit.Kind, lo, v float64, rows int, clear bool) float64 {
	s, ok := newScale(Axis{Kind: kind, Lo: lo, Hi: v})
	ticks := s.yTicks(rows)
	if v <= 0 || !ok {
		return v
	}
	if len(ticks) > 1 {
		step := ticks[1] - ticks[0]
		for n := range 3 { // the second is beyond, and its half a row
			tick := (math.Ceil(v/step*(1-1e-9)) + float64(n)) * step
			if !(tick-v <= waste*(tick-lo)) {
				break
			}
			wider, _ := newScale(Axis{Kind: kind, Lo: lo, Hi: tick})
			row, _ := wider.row(v, rows)
			all := wider.yTicks(rows)
			if (row < rows-1 || clear) && len(all) > 0 && all[len(all)-1] == wider.hi {
				return wider.hi
			}
		}
	}
	if more := v + (v-lo)/float64(rows-2); !clear && float64(rows-1)*waste >= 1 && finite(more) {
		return more
	}
	return v
}

// logRange is a range from least to just above most.
func logRange(kind unit.Kind, least, most float64, rows int) (lo, hi float64) {
	if least == most {
		return least / 10, most * 10
	}
	from, to := math.Log10(least), math.Log10(most)
	ticks, last := fine(kind), float64(rows-1)
	lo, hi = least, ticks.atLeast(most*(1+1e-9))
	if below := ticks.at(ticks.index(least*(1+1e-9)) - 1); from-math.Log10(below) <= waste*(to-from) {
		lo = below
	}
	if room := math.Log10(hi) - to; !(room <= waste*(to-from+room) && room*last >= 0.5*(to-from+room)) {
		hi = most
		if last*waste >= 1 {
			hi = math.Pow(10, to+(to-from)/(last-1))
		}
	}
	if !finite(hi) {
		hi = most
	}
	return lo, hi
}
