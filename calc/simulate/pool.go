package simulate

import (
	"math"
	"slices"

	"retune/calc/fleet"
)

// A pool reads the peaks of a fleet that is simulated at a scale. In few clients chance makes higher peaks
// than in many. So it adds up as many runs as the whole fleet is times as large, or all: together they are
// that fleet.
type pool struct {
	size     int // runs, 1 or less: each is read by itself
	from, n  int // the first run of those that are added up, and how many there are
	system   fleet.System
	scale    float64
	attempts []float64
	bin      float64
}

// add takes in run r, which comes after those whose verdicts are known.
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

// end gives the first of the runs that are added up the peaks of them all, and the others none.
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
