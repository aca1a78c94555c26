package jitter

import "math"

// Where S_n follows from the delay almost exactly, as it does when each delay
// is nearly r times the one before, the weights carry it in clumps, one for
// each node of the grid of the delays. Every mean of something smooth is still
// right, but the CDF between two clumps is not. So the walk watches how far
// apart in S_n the clumps of neighbouring nodes are, against how wide each is:
// it lays its grid finer where they show, and if that is not enough, the law
// of S_n is read on rungs no nearer to each other than the clumps.
const (
	clumped = 0.6 // clumps show if their standard deviation is below this share of their distance
	showing = 0.3 // and if so much of the law is in such clumps
)

// clumps returns the distance in S_n, seconds, of the clumps that would show
// on a grid so many times coarser, or 0.
//
//	mean of a clump        u_k/m_k
//	variance of a clump    v_k/m_k - (u_k/m_k)^2
func (w *walk) clumps(times float64) float64 {
	sum, mass := 0.0, 0.0
	for k := range len(w.g.x) - 1 {
		m, next := w.m[k], w.m[k+1]
		if m < 1e-9 || next < 1e-9 || k%order == order-1 {
			continue
		}
		u := w.u[k] / m
		gap := times * math.Abs(w.u[k+1]/next-u)
		if w.v[k]/m-u*u < clumped*clumped*gap*gap {
			sum += m * gap
			mass += m
		}
	}
	if mass < showing {
		return 0
	}
	return sum / mass
}

// settle keeps the distance of the clumps in S_n until the delays have added
// enough noise of their own to blur them.
func (w *walk) settle() {
	if gap := w.clumps(1); gap > 0 {
		w.grain, w.blur = gap, 0
		return
	}
	w.blur += w.noise
	if w.blur > clumped*clumped*w.grain*w.grain {
		w.grain = 0
	}
}

// coarser moves the weights m to a ladder whose rungs are as far apart as the
// grain of what they carry, and within what they reach: where a law came to
// the rungs in clumps it has no density on rungs nearer than those.
func (l *ladder) coarser(m []float64, grain, middle float64) (*ladder, []float64) {
	first, last := trimmed(m)
	lo, hi := l.t[first], l.t[last]
	rise := max(l.rise, (hi-lo)/100)
	rungs := math.Log1p((hi-lo)/rise) * (middle - lo + rise) / (1.5 * grain)
	c := newLadder(lo, hi, rise, int(max(12+2*spare, min(float64(l.n), rungs))))
	out := make([]float64, c.n)
	for i := first; i <= last; i++ {
		at, s := c.shares(l.t[i])
		for b := range s {
			out[at+b] += m[i] * s[b]
		}
	}
	return c, out
}
