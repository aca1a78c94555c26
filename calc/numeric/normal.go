package numeric

import "math"

// NormalPDF returns the density of the standard normal distribution.
//
//	phi(t) = exp(-t^2/2) / sqrt(2 pi)
func NormalPDF(t float64) float64 {
	return math.Exp(-t*t/2) / math.Sqrt(2*math.Pi)
}

// NormalCDF returns P(Z <= t) of the standard normal distribution, without
// cancellation in either tail.
func NormalCDF(t float64) float64 { return math.Erfc(-t/math.Sqrt2) / 2 }

// NormalQuantile returns the t with P(Z <= t) = q, 0 <= q < 1. math.Erfinv works on 1-2q and so loses the tail. Steps
// of Halley's method on the tail probability restore it.
func NormalQuantile(q float64) float64 {
	switch {
	case q == 0:
		return math.Inf(-1)
	case q > 0.5:
		return -NormalQuantile(1 - q)
	}
	t := max(-8, math.Sqrt2*math.Erfinv(2*q-1))
	for range 4 {
		e := (NormalCDF(t) - q) / NormalPDF(t)
		if t -= e / (1 + t*e/2); math.Abs(e) < 1e-9 { // the remaining error is of the third order
			break
		}
	}
	return t
}
