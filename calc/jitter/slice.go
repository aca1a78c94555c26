package jitter

import "math"

// A slice is the law N(mu, sigma^2) of a time under the condition that it lies
// between lo and hi.
type slice struct {
	mu, sigma float64 // seconds
	lo, hi    float64 // seconds, lo < hi; -Inf and +Inf: not cut
	mass      float64 // probability of the condition
}

// newSlice returns the law of N(mu, sigma^2) between lo and hi.
func newSlice(mu, sigma, lo, hi float64) slice {
	s := slice{mu, sigma, lo, hi, 1}
	alpha, beta := s.cuts()
	if alpha > 0 {
		s.mass = upper(alpha) - upper(beta)
	} else {
		s.mass = upper(-beta) - upper(-alpha)
	}
	return s
}

// cuts returns the ends in deviations from the mean.
func (s slice) cuts() (alpha, beta float64) {
	return (s.lo - s.mu) / s.sigma, (s.hi - s.mu) / s.sigma
}

// moment returns E ((x-X)+)^p / p! under the condition, p = 0, 1, 2.
//
//	without a cut: sigma^p E ((t-Z)+)^p / p!,  t = (x-mu)/sigma
//	cut below lo:  less the Taylor polynomial of the same at lo
//	above hi:      the Taylor polynomial at hi
func (s slice) moment(x float64, p int) float64 {
	switch {
	case x <= s.lo:
		return 0
	case x >= s.hi && p == 0:
		return 1
	case x > s.hi:
		total := 0.0
		for i := range p + 1 {
			total += power(x-s.hi, p-i) * s.moment(s.hi, i)
		}
		return total
	}
	total := s.whole(x, p)
	if !math.IsInf(s.lo, -1) {
		for i := range p + 1 {
			total -= power(x-s.lo, p-i) * s.whole(s.lo, i)
		}
	}
	return total / s.mass
}

// whole returns E ((x-X)+)^p / p! of the normal that is not cut.
func (s slice) whole(x float64, p int) float64 {
	t := (x - s.mu) / s.sigma
	switch p {
	case 0:
		return upper(-t)
	case 1:
		return s.sigma * loss(-t)
	}
	return s.sigma * s.sigma * loss2(-t) / 2
}

// mean returns the expected value under the condition.
//
//	mu + sigma (phi(alpha) - phi(beta)) / mass
func (s slice) mean() float64 {
	alpha, beta := s.cuts()
	return s.mu + s.sigma*(bell(alpha)-bell(beta))/s.mass
}
