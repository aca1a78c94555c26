package jitter

import (
	"math"
	"math/big"
	"math/cmplx"
	"math/rand/v2"
	"testing"

	"retune/calc"
	"retune/calc/outage"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %.17g, want %.17g within %.1e", what, got, want, tol)
	}
}

// alternating is the textbook's formula for E ((x-S)+)^p/p! of a sum of
// uniforms, with 600 bits since it cancels:
//
//	sum over subsets of (-1)^|subset| ((x - sum of subset)+)^(n+p) / ((n+p)! product of w)
func alternating(w []float64, x float64, p int) float64 {
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(v) }
	total := number(0)
	for set := range 1 << len(w) {
		u := number(x)
		sign := 1.0
		for i := range w {
			if set>>i&1 == 1 {
				u.Sub(u, number(w[i]))
				sign = -sign
			}
		}
		if u.Sign() <= 0 {
			continue
		}
		term := number(sign)
		for i := range len(w) + p {
			term.Mul(term, u)
			term.Quo(term, number(float64(i+1)))
		}
		total.Add(total, term)
	}
	for _, v := range w {
		total.Quo(total, number(v))
	}
	f, _ := total.Float64()
	return f
}

// Sums of up to four uniforms, whatever their widths: relative error, also in
// the tail.
func TestBox(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b box
		var w []float64
		for range 1 + r.IntN(maxWidths) {
			v := math.Exp(12 * (r.Float64() - 0.5))
			w = append(w, v)
			b = b.with(v)
		}
		x := b.length() * 1.1 * math.Pow(r.Float64(), 3)
		for p := range 3 {
			want := alternating(w, x, p)
			near(t, "moment", b.moment(x, p), want, 2e-14*want)
		}
	}
}

// The series of sums of five to ten uniforms, its integrals too.
func TestSeries(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		b := newBuilder(math.Inf(1), false, Coarse)
		var w []float64
		shift := 0.0
		for range 5 + r.IntN(6) {
			lo, v := r.Float64(), math.Exp(4*(r.Float64()-0.5))
			w = append(w, v)
			shift += lo
			b.add(uniform{lo: lo, hi: lo + v})
		}
		s := b.law().(*sum)
		if !(s.errors < 3e-14) {
			t.Errorf("bound %g", s.errors)
		}
		length := s.hi - s.lo
		for range 6 {
			x := r.Float64() * length
			size := 1.0
			for p := range 3 {
				near(t, "moment", s.moment(shift+x, p), alternating(w, x, p), 1e-13*size)
				size *= length
			}
		}
	}
}

// What a cap cuts, against the sum over all subsets that are cut: the law of a
// mixture by the formula of the textbook.
func TestMixture(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		const c = 2.0
		b := newBuilder(c, false, Fine)
		n := 3 + r.IntN(4)
		var parts []uniform
		for range n {
			u := uniform{lo: 1.9 * r.Float64(), hi: c, atom: r.Float64()}
			if r.IntN(3) == 0 {
				u.hi, u.atom = u.lo+(c-u.lo)*r.Float64(), 0
			}
			parts = append(parts, u)
			b.add(u)
		}
		s := b.law().(*sum)
		for range 10 {
			x := s.lo + (s.hi-s.lo)*r.Float64()
			for p := range 3 {
				want := 0.0
				for set := range 1 << n {
					weight, at := 1.0, 0.0
					var w []float64
					for i, u := range parts {
						if set>>i&1 == 1 {
							weight *= u.atom
							at += c
						} else {
							weight *= 1 - u.atom
							at += u.lo
							w = append(w, u.hi-u.lo)
						}
					}
					if weight == 0 {
						continue
					}
					if len(w) == 0 {
						want += weight * power(x-at, p)
					} else if x > at {
						want += weight * alternating(w, x-at, p)
					}
				}
				near(t, "moment", s.moment(x, p), want, (s.errors+1e-13)*math.Pow(s.hi-s.lo, float64(p)))
			}
		}
	}
}

// erfcx against its definition on the real axis, and as an integral elsewhere:
//
//	erfcx(z) = (2/sqrt(pi)) integral of e^(-t^2 - 2zt) from 0
func TestErfcx(t *testing.T) {
	for x := 0.0; x < 5; x += 0.1 {
		want := math.Exp(x*x) * math.Erfc(x)
		near(t, "erfcx", real(erfcx(complex(x, 0))), want, 2e-13*want)
	}
	for _, x := range []float64{0, 0.3, 1, 4, 9, 30} {
		for _, y := range []float64{-20, -9.9, -3, 0, 0.5, 2, 7, 10.1, 40} {
			z := complex(x, y)
			part := func(f func(complex128) float64) float64 {
				return 2 / math.Sqrt(math.Pi) * integrate(func(u float64) float64 {
					return f(cmplx.Exp(complex(-u*u, 0) - 2*z*complex(u, 0)))
				}, 0, 7, 400)
			}
			want := complex(part(func(c complex128) float64 { return real(c) }), part(func(c complex128) float64 { return imag(c) }))
			if got := erfcx(z); !(cmplx.Abs(got-want) <= 1e-13) {
				t.Errorf("erfcx(%v) = %v, want %v", z, got, want)
			}
		}
	}
}

