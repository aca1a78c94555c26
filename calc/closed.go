package calc

import (
	"math"
	"math/bits"
)

// Delay returns the delay before jitter of retry n, in seconds.
//
//	d_n = min(c, a r^(n-1))    n whole, >= 1; see general.go for a policy that is not plain
func (p Policy) Delay(n float64) float64 {
	if !p.Exponential() {
		return p.delayBy(n)
	}
	return min(p.MostDelay(), p.uncapped(n))
}

// uncapped returns a r^(n-1), whole n >= 1.
func (p *Policy) uncapped(n float64) float64 { return p.times(power(p.Factor, n-1)) }

// times returns a x, 0 at a = 0 even if x has overflowed.
func (p *Policy) times(x float64) float64 {
	if p.InitialDelay == 0 {
		return 0
	}
	return p.InitialDelay * x
}

// Elapsed returns the time at which retry n starts, in seconds.
//
//	T_n = n s + S_n
//	S_n = a (r^n - 1)/q             n <= m    (r = 1: n a)
//	S_n = S_m + (n-m) c             n >  m
//
//	n  retry, whole, >= 0, or +Inf; T_0 = 0
func (p Policy) Elapsed(n float64) float64 {
	if !p.Exponential() {
		w := p.walk()
		return w.to(n)
	}
	switch {
	case math.IsInf(n, 1):
		return n // not the NaN of n s at s = 0
	case p.InitialDelay == 0:
		return n * p.AttemptTime
	}
	m := p.plainCapRetry() - 1
	t := n*p.AttemptTime + p.InitialDelay*series(p.Factor, min(n, m))
	if n > m {
		t += (n - m) * p.MostDelay()
	}
	return t
}

// mostMultiplied is the largest exponent of a power computed by multiplication. The relative error of the product is up
// to n 2^-53, and of exp(n ln r) up to 3 n ln r 2^-53: both are below 2e-13. Multiplication keeps powers of 2 and 1.5
// exact.
const mostMultiplied = 1024

// power returns r^n, r >= 1, whole n >= 0.
func power(r, n float64) float64 {
	if n > mostMultiplied {
		return math.Exp(n * math.Log1p(r-1))
	}
	pow := 1.0
	for k, bit := uint(n), bits.Len(uint(n))-1; bit >= 0; bit-- {
		pow *= pow
		if k>>bit&1 == 1 {
			pow *= r
		}
	}
	return pow
}

// series returns 1 + r + ... + r^(n-1), r >= 1, whole n >= 0. It is (r^n - 1)/(r - 1), or n if r = 1. Up to
// mostMultiplied it avoids the division:
//
//	S_2k = S_k (1 + r^k),  S_(k+1) = r S_k + 1
func series(r, n float64) float64 {
	if n > mostMultiplied {
		if r == 1 {
			return n
		}
		return math.Expm1(n*math.Log1p(r-1)) / (r - 1)
	}
	pow, sum := 1.0, 0.0
	for k, bit := uint(n), bits.Len(uint(n))-1; bit >= 0; bit-- {
		sum *= 1 + pow
		pow *= pow
		if k>>bit&1 == 1 {
			sum = r*sum + 1
			pow *= r
		}
	}
	return sum
}

// CapRetry returns the first retry that waits a full cap, a whole number.
//
//	m + 1,  m = ceil( ln(c/a) / ln r )
//
// It is 1 when a = c, and +Inf when the cap is never reached: no cap, a = 0, or r = 1 with c > a. If the cap equals a
// delay up to rounding, it compares the delays themselves.
func (p Policy) CapRetry() float64 {
	if !p.Exponential() {
		return p.generalCapRetry()
	}
	return p.plainCapRetry()
}

func (p *Policy) plainCapRetry() float64 {
	switch {
	case p.InitialDelay >= p.MostDelay():
		return 1
	case p.Factor == 1 || p.InitialDelay == 0 || math.IsInf(p.MostDelay(), 1):
		return math.Inf(1)
	}
	const rounding = 1e-12 // relative error of a delay
	l, y := logRatio(p.MostDelay(), p.InitialDelay), math.Log1p(p.Factor-1)
	x := l / y
	m := math.Ceil(x)
	switch {
	case math.Abs(x-math.Round(x))*y > (1+l)*rounding:
	case p.uncapped(m) >= p.MostDelay():
		m--
	case p.uncapped(m+1) < p.MostDelay():
		m++
	}
	return m + 1
}

// logRatio returns ln(x/z) for positive x and z, exact as x tends to z and finite even
// if x/z is not.
func logRatio(x, z float64) float64 {
	if d := (x - z) / z; !math.IsInf(d, 0) {
		return math.Log1p(d)
	}
	return math.Log(x) - math.Log(z)
}
