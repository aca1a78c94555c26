package jitter

import "math"

// A series is a smooth law on an interval, not necessarily of probability 1,
// as a Fourier series with the interval as its period. On the support the
// series is exact: nothing is cut off but its end.
//
//	psi_j = integral of e^(-i omega_j (x-C)) dmu,   omega_j = 2 pi j/L
//	F(x)  = R/2 + (R z - m)/L + (1/pi) sum over j of Im(psi_j e^(i omega_j z))/j
//
//	C  middle of the interval, seconds; z = x - C, from -L/2 to L/2
//	L  its length, seconds
//	R  the mass, F(C+L/2)
//	m  the integral of z dmu, seconds
//
// For a sum of uniforms on its support m = 0 and psi_j is the product of
// sin(x_k)/x_k, x_k = pi j w_k/L. Source: the Fourier series of a piecewise
// smooth function, its constant fixed by the mean; maths.md B2.
type series struct {
	at, span    float64   // C, L, seconds
	mass, first float64   // R; m, seconds
	sin, cos    []float64 // Re psi_j/(pi j) and Im psi_j/(pi j); cos is nil if all are 0
	start       [3]float64
}

// newSeries returns the series of psi_1, psi_2, ... over j pi.
func newSeries(at, span, mass, first float64, sin, cos []float64) *series {
	s := &series{at: at, span: span, mass: mass, first: first, sin: sin, cos: cos}
	for p := 1; p <= 2; p++ {
		s.start[p] = s.sum(-span/2, p)
	}
	return s
}

// moment returns the p-fold integral of F from the left end, p = 0, 1, 2: the
// series integrated term by term, with a polynomial.
//
//	p = 1    R y/2 + (R (z^2 - L^2/4)/2 - m y)/L + S_1(z) - S_1(-L/2)
//	p = 2    R y^2/4 + (R (z^3/6 - L^2 z/8 - L^3/24) - m y^2/2)/L
//	         + S_2(z) - S_2(-L/2) - S_1(-L/2) y
//
//	y  z + L/2
//	S  sum, the series integrated p times
//
// Right of the interval F = R, and the integrals go on as polynomials.
func (s *series) moment(x float64, p int) float64 {
	half := s.span / 2
	z := x - s.at
	switch {
	case z <= -half:
		return 0
	case z >= half && p == 0:
		return s.mass
	case z >= half && p == 1:
		return s.mass*z - s.first
	case z > half:
		h := z - half
		return s.moment(s.at+half, 2) + h*(s.mass*half-s.first) + s.mass*h*h/2
	}
	// In units of L, so that nothing overflows or vanishes.
	l := s.span
	v, y, m := z/l, z/l+0.5, s.first/l
	switch p {
	case 0:
		return s.mass*y - m + s.sum(z, 0)
	case 1:
		return l*(s.mass*(y/2+(v*v-0.25)/2)-m*y) + s.sum(z, 1) - s.start[1]
	}
	return l*l*(s.mass*(y*y/4+v*v*v/6-v/8-1.0/24)-m*y*y/2) +
		s.sum(z, 2) - s.start[2] - s.start[1]*y*l
}

// sum returns the series itself, integrated p times without the constants.
//
//	p = 0    sum of  a sin t + b cos t                       t = omega_j z
//	p = 1    sum of (-a cos t + b sin t)/omega_j
//	p = 2    sum of (-a sin t - b cos t)/omega_j^2
//
// The sines come from a rotation, two at a time so that the processor need not
// wait for the last; it is begun anew every 256 terms.
func (s *series) sum(z float64, p int) float64 {
	step := 2 * math.Pi * (z / s.span)
	sin2, cos2 := math.Sincos(2 * step)
	var oddSum, evenSum float64
	n := len(s.sin)
	for from := 0; from < n; from += 256 {
		to := min(n, from+256)
		sa, ca := math.Sincos(float64(from+1) * step)
		sb, cb := math.Sincos(float64(from+2) * step)
		switch {
		case p == 0 && s.cos == nil:
			j := from
			for ; j+1 < to; j += 2 {
				oddSum += s.sin[j] * sa
				evenSum += s.sin[j+1] * sb
				sa, ca = sa*cos2+ca*sin2, ca*cos2-sa*sin2
				sb, cb = sb*cos2+cb*sin2, cb*cos2-sb*sin2
			}
			if j < to {
				oddSum += s.sin[j] * sa
			}
		default:
			for j := from; j < to; j++ {
				a, b := s.sin[j], 0.0
				if s.cos != nil {
					b = s.cos[j]
				}
				w := s.span / (2 * math.Pi * float64(j+1))
				switch p {
				case 0:
					oddSum += a*sa + b*ca
				case 1:
					oddSum += (b*sa - a*ca) * w
				case 2:
					oddSum -= (a*sa + b*ca) * w * w
				}
				sa, ca, sb, cb = sb, cb, sa*cos2+ca*sin2, ca*cos2-sa*sin2
			}
		}
	}
	return oddSum + evenSum
}