// The piece of a normal between two cuts: moments against integration.
func TestSlice(t *testing.T) {
	for _, s := range []slice{
		newSlice(1, 0.7, 0, 2),
		newSlice(1, 0.7, 0, math.Inf(1)),
		newSlice(1, 0.7, math.Inf(-1), math.Inf(1)),
		newSlice(5, 2, 0, 1),
	} {
		from, to := math.Max(s.lo, s.mu-9*s.sigma), math.Min(s.hi, s.mu+9*s.sigma)
		density := func(x float64) float64 { return bell((x-s.mu)/s.sigma) / s.sigma }
		mass := integrate(density, from, to, 40)
		near(t, "mass", s.mass, mass, 1e-14)
		near(t, "mean", s.mean(), integrate(func(x float64) float64 { return x * density(x) }, from, to, 40)/mass, 1e-13)
		for x := 0.1; x < 9; x += 0.37 {
			for p := range 3 {
				upTo := math.Min(x, to)
				want := 0.0
				if upTo > from {
					want = integrate(func(u float64) float64 { return power(x-u, p) * density(u) }, from, upTo, 40) / mass
				}
				near(t, "moment", s.moment(x, p), want, 1e-12*(1+want))
			}
		}
	}
}

// deviate inverts the normal law far into both tails.
func TestDeviate(t *testing.T) {
	for q := 1e-15; q < 0.5; q *= 1.7 {
		x := deviate(q)
		near(t, "CDF", upper(-x), q, 1e-14*q)
		near(t, "mirrored", deviate(1-q), -x, 1e-15/q+1e-12)
	}
}

// root finds a jump, a corner and a flat end, each to the last bit or so.
func TestRoot(t *testing.T) {
	for _, c := range []struct {
		f    func(float64) float64
		want float64
	}{
		{func(x float64) float64 { return power(x-0.3, 0) }, 0.3},
		{func(x float64) float64 { return math.Max(0, x-0.1) + 0.4*power(x-0.2, 0) }, 0.2},
		{func(x float64) float64 { return math.Pow(x, 9) }, math.Pow(0.5, 1./9)},
		{func(x float64) float64 { return math.Min(1, 1e6*x) }, 5e-7},
	} {
		near(t, "root", root(c.f, 0.5, 0, 1), c.want, 4e-16*c.want)
	}
}

// Decorrelated jitter, 5 ms up to 2 s: the published means 10, 17.5, 28.75,
// 45.625 and 70.94 ms, a (2 1.5^n - 1) but for the cap.
func TestNext(t *testing.T) {
	p := Policy{Policy: calc.Policy{InitialDelay: 5e-3, Factor: 2, Cap: 2}, Jitter: Jitter{Type: Decorrelated, Amount: 3}, CapAfter: true}
	const draws = 400_000
	r := rand.New(rand.NewPCG(7, 8))
	var sum, squares [5]float64
	for range draws {
		wait := 0.0
		for k := range sum {
			wait = p.Next(wait, k == 0).Sample(r)
			sum[k] += wait
			squares[k] += wait * wait
		}
	}
	for k, want := range []float64{10e-3, 17.5e-3, 28.75e-3, 45.625e-3, 70.9375e-3} {
		mean := sum[k] / draws
		near(t, "mean", mean, want, 5*math.Sqrt((squares[k]/draws-mean*mean)/draws))
	}
}

// Clients played one by one: where nothing is left to chance, exactly.
func TestPlayed(t *testing.T) {
	p := Policy{Policy: calc.Policy{InitialDelay: 2, Factor: 2, Cap: 4, AttemptTime: 1}, Jitter: Jitter{Type: Decorrelated, Amount: 1}}
	s := &Schedule{plan: p}
	for k := range 4 {
		s.delays = append(s.delays, constant(2))
		s.elapsed = append(s.elapsed, constant(3*float64(k+1)))
	}
	for _, c := range []struct {
		x    float64
		want outage.Reconnect
	}{
		{4, outage.Reconnect{Mean: 2, P50: 2, P95: 2, P99: 2, Max: 2, RelativeMean: 0.5, Wasted: 1}}, // 3, then 6
		{6, outage.Reconnect{Wasted: 1}},
		{12, outage.Reconnect{Wasted: 3}},
	} {
		if got := s.Overshoot(outage.Outage{Kind: outage.Fixed, A: c.x}); got != c.want {
			t.Errorf("at %g: %+v, want %+v", c.x, got, c.want)
		}
	}
	if got := s.Overshoot(outage.Outage{Kind: outage.Fixed, A: 13}); got.GaveUp != 1 || got.Wasted != 4 || !math.IsNaN(got.Mean) {
		t.Errorf("at 13: %+v", got)
	}
}
