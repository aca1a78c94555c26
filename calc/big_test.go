package calc_test

import (
	"math"
	"math/big"
	"math/rand/v2"

	"retune/calc"
)

// The oracle computes the same quantities in 300-bit arithmetic from the definitions, and in other ways than the code:
// no expm1, no log1p. It uses the exact float64 arguments.

const prec = 300

func bf(x float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(x) }

func add(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(prec).Quo(x, y) }

// bigPow returns x^n for whole n >= 0.
func bigPow(x *big.Float, n float64) *big.Float {
	p, b := bf(1), x
	for k := uint64(n); k > 0; k >>= 1 {
		if k&1 == 1 {
			p = mul(p, b)
		}
		b = mul(b, b)
	}
	return p
}

// bigExp returns e^x by halving the argument and a power series.
func bigExp(x *big.Float) *big.Float {
	const halvings = 40
	x = new(big.Float).SetPrec(prec).SetMantExp(x, -halvings)
	sum, term := bf(1), bf(1)
	for i := 1.0; i < 40 && term.Sign() != 0; i++ {
		term = quo(mul(term, x), bf(i))
		sum = add(sum, term)
	}
	for range halvings {
		sum = mul(sum, sum)
	}
	return sum
}

// bigLog returns ln x for x >= 1, by square roots and 2 atanh((x-1)/(x+1)).
func bigLog(x *big.Float) *big.Float {
	const roots = 30
	for range roots {
		x = new(big.Float).SetPrec(prec).Sqrt(x)
	}
	z := quo(sub(x, bf(1)), add(x, bf(1)))
	zz, sum, power := mul(z, z), bf(0), z
	for i := 1.0; i < 40 && power.Sign() != 0; i += 2 {
		sum = add(sum, quo(power, bf(i)))
		power = mul(power, zz)
	}
	return new(big.Float).SetPrec(prec).SetMantExp(sum, 1+roots)
}

// A bigPolicy is a policy with the values that the oracle needs.
type bigPolicy struct {
	calc.Policy
	a, r, c, s, q, y *big.Float // c is nil without a cap
	m                float64    // delays below the cap
}

func bigOf(p calc.Policy) *bigPolicy {
	b := &bigPolicy{Policy: p, a: bf(p.InitialDelay), r: bf(p.Factor), s: bf(p.AttemptTime), m: math.Inf(1)}
	b.q, b.y = sub(b.r, bf(1)), bigLog(b.r)
	if !math.IsInf(p.Cap, 1) {
		b.c = bf(p.Cap)
		switch {
		case p.Cap == p.InitialDelay:
			b.m = 0
		case p.Factor > 1:
			// m = ceil(ln(c/a)/ln r). For a cap next to a power it may differ by one from the code's m, which changes
			// T(n) by at most 1e-16.
			x := quo(bigLog(quo(b.c, b.a)), b.y)
			whole, _ := x.Int(nil)
			m := new(big.Float).SetPrec(prec).SetInt(whole)
			if m.Cmp(x) < 0 {
				m = add(m, bf(1))
			}
			b.m, _ = m.Float64()
		}
	}
	return b
}

// delay returns d_n.
func (b *bigPolicy) delay(n float64) *big.Float {
	if n > b.m {
		return b.c
	}
	return mul(b.a, bigPow(b.r, n-1))
}

// sum returns S_n below the cap.
func (b *bigPolicy) sum(n float64) *big.Float {
	if b.q.Sign() == 0 {
		return mul(b.a, bf(n))
	}
	return quo(mul(b.a, sub(bigPow(b.r, n), bf(1))), b.q)
}

// elapsed returns T_n.
func (b *bigPolicy) elapsed(n float64) *big.Float {
	s := b.sum(math.Min(n, b.m))
	if n > b.m {
		s = add(s, mul(b.c, sub(bf(n), bf(b.m))))
	}
	return add(s, mul(b.s, bf(n)))
}

// retryAt returns n(T), by Newton's method from x, which must be close.
func (b *bigPolicy) retryAt(t, x float64) *big.Float {
	T, n := bf(t), bf(x)
	if !math.IsInf(b.m, 1) {
		if tm := b.elapsed(b.m); T.Cmp(tm) > 0 {
			return add(bf(b.m), quo(sub(T, tm), add(b.c, b.s)))
		}
	}
	if b.q.Sign() == 0 {
		return quo(T, add(b.a, b.s))
	}
	w := quo(b.a, b.q)
	for range 4 { // 1e-14, 1e-28, 1e-56, ...
		e := bigExp(mul(n, b.y))
		g := sub(add(mul(n, b.s), mul(w, sub(e, bf(1)))), T)
		n = sub(n, quo(g, add(b.s, mul(mul(w, b.y), e))))
	}
	return n
}

// beforeJitter returns min(c, a r^x) for real x.
func (b *bigPolicy) beforeJitter(x *big.Float) *big.Float {
	d := mul(b.a, bigExp(mul(x, b.y)))
	if b.c != nil && d.Cmp(b.c) > 0 {
		return b.c
	}
	return d
}

// relErr returns |got - want|/|want|, NaN if got is.
func relErr(got float64, want *big.Float) float64 {
	if math.IsNaN(got) {
		return got
	}
	if math.IsInf(got, 0) {
		return math.Inf(1)
	}
	if want.Sign() == 0 {
		return math.Abs(got)
	}
	e, _ := quo(sub(bf(got), want), want).Float64()
	return math.Abs(e)
}

// overflows reports whether x rounds to +Inf.
func overflows(x *big.Float) bool {
	f, _ := x.Float64()
	return math.IsInf(f, 1)
}

// logUniform draws from [lo, hi], equally likely per decade.
func logUniform(rnd *rand.Rand, lo, hi float64) float64 {
	return math.Min(hi, math.Max(lo, lo*math.Exp(rnd.Float64()*math.Log(hi/lo))))
}

// randomPolicy draws a policy in the ranges with documented accuracy.
func randomPolicy(rnd *rand.Rand, capped, calls bool) calc.Policy {
	edge := []float64{1, 1 + 0x1p-52, 1 + 1e-15, 1 + 1e-12, 1 + 1e-9, 1.1, 1.5, 2, 3, 10, 1000}
	p := calc.Policy{InitialDelay: logUniform(rnd, 1e-9, 1e10), Cap: math.Inf(1)}
	switch rnd.IntN(3) {
	case 0:
		p.Factor = edge[rnd.IntN(len(edge))]
	case 1:
		p.Factor = 1 + logUniform(rnd, 1e-15, 999)
	default:
		p.Factor = 1 + logUniform(rnd, 1e-3, 9)
	}
	if capped {
		p.Cap = p.InitialDelay * logUniform(rnd, 1, 1e20)
		if rnd.IntN(8) == 0 {
			p.Cap = p.InitialDelay
		}
	}
	if calls {
		p.AttemptTime = p.InitialDelay * logUniform(rnd, 1e-6, 1e12)
	}
	return p
}

// randomRetry draws a whole retry of at least 1, up to 1e6 or up to where r^n nearly overflows.
func randomRetry(rnd *rand.Rand, p calc.Policy) float64 {
	most := 1e6
	if p.Factor > 1 {
		most = math.Min(most, 1+700/math.Log(p.Factor))
	}
	return math.Floor(logUniform(rnd, 1, most))
}
