package jitter

// second returns the law of S_2, which is one integral over the first delay
// and needs no grid.
//
//	P(S_2 <= y) = integral of f(t) P(t_2 <= y-t | t) dt
//	            + P(t_1 = 0) P(t_2 <= y | 0) + P(t_1 = c) P(t_2 <= y-c | c)
//
//	f  density of the first delay
//
// The walk is at retry 2. Each piece is taken by Gauss's rule.
func (w *walk) second(pieces int) table {
	lo, hi := w.ends(w.first)
	density := 1 / (hi - lo)
	zero, top := 0.0, 0.0 // atoms of t_1
	if w.normal() {
		s := w.sigma(w.first)
		zero, top = upper(w.first/s), upper((w.top-w.first)/s)
	} else if hi > w.top {
		top = (hi - w.top) * density
	}
	hi = min(hi, w.top)
	smooth := func(y float64) (f float64) {
		h := (hi - lo) / float64(2*pieces)
		for p := range pieces {
			mid := lo + h*float64(2*p+1)
			for k := range order {
				t := mid + h*gaussNode[k]
				g := density
				if w.normal() {
					s := w.sigma(w.first)
					g = bell((t-w.first)/s) / s
				}
				f += h * gaussWeight[k] * g * w.below2(t, y-t)
			}
		}
		if zero > 0 {
			f += zero * w.below2(0, y)
		}
		if top > 0 {
			f += top * w.below2(w.top, y-w.top)
		}
		return f
	}
	atoms := w.twice(zero, top)
	_, most := w.reach()
	start, end := lo+w.g.edge[0], hi+most
	if zero > strays {
		start = 0
	}
	if top > strays {
		end = w.top + most
	}
	l := newLadder(start, end, (end-start)/8, 4*pieces)
	f, slope := make([]float64, l.n), make([][2]float64, l.n)
	for i, y := range l.t {
		f[i] = smooth(y)
		for _, a := range atoms {
			if y >= a.at {
				f[i] -= a.mass
			}
		}
		if i > 0 {
			d := (f[i] - f[i-1]) / (y - l.t[i-1])
			slope[i-1] = [2]float64{d, d}
		}
	}
	t := newTable(l.t, f, slope, atoms)
	t.mean, t.variance, t.lo, t.hi = w.mean, w.variance(), w.minSum, w.maxSum
	return t
}

// below2 returns P(t_2 <= z) after the first delay t.
func (w *walk) below2(t, z float64) float64 {
	x := w.around(t)
	lo, hi := w.ends(x)
	switch {
	case z < 0:
		return 0
	case z >= w.top || z >= hi && !w.normal():
		return 1
	case w.normal() && w.sigma(x) > 0:
		return upper((x - z) / w.sigma(x))
	case z < lo:
		return 0
	case lo == hi:
		return 1
	}
	return (z - lo) / (hi - lo)
}

// twice returns the atoms of S_2: a delay of 0 or of the cap after another.
func (w *walk) twice(zero, top float64) (atoms []atom) {
	var mass [3]float64 // by the number of caps
	end := len(w.g.x)
	for i, p := range [2]float64{zero, top} {
		if row := w.rows[len(w.rows)-2+i]; row != nil {
			mass[i] += p * row[end]
			mass[i+1] += p * row[end+1]
		}
	}
	for caps, m := range mass {
		if m > 1e-15 {
			atoms = append(atoms, atom{w.time(caps), m})
		}
	}
	return atoms
}
