package num

import "math"

// node and weight are Gauss and Legendre's rule of ten points on [0, 1]: exact
// for polynomials up to degree 19. Source: Abramowitz, Stegun, Handbook of
// Mathematical Functions, table 25.4, moved from [-1, 1].
var (
	node = [10]float64{
		0.5 - 0.9739065285171717/2, 0.5 - 0.8650633666889845/2, 0.5 - 0.6794095682990244/2,
		0.5 - 0.4333953941292472/2, 0.5 - 0.1488743389816312/2,
		0.5 + 0.1488743389816312/2, 0.5 + 0.4333953941292472/2, 0.5 + 0.6794095682990244/2,
		0.5 + 0.8650633666889845/2, 0.5 + 0.9739065285171717/2,
	}
	weight = [10]float64{
		0.0666713443086881 / 2, 0.1494513491505806 / 2, 0.2190863625159820 / 2,
		0.2692667193099963 / 2, 0.2955242247147529 / 2,
		0.2955242247147529 / 2, 0.2692667193099963 / 2, 0.2190863625159820 / 2,
		0.1494513491505806 / 2, 0.0666713443086881 / 2,
	}
)

// Integrate returns the integral of f from a to b by the rule of ten points on
// each of n equal panels.
func Integrate(f func(float64) float64, a, b float64, n int) float64 {
	h := (b - a) / float64(n)
	total := 0.0
	for i := range n {
		from := a + float64(i)*h
		for k, x := range node {
			total += weight[k] * f(from+h*x)
		}
	}
	return total * h
}

// Area returns the integral of f from a to b to about tol, by rules of ten points on
// parts of parts, so many times at most: f may jump. A part at whose ends f changes
// more than the points between them see is divided, too: a rise next to the end of a
// wide part lies before its first point.
func Area(f func(x float64) float64, a, b, tol float64, depth int) float64 {
	if !(b > a) {
		return 0
	}
	var parts func(a, b, whole float64, depth int) float64
	parts = func(a, b, whole float64, depth int) float64 {
		mid := a + 0.47*(b-a) // a whole and its halves would be wrong alike of even steps
		left, right := Integrate(f, a, mid, 1), Integrate(f, mid, b, 1)
		if math.Abs(left+right-whole) <= tol && !edged(f, a, b, tol) || depth == 0 {
			return left + right
		}
		return parts(a, mid, left, depth-1) + parts(mid, b, right, depth-1)
	}
	return parts(a, b, Integrate(f, a, b, 1), depth)
}

// edged reports whether most of the change of f from a to b is next to an end, and so
// much that it may hide more than tol.
func edged(f func(x float64) float64, a, b, tol float64) bool {
	edge := (b - a) / 128 // the first of ten points is at 1/77, and of the parts at about 1/150
	from, to := f(a+edge), f(b-edge)
	jump := math.Abs(from-f(a)) + math.Abs(f(b)-to)
	return jump*edge > tol && jump > 0.5*math.Abs(to-from)
}
