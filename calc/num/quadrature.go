package num

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
