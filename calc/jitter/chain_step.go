package jitter

import "math"

// A step is the rule that leads from one delay to the next in a stateful plan.
//
//	x = min(limit, g t)       what the next delay is drawn around, x_1 = a
//	t' = min(top, draw(x))    the next delay
//
//	feedback, cap before      g = r, limit = c, top = none
//	feedback, cap after       g = r, limit = none, top = c
//	decorrelated              g = 1, limit = none, top = c, draw U(a, m x)
//
// Where there is no cap, 1e100 a takes the place of the limit: the laws stay
// those of a float64 although the plan grows for ever.
type step struct {
	law    Jitter
	first  float64 // a, seconds
	growth float64 // g
	limit  float64 // of what is drawn around, seconds
	top    float64 // of what was drawn, seconds; +Inf: none
}

func newStep(p Policy) step {
	s := step{law: p.Jitter, first: p.InitialDelay, growth: p.Factor, limit: p.Cap, top: math.Inf(1)}
	if p.Jitter.Type == Decorrelated {
		s.growth = 1
	}
	if p.CapAfter || p.Jitter.Type == Decorrelated {
		s.limit, s.top = s.top, s.limit
	}
	s.limit = min(s.limit, 1e100*p.InitialDelay)
	return s
}

// around returns x, what the delay after t is drawn around, seconds.
func (s step) around(t float64) float64 { return min(s.limit, s.growth*t) }

// normal reports whether the draw is normal, and not uniform.
func (s step) normal() bool {
	return s.law.Type == NormalRelative || s.law.Type == NormalAbsolute
}

// sigma returns the standard deviation of a normal draw around x, seconds.
func (s step) sigma(x float64) float64 {
	if s.law.Type == NormalRelative {
		return s.law.Amount * x
	}
	return s.law.Amount
}

// reach is how many standard deviations of a normal draw are followed: beyond
// are 1e-10 of it.
const reach = 6.5

// ends returns the interval of a draw around x before it is cut at the top: a
// uniform draw fills it evenly, a normal draw leaves it once in 1e10.
func (s step) ends(x float64) (lo, hi float64) {
	switch j := s.law.Amount; s.law.Type {
	case Full:
		return 0, x
	case Equal:
		return x / 2, x
	case Spread:
		return x * (1 - j), x * (1 + j)
	case Up:
		return x, x * (1 + j)
	case Down:
		return x * (1 - j), x
	case Add:
		return x, x + j
	case Decorrelated:
		return s.first, max(s.first, j*x)
	case NormalRelative, NormalAbsolute:
		w := reach * s.sigma(x)
		return max(0, x-w), x + w
	}
	return x, x
}

// marks appends the points at which the density of a draw around x changes
// its shape: where it jumps, or all along the bell.
func (s step) marks(to []float64, x float64) []float64 {
	lo, hi := s.ends(x)
	if !s.normal() {
		return append(to, lo, hi)
	}
	for _, z := range []float64{-5.5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5.5} {
		to = append(to, x+z*s.sigma(x))
	}
	return append(to, lo, hi)
}

// kinks appends the delays at which the law of the delays to come changes its
// dependence on this one: where the cap begins to cut, and from where an end of
// the draw leads there.
func (s step) kinks(to []float64) []float64 {
	level := []float64{min(s.limit, s.top)}
	for depth := 0; depth < 8 && len(to) < 10; depth++ {
		var below []float64
		for _, y := range level {
			// The ends are linear in x: lo + (y-lo) x/(end-lo) = y.
			for _, x := range s.sources(y, depth == 0) {
				below = append(below, x/s.growth)
			}
		}
		to, level = append(to, below...), below
	}
	return to
}

// sources returns what the draws are around that end at y or, for a normal
// draw or a cap before it, are centred there.
func (s step) sources(y float64, capped bool) []float64 {
	if s.normal() || capped && math.IsInf(s.top, 1) {
		return []float64{y}
	}
	var x []float64
	lo0, hi0 := s.ends(0)
	lo1, hi1 := s.ends(y)
	if lo1 > lo0 {
		x = append(x, y*(y-lo0)/(lo1-lo0))
	}
	if hi0 == lo1 && hi0 > 0 { // decorrelated: hi(0) is held up by a
		hi0 = 0
	}
	if hi1 > hi0 {
		x = append(x, y*(y-hi0)/(hi1-hi0))
	}
	return x
}

// row adds to out the law of the next delay drawn around x, as weights of the
// nodes of g and of the two atoms behind them.
//
//	sum_k out[k] f(y_k) = E f(t')
//
// for every f that is a polynomial of degree 5 on each panel. A uniform draw
// is integrated in closed form, a normal one by Gauss and Legendre's rule on
// pieces of at most two standard deviations.
func (s step) row(out []float64, g *panels, x float64) {
	lo, hi := s.ends(x)
	zero, top := len(out)-2, len(out)-1
	switch {
	case lo >= s.top:
		out[top]++
	case hi == 0:
		out[zero]++
	case hi-lo <= 1e-14*hi:
		g.point(out, lo, 1)
	case s.normal():
		s.gaussian(out, g, x)
	default:
		f := 1 / (hi - lo)
		if hi > s.top {
			out[top] += (hi - s.top) * f
			hi = s.top
		}
		g.box(out, lo, hi, f)
	}
}

// gaussian adds the law of min(top, max(0, N(x, sigma^2))) to out. The mass that
// rounding and the ends of the grid lose is given back in proportion.
func (s step) gaussian(out []float64, g *panels, x float64) {
	sigma := s.sigma(x)
	lo, hi := s.ends(x)
	zero, top := len(out)-2, len(out)-1
	low, high := upper(x/sigma), 0.0
	if !math.IsInf(s.top, 1) {
		high = upper((s.top - x) / sigma)
	}
	total := 0.0
	from, to := g.find(lo), g.find(hi)
	for p := from; p <= to; p++ {
		start, end := g.edge[p], g.edge[p+1]
		u, v := start, end
		whole := end-start <= 2*sigma
		if !whole {
			u, v = max(lo, start), min(hi, end)
		}
		n := max(1, math.Ceil((v-u)/(2*sigma)-1e-6))
		for i := range int(n) {
			h := (v - u) / (2 * n)
			mid := u + h*float64(2*i+1)
			for k := range order {
				y := mid + h*gaussNode[k]
				w := h * gaussWeight[k] * bell((y-x)/sigma) / sigma
				total += w
				if whole {
					out[p*order+k] += w
					continue
				}
				l := lagrange((2*y - start - end) / (end - start))
				for i := range order {
					out[p*order+i] += w * l[i]
				}
			}
		}
	}
	if total > 0 {
		scale := (1 - low - high) / total
		for k := from * order; k < (to+1)*order; k++ {
			out[k] *= scale
		}
	}
	out[zero] += low
	out[top] += high
}
