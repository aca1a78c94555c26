package elapsed

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"retune/calc/jitter"
)

// A stage is the distribution of T_k as a sum of three parts: points, where every
// delay so far was one; uniforms, where all but one were; and the rest, whose density
// is continuous, on a grid.
type stage struct {
	base     float64            // what every place below is after, seconds
	parts    []jitter.Component // points and uniforms
	rest     *grid              // or nil
	mean, sd float64            // exact, base included, seconds
	lo, hi   float64            // support, base included, seconds
	errors   float64

	quantiles sync.Map // that were asked for
}

// slack is the relative distance within which a time is a point: a sum of delays that
// are exactly the cap depends on the order of the addition.
const slack = 0x1p-50

// origin is the stage of the first attempt.
func origin() *stage { return &stage{parts: []jitter.Component{{Weight: 1}}} }

// certainly returns the stage of a time that hardly varies from its mean.
func certainly(t sum) *stage {
	return &stage{base: t.mean, parts: []jitter.Component{{Weight: 1}}, mean: t.mean, sd: t.sd, lo: t.lo, hi: t.hi}
}

func (s *stage) Mean() float64             { return s.mean }
func (s *stage) Deviation() float64        { return s.sd }
func (s *stage) Support() (lo, hi float64) { return s.lo, s.hi }
func (s *stage) off() float64              { return s.errors }

func (s *stage) quantile(q float64) float64 {
	if x, ok := s.quantiles.Load(q); ok {
		return x.(float64)
	}
	x := start{s}.Quantile(q)
	s.quantiles.Store(q, x)
	return x
}

func (s *stage) near() (lo, hi float64) {
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, c := range s.parts {
		lo, hi = min(lo, c.Lo), max(hi, c.Hi)
	}
	if s.rest != nil {
		lo, hi = min(lo, s.rest.at), max(hi, s.rest.end())
	}
	return max(s.lo, s.base+lo), min(s.hi, s.base+hi)
}

// smoothPart returns the moment of all but the points, x after base.
func (s *stage) smoothPart(x float64, p int) float64 {
	total := 0.0
	for _, c := range s.parts {
		if c.Lo < c.Hi {
			total += c.Weight * ramp(c, x, p)
		}
	}
	if s.rest != nil {
		total += s.rest.moment(x, p)
	}
	return total
}

// ramp returns E ((x-U)+)^p / p! of U uniform between the ends of c.
func ramp(c jitter.Component, x float64, p int) float64 {
	w := c.Hi - c.Lo
	switch {
	case x <= c.Lo:
		return 0
	case x >= c.Hi:
		return beyond(x-c.Lo-w/2, w*w/12, p)
	}
	z := x - c.Lo
	switch p {
	case 0:
		return z / w
	case 1:
		return z * z / (2 * w)
	}
	return z * z * z / (6 * w)
}

func (s *stage) moment(x float64, p int) float64 {
	y := x - s.base
	if p == 0 && x >= s.hi {
		return 1
	}
	total, tiny := s.smoothPart(y, p), slack*math.Abs(x)
	for _, c := range s.parts {
		if c.Lo == c.Hi {
			if p == 0 {
				total += c.Weight * power(y-c.Lo+tiny, 0)
			} else {
				total += c.Weight * power(y-c.Lo, p)
			}
		}
	}
	if p == 0 {
		return min(1, total)
	}
	return total
}

func (s *stage) below(x float64) float64 {
	y, tiny := x-s.base, slack*math.Abs(x)
	total := s.smoothPart(y, 0)
	for _, c := range s.parts {
		if c.Lo == c.Hi && y-c.Lo > tiny {
			total += c.Weight
		}
	}
	return min(1, total)
}

// A delay is what a step adds: its mixture, the place that is kept apart, and its
// moments.
type delay struct {
	jitter.Delay
	pieces   []jitter.Component // the places are after ref
	ref      float64            // seconds
	normal   bool               // the pieces that are no points stand for one smooth density
	points   float64            // probability of all points
	mean, sd float64
	lo, hi   float64
	step     float64 // see sum
	sigma    float64 // of a normal one before it is cut, seconds
	density  float64 // of it where it is cut, per second
	exact    bool    // it is normal, and not cut
}

