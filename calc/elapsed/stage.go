package elapsed

import (
	"math"
	"sync"

	"retune/calc/jitter"
)

// A stage is the distribution of T_k as a sum of three parts: points, where every
// delay so far was one; uniforms, where all but one were; and the rest, whose density
// is continuous, on a grid.
type stage struct {
	sum            // base included
	base   float64 // what every place below is after, seconds
	points parts
	spans  parts   // uniforms
	rest   *grid   // or nil
	miss   float64 // how far the grid is off between its nodes
	spread bool    // lattices of a delay are spread evenly from here on
	errors float64

	quantiles sync.Map // that caps asked for
}

// slack is the relative distance within which a time is a point: a sum of delays that
// are exactly the cap depends on the order of the addition.
const slack = 0x1p-50

// certainly returns the stage of a time that hardly varies from its mean.
func certainly(t sum) *stage {
	s := &stage{sum: t, base: t.mean}
	s.points, _ = newParts([][]jitter.Component{{{Weight: 1}}}, t.mean)
	return s
}

func (s *stage) off() float64 { return s.errors }

func (s *stage) near() (lo, hi float64) {
	lo, hi = min(s.points.lo, s.spans.lo), math.Inf(-1)
	for _, p := range []parts{s.points, s.spans} {
		if n := len(p.list); n > 0 {
			hi = max(hi, p.list[n-1].Hi)
		}
	}
	if s.rest != nil {
		lo, hi = min(lo, s.rest.at), max(hi, s.rest.end())
	}
	return max(s.lo, s.base+lo), min(s.hi, s.base+hi)
}

// smoothPart returns the moment of all but the points, x after base.
func (s *stage) smoothPart(x float64, p int) float64 {
	total := 0.0
	if len(s.spans.list) > 0 {
		total = s.spans.moment(x, p)
	}
	if s.rest != nil {
		total += s.rest.moment(x, p)
	}
	return total
}

func (s *stage) moment(x float64, p int) float64 {
	y := x - s.base
	if p > 0 {
		return s.smoothPart(y, p) + s.points.moment(y, p)
	}
	if x >= s.hi {
		return 1
	}
	return min(1, s.smoothPart(y, 0)+s.points.moment(y+slack*math.Abs(x), 0))
}

func (s *stage) below(x float64) float64 {
	y := x - s.base
	return min(1, s.smoothPart(y, 0)+s.points.moment(math.Nextafter(y-slack*math.Abs(x), math.Inf(-1)), 0))
}

// plus returns the stage of the next retry: the time that the attempt takes and an
// independent delay more.
//
//	F'(x) = sum over pieces of weight (G(x-lo) - G(x-hi)) / (hi-lo)    G the integral of F
//	        + sum over points of weight F(x-point)
//
// cells is how many the grid has, or up to 8 times as many where it would be off by more
// than aim between its nodes; align, if it is not 0, a length that must be a whole number
// of cells, so that points shift one node to another.
func (s *stage) plus(d *delay, attempt float64, cells int, align, aim float64) *stage {
	next := &stage{base: s.base + d.ref + attempt, errors: s.errors,
		sum: sum{mean: s.mean + attempt + d.mean, sd: math.Hypot(s.sd, d.sd), lo: s.lo + attempt + d.lo, hi: s.hi + attempt + d.hi}}
	var points, spans [][]jitter.Component
	lo, hi := math.Inf(1), math.Inf(-1)
	grow := func(aLo, aHi float64, b jitter.Component) { lo, hi = min(lo, aLo+b.Lo), max(hi, aHi+b.Hi) }
	for _, b := range d.pieces {
		if s.rest != nil {
			grow(s.rest.at, s.rest.end(), b)
		}
		if b.Lo == b.Hi {
			points, spans = append(points, s.points.plus(b)), append(spans, s.spans.plus(b))
			continue
		}
		if n := len(s.points.list); d.normal && n > 0 {
			grow(s.points.list[0].Lo, s.points.list[n-1].Hi, b)
		} else {
			spans = append(spans, s.points.plus(b))
		}
		for _, a := range s.spans.list {
			grow(a.Lo, a.Hi, b)
		}
	}
	d.work.Did(5 * (len(points) + len(spans)) * (len(s.points.list) + len(s.spans.list)))
	var light [2]float64
	next.points, light[0] = newParts(points, next.base)
	next.spans, light[1] = newParts(spans, next.base)
	next.errors += light[0] + light[1]
	if !(lo < hi) {
		return next
	}
	at := func(x float64) float64 { return s.carried(d, x) }
	look := gridOf(lo, (hi-lo)/48, 48, at)
	if look.mass() <= 0 {
		return next
	}
	lo, hi = look.trimmed()
	h := (hi - lo) / float64(cells)
	if align > 0 && align > h {
		h = align / math.Ceil(align/h)
		lo = h * math.Floor(lo/h)
		cells = int(math.Ceil((hi - lo) / h))
	}
	next.rest = gridOf(lo, h, cells, at)
	for finest := 8 * cells; ; cells *= 2 {
		if next.miss = next.rest.miss(at); next.miss <= aim || cells >= finest {
			return next
		}
		next.rest = next.rest.finer(at)
	}
}

// carried returns P(T + t <= x) of what is not a part of the next stage, x after its
// base.
func (s *stage) carried(d *delay, x float64) float64 {
	total, used := 0.0, 0
	defer func() { d.work.Did(4 + used + len(d.pieces)/4 + len(s.spans.list)/8) }()
	if d.normal {
		for _, a := range s.points.list { // all parts are
			y := x - a.Lo
			p := d.CDF(y + d.ref)
			for _, b := range d.spots {
				if y >= b.Lo {
					p -= b.Weight
				}
			}
			total += a.Weight * max(0, p)
		}
	}
	begins := s.spans.lo
	if s.rest != nil {
		begins = min(begins, s.rest.at)
	}
	integral := s.smoothPart
	if s.rest != nil && len(s.spans.list) == 0 {
		integral = s.rest.moment
	}
	edge, up := math.NaN(), 0.0 // strips share their edges
	for i, b := range d.pieces {
		if x-b.Lo <= begins { // all of it is later
			continue
		}
		used++
		if b.Lo == b.Hi {
			if s.rest != nil {
				total += b.Weight * s.rest.moment(x-b.Lo, 0)
			}
			continue
		}
		if b.Lo != edge {
			up = integral(x-b.Lo, 1)
		}
		down := integral(x-b.Hi, 1)
		total += d.density[i] * (up - down)
		edge, up = b.Hi, down
	}
	return total
}
