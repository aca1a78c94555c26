package elapsed

import (
	"math"
	"retune/calc/jitter"
	"retune/calc/num"
	"slices"
)

// A delay is what a step adds: its mixture, the place that is kept apart, and its
// moments.
type delay struct {
	jitter.Delay
	work     *num.Work
	pieces   []jitter.Component // the places are after ref
	density  []float64          // of each that is no point, per second
	spots    []jitter.Component // those that are points
	combs    []comb             // they again, of a delay without sigma
	ref      float64            // seconds
	normal   bool               // the pieces that are no points stand for one smooth density
	points   float64            // probability of all points
	mean, sd float64
	lo, hi   float64
	step     float64 // see sum
	sigma    float64 // of a normal one before it is cut, seconds
	edge     float64 // its density where it is cut, per second
	exact    bool    // it is normal, and not cut
}

// cut returns the delay before retry k, normals cut into so many strips: into none where
// the moments are all that is asked for, unless all of it is at the cap.
func (e *independent) cut(k float64, strips int) *delay {
	d := e.one(k)
	t := &delay{Delay: d, work: e.work, normal: e.normal, mean: d.Mean(), sd: math.Sqrt(max(0, d.Variance()))}
	t.lo, t.hi = d.Support()
	t.step = max(t.mean-t.lo, t.hi-t.mean)
	row := e.policy.Jitter.Type.Row()
	if strips == 0 && t.sd == 0 {
		strips = 1
	}
	if strips != 0 || row.Deviation == nil {
		t.pieces = slices.Clone(d.Components(strips))
		e.work.Did(10 * len(t.pieces))
	}
	if e.normal && row.Tail != nil && t.sd > 0 {
		t.sigma, t.points = math.Inf(1), d.Atom(t.hi) // |psi| is at most that and twice the highest density over w
		if t.points == 0 {
			t.ref = t.mean
		}
		t.edge = (d.CDF(t.lo+1e-6*(t.hi-t.lo)) - d.CDF(t.lo)) / (1e-6 * (t.hi - t.lo))
	} else if e.normal && row.Deviation != nil && t.sd > 0 {
		before, c := e.policy.Grown(min(k, e.settled)), e.policy.Cap
		if !e.policy.CapAfter {
			before, c = min(before, c), math.Inf(1)
		}
		t.sigma = row.Deviation(e.policy.Around(k, before))
		t.edge = (num.NormalPDF(before/t.sigma) + num.NormalPDF((c-before)/t.sigma)) / t.sigma
		t.step = min(t.step, max(t.sigma, t.sd)) // what is cut is no farther away
		t.points = d.Atom(0) + d.Atom(e.policy.Cap)
		if t.exact = t.points < 1e-14; t.exact {
			t.step = 0
		}
		if last := len(t.pieces) - 1; last > 0 && t.pieces[0].Lo < t.pieces[0].Hi && t.pieces[last].Lo < t.pieces[last].Hi {
			t.ref = t.mean // a point is too light for a piece
		}
	} else {
		t.ref = t.lo
		for _, b := range t.pieces {
			if b.Lo == b.Hi {
				t.points += b.Weight
			}
		}
	}
	if t.ref != 0 {
		for i := range t.pieces {
			t.pieces[i].Lo, t.pieces[i].Hi = t.pieces[i].Lo-t.ref, t.pieces[i].Hi-t.ref
		}
	}
	t.density = make([]float64, len(t.pieces))
	for i, b := range t.pieces {
		if t.density[i] = b.Weight / (b.Hi - b.Lo); b.Lo == b.Hi {
			t.spots = append(t.spots, b)
		}
	}
	if t.sigma == 0 {
		t.combs = combs(t.pieces, t.ref-t.mean)
	}
	return t
}

// top returns what a delay is seldom above, seconds.
func (d *delay) top() float64 { return d.ref + d.pieces[len(d.pieces)-1].Hi }

// psi returns E e^(-iw (t - E t)) of the delay t, w in radians per second.
func (d *delay) psi(w float64) (total complex128) {
	if d.exact {
		x := w * d.sd
		return complex(math.Exp(-x*x/2), 0)
	}
	if !d.normal {
		d.work.Did(4 + 4*len(d.combs))
		for _, c := range d.combs {
			total += c.psi(w)
		}
		return total
	}
	d.work.Did(4 + 2*len(d.pieces))
	turn := func(x float64) complex128 {
		sin, cos := math.Sincos(w * x)
		return complex(cos, -sin)
	}
	var at, next complex128
	size := 0.0
	for _, b := range d.pieces {
		half := (b.Hi - b.Lo) / 2
		if half > 0 && size > 0 { // as wide as the one before, and next to it
			at *= next
		} else {
			at, size = turn(d.ref-d.mean+b.Lo+half), 1
			if x := w * half; x > 0 {
				size, next = math.Sin(x)/x, turn(2*half)
			}
		}
		total += at * complex(b.Weight*size, 0)
		if half == 0 {
			size = 0
		}
	}
	return total
}

// bound returns what |psi| of the delay is at most at frequencies from w on: of a normal, cut
// where it has a density, e^(-(sigma w)^2/2) + 2 density/w, and else at most
//
//	e^(-2 (sd w/pi)^2)    w <= pi/(hi-lo)
//
// as cos y <= 1 - 2 (y/pi)^2 to pi, of the distance of two delays.
func (d *delay) bound(w float64) float64 {
	tail := func(w float64) (total float64) {
		if d.sigma > 0 {
			x := d.sigma * w
			return min(1, d.points+math.Exp(-x*x/2)+2*d.edge/w)
		}
		for _, c := range d.combs {
			total += c.bound(w)
		}
		return total
	}
	d.work.Did(2 + len(d.combs))
	b := tail(w)
	if end := math.Pi / (d.hi - d.lo); w < end && d.lo < d.hi {
		x := d.sd * w / math.Pi
		b = min(b, max(math.Exp(-2*x*x), tail(end)))
	}
	return b
}

// discounted returns E e^(-(s+t-y)+/mean) of the delay t, all in seconds.
func (d *delay) discounted(y, s, mean float64) (total float64) {
	d.work.Did(4 * len(d.pieces))
	for _, b := range d.pieces {
		lo, hi := s+d.ref+b.Lo-y, s+d.ref+b.Hi-y
		switch from := max(0, lo); {
		case hi <= 0:
			total += b.Weight
		case lo == hi:
			total += b.Weight * math.Exp(-lo/mean)
		default:
			total += b.Weight * (from - lo - mean*math.Exp(-from/mean)*math.Expm1(-(hi-from)/mean)) / (hi - lo)
		}
	}
	return total
}