// plus returns the stage of the next retry: the time that the attempt takes and an
// independent delay more.
//
//	F'(x) = sum over pieces of weight (G(x-lo) - G(x-hi)) / (hi-lo)    G the integral of F
//	        + sum over points of weight F(x-point)
//
// cells is how many the grid has; align, if it is not 0, a length that must be a whole
// number of cells, so that points shift one node to another.
func (s *stage) plus(d *delay, attempt float64, cells int, align float64) *stage {
	next := &stage{base: s.base + d.ref + attempt, mean: s.mean + attempt + d.mean, sd: math.Hypot(s.sd, d.sd),
		lo: s.lo + attempt + d.lo, hi: s.hi + attempt + d.hi, errors: s.errors}
	var parts []jitter.Component
	for _, a := range s.parts {
		for _, b := range d.pieces {
			if (a.Lo < a.Hi && b.Lo < b.Hi) || (d.normal && b.Lo < b.Hi) {
				continue
			}
			parts = append(parts, jitter.Component{Weight: a.Weight * b.Weight, Lo: a.Lo + b.Lo, Hi: a.Hi + b.Hi})
		}
	}
	next.add(parts)
	lo, hi := math.Inf(1), math.Inf(-1)
	grow := func(aLo, aHi, bLo, bHi float64) { lo, hi = min(lo, aLo+bLo), max(hi, aHi+bHi) }
	for _, b := range d.pieces {
		if s.rest != nil {
			grow(s.rest.at, s.rest.end(), b.Lo, b.Hi)
		}
		for _, a := range s.parts {
			if b.Lo < b.Hi && (d.normal || a.Lo < a.Hi) {
				grow(a.Lo, a.Hi, b.Lo, b.Hi)
			}
		}
	}
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
	return next
}

// add adds points and uniforms to the parts, each to one like it if there is one: few are
// looked for, and many are put in order.
func (s *stage) add(list []jitter.Component) {
	near := func(x, y float64) bool { return math.Abs(x-y) <= slack*(math.Abs(x)+math.Abs(s.base)) }
	alike := func(p, c jitter.Component) bool {
		return near(p.Lo, c.Lo) && near(p.Hi, c.Hi) && (p.Lo == p.Hi) == (c.Lo == c.Hi)
	}
	many := len(list) > 64
	if many {
		slices.SortFunc(list, func(a, b jitter.Component) int {
			return cmp.Or(cmp.Compare(a.Hi-a.Lo, b.Hi-b.Lo), cmp.Compare(a.Lo, b.Lo))
		})
	}
	for _, c := range list {
		if c.Weight < 1e-16 {
			s.errors += c.Weight
			continue
		}
		from := 0
		if many {
			from = max(0, len(s.parts)-1)
		}
		i := slices.IndexFunc(s.parts[from:], func(p jitter.Component) bool { return alike(p, c) })
		if i >= 0 {
			s.parts[from+i].Weight += c.Weight
		} else {
			s.parts = append(s.parts, c)
		}
	}
}

// carried returns P(T + t <= x) of what is not a part of the next stage, x after its
// base.
func (s *stage) carried(d *delay, x float64) float64 {
	total := 0.0
	if d.normal {
		for _, a := range s.parts { // all are points
			y := x - a.Lo
			p := d.CDF(y + d.ref)
			for _, b := range d.pieces {
				if b.Lo == b.Hi && y >= b.Lo {
					p -= b.Weight
				}
			}
			total += a.Weight * max(0, p)
		}
	}
	edge, up := math.NaN(), 0.0 // strips share their edges
	for _, b := range d.pieces {
		if b.Lo == b.Hi {
			if s.rest != nil {
				total += b.Weight * s.rest.moment(x-b.Lo, 0)
			}
			continue
		}
		if b.Lo != edge {
			up = s.smoothPart(x-b.Lo, 1)
		}
		down := s.smoothPart(x-b.Hi, 1)
		total += b.Weight * (up - down) / (b.Hi - b.Lo)
		edge, up = b.Hi, down
	}
	return total
}
