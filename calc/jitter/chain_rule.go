package jitter

// order is the number of nodes on a panel. Gauss and Legendre's rule of six
// points integrates polynomials up to degree 11, and the interpolation through
// them is of degree 5.
const order = 6

// The nodes and weights of the rule on [-1, 1]. Source: Abramowitz, Stegun,
// Handbook of Mathematical Functions, table 25.4.
var (
	gaussNode = [order]float64{
		-0.9324695142031521, -0.6612093864662645, -0.2386191860831969,
		0.2386191860831969, 0.6612093864662645, 0.9324695142031521,
	}
	gaussWeight = [order]float64{
		0.1713244923791704, 0.3607615730481386, 0.4679139345726910,
		0.4679139345726910, 0.3607615730481386, 0.1713244923791704,
	}
)

// lagrange returns the six polynomials that are 1 at one node of [-1, 1] and 0
// at the others, at z.
//
//	l_k(z) = w_k sum_(m<6) (m + 1/2) P_m(z_k) P_m(z)
//
// P_m are Legendre's polynomials. The sum is exact, since the rule integrates
// the products P_m l_k exactly.
func lagrange(z float64) (l [order]float64) {
	p := legendre(z)
	for k := range order {
		for m := range order {
			l[k] += (float64(m) + 0.5) * legendreAtNode[k][m] * p[m]
		}
		l[k] *= gaussWeight[k]
	}
	return l
}

// antiderivative returns the integrals of l_k from -1 to z, term by term with
//
//	integral of P_m from -1 to z = (P_(m+1)(z) - P_(m-1)(z)) / (2m + 1)    m > 0
func antiderivative(z float64) (l [order]float64) {
	p := legendre(z)
	for k := range order {
		l[k] = (1 + z) / 2
		for m := 1; m < order; m++ {
			l[k] += legendreAtNode[k][m] * (p[m+1] - p[m-1]) / 2
		}
		l[k] *= gaussWeight[k]
	}
	return l
}

// legendre returns P_0(z) to P_6(z) by Bonnet's recursion.
func legendre(z float64) (p [order + 1]float64) {
	p[0], p[1] = 1, z
	for m := 1; m < order; m++ {
		p[m+1] = (float64(2*m+1)*z*p[m] - float64(m)*p[m-1]) / float64(m+1)
	}
	return p
}

// legendreAtNode is P_m at the nodes, a table that never changes.
var legendreAtNode = func() (t [order][order + 1]float64) {
	for k := range order {
		t[k] = legendre(gaussNode[k])
	}
	return t
}()
