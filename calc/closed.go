package calc

import "math"

// Delay returns the delay before jitter of retry n, in seconds.
//
//	d_n = min(c, a r^(n-1))    n whole, >= 1; see general.go for a policy that is not plain
func (p Policy) Delay(n float64) float64 {
	if !p.Plain() {
		return p.delayBy(n, p.at)
	}
	return min(p.Cap, p.uncapped(n))
}

// uncapped returns a r^(n-1), rounded once. It increases with n, which CapRetry
// relies on.
func (p Policy) uncapped(n float64) float64 {
	m, e := power(p.Factor, n-1)
	frac, ea := math.Frexp(p.InitialDelay) // a small a does not cost bits, either
	return m.times(frac).scaled(e + ea).hi
}

// Elapsed returns the time at which retry n starts, in seconds.
//
//	T_n = n s + S_n
//	S_n = a (r^n - 1)/q             n <= m    (r = 1: n a)
//	S_n = S_m + (n-m) c             n >  m
//
//	n  retry, whole, >= 0, or +Inf; T_0 = 0
func (p Policy) Elapsed(n float64) float64 {
	if !p.Plain() {
		w := p.walk()
		return w.to(n)
	}
	return p.elapsed(n).hi
}

// elapsed returns T_n in double precision, so that T - T_n keeps its digits
// when the two are close.
func (p Policy) elapsed(n float64) double {
	if math.IsInf(n, 1) {
		return double{n, 0} // and not the NaN of n s at s = 0
	}
	m := p.CapRetry() - 1
	t := p.sum(min(n, m)).plus(twoProd(n, p.AttemptTime))
	if n > m {
		t = t.plus(twoProd(n-m, p.Cap))
	}
	return t
}

// sum returns S_n = a (r^n - 1)/q as if there were no cap, whole n >= 0.
//
// The subtraction is harmless: r^n carries 2^-104 and r^n - 1 >= q >= 2^-52.
func (p Policy) sum(n float64) double {
	q := p.Factor - 1
	if q == 0 {
		return twoProd(n, p.InitialDelay)
	}
	m, e := power(p.Factor, n)
	frac, ea := math.Frexp(p.InitialDelay)
	fracQ, eq := math.Frexp(q)
	m = m.minus(double{math.Ldexp(1, -e), 0}) // (m 2^e - 1) 2^-e
	return m.over(fracQ).times(frac).scaled(e + ea - eq)
}

// CapRetry returns the first retry that waits a full cap, a whole number.
//
//	m + 1,  m = ceil( ln(c/a) / ln r )
//
// It is 1 when a = c, and +Inf when the cap is never reached: no cap, or r = 1 with
// c > a. Up to 2^52 it agrees with Delay to the last bit.
func (p Policy) CapRetry() float64 {
	if !p.Plain() {
		return p.generalCapRetry()
	}
	q, y := p.growth()
	switch {
	case p.InitialDelay >= p.Cap:
		return 1
	case q == 0 || math.IsInf(p.Cap, 1):
		return math.Inf(1)
	}
	l := logRatio(p.Cap, p.InitialDelay)
	x := l / y
	m := math.Ceil(x)
	if math.Abs(x-math.Round(x))*y > (1+l)*0x1p-48 {
		return m + 1
	}
	// The cap is a power, or so close to one that rounding may decide: by one retry,
	// up to m = 2^52. The delays know.
	switch {
	case p.uncapped(m) >= p.Cap:
		m--
	case p.uncapped(m+1) < p.Cap:
		m++
	}
	return m + 1
}

// logRatio returns ln(x/z) for positive x and z, exact as x tends to z and
// finite even if x/z is not.
func logRatio(x, z float64) float64 {
	if d := (x - z) / z; !math.IsInf(d, 0) {
		return math.Log1p(d)
	}
	// By way of Frexp, since math.Log is wrong for subnormal numbers on amd64.
	fx, ex := math.Frexp(x)
	fz, ez := math.Frexp(z)
	return math.Log(fx/fz) + float64(ex-ez)*math.Ln2
}
