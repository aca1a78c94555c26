package jitter

import (
	"math"
	"math/rand/v2"
)

// normalRelative returns the law of normal jitter whose standard deviation is
// a share of the delay.
//
//	max(0, d + N(0, (j d)^2))    P(X = 0) = Phi(-1/j)
//
//	d  envelope, seconds
//	j  standard deviation over d, > 0
//
// Far above the cap the shares 0 and c stay: a wait that was not cut at 0 is
// cut at c. 1e20 caps are far enough to leave nothing between, and finite.
func normalRelative(d, j, limit float64) Dist {
	d = math.Min(d, 1e20*limit)
	return gauss(d, j*d, limit)
}

// normalAbsolute returns the law of normal jitter of a fixed standard
// deviation.
//
//	max(0, d + N(0, sigma^2))    P(X = 0) = Phi(-d/sigma)
//
//	d      envelope, seconds
//	sigma  standard deviation, seconds, > 0
//
// Source: the oldest published simulation of the kind, smira's
// exponential-backoff (sigma = 0.1 s, with feedback).
func normalAbsolute(d, sigma, limit float64) Dist {
	return gauss(d, sigma, limit)
}

// gauss returns the law of min(c, max(0, N(mu, sigma^2))).
func gauss(mu, sigma, c float64) Dist {
	switch {
	case math.IsInf(mu, 1) || mu-c > 38*sigma:
		return constant(c) // less than 1e-308 is left below the cap
	case sigma == 0:
		return constant(mu) // a share of nothing, under feedback
	}
	return normal{mu: mu, sigma: sigma, limit: c}
}

// A normal is the law of min(c, max(0, N(mu, sigma^2))).
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
		m1, m2 := 0.0, 0.0
		for i, x := range node {
			above := upper(alpha + (beta-alpha)*x)
			m1 += weight[i] * above
			m2 += weight[i] * 2 * x * above
		}
		return m1 * n.limit, (m2 - m1*m1) * n.limit * n.limit
	case beta < 0:
		m1 := loss(-beta) - loss(-alpha)
		m2 := loss2(-beta) - loss2(-alpha) - 2*(beta-alpha)*loss(-alpha)
		return n.limit - n.sigma*m1, n.sigma * n.sigma * (m2 - m1*m1)
	}
	m1 := loss(-alpha) - loss(beta)
	m2 := 1 + (alpha*alpha-1)*upper(-alpha) + alpha*bell(alpha)
	if !math.IsInf(beta, 1) {
		m2 += (beta*beta-1)*upper(beta) - beta*bell(beta)
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
	return upper((n.mu - x) / n.sigma)
}

func (n normal) Quantile(q float64) float64 {
	if q >= 1 {
		return n.limit
	}
	return math.Min(n.limit, math.Max(0, n.mu+n.sigma*deviate(q)))
}

func (n normal) Support() (lo, hi float64) { return 0, n.limit }

func (n normal) Atom(x float64) float64 {
	alpha, beta := n.cuts()
	switch {
	case x == 0:
		return upper(-alpha)
	case x == n.limit && !math.IsInf(x, 1):
		return upper(beta)
	}
	return 0
}

func (n normal) Sample(r *rand.Rand) float64 {
	return math.Min(n.limit, math.Max(0, n.mu+n.sigma*r.NormFloat64()))
}

// bell returns the density of the standard normal, phi(t).
func bell(t float64) float64 {
	return math.Exp(-t*t/2) / math.Sqrt(2*math.Pi)
}

// upper returns P(Z > t) of the standard normal, 1 - Phi(t).
func upper(t float64) float64 {
	return math.Erfc(t/math.Sqrt2) / 2
}

// loss returns E (Z-t)+ of the standard normal.
func loss(t float64) float64 {
	if t > 38 {
		return 0
	}
	return bell(t) - t*upper(t)
}

// loss2 returns E ((Z-t)+)^2 of the standard normal.
func loss2(t float64) float64 {
	if t > 38 {
		return 0
	}
	return (1+t*t)*upper(t) - t*bell(t)
}

// deviate returns the t with Phi(t) = q, 0 <= q < 1. math.Erfinv has 1-2q to
// work with and loses the tail; Halley's steps on the tail itself bring it
// back.
func deviate(q float64) float64 {
	switch {
	case q == 0:
		return math.Inf(-1)
	case q > 0.5:
		return -deviate(1 - q)
	}
	t := math.Max(-8, math.Sqrt2*math.Erfinv(2*q-1))
	for range 4 {
		e := (upper(-t) - q) / bell(t)
		t -= e / (1 + t*e/2)
	}
	return t
}
