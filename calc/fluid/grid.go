package fluid

import (
	"math"

	"retune/calc/system"
)

// A grid is the cells into which time is cut: cell j is from j h to (j+1) h, the
// start included.
type grid struct {
	h         float64 // seconds
	n         int     // cells up to the horizon
	perSecond float64 // 1/h
}

// eps is the part of a cell by which a time may fall short of the next one and
// still counts as in it: rounding of times that are sums.
const eps = 1e-9

func (g *grid) cell(t float64) int {
	if x := t*g.perSecond + eps; x < float64(g.n) {
		return int(x)
	}
	return g.n
}

// cells is how many cells are aimed at where the world leaves the choice: a
// screen's answer costs a few microseconds for each.
const cells = 3000

// mostCells is how many it may be where a time-out or a latency asks for more: a
// few seconds of work. Then the grid is too coarse for them, and the error large.
const mostCells = 300_000

// newGrid lays the grid. A step of 0 asks for one that is short against every
// latency and time-out and cuts the horizon into thousands; the cells are then
// such that the steps of the series, the looks of a slowing server, the time-out
// and the faults begin with one, as far as they have a common measure.
//
// A slowing server asks for a cell that divides the time between two looks, or
// for one that is a multiple of it: the step is shortened to that.
func newGrid(w system.System, step float64) grid {
	looks := w.Server.Kind == system.Slowing && !w.Server.AtArrival
	h := step
	if step == 0 {
		limit := math.Min(w.Step, math.Min(w.Client.Timeout/4, w.Server.Latency))
		h = math.Max(w.Horizon/mostCells, math.Min(limit, math.Max(w.Horizon/cells, limit/16)))
		times := []float64{w.Step}
		if looks {
			times = append(times, w.Server.Look)
		}
		must := len(times)
		times = append(times, w.Client.Timeout, w.Horizon)
		if w.Server.Kind == system.Limited {
			times = append(times, 1)
		}
		for _, f := range w.Faults {
			times = append(times, f.At, f.End())
		}
		for ; len(times) >= must; times = times[:len(times)-1] {
			if unit := measure(times); unit >= h/4 {
				aim := h
				h = unit / math.Ceil(unit/h-eps)
				for k := math.Floor(aim/h + eps); k > 1; k-- {
					// The looks may be several in a cell, the rest not.
					rest := append([]float64{w.Step}, times[must:]...)
					if fits(k*h, rest) && (!looks || fits(k*h, []float64{w.Server.Look}) || fits(w.Server.Look, []float64{k * h})) {
						h *= k
						break
					}
				}
				break
			}
		}
	}
	if look := w.Server.Look; looks {
		if h > look*(1-eps) {
			h = look * math.Floor(h/look+eps)
		} else {
			h = look / math.Ceil(look/h-eps)
		}
	}
	if w.Server.Kind == system.Queue {
		h = math.Max(w.Horizon/mostCells, math.Min(h, w.Server.Latency)) // a worker begins with one call in a cell
	}
	return grid{h, int(math.Ceil(w.Horizon/h - eps)), 1 / h}
}

// fits tells whether the times are multiples of h.
func fits(h float64, times []float64) bool {
	for _, t := range times {
		if x := t / h; !math.IsInf(x, 1) && math.Abs(x-math.Round(x)) > 1e-6 {
			return false
		}
	}
	return true
}

// measure returns the greatest time of which all the times are multiples, to the
// microsecond, and 0 if a microsecond is too long for one of them.
func measure(times []float64) float64 {
	unit := 0.0
	for _, t := range times {
		if math.IsInf(t, 1) {
			continue
		}
		a, b := unit, math.Round(t*1e6)
		if math.Abs(b-t*1e6) > 1e-3 {
			return 0
		}
		for b > 0 {
			a, b = b, math.Mod(a, b)
		}
		unit = a
	}
	return unit / 1e6
}
