package jitter

// law returns the law of the delay: the polynomial through the density at the
// nodes of a panel, integrated and told at nine points of it.
//
//	F(x) = sum of the weights of the panels before
//	     + sum_k m_k/w_k (integral of l_k up to x)
//
// The cubics between the points add 1e-8. The error is that of the weights,
// 1e-5 of a probability on the grid of Fine and 1e-3 on that of Coarse.
func (w *walk) law() table {
	const parts = 8 // of a panel
	g := w.g
	var x, f []float64
	var slope [][2]float64
	sum := 0.0
	for p := range len(g.edge) - 1 {
		m := w.m[p*order : (p+1)*order]
		width := g.edge[p+1] - g.edge[p]
		for i := range parts {
			var d [2]float64
			for e := range d {
				l := lagrange(2*float64(i+e)/parts - 1)
				for k := range order {
					d[e] += m[k] / (width / 2 * gaussWeight[k]) * l[k]
				}
			}
			below := sum
			for k, l := range antiderivative(2*float64(i)/parts - 1) {
				below += m[k] / gaussWeight[k] * l
			}
			x = append(x, g.edge[p]+width*float64(i)/parts)
			f = append(f, below)
			slope = append(slope, d)
		}
		for _, q := range m {
			sum += q
		}
	}
	x = append(x, g.edge[len(g.edge)-1])
	f = append(f, sum)
	slope = append(slope, [2]float64{})
	var atoms []atom
	for k := len(g.x); k < len(w.m); k++ {
		if w.m[k] > 1e-300 {
			atoms = append(atoms, atom{g.at(k), w.m[k]})
		}
	}
	t := newTable(x, f, slope, atoms)
	t.mean, t.variance, t.lo, t.hi = w.delay, w.variation, w.min, w.max
	return t
}
