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
	c, x := p.CapOf(k), p.Around(k, p.InitialDelay)
	f := func(at float64) float64 { return p.Jitter.Type.Row().Path(x, at) }
	if math.IsInf(f(k), 1) {
		return constant(c)
	}
	end := piecewise{x: make([]float64, cells+1), f: make([]float64, cells+1)} // F(k-1+u)
	for i := range end.x {
		u := math.Pow(float64(i)/cells, 2)
		end.x[i], end.f[i] = f(k-1+u), u
	}
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
		before, weight := f(k-2+root*root), 2*root/nodes
		for i, t := range step.x {
			step.f[i] += weight * end.CDF(t+before)
		}
	}
	step.f[0] = 0
	return piecewise{x: append(step.x, top), f: append(step.f, 1)}
}
