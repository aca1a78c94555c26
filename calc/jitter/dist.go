package jitter

import (
	"math"
	"sort"
)

// A Dist is the distribution of a time, in seconds. It has no state and may be used
// by several goroutines at once.
type Dist interface {
	// Mean returns the expected value, seconds.
	Mean() float64
	// Variance returns the mean squared distance from Mean, seconds squared.
	Variance() float64
	// CDF returns P(X <= x), x in seconds.
	CDF(x float64) float64
	// Quantile returns the least x with CDF(x) >= q, seconds, 0 < q < 1, and the
	// ends of the support at q = 0 and 1.
	Quantile(q float64) float64
	// Support returns the least interval that X never leaves, seconds; hi may be
	// +Inf.
	Support() (lo, hi float64)
	// Atom returns P(X = x), which is above 0 only if a limit collects draws at x or the time is certain.
	Atom(x float64) float64
}

// cells is the number of pieces that approximate a smooth CDF. It is a multiple of 20 and of 3 because the CDFs of the
// table have corners at twentieths and thirds.
const cells = 480

// A piecewise is a distribution whose CDF is linear between the points (x[i], f[i]). The
// points ascend, f from 0 to 1. Two points with one x are a jump: an atom.
type piecewise struct {
	x, f    []float64
	endless bool // the support goes on beyond the points, with negligible probability
}

// Constant returns the distribution of a time that is certain, seconds.
func Constant(x float64) Dist { return constant(x) }

func constant(x float64) piecewise { return piecewise{x: []float64{x, x}, f: []float64{0, 1}} }

// uniform returns U(lo, hi), seconds.
func uniform(lo, hi float64) piecewise {
	return piecewise{x: []float64{lo, hi}, f: []float64{0, 1}}
}

// points returns the discrete distribution on ascending times, seconds, with the given probabilities.
func points(at, weight []float64) piecewise {
	p, below := piecewise{x: make([]float64, 2*len(at)), f: make([]float64, 2*len(at))}, 0.0
	for i, x := range at {
		p.x[2*i], p.x[2*i+1], p.f[2*i] = x, x, below
		below = min(1, below+weight[i])
		p.f[2*i+1] = below
	}
	p.f[len(p.f)-1] = 1
	return p
}

// tabulate returns the distribution with a given CDF, whose support begins at or above 0 and ends at or below most,
// seconds. It is exact if the CDF is linear between equally spaced points, and otherwise accurate to about 1e-5.
func tabulate(cdf func(x float64) float64, most float64) piecewise {
	edge := func(within func(x float64) bool, lo, hi float64) float64 { // the least x that is within
		for range 60 {
			if mid := lo + (hi-lo)/2; within(mid) {
				hi = mid
			} else {
				lo = mid
			}
		}
		return hi
	}
	lo := edge(func(x float64) bool { return cdf(x) > 1e-12 }, 0, most)
	hi := edge(func(x float64) bool { return cdf(x) >= 1-1e-12 }, lo, most)
	if hi-lo <= 1e-12*hi {
		return constant(hi)
	}
	p := piecewise{x: make([]float64, 1, cells+1), f: make([]float64, 1, cells+1)}
	p.x[0] = lo
	for i := range cells {
		end := lo + (hi-lo)*float64(i+1)/cells
		p.follow(cdf, end, cdf(end), 8)
	}
	p.f[len(p.f)-1] = 1
	return p
}

// follow adds points up to x, where the CDF is f. It halves the piece, at most so many times, while the CDF leaves the
// straight line by more than 1e-5 at a quarter of it: there delays collect in a narrow range.
func (p *piecewise) follow(cdf func(x float64) float64, x, f float64, halvings int) {
	const most, off = 8 * cells, 1e-5
	from, below := p.x[len(p.x)-1], p.f[len(p.f)-1]
	for share := 0.25; share < 1 && halvings > 0 && len(p.x) < most; share += 0.25 {
		if math.Abs(cdf(from+share*(x-from))-below-share*(f-below)) > off {
			middle := from + (x-from)/2
			p.follow(cdf, middle, cdf(middle), halvings-1)
			p.follow(cdf, x, f, halvings-1)
			return
		}
	}
	p.x, p.f = append(p.x, x), append(p.f, f)
}

// Support returns the first and the last point, or +Inf as the end if p is endless.
func (p piecewise) Support() (lo, hi float64) {
	if lo, hi = p.ends(); p.endless {
		hi = math.Inf(1)
	}
	return lo, hi
}

// ends returns the first and the last point.
func (p piecewise) ends() (lo, hi float64) { return p.x[0], p.x[len(p.x)-1] }

