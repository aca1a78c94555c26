package elapsed

// A curve is a CDF that is straight between knots, of a time to which U(lo, hi) is added.
type curve struct {
	x, f, area []float64 // knots, seconds, and there the CDF and its integral, seconds
	lo, hi     float64   // seconds
}

func newCurve(x, f []float64, lo, hi float64) curve {
	area := make([]float64, len(x))
	for i := 1; i < len(x); i++ {
		area[i] = area[i-1] + (x[i]-x[i-1])*(f[i]+f[i-1])/2
	}
	return curve{x, f, area, lo, hi}
}

// add adds P(T + U(lo, hi) <= y), for times y in ascending order.
func (c curve) add(y, sum []float64) {
	width, i, j := c.hi-c.lo, 0, 0
	for m, z := range y {
		f, high := c.at(z-c.lo, &i)
		_, low := c.at(z-c.hi, &j)
		if width > 1e-9*c.hi {
			f = (high - low) / width
		}
		sum[m] += f
	}
}

// at returns the CDF and its integral at z; i is the first knot after it, or one before that.
func (c curve) at(z float64, i *int) (f, area float64) {
	for *i < len(c.x) && c.x[*i] <= z {
		*i++
	}
	n := *i
	switch n {
	case 0:
		return 0, 0
	case len(c.x):
		return c.f[n-1], c.area[n-1] + (z-c.x[n-1])*c.f[n-1]
	}
	d := z - c.x[n-1]
	f = c.f[n-1] + (c.f[n]-c.f[n-1])*d/(c.x[n]-c.x[n-1])
	return f, c.area[n-1] + d*(c.f[n-1]+f)/2
}

// cells returns what lies from one time to another, on n cells; what lies at the first knot is a point.
func (c curve) cells(from, to float64, n int) lattice {
	i := 0
	before, _ := c.at(from, &i)
	l := lattice{step: (to - from) / float64(n)}
	if from <= c.x[0] && c.f[0] > slightMass || from == to {
		l.points, l.step = []point{{from, before}}, max(l.step, closePoint)
	}
	if from == to {
		return l
	}
	l.at, l.mass = from+l.step/2, make([]float64, n)
	for j := range l.mass {
		by, _ := c.at(from+float64(j+1)*l.step, &i)
		l.mass[j], before = by-before, by
	}
	l.mass[n-1] += c.f[len(c.f)-1] * 0
	return l
}
