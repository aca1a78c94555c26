package jitter

import "math"

// erfcx returns e^(z^2) erfc(z) for a complex z with real part >= 0, to about
// 1e-13 of its size, by a polynomial in Z = (L-z)/(L+z):
//
//	erfcx(z) = 2 p(Z)/(L+z)^2 + 1/(sqrt(pi) (L+z)),   L = (N/sqrt(2))^(1/2)
//
// Source: Weideman, "Computation of the complex error function", SIAM J.
// Numer. Anal. 31 (1994), N = 32; w(i z) = erfcx(z).
func erfcx(z complex128) complex128 {
	if a, b := real(z), imag(z); a*a+b*b > 100 {
		v := 1 / z
		t := -0.5 * v * v
		sum := complex(1, 0)
		for k := 17.0; k > 0; k -= 2 {
			sum = 1 + complex(k, 0)*t*sum
		}
		return v * sum / complex(math.Sqrt(math.Pi), 0)
	}
	const l = 4.756828460010884
	down := 1 / (l + z)
	at := (l - z) * down
	p := complex(0, 0)
	for i := len(weideman) - 1; i >= 0; i-- {
		p = p*at + complex(weideman[i], 0)
	}
	return (2*p*down + 1/complex(math.Sqrt(math.Pi), 0)) * down
}

// weideman holds the coefficients of p, lowest power first: the Fourier
// coefficients of e^(-t^2) (L^2+t^2) with t = L tan(theta/2), computed with 40
// digits from the formula of the paper.
var weideman = [32]float64{
	2.572253408124569, 2.2635372999002676, 1.8256696296324813, 1.3455441692345451,
	0.9019254893648, 0.5460139720639342, 0.2954445107150873, 0.14060716226893785,
	0.05730440352983719, 0.019006155784845477, 0.004519541105349286, 0.0003925913607007896,
	-0.0002453298027001812, -0.00013075449254609854, -2.1409619201818262e-05, 6.821031944000645e-06,
	4.401531731530374e-06, 4.255833137355632e-07, -4.184076371185529e-07, -1.481307891793793e-07,
	2.2930439030891307e-08, 2.3797556704926332e-08, 8.12488917405019e-10, -3.208015220602109e-09,
	-5.231022115795881e-10, 4.153742283768118e-10, 1.165823850551327e-10, -5.544247434751948e-11,
	-2.154362353454026e-11, 8.030394123342998e-12, 3.741034357970915e-12, -1.3033481245090926e-12,
}

// tail returns the integral of e^(-iut) phi(t) over t > x, the transform of a
// normal density cut at x.
//
//	(1/2) e^(-u^2/2) erfc((x+iu)/sqrt(2)) = (1/2) e^(-x^2/2 - ixu) erfcx((x+iu)/sqrt(2))
//
//	x  deviations from the mean, or either infinity
//	u  frequency times standard deviation
//
// For x < 0 it is the whole, e^(-u^2/2), less the tail on the other side.
func tail(x, u float64) complex128 {
	switch {
	case x > 38:
		return 0
	case x < -38:
		return complex(math.Exp(-u*u/2), 0)
	case x < 0:
		t := tail(-x, u)
		return complex(math.Exp(-u*u/2)-real(t), imag(t))
	}
	sin, cos := math.Sincos(x * u)
	size := math.Exp(-x*x/2) / 2
	return complex(size*cos, -size*sin) * erfcx(complex(x/math.Sqrt2, u/math.Sqrt2))
}
