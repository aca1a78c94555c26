package jitter

// A cut restricts weights on a ladder to the times below a limit.
type cut struct {
	last int        // no weight above this rung
	from int        // every weight is 1 below this one
	w    [6]float64 // and as here from there on
}

// cut returns the weights w_i with which
//
//	sum_i w_i m_i f(t_i) = integral of f up to limit
//
// for weights m that are smooth: the trapezoids up to rung k before the limit
// with the first correction of Euler and Maclaurin, and the rest of the way to
// the next rung by the cubic through k-1 to k+2.
func (l *ladder) cut(limit float64) cut {
	if limit <= l.t[0] {
		return cut{last: -1}
	}
	u := l.rung(limit)
	if u >= float64(l.n-1) {
		return cut{last: l.n - 1, from: l.n}
	}
	k := int(u)
	z := u - float64(k)
	z2, z3, z4 := z*z, z*z*z, z*z*z*z
	return cut{last: k + 2, from: k - 1, w: [6]float64{
		1 + 1./24 - (z4/4-z3+z2)/6,
		0.5 + (z4/4-2*z3/3-z2/2+2*z)/2,
		-1./24 - (z4/4-z3/3-z2)/2,
		(z4/4 - z2/2) / 6,
	}}
}

func (c cut) weight(i int) float64 {
	switch {
	case i > c.last:
		return 0
	case i < c.from:
		return 1
	}
	return c.w[i-c.from]
}
