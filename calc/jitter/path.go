package jitter

import "math"

// Path returns the distribution of the delay before retry k of a type with a path F, averaged over the numbers drawn
// before:
//
//	k = 1   min(c, F(u))
//	k > 1   min(c, F(k-1+u) - F(k-2+v))    u, v uniform on [0, 1)
//
//	P(F(k-1+u) - F(k-2+v) <= t) = integral over v from 0 to 1 of P(F(k-1+u) <= t + F(k-2+v))
//
// F begins like a square root, so points are spaced evenly in the roots of u and v.
func (p Policy) Path(k float64) Dist {
	const nodes = 256 // nodes of the integral over v
	c, x := p.CapOf(k), p.DrawArgs(k, p.InitialDelay)
	f := func(at float64) float64 { return p.Jitter.Type.Row().Path(x, at) }
	if math.IsInf(f(k), 1) {
		return constant(c)
	}
	end := p.pathTo(k)
	if k == 1 {
		return end.atMost(c)
	}
	longest := f(k) - f(k-2)
	if longest <= 1e-13*f(k) { // lost in the rounding of F
		return constant(min(c, longest))
	}
	top := min(c, longest)
	step := piecewise{x: make([]float64, cells+1), f: make([]float64, cells+1)}
	for i := range step.x {
		step.x[i] = top * float64(i) / cells
	}
	for j := range nodes {
		root := (float64(j) + 0.5) / nodes
		before, weight, n := f(k-2+root*root), 2*root/nodes, 0
		for i, t := range step.x {
			for n < len(end.x) && end.x[n] <= t+before {
				n++
			}
			step.f[i] += weight * end.between(n, t+before)
		}
	}
	step.f[0] = 0
	return piecewise{x: append(step.x, top), f: append(step.f, 1)}
}

// PathEnds returns the least and the greatest sum of the first k delays of a type with a path, seconds. The sum of
// min(c, F(j-1+u_j) - F(j-2+u_(j-1))) is concave in the places F(j-1+u_j). So it is least where every u is 0 or 1, and
// greatest where each place is c before the next one, or as near to that as it can be.
func (p Policy) PathEnds(k int) (least, most float64) {
	f := make([]float64, k+1) // F(0), F(1), ..., F(k)
	for j := range f {
		f[j] = p.Jitter.Type.Row().Path(p.DrawArgs(float64(j), p.InitialDelay), float64(j))
	}
	step := func(j int, from, to float64) float64 {
		if math.IsInf(to, 1) {
			return p.CapOf(float64(j))
		}
		return min(p.CapOf(float64(j)), to-from)
	}
	low, high := 0.0, math.Inf(1) // least sums that end at F(j-1) and at F(j)
	for j := 1; j <= k; j++ {
		before := f[max(0, j-2)]
		low, high = min(low+step(j, before, f[j-1]), high+step(j, f[j-1], f[j-1])),
			min(low+step(j, before, f[j]), high+step(j, f[j-1], f[j]))
	}
	at := f[k]
	for j := k; j >= 1; j-- {
		before := 0.0
		if j > 1 {
			before = min(f[j-1], max(f[j-2], at-p.CapOf(float64(j))))
		}
		most += step(j, before, at)
		at = before
	}
	return min(low, high), most
}

// PathTo returns the distribution of F(k-1+u), the sum of the first k delays of a type with a path and without a cap.
func (p Policy) PathTo(k float64) Dist { return p.pathTo(k) }

func (p Policy) pathTo(k float64) piecewise {
	x := p.DrawArgs(k, p.InitialDelay)
	end := piecewise{x: make([]float64, cells+1), f: make([]float64, cells+1)}
	for i := range end.x {
		u := math.Pow(float64(i)/cells, 2)
		end.x[i], end.f[i] = p.Jitter.Type.Row().Path(x, k-1+u), u
	}
	return end
}
