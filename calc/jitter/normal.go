package jitter

import (
	"math"

	"retune/calc/num"
)

// Normal returns the distribution of max(0, N(mu, sigma^2)), mu and sigma in seconds.
func Normal(mu, sigma float64) Dist { return gauss(mu, sigma, math.Inf(1)) }

// gauss returns the distribution of min(c, max(0, N(mu, sigma^2))).
func gauss(mu, sigma, c float64) Delay {
	switch {
	case math.IsInf(mu, 1) || mu-c > 38*sigma:
		return Constant(c) // less than 1e-308 is left below the cap
	case sigma == 0: // a share of nothing, under feedback
		return Constant(min(mu, c))
	}
	return normal{mu: mu, sigma: sigma, limit: c}
}

// A normal is the distribution of min(c, max(0, N(mu, sigma^2))).
//
//	P(X = 0)  = Phi(alpha)        alpha = -mu/sigma
//	P(X <= x) = Phi((x-mu)/sigma) 0 <= x < c
//	P(X = c)  = 1 - Phi(beta)     beta = (c-mu)/sigma
//
// Phi is the standard normal CDF.
type normal struct {
	mu, sigma float64 // of the draw before it is cut, seconds, > 0
	limit     float64 // c, seconds, or +Inf
}

// cuts returns alpha and beta, where the draw is cut, in deviations.
func (n normal) cuts() (alpha, beta float64) {
	return -n.mu / n.sigma, (n.limit - n.mu) / n.sigma
}

// Mean returns the expected value, seconds.
//
//	mu + sigma (l(-alpha) - l(beta)),  l(t) = E (Z-t)+
func (n normal) Mean() float64 {
	m, _ := n.moments()
	return m
}

func (n normal) Variance() float64 {
	_, v := n.moments()
	return v
}

// moments returns mean and variance from the loss functions of the standard
// normal Z,
//
//	l(t) = E (Z-t)+   = phi(t) - t (1 - Phi(t))
//	k(t) = E ((Z-t)+)^2 = (1 + t^2)(1 - Phi(t)) - t phi(t)
//
// taken from mu or, where more than half is cut at c, from c, so that a small
// variance is not a difference of large numbers. A window [0, c] narrower than
// a deviation is integrated instead: E X^p = integral of p x^(p-1) P(X > x).
func (n normal) moments() (mean, variance float64) {
	alpha, beta := n.cuts()
	switch {
	case beta-alpha < 1:
		above := func(x float64) float64 { return num.NormalCDF(-alpha - (beta-alpha)*x) }
		m1 := num.Integrate(above, 0, 1, 1)
		m2 := num.Integrate(func(x float64) float64 { return 2 * x * above(x) }, 0, 1, 1)
		return m1 * n.limit, (m2 - m1*m1) * n.limit * n.limit
	case beta < 0:
		m1 := num.NormalLoss(-beta) - num.NormalLoss(-alpha)
		m2 := num.NormalLoss2(-beta) - num.NormalLoss2(-alpha) - 2*(beta-alpha)*num.NormalLoss(-alpha)
		return n.limit - n.sigma*m1, n.sigma * n.sigma * (m2 - m1*m1)
	}
	m1 := num.NormalLoss(-alpha) - num.NormalLoss(beta)
	m2 := 1 + (alpha*alpha-1)*num.NormalCDF(alpha) + alpha*num.NormalPDF(alpha)
	if !math.IsInf(beta, 1) {
		m2 += (beta*beta-1)*num.NormalCDF(-beta) - beta*num.NormalPDF(beta)
	}
	return n.mu + n.sigma*m1, n.sigma * n.sigma * (m2 - m1*m1)
}

func (n normal) CDF(x float64) float64 {
	switch {
	case x < 0:
		return 0
	case x >= n.limit:
		return 1
	}
	return num.NormalCDF((x - n.mu) / n.sigma)
}

func (n normal) Quantile(q float64) float64 {
	if q >= 1 {
		return n.limit
	}
	return min(n.limit, max(0, n.mu+n.sigma*num.NormalQuantile(q)))
}

func (n normal) Support() (lo, hi float64) { return 0, n.limit }

func (n normal) Atom(x float64) float64 {
	alpha, beta := n.cuts()
	switch {
	case x == 0:
		return num.NormalCDF(alpha)
	case x == n.limit && !math.IsInf(x, 1):
		return num.NormalCDF(-beta)
	}
	return 0
}

// Components cuts what is not at a point into strips of equal width, n of them, or down
// to two thirds of that where much is cut. With the
// exact mass in each, spread evenly, the variance would be v^2/6 too large (v the
// width: Sheppard's correction, twice); the CDF is therefore taken as F - v^2/12 F”
// at the inner edges, which leaves an error of order v^4.
func (n normal) Components(strips int) []Component {
	reach := 2 + math.Sqrt(2*math.Log(float64(strips))) // 4.4 for 16, 5.2 for 160
	if strips >= 64 {
		reach = 7.5
	}
	alpha, beta := n.cuts()
	from, to := max(alpha, -reach), min(beta, reach)
	strips = max(2*strips/3, int(math.Ceil(float64(strips)*(to-from)/(2*reach))))
	var list []Component
	below := 0.0
	if p := num.NormalCDF(alpha); from == alpha && p > 0 {
		list, below = append(list, Component{p, 0, 0}), p
	}
	last := 1.0
	if to == beta {
		last = num.NormalCDF(beta)
	}
	if v := (to - from) / float64(strips); v > 0 && last > below {
		for i := range strips {
			z := from + float64(i+1)*v
			upTo := num.NormalCDF(z) + v*v/12*z*num.NormalPDF(z)
			if i == strips-1 {
				upTo = last
			}
			list = append(list, Component{upTo - below, n.mu + n.sigma*(z-v), n.mu + n.sigma*z})
			below = upTo
		}
	}
	if to == beta {
		list = append(list, Component{1 - below, n.limit, n.limit})
	}
	return list
}
