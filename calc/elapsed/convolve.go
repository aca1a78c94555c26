package elapsed

import (
	"math/bits"
	"math/cmplx"

	"retune/calc/numeric"
)

// convolve returns the measure of the sum of two independent times, with cells of the same
// width. The sum of two points is a point.
func convolve(a, b lattice) lattice {
	switch {
	case len(a.mass)+len(a.points) == 0:
		return a
	case len(b.mass)+len(b.points) == 0:
		return b
	case len(a.mass) == 0 && len(a.points) == 1:
		return b.shifted(a.points[0].x).scaled(a.points[0].p)
	case len(b.mass) == 0 && len(b.points) == 1:
		return a.shifted(b.points[0].x).scaled(b.points[0].p)
	}
	if len(a.mass) == 0 {
		a.step = b.step
	}
	b.step = a.step
	if len(a.points)*len(b.points) > mostPoints {
		a.at, a.mass, _ = a.onCells()
		a.points = nil
	}
	sum := lattice{step: a.step, whole: a.whole && b.whole, points: sums(a.points, b.points)}
	if len(a.mass) == 0 && len(b.mass) == 0 {
		return sum
	}
	atA, allA, spotsA := a.onCells()
	atB, allB, spotsB := b.onCells()
	sum.at, sum.mass = atA+atB, convolved(allA, allB)
	if len(sum.points) > 0 {
		for j, m := range convolved(spotsA, spotsB) {
			sum.mass[j] = max(0, sum.mass[j]-m)
		}
	}
	return sum.trimmed()
}

// sums returns the points of the sum of two independent times.
func sums(a, b []point) (list []point) {
	for _, p := range a {
		for _, q := range b {
			list = append(list, point{p.x + q.x, p.p * q.p})
		}
	}
	return mergedPoints(list)
}

// convolved returns the sums over i of a_i b_(j-i), j = 0, 1, ..., by the Fourier transform of a + ib: with Z its
// value at k and Z' the conjugate of its value at -k, A B = (Z^2 - Z'^2)/4i.
func convolved(a, b []float64) []float64 {
	n := len(a) + len(b) - 1
	size := 1 << bits.Len(uint(n-1))
	z := make([]complex128, size)
	for i, x := range a {
		z[i] = complex(x, 0)
	}
	for i, x := range b {
		z[i] += complex(0, x)
	}
	numeric.Fourier(z)
	for k := 0; k <= size/2; k++ {
		l := (size - k) & (size - 1)
		p, q := z[k], cmplx.Conj(z[l])
		product := (p*p - q*q) * -0.25i
		z[k], z[l] = cmplx.Conj(product), product // the inverse transform
	}
	numeric.Fourier(z)
	sums := make([]float64, n)
	for j := range sums {
		sums[j] = max(0, real(z[j])/float64(size))
	}
	return sums
}
