package calc

import (
	"math"
	"math/bits"
)

// A double is the unevaluated sum hi + lo of two float64, where hi is the sum rounded to
// nearest: about 106 bits. An infinite double is {±Inf, anything}.
//
// The delay before retry n is a power of the factor, and exp(n log r) is too coarse for
// it: rounding n log r costs n log r units in the last place of the result. Powers are
// therefore multiplied out in doubles. Source of sums and products: Joldes, Muller,
// Popescu, "Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic", ACM TOMS 44 (2017).
type double struct{ hi, lo float64 }

// twoProd returns a b exactly. The conversion forbids the compiler to fuse the product
// into a following sum.
func twoProd(a, b float64) double {
	p := float64(a * b)
	return double{p, math.FMA(a, b, -p)}
}

// renorm returns s + e where |e| is at most about an ulp of s.
func renorm(s, e float64) double {
	hi := s + e
	if math.IsInf(s, 0) {
		return double{s, 0} // e is NaN, as Inf - Inf
	}
	return double{hi, e - (hi - s)}
}

// plus returns x + z, with a relative error of 2^-104 for terms of one sign.
func (x double) plus(z double) double {
	s := x.hi + z.hi
	b := s - x.hi
	e := (x.hi - (s - b)) + (z.hi - b) // what rounding took from s
	return renorm(s, e+(x.lo+z.lo))
}

// minus returns x - z.
func (x double) minus(z double) double { return x.plus(double{-z.hi, -z.lo}) }

// times returns x f.
func (x double) times(f float64) double {
	p := twoProd(x.hi, f)
	return renorm(p.hi, math.FMA(x.lo, f, p.lo))
}

// squared returns x x. The term lo^2 is below the last bit kept.
func (x double) squared() double {
	p := twoProd(x.hi, x.hi)
	return renorm(p.hi, math.FMA(2*x.hi, x.lo, p.lo))
}

// over returns x / f.
func (x double) over(f float64) double {
	d := x.hi / f
	return renorm(d, (math.FMA(-d, f, x.hi)+x.lo)/f)
}

// scaled returns x 2^e, infinite where that overflows.
func (x double) scaled(e int) double {
	hi := math.Ldexp(x.hi, e)
	if math.IsInf(hi, 0) {
		return double{hi, 0}
	}
	return double{hi, math.Ldexp(x.lo, e)}
}

// beyondAll is a binary exponent at which every a r^n has overflowed: the least float64
// is 2^-1074, the largest below 2^1024.
const beyondAll = 2200

// power returns r^n as m 2^e with 1 <= m.hi <= 2, for r >= 1 and whole n >= 0; from
// beyondAll on only "e >= beyondAll" is meant. The exponent stands apart so that a small
// initial delay times a huge power neither overflows nor loses a bit.
//
// The relative error is about n 2^-104, which is small whenever r^n is finite: for
// q >= 2^-26, n is at most 2^36; for smaller q the low words are short, and their
// products exact, until the power has grown to 1 + 2^-26.
func power(r, n float64) (m double, e int) {
	if n >= 1<<63 {
		if r == 1 {
			return double{1, 0}, 0
		}
		return double{1, 0}, beyondAll // r >= 1 + 2^-52, r^n >= e^2048
	}
	frac, er := math.Frexp(r)
	frac, er = 2*frac, er-1 // 1 <= frac < 2
	m = double{1, 0}
	k := uint64(n)
	for i := bits.Len64(k) - 1; i >= 0 && e < beyondAll; i-- {
		m, e = m.squared(), 2*e
		if k>>i&1 == 1 {
			m, e = m.times(frac), e+er
		}
		if m.hi >= 2 { // m < 8: one or two exact halvings
			half := 0.5
			if m.hi >= 4 {
				half, e = 0.25, e+1
			}
			m, e = double{m.hi * half, m.lo * half}, e+1
		}
	}
	return m, e
}

// powers returns a r^x, whole x >= 0, and then each time the next one, rounded once.
func (p Policy) powers(x float64) func() float64 {
	m, e := power(p.Factor, x)
	frac, er := math.Frexp(p.Factor)
	a, ea := math.Frexp(p.InitialDelay)
	return func() float64 {
		d := m.times(a).scaled(e + ea).hi
		if m, e = m.times(2*frac), e+er-1; m.hi >= 2 {
			m, e = double{m.hi / 2, m.lo / 2}, e+1
		}
		return d
	}
}