// Mean returns the sum of the middles of the pieces, weighted by their probabilities.
func (p piecewise) Mean() float64 {
	total := 0.0
	for i := 1; i < len(p.x); i++ {
		if w := p.f[i] - p.f[i-1]; w > 0 {
			total += w * middle(p.x[i-1], p.x[i])
		}
	}
	return total
}

// Variance adds 1/12 of the squared width of each piece to the squared distance of its
// middle from the mean.
func (p piecewise) Variance() float64 {
	if lo, hi := p.ends(); lo == hi {
		return 0
	}
	mean, total := p.Mean(), 0.0
	for i := 1; i < len(p.x); i++ {
		if w := p.f[i] - p.f[i-1]; w > 0 {
			off, width := middle(p.x[i-1], p.x[i])-mean, p.x[i]-p.x[i-1]
			total += w * (off*off + width*width/12)
		}
	}
	return total
}

// middle returns the middle of two times. Both may be infinite.
func middle(lo, hi float64) float64 {
	if lo == hi {
		return lo
	}
	return lo + (hi-lo)/2
}

// CDF returns P(X <= x).
func (p piecewise) CDF(x float64) float64 {
	i := sort.Search(len(p.x), func(i int) bool { return p.x[i] > x })
	return p.between(i, x)
}

// below returns P(X < x).
func (p piecewise) below(x float64) float64 {
	i := sort.SearchFloat64s(p.x, x)
	return p.between(i, x)
}

// between returns the CDF at x on the piece that ends at point i.
func (p piecewise) between(i int, x float64) float64 {
	switch {
	case i == 0:
		return 0
	case i == len(p.x):
		return 1
	case math.IsInf(p.x[i], 1) || p.x[i] == p.x[i-1]:
		return p.f[i-1]
	}
	return p.f[i-1] + (p.f[i]-p.f[i-1])*((x-p.x[i-1])/(p.x[i]-p.x[i-1]))
}

// Quantile inverts the CDF.
func (p piecewise) Quantile(q float64) float64 {
	lo, hi := p.Support()
	switch {
	case q <= 0:
		return lo
	case q >= 1:
		return hi
	}
	i := sort.SearchFloat64s(p.f, q)
	if p.x[i] == p.x[i-1] {
		return p.x[i]
	}
	return p.x[i-1] + (p.x[i]-p.x[i-1])*((q-p.f[i-1])/(p.f[i]-p.f[i-1]))
}

// Atom returns the height of the jump at x.
func (p piecewise) Atom(x float64) float64 { return p.CDF(x) - p.below(x) }

// plus returns the distribution of X + o, o in seconds.
func (p piecewise) plus(o float64) piecewise {
	if o == 0 {
		return p
	}
	x := make([]float64, len(p.x))
	for i := range x {
		x[i] = p.x[i] + o
	}
	return piecewise{x, p.f, p.endless}
}

// atMost returns the distribution of min(c, X), c in seconds.
func (p piecewise) atMost(c float64) piecewise {
	if _, hi := p.Support(); hi <= c {
		return p
	}
	n, below := sort.SearchFloat64s(p.x, c), p.below(c)
	x := append(append(make([]float64, 0, n+2), p.x[:n]...), c, c)
	f := append(append(make([]float64, 0, n+2), p.f[:n]...), below, 1)
	if n == 0 {
		return constant(c)
	}
	if below == 1 {
		x, f = x[:n+1], f[:n+1]
	}
	return piecewise{x: x, f: f}
}

// atLeast returns the distribution of max(floor, X), floor in seconds.
func (p piecewise) atLeast(floor float64) piecewise {
	lo, hi := p.ends()
	switch {
	case lo == floor, lo > floor && !p.endless:
		return p
	case hi <= floor:
		return constant(floor)
	}
	n, upTo := sort.Search(len(p.x), func(i int) bool { return p.x[i] > floor }), p.CDF(floor)
	first := []float64{0, upTo}
	if upTo == 0 {
		first = first[1:]
	}
	x := make([]float64, len(first), len(first)+len(p.x)-n)
	for i := range x {
		x[i] = floor
	}
	return piecewise{append(x, p.x[n:]...), append(first, p.f[n:]...), p.endless}
}

// redrawn returns the distribution of X where every X > c is replaced by a draw from
// U(c/2, c), c in seconds.
func (p piecewise) redrawn(c float64) piecewise {
	above := 1 - p.CDF(c)
	if above <= 0 {
		return p
	}
	return tabulate(func(x float64) float64 { return p.CDF(x) + above*clamp(2*x/c-1) }, c)
}
