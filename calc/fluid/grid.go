package fluid

import (
	"math"

	"retune/calc/system"
)

// A grid is the cells into which time is cut: cell j is from j h to (j+1) h, the
// start included.
type grid struct {
	h         float64 // seconds
	n         int     // cells up to the end of the run, and one more
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

// cells is how many cells are aimed at where the system leaves the choice: a
// screen's answer costs a few microseconds for each.
const cells = 3000

// mostCells is how many it may be where a timeout or a latency asks for more: a
// few seconds of work. Then the grid is too coarse for them, and the error large.
const mostCells = 300_000

// newGrid lays the grid. A step of 0 asks for one that is short against every
// latency and timeout and cuts the duration into thousands.
func newGrid(w system.System, step float64) grid {
	if step == 0 {
		limit := shortest(w)
		step = max(w.Duration/mostCells, min(limit, max(w.Duration/cells, limit/16)))
		step = aligned(w, step, w.Client.Timeout, w.Duration)
	}
	return lay(w, step)
}

// verdictGrid lays the grid that verdicts are read from: as long as the shortest of
// the times that matter, whatever the duration, but for one of more than 100,000 cells. The
// clients of a burst are in step at first, and a breaker lets all attempts begin again at
// once: to tell what the server does with them takes an eighth of that, as far as 20,000
// cells go. What a cell brings to a short line of many workers waits at one time: half of that.
func verdictGrid(w system.System) grid {
	h := shortest(w)
	if w.Server.Kind == system.Queue && w.Server.QueueSize < w.Server.Workers {
		h /= 2
	}
	if w.Traffic.Kind == system.Burst || w.Client.Breaker.Share > 0 {
		h = max(h/8, min(h, w.Duration/20_000))
	}
	return lay(w, aligned(w, max(h, w.Duration/100_000), w.Client.Timeout))
}

// shortest is the shortest of the times that matter.
func shortest(w system.System) float64 {
	return min(w.Step, min(w.Client.Timeout/4, w.Server.ServiceTime))
}

// aligned returns a cell of about h such that the steps of the series, the looks of a
// slowing server, those times and the outages begin with one, as far as they have a
// common measure.
func aligned(w system.System, h float64, more ...float64) float64 {
	times := []float64{w.Step}
	if looks(w.Server) {
		times = append(times, w.Server.CheckInterval)
	}
	must := len(times)
	times = append(times, more...)
	if w.Server.Kind == system.Limited {
		times = append(times, 1)
	}
	for _, f := range w.Outages {
		times = append(times, f.At, f.End())
	}
	for ; len(times) >= must; times = times[:len(times)-1] {
		unit := measure(times)
		if unit < h/4 {
			continue
		}
		aim := h
		h = unit / math.Ceil(unit/h-eps)
		for k := math.Floor(aim/h + eps); k > 1; k-- {
			// The looks may be several in a cell, the rest not.
			rest := append([]float64{w.Step}, times[must:]...)
			if fits(k*h, rest) && (!looks(w.Server) || fits(k*h, []float64{w.Server.CheckInterval}) || fits(w.Server.CheckInterval, []float64{k * h})) {
				return h * k
			}
		}
		break
	}
	return h
}

// looks tells whether the server looks whether an attempt is done.
func looks(s system.Server) bool { return s.Kind == system.Slowing && !s.AtArrival }

// lay returns the grid of cells of h, or shorter: a slowing server asks for a cell
// that divides the time between two looks or is a multiple of it, and of a queue a
// worker begins with one attempt in a cell. What ends in the cell after the run ends on average
// after it, and in part before.
func lay(w system.System, h float64) grid {
	if look := w.Server.CheckInterval; looks(w.Server) {
		if h > look*(1-eps) {
			h = look * math.Floor(h/look+eps)
		} else {
			h = look / math.Ceil(look/h-eps)
		}
	}
	if w.Server.Kind == system.Queue {
		h = max(w.Duration/mostCells, min(h, w.Server.ServiceTime))
	}
	return grid{h, int(math.Ceil(w.Duration/h-eps)) + 1, 1 / h}
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
