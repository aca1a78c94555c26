package simulate

import (
	"math"
	"slices"

	"retune/calc/fleet"
)

// A pool finds the peaks of a fleet that is simulated at a scale. Random peaks are relatively higher with few clients
// than with many. So the pool adds up as many runs as the scale, or all runs if there are fewer: together they have
// the size of the whole fleet.
type pool struct {
	size     int // number of runs to add up; at most 1: each run is read by itself
	from, n  int // the first of the runs that are added up, and their number
	system   fleet.System
	scale    float64
	attempts []float64
	bin      float64
}

// add adds run r, which follows the runs of the given verdicts.
func (p *pool) add(w fleet.System, r fleet.Result, scale float64, before []fleet.Verdict) {
	if p.size <= 1 {
		return
	}
	if p.n == p.size {
		p.end(before)
		p.n = 0
	}
	if p.n == 0 {
		p.from, p.attempts = len(before), slices.Repeat([]float64{0}, len(r.Attempts))
	}
	for i, x := range r.Attempts {
		p.attempts[i] += x
	}
	p.n++
	p.system, p.scale, p.bin = w, scale, r.Bin
}

// end gives the common peaks to the first of the runs that are added up, and none to the others.
func (p *pool) end(each []fleet.Verdict) {
	if p.n == 0 {
		return
	}
	peaks := fleet.Result{Attempts: p.attempts, Bin: p.bin}.Peaks(p.system).Enlarged(p.scale / float64(p.n))
	for i := p.from; i < len(each); i++ {
		each[i].Peaks = peaks
		nan := math.NaN()
		peaks.Load, peaks.AfterLoad = nan, nan
	}
}
