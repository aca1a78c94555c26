package elapsed

import (
	"math"

	"retune/calc/num"
)

// A smooth is the distribution of a sum of many delays by Edgeworth's expansion: a
// normal distribution corrected by skewness and the cumulants after it. With z =
// (x - mean)/sd, g_p the cumulant of order p over sd^p and He the Hermite polynomials
//
//	F = Phi(z) - phi(z) (g3/6 He2 + g4/24 He3 + g3^2/72 He5 + g5/120 He4 + g3 g4/144 He6 + g3^3/1296 He8)
//
// and the terms of the next order, with g6, say how far off that may be. Without
// cumulants it is a normal distribution. Source: Petrov, Sums of Independent Random
// Variables, 1975, chapter VI.
type smooth struct {
	cumulants
	lo, hi float64    // support, seconds
	coef   [9]float64 // of He_n
	errors float64
}

// cumulants are the mean, the standard deviation and the cumulants of order 3 to 6 of
// a sum, those over the deviation to the same power.
type cumulants struct {
	mean, sd float64
	g        [7]float64
}

// times returns the cumulants of c and n independent terms like d.
func (c cumulants) times(d cumulants, n float64) cumulants {
	t := cumulants{mean: c.mean + n*d.mean, sd: math.Hypot(c.sd, math.Sqrt(n)*d.sd)}
	if t.sd == 0 || math.IsInf(t.sd, 1) {
		return t
	}
	for p := 3; p <= 6; p++ {
		t.g[p] = c.g[p]*math.Pow(c.sd/t.sd, float64(p)) + n*d.g[p]*math.Pow(d.sd/t.sd, float64(p))
	}
	return t
}

// of returns the cumulants of one delay.
func (d *delay) cumulants() cumulants {
	c := cumulants{mean: d.mean, sd: d.sd}
	if d.sd == 0 {
		return c
	}
	var m [7]float64 // central moments over sd^p
	for _, b := range d.pieces {
		z, w := (d.ref+b.Lo+(b.Hi-b.Lo)/2-d.mean)/d.sd, (b.Hi-b.Lo)/d.sd/2
		z2, w2 := z*z, w*w
		m[2] += b.Weight * (z2 + w2/3)
		m[3] += b.Weight * z * (z2 + w2)
		m[4] += b.Weight * (z2*z2 + 2*z2*w2 + w2*w2/5)
		m[5] += b.Weight * z * (z2*z2 + 10./3*z2*w2 + w2*w2)
		m[6] += b.Weight * (z2*z2*z2 + 5*z2*z2*w2 + 3*z2*w2*w2 + w2*w2*w2/7)
	}
	c.g[3] = m[3]
	c.g[4] = m[4] - 3
	c.g[5] = m[5] - 10*m[3]
	c.g[6] = m[6] - 15*m[4] - 10*m[3]*m[3] + 30
	return c
}

// next returns how far the expansion may be off: the terms of the next order at
// their largest.
func (c cumulants) next() float64 {
	g := c.g
	return 2.4*math.Abs(g[6])/720 + 14.3*math.Abs(g[4]*g[4]/1152+g[3]*g[5]/720) +
		120*math.Abs(g[3]*g[3]*g[4])/1728 + 1220*math.Pow(g[3], 4)/31104
}

// newSmooth returns the expansion of a sum with such cumulants and support.
func newSmooth(c cumulants, lo, hi float64) *smooth {
	g := c.g
	return &smooth{cumulants: c, lo: lo, hi: hi, errors: c.next(), coef: [9]float64{
		2: g[3] / 6, 3: g[4] / 24, 4: g[5] / 120, 5: g[3] * g[3] / 72, 6: g[3] * g[4] / 144, 8: g[3] * g[3] * g[3] / 1296}}
}

func (s *smooth) Mean() float64             { return s.mean }
func (s *smooth) Deviation() float64        { return s.sd }
func (s *smooth) Support() (lo, hi float64) { return s.lo, s.hi }
func (s *smooth) off() float64              { return s.errors }
func (s *smooth) below(x float64) float64   { return s.moment(x, 0) }

func (s *smooth) near() (lo, hi float64) {
	return math.Max(s.lo, s.mean-8*s.sd), math.Min(s.hi, s.mean+8*s.sd)
}

// hermite returns the sum of coef[n] He_(n+shift)(z), He_n = z He_(n-1) - (n-1) He_(n-2).
func (s *smooth) hermite(z float64, shift int) float64 {
	if s.coef == [9]float64{} {
		return 0
	}
	total, before, now := 0.0, 0.0, 1.0
	for n := 0; n <= 8+shift; n++ {
		if i := n - shift; i >= 0 && i <= 8 {
			total += s.coef[i] * now
		}
		before, now = now, z*now-float64(n)*before
	}
	return total
}

func (s *smooth) moment(x float64, p int) float64 {
	z := (x - s.mean) / s.sd
	switch {
	case p == 0 && x >= s.hi || z > 38:
		return beyond(x-s.mean, s.sd*s.sd, p)
	case x < s.lo || z < -38:
		return 0
	}
	phi := num.NormalPDF(z)
	switch p {
	case 0:
		return math.Max(0, math.Min(1, num.NormalCDF(z)-phi*s.hermite(z, 0)))
	case 1:
		return s.sd * math.Max(0, z*num.NormalCDF(z)+phi+phi*s.hermite(z, -1))
	}
	return s.sd * s.sd * math.Max(0, ((1+z*z)*num.NormalCDF(z)+z*phi)/2-phi*s.hermite(z, -2))
}

// quantile returns the time with F = q by the expansion of Cornish and Fisher and two
// steps of Newton's, unless they do not get there.
func (s *smooth) quantile(q float64) (float64, bool) {
	z := num.NormalQuantile(q)
	g3, g4 := s.g[3], s.g[4]
	t := z + g3/6*(z*z-1) + g4/24*z*(z*z-3) - g3*g3/36*z*(2*z*z-5)
	for range 2 {
		phi := num.NormalPDF(t)
		f := num.NormalCDF(t) - phi*s.hermite(t, 0)
		step := (f - q) / (phi * (1 + s.hermite(t, 1)))
		t -= step
		if !(math.Abs(step) < 0.1) {
			return 0, false
		}
	}
	x := s.mean + s.sd*t
	return math.Min(s.hi, math.Max(s.lo, x)), true
}
